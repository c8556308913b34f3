def counted(coins):
    worn = 0
    for coin in coins:
        worn += 1 if coin.worn else 2
    return worn


def holds(coins, wanted):
    return wanted in coins


def worn(coins):
    return {coin for coin in coins if coin.worn}


def named(coins, name):
    coin = coins.get(name)
    return -1 if coin is None else abs(coin.value) % 100 * (1 if coin.value >= 0 else -1)


def by_value(coins):
    found = {}
    for coin in coins:
        found[coin.value] = coin
    return found


def swapped(coins):
    return list(reversed(coins))


def richest(coins):
    best = -1
    for i, coin in enumerate(coins):
        if best < 0 or coin.value >= coins[best].value:
            best = i
    return best
