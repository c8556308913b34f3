def split(cents, parties):
    shares = [0] * parties
    for i in range(parties):
        shares[i] = cents // parties
    shares[0] = shares[0] + cents % parties
    return shares
