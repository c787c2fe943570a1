"""House rules as a form: fields with what holds now, and what was changed in them."""

from __future__ import annotations

from typing import Any

from scorekeeper.i18n import _
from scorekeeper.messages import rule_hint, rule_label, sentence, unread_number
from scorekeeper.screens.dialogs import Answers, Field
from scorekeeper.table.errors import Fault
from scorekeeper.table.game import AnyGame, RulesChange
from scorekeeper.table.money import parse_points
from scorekeeper.table.reading import Reader


def fields(game: AnyGame, rules: Any) -> list[Field]:
    """A field for every house rule, with its value in `rules`."""
    made = []
    for rule in game.rule_fields:
        value = getattr(rules, rule.key)
        shown: str | bool = value if isinstance(value, bool) else "" if value is None else str(value)
        hint = _("none") if rule.default is None else str(rule.default)
        made.append(Field(rule.key, rule_label(rule.key), shown, hint=hint, tip=rule_hint(rule.key)))
    return made


def read(game: AnyGame, rules: Any, answers: Answers) -> tuple[RulesChange, dict[str, str]]:
    """What `answers` change in `rules`, and the sentence for each field that is wrong."""
    data: dict[str, object] = {}
    wrong: dict[str, str] = {}
    for rule in game.rule_fields:
        answer = answers[rule.key]
        if isinstance(answer, bool):
            data[rule.key] = answer
        elif not answer.strip() and rule.default is None:
            data[rule.key] = None
        else:
            try:
                data[rule.key] = parse_points(answer)
            except ValueError as error:
                wrong[rule.key] = unread_number(error, _("A whole number of points, please"))
    data = {key: value for key, value in data.items() if value != getattr(rules, key)}
    faults: list[Fault] = []
    change = game.read_rules(Reader(data, (), faults))
    for fault in faults:
        wrong[str(fault.place[-1][1]) if fault.place else ""] = sentence(fault)
    return change, wrong
