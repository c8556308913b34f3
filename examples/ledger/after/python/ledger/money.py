"""Amounts in cents; an amount below zero is a refund."""


def split(cents, parties):
    """Shares an amount between parties. What does not divide goes to the first ones, a cent each."""
    if parties < 1:
        raise ValueError("at least one party")
    each = cents // parties
    rest = cents % parties
    step = -1 if rest < 0 else 1
    shares = [0] * parties
    for i in range(parties):
        shares[i] = each
        if i < rest * step:
            shares[i] += step
    return shares
