"""Decarte computed a second time, by live formulas: every round from the hands that were typed and the house rules of
that round (rules, A round stage by stage)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from openpyxl.utils import get_column_letter

from scorekeeper.files import workbook_rounds as at
from scorekeeper.files.cells import COUNT, POINTS, SIGNED_POINTS, Column, Formula, Value
from scorekeeper.files.decarte_columns import cut_word
from scorekeeper.files.package import Book
from scorekeeper.files.proof import Areas, RoundsProof, Template, agrees, all_equal, check, differs, joined
from scorekeeper.files.sheet import Area
from scorekeeper.files.sheet_text import literal
from scorekeeper.files.view import View, flag_format
from scorekeeper.games.decarte.payouts import IDEAL_HAND, NO_CUT, PLAYED
from scorekeeper.games.decarte.round import Cut, Record
from scorekeeper.i18n import _, pgettext
from scorekeeper.messages import outcome_label, reason_label, rule_label
from scorekeeper.table.standing import PlayedRound

_WHOLE = 2_000_000
"""While rounds times payments are no more than this, every round looks through all payments, which may then be sorted;
beyond it, through its own."""

_OUTCOMES = (NO_CUT, IDEAL_HAND, PLAYED)
"""By the number that stands for each in the formulas."""

# Columns of the proof, before those of the players.
(_ROUND, _ROUND_ROW, _BALANCE_ROW, _SET, _INSURED, _CUT, _DEALER, _PLAYERS,
 _SWAP, _EACH, _OUTCOME, _FROM_DEALER, _HAND, _SUM, _FIRST) = range(15)  # fmt: skip
_OPENED, _COUNTED, _FINES, _NETS, _PAYMENTS, _BALANCES = range(6)
"""Blocks of columns, a column a player."""

# Columns of the fines.
_FINE_ROUND, _FINE_PLAYER, _FINE_EACH = 0, 2, 6


@dataclass(frozen=True, slots=True)
class _Sources:
    """What the formulas read."""

    view: View
    areas: Areas
    rules: Area
    fines: Area
    sets: dict[int, int]
    """The set of house rules of each round, by its number."""

    def rule(self, key: str, number: str = "$D§") -> str:
        """A house rule of a round; `number` is the cell with its set."""
        keys = [field.key for field in self.view.standing.game.rule_fields]
        return f"INDEX({self.rules.column(2 + keys.index(key))},{number})"

    def of_round(self, column: int, count: int = 1) -> str:
        """Cells of the rounds, in the row of a round."""
        area = self.areas.rounds
        return f"INDEX({area.block(column, count)},$B§{',0' if count > 1 else ''})"

    def name(self, player: int) -> str:
        """The cell with a player's name."""
        return self.areas.players.cell(0, player)

    def block(self, block: int) -> str:
        """The cells of all players in a block, in a row of the proof."""
        return f"{self.cell(block, 0)}:{self.cell(block, len(self.view.players) - 1)}"

    def cell(self, block: int, player: int) -> str:
        """The cell of a player in a block, in a row of the proof."""
        return f"${get_column_letter(_FIRST + block * len(self.view.players) + player + 1)}§"


def decarte_proof(book: Book, view: View, areas: Areas) -> RoundsProof:
    """House rules, fines, and the proof of every round."""
    sets = _rule_sets(view)
    rules = _house_rules(book, view, sets)
    numbers = {played.number: number for number, (_first, _rules, rounds) in enumerate(sets, 1) for played in rounds}
    fines = _fines(book, view, rules, numbers)
    return _rounds(book, _Sources(view, areas, rules, fines, numbers))


_RuleSet = tuple[int, Any, tuple[PlayedRound, ...]]
"""The first round under these rules, the rules, and the rounds."""


def _rule_sets(view: View) -> list[_RuleSet]:
    found = [(rules, tuple(rounds)) for rules, rounds in groupby(view.standing.rounds, key=lambda played: played.rules)]
    return [(rounds[0].number, rules, rounds) for rules, rounds in found] or [(1, view.standing.rules, ())]


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


