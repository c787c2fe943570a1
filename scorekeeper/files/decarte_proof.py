"""Decarte computed a second time, by live formulas: every round from the hands that were typed and the house rules of
that round (rules, A round stage by stage)."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from scorekeeper.files import decarte_formulas as of
from scorekeeper.files.cells import COUNT, POINTS, SIGNED_POINTS, Column, Formula, Value
from scorekeeper.files.decarte_columns import cut_word
from scorekeeper.files.decarte_formulas import Sources
from scorekeeper.files.package import Book
from scorekeeper.files.proof import Areas, Line, RoundsProof, Template, agrees, differs
from scorekeeper.files.sheet import Area
from scorekeeper.files.sheet_text import literal
from scorekeeper.files.view import View, flag_format
from scorekeeper.files.workbook_rounds import NUMBER
from scorekeeper.games.decarte.round import Cut, Record
from scorekeeper.i18n import _, pgettext
from scorekeeper.messages import outcome_label, reason_label, rule_label
from scorekeeper.table.journal import Amend, Void
from scorekeeper.table.standing import PlayedRound


def decarte_proof(book: Book, view: View, areas: Areas) -> RoundsProof:
    """House rules, fines, and the proof of every round."""
    sets = _rule_sets(view)
    rules = _house_rules(book, view, sets)
    numbers = {played.number: number for number, (_first, _rules, rounds) in enumerate(sets, 1) for played in rounds}
    named = frozenset(entry.entry for entry in view.night.journal if isinstance(entry, Amend | Void))
    fines = pgettext("sheet", "Fines")
    count = sum(len(played.record.fines) for played in view.standing.rounds)
    source = Sources(view, areas, rules, Area(fines, 2, count))
    checked = _fines(book, fines, source, numbers)
    return _rounds(book, source, numbers, named, checked)


_RuleSet = tuple[int, Any, tuple[PlayedRound, ...]]
"""The first round under these rules, the rules, and the rounds."""


def _rule_sets(view: View) -> list[_RuleSet]:
    found = [(rules, tuple(rounds)) for rules, rounds in groupby(view.standing.rounds, key=lambda played: played.rules)]
    sets = [(rounds[0].number, rules, rounds) for rules, rounds in found]
    if not sets or sets[-1][1] != view.standing.rules:  # agreed on for the next round
        sets.append((len(view.standing.rounds) + 1, view.standing.rules, ()))
    return sets


def _house_rules(book: Book, view: View, sets: list[_RuleSet]) -> Area:
    fields = view.standing.game.rule_fields
    page = book.sheet(_("House rules"), frozen="C2")
    columns = [Column(rule_label(one.key), flag_format() if one.is_flag else POINTS, typed=True) for one in fields]
    rows = (
        [number, first, *(_number(getattr(rules, one.key)) for one in fields)]
        for number, (first, rules, _rounds) in enumerate(sets, start=1)
    )
    area = page.whole_table("HouseRules", [Column(_("Set"), COUNT), Column(_("From round"), COUNT), *columns], rows)
    page.done()
    return area


def _number(value: int | bool | None) -> int | None:
    return None if value is None else int(value)


def _fines(book: Book, title: str, source: Sources, sets: dict[int, int]) -> Area:
    page = book.sheet(title)
    view, rules = source.view, source.rules
    exposed = literal(reason_label("fine:exposed"))
    by_kind = [source.rule(key, "$E§") for key in ("fine_exposed", "fine_other")]
    in_set = Template(of.set_of(rules, "$A§"))
    each = Template(f'IF($F§="",IF($D§={exposed},{by_kind[0]},{by_kind[1]}),$F§)')
    round_row = f"MATCH($A§,{source.areas.rounds.column(NUMBER)},0)"
    agree = Template(of.fine_agrees(source, round_row))

    def rows() -> Iterator[tuple[Value, ...]]:
        for played in view.standing.rounds:
            for fine in played.record.fines:
                row = page.row + 1
                yield (
                    played.number,
                    played.entry,
                    fine.player,
                    reason_label(f"fine:{fine.kind}"),
                    Formula(in_set.at(row), sets[played.number]),
                    fine.each,
                    Formula(each.at(row), fine.points(played.rules)),
                    fine.note or None,
                    Formula(agree.at(row), agrees()),
                )

    area = page.whole_table(
        "Fines",
        [
            Column(_("Round"), COUNT),
            Column(_("Entry"), COUNT),
            Column(_("Player"), typed=True),
            Column(_("Kind"), typed=True),
            Column(_("Set of house rules"), COUNT),
            Column(_("Amount named"), POINTS, typed=True),
            Column(_("To each"), POINTS),
            Column(_("Note"), width=30),
            Column(_("Payments agree")),
        ],
        rows(),
    )
    page.colour_words(area, of.FINE_CHECK, 1, agrees(), differs())
    page.done()
    return area


def _rounds(book: Book, source: Sources, sets: dict[int, int], named: frozenset[int], fines: Area) -> RoundsProof:
    view, count = source.view, len(source.view.players)
    page = book.sheet(_("Proof of the rounds"), frozen="B2")
    columns = list(_columns(view))
    templates = list(of.templates(source))
    payments = of.Payments(source)
    got = [Template(of.got(source, payments, player)) for player in range(count)]
    checks = {
        (amended, told): [Template(text) for text in _checks(source, payments, amended=amended, named=told)]
        for amended in (False, True)
        for told in (False, True)
    }
    agreed = agrees()
    fixed = {number: Template(text) for number, text in of.fixed(source).items()}
    restored = [one.entry for one in view.standing.restored]

    def rows() -> Iterator[list[Value]]:
        for played in view.standing.rounds:
            row = page.row + 1
            payments.enter(played)
            cells: list[Value] = [played.number]
            earlier = bisect(restored, played.entry)
            values = _values(view.players, played, sets) | {of.BALANCE_ROW: played.number + earlier}
            cells += [
                Formula(fixed[number].at(row), values[number]) if number in fixed else values[number]
                for number in range(1, of.FIRST)
            ]
            of_players = _of_players(source, played)
            texts = [template.at(row) for template in templates]
            texts += [payments.placed(template.at(row)) for template in got]
            texts += [of.balance(source, player, row) for player in range(count)]
            cells += [Formula(text, value) for text, value in zip(texts, of_players, strict=True)]
            those = checks[played.amended is not None, played.entry in named]
            cells += [Formula(payments.placed(template.at(row)), agreed) for template in those]
            yield cells

    area = page.table(columns, rows())
    first = of.FIRST + 6 * count
    width = len(columns) - first
    page.colour_words(area, first, width, agreed, differs())
    page.colour_signs(area, of.FIRST + of.NETS * count, 3 * count)
    page.done()
    numbers = source.rules.column(0)
    in_order = Formula(f"SUMPRODUCT(--({numbers}=ROW({numbers})-{source.rules.top - 1}))", source.rules.rows)
    return RoundsProof(
        area=area,
        nets=of.FIRST + of.NETS * count,
        checks=(area.block(first, width), *([fines.column(of.FINE_CHECK)] if fines.rows else [])),
        count=area.rows * width + fines.rows,
        best_hands=tuple(of.best_hand(source, area, player) for player in range(count)),
        credit=f"{source.rule('credit_per_opponent', str(source.rules.rows))}*MAX(0,§-1)",
        lines=(Line(_("Sets of house rules, in order"), in_order, source.rules.rows),),
    )


def _checks(source: Sources, payments: of.Payments, *, amended: bool, named: bool) -> Iterator[str]:
    """For a round that was corrected, or that other entries name, or none of both."""
    yield of.hands_agree(source)
    yield of.nets_agree(source)
    yield of.payments_agree(source)
    yield of.reasons_agree(source, payments)
    yield of.listing_agrees(source, payments, amended=amended, named=named)
    yield of.balances_agree(source)


def _columns(view: View) -> Iterator[Column]:
    words = [outcome_label(outcome).replace('"', "") for outcome in of.OUTCOMES]
    yield Column(_("Round"), COUNT)
    yield Column(_("Row in Rounds"), COUNT)
    yield Column(_("Row in Balances"), COUNT)
    yield Column(_("Row in Journal"), COUNT)
    yield Column(_("Set of house rules"), COUNT)
    yield Column(_("Insured, as typed"), POINTS, typed=True)
    yield Column(_("Cut, as typed"), typed=True)
    yield Column(_("Dealer, by number"), COUNT)
    yield Column(_("Players"), COUNT)
    yield Column(_("Swap"), flag_format())
    yield Column(_("Insurance to each"), POINTS)
    yield Column(_("Outcome"), f'[=0]"{words[0]}";[=1]"{words[1]}";"{words[2]}"')
    yield Column(_("Dealer pays to each"), POINTS)
    yield Column(_("Dealer's hand"), COUNT)
    yield Column(_("Sum of hands"), COUNT)
    blocks = (
        (_("%(player)s, opened"), COUNT),
        (_("%(player)s, hand"), COUNT),
        (_("%(player)s, fines to each"), POINTS),
        (_("%(player)s, net"), SIGNED_POINTS),
        (_("%(player)s, by payments"), SIGNED_POINTS),
        (_("%(player)s, balance"), SIGNED_POINTS),
    )
    for label, format in blocks:
        yield from (Column(label % {"player": player}, format) for player in view.players)
    yield Column(_("Hands agree"))
    yield Column(_("Nets agree"))
    yield Column(_("Payments agree"))
    yield Column(_("Reasons agree"))
    yield Column(_("Journal agrees"))
    yield Column(_("Balances agree"))


# --- what the program has computed ----------------------------------------------


def _values(players: Sequence[str], played: PlayedRound, sets: dict[int, int]) -> dict[int, Any]:
    """The values of the columns before those of the players; the first of them is the round's number."""
    record: Record = played.record
    points, facts = played.played.points, played.played.facts
    each = record.insured_each if record.insured_each is not None else _("by the rules") if record.insured else None
    compensation = _compensation(played)
    missed = record.cut is Cut.MISSED
    return {
        of.ROUND_ROW: played.number,
        of.JOURNAL_ROW: played.entry + 1,
        of.SET: sets[played.number],
        of.INSURED: each,
        of.CUT: cut_word(record.cut),
        of.DEALER: players.index(played.seating.dealer) + 1,
        of.PLAYERS: len(played.seating.players),
        of.SWAP: int(facts["swapped"]),
        of.EACH: compensation,
        of.OUTCOME: of.OUTCOMES.index(played.played.outcome),
        of.FROM_DEALER: compensation + (played.rules.fine_no_cut if missed else 0),
        of.HAND: points.get(played.seating.dealer, ""),
        of.SUM: sum(points.values()),
    }


def _compensation(played: PlayedRound) -> int:
    handed = (transfer.points for transfer in played.played.transfers if transfer.reason == "insurance")
    return next(handed, 0)


def _of_players(source: Sources, played: PlayedRound) -> list[str | int]:
    """The values of the players' columns, block by block."""
    players, record, points = source.view.players, played.record, played.played.points
    fines = dict.fromkeys(players, 0)
    for fine in record.fines:
        fines[fine.player] += fine.points(played.rules)
    hands = {player: hand.points for player in points if (hand := record.hand(player)) is not None}
    nets: list[str | int] = [played.net.get(player, "") for player in players]
    return [
        *(hands.get(player, "") for player in players),
        *(points.get(player, "") for player in players),
        *fines.values(),
        *nets,
        *nets,
        *(played.balances.get(player, 0) for player in players),
    ]
