from ..limits import LIMIT
from .factor import factor


def meter_level(n):
    if n > LIMIT or n < -900:
        return 10
    return n * factor()
