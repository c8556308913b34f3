"""Account numbers: digits and capital letters."""


def check_digits(account):
    """The two check digits of an account number, modulo 97 as in ISO 7064."""
    rest = 0
    for i in range(len(account)):
        c = account[i]
        if c >= "0" and c <= "9":
            rest = (rest * 10 + (ord(c) - ord("0"))) % 97
        elif c >= "A" and c <= "Z":
            rest = (rest * 100 + (ord(c) - ord("A")) + 10) % 97
        else:
            raise ValueError("not a digit or capital letter")
    return 98 - rest * 100 % 97
