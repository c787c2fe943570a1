"""Cards and hands (rules, Cards and hands): ten ranks, A = 1, 2 … 9, 10 = 0; a hand is two different ones."""

from __future__ import annotations

import re
from dataclasses import dataclass

from scorekeeper.table.reading import shown

SUITS = ("spades", "hearts", "diamonds", "clubs")
"""In the order in which free ones are given out."""

_ACES = "AaАа"  # Latin and Cyrillic
_PICTURES = "JjQqKkВвДдКк"  # jack, queen, king; валет, дама, король
_SEPARATOR = r"\s*[-–—−]\s*|\s+"
_CARD = re.compile(rf"10|[0-9{_ACES}]")
_TWO_LETTERS = re.compile(rf"(10|[0-9TtТт{_ACES}{_PICTURES}])(10|[0-9TtТт{_ACES}{_PICTURES}])")
"""Of which at least one is no hand card."""
_TWO_CARDS = re.compile(rf"(10|[0-9{_ACES}])(10|[0-9{_ACES}])")


def face(card: int) -> str:
    """What is printed on a card of value `card` (0 to 9): `10`, `A`, `2` … `9`."""
    return {0: "10", 1: "A"}.get(card, str(card))


@dataclass(frozen=True, slots=True)
class Hand:
    """Two different cards by their values (0 to 9): the tens card and the units card."""

    tens: int
    units: int

    def __post_init__(self) -> None:
        if self.tens == self.units or not (0 <= self.tens <= 9 and 0 <= self.units <= 9):
            raise ValueError(f"no hand: {self.tens}, {self.units}")

    @property
    def points(self) -> int:
        """The two-digit number, 1 (`10-A`) to 98 (`9-8`)."""
        return 10 * self.tens + self.units

    @property
    def swapped(self) -> Hand:
        """Tens and units card change places."""
        return Hand(self.units, self.tens)

    def __str__(self) -> str:
        return f"{face(self.tens)}-{face(self.units)}"


IDEAL = Hand(0, 1)
"""`10-A`: held by the dealer it is the ideal hand, held by anybody else the lowest."""


@dataclass(frozen=True, slots=True)
class BadHand:
    """What was typed for a hand and is none: why (codes), and for each which card is to blame, if one is."""

    typed: str | int
    reasons: tuple[tuple[str, str], ...]

    @property
    def text(self) -> str:
        """What was typed, for a sentence."""
        return shown(self.typed) if isinstance(self.typed, int) else self.typed


UNREAD_HAND = BadHand("", ())
"""Something was typed, but what could not be read."""


def parse_hand(typed: str | int) -> Hand | BadHand:
    """A hand from two cards (`5-9`, `5 9`, `8A`) or from its number (`59`, `3` and `03` are `10-3`).

    A card is `1 A a` or Cyrillic `А а` for the ace, `0` or `10` for the ten, `2` … `9`. Codes: `same_card`,
    `picture` (the dealer turns the next one), `unknown_card` (`T` is ten in English, ace in Russian),
    `no_such_hand`.
    """
    if isinstance(typed, int):
        return _number(typed, typed)
    text = typed.strip()
    if re.fullmatch(r"[-+−]?[0-9]+", text):
        return _number(int(text), typed) if re.fullmatch("[0-9]{1,2}", text) else _bad(typed, "no_such_hand")
    if glued := _TWO_CARDS.fullmatch(text):
        return _cards(glued[1], glued[2], typed)
    named = _TWO_LETTERS.fullmatch(text)
    parts = named.groups() if named else re.split(_SEPARATOR, text)
    unfit = [part for part in parts if part and not _CARD.fullmatch(part)]
    if unfit:
        reasons = (("picture" if part in _PICTURES else "unknown_card", part) for part in unfit)
        return BadHand(typed, tuple(dict.fromkeys(reasons)))
    return _cards(parts[0], parts[1], typed) if len(parts) == 2 and all(parts) else _bad(typed, "no_such_hand")


def _number(number: int, typed: str | int) -> Hand | BadHand:
    if not 0 <= number <= 99:
        return _bad(typed, "no_such_hand")
    tens, units = divmod(number, 10)
    return _bad(typed, "same_card") if tens == units else Hand(tens, units)


def _cards(tens: str, units: str, typed: str | int) -> Hand | BadHand:
    first, second = (1 if card in _ACES else int(card) % 10 for card in (tens, units))
    return _bad(typed, "same_card") if first == second else Hand(first, second)


def _bad(typed: str | int, code: str) -> BadHand:
    return BadHand(typed, ((code, ""),))
