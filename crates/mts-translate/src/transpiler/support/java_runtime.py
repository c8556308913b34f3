"""Operations with Java's meaning. Translations import the operations that Python lacks."""

import collections
import enum
import functools
import itertools
import math
import re
import struct
import sys
import unicodedata
from decimal import ROUND_HALF_UP, Decimal

# Java writes out numbers of any length.
getattr(sys, "set_int_max_str_digits", id)(0)

# ---- integers of fixed width


def i8(x):
    return (x + 0x80 & 0xFF) - 0x80


def i16(x):
    return (x + 0x8000 & 0xFFFF) - 0x8000


def i32(x):
    return (x + 0x80000000 & 0xFFFFFFFF) - 0x80000000


def i64(x):
    return (x + 0x8000000000000000 & 0xFFFFFFFFFFFFFFFF) - 0x8000000000000000


def char(x):
    """The character of an integer's lowest 16 bits."""
    return chr(x & 0xFFFF)


def div(a, b):
    """Integer division towards zero."""
    quotient = abs(a) // abs(b)
    return quotient if (a < 0) == (b < 0) else -quotient


def rem(a, b):
    """The remainder with the sign of the dividend."""
    remainder = abs(a) % abs(b)
    return -remainder if a < 0 else remainder


def ushr(x, n):
    """`>>>` of an int."""
    return i32((x & 0xFFFFFFFF) >> (n & 31))


def ushr64(x, n):
    """`>>>` of a long."""
    return i64((x & 0xFFFFFFFFFFFFFFFF) >> (n & 63))


def exact32(x):
    if i32(x) != x:
        raise OverflowError("integer overflow")
    return x


def digits(x, base):
    """`Integer.toString(x, base)`."""
    if not 2 <= base <= 36:
        base = 10
    left, found = abs(x), ""
    while left:
        left, digit = divmod(left, base)
        found = "0123456789abcdefghijklmnopqrstuvwxyz"[digit] + found
    return ("-" if x < 0 else "") + (found or "0")


def rotated(x, distance, bits=32):
    """`Integer.rotateLeft`."""
    distance %= bits
    x &= (1 << bits) - 1
    return (i32 if bits == 32 else i64)((x << distance | x >> bits - distance) & (1 << bits) - 1)


