"""A second computation of a Decarte night, written from the rule text alone, to check the program against."""

from __future__ import annotations

import re
import unicodedata
from decimal import Decimal, InvalidOperation
from typing import Any

SUITS = ("spades", "hearts", "diamonds", "clubs")
DEFAULT_RULES: dict[str, Any] = {
    "insurance_each": 10,
    "insurance_total": None,
    "insured_up_to": 30,
    "fine_exposed": 10,
    "fine_no_cut": 10,
    "fine_other": 10,
    "dealer_only": False,
    "ideal_by_swap": True,
    "ideal_stops_all": True,
    "no_cut_refunds_insurance": False,
    "credit_per_opponent": 100,
}
KINDS = ("round", "join", "leave", "credit", "rules", "amend", "void")
MINOR_DIGITS = {"JPY": 0, "KRW": 0, "EUR": 2, "USD": 2, "RUB": 2, "GBP": 2, "KWD": 3, "BHD": 3}
CARDS = {"1": 1, "A": 1, "a": 1, "А": 1, "а": 1, "0": 0, "10": 0} | {str(n): n for n in range(2, 10)}
PICTURES = frozenset("JQKjqkВДКвдк")


class Refused(Exception):
    """The night is not legal: the codes of all faults of its first faulty entry."""

    def __init__(self, codes: set[str]) -> None:
        super().__init__(", ".join(sorted(codes)))
        self.codes = codes


# --- one round ----------------------------------------


def same_person(name: str) -> str:
    """What two spellings of one name have in common."""
    folded = unicodedata.normalize("NFC", name).casefold().replace("ё", "е")
    return " ".join(folded.split())


