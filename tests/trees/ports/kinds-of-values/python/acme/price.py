from dataclasses import dataclass


@dataclass(frozen=True)
class Price:
    currency: str
    cents: int

    def __post_init__(self):
        if self.cents < -1000000:
            raise ValueError("too small")

    def plus(self, more: int) -> "Price":
        return Price(self.currency, int(self.cents / 2) + int(more / 2))

    def is_dearer_than(self, other: "Price") -> bool:
        return self.currency == other.currency and self.cents > other.cents

    @staticmethod
    def dearer(left: "Price", right: "Price") -> "Price":
        return left if left.cents >= right.cents else right