def reverse_bytes(x, bits=32):
    return int.from_bytes((x & (1 << bits) - 1).to_bytes(bits // 8, "little"), "big", signed=True)


def lowest_one_bit(x):
    return x & -x


def exact64(x):
    if i64(x) != x:
        raise OverflowError("long overflow")
    return x


def compare(a, b):
    """-1, 0 or 1 for integers."""
    unbox(a), unbox(b)
    return (a > b) - (a < b)


def highest_one_bit(x, bits=32):
    x &= (1 << bits) - 1
    return (i32 if bits == 32 else i64)(1 << x.bit_length() - 1 if x else 0)


def leading_zeros(x, bits=32):
    return bits - (x & (1 << bits) - 1).bit_length()


def trailing_zeros(x, bits=32):
    return (x & -x).bit_length() - 1 if x else bits


def reverse_bits(x, bits=32):
    return (i32 if bits == 32 else i64)(int(format(x & (1 << bits) - 1, f"0{bits}b")[::-1], 2))


def big_mod(a, b):
    """`BigInteger.mod`: never negative."""
    return a % positive(b)


def positive(x):
    if x <= 0:
        raise ZeroDivisionError("not positive")
    return x


def shifted(x, distance):
    return x << distance if distance >= 0 else x >> -distance


def bit_length(x):
    return (x if x >= 0 else ~x).bit_length()


def parse_big(text, base=10):
    digits = text[1:] if text[:1] in ("+", "-") else text
    if not digits or not all(is_digit(c) or (c.isascii() and c.isalpha()) for c in digits):
        raise ValueError(f'For input string: "{text}"')
    return int(text, base)


# ---- floating point


def f32(x):
    """The nearest float."""
    try:
        return struct.unpack("f", struct.pack("f", x))[0]
    except OverflowError:
        return math.copysign(math.inf, x)


def fdiv(a, b):
    """Division of floating-point numbers."""
    if b:
        return a / b
    if a == 0 or a != a:
        return math.nan
    return math.copysign(math.inf, a) * math.copysign(1.0, b)


def frem(a, b):
    """The remainder of floating-point numbers."""
    if a != a or b != b or math.isinf(a) or b == 0:
        return math.nan
    return a if math.isinf(b) else math.fmod(a, b)


def saturated(x, bits):
    if x != x:
        return 0
    low, high = -(1 << bits - 1), (1 << bits - 1) - 1
    return low if x <= low else high if x >= high else int(x)


def to_int(x):
    """`(int)` of a floating-point number."""
    return saturated(x, 32)


def to_long(x):
    """`(long)` of a floating-point number."""
    return saturated(x, 64)


def sqrt(x):
    return math.sqrt(x) if x >= 0 else math.nan


def power(a, b):
    if b == 0:
        return 1.0
    if a != a or b != b or (abs(a) == 1 and math.isinf(b)):
        return math.nan
    odd = math.isfinite(b) and b == math.floor(b) and abs(b) < 2.0**53 and int(b) % 2 == 1
    negative = odd and math.copysign(1.0, a) < 0
    try:
        return math.pow(a, b)
    except OverflowError:
        return -math.inf if negative else math.inf
    except (ValueError, ZeroDivisionError):
        return math.nan if a else -math.inf if negative else math.inf


def defined(function, x):
    """A function of `math`, NaN where it has no value."""
    try:
        return function(x)
    except ValueError:
        return -math.inf if x == 0 and function in (math.log, math.log10) else math.nan
    except OverflowError:
        return math.inf if x > 0 or function is math.cosh else -math.inf


def floor(x):
    return x if not math.isfinite(x) or x == 0 else float(math.floor(x))


def ceil(x):
    return x if not math.isfinite(x) or x == 0 else math.copysign(math.ceil(x), x)


def rint(x):
    return x if not math.isfinite(x) else math.copysign(round(x), x)


def cbrt(x):
    if not math.isfinite(x) or x == 0:
        return x
    root = math.copysign(abs(x) ** (1 / 3), x)
    near = float(round(root))
    return near if near**3 == x else root - (root**3 - x) / (3 * root * root)


def rounded(x, bits=64):
    """`Math.round`: half up."""
    if not math.isfinite(x):
        return saturated(x, bits)
    below = math.floor(x)
    return saturated(below + (x - below >= 0.5), bits)


def max_float(a, b):
    if a != a or b != b:
        return math.nan
    if a == b == 0:
        return a if math.copysign(1.0, a) > 0 else b
    return max(a, b)


def min_float(a, b):
    return -max_float(-a, -b)


def compare_floats(a, b):
    """`Double.compare`: -0.0 is below 0.0, NaN above everything."""
    a, b = float_order(a), float_order(b)
    return (a > b) - (a < b)


def float_order(x):
    return (1, 0.0, 0.0) if x != x else (0, x, math.copysign(1.0, x))


def sign(x):
    """`Math.signum`."""
    return x if x != x or x == 0 else math.copysign(1.0, x)


def double_bits(x):
    return 0x7FF8000000000000 if x != x else struct.unpack(">q", struct.pack(">d", x))[0]


def float_bits(x):
    return 0x7FC00000 if x != x else struct.unpack(">i", struct.pack(">f", x))[0]


def hash_long(x):
    return i32(x ^ (x & 0xFFFFFFFFFFFFFFFF) >> 32)


# ---- null


def unbox(x):
    """The value of a wrapper, which is not null."""
    if x is None:
        raise TypeError("null")
    return x


def checked(x, kind):
    """A cast of an `Object` to a wrapper class."""
    if type(x) is not kind:
        raise TypeError(f"{x!r} is not an instance of {kind.__name__}")
    return x


def at(index):
    """An index, which is never counted from the end."""
    if index < 0:
        raise IndexError(index)
    return index


def put(values, index, value):
    """`values[index] = value` as an expression."""
    values[at(index)] = value
    return value


def replace(values, index, value):
    """Stores the value and gives the one that was there."""
    old = values[at(index)]
    values[index] = value
    return old


def put_field(owner, name, value):
    setattr(owner, name, value)
    return value


def replace_field(owner, name, value):
    old = getattr(owner, name)
    setattr(owner, name, value)
    return old


def new_array(initial, *sizes):
    """An array of arrays, each of its own."""
    if min(sizes) < 0:
        raise ValueError(min(sizes))
    first, *rest = sizes
    return [new_array(initial, *rest) for _ in range(first)] if rest else [initial] * first


def size(n):
    """The size of a new array."""
    if n < 0:
        raise ValueError(n)
    return n


def throw(error):
    raise error


class closing:
    """`try` with a resource. An exception of `close` does not hide an earlier exception."""

    def __init__(self, resource):
        self.resource = resource

    def __enter__(self):
        return self.resource

    def __exit__(self, kind, error, trace):
        if self.resource is None:
            return
        try:
            self.resource.close()
        except Exception:
            if error is None:
                raise


def cast(x, kind):
    """A cast to a class."""
    if x is not None and not isinstance(x, kind):
        raise TypeError(f"{x!r} is not an instance of {kind.__name__}")
    return x


def implement(interface, name, function):
    """An object of an interface whose one method is the function."""
    made = interface()
    setattr(made, name, function)
    return made


def enum_of(kind, name):
    """The constant of a name."""
    return kind[name] if unbox(name) in kind.__members__ else throw(ValueError(f"No enum constant {name}"))


def body_of(constant):
    """Makes a class the body of an enum's constant: the constant gets the members of the class."""

    def attach(body):
        for name, function in vars(body).items():
            if name == "__str__":
                show_as(constant, function)
            elif callable(function):
                setattr(constant, name, functools.partial(function, constant))
        if "__init__" in vars(body):
            body.__init__(constant)
        return body

    return attach


def show_as(constant, function):
    kind = type(constant)
    before = kind.__str__
    others = (lambda self: self.name) if before is enum.Enum.__str__ else before
    kind.__str__ = lambda self: function(self) if self is constant else others(self)


def ordinal(constant):
    """The place of an enum's constant."""
    value = unbox(constant).value
    return value[0] if isinstance(value, tuple) else value


def record_hash(*values):
    return i32(functools.reduce(lambda value, item: 31 * value + hash_code(item), values, 0))


def message(error):
    """`getMessage()`."""
    if hasattr(error, "get_message"):
        return error.get_message()
    return error.args[0] if error.args else None


def elements(values):
    """The elements of an object whose class in the program implements `Iterable`."""
    iterator = unbox(values).iterator()
    while iterator.has_next():
        yield iterator.next()


# ---- text, which Java counts in UTF-16


def units(text):
    """The UTF-16 units of a text, each as a string of its own."""
    if text.isascii() or max(text) < "\U00010000":
        return list(text)
    data = text.encode("utf-16-le", "surrogatepass")
    return [chr(data[i] | data[i + 1] << 8) for i in range(0, len(data), 2)]


def joined(chars):
    """The text of UTF-16 units."""
    text = "".join(chars)
    if text.isascii() or not any("\ud800" <= c <= "\udbff" for c in text):
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")


def is_plain(text):
    return text.isascii() or max(text) < "\U00010000"


def length(text):
    return len(text) if is_plain(text) else len(units(text))


def char_at(text, index):
    if index < 0:
        raise IndexError(index)
    return text[index] if is_plain(text) else units(text)[index]


def substring(text, start, end=None):
    plain = is_plain(text)
    held = text if plain else units(text)
    if end is None:
        end = len(held)
    if not 0 <= start <= end <= len(held):
        raise IndexError(f"begin {start}, end {end}, length {len(held)}")
    return held[start:end] if plain else joined(held[start:end])


def find(text, part, start=0):
    """The first place of a part, counted in UTF-16."""
    start = max(start, 0)
    if is_plain(text):
        return text.find(part, start) if start <= len(text) else (-1 if part else len(text))
    held, wanted = units(text), units(part)
    last = len(held) - len(wanted)
    places = (i for i in range(min(start, len(held)), last + 1) if held[i : i + len(wanted)] == wanted)
    return next(places, -1)


def find_last(text, part):
    if is_plain(text):
        return text.rfind(part)
    held, wanted = units(text), units(part)
    places = (i for i in range(len(held) - len(wanted), -1, -1) if held[i : i + len(wanted)] == wanted)
    return next(places, -1)


def utf16_key(text):
    return text.encode("utf-16-be", "surrogatepass")


def compare_text(a, b):
    """`String.compareTo`."""
    a, b = units(a), units(b)
    for x, y in zip(a, b):
        if x != y:
            return ord(x) - ord(y)
    return len(a) - len(b)


def equals_ignore_case(a, b):
    unbox(a)
    fold = lambda text: [to_lower(to_upper(c)) for c in text]
    return b is not None and fold(a) == fold(b)


def to_upper(c):
    upper = c.upper()
    return upper if len(upper) == 1 else c


def to_lower(c):
    lower = c.lower()
    return lower if len(lower) == 1 else lower[0] if c == "\u0130" else c


def code_point(x):
    """The character of a code point. For an invalid code point, the character with code 0."""
    return chr(x) if 0 <= x < 0x110000 else "\0"


def map_code(function, x):
    return ord(function(chr(x))) if 0 <= x < 0x110000 else x


def is_digit(c):
    return unicodedata.category(c) == "Nd"


def is_letter_or_digit(c):
    return c.isalpha() or is_digit(c)


def is_whitespace(c):
    if c in "\t\n\x0b\x0c\r\x1c\x1d\x1e\x1f":
        return True
    return unicodedata.category(c) in ("Zs", "Zl", "Zp") and c not in "\u00a0\u2007\u202f"


def numeric_value(c):
    """`Character.getNumericValue` of digits and Latin letters."""
    if is_digit(c):
        return unicodedata.digit(c)
    folded = unicodedata.normalize("NFKC", c) if "\uff21" <= c <= "\uff5a" else c
    if folded.isascii() and folded.isalpha():
        return ord(folded.lower()) - ord("a") + 10
    value = unicodedata.numeric(c, -1)
    return int(value) if value >= 0 and value == int(value) else -1 if value < 0 else -2


def trim(text):
    return text.strip("".join(map(chr, range(33))))


def strip(text):
    start, end = 0, len(text)
    while start < end and is_whitespace(text[start]):
        start += 1
    while end > start and is_whitespace(text[end - 1]):
        end -= 1
    return text[start:end]


def strip_leading(text):
    return strip(text + "x")[:-1]


def strip_trailing(text):
    return strip("x" + text)[1:]


def folded(text):
    return "".join(to_lower(to_upper(c)) for c in text)


def code_point_at(text, index):
    held = units(text)
    pair = joined(held[at(index) : index + 2])
    return ord(pair) if len(pair) == 1 and index + 1 < len(held) else ord(held[index])


def find_at(text, part, start):
    held, wanted = units(text), units(part)
    return start >= 0 and held[start : start + len(wanted)] == wanted and start + len(wanted) <= len(held)


def digit_of(c, base):
    """`Character.digit`."""
    if is_digit(c):
        value = unicodedata.digit(c)
    elif c.isascii() and c.isalpha():
        value = ord(c.lower()) - ord("a") + 10
    else:
        return -1
    return value if value < base else -1


def for_digit(value, base):
    return "0123456789abcdefghijklmnopqrstuvwxyz"[value] if 0 <= value < base <= 36 else "\0"


def sub_array(values, start, count):
    if start < 0 or count < 0 or start + count > len(values):
        raise IndexError(start)
    return values[start : start + count]


def repeat(text, count):
    return unbox(text) * size(count)


def parse_int(text, base=10, bits=32):
    """`Integer.parseInt`."""
    if text is None:
        raise ValueError("null")
    digits = text[1:] if text[:1] in ("+", "-") else text
    if not digits or not all(is_digit(c) or (c.isascii() and c.isalpha()) for c in digits):
        raise ValueError(f'For input string: "{text}"')
    value = int(text, base)
    if not -(1 << bits - 1) <= value < 1 << bits - 1:
        raise ValueError(f'For input string: "{text}"')
    return value


NUMBER = re.compile(r"[+-]?(NaN|Infinity|(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?[fFdD]?)", re.ASCII)


def parse_double(text):
    trimmed = trim(text)
    if not NUMBER.fullmatch(trimmed):
        raise ValueError(f'For input string: "{text}"')
    return float(trimmed.rstrip("fFdD") if not trimmed.endswith("Infinity") else trimmed)


def float_text(x, digits=repr):
    """`Double.toString`."""
    if x != x:
        return "NaN"
    if math.isinf(x):
        return "Infinity" if x > 0 else "-Infinity"
    if x == 0:
        return "-0.0" if math.copysign(1.0, x) < 0 else "0.0"
    if abs(x) == 5e-324:
        return "4.9E-324" if x > 0 else "-4.9E-324"
    sign, shown, exponent = Decimal(digits(x)).as_tuple()
    shown = "".join(map(str, shown))
    point = len(shown) + exponent
    shown = shown.rstrip("0") or "0"
    if 1e-3 <= abs(x) < 1e7:
        if point <= 0:
            body = "0." + "0" * -point + shown
        else:
            shown = shown.ljust(point, "0")
            body = f"{shown[:point]}.{shown[point:] or '0'}"
    else:
        body = f"{shown[0]}.{shown[1:] or '0'}E{point - 1}"
    return "-" + body if sign else body


def float32_text(x):
    """`Float.toString`."""
    if not math.isfinite(x) or x == 0:
        return float_text(x)
    return float_text(x, lambda y: next(s for s in (f"{y:.{n}e}" for n in range(9)) if f32(float(s)) == y))


def text(x):
    """The text that `+` makes of a value."""
    if type(x) is str:
        return x
    if x is None:
        return "null"
    if x is True or x is False:
        return "true" if x else "false"
    if type(x) is float:
        return float_text(x)
    if isinstance(x, dict):
        inner = ", ".join(f"{text(k)}={text(v)}" for k, v in entries(x))
        return "{" + inner + "}"
    if isinstance(x, (list, set)):
        return "[" + ", ".join(map(text, in_order(x))) + "]"
    if isinstance(x, tuple):
        return "=".join(map(text, x))
    if isinstance(x, enum.Enum) and type(x).__str__ is enum.Enum.__str__:
        return x.name
    if isinstance(x, Optional):
        return "Optional.empty" if x.value is None else f"Optional[{text(x.value)}]"
    return str(x)


def pattern(regex):
    """Java's pattern for Python's engine."""
    out, inside, i = [], False, 0
    while i < len(regex):
        c = regex[i]
        if c == "\\":
            out.append(regex[i : i + 2])
            i += 2
            continue
        if c == "[":
            inside = True
        elif c == "]":
            inside = False
        out.append("[^\\n\\r\\x85\\u2028\\u2029]" if c == "." and not inside else c)
        i += 1
    return re.compile("".join(out), re.ASCII)


def replacement(text):
    text = re.sub(r"\\(.)", lambda m: m[1] if m[1] != "\\" else r"\\\\", text)
    return re.sub(r"\$(\d)", r"\\g<\1>", text)


def replace_all(text, regex, by):
    return pattern(regex).sub(replacement(by), text)


def replace_first(text, regex, by):
    return pattern(regex).sub(replacement(by), text, count=1)


def matches(text, regex):
    return pattern(regex).fullmatch(text) is not None


def split(text, regex, limit=0):
    """`String.split`."""
    parts, start = [], 0
    for found in pattern(regex).finditer(text):
        if limit > 0 and len(parts) == limit - 1:
            break
        # An empty match at the beginning gives no empty part, nor does one at the end.
        if found.end() == 0 or (found.start() == found.end() == len(text)):
            continue
        parts.append(text[start : found.start()])
        start = found.end()
    parts.append(text[start:])
    if start == 0 and len(parts) == 1:
        return [text]
    while limit == 0 and parts and not parts[-1]:
        parts.pop()
    return parts


def utf8_bytes(text):
    return [i8(b) for b in text.encode("utf-8", "replace")]


def hash_code(x):
    """`Object.hashCode` of values that define it."""
    if isinstance(x, str):
        value = 0
        for c in units(x):
            value = 31 * value + ord(c) & 0xFFFFFFFF
        return i32(value)
    if x is None:
        return 0
    if x is True or x is False:
        return 1231 if x else 1237
    if isinstance(x, int):
        return i32(x) if -(1 << 31) <= x < 1 << 31 else i32(x ^ x >> 32)
    if isinstance(x, float):
        bits = 0x7FF8000000000000 if x != x else struct.unpack(">q", struct.pack(">d", x))[0]
        return i32(bits ^ bits >> 32)
    if isinstance(x, (list, tuple)):
        return i32(functools.reduce(lambda value, item: 31 * value + hash_code(item) & 0xFFFFFFFF, x, 1))
    return x.__hash__()


FORMAT = re.compile(r"%(\d+\$)?([-#+ 0,(]*)(\d+)?(?:\.(\d+))?([a-zA-Z%])")


def formatted(pattern, values):
    """`String.format` for the conversions d, x, o, s, S, c, b, f, e, n and %."""
    values = iter(values)

    def one(found):
        flags, width, precision, kind = found[2], int(found[3] or 0), found[4], found[5]
        if kind == "n":
            return "\n"
        if kind == "%":
            body = "%"
        else:
            body = conversion(kind, flags, precision, next(values))
        if "0" in flags and kind in "dfxeo" and body.strip("-+").replace(",", "").replace(".", "").isalnum():
            sign = body[0] if body[0] in "+-" else ""
            body = sign + body[len(sign) :].rjust(width - len(sign), "0")
        return body.ljust(width) if "-" in flags else body.rjust(width)

    if re.search(r"%\d+\$", pattern):
        raise NotImplementedError("java_runtime does not support an argument index in a format")
    return FORMAT.sub(one, pattern)


def conversion(kind, flags, precision, value):
    if kind in "sS":
        body = text(value)[: int(precision) if precision else None]
        return body.upper() if kind == "S" else body
    if kind == "b":
        return text(value is not None and value is not False)
    if value is None:
        return "null"
    if kind == "c":
        return value if isinstance(value, str) else chr(value)
    if kind in "dxo":
        if type(value) is not int:
            raise ValueError(f"%{kind} of {value!r}")
        if kind != "d":
            return format(value & (0xFFFFFFFF if -(1 << 31) <= value < 1 << 31 else (1 << 64) - 1), kind)
        body = format(value, "," if "," in flags else "d")
    elif kind in "fe":
        if type(value) is not float:
            raise ValueError(f"%{kind} of {value!r}")
        if not math.isfinite(value):
            return float_text(value)
        places = 6 if precision is None else int(precision)
        shown = Decimal(repr(value))
        if kind == "e":
            body = format(shown, f".{places}e")
            mantissa, exponent = body.split("e")
            body = f"{mantissa}e{exponent[0]}{exponent[1:].rjust(2, '0')}"
        else:
            shown = shown.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP, context=WIDE)
            body = format(shown, ",f" if "," in flags else "f")
    else:
        raise NotImplementedError(f"java_runtime does not support %{kind}")
    return "+" + body if "+" in flags and not body.startswith("-") else body


WIDE = __import__("decimal").Context(prec=800)


class StringBuilder:
    """`java.lang.StringBuilder`: UTF-16 units that can be changed."""

    def __init__(self, text=""):
        self.units = units(unbox(text))

    def append(self, text):
        self.units += units("null" if text is None else text)
        return self

    def insert(self, index, text):
        if not 0 <= index <= len(self.units):
            raise IndexError(index)
        self.units[index:index] = units("null" if text is None else text)
        return self

    def char_at(self, index):
        return self.units[at(index)]

    def set_char_at(self, index, c):
        self.units[at(index)] = c

    def delete_char_at(self, index):
        del self.units[at(index)]
        return self

    def delete(self, start, end):
        if not 0 <= start <= min(end, len(self.units)):
            raise IndexError(start)
        del self.units[start:end]
        return self

    def replace(self, start, end, text):
        if not 0 <= start <= min(end, len(self.units)):
            raise IndexError(start)
        self.units[start:end] = units(text)
        return self

    def reverse(self):
        self.units = units(joined(self.units)[::-1])
        return self

    def set_length(self, count):
        self.units[count:] = ["\0"] * (at(count) - len(self.units))

    def __len__(self):
        return len(self.units)

    def __str__(self):
        return joined(self.units)


# ---- equality


def equals(a, b):
    """`a.equals(b)`."""
    return equal(unbox(a), b)


def equal(a, b):
    """`Objects.equals(a, b)`."""
    if a is b:
        return True
    if type(a) is float and type(b) is float:
        return compare_floats(a, b) == 0
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(equal, a, b))
    if isinstance(a, (dict, set)) and isinstance(b, (dict, set)):
        return a == b
    if isinstance(a, (bool, int, float, str)) or isinstance(b, (bool, int, float, str)):
        return type(a) is type(b) and a == b
    return a == b


