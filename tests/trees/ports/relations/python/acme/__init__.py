"""Books, by another hand."""
