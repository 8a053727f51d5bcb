"""For Goods and Honor."""
