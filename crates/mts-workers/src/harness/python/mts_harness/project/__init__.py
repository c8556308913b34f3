"""The modules and programs of the project."""
