"""Keys by position, the same on a Latin and on a Russian layout; and keys in order, however fast they come."""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections import deque
from typing import TYPE_CHECKING, Any

from textual import events
from textual._xterm_parser import XTermParser
from textual.app import ScreenStackError

if TYPE_CHECKING:
    from textual.app import App

    Base = App[Any]
else:
    Base = object

_RUSSIAN = "йцукенгшщзхъфывапролджэячсмитьбюё"
_LATIN = "qwertyuiop[]asdfghjkl;'zxcvbnm,.`"
LATIN_OF = {russian: latin for russian, latin in zip(_RUSSIAN, _LATIN, strict=True) if latin.isalpha()}
LATIN_OF |= {russian.upper(): latin.upper() for russian, latin in LATIN_OF.items()}
"""The Latin letter on the key of a Russian one."""


class LayoutMixin(Base):
    """Lets every binding on a Latin letter fire for the Russian letter of the same key, with Ctrl or Alt too."""

    async def _check_bindings(self, key: str, priority: bool = False) -> bool:
        # Private in Textual (pinned in pyproject.toml, kept by a test): the only place through which all
        # bindings pass, the built-in ones too.
        if await super()._check_bindings(key, priority):
            return True
        held, plus, letter = key.rpartition("+")
        latin = LATIN_OF.get(letter, letter)
        if latin != letter and await super()._check_bindings(f"{held}{plus}{latin}", priority):
            return True
        small = latin.lower() if len(latin) == 1 and not held else latin  # Caps Lock
        return small != latin and await super()._check_bindings(small, priority)


_PAINTED = 0.05
"""Seconds in which a key is done and painted, as a rule; until then nobody asks, unless another key comes."""
_PATIENCE = 2.0
"""Seconds after which a key is let through although somebody has not answered, such as a widget that was removed."""


class InOrderMixin(Base):
    """Holds a key back until the one before it has done all that it does.

    Textual gives a key at once to whoever has the focus at that moment. Keys that come in one read (typed ahead, sent
    by a program, over a slow line) would then reach the screen or the field that an earlier key is about to leave.
    """

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self.listening = asyncio.Event()
        """Set as long as keys can be worked off; until then they are held."""
        self.listening.set()
        self._held: deque[events.Event] = deque()
        self._due: events.Event | None = None
        """The key whose turn it is; it has waited and comes by a second time."""
        self._soon: asyncio.TimerHandle | None = None
        self._feeding: asyncio.Task[None] | None = None

    @property
    def behind(self) -> bool:
        """Whether keys have come that are not worked off yet."""
        return self._feeding is not None

    async def on_event(self, event: events.Event) -> None:
        """Let a key through when its turn has come."""
        if isinstance(event, events.Key | events.Paste) and not event.is_forwarded and event is not self._due:
            if self._soon is not None or self._feeding is not None or not self.listening.is_set():
                self._held.append(event)
                self._feed_now()
                return
            self._soon = asyncio.get_running_loop().call_later(_PAINTED, self._feed_now)
        await super().on_event(event)

    def on_unmount(self) -> None:
        """Nothing is waited for any more."""
        if self._soon is not None:
            self._soon.cancel()
        if self._feeding is not None:
            self._feeding.cancel()

    def _feed_now(self) -> None:
        if self._soon is not None:
            self._soon.cancel()
            self._soon = None
        if self._feeding is None:
            self._feeding = asyncio.create_task(self._feed())

    async def _feed(self) -> None:
        """Key by key, each after all that the one before has caused."""
        try:
            await self.listening.wait()
            await self._settled()
            while self._held:
                self._due = self._held.popleft()
                self.post_message(self._due)
                await self._settled()
        except ScreenStackError:  # a key has ended the app, and there is no screen any more
            self._held.clear()
        finally:
            self._feeding = None

    async def _settled(self) -> None:
        """Wait until a key has bubbled up, and until screen and focus stay as they are."""
        await self._passed()
        while True:
            before = self.screen, self.focused
            await self._passed()
            if before == (self.screen, self.focused):
                return

    async def _passed(self) -> None:
        """Wait until everybody from the focus up has dealt with the messages of now."""
        pumps = [self, *(self.focused or self.screen).ancestors_with_self]
        for pump in pumps:
            done = asyncio.Event()
            if pump.call_later(done.set):
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(done.wait(), _PATIENCE)


_ALTERNATES = re.compile(r"^(\x1b\[\d+):[\d:]*|(;\d+):\d+")


def accept_alternate_keys() -> None:
    """Let Textual read keys of the kitty protocol that come with alternates (`CSI 1099::115;5u`).

    Textual does not ask for them, but some terminals send them all the same, and it ends with a ValueError. The
    alternates are left out before it looks; `LayoutMixin` knows the Latin key anyhow.
    """
    parse = XTermParser._parse_extended_key

    def tolerant(self: XTermParser, sequence: str) -> list[events.Key] | None:
        return parse(self, _ALTERNATES.sub(lambda match: match[1] or match[2], sequence))

    XTermParser._parse_extended_key = tolerant  # type: ignore[method-assign, assignment]
