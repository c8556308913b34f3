"""A gauge with a lower and an upper end."""


def level(now, low, top):
    """What a gauge shows, kept between its ends."""
    if now <= low
        return low
    return top if now > top else now
