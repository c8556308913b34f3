"""Money, account numbers and card numbers."""
