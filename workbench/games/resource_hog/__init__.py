"""Resource Hog: peasants work, nobles eat and fight, and whoever wastes most on stone heads wins."""
