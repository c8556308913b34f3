"""Values between the neutral form and Python."""