def _fines(book: Book, view: View, rules: Area, sets: dict[int, int]) -> Area:
    page = book.sheet(pgettext("sheet", "Fines"))
    exposed = literal(reason_label("fine:exposed"))
    keys = [one.key for one in view.standing.game.rule_fields]
    by_kind = [f"INDEX({rules.column(2 + keys.index(key))},$E§)" for key in ("fine_exposed", "fine_other")]
    formula = Template(f'IF($F§="",IF($D§={exposed},{by_kind[0]},{by_kind[1]}),$F§)')

    def rows() -> Iterator[tuple[Value, ...]]:
        for played in view.standing.rounds:
            for fine in played.record.fines:
                each = Formula(formula.at(page.row + 1), fine.points(played.rules))
                kind, number = reason_label(f"fine:{fine.kind}"), sets[played.number]
                yield (played.number, played.entry, fine.player, kind, number, fine.each, each, fine.note or None)

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
        ],
        rows(),
    )
    page.done()
    return area


def _rounds(book: Book, source: _Sources) -> RoundsProof:
    view, count = source.view, len(source.view.players)
    page = book.sheet(_("Proof of the rounds"), frozen="B2")
    columns = list(_columns(view))
    templates = list(_templates(source))
    payments = _Payments(source)
    fixed = {number: Template(text) for number, text in _fixed(source).items()}
    checks = [Template(text) for text in _checks(source)]

    def rows() -> Iterator[list[Value]]:
        for played in view.standing.rounds:
            row = page.row + 1
            cells: list[Value] = [played.number]
            values = _values(source, played)
            cells += [
                Formula(fixed[number].at(row), values[number]) if number in fixed else values[number]
                for number in range(1, _FIRST)
            ]
            of_players = _of_players(source, played)
            texts = [*(template.at(row) for template in templates), *payments.formulas(played, row)]
            texts += [_balance(source, player, row) for player in range(count)]
            cells += [Formula(text, value) for text, value in zip(texts, of_players, strict=True)]
            cells += [Formula(template.at(row), agrees()) for template in checks]
            yield cells

    area = page.table(columns, rows())
    page.worksheet.print_title_rows = "1:1"
    first = _FIRST + 6 * count
    page.colour_words(area, first, len(checks), agrees(), differs())
    page.colour_signs(area, _FIRST + _NETS * count, 3 * count)
    page.done()
    return RoundsProof(area, _FIRST + _NETS * count, first, len(checks))


def _columns(view: View) -> Iterator[Column]:
    words = [outcome_label(outcome).replace('"', "") for outcome in _OUTCOMES]
    yield Column(_("Round"), COUNT)
    yield Column(_("Row in Rounds"), COUNT)
    yield Column(_("Row in Balances"), COUNT)
    yield Column(_("Set of house rules"), COUNT, typed=True)
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
    yield from map(Column, (_("Hands agree"), _("Nets agree"), _("Payments agree"), _("Balances agree")))


# --- the formulas ---------------------------------------------------------------


def _fixed(source: _Sources) -> dict[int, str]:
    """Those of the round as a whole, by column."""
    areas, rule = source.areas, source.rule
    count = len(source.view.players)
    names = areas.players.column(0)
    missed = f"$F§={literal(cut_word(Cut.MISSED))}"
    opened = f"INDEX({source.block(_OPENED)},1,$G§)"
    swap = f"{source.of_round(at.FACTS + 1)}={literal(_('yes'))}"
    by_rules = f'IF({rule("insurance_total")}="",{rule("insurance_each")},{rule("insurance_total")}/($H§-1))'
    each = f"IF(ISNUMBER($E§),$E§,{by_rules})"
    return {
        _ROUND_ROW: f"MATCH($A§,{areas.rounds.column(at.NUMBER)},0)",
        _BALANCE_ROW: f"MATCH($A§,{areas.balances.column(0)},0)",
        _DEALER: f"SUMPRODUCT(EXACT({names},{source.of_round(at.DEALER)})*(ROW({names})-{areas.players.top - 1}))",
        _PLAYERS: f"COUNT({source.of_round(at.nets_at(source.view), count)})",
        # Stage 5: an insured event, and the dealer used it.
        _SWAP: f'IF(AND({swap},$E§<>"",{opened}<={rule("insured_up_to")},{opened}<>1),1,0)',
        # Stage 2.
        _EACH: f'IF($E§="",0,IF(AND({missed},{rule("no_cut_refunds_insurance")}=1),0,{each}))',
        _OUTCOME: f"IF({missed},0,IF(AND($M§=1,OR({opened}=1,{rule('ideal_by_swap')}=1)),1,2))",
        # Stages 2 and 3: what the dealer pays to each.
        _FROM_DEALER: f"$J§+IF($K§=0,{rule('fine_no_cut')},0)",
        _HAND: f"INDEX({source.block(_COUNTED)},1,$G§)",
        _SUM: f"SUM({source.block(_COUNTED)})",
    }


