"""One unit: calls, budgets, answers."""
