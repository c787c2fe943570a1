"""A sentence for every code: what is wrong, and what to do about it. The core has no words of its own.

A sentence ends without a full stop, so that a code may follow. What people wrote is put in literally.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, Protocol

from scorekeeper.book_messages import BOOK, BOOK_VARYING, FINDINGS
from scorekeeper.file_messages import FILES, FILES_VARYING, INNERMOST
from scorekeeper.i18n import Lazy, _, language
from scorekeeper.table.errors import Fault, Place
from scorekeeper.table.money import DoubtfulError, show_money, show_points, typable
from scorekeeper.table.names import clean_text

Params = Mapping[str, str | int]
Texts = dict[str, str]

COMMAND_CODES: Final = frozenset(
    ["no_such_file", "folder", "too_large", "unreadable", "unwritable", "in_use", "open_elsewhere", "inexact"]
)
"""Codes of the command line's own, for files that cannot be read or written at all."""


class Coded(Protocol):
    """What a book reports, be it an error or a finding; `files` stands here too, and knows no book."""

    @property
    def code(self) -> str: ...
    @property
    def params(self) -> Params: ...


_LONGEST = 200


def sentence(fault: Fault) -> str:
    """What is wrong, in one sentence, in the language in use. KeyError for an unknown code."""
    params = _literal({**fault.params, INNERMOST: fault.place[-1][1] if fault.place else ""})
    if fault.code in _VARYING:
        return _VARYING[fault.code](params)
    return str(_ALWAYS[fault.code]) % params


def unread_number(error: ValueError, otherwise: str) -> str:
    """What to type instead of a number that may be meant in another way; of one that is none, `otherwise`."""
    if not isinstance(error, DoubtfulError):
        return otherwise
    readings = [typable(reading, language=language()) for reading in error.readings]
    if len(readings) == 1:
        return _("If it is %(number)s, type it that way, please") % {"number": readings[0]}
    said = {"one": readings[0], "other": readings[1]}
    # Translators: %(one)s and %(other)s are numbers such as 1 250 and 1.25.
    return _("It may be %(one)s or %(other)s: type it one way or the other, please") % said


def where(place: Place) -> str:
    """A place for people, outermost first: `entry 4, hand of Борис`; empty when there is none."""
    return ", ".join(_step(kind, value) for kind, value in place)


def line(fault: Fault, file: str | None = None) -> str:
    """One line for standard error: `FILE: entry 4, hand of Борис: 55 needs the same card twice (same_card)`."""
    parts = [part for part in (printable(file or ""), where(fault.place)) if part]
    return ": ".join([*parts, f"{sentence(fault)} ({fault.code})"])


def printable(path: str) -> str:
    """A file name as it is, even where the locale knows no such letters, but for what would steer a terminal."""
    strange = any("\ud800" <= char < "\udc80" or "\udcff" < char <= "\udfff" for char in path)
    content = path.encode("utf-8", "backslashreplace" if strange else "surrogateescape")
    text = content.decode("utf-8", "backslashreplace")
    return "".join(char if char.isprintable() else ascii(char)[1:-1] for char in text)


def literal(value: str | int) -> str:
    """A value for a sentence: as it is, but on one line, without control characters and not absurdly long."""
    text = clean_text(value) if isinstance(value, str) else str(value)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


def currency_shown(units: int, currency: str | None, *, sign: bool = False) -> str:
    """A sum in minor units of a currency, in the manner of the language; points where there is none."""
    if not currency:
        return show_points(units, sign=sign)
    return show_money(units, currency, language=language(), sign=sign)


def _literal(params: Params) -> Texts:
    return {key: literal(value) for key, value in params.items()}


def _step(kind: str, value: str | int) -> str:
    return str(_STEPS[kind]) % {"value": literal(value)} if kind in _STEPS else literal(value)


_STEPS: Mapping[str, str] = {
    "entry": Lazy("entry %(value)s"),
    "seat": Lazy("seat %(value)s"),
    # Translators: %(value)s is the name of a player, which cannot be declined.
    "hand": Lazy("hand of %(value)s"),
    "fine": Lazy("fine %(value)s"),
    "line": Lazy("line %(value)s"),
    "payment": Lazy("payment %(value)s"),
}
"""Other steps are keys of the file and stand for themselves."""


# --- one sentence a code ------------------------------------------------------