def _templates(source: _Sources) -> Iterator[Template]:
    """Those of the players, block by block, up to the nets."""
    players = range(len(source.view.players))
    cards, nets = at.cards_at(source.view), at.nets_at(source.view)
    for player in players:
        yield Template(_opened(source.of_round(cards + player)))
    for player in players:
        opened = source.cell(_OPENED, player)
        swapped = f"10*MOD({opened},10)+INT({opened}/10)"
        yield Template(f'IF({opened}="","",IF(AND($I§=1,$G§={player + 1}),{swapped},{opened}))')
    for player in players:
        # Stage 1. Rounds have few fines: all of them are looked through.
        fines, mine = source.fines, f"EXACT({source.fines.column(_FINE_PLAYER)},{source.name(player)})"
        yield Template(f"SUMPRODUCT(({fines.column(_FINE_ROUND)}=$A§)*{mine}*{fines.column(_FINE_EACH)})")
    for player in players:
        present = f"ISNUMBER({source.of_round(nets + player)})"
        yield Template(f'IF({present},{_net(source, player)},"")')


def _opened(cards: str) -> str:
    """`4-10` as 40: A counts 1, the ten 0."""
    tens, units = f'LEFT({cards},FIND("-",{cards})-1)', f'MID({cards},FIND("-",{cards})+1,2)'
    value = [f'MOD(VALUE(SUBSTITUTE({card},"A","1")),10)' for card in (tens, units)]
    return f'IF({cards}="","",10*{value[0]}+{value[1]})'


def _net(source: _Sources, player: int) -> str:
    mine, fine, deals = source.cell(_COUNTED, player), source.cell(_FINES, player), f"$G§={player + 1}"
    only = f"{source.rule('dealer_only')}=1"
    fines = f"SUM({source.block(_FINES)})-$H§*{fine}"
    from_dealer = f"IF({deals},-($H§-1)*$L§,$L§)"
    # Stage 7: everybody pays the dealer his own hand; the others may go on among themselves.
    others = f"IF(OR({source.rule('ideal_stops_all')}=1,{only}),0,($H§-1)*{mine}-($N§-$M§))"
    ideal = f"IF({deals},$N§-{mine},{others}-{mine})"
    # Stage 6: in every pair the difference of the hands.
    played = f"IF(AND({only},NOT({deals})),{mine}-$M§,$H§*{mine}-$N§)"
    return f"{fines}+{from_dealer}+IF($K§=0,0,IF($K§=1,{ideal},{played}))"


class _Payments:
    """What each player got by the payments, less what he gave."""

    def __init__(self, source: _Sources) -> None:
        self._source = source
        area, rounds = source.areas.payments, source.areas.rounds
        self._whole = area.rows * rounds.rows <= _WHOLE
        self._top = area.top

    def formulas(self, played: PlayedRound, row: int) -> list[str]:
        """One for each player, in this row of the proof; rounds come in their order."""
        area, count = self._source.areas.payments, len(played.played.transfers)
        ends = (area.top, area.bottom) if self._whole else (self._top, self._top + max(count, 1) - 1)
        self._top += count
        rounds, payer, payee, points = (
            area.part(column, 1, *ends) for column in (at.ROUND, at.PAYER, at.PAYEE, at.POINTS_PAID)
        )
        formulas = []
        for player in range(len(self._source.view.players)):
            name, net = self._source.name(player), self._source.cell(_NETS, player).replace("§", str(row))
            signs = f"EXACT({payee},{name})-EXACT({payer},{name})"
            formulas.append(f'IF({net}="","",SUMPRODUCT(({rounds}=$A{row})*({signs})*{points}))')
        return formulas


