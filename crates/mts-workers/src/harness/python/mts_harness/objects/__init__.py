"""Objects of the port: code that creates, fills and uses them."""