_ALWAYS: Mapping[str, str] = {
    **FILES,
    # The table.
    # Translators: here and below %(player)s, %(other)s, %(holder)s, … are names, which cannot be declined.
    "table_full": Lazy("The table is full (%(most)s players): somebody must leave before %(player)s joins"),
    "already_seated": Lazy("%(player)s sits at the table already"),
    "not_seated": Lazy("%(player)s is not at the table now; name somebody who is"),
    "already_away": Lazy("%(player)s sits out already"),
    "not_away": Lazy("%(player)s is not away"),
    "seating": Lazy("Everybody who has a chair is named once, clockwise: %(players)s"),
    "not_a_round": Lazy("Entry %(named)s is not a round and cannot be amended; void it and enter it anew"),
    # Translators: %(broken)s is the number of an entry in the journal.
    "breaks_entry": Lazy("With this, entry %(broken)s would be impossible; void or amend that one first"),
    # Settling.
    "on_record": Lazy("The table settles on record now; this belongs to cash play: change the mode first"),
    "not_joined": Lazy("No night joins %(payer)s and %(payee)s, be it by way of others: they have nothing to settle"),
    "no_stake": Lazy("Points are worth no money in this night: give points, not “%(value)s”"),
    "other_currency": Lazy("This night is in %(known)s, not in %(currency)s"),
    "plan_accepted": Lazy("This plan is in force already: entry %(entry)s"),
    "plan_mismatch": Lazy("By this plan %(player)s would not come out even: what is due is another sum; plan anew"),
    "plan_stray": Lazy("In a plan made this way %(payer)s has nothing to pay to %(payee)s, or not so much"),
    "not_a_plan": Lazy("Entry %(named)s is not an accepted plan"),
    "not_in_plan": Lazy("The plan of entry %(named)s has no transfer from %(payer)s to %(payee)s"),
    "not_zero": Lazy("The balances add up to %(sum)s instead of zero"),
    "not_counted": Lazy("Count the cash of everybody who has a chair, and of nobody else: %(players)s"),
    # Translators: “difference”, “shared”, “given” and “carried” are literally what the file must hold.
    "count_difference": Lazy(
        "Counted less the book is %(difference)s: say with “difference” whether it is “shared”, “given” or “carried”"
    ),
    "one_amount": Lazy("It takes points or money, not both"),
    # A round.
    # Translators: %(typed)s is what was typed for a hand, such as 55.
    "same_card": Lazy("%(typed)s needs the same card twice"),
    "picture": Lazy("%(card)s in “%(typed)s” is a picture, not a hand card: the dealer turns the next one"),
    "no_such_hand": Lazy("“%(typed)s” is no hand: it takes two different cards (5-9), or a number from 1 to 98"),
    "missing_hand": Lazy("The hand of %(player)s is missing"),
    "swap_uninsured": Lazy("Only an insured dealer may swap: enter the insurance, or no swap"),
    "swap_above_limit": Lazy("%(hand)s is above the limit of %(limit)s: the dealer cannot swap"),
    "swap_ideal": Lazy("An opened 10-A is the ideal hand and ends the round: there is nothing to swap"),
}


def _players(params: Texts) -> str:
    if params.get("hands") == "few":
        return (
            _("Hands in this round: %(count)s; it takes %(least)s to %(most)s: type the others, or clear the row")
            % params
        )
    if params.get("hands") == "many":
        return (
            _("Hands in this round: %(count)s; it takes %(least)s to %(most)s: clear those that are too many") % params
        )
    if "most" in params:
        return _("Players: %(count)s; a game begins with %(least)s to %(most)s") % params
    return _("Players at the table: %(count)s; a round takes %(least)s, so somebody must join first") % params


def _duplicate_player(params: Texts) -> str:
    if params["player"] == params["other"]:
        return _("%(player)s is named twice") % params
    if "person" in params:
        return _("%(player)s and %(other)s are one person in this book") % params
    return _("%(player)s and %(other)s are the same player: case, spaces and ё or е make no difference") % params


def _dealer(params: Texts) -> str:
    if "cell" in params:
        return _("By %(cell)s %(first)s deals first, and not %(player)s: correct one of the two") % params
    if "kept" in params:
        return _("A correction keeps the dealer: in this round %(kept)s dealt, not %(player)s") % params
    return _("%(player)s cannot deal: the dealer is somebody at the table") % params


