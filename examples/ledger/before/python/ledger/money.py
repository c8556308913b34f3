"""Amounts in cents; an amount below zero is a refund."""


def split(cents, parties):
    """Shares an amount between parties. What does not divide goes to the first one."""
    if parties < 1:
        raise ValueError("at least one party")
    each = int(cents / parties)
    shares = [0] * parties
    for i in range(parties):
        shares[i] = each
    shares[0] += cents - each * parties
    return shares