def contains(values, value):
    return any(equal(value, held) for held in values)


def index_of(values, value):
    return next((i for i, held in enumerate(values) if equal(value, held)), -1)


def last_index_of(values, value):
    return next((i for i in range(len(values) - 1, -1, -1) if equal(value, values[i])), -1)


# ---- collections


def add(values, value):
    values.append(value)
    return True


def add_first(values, value):
    values.insert(0, value)
    return True


def push(values, value):
    values.append(value)
    return value


def insert(values, index, value):
    if not 0 <= index <= len(values):
        raise IndexError(index)
    values.insert(index, value)


def insert_all(values, index, more):
    if not 0 <= index <= len(values):
        raise IndexError(index)
    more = list(more)
    values[index:index] = more
    return bool(more)


def remove_first(values, value):
    """Removes the first such element, and says whether there was one."""
    place = index_of(values, value)
    if place >= 0:
        del values[place]
    return place >= 0


def add_all(values, more):
    """Adds the values, and returns whether the collection changed."""
    before = len(values)
    (values.update if isinstance(values, set) else values.extend)(more)
    return len(values) != before


def remove_all(values, others):
    return keep(values, lambda value: value not in others)


def retain_all(values, others):
    return keep(values, lambda value: value in others)


def keep(values, wanted):
    kept = [value for value in values if wanted(value)]
    changed = len(kept) != len(values)
    values.clear()
    (values.update if isinstance(values, set) else values.extend)(kept)
    return changed


