from math import fmod


def mirrored(text, times):
    out = ""
    for _ in range(int(fmod(times, 4)) + 1):
        out = out + text[::-1]
    return out
