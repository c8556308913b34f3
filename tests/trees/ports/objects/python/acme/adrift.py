class Adrift:
    @staticmethod
    def clamped(n, most):
        return most if n > most else n

    return clamped(1, 2)

    def higher(self, a, b):
        return a if a > b else b

    @staticmethod
    def is_even(n):
        return n % 2 == 0