def poll(values):
    """Removes and gives the head; None where there is none."""
    return values.pop(0) if values else None


def poll_last(values):
    return values.pop() if values else None


def peek(values):
    """The head; None where there is none."""
    return unbox_list(values)[0] if values else None


def peek_last(values):
    return unbox_list(values)[-1] if values else None


def unbox_list(values):
    return unbox(values)


def add_new(values, value):
    """Adds the value, and returns whether the set lacked the value."""
    before = len(values)
    values.add(value)
    return len(values) != before


def remove_value(values, value):
    """Removes the value, and returns whether the set had the value."""
    before = len(values)
    values.discard(value)
    return len(values) != before


def put_key(held, key, value):
    """Stores the value and gives the one that was there, or None."""
    old = held.get(key)
    held[key] = value
    return old


def put_if_absent(held, key, value):
    old = held.get(key)
    if old is None:
        held[key] = value
    return old


def compute_if_absent(held, key, function):
    value = held.get(key)
    if value is None:
        value = function(key)
        if value is not None:
            held[key] = value
    return value


def merge(held, key, value, function):
    old = held.get(key)
    new = value if old is None else function(old, value)
    if new is None:
        held.pop(key, None)
    else:
        held[key] = new
    return new


def table(count):
    """The number of buckets of a hash table that grew to this number of entries."""
    buckets = 16
    while count > buckets * 0.75:
        buckets *= 2
    return buckets


