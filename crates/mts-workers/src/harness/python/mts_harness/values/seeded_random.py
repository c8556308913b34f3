"""Random numbers as `java.util.Random` gives them, for ports whose configuration says what they have in its place:
Python's `random`, or a class of their own. Only what was given no seed of its own is touched; it begins every call
with the run's seed, as Java's worker has it. What Java has nothing for makes the call no answer."""

import functools
import inspect
import math
import random
import weakref

__builtins__ = dict(vars(__import__("builtins")))

MASK = (1 << 48) - 1
DEFINED = random.Random
# Functions and methods that have no counterpart: whoever draws from them gets Python's own numbers.
UNKNOWN = (
    "betavariate", "binomialvariate", "choices", "expovariate", "gammavariate", "getstate", "lognormvariate",
    "paretovariate", "sample", "setstate", "triangular", "vonmisesvariate", "weibullvariate",
)
KNOWN = ("choice", "gauss", "getrandbits", "normalvariate", "randbytes", "randint", "random", "randrange", "seed", "shuffle", "uniform")


class Stream:
    """The generator that the documentation of `java.util.Random` prescribes."""

    def __init__(self, seed):
        self.begin(seed)

    def begin(self, seed):
        self.state = (seed ^ 0x5DEECE66D) & MASK
        self.waiting = None

    def next(self, bits):
        """That many bits, without a sign."""
        self.state = (self.state * 0x5DEECE66D + 0xB) & MASK
        return self.state >> (48 - bits)

    def below(self, bound):
        """`nextInt(bound)`, and beyond it `nextLong(bound)`."""
        if bound > 0x7FFFFFFF:
            return self.far_below(bound)
        drawn = self.next(31)
        if bound & (bound - 1) == 0:
            return (bound * drawn) >> 31
        while drawn - drawn % bound + bound - 1 > 0x7FFFFFFF:
            drawn = self.next(31)
        return drawn % bound

    def far_below(self, bound):
        drawn = self.long()
        if bound & (bound - 1) == 0:
            return drawn & (bound - 1)
        drawn = (drawn & (1 << 64) - 1) >> 1
        while drawn - drawn % bound + bound - 1 > 0x7FFFFFFFFFFFFFFF:
            drawn = (self.long() & (1 << 64) - 1) >> 1
        return drawn % bound

    def int(self):
        drawn = self.next(32)
        return drawn - (drawn >> 31 << 32)

    def long(self):
        drawn = ((self.int() << 32) + self.int()) & (1 << 64) - 1
        return drawn - (drawn >> 63 << 64)

    def double(self):
        return ((self.next(26) << 27) + self.next(27)) / (1 << 53)

    def gaussian(self):
        if self.waiting is not None:
            kept, self.waiting = self.waiting, None
            return kept
        while True:
            a = 2 * self.double() - 1
            b = 2 * self.double() - 1
            s = a * a + b * b
            if 0 < s < 1:
                break
        scale = math.sqrt(-2 * math.log(s) / s)
        self.waiting = b * scale
        return a * scale

    def bytes(self, count):
        drawn = bytearray()
        while len(drawn) < count:
            drawn += self.next(32).to_bytes(4, "little")[: count - len(drawn)]
        return bytes(drawn)


class Random(DEFINED):
    """`random.Random`; one that nobody gave a seed draws from the stream that all such share."""

    def __init_subclass__(cls, **named):
        super().__init_subclass__(**named)
        # A class with its own way to draw keeps it.
        cls._mts_draws = cls._mts_draws or "random" in vars(cls) or "getrandbits" in vars(cls)

    _mts_draws = False
    _mts_own = False

    def seed(self, a=None, *more, **named):
        self._mts_own = self._mts_draws or a is not None
        super().seed(a, *more, **named)

    def random(self):
        return super().random() if self._mts_own else stream.double()

    def getrandbits(self, k):
        if self._mts_own:
            return super().getrandbits(k)
        if 1 <= k <= 32:
            return stream.next(k)
        if k == 64:
            return stream.long() & (1 << 64) - 1
        unknown("getrandbits", f"of {k} bits")
        return super().getrandbits(k)

    def randrange(self, start, stop=None, step=1):
        if self._mts_own:
            return super().randrange(start, stop, step)
        try:
            values = range(start) if stop is None else range(start, stop, step)
            size = len(values)
        except (TypeError, ValueError):
            # Python's own words for what is wrong.
            size = 0
        except OverflowError:
            unknown("randrange", "of so many numbers")
            size = 0
        if size > 0x7FFFFFFF and values.step == 1 and values.start >= -(1 << 31) and values.stop < 1 << 31:
            # As `nextInt(origin, bound)` does where their distance is no `int`.
            drawn = stream.int()
            while drawn not in values:
                drawn = stream.int()
            return drawn
        return values[stream.below(size)] if size else super().randrange(start, stop, step)

    def randint(self, a, b):
        if self._mts_own:
            return super().randint(a, b)
        if (a, b) == (-(1 << 31), (1 << 31) - 1):
            return stream.int()
        if (a, b) == (-(1 << 63), (1 << 63) - 1):
            return stream.long()
        return self.randrange(a, b + 1)

    def choice(self, seq):
        if self._mts_own or not len(seq):
            return super().choice(seq)
        return seq[stream.below(len(seq))]

    def shuffle(self, x, *more):
        if self._mts_own or more:
            return super().shuffle(x, *more)
        for at in range(len(x) - 1, 0, -1):
            other = stream.below(at + 1)
            x[at], x[other] = x[other], x[at]

    def uniform(self, a, b):
        return super().uniform(a, b) if self._mts_own else a + (b - a) * stream.double()

    def gauss(self, mu=0.0, sigma=1.0):
        return super().gauss(mu, sigma) if self._mts_own else mu + sigma * stream.gaussian()

    def normalvariate(self, mu=0.0, sigma=1.0):
        return super().normalvariate(mu, sigma) if self._mts_own else mu + sigma * stream.gaussian()

    def randbytes(self, n):
        return super().randbytes(n) if self._mts_own else stream.bytes(n)


