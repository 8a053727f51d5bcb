"""On Their Merry Way: bands of outlaws lay traps beside a forest road for travellers with known weaknesses."""
