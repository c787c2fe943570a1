"""Other keys for what the app does, as settings.json chooses them by binding id.

Textual's own keymap is not used: it takes a key away from everything that shares it (Enter at the table records, opens
and hands over), puts what was chosen behind all other keys, and says nothing where two things want the same key.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from textual.binding import Binding, BindingsMap, BindingType, InvalidBinding
from textual.keys import Keys

from scorekeeper.i18n import _

_NAMED = {key.value for key in Keys}


def with_chosen(bindings: BindingsMap, chosen: Mapping[str, str]) -> BindingsMap:
    """The bindings with the chosen keys (such as `z,f8`) in the same order; a chosen key is taken from who had it."""
    wanted = {name: keys for name, text in chosen.items() if (keys := _keys(text))}
    before: dict[str | None, set[str]] = {}
    for key, binding in bindings:
        before.setdefault(binding.id, set()).add(key)
    taken = {key: name for name, keys in wanted.items() if name in before for key in keys}
    made: list[BindingType] = []
    placed = set[str]()
    for key, binding in bindings:
        if binding.id in wanted:
            if binding.id not in placed:
                placed.add(binding.id)
                made += [replace(binding, key=new, key_display=None) for new in wanted[binding.id]]
        elif key not in taken or key in before[taken[key]]:  # whoever shared a key before still does
            made.append(binding)
    return BindingsMap(made)


def faults(screens: Iterable[tuple[BindingsMap, str]], chosen: Mapping[str, str]) -> Iterator[str]:
    """A sentence for each choice that leads nowhere, or leaves something without a key.

    `screens`: the bindings of each screen, and the characters that it takes before any binding.
    """
    from scorekeeper.table.reading import nearest  # not for the first paint

    screens = list(screens)
    known = tuple(dict.fromkeys(binding.id for bindings, _typed in screens for _key, binding in bindings if binding.id))
    for name, text in chosen.items():
        if name not in known:
            near = nearest(name, known)
            said = _("settings.json: no key is called “%(id)s”") % {"id": name}
            yield _("%(said)s; did you mean “%(nearest)s”?") % {"said": said, "nearest": near} if near else said
        elif not _keys(text):
            said = _("settings.json: “%(keys)s” are no keys for “%(id)s”; it keeps those that it had")
            yield said % {"keys": text, "id": name}
    for bindings, typed in screens:
        now = with_chosen(bindings, chosen)
        reached = {binding.id for key, binding in now if key not in typed}
        for lost in dict.fromkeys(binding.id for _key, binding in bindings if binding.id not in reached):
            yield _("settings.json: “%(id)s” has no key any more; it is in the list of commands") % {"id": lost}


def _keys(text: str) -> tuple[str, ...]:
    """The keys of a text such as `z,f8`; none where one of them cannot be."""
    try:
        keys = tuple(binding.key for binding in Binding.make_bindings([Binding(text, "")]))
    except InvalidBinding:
        return ()
    return keys if all(_can_be(key) for key in keys) else ()


def _can_be(key: str) -> bool:
    name = key.rpartition("+")[2]
    return len(name) == 1 or name in _NAMED or "_" in name  # with `_`: the name of a character, such as question_mark
