"""The bar on top of every screen and the row of keys below it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol, runtime_checkable

from rich.cells import cell_len
from textual import events
from textual.binding import Binding
from textual.content import Content
from textual.reactive import reactive

from scorekeeper.i18n import _
from scorekeeper.screens.text import cut
from scorekeeper.screens.widgets.kept import Kept


@runtime_checkable
class Offering(Protocol):
    """A screen that knows which of its keys lead somewhere now."""

    def offered(self, binding: str) -> bool:
        """Whether the key bar shows the binding of this name; it works all the same, and says why it does nothing."""


class TopBar(Kept):
    """What this is (left), how it is played (middle), where it stands (right)."""

    title = reactive("")
    middle = reactive("")
    right = reactive("")

    def render(self) -> Content:
        """The three parts, the middle one only where there is room for it."""
        width = self.size.width
        right = cut(self.right, width // 2)
        left = cut(f"♠ {self.title}", width - cell_len(right) - 1)
        gap = width - cell_len(left) - cell_len(right)
        middle = self.middle if cell_len(self.middle) + 4 <= gap else ""
        centred = (width - cell_len(middle)) // 2 - cell_len(left)
        before = max(2, min(centred, gap - cell_len(middle) - 2)) if middle else 0
        after = max(0, gap - before - cell_len(middle))
        return Content.assemble(
            (left, "bold"), " " * before, (middle, "$foreground 80%"), " " * after, (right, "$accent")
        )


class KeyBar(Kept):
    """The keys that work now, each a button; all others are behind `⋯`, in the list of all commands."""

    asleep = reactive(False)
    """Whether something lies over the screen, so that its keys do not work."""

    def __init__(self) -> None:
        super().__init__()
        self._places: list[tuple[int, int, str]] = []
        """Where each key stands (from, to) and the action behind it."""

    def on_mount(self) -> None:
        """Follow whatever changes the keys."""
        self.screen.bindings_updated_signal.subscribe(self, lambda _screen: self.refresh())

    def _shown(self) -> Iterator[tuple[str, str, str]]:
        seen = set[str]()
        for active in self.screen.active_bindings.values():
            binding: Binding = active.binding
            if active.node not in (self.screen, self.app) or binding.action in seen:
                continue  # a widget's own keys, or a second key for the same
            if binding.show and active.enabled and self._offered(binding):
                seen.add(binding.action)
                target = "app" if active.node is self.app else "screen"
                action = binding.action if "." in binding.action else f"{target}.{binding.action}"
                yield self.app.get_key_display(binding), str(binding.description), action

    def _offered(self, binding: Binding) -> bool:
        name = (binding.id or "").rpartition(".")[2]
        return not isinstance(self.screen, Offering) or self.screen.offered(name)

    def on_click(self, event: events.Click) -> None:
        """Do what the key under the pointer does."""
        offset = event.get_content_offset(self)
        for start, end, action in self._places:
            if offset is not None and start <= offset.x < end:
                self.call_later(self.screen.run_action, action)

    def render(self) -> Content:
        """As many keys as fit."""
        self._places = []
        width, parts, used = self.size.width, list[Content](), 0
        if self.asleep:
            return Content.assemble(("Esc", "$accent bold"), " ", _("back"))
        for key, label, action in self._shown():
            size = cell_len(key) + 1 + cell_len(label) + 2
            if used + size > width - 1:
                break
            parts.append(Content.assemble((key, "$accent bold"), " ", label))
            self._places.append((used, used + size, action))
            used += size
        self._places.append((used, width, "app.command_palette"))
        return Content("  ").join([*parts, Content.styled("⋯", "$accent bold")])