def _unknown_entry(params: Texts) -> str:
    if params["count"] == "0":
        return _("There is no entry before this one that it could name")
    return _("There is no entry %(named)s before this one; it takes a number from 1 to %(count)s") % params


def _amount(params: Texts) -> str:
    if "beyond" in params:
        return _("“%(value)s” is too much: nobody plays for such sums") % params
    if "most" in params:
        return _("%(value)s is out of range: it takes whole points from %(least)s to %(most)s") % params
    return _("An amount must be above zero, and %(value)s is not") % params


def _same_mode(params: Texts) -> str:
    return _("The table plays for cash already") if params["mode"] == "cash" else _("The table is on record already")


def _not_owed(params: Texts) -> str:
    if "currency" not in params:
        return _("%(payer)s owes %(payee)s nothing: by no plan in force, no balances and no debt of cash play") % params
    # Translators: over all nights; %(currency)s is a code such as EUR, %(others)s one or several of them.
    if params["currency"] and params["others"]:
        return _("%(payer)s owes %(payee)s nothing in %(currency)s, but does in %(others)s") % params
    if params["currency"]:
        return _("%(payer)s owes %(payee)s nothing in %(currency)s") % params
    if params["others"]:
        return _("%(payer)s owes %(payee)s nothing where only points count, but does in %(others)s") % params
    return _("%(payer)s owes %(payee)s nothing where only points count") % params


def _money_amount(params: Texts) -> str:
    if not params["below"]:
        return _("“%(value)s” is no amount in %(currency)s; the least is %(above)s") % params
    return _("“%(value)s” is no amount in %(currency)s; the nearest are %(below)s and %(above)s") % params


def _overpaid(params: Texts) -> str:
    sums = {key: currency_shown(int(params[key]), params["currency"]) for key in ("owed", "amount")}
    # Translators: %(owed)s and %(amount)s are points, or money such as €12.50.
    return _("%(payer)s owes %(payee)s %(owed)s, so %(amount)s would be too much") % {**params, **sums}


def _unknown_player(params: Texts) -> str:
    if "of" in params:
        if params["nearest"]:
            return _("Nobody in this night is called %(player)s; did you mean %(nearest)s?") % params
        return _("Nobody in this night is called %(player)s") % params
    if params["nearest"]:
        return _("%(player)s does not play in this round; did you mean %(nearest)s?") % params
    return _("%(player)s does not play in this round") % params


def _unknown_card(params: Texts) -> str:
    if params["card"] in tuple("TtТт"):
        return _("%(card)s in “%(typed)s” is the ten in English and the ace in Russian: write 10 or A") % params
    return _("“%(card)s” in “%(typed)s” is no card: it takes A, 2 to 9, or 10 (also written 1 and 0)") % params


def _hands_after_no_cut(params: Texts) -> str:
    if "cell" in params:
        # Translators: %(cell)s is a cell of a workbook, such as Rounds!F4.
        return _("By %(cell)s the cut was missed, which ends the round: clear one of the two") % params
    return _("A missed cut ends the round: either it was cut, or there are no hands and no swap")


def _exposed_by_dealer(params: Texts) -> str:
    if "cell" in params:
        said = {**params, "other": reason_label("fine:other")}
        template = _("%(player)s deals and has no row to expose a card of: name another, or “%(other)s” in %(cell)s")
        return template % said
    return _("%(player)s deals and has no row to expose a card of: choose “other” or another player") % params


def _insurance_split(params: Texts) -> str:
    if "cell" in params:
        said = {**params, "total": rule_label("insurance_total"), "each": rule_label(params["other"])}
        # Translators: %(total)s and %(each)s are the names of two house rules, %(cell)s is the cell of the latter.
        return _("“%(total)s” and “%(each)s” (%(cell)s) exclude each other: clear one of the two") % said
    if "other" in params:
        return _("insurance_total and %(other)s exclude each other: leave one of them out") % params
    # Translators: %(opponents)s is their number.
    return _("A total of %(total)s does not divide by %(opponents)s opponents: enter an amount to each") % params


def _suit_taken(params: Texts) -> str:
    # Translators: %(suit)s is a symbol (♠ ♥ ♦ ♣), %(holder)s a name.
    template = _("%(suit)s is taken (%(holder)s): choose another suit, or none")
    return template % {**params, "suit": suit_symbol(params["suit"])}


