def split(cents, parties):
    shares = [0] * parties
    for i in range(parties):
        shares[i] = int(cents / parties)
    return shares
