"""Random legal nights in the night-file format, and rounds broken on purpose."""

from __future__ import annotations

import random
import uuid
from collections.abc import Iterator
from datetime import datetime, timedelta, timezone
from typing import Any

from tests.independent import DEFAULT_RULES, SUITS, Refused, replay

ZERO_FINES = True  # house rules may set a fine to nothing
NAMES = (
    "Алла", "Борис", "Вадим", "Галина", "Даша", "Ёжик", "Пётр I", "[bold]Zoë[/bold]", "=1+1", "+7 (900)",
    "@SUM(A1)", "🂡 Ace", "🙂", "O'Neil \"the\" Rat", "Ж" * 60,
    "Long John Silver of the ship Hispaniola, cook and captain",
    "x", "李雷", "Jean-Luc", "a,b;c\\d", "{0} %s", "<b>&amp;</b>", "-5", "0", "Straße", "null", "שרה",
)  # fmt: skip
STAKES = (
    ("0.50", "EUR"), ("0.01", "EUR"), ("1", "EUR"), ("2.00", "USD"), ("5", "RUB"), ("0.1", "GBP"),
    ("10", "JPY"), ("1", "JPY"), ("0.005", "KWD"), ("0.25", "KWD"), ("1.250", "KWD"),
)  # fmt: skip
TITLES = ("Friday", "Пятница", "=HYPERLINK(1)", "[red]", "", "🎲 у Бориса")
NOTES = ("touched the row", "после «готов»", "=2*2", "[i]x[/i]")
ACES = ("1", "A", "a", "А", "а")


# --- one record ----------------------------------------


def card(rng: random.Random, rank: int) -> str:
    """One way to type a card; the ten is rank 0."""
    return rng.choice(ACES) if rank == 1 else rng.choice(("0", "10")) if rank == 0 else str(rank)


def spelled(rng: random.Random, value: int) -> str | int:
    """One way to type a hand."""
    tens, units = divmod(value, 10)
    ways: list[str | int] = [
        f"{card(rng, tens)}-{card(rng, units)}",
        f"{card(rng, tens)} {card(rng, units)}",
        f"{tens}{units}",
        value,
    ]
    if tens == 0:
        ways.append(str(units))
    return rng.choice(ways)


