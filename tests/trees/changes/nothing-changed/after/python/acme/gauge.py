"""A gauge with a lower and an upper end."""


def level(now, low, top):
    """What a gauge shows, never beyond its ends."""
    if now < low:
        return low

    # The upper end.
    return top if now > top else now
