"""Runs a unit: its calls, their budgets, and the answers to the tool."""
