"""Tests of the port, as its authors wrote them."""

import unittest

from ledger.account import check_digits
from ledger.card import is_valid
from ledger.money import split


class LedgerTest(unittest.TestCase):
    def test_card_numbers(self):
        self.assertTrue(is_valid("79927398713"))
        self.assertFalse(is_valid("79927398710"))
        self.assertFalse(is_valid("7992x"))

    def test_account_numbers(self):
        self.assertEqual(check_digits("370400440532013000DE"), 89)
        with self.assertRaises(ValueError):
            check_digits("a")

    def test_amounts_are_shared(self):
        self.assertEqual(split(900, 3), [300, 300, 300])
        self.assertEqual(split(100, 3)[0], 34)

    def test_nothing_is_lost(self):
        for cents in range(-50, 50):
            for parties in range(1, 9):
                self.assertEqual(sum(split(cents, parties)), cents)


if __name__ == "__main__":
    unittest.main()