def hash_order(values):
    """The elements of a hash set or the keys of a hash map as Java runs over them, if none were
    removed after it grew."""
    if type(values) is HashSet:
        buckets, values = values.buckets, values.order
    elif type(values) in (dict, set):
        buckets = table(len(values))
    else:
        return list(values)

    def bucket(value):
        code = hash_code(value) & 0xFFFFFFFF
        return (code ^ code >> 16) & buckets - 1

    return sorted(values, key=bucket)


def in_order(values):
    """The elements in Java's iteration order."""
    return values if isinstance(values, list) else hash_order(values)


def values(held):
    return [held[key] for key in hash_order(held)]


def entries(held):
    return [(key, held[key]) for key in hash_order(held)]


def each(values):
    """The elements. Raises an error if the length of the list changes during the iteration."""
    count, i = len(values), 0
    while i != len(values):
        if len(values) != count:
            raise RuntimeError("the program added or removed a list item during the loop")
        yield values[i]
        i += 1


def natural(value):
    """The sort key of a value's natural order."""
    if type(value) is str:
        return utf16_key(value)
    if hasattr(value, "compare_to"):
        return functools.cmp_to_key(lambda a, b: a.compare_to(b))(value)
    if isinstance(value, enum.Enum):
        return ordinal(value)
    return float_order(value) if type(value) is float else value


