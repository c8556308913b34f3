"""Objects of the port: code that makes, fills and uses them."""
