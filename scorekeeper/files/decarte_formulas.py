"""The formulas that compute a round of Decarte a second time, from the hands that were typed and the house rules of
that round (rules, A round stage by stage)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from openpyxl.utils import get_column_letter

from scorekeeper.files import workbook_journal as told
from scorekeeper.files import workbook_rounds as at
from scorekeeper.files.decarte_columns import cut_word
from scorekeeper.files.proof import Areas, Template, all_equal, check, joined
from scorekeeper.files.sheet import Area
from scorekeeper.files.sheet_text import literal
from scorekeeper.files.view import View
from scorekeeper.games.decarte.payouts import IDEAL_HAND, NO_CUT, PLAYED
from scorekeeper.games.decarte.round import Cut
from scorekeeper.i18n import _
from scorekeeper.messages import outcome_label, reason_label
from scorekeeper.table.standing import PlayedRound

_FROM, _TO = "\x01", "\x02"
"""Stand in formulas for the first and the last row of payments."""
_WHOLE = 2_000_000
"""While rounds times payments are no more than this, every round looks through all payments, which may then be sorted;
beyond it, through its own."""

OUTCOMES = (NO_CUT, IDEAL_HAND, PLAYED)
"""By the number that stands for each in the formulas."""

# Columns of the proof, before those of the players.
(ROUND, ROUND_ROW, BALANCE_ROW, JOURNAL_ROW, SET, INSURED, CUT, DEALER, PLAYERS,
 SWAP, EACH, OUTCOME, FROM_DEALER, HAND, SUM, FIRST) = range(16)  # fmt: skip
OPENED, COUNTED, FINES, NETS, PAYMENTS, BALANCES = range(6)
"""Blocks of columns, a column a player."""

# Columns of the fines.
FINE_ROUND, FINE_ENTRY, FINE_PLAYER, FINE_KIND, FINE_SET, FINE_NAMED, FINE_EACH, FINE_NOTE, FINE_CHECK = range(9)


@dataclass(frozen=True, slots=True)
class Sources:
    """What the formulas read."""

    view: View
    areas: Areas
    rules: Area
    fines: Area

    def rule(self, key: str, number: str = "$E§") -> str:
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
        return f"${get_column_letter(FIRST + block * len(self.view.players) + player + 1)}§"


def fixed(source: Sources) -> dict[int, str]:
    """Those of the round as a whole, by column."""
    areas, rule = source.areas, source.rule
    count = len(source.view.players)
    names = areas.players.column(0)
    missed = f"$G§={literal(cut_word(Cut.MISSED))}"
    opened = f"INDEX({source.block(OPENED)},1,$H§)"
    swap = f"{source.of_round(at.FACTS + 1)}={literal(_('yes'))}"
    by_rules = f'IF({rule("insurance_total")}="",{rule("insurance_each")},{rule("insurance_total")}/($I§-1))'
    each = f"IF(ISNUMBER($F§),$F§,{by_rules})"
    return {
        ROUND_ROW: f"MATCH($A§,{areas.rounds.column(at.NUMBER)},0)",
        BALANCE_ROW: f"MATCH($A§,{areas.balances.column(0)},0)",
        JOURNAL_ROW: f"MATCH({source.of_round(at.ROUND_ENTRY)},{areas.journal.column(told.NUMBER)},0)",
        SET: set_of(source.rules, "$A§"),
        DEALER: f"SUMPRODUCT(EXACT({names},{source.of_round(at.DEALER)})*(ROW({names})-{areas.players.top - 1}))",
        PLAYERS: f"COUNT({source.of_round(at.nets_at(source.view), count)})",
        # Stage 5: an insured event, and the dealer used it.
        SWAP: f'IF(AND({swap},$F§<>"",{opened}<={rule("insured_up_to")},{opened}<>1),1,0)',
        # Stage 2.
        EACH: f'IF($F§="",0,IF(AND({missed},{rule("no_cut_refunds_insurance")}=1),0,{each}))',
        OUTCOME: f"IF({missed},0,IF(AND($N§=1,OR({opened}=1,{rule('ideal_by_swap')}=1)),1,2))",
        # Stages 2 and 3: what the dealer pays to each.
        FROM_DEALER: f"$K§+IF($L§=0,{rule('fine_no_cut')},0)",
        HAND: f"INDEX({source.block(COUNTED)},1,$H§)",
        SUM: f"SUM({source.block(COUNTED)})",
    }


def set_of(rules: Area, number: str) -> str:
    """The set of house rules of a round, by the first rounds of all sets."""
    return f"MATCH({number},{rules.column(1)},1)"


def templates(source: Sources) -> Iterator[Template]:
    """Those of the players, block by block, up to the nets."""
    players = range(len(source.view.players))
    cards, nets = at.cards_at(source.view), at.nets_at(source.view)
    for player in players:
        yield Template(_opened(source.of_round(cards + player)))
    for player in players:
        opened = source.cell(OPENED, player)
        swapped = f"10*MOD({opened},10)+INT({opened}/10)"
        yield Template(f'IF({opened}="","",IF(AND($J§=1,$H§={player + 1}),{swapped},{opened}))')
    for player in players:
        # Stage 1. Rounds have few fines: all of them are looked through.
        fines, mine = source.fines, f"EXACT({source.fines.column(FINE_PLAYER)},{source.name(player)})"
        yield Template(f"SUMPRODUCT(({fines.column(FINE_ROUND)}=$A§)*{mine}*{fines.column(FINE_EACH)})")
    for player in players:
        present = f"ISNUMBER({source.of_round(nets + player)})"
        yield Template(f'IF({present},{_net(source, player)},"")')


def _opened(cards: str) -> str:
    """`4-10` as 40: A counts 1, the ten 0."""
    tens, units = f'LEFT({cards},FIND("-",{cards})-1)', f'MID({cards},FIND("-",{cards})+1,2)'
    value = [f'MOD(VALUE(SUBSTITUTE({card},"A","1")),10)' for card in (tens, units)]
    return f'IF({cards}="","",10*{value[0]}+{value[1]})'


def _net(source: Sources, player: int) -> str:
    mine, fine, deals = source.cell(COUNTED, player), source.cell(FINES, player), f"$H§={player + 1}"
    only = f"{source.rule('dealer_only')}=1"
    fines = f"SUM({source.block(FINES)})-$I§*{fine}"
    from_dealer = f"IF({deals},-($I§-1)*$M§,$M§)"
    # Stage 7: everybody pays the dealer his own hand; the others may go on among themselves.
    others = f"IF(OR({source.rule('ideal_stops_all')}=1,{only}),0,($I§-1)*{mine}-($O§-$N§))"
    ideal = f"IF({deals},$O§-{mine},{others}-{mine})"
    # Stage 6: in every pair the difference of the hands.
    played = f"IF(AND({only},NOT({deals})),{mine}-$N§,$I§*{mine}-$O§)"
    return f"{fines}+{from_dealer}+IF($L§=0,0,IF($L§=1,{ideal},{played}))"


class Payments:
    """The payments among which each round looks for its own."""

    def __init__(self, source: Sources) -> None:
        self._area = source.areas.payments
        self._whole = self._area.rows * source.areas.rounds.rows <= _WHOLE
        self._top = self._area.top
        self._ends = str(self._area.top), str(self._area.bottom)

    def enter(self, played: PlayedRound) -> None:
        """Go on to this round; rounds come in their order."""
        if not self._whole:
            count = len(played.played.transfers)
            self._ends = str(self._top), str(self._top + max(count, 1) - 1)
            self._top += count

    def column(self, at: int) -> str:
        """The cells of a column, for any round."""
        return self._area.part(at, 1, _FROM, _TO)

    def placed(self, formula: str) -> str:
        """A formula with the payments of this round."""
        return formula.replace(_FROM, self._ends[0]).replace(_TO, self._ends[1])


def got(source: Sources, payments: Payments, player: int) -> str:
    """What a player got by the payments, less what he gave."""
    name, net = source.name(player), source.cell(NETS, player)
    signs = f"EXACT({payments.column(at.PAYEE)},{name})-EXACT({payments.column(at.PAYER)},{name})"
    sum_ = f"SUMPRODUCT(({payments.column(at.ROUND)}=$A§)*({signs})*{payments.column(at.POINTS_PAID)})"
    return f'IF({net}="","",{sum_})'


def balance(source: Sources, player: int, row: int) -> str:
    """His balance after the round in this row."""
    net, mine = source.cell(NETS, player), source.cell(BALANCES, player)
    before = "" if row == 2 else f"{mine.replace('§', str(row - 1))},"
    restored = f",{_restored(source, player, row)}" if source.view.standing.restored else ""
    return f"SUM({before}{net.replace('§', str(row))}{restored})"


def _restored(source: Sources, player: int, row: int) -> str:
    """What a restoration of balances moved between the round before and this one."""
    area, name = source.areas.payments, source.name(player)
    entry = source.of_round(at.ROUND_ENTRY)
    since = "0" if row == 2 else entry.replace("§", str(row - 1))
    entries, rounds = area.column(at.ENTRY), area.column(at.ROUND)
    between = f'({entries}>{since})*({entries}<{entry.replace("§", str(row))})*({rounds}="")'
    signs = f"EXACT({area.column(at.PAYEE)},{name})-EXACT({area.column(at.PAYER)},{name})"
    return f"SUMPRODUCT({between}*({signs})*{area.column(at.POINTS_PAID)})"


# --- what agrees ----------------------------------------------------------------


def hands_agree(source: Sources) -> str:
    """What is stated of the round as a whole, and all hands that count."""
    view, count = source.view, len(source.view.players)
    words = [literal(outcome_label(outcome)) for outcome in OUTCOMES]
    return check(
        joined(
            [
                all_equal(source.of_round(at.cards_at(view) + count, count), source.block(COUNTED)),
                f"SUM({source.of_round(at.FACTS)})=$K§",
                f"{source.of_round(at.FACTS + 1)}=IF($J§=1,{literal(_('yes'))},{literal(_('no'))})",
                f"{source.of_round(at.FACTS + 2)}=IF($L§=0,{words[0]},IF($L§=1,{words[1]},{words[2]}))",
            ]
        )
    )


def nets_agree(source: Sources) -> str:
    """By the hands."""
    return check(all_equal(source.of_round(at.nets_at(source.view), len(source.view.players)), source.block(NETS)))


def payments_agree(source: Sources) -> str:
    """They come to the nets."""
    return check(all_equal(source.block(PAYMENTS), source.block(NETS)))


def balances_agree(source: Sources) -> str:
    """After the round."""
    areas, count = source.areas, len(source.view.players)
    balances = f"INDEX({areas.balances.block(at.FIRST_BALANCE, count)},$C§{',0' if count > 1 else ''})"
    same_entry = f"INDEX({areas.balances.column(at.BALANCE_ENTRY)},$C§)={source.of_round(at.ROUND_ENTRY)}"
    return check(joined([all_equal(balances, source.block(BALANCES)), same_entry]))


def reasons_agree(source: Sources, payments: Payments) -> str:
    """As many points were paid for each reason as the round asks for."""
    rounds, points, reasons = (
        payments.column(column) for column in (at.ROUND, at.POINTS_PAID, at.reason_at(source.view))
    )

    def paid(*whats: str) -> str:
        return "+".join(f"SUMIFS({points},{rounds},$A§,{reasons},{literal(what)})" for what in whats)

    label, fines = reason_label, f"($I§-1)*SUM({source.block(FINES)})"
    ideal = "IF($L§=1,$O§-$N§,0)"
    due = {
        paid(label("insurance")): "($I§-1)*$K§",
        paid(label("fine:no_cut")): "($I§-1)*($M§-$K§)",
        # A word that was said about a fine stands behind it.
        paid(f"{label('fine:exposed')}*", f"{label('fine:other')}*"): fines,
        paid(label("ideal")): ideal,
        paid(label("hand")): f"SUMIF({rounds},$A§,{points})-($I§-1)*$M§-{fines}-{ideal}",
    }
    return check(joined([f"{one}={other}" for one, other in due.items()]))


def listing_agrees(source: Sources, payments: Payments, *, amended: bool, named: bool) -> str:
    """The journal has the round under its entry, and so have entries that name it; its payments name the entry that
    they come from, step by step."""
    journal, rounds, steps = source.areas.journal, payments.column(at.ROUND), payments.column(at.STEP)
    entry, kinds, names, holds = (
        source.of_round(at.ROUND_ENTRY),
        *(journal.column(column) for column in (told.KIND, told.NAMES, told.HOLDS)),
    )

    def of_journal(column: int) -> str:
        return f"INDEX({journal.column(column)},$D§)"

    caused = entry
    if amended:
        correction = literal(told.kind_word("amend"))
        these = f"({names}={entry})*({kinds}={correction})*({holds}=1)"
        caused = f"SUMPRODUCT(MAX({these}*{journal.column(told.NUMBER)}))"
    count = f"COUNTIF({rounds},$A§)"
    conditions = [
        f"{of_journal(told.KIND)}={literal(told.kind_word('round'))}",
        f"{of_journal(told.ROUND)}=$A§",
        f"{of_journal(told.HOLDS)}=1",
        f"{of_journal(told.TIME)}={source.of_round(at.TIME)}",
        f"COUNTIFS({rounds},$A§,{payments.column(at.ENTRY)},{caused})={count}",
        f"SUMIF({rounds},$A§,{steps})={count}*({count}+1)/2",
    ]
    if named:
        conditions.append(f"SUMIF({names},{entry},{journal.column(told.ROUND)})=$A§*COUNTIF({names},{entry})")
    return check(joined(conditions))


def fine_agrees(source: Sources, round_row: str) -> str:
    """The payments of a fine, in its row: to each of the others, for its kind and with its word. `round_row`: that of
    its round among the rounds."""
    areas, fines, view = source.areas, source.fines, source.view
    payments, nets = areas.payments, areas.rounds.block(at.nets_at(view), len(view.players))
    reason = '$D§&IF($H§="",""," ("&$H§&")")'
    conditions = [
        f"({payments.column(at.ROUND)}=$A§)",
        f"EXACT({payments.column(at.PAYER)},$C§)",
        f"EXACT({payments.column(at.reason_at(view))},{reason})",
    ]
    paid = f"SUMPRODUCT({'*'.join(conditions)}*{payments.column(at.POINTS_PAID)})"
    alike = [
        f"({fines.column(FINE_ROUND)}=$A§)",
        *(f"EXACT({fines.column(column)},${letter}§)" for column, letter in ((FINE_PLAYER, "C"), (FINE_KIND, "D"))),
        f"EXACT({fines.column(FINE_NOTE)},$H§)",
    ]
    others = f"(COUNT(INDEX({nets},{round_row}{',0' if len(view.players) > 1 else ''}))-1)"
    due = f"{others}*SUMPRODUCT({'*'.join(alike)}*{fines.column(FINE_EACH)})"
    entry = f"INDEX({areas.rounds.column(at.ROUND_ENTRY)},{round_row})=$B§"
    return check(joined([f"{paid}={due}", entry]))


def best_hand(source: Sources, area: Area, player: int) -> str:
    """The cards of his best hand in all rounds: an ideal hand beats every other."""
    counted = area.column(FIRST + COUNTED * len(source.view.players) + player)
    dealt, outcome = area.column(DEALER), area.column(OUTCOME)
    ideal = f"SUMPRODUCT(({dealt}={player + 1})*({outcome}={OUTCOMES.index(IDEAL_HAND)}))>0"

    def card(value: str) -> str:
        return f'IF({value}=0,"10",IF({value}=1,"A",{value}))'

    most = f"MAX({counted})"
    cards = f'{card(f"INT({most}/10)")}&"-"&{card(f"MOD({most},10)")}'
    return f'IF(COUNT({counted})=0,"",IF({ideal},"10-A",{cards}))'