def compare_values(a, b):
    """`a.compareTo(b)` of values whose type is not known before."""
    if isinstance(a, str) and isinstance(b, str):
        return compare_text(a, b)
    if hasattr(unbox(a), "compare_to"):
        return a.compare_to(b)
    if isinstance(a, enum.Enum):
        return ordinal(a) - ordinal(b)
    if type(a) is not type(unbox(b)) or not isinstance(a, (bool, int, float)):
        raise TypeError(f"{a!r} and {b!r} have no order")
    return compare_floats(a, b) if type(a) is float else compare(a, b)


def by_key(function, comparator=None):
    """`Comparator.comparing`."""
    compare_keys = comparator or compare_values
    return lambda a, b: compare_keys(function(a), function(b))


def reversed_order(comparator):
    return lambda a, b: comparator(b, a)


def then_by(first, second):
    return lambda a, b: first(a, b) or second(a, b)


def natural_order(a, b):
    return compare_values(a, b)


def reverse_order(a, b):
    a, b = natural(b), natural(a)
    return (a > b) - (a < b)


def order(comparator):
    return natural if comparator in (None, natural_order) else functools.cmp_to_key(comparator)


def sort(values, comparator=None):
    values.sort(key=order(comparator))


def sort_range(values, start, end, comparator=None):
    check_range(values, start, end)
    values[start:end] = sorted(values[start:end], key=order(comparator))


def check_range(values, start, end):
    if start > end:
        raise ValueError(f"{start} > {end}")
    if start < 0 or end > len(values):
        raise IndexError(start if start < 0 else end)


def largest(values, comparator=None):
    return max(values, key=order(comparator)) if values else throw(IndexError())


def smallest(values, comparator=None):
    return min(values, key=order(comparator)) if values else throw(IndexError())


# ---- streams: iterables, as lazy as Java's


def stream_sorted(values, comparator=None):
    return iter(sorted(values, key=order(comparator)))


def distinct(values):
    seen = HashSet()
    for value in values:
        if add_new(seen, value):
            yield value


def limit(values, count):
    return itertools.islice(values, size(count))


def skip(values, count):
    return itertools.islice(values, size(count), None)


def peeked(values, function):
    for value in values:
        function(value)
        yield value


def iterated_from(value, function):
    while True:
        yield value
        value = function(value)


def generated(function):
    while True:
        yield function()


def for_each(values, function):
    for value in values:
        function(value)


def or_else(value, other):
    return other if value is None else value


def count(values):
    return sum(1 for _ in values)


def average(values):
    """The mean, or None."""
    held = list(values)
    return sum(held) / len(held) if held else None


def first_of(values):
    return Optional(next(iter(values), None))


def reduced(values, function, *start):
    """`reduce`: with a start a value, without one an Optional."""
    if start:
        return functools.reduce(function, values, start[0])
    held = list(values)
    return Optional(functools.reduce(function, held) if held else None)


def reduced_number(values, function):
    held = list(values)
    return functools.reduce(function, held) if held else None


def best(values, comparator, sign):
    """`min` and `max` of a stream: of equal values, the first for `min` and the last for `max`."""
    found = None
    for value in values:
        if found is None or (sign * comparator(value, found) > 0 or (sign > 0 and comparator(value, found) == 0)):
            found = value
    return Optional(found)


def collected_text(separator="", before="", after=""):
    """`Collectors.joining`."""
    return lambda values: before + separator.join(map(text, values)) + after


def grouping_by(key, downstream=list, make=dict):
    """`Collectors.groupingBy`."""

    def collect(values):
        groups = make()
        for value in values:
            compute_if_absent(groups, unbox(key(value)), lambda _: []).append(value)
        for found in list(groups):
            groups[found] = downstream(groups[found])
        return groups

    return collect


def partitioning_by(test, downstream=list):
    """`Collectors.partitioningBy`."""

    def collect(values):
        groups = LinkedHashMap({False: [], True: []})
        for value in values:
            groups[test(value)].append(value)
        for found in groups:
            groups[found] = downstream(groups[found])
        return groups

    return collect


def mapping(function, downstream):
    return lambda values: downstream(map(function, values))


