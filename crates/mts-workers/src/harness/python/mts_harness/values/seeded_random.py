"""Makes the port draw the same random numbers as `java.util.Random`.

The configuration names the port's generator: Python's `random`, or a class of the port. A generator that the port
seeds itself stays unchanged. Any other generator starts each call with the seed of the run, as in the Java worker. If
the port draws in a way that Java does not have, the call is incomplete."""

import functools
import inspect
import math
import random
import weakref

__builtins__ = dict(vars(__import__("builtins")))

MASK = (1 << 48) - 1
DEFINED = random.Random
# Functions without a counterpart in `java.util.Random`. These functions draw Python's own numbers, and the call is
# incomplete.
UNKNOWN = (
    "betavariate", "binomialvariate", "choices", "expovariate", "gammavariate", "getstate", "lognormvariate",
    "paretovariate", "sample", "setstate", "triangular", "vonmisesvariate", "weibullvariate",
)
# Functions with a counterpart in `java.util.Random`, and `seed`, which draws no number.
KNOWN = ("choice", "gauss", "getrandbits", "normalvariate", "randbytes", "randint", "random", "randrange", "seed", "shuffle", "uniform")


class Stream:
    """The generator of `java.util.Random`, as the Java documentation specifies it."""

    def __init__(self, seed):
        self.begin(seed)

    def begin(self, seed):
        """Starts the sequence of numbers of a seed."""
        self.state = (seed ^ 0x5DEECE66D) & MASK
        self.waiting = None

    def next(self, bits):
        """Returns an unsigned number of `bits` bits."""
        self.state = (self.state * 0x5DEECE66D + 0xB) & MASK
        return self.state >> (48 - bits)

    def below(self, bound):
        """Returns a number from 0 to `bound` - 1, as `nextInt(bound)`. For a large bound, as `nextLong(bound)`."""
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
    """Replaces `random.Random`. All generators without a seed draw from the one shared `stream`."""

    def __init_subclass__(cls, **named):
        super().__init_subclass__(**named)
        # A subclass with its own way to draw numbers keeps this way.
        cls._mts_draws = cls._mts_draws or "random" in vars(cls) or "getrandbits" in vars(cls)

    # Whether the class has its own way to draw numbers.
    _mts_draws = False
    # Whether the generator draws Python's numbers, because it has a seed or its class has its own
    # way.
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
            # The call of Python's own method below raises the usual error.
            size = 0
        except OverflowError:
            unknown("randrange", "of 2^63 or more numbers")
            size = 0
        if size > 0x7FFFFFFF and values.step == 1 and values.start >= -(1 << 31) and values.stop < 1 << 31:
            # `nextInt(origin, bound)` does the same if `bound - origin` does not fit in an `int`.
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
    """Returns a method of `Random` for a function without a counterpart in Java."""
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


class ConfiguredGenerator:
    """The generator that the configuration names, and its state in the current call."""

    def __init__(self):
        self.seed, self.module, self.cls = 0, "", ""
        # The reason why the current call cannot draw Java's numbers, and the reason why no call of the copy can.
        self.why = self.lacks = None
        # Weak references to objects of the port's class that have no seed of their own, by the objects' ids.
        self.unseeded = {}

    def start(self, given):
        """Reads the setting `given`: the seed and the generator, with a blank between them.

        The generator is `random` or the qualified name of the port's class."""
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
        """Starts a copy: removes the state of the previous copy."""
        self.unseeded, self.lacks = {}, None
        if isinstance(random._inst, Random):
            random._inst.seed()
        self.begin()

    def begin(self):
        """Starts a call, or the construction of its arguments: seeds the generators again."""
        self.why = self.lacks
        stream.begin(self.seed)
        self.unseeded = {place: held for place, held in self.unseeded.items() if held() is not None}
        for held in list(self.unseeded.values()):
            made = held()
            try:
                type(made)._mts_begin_(made, self.seed)
            except Exception as error:
                self.why = f"cargo mts cannot give {self.cls} another seed: {type(error).__name__}: {error}"

    def adopt(self, module):
        """Changes the port's class, so that its objects start with the seed of the run.

        Does nothing if `module` does not define the class. An object that the port creates with
        a seed keeps that seed."""
        if not self.module or module.__name__ != self.module:
            return
        cls = vars(module).get(self.cls)
        self.lacks = None if isinstance(cls, type) else f"the module {self.module} has no class {self.cls}"
        if self.lacks is not None or "_mts_begin_" in vars(cls):
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
                self.why = f"cargo mts cannot give {self.cls} a seed: {error}"
                begin(made, *args, **named)
                return
            begin(made, self.seed)

        cls.__init__ = __init__

    def holds(self, value):
        """Returns whether a value is a generator that starts with the seed of the run."""
        if isinstance(value, Random):
            return not value._mts_own
        held = self.unseeded.get(id(value))
        return held is not None and held() is value


def unknown(name, how):
    """Records that the call used a function without a counterpart in Java. The first such reason stays."""
    if generator.why is None:
        generator.why = " ".join(filter(None, (f"`random.{name}`", how, "has no counterpart in java.util.Random")))


stream, generator = Stream(0), ConfiguredGenerator()
