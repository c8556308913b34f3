"""Routes over points."""


def distance(start, end):
    """How far it is from one point to another where slanted steps count as one."""
    return max(abs(start.x() - end.x()), abs(start.y() - end.y()))


def steps(length, stride):
    """How many steps a route of this length takes."""
    if stride <= 1:
        return 0
    full = int(length / stride)
    return full + 1 if full * stride < length else full