def to_map(key, value, merged=None, make=dict):
    """`Collectors.toMap`."""

    def collect(values):
        made = make()
        for item in values:
            name = key(item)
            if name in made and merged is None:
                raise RuntimeError(f"Duplicate key {text(name)}")
            made[name] = merged(made[name], unbox(value(item))) if name in made else unbox(value(item))
        return made

    return collect


def summing(function, wrap):
    return lambda values: wrap(sum(map(function, values)))


def averaging(function):
    return lambda values: average(map(function, values)) or 0.0


def flat_map(values, function):
    for value in values:
        yield from function(value)


def take_while(values, test):
    return itertools.takewhile(test, values)


def drop_while(values, test):
    return itertools.dropwhile(test, values)


class Optional:
    """`java.util.Optional`."""

    def __init__(self, value=None):
        self.value = value

    def get(self):
        return present(self.value)

    def is_present(self):
        return self.value is not None

    def or_else(self, other):
        return other if self.value is None else self.value

    def or_else_get(self, function):
        return function() if self.value is None else self.value

    def if_present(self, function):
        if self.value is not None:
            function(self.value)

    def map(self, function):
        return Optional(None if self.value is None else function(self.value))

    def filter(self, test):
        return Optional(self.value if self.value is not None and test(self.value) else None)

    def flat_map(self, function):
        return self if self.value is None else function(self.value)

    def __eq__(self, other):
        return isinstance(other, Optional) and equal(self.value, other.value)

    def __hash__(self):
        return hash_code(self.value)


def present(value):
    """The value of an Optional."""
    return throw(KeyError("No value present")) if value is None else value


def fill(values, *rest):
    """`Arrays.fill`."""
    start, end, value = rest if len(rest) == 3 else (0, len(values), rest[0])
    check_range(values, start, end)
    values[start:end] = [value] * (end - start)


def copy_of(values, count, default):
    kept = values[: size(count)]
    return kept + [default] * (count - len(kept))


def copy_of_range(values, start, end, default):
    if start > end:
        raise ValueError(f"{start} > {end}")
    if not 0 <= start <= len(values):
        raise IndexError(start)
    kept = values[start:end]
    return kept + [default] * (end - start - len(kept))


def arraycopy(source, start, target, place, count):
    if min(start, place, count) < 0 or start + count > len(source) or place + count > len(target):
        raise IndexError("arraycopy")
    target[place : place + count] = source[start : start + count]


def swap(values, i, j):
    values[at(i)], values[at(j)] = values[j], values[i]


def remove_if(values, test):
    return keep(values, lambda value: not test(value))


def replace_all_of(values, function):
    for i, value in enumerate(list(values)):
        values[i] = function(value)


def fill_by(values, function):
    """`Arrays.setAll`."""
    for i in range(len(values)):
        values[i] = function(i)


def compute(held, key, function):
    new = function(key, held.get(key))
    if new is None:
        held.pop(key, None)
    else:
        held[key] = new
    return new


def compute_if_present(held, key, function):
    return None if held.get(key) is None else compute(held, key, function)


def for_each_entry(held, function):
    for key, value in entries(held):
        function(key, value)


def rotate(values, distance):
    if values:
        distance %= len(values)
        values[:] = values[-distance:] + values[:-distance]


def shuffle(values, random):
    for i in range(len(values), 1, -1):
        j = random.next_int(i)
        values[i - 1], values[j] = values[j], values[i - 1]


def binary_search(values, key):
    low, high = 0, len(values) - 1
    while low <= high:
        middle = (low + high) // 2
        if natural(values[middle]) < natural(key):
            low = middle + 1
        elif natural(values[middle]) > natural(key):
            high = middle - 1
        else:
            return middle
    return -(low + 1)


class Immutable(list):
    """`List.of`, `Collections.unmodifiableList`."""

    def refused(self, *args):
        raise NotImplementedError("the list is immutable")

    append = extend = insert = pop = remove = clear = sort = reverse = __setitem__ = __delitem__ = refused


class LinkedHashMap(dict):
    """A map in the order of insertion."""


class LinkedHashSet(set):
    """A set in the order of insertion."""

    def __init__(self, values=()):
        super().__init__()
        self.order = {}
        self.update(values)

    def add(self, value):
        super().add(value)
        self.order.setdefault(value)

    def discard(self, value):
        super().discard(value)
        self.order.pop(value, None)

    def update(self, values):
        for value in list(values):
            self.add(value)

    def clear(self):
        super().clear()
        self.order.clear()

    def __iter__(self):
        return iter(list(self.order))


class HashSet(LinkedHashSet):
    """A hash set that records the order of insertion and the number of buckets for Java's order."""

    buckets = 16

    def add(self, value):
        super().add(value)
        self.buckets = max(self.buckets, table(len(self)))

    def __iter__(self):
        return iter(hash_order(self))


class Sorted:
    """The common base of sorted sets and maps, with their elements or keys in order."""

    def sorted(self):
        return sorted(self.unsorted(), key=order(self.comparator))

    def __iter__(self):
        return iter(self.sorted())

    def first(self):
        return self.sorted()[0]

    def last(self):
        return self.sorted()[-1]

    def floor(self, value):
        return self.near(value, lambda key, wanted: not wanted < key, -1)

    def lower(self, value):
        return self.near(value, lambda key, wanted: key < wanted, -1)

    def ceiling(self, value):
        return self.near(value, lambda key, wanted: not key < wanted, 0)

    def higher(self, value):
        return self.near(value, lambda key, wanted: wanted < key, 0)

    def near(self, value, fits, which):
        key = order(self.comparator)
        wanted = key(unbox(value))
        found = [held for held in self.sorted() if fits(key(held), wanted)]
        return found[which] if found else None


