"""The program in a real terminal: tmux shows it, types into it and kills it."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self

PATIENCE = 20.0
"""Seconds for anything to appear: a busy build server is slow, and a test that fails waits this long once."""


class Terminal:
    """A tmux window of a given size with the app on `book` in it."""

    def __init__(self, book: Path, home: Path, *, size: tuple[int, int] = (80, 24), language: str = "en") -> None:
        self.book, self.home, self.size, self.language = book, home, size, language
        self._socket = f"scorekeeper-{uuid.uuid4().hex[:8]}"

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._tmux("kill-server", check=False)

    def start(self) -> None:
        """Start the app in a fresh window."""
        width, height = self.size
        env = {
            "XDG_CONFIG_HOME": str(self.home / "config"),
            "XDG_DATA_HOME": str(self.home / "data"),
            "LANGUAGE": self.language,
            "LC_ALL": "C.UTF-8",
            "COLORTERM": "truecolor",
        }
        settings = [f"{key}={value}" for key, value in env.items()]
        program = [sys.executable, "-m", "scorekeeper", "--book", str(self.book)]
        app = shlex.join(["env", "-u", "COLUMNS", "-u", "LINES", *settings, *program])
        self._tmux("-u", "new-session", "-d", "-x", str(width), "-y", str(height), f"exec {app}")

    def type(self, keys: str) -> None:
        """Send characters as they are."""
        self._tmux("send-keys", "-l", keys)

    def press(self, *keys: str) -> None:
        """Send named keys: Enter, Escape, F8 …"""
        self._tmux("send-keys", *keys)

    def text(self) -> str:
        """What the window shows."""
        return self._tmux("capture-pane", "-p", check=False)

    def wait(self, wanted: str | Callable[[str], bool]) -> str:
        """The window's text, as soon as it holds `wanted`; AssertionError when it never does."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            text = self.text()
            if (wanted in text) if isinstance(wanted, str) else wanted(text):
                return text
            time.sleep(0.05)
        raise AssertionError(f"never appeared: {wanted!r}\n{self.text()}")

    def kill(self) -> None:
        """kill -9, as a dead battery would; returns once the window is gone."""
        pid = int(self._tmux("list-panes", "-F", "#{pane_pid}").strip())
        os.kill(pid, signal.SIGKILL)
        end = time.monotonic() + PATIENCE
        while self._tmux("list-sessions", check=False) and time.monotonic() < end:
            time.sleep(0.02)

    def _tmux(self, *arguments: str, check: bool = True) -> str:
        command = ["tmux", "-L", self._socket, *arguments]
        done = subprocess.run(command, capture_output=True, text=True, check=check, timeout=30)
        return done.stdout