def without(name):
    """A method that Java has nothing for."""
    usual = getattr(DEFINED, name)

    @functools.wraps(usual)
    def drawn(self, *args, **named):
        if not self._mts_own:
            unknown(name, "")
        return usual(self, *args, **named)

    return drawn


for name in UNKNOWN:
    if hasattr(DEFINED, name):
        setattr(Random, name, without(name))


class Chance:
    """What a configuration names, and the call under way."""

    def __init__(self):
        self.seed, self.module, self.cls = 0, "", ""
        # Why a call's numbers could not be those of Java's, and why none can.
        self.why, self.lacks = "", ""
        # Objects of the port's own class that were given no seed, by where they lie.
        self.unseeded = {}

    def start(self, given):
        """`given`: the seed, and behind a blank `random` or the class of the port's own."""
        seed, _, named = given.partition(" ")
        self.seed = int(seed)
        if named != "random":
            self.module, _, self.cls = named.rpartition(".")
            return
        Random.__module__ = DEFINED.__module__
        random.Random, random._inst = Random, Random()
        for name in KNOWN + UNKNOWN:
            if hasattr(random, name):
                setattr(random, name, getattr(random._inst, name))

    def order(self):
        """A variant begins: nothing of another one's goes on."""
        self.unseeded, self.lacks = {}, ""
        if isinstance(random._inst, Random):
            random._inst.seed()
        self.begin()

    def begin(self):
        """A call begins, or the making of what it is called on."""
        self.why = self.lacks
        stream.begin(self.seed)
        self.unseeded = {place: held for place, held in self.unseeded.items() if held() is not None}
        for held in list(self.unseeded.values()):
            made = held()
            try:
                type(made)._mts_begin_(made, self.seed)
            except Exception as error:
                self.why = f"{self.cls} cannot be given another seed: {type(error).__name__}: {error}"

    def adopt(self, module):
        """Has the port's own class begin with the run's seed, where this is the module that defines it."""
        if not self.module or module.__name__ != self.module:
            return
        cls = vars(module).get(self.cls)
        self.lacks = "" if isinstance(cls, type) else f"the module {self.module} has no class {self.cls}"
        if self.lacks or "_mts_begin_" in vars(cls):
            return
        begin = cls._mts_begin_ = cls.__init__

        @functools.wraps(begin)
        def __init__(made, *args, **named):
            self.unseeded.pop(id(made), None)
            if any(one is not None for one in (*args, *named.values())):
                begin(made, *args, **named)
                return
            try:
                inspect.signature(begin).bind(made, self.seed)
                self.unseeded[id(made)] = weakref.ref(made)
            except (TypeError, ValueError) as error:
                self.why = f"{self.cls} cannot be given a seed: {error}"
                begin(made, *args, **named)
                return
            begin(made, self.seed)

        cls.__init__ = __init__

    def holds(self, value):
        """Whether it is a generator that begins with the run's seed."""
        if isinstance(value, Random):
            return not value._mts_own
        held = self.unseeded.get(id(value))
        return held is not None and held() is value


def unknown(name, how):
    chance.why = chance.why or " ".join(filter(None, (f"`random.{name}`", how, "has no counterpart in java.util.Random")))


stream, chance = Stream(0), Chance()
