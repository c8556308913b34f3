"""Objects of the port: how they are made, filled and used."""
