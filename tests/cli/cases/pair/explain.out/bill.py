def share(cents, people):
    if people < 1:
        raise ValueError("nobody to pay")
    return int((cents + people - 1) / people)


def tip(cents):
    return cents // 10
