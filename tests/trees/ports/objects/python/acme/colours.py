from types import MappingProxyType


class Colours:
    KNOWN = frozenset(["red", "green", "blue", "white", "black"])
    SHARES = MappingProxyType({"red": 3, "green": 5, "blue": 7})

    @staticmethod
    def joined(between):
        return between.join(Colours.KNOWN)

    @staticmethod
    def is_known(name):
        return name in Colours.KNOWN

    @staticmethod
    def all(more):
        every = set(Colours.KNOWN)
        every.add(more)
        return every

    @staticmethod
    def sum(times):
        total = 0
        for share in Colours.SHARES.values():
            total += share * (abs(times) % 100 if times >= 0 else -(abs(times) % 100))
        return total

    @staticmethod
    def letters(text):
        return "".join(set(text + "blue"))

    @staticmethod
    def shown(before):
        return before + str(Colours())

    @staticmethod
    def printed(before):
        print(before + str(Colours()))

    @staticmethod
    def named(before):
        return before + str(Colours())

    @staticmethod
    def refused(n):
        if n % 2 == 0:
            raise ValueError("not " + str(Colours()))
        return n % 1000 if n >= 0 else -(-n % 1000)

    @staticmethod
    def put(n):
        try:
            Colours.SHARES["red"] = n
            return n
        except TypeError:
            return -1
