def tip(cents):
    return cents // 10
