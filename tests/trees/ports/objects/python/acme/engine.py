from __future__ import annotations


class Engine:
    @staticmethod
    def is_even(n: int) -> bool:
        return n % 2 == 0

    @staticmethod
    def start(n: int) -> int:
        if n > 9:
            raise ValueError(n)
        Engine.limit = n
        return n

    @staticmethod
    def limited(n: int) -> int:
        return min(n, Engine.limit)


Engine.start(10)