def any_hand(rng: random.Random, lowest: int = 1, highest: int = 98) -> int:
    """A hand that two different cards make."""
    values = [value for value in range(max(1, lowest), min(98, highest) + 1) if value // 10 != value % 10]
    return rng.choice(values or [1])


def record(rng: random.Random, seated: list[str], dealer: str, rules: dict[str, Any]) -> dict[str, Any]:
    """A legal record of one round."""
    made: dict[str, Any] = {}
    limit = rules["insured_up_to"]
    splits = rules["insurance_total"] is None or rules["insurance_total"] % (len(seated) - 1) == 0
    choice = rng.random()
    insured = choice < 0.6
    if choice < 0.4 and splits:
        made["insured"] = True
    elif insured:
        made["insured"] = rng.choice((1, 7, 10, 12, 25, 150))
    elif choice < 0.7:
        made["insured"] = False

    fines: list[dict[str, Any]] = []
    while rng.random() < 0.2 and len(fines) < 4:
        name = rng.choice(seated)
        kinds = ("other",) if name == dealer else ("exposed", "exposed", "other")
        fine: dict[str, Any] = {"player": name, "kind": rng.choice(kinds)}
        if rng.random() < 0.3:
            fine["each"] = rng.choice((1, 5, 20, 75))
        if rng.random() < 0.2:
            fine["note"] = rng.choice(NOTES)
        fines.append(fine)
    if fines or rng.random() < 0.05:
        made["fines"] = fines

    if rng.random() < 0.08:
        made["cut"] = "missed"
        return made
    if rng.random() < 0.3:
        made["cut"] = rng.choice(("cut", "trusted"))

    hands = {name: any_hand(rng) for name in seated}
    for name in seated:
        if rng.random() < 0.1:
            hands[name] = rng.choice((1, 1, 10, 98, 89, *hands.values()))
    choice = rng.random()
    if choice < 0.12:
        hands[dealer] = 1
    elif choice < 0.24:
        hands[dealer] = 10
    elif choice < 0.45:
        hands[dealer] = any_hand(rng, 1, limit)
    elif choice < 0.55:
        hands[dealer] = any_hand(rng, limit, limit + 4)
    may_swap = insured and hands[dealer] != 1 and hands[dealer] <= limit
    if may_swap and rng.random() < 0.6:
        made["swap"] = True
    elif rng.random() < 0.15:
        made["swap"] = False
    order = list(seated)
    rng.shuffle(order)
    made["hands"] = {name: spelled(rng, hands[name]) for name in order}
    return made


def house_rule(rng: random.Random, rules: dict[str, Any]) -> dict[str, Any]:
    """A change of one rule."""
    key = rng.choice(tuple(DEFAULT_RULES))
    value: Any
    if isinstance(DEFAULT_RULES[key], bool):
        value = not rules[key] if rng.random() < 0.8 else rules[key]
    elif key == "insurance_total":
        value = rng.choice((12, 30, 60, 25, 10, None, None))
    elif key == "insured_up_to":
        value = rng.choice((20, 30, 31, 40, 98))
    elif key == "credit_per_opponent":
        value = rng.choice((20, 50, 100, 150))
    else:
        amounts = [1, 5, 10, 15, 40]
        if key.startswith("fine_") and ZERO_FINES:
            amounts.append(0)
        value = rng.choice(amounts)
    return {key: value}


def house_rules(rng: random.Random, rules: dict[str, Any], most: int) -> dict[str, Any]:
    """Several changes in one object, never both readings of the insurance."""
    changes: dict[str, Any] = {}
    for _ in range(rng.randint(1, most)):
        changes |= house_rule(rng, rules)
    if "insurance_total" in changes and "insurance_each" in changes:
        del changes[rng.choice(("insurance_total", "insurance_each"))]
    return changes


# --- a night ----------------------------------------


def random_night(rng: random.Random, *, rounds: int, mode: str | None = None) -> dict[str, Any]:
    """A legal night with so many rounds entered (some may be void in the end)."""
    pool = rng.sample(NAMES, 9)
    size = rng.choice((2, 2, 3, 3, 4, 4, 4))
    cash = (mode or rng.choice(("record", "cash"))) == "cash"
    wealth = rng.choice((0, 30, 150, 400))
    offset, zone = rng.choice(((3, "Europe/Moscow"), (0, "UTC"), (9, "Asia/Tokyo")))
    now = datetime(2026, 11, 27, 20, 15, tzinfo=timezone(timedelta(hours=offset)))
    suits = rng.sample(SUITS, 4)

    night: dict[str, Any] = {"format": "scorekeeper.night/1", "game": "decarte"}
    if rng.random() < 0.3:
        night["uuid"] = str(uuid.UUID(int=rng.getrandbits(128), version=4))
    if rng.random() < 0.5:
        night["title"] = rng.choice(TITLES)
    if cash or mode or rng.random() < 0.5:
        night["mode"] = "cash" if cash else "record"
    if rng.random() < 0.6:
        night |= {"started_at": now.isoformat(), "zone": zone}
    if rng.random() < 0.6:
        point, currency = rng.choice(STAKES)
        night["stake"] = {"point": point, "currency": currency}
    if rng.random() < 0.6:
        night["rules"] = house_rules(rng, DEFAULT_RULES, 6)
    night["seats"] = []
    for place in range(size):
        seat: dict[str, Any] = {"player": pool[place]}
        if rng.random() < 0.5:
            seat["suit"] = suits[place]
        if cash and rng.random() < 0.9:
            seat["credit"] = rng.randint(0, wealth)
        night["seats"].append(seat)
    night["dealer"] = rng.choice(pool[:size])
    journal: list[dict[str, Any]] = []
    night["journal"] = journal

    names_dealers = rng.choice((0.0, 0.3, 1.0))
    stamps = rng.choice((0.0, 0.5, 1.0)) if "started_at" in night else 0.0
    state = replay(night)

    def enter(kind: str, what: dict[str, Any]) -> bool:
        """Append an entry, unless the night would not be legal then."""
        nonlocal state, now
        entry: dict[str, Any] = {kind: what}
        now += timedelta(seconds=rng.randint(20, 900))
        if rng.random() < stamps:
            entry["at"] = now.isoformat()
        journal.append(entry)
        try:
            state = replay(night)
        except Refused:
            journal.pop()
            return False
        return True

    def join() -> None:
        here = [name for name in state["ring"] if name in state["here"]]
        away = [name for name in state["ring"] if name not in state["here"]]
        if len(here) >= 4:
            return
        fresh = [name for name in pool if name not in state["balances"]]
        who = rng.choice(away if away and (not fresh or rng.random() < 0.6) else fresh)
        if state["last"] in away and rng.random() < 0.4:
            who = state["last"]
        what: dict[str, Any] = {"player": who, "left_of": rng.choice(here)}
        if rng.random() < 0.4:
            what["suit"] = rng.choice([suit for suit in SUITS if suit not in state["suits"].values()])
        if cash and rng.random() < 0.8:
            what["credit"] = rng.randint(0, wealth)
        enter("join", what)

    def leave() -> None:
        here = [name for name in state["ring"] if name in state["here"]]
        who = rng.choice(here)
        if rng.random() < 0.4:
            who = state["last"] if state["last"] in here else state["dealer"] or who
        if len(here) > 1 and (len(here) > 2 or rng.random() < 0.4):
            enter("leave", {"player": who})

    def correct() -> None:
        if not state["played"]:
            return
        was = rng.choice(state["played"])
        what: dict[str, Any] = {
            "entry": was["entry"],
            "round": record(rng, was["seated"], was["dealer"], was["rules"]),
        }
        if rng.random() < 0.2:
            what["round"]["dealer"] = was["dealer"]
        if rng.random() < 0.5:
            what["reason"] = rng.choice(NOTES)
        enter("amend", what)

    def void() -> None:
        if not journal:
            return
        standing = [place for place in range(len(journal)) if state["alive"][place]]
        voids = [place for place in standing if "void" in journal[place]]
        choice = rng.random()
        place = standing[-1] if choice < 0.4 else rng.randrange(len(journal))
        if voids and choice > 0.7:
            place = voids[-1]
        what: dict[str, Any] = {"entry": place + 1}
        if rng.random() < 0.5:
            what["reason"] = rng.choice(NOTES)
        enter("void", what)

    entered = 0
    while True:
        busy = rng.random()
        if busy < 0.10:
            leave()
        elif busy < 0.20:
            join()
        elif busy < 0.25:
            enter("rules", house_rules(rng, state["rules"], 2))
        elif busy < 0.32 and cash:
            here = [name for name in state["ring"] if name in state["here"]]
            enter("credit", {"player": rng.choice(here), "points": rng.randint(1, max(wealth, 40))})
        elif busy < 0.39:
            correct()
        elif busy < 0.47:
            void()
        elif entered >= rounds:
            return night
        else:
            while len(state["here"]) < 2:
                join()
            seated = [name for name in state["ring"] if name in state["here"]]
            dealer = rng.choice(seated) if rng.random() < 0.06 else state["dealer"]
            made = record(rng, seated, dealer, state["rules"])
            if dealer != state["dealer"] or rng.random() < names_dealers:
                made["dealer"] = dealer
            entered += enter("round", made)


# --- broken rounds ----------------------------------------

BAD_HANDS: tuple[tuple[Any, str], ...] = (
    ("5-5", "same_card"), ("5 5", "same_card"), ("55", "same_card"), (55, "same_card"), (0, "same_card"),
    ("00", "same_card"), ("10-10", "same_card"), ("A-а", "same_card"), ("1 А", "same_card"),
    ("0-10", "same_card"), ("123", "no_such_hand"),
    ("K-5", "picture"), ("5-Q", "picture"), ("J 10", "picture"), ("10-K", "picture"),
    ("T-5", "unknown_card"), ("5-Т", "unknown_card"), ("X-2", "unknown_card"), ("11-5", "unknown_card"),
    (100, "no_such_hand"), ("100", "no_such_hand"), (-5, "no_such_hand"), (591, "no_such_hand"),
)  # fmt: skip
BREAKS = (
    "hand", "missing", "stranger", "stranger fined", "no cut", "swap uninsured", "swap above", "swap ideal",
    "exposed", "fine amount", "insured amount", "split", "dealer",
)  # fmt: skip
CLASHES = (
    {"no cut", "hand"}, {"no cut", "missing"}, {"no cut", "stranger"}, {"no cut", "swap uninsured"},
    {"no cut", "swap above"}, {"no cut", "swap ideal"}, {"swap uninsured", "swap above"},
    {"swap uninsured", "swap ideal"}, {"swap above", "swap ideal"}, {"insured amount", "swap uninsured"},
    {"insured amount", "swap above"}, {"insured amount", "swap ideal"}, {"insured amount", "split"},
    {"split", "swap uninsured"}, {"split", "swap above"}, {"split", "swap ideal"}, {"dealer", "exposed"},
    {"dealer", "swap above"}, {"dealer", "swap ideal"}, {"dealer", "swap uninsured"},
)  # fmt: skip


def broken_round(rng: random.Random, breaks: set[str]) -> tuple[dict[str, Any], set[str]]:
    """A night of one round that has these faults, and their codes."""
    size = rng.choice((3, 4)) if breaks & {"split", "hand", "missing"} else rng.choice((2, 3, 4))
    *names, stranger = rng.sample(NAMES, size + 1)
    dealer = rng.choice(names)
    others = [name for name in names if name != dealer]
    hands: dict[str, Any] = {name: spelled(rng, any_hand(rng)) for name in names}
    hands[dealer] = spelled(rng, any_hand(rng, 2, 30))
    made: dict[str, Any] = {"hands": hands}
    fines: list[dict[str, Any]] = []
    rules: dict[str, Any] = {}
    codes: set[str] = set()
    named = dealer

    if "hand" in breaks:
        # never the last of the others: his hand may be the missing one
        for name in others[: rng.randint(1, len(others) - 1)]:
            hands[name], code = rng.choice(BAD_HANDS)
            codes.add(code)
    if "missing" in breaks:
        del hands[others[-1]]
        codes.add("missing_hand")
    if "stranger" in breaks:
        hands[stranger] = spelled(rng, any_hand(rng))
        codes.add("unknown_player")
    if "stranger fined" in breaks:
        fines.append({"player": stranger, "kind": "other"})
        codes.add("unknown_player")
    if "no cut" in breaks:
        made["cut"] = "missed"
        codes.add("hands_after_no_cut")
    if "swap uninsured" in breaks:
        made["swap"] = True
        codes.add("swap_uninsured")
    if "swap above" in breaks:
        made |= {"swap": True, "insured": True}
        hands[dealer] = spelled(rng, any_hand(rng, 31))
        codes.add("swap_above_limit")
    if "swap ideal" in breaks:
        made |= {"swap": True, "insured": True}
        hands[dealer] = spelled(rng, 1)
        codes.add("swap_ideal")
    if "exposed" in breaks:
        fines.append({"player": dealer, "kind": "exposed"})
        codes.add("exposed_by_dealer")
    if "fine amount" in breaks:
        fines.append({"player": rng.choice(others), "kind": "other", "each": rng.choice((0, -1, -10))})
        codes.add("amount")
    if "insured amount" in breaks:
        made["insured"] = rng.choice((0, -1, -10))
        codes.add("amount")
    if "split" in breaks:
        made["insured"] = True
        rules["insurance_total"] = 25
        codes.add("insurance_split")
    if "dealer" in breaks:
        made["dealer"] = stranger
        codes.add("dealer")
    if fines or rng.random() < 0.2:
        rng.shuffle(fines)
        made["fines"] = fines
    night = {
        "format": "scorekeeper.night/1",
        "game": "decarte",
        "rules": rules,
        "seats": [{"player": name} for name in names],
        "dealer": named,
        "journal": [{"round": made}],
    }
    return night, codes


def broken_rounds(rng: random.Random) -> Iterator[tuple[dict[str, Any], set[str]]]:
    """Every fault alone, every pair that can go together, then a hundred heaps of them."""

    def fits(breaks: set[str]) -> bool:
        return not any(clash <= breaks for clash in CLASHES)

    for one in BREAKS:
        for _ in range(4):
            yield broken_round(rng, {one})
    for one in BREAKS:
        for two in BREAKS:
            if one < two and fits({one, two}):
                yield broken_round(rng, {one, two})
    heaps = 0
    while heaps < 100:
        breaks = set(rng.sample(BREAKS, rng.randint(3, 6)))
        if fits(breaks):
            heaps += 1
            yield broken_round(rng, breaks)
