"""Resource Hog: peasants work, nobles eat and fight, and the player wasting most on stone heads wins."""
