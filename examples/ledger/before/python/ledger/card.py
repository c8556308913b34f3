"""Card numbers."""


def is_valid(number):
    """Whether the last digit is the Luhn check digit of the others."""
    total = 0
    twice = False
    for i in range(len(number) - 1, -1, -1):
        digit = ord(number[i]) - ord("0")
        if digit < 0 or digit > 9:
            return False
        if twice:
            digit *= 2
            if digit > 9:
                digit -= 9
        total += digit
        twice = not twice
    return total % 10 == 0