def _balance(source: _Sources, player: int, row: int) -> str:
    net, mine = source.cell(_NETS, player), source.cell(_BALANCES, player)
    before = "" if row == 2 else f"{mine.replace('§', str(row - 1))},"
    restored = f",{_restored(source, player, row)}" if source.view.standing.restored else ""
    return f"SUM({before}{net.replace('§', str(row))}{restored})"


def _restored(source: _Sources, player: int, row: int) -> str:
    """What a restoration of balances moved between the round before and this one."""
    area, name = source.areas.payments, source.name(player)
    entry = source.of_round(at.ROUND_ENTRY)
    since = "0" if row == 2 else entry.replace("§", str(row - 1))
    entries, rounds = area.column(at.ENTRY), area.column(at.ROUND)
    between = f'({entries}>{since})*({entries}<{entry.replace("§", str(row))})*({rounds}="")'
    signs = f"EXACT({area.column(at.PAYEE)},{name})-EXACT({area.column(at.PAYER)},{name})"
    return f"SUMPRODUCT({between}*({signs})*{area.column(at.POINTS_PAID)})"


def _checks(source: _Sources) -> Iterator[str]:
    view, areas, count = source.view, source.areas, len(source.view.players)
    words = [literal(outcome_label(outcome)) for outcome in _OUTCOMES]
    outcome = f"IF($K§=0,{words[0]},IF($K§=1,{words[1]},{words[2]}))"
    yield check(
        joined(
            [
                all_equal(source.of_round(at.cards_at(view) + count, count), source.block(_COUNTED)),
                f"SUM({source.of_round(at.FACTS)})=$J§",
                f"({source.of_round(at.FACTS + 1)}={literal(_('yes'))})=($I§=1)",
                f"{source.of_round(at.FACTS + 2)}={outcome}",
            ]
        )
    )
    yield check(all_equal(source.of_round(at.nets_at(view), count), source.block(_NETS)))
    yield check(all_equal(source.block(_PAYMENTS), source.block(_NETS)))
    balances = f"INDEX({areas.balances.block(1, count)},$C§{',0' if count > 1 else ''})"
    yield check(all_equal(balances, source.block(_BALANCES)))


# --- what the program has computed ----------------------------------------------


def _values(source: _Sources, played: PlayedRound) -> dict[int, Any]:
    """The values of the columns before those of the players; the first of them is the round's number."""
    record: Record = played.record
    points, facts = played.played.points, played.played.facts
    each = record.insured_each if record.insured_each is not None else _("by the rules") if record.insured else None
    compensation = _compensation(played)
    missed = record.cut is Cut.MISSED
    return {
        _ROUND_ROW: played.number,
        _BALANCE_ROW: played.number,
        _SET: source.sets[played.number],
        _INSURED: each,
        _CUT: cut_word(record.cut),
        _DEALER: source.view.players.index(played.seating.dealer) + 1,
        _PLAYERS: len(played.seating.players),
        _SWAP: int(facts["swapped"]),
        _EACH: compensation,
        _OUTCOME: _OUTCOMES.index(played.played.outcome),
        _FROM_DEALER: compensation + (played.rules.fine_no_cut if missed else 0),
        _HAND: points.get(played.seating.dealer, ""),
        _SUM: sum(points.values()),
    }


def _compensation(played: PlayedRound) -> int:
    handed = (transfer.points for transfer in played.played.transfers if transfer.reason == "insurance")
    return next(handed, 0)


def _of_players(source: _Sources, played: PlayedRound) -> list[str | int]:
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
