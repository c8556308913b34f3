"""Port of acme."""