_VARYING: Mapping[str, Callable[[Texts], str]] = {
    **FILES_VARYING,
    "players": _players,
    "amount": _amount,
    "same_mode": _same_mode,
    "duplicate_player": _duplicate_player,
    "dealer": _dealer,
    "unknown_entry": _unknown_entry,
    "not_owed": _not_owed,
    "overpaid": _overpaid,
    "money_amount": _money_amount,
    "unknown_player": _unknown_player,
    "unknown_card": _unknown_card,
    "hands_after_no_cut": _hands_after_no_cut,
    "exposed_by_dealer": _exposed_by_dealer,
    "insurance_split": _insurance_split,
    "suit_taken": _suit_taken,
}


# --- the book -----------------------------------------------------------------


def book_sentence(error: Coded) -> str:
    """What went wrong with the book, in one sentence. KeyError for an unknown code."""
    params = {key: printable(str(value)) if key in _PATHS else literal(value) for key, value in error.params.items()}
    if error.code in BOOK_VARYING:
        return BOOK_VARYING[error.code](params)
    return str(BOOK[error.code]) % params


_PATHS = ("path", "copy", "file", "beside")


def finding_sentence(finding: Coded) -> str:
    """Something that `check` found, in one sentence. KeyError for an unknown code."""
    return str(FINDINGS[finding.code]) % _literal(finding.params)


# --- words for what the games name --------------------------------------------

_SUITS = {"spades": "♠", "hearts": "♥", "diamonds": "♦", "clubs": "♣"}

_REASONS: Mapping[str, str] = {
    "insurance": Lazy("insurance"),
    "fine:exposed": Lazy("fine: exposed card"),
    "fine:no_cut": Lazy("fine: missed cut"),
    "fine:other": Lazy("fine: other"),
    "hand": Lazy("hand"),
    "ideal": Lazy("ideal hand"),
    "restore": Lazy("balances restored"),
}

_OUTCOMES = {"played": Lazy("played"), "ideal": Lazy("ideal hand"), "no_cut": Lazy("missed cut")}

_RULES: Mapping[str, tuple[str, str]] = {
    "insurance_each": (Lazy("Insurance to each"), Lazy("What an insured dealer pays to every opponent, in points")),
    "insurance_total": (Lazy("Insurance in all"), Lazy("A total instead, split equally; it must divide, in points")),
    "insured_up_to": (Lazy("Insured up to"), Lazy("The highest hand at which an insured dealer may swap his cards")),
    "fine_exposed": (Lazy("Fine for an exposed card"), Lazy("Paid to each of the others, in points")),
    "fine_no_cut": (Lazy("Fine for a missed cut"), Lazy("Paid by the dealer to each of the others, in points")),
    "fine_other": (Lazy("Other fines"), Lazy("Paid to each of the others where no other amount is named, in points")),
    "dealer_only": (Lazy("Only against the dealer"), Lazy("The others settle nothing among themselves")),
    "ideal_by_swap": (Lazy("Ideal hand by a swap"), Lazy("A-10 swapped to 10-A is an ideal hand too")),
    "ideal_stops_all": (Lazy("An ideal hand ends the round"), Lazy("The others settle nothing among themselves")),
    "no_cut_refunds_insurance": (Lazy("A missed cut gives insurance back"), Lazy("Then only the fine is paid")),
    "credit_per_opponent": (Lazy("Credit for each opponent"), Lazy("What each must have before a round of cash play")),
}


def suit_symbol(suit: str) -> str:
    """♠ ♥ ♦ ♣ for `spades`, `hearts`, `diamonds`, `clubs`; what is no suit stands for itself."""
    return _SUITS.get(suit, suit)


def reason_label(reason: str) -> str:
    """What a transfer is for, in a word or two."""
    return str(_REASONS.get(reason, reason))


def outcome_label(outcome: str) -> str:
    """How a round ended, in a word or two."""
    return str(_OUTCOMES.get(outcome, outcome))


def rule_label(key: str) -> str:
    """The name of a house rule, as a form shows it. KeyError for an unknown one."""
    return str(_RULES[key][0])


def rule_hint(key: str) -> str:
    """One line on what a house rule does. KeyError for an unknown one."""
    return str(_RULES[key][1])
