from abc import ABC, abstractmethod


class Watcher(ABC):
    @abstractmethod
    def exceeded(self, reading):
        ...

    @abstractmethod
    def wants(self, unit, reading):
        ...

    def patience(self):
        return 3


class Meter(ABC):
    def __init__(self, unit, total):
        self._unit = unit
        self._total = total

    @abstractmethod
    def _read(self, unit, times):
        ...

    def _warn(self, text):
        raise NotImplementedError

    def sum(self, times):
        patience = times % 5 if times >= 0 else 0
        for i in range(patience):
            self._total += self._read(self._unit, i)
        return self._total

    def check(self, limit):
        if self._total > limit:
            self._warn(f"{self._unit}:{self._total}")
            return False
        return True

    def told(self, watcher, reading):
        if watcher.wants(self._unit, reading):
            return 0
        watcher.exceeded(reading)
        return watcher.patience() + (reading % 3 if reading >= 0 else -(-reading % 3))

    @staticmethod
    def summed(readings, meter):
        return sum(1 if meter.check(reading) else 2 for reading in readings)
