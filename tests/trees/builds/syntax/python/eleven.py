def eleven_quarter(n):
    return int(int(int(n / 2) / 2) / 2) + int(n / 2)
