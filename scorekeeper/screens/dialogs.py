"""Small questions over a screen: choose one, fill in a form, read something."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.geometry import Size
from textual.screen import ModalScreen
from textual.suggester import SuggestFromList
from textual.widget import Widget
from textual.widgets import Button, Checkbox, Input, OptionList, Select, Static
from textual.widgets.option_list import Option

from scorekeeper.i18n import Lazy, _
from scorekeeper.screens.widgets.frame import AnswersOnce

Answers = dict[str, str | bool]
"""What was filled in, by the key of the field."""


class Dialog(AnswersOnce[object], ModalScreen[object]):
    """A box in the middle; Esc leaves it without an answer."""

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (60, "-normal")]

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", Lazy("Back"), id="dialog.leave"),
    ]

    def action_leave(self) -> None:
        """Close without an answer."""
        self.dismiss(None)


class Light(Dialog):
    """A dialog in which nothing was typed: a tap beside the box leaves it too."""

    def on_click(self, event: events.Click) -> None:
        """Beside the box."""
        if event.widget is self:
            self.action_leave()


class _Options(OptionList):
    """As high as its lines, be there a scrollbar beside them or not: one that was needed for a moment, and made lines
    wrap, would else go on being needed."""

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """The height beside a scrollbar."""
        return super().get_content_height(container, viewport, max(1, width - self.scrollbar_size_vertical))


class Choice(Light):
    """Choose one of a few: by its number, with the arrows and Enter, or by a tap. Answers with its index.

    `decided`: an Enter chooses the first one; else none, until the arrows have chosen one.
    """

    def __init__(
        self, title: str, options: Sequence[Content | str], text: Content | str = "", *, decided: bool = True
    ) -> None:
        super().__init__()
        self._title, self._text, self._decided = title, text, decided
        self._options = [Content(option) if isinstance(option, str) else option for option in options]

    def compose(self) -> ComposeResult:
        """Text, then the numbered options."""
        box = Vertical()
        box.border_title = Content(self._title)
        with box:
            if self._text:
                yield Static(self._text if isinstance(self._text, Content) else Content(self._text), classes="text")
            numbered = [
                Content.assemble((f"{number} ", "$accent bold"), option)
                for number, option in enumerate(self._options, start=1)
            ]
            yield _Options(*(Option(prompt) for prompt in numbered))

    def on_key(self, event: events.Key) -> None:
        """A digit chooses at once."""
        if event.key.isdecimal() and 1 <= int(event.key) <= len(self._options):
            event.stop()
            self.dismiss(int(event.key) - 1)

    def on_mount(self) -> None:
        """Where Enter would choose the first one by a slip, it does not."""
        if not self._decided:
            self.call_after_refresh(self.query_one(OptionList).set_reactive, OptionList.highlighted, None)

    @on(OptionList.OptionSelected)
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(event.option_index)


class YesNo(Checkbox):
    """A checkbox that says yes or no by its mark, not by colour alone."""

    def render(self) -> Content:
        """A tick, or nothing, in the box."""
        self.BUTTON_INNER = "✓" if self.value else " "
        return super().render()


@dataclass(frozen=True, slots=True)
class Field:
    """Something to fill in: text, one of `options` (label by value), or, when `value` is a bool, yes or no."""

    key: str
    label: str
    value: str | bool = ""
    options: Mapping[str, str] | None = None
    suggest: Sequence[str] = ()
    hint: str = ""
    """Shown in an empty text field."""
    tip: str = ""
    """Said when the pointer rests on the control."""
    follows: tuple[str, Mapping[str, str]] | None = None
    """The key of a choice, and what stands here for each of its values until something else is typed."""

    def widget(self) -> Widget:
        """The control for it."""
        control = self._control()
        control.tooltip = Content(self.tip) if self.tip else None
        return control

    def _control(self) -> Widget:
        if isinstance(self.value, bool):
            return YesNo(Content(self.label), self.value, id=self.key, compact=True)
        if self.options is not None:
            choices = [(Content(label), value) for value, label in self.options.items()]
            return Select(choices, value=self.value, allow_blank=False, id=self.key, compact=True)
        suggester = SuggestFromList(self.suggest, case_sensitive=False) if self.suggest else None
        return Input(self.value, placeholder=self.hint, suggester=suggester, id=self.key, compact=True)

    def parts(self) -> Iterator[Widget]:
        """Label and control side by side (one above the other on a narrow screen), and room for an error."""
        if isinstance(self.value, bool):
            yield self.widget()
        else:
            yield Horizontal(Static(Content(self.label), classes="label"), self.widget(), classes="field")
        yield Static(classes="error", id=f"error-{self.key}")


def answer(control: Widget) -> str | bool:
    """What is filled in; empty where nothing is chosen."""
    if isinstance(control, Input | Checkbox):
        return control.value
    if isinstance(control, Select):
        return "" if control.is_blank() else str(control.value)
    raise TypeError(f"not a control: {control!r}")


class Ask(Dialog):
    """A form. `check` gives the sentence for each field (or for "" as a whole) that is not right yet."""

    def __init__(
        self,
        title: str,
        fields: Sequence[Field],
        check: Callable[[Answers], Mapping[str, str]] | None = None,
        text: Content | str = "",
        accept: str = "",
    ) -> None:
        super().__init__()
        self._title, self._fields, self._check, self._text, self._accept = title, fields, check, text, accept

    def compose(self) -> ComposeResult:
        """Label, control and room for an error, field by field; then the buttons."""
        box = Vertical()
        box.border_title = Content(self._title)
        with box:
            with VerticalScroll(can_focus=False):
                if self._text:
                    yield Static(self._text if isinstance(self._text, Content) else Content(self._text), classes="text")
                for item in self._fields:
                    yield from item.parts()
                yield Static(classes="error", id="error-")
            with Horizontal(classes="buttons"):
                yield Button(Content(_("Cancel")), id="cancel", compact=True)
                yield Button(Content(self._accept or _("Done")), variant="success", id="accept", compact=True)

    def on_mount(self) -> None:
        """Begin in the first field that is typed into, else on the button."""
        (self.query(Input).first() if self.query(Input) else self.query_one("#accept")).focus()

    def on_resize(self) -> None:
        """A long form scrolls; its buttons stay in view."""
        self.query_one(VerticalScroll).styles.max_height = max(
            3, self.size.height - (6 if self.has_class("-narrow") else 9)
        )

    def answers(self) -> Answers:
        """What is filled in now."""
        return {item.key: answer(self.query_one(f"#{item.key}")) for item in self._fields}

    @on(Select.Changed)
    def _follow(self, event: Select.Changed) -> None:
        for item in self._fields:
            if item.follows and item.follows[0] == event.select.id:
                control, texts = self.query_one(f"#{item.key}", Input), item.follows[1]
                if control.value in texts.values():
                    control.value = texts[str(event.value)]

    @on(Input.Submitted)
    def _next(self, event: Input.Submitted) -> None:
        inputs = list(self.query(Input))
        at = inputs.index(event.input)
        if at + 1 < len(inputs):
            inputs[at + 1].focus()
        else:
            self._submit()

    @on(Button.Pressed, "#accept")
    def _submit(self) -> None:
        wrong = self._check(self.answers()) if self._check else {}
        for item in [*self._fields, None]:
            key = item.key if item else ""
            line = self.query_one(f"#error-{key}", Static)
            line.update(Content(wrong.get(key, "")))
            line.set_class(key in wrong, "shown")
        if wrong:
            self.call_after_refresh(self.query(".error.shown").first().scroll_visible, animate=False)
        else:
            self.dismiss(self.answers())

    @on(Button.Pressed, "#cancel")
    def _cancel(self) -> None:
        self.dismiss(None)


class Reading(Light):
    """A page to read; any of Esc, Enter and F1 closes it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,f1,question_mark", "leave", Lazy("Back"), show=False, id="reading.leave"),
    ]

    def __init__(self, title: str, body: Content) -> None:
        super().__init__()
        self._title, self._body = title, body

    def compose(self) -> ComposeResult:
        """The text, scrolling."""
        box = Vertical()
        box.border_title = Content(self._title)
        with box, VerticalScroll():
            yield Static(self._body)