class TreeSet(Sorted, set):
    """A sorted set."""

    def __init__(self, values=(), comparator=None):
        super().__init__(values)
        self.comparator = comparator

    def unsorted(self):
        return set.__iter__(self)

    def add(self, value):
        set.add(self, unbox(value))

    def poll_first(self):
        return self.taken(0)

    def poll_last(self):
        return self.taken(-1)

    def taken(self, which):
        if not self:
            return None
        value = self.sorted()[which]
        self.discard(value)
        return value


class TreeMap(Sorted, dict):
    """A sorted map."""

    def __init__(self, held=(), comparator=None):
        super().__init__(held)
        self.comparator = comparator

    def unsorted(self):
        return dict.__iter__(self)

    def __setitem__(self, key, value):
        dict.__setitem__(self, unbox(key), value)

    def keys(self):
        return self.sorted()

    def values(self):
        return [self[key] for key in self.sorted()]

    def items(self):
        return [(key, self[key]) for key in self.sorted()]

    def entry(self, key):
        return None if key is None else (key, self[key])

    def poll_first(self):
        return self.taken(0)

    def poll_last(self):
        return self.taken(-1)

    def first_entry(self):
        return self.entry(self.first()) if self else None

    def last_entry(self):
        return self.entry(self.last()) if self else None

    def taken(self, which):
        if not self:
            return None
        key = self.sorted()[which]
        return key, self.pop(key)


class PriorityQueue(list):
    """`java.util.PriorityQueue`, with its very order of elements."""

    def __init__(self, values=(), comparator=None):
        super().__init__()
        self.key = order(comparator)
        for value in values:
            self.append(value)

    def append(self, value):
        super().append(unbox(value))
        self.up(len(self) - 1)

    def extend(self, values):
        for value in list(values):
            self.append(value)

    def up(self, at):
        value = self[at]
        while at > 0 and self.key(value) < self.key(self[(at - 1) // 2]):
            self[at] = self[(at - 1) // 2]
            at = (at - 1) // 2
        self[at] = value

    def down(self, at):
        value = self[at]
        while 2 * at + 1 < len(self):
            child = 2 * at + 1
            if child + 1 < len(self) and self.key(self[child + 1]) < self.key(self[child]):
                child += 1
            if not self.key(self[child]) < self.key(value):
                break
            self[at] = self[child]
            at = child
        self[at] = value

    def pop(self, at=-1):
        value, moved = self[at], super().pop()
        if at < len(self) and at >= 0:
            self[at] = moved
            self.down(at)
            if self[at] is moved:
                self.up(at)
        return value

    def __delitem__(self, at):
        self.pop(at)


class SubList(collections.UserList):
    """`List.subList`: a view on part of a list."""

    def __init__(self, whole, start, end):
        if not 0 <= start <= end <= len(whole):
            raise IndexError(f"from {start} to {end} of {len(whole)}")
        self.whole, self.start, self.count = whole, start, end - start

    @property
    def data(self):
        return self.whole[self.start : self.start + self.count]

    @data.setter
    def data(self, values):
        self.whole[self.start : self.start + self.count] = values
        self.count = len(values)

    def changed(name):
        def change(self, *args):
            held = self.data
            result = getattr(held, name)(*args)
            self.data = held
            return result

        return change

    append, extend, insert, pop = map(changed, ("append", "extend", "insert", "pop"))
    clear, sort, reverse, __setitem__, __delitem__ = map(
        changed, ("clear", "sort", "reverse", "__setitem__", "__delitem__")
    )


class Iterator:
    """`java.util.Iterator`."""

    def __init__(self, values):
        self.whole, self.left, self.last = values, list(in_order(values)), None
        self.place = self.count = 0
        self.size = len(values)

    def has_next(self):
        return self.place < len(self.left)

    def next(self):
        if len(self.whole) != self.size:
            raise RuntimeError("the program changed the collection during the iteration")
        if not self.has_next():
            raise KeyError("no such element")
        self.last, self.place, self.count = self.left[self.place], self.place + 1, self.count + 1
        return self.last

    def remove(self):
        if isinstance(self.whole, list):
            self.count -= 1
            del self.whole[self.count]
        elif isinstance(self.whole, dict):
            del self.whole[self.last]
        else:
            self.whole.discard(self.last)
        self.size -= 1


class Random:
    """`java.util.Random` with a seed."""

    def __init__(self, seed):
        self.seed = (seed ^ 0x5DEECE66D) & (1 << 48) - 1

    def bits(self, count):
        self.seed = (self.seed * 0x5DEECE66D + 0xB) & (1 << 48) - 1
        return i32(self.seed >> 48 - count)

    def next_int(self, bound=None):
        if bound is None:
            return self.bits(32)
        if bound <= 0:
            raise ValueError("bound must be positive")
        if bound & -bound == bound:
            return bound * self.bits(31) >> 31
        while True:
            drawn = self.bits(31)
            value = drawn % bound
            if drawn - value + bound - 1 < 1 << 31:
                return value

    def next_long(self):
        return i64((self.bits(32) << 32) + self.bits(32))

    def next_boolean(self):
        return self.bits(1) != 0

    def next_float(self):
        return self.bits(24) / float(1 << 24)

    def next_gaussian(self):
        if getattr(self, "spare", None) is not None:
            value, self.spare = self.spare, None
            return value
        while True:
            a, b = 2 * self.next_double() - 1, 2 * self.next_double() - 1
            square = a * a + b * b
            if 0 < square < 1:
                factor = math.sqrt(-2 * math.log(square) / square)
                self.spare = b * factor
                return a * factor

    def next_double(self):
        return ((self.bits(26) << 27) + self.bits(27)) * 2.0**-53