def read_hand(raw: Any) -> tuple[int, set[str]]:
    """The value of a typed hand (0 when faulty) and the codes of its faults."""
    if isinstance(raw, bool) or not isinstance(raw, int | str):
        return 0, {"wrong_type"}
    text = str(raw).strip()
    if re.fullmatch(r"-?[0-9]+", text):
        if not re.fullmatch(r"[0-9]{1,2}", text):
            return 0, {"no_such_hand"}
        cards = [int(text) // 10, int(text) % 10]
    else:
        typed = re.split(r"[\s-]+", text)
        if len(typed) != 2 or "" in typed:
            return 0, {"no_such_hand"}
        codes = {"picture" if card in PICTURES else "unknown_card" for card in typed if card not in CARDS}
        if codes:
            return 0, codes
        cards = [CARDS[card] for card in typed]
    if cards[0] == cards[1]:
        return 0, {"same_card"}
    return cards[0] * 10 + cards[1], set()


def from_left(seated: list[str], name: str) -> list[str]:
    """Everybody but `name`, clockwise from his left."""
    at = seated.index(name)
    return seated[at + 1 :] + seated[:at]


def play(seated: list[str], dealer: str, rules: dict[str, Any], record: dict[str, Any]) -> dict[str, Any]:
    """What one round comes to; all faults of the record are refused at once."""
    faults: set[str] = set()
    dealer_here = dealer in seated
    if not dealer_here:
        faults.add("dealer")

    fines: list[tuple[str, str, int]] = []
    for fine in record.get("fines") or []:
        each = fine.get("each", rules["fine_" + fine["kind"]])
        if "each" in fine and each <= 0:
            faults.add("amount")
        if fine["player"] not in seated:
            faults.add("unknown_player")
        elif fine["kind"] == "exposed" and fine["player"] == dealer:
            faults.add("exposed_by_dealer")
        fines.append((fine["player"], fine["kind"], each))

    insured = record.get("insured", False)
    compensation = 0
    if insured is True:
        compensation = rules["insurance_each"]
        if rules["insurance_total"] is not None:
            compensation, over = divmod(rules["insurance_total"], len(seated) - 1)
            if over:
                faults.add("insurance_split")
    elif insured is not False:
        compensation = insured
        if insured <= 0:
            faults.add("amount")

    missed = record.get("cut", "cut") == "missed"
    swap = record.get("swap", False)
    typed = record.get("hands") or {}
    hands: dict[str, int] = {}
    if missed:
        if typed or swap:
            faults.add("hands_after_no_cut")
    else:
        for name in seated:
            if name not in typed:
                faults.add("missing_hand")
        for name, raw in typed.items():
            value, codes = read_hand(raw)
            faults |= codes
            if name not in seated:
                faults.add("unknown_player")
            if not codes:
                hands[name] = value
        if swap and insured is False:
            faults.add("swap_uninsured")
        elif swap and dealer_here and dealer in hands:
            if hands[dealer] == 1:
                faults.add("swap_ideal")
            elif hands[dealer] > rules["insured_up_to"]:
                faults.add("swap_above_limit")
    if faults:
        raise Refused(faults)

    lines: list[tuple[str, str, int, str]] = []
    for name, kind, each in fines:
        lines += [(name, other, each, "fine:" + kind) for other in from_left(seated, name)]
    if insured is not False and not (missed and rules["no_cut_refunds_insurance"]):
        lines += [(dealer, other, compensation, "insurance") for other in from_left(seated, dealer)]

    outcome = "played"
    event = False
    leaders: list[str] = []
    if missed:
        outcome = "no_cut"
        lines += [(dealer, other, rules["fine_no_cut"], "fine:no_cut") for other in from_left(seated, dealer)]
    else:
        opened = hands[dealer]
        event = insured is not False and opened != 1 and opened <= rules["insured_up_to"]
        if swap:
            hands[dealer] = opened % 10 * 10 + opened // 10
        ideal = hands[dealer] == 1 and (opened == 1 or rules["ideal_by_swap"])
        settling = [dealer, *from_left(seated, dealer)]
        if ideal:
            outcome = "ideal"
            leaders = [dealer]
            lines += [(name, dealer, hands[name], "ideal") for name in from_left(seated, dealer)]
            settling = [] if rules["ideal_stops_all"] else settling[1:]
        else:
            best = max(hands.values())
            leaders = [name for name in seated if hands[name] == best]
        for payer in settling:
            for payee in from_left(seated, payer):
                if payee not in settling or (rules["dealer_only"] and dealer not in (payer, payee)):
                    continue
                if hands[payer] < hands[payee]:
                    lines.append((payer, payee, hands[payee] - hands[payer], "hand"))

    transfers = [
        {"payer": payer, "payee": payee, "points": points, "reason": reason}
        for payer, payee, points, reason in lines
        if points
    ]
    net = dict.fromkeys(seated, 0)
    for payer, payee, points, _ in lines:
        net[payer] -= points
        net[payee] += points
    return {
        "dealer": dealer,
        "outcome": outcome,
        "insured_event": event,
        "swapped": bool(swap),
        "leaders": leaders,
        "hands": {name: hands[name] for name in seated if name in hands},
        "transfers": transfers,
        "net": net,
    }


# --- cash ----------------------------------------


def pay_debts(stacks: dict[str, int], debts: list[list[Any]], name: str) -> None:
    """`name` has received money: he pays what he owes to those present, oldest first; so do they."""
    receivers = [name]
    while receivers:
        debtor = receivers.pop(0)
        for debt in debts:
            owing, creditor, points = debt
            if owing == debtor and creditor in stacks and min(points, stacks[debtor]) > 0:
                paid = min(points, stacks[debtor])
                stacks[debtor] -= paid
                stacks[creditor] += paid
                debt[2] -= paid
                receivers.append(creditor)
    debts[:] = [debt for debt in debts if debt[2]]


def hand_over(stacks: dict[str, int], debts: list[list[Any]], payer: str, payee: str, points: int) -> None:
    """One payment in cash: what there is, then set-off, then a debt; at last what the payee owes."""
    paid = min(points, stacks[payer])
    stacks[payer] -= paid
    stacks[payee] += paid
    rest = points - paid
    for debt in debts:
        if debt[0] == payee and debt[1] == payer:
            off = min(rest, debt[2])
            debt[2] -= off
            rest -= off
    debts[:] = [debt for debt in debts if debt[2]]
    if rest:
        debts.append([payer, payee, rest])
    if paid:
        pay_debts(stacks, debts, payee)


# --- the table ----------------------------------------


def next_dealer(ring: list[str], here: set[str], named: str, last: str | None) -> str | None:
    """Who deals the next round; `ring` holds the empty chairs too, under the name of who left them."""
    if len(here) < 2:
        return None
    if last is None and named in here:
        return named
    return next(name for name in from_left(ring, last or named) if name in here)


def free_suit(suits: dict[str, str], named: list[str]) -> str:
    """The first suit that nobody present holds and no seat names."""
    return next(suit for suit in SUITS if suit not in suits.values() and suit not in named)


def trade(suits: dict[str, str], last: str | None, dealer: str | None) -> None:
    """The last dealer, if still there, and the new one exchange suits."""
    if last is None or dealer is None:
        return
    if last in suits and dealer in suits:
        suits[last], suits[dealer] = suits[dealer], suits[last]


def merge_rules(rules: dict[str, Any], change: dict[str, Any]) -> dict[str, Any]:
    """The rules in force after a change."""
    codes: set[str] = set()
    if "insurance_each" in change and change.get("insurance_total") is not None:
        codes.add("insurance_split")
    for key, value in change.items():
        if key not in DEFAULT_RULES:
            codes.add("unknown_key")
        elif isinstance(value, int) and value < 0:
            codes.add("amount")
    if codes:
        raise Refused(codes)
    return {**rules, **change}


def effective(journal: list[dict[str, Any]]) -> tuple[list[bool], dict[int, dict[str, Any]]]:
    """Which entries count, and for amended rounds (by index) the record that counts instead."""
    alive = [True] * len(journal)
    for index in range(len(journal) - 1, -1, -1):
        if alive[index] and "void" in journal[index]:
            target = journal[index]["void"]["entry"]
            if 1 <= target <= index:
                alive[target - 1] = False
    amended: dict[int, dict[str, Any]] = {}
    for index, entry in enumerate(journal):
        if not alive[index]:
            continue
        for kind in ("amend", "void"):
            if kind in entry and not 1 <= entry[kind]["entry"] <= index:
                raise Refused({"unknown_entry"})
        if "amend" in entry:
            target = entry["amend"]["entry"] - 1
            if "round" not in journal[target]:
                raise Refused({"not_a_round"})
            amended[target] = entry["amend"]["round"]
    return alive, amended


def replay(night: dict[str, Any]) -> dict[str, Any]:
    """Everything that the night comes to, entry after entry."""
    seats = night["seats"]
    cash = night.get("mode", "record") == "cash"
    ring: list[str] = [seat["player"] for seat in seats]
    named_dealer: str = night["dealer"]
    codes: set[str] = set()
    if not 2 <= len(seats) <= 4:
        codes.add("players")
    if any(not same_person(name) for name in ring):
        codes.add("empty_name")
    if len({same_person(name) for name in ring}) < len(ring):
        codes.add("duplicate_player")
    if named_dealer not in ring:
        codes.add("dealer")
    given = [seat["suit"] for seat in seats if "suit" in seat]
    if len(set(given)) < len(given):
        codes.add("suit_taken")
    if any(seat.get("credit", 0) < 0 for seat in seats):
        codes.add("amount")
    if codes:
        raise Refused(codes)

    rules = merge_rules(DEFAULT_RULES, night.get("rules", {}))
    here = set(ring)
    suits: dict[str, str] = {}
    stacks: dict[str, int] = {}
    for seat in seats:
        suits[seat["player"]] = seat.get("suit") or free_suit(suits, given)
        if cash:
            stacks[seat["player"]] = seat.get("credit", 0)
    debts: list[list[Any]] = []
    balances = dict.fromkeys(ring, 0)
    last: str | None = None
    rounds: list[dict[str, Any]] = []
    played: list[dict[str, Any]] = []

    alive, amended = effective(night["journal"])
    for index, entry in enumerate(night["journal"]):
        kinds = [key for key in entry if key != "at"]
        if len(kinds) != 1 or kinds[0] not in KINDS:
            raise Refused({"unknown_kind"})
        if not alive[index]:
            continue
        kind = kinds[0]
        what = entry[kind]

        if kind == "round":
            if len(here) < 2:
                raise Refused({"players"})
            seated = [name for name in ring if name in here]
            dealer = str(what.get("dealer") or next_dealer(ring, here, named_dealer, last))
            record = amended.get(index, what)
            if record.get("dealer", dealer) != dealer:
                raise Refused({"dealer"})
            result = play(seated, dealer, rules, record)
            trade(suits, last, dealer)
            last = dealer
            for line in result["transfers"]:
                balances[line["payer"]] -= line["points"]
                balances[line["payee"]] += line["points"]
                if cash:
                    hand_over(stacks, debts, line["payer"], line["payee"], line["points"])
            rounds.append({"number": len(rounds) + 1, **result, "balances": dict(balances)})
            played.append({"entry": index + 1, "seated": seated, "dealer": dealer, "rules": rules})

        elif kind == "join":
            name, neighbour = what["player"], what["left_of"]
            if name in here or same_person(name) in {same_person(other) for other in here}:
                codes.add("already_seated")
            if neighbour not in here:
                codes.add("not_seated")
            if len(here) >= 4:
                codes.add("table_full")
            if what.get("suit") in suits.values():
                codes.add("suit_taken")
            if what.get("credit", 0) < 0:
                codes.add("amount")
            if codes:
                raise Refused(codes)
            if name in ring:
                ring.remove(name)  # the chair that he left long ago
            ring.insert(ring.index(neighbour) + 1, name)
            here.add(name)
            suits[name] = what.get("suit") or free_suit(suits, [])
            balances.setdefault(name, 0)
            if cash:
                stacks[name] = what.get("credit", 0)
                pay_debts(stacks, debts, name)

        elif kind == "leave":
            name = what["player"]
            if name not in here:
                raise Refused({"not_seated"})
            here.remove(name)
            del suits[name]
            stacks.pop(name, None)

        elif kind == "credit":
            if what["player"] not in here:
                codes.add("not_seated")
            if what["points"] <= 0:
                codes.add("amount")
            if codes:
                raise Refused(codes)
            stacks[what["player"]] += what["points"]
            pay_debts(stacks, debts, what["player"])

        elif kind == "rules":
            rules = merge_rules(rules, what)

    return {
        "ring": ring, "here": here, "suits": suits, "stacks": stacks, "debts": debts, "balances": balances,
        "last": last, "rounds": rounds, "played": played, "rules": rules, "cash": cash,
        "dealer": next_dealer(ring, here, named_dealer, last), "alive": alive,
    }  # fmt: skip


# --- the whole answer ----------------------------------------


def fewest_transfers(amounts: list[int]) -> int:
    """The fewest payments that clear these balances: people less the most groups that sum to zero."""
    amounts = [amount for amount in amounts if amount]
    sums = [0] * (1 << len(amounts))
    groups = [0] * (1 << len(amounts))
    for subset in range(1, 1 << len(amounts)):
        members = [place for place in range(len(amounts)) if subset >> place & 1]
        sums[subset] = sums[subset ^ (1 << members[0])] + amounts[members[0]]
        groups[subset] = max(groups[subset ^ (1 << place)] for place in members) + (sums[subset] == 0)
    return len(amounts) - groups[-1]


def money(points: int, stake: dict[str, str] | None) -> str | None:
    """What the points are worth, with all digits of the currency; None when nothing is at stake."""
    if stake is None:
        return None
    if stake["currency"] not in MINOR_DIGITS:
        raise Refused({"currency"})
    digits = MINOR_DIGITS[stake["currency"]]
    try:
        minor = Decimal(stake["point"]).scaleb(digits)
    except InvalidOperation:
        raise Refused({"point_value"}) from None
    if not minor.is_finite() or minor <= 0 or minor != int(minor):
        raise Refused({"point_value"})
    units = str(abs(points) * int(minor)).rjust(digits + 1, "0")
    shown = units[:-digits] + "." + units[-digits:] if digits else units
    return "-" + shown if points < 0 else shown


def score(night: dict[str, Any]) -> dict[str, Any]:
    """What `score --format json` prints, with `settlement_balances` and `settlement_count` for the plan."""
    money(0, night.get("stake"))
    end = replay(night)
    seats = [name for name in end["ring"] if name in end["here"]]
    rules, stacks, balances = end["rules"], end["stacks"], end["balances"]

    people = list(balances)
    between = {(one, two): 0 for one in people for two in people}
    for played in end["rounds"]:
        for line in played["transfers"]:
            between[line["payer"], line["payee"]] += line["points"]
    pairs = [
        {"debtor": one, "creditor": two, "points": between[one, two] - between[two, one]}
        for one in people
        for two in people
        if between[one, two] > between[two, one]
    ]

    to_clear = dict(balances)
    credit: dict[str, Any] = {"required": None, "stacks": {}, "short": [], "debts": []}
    if end["cash"]:
        to_clear = dict.fromkeys(people, 0)
        for debtor, creditor, points in end["debts"]:
            to_clear[debtor] -= points
            to_clear[creditor] += points
        required = rules["credit_per_opponent"] * max(len(seats) - 1, 0)
        credit = {
            "required": required,
            "stacks": {name: stacks[name] for name in seats},
            "short": [name for name in seats if stacks[name] < required],
            "debts": [dict(zip(("debtor", "creditor", "points"), debt, strict=True)) for debt in end["debts"]],
        }

    suits = dict(end["suits"])
    trade(suits, end["last"], end["dealer"])
    return {
        "format": "scorekeeper.score/1",
        "rounds": end["rounds"],
        "balances": balances,
        "pairs": pairs,
        "settlement_balances": {name: points for name, points in to_clear.items() if points},
        "settlement_count": fewest_transfers(list(to_clear.values())),
        "credit": credit,
        "next": {"dealer": end["dealer"], "seats": seats, "suits": {name: suits[name] for name in seats}},
    }
