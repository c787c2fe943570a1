"""What every test stands on: an environment of its own, far from the user's book, and no needless waiting."""

import gc
import os
import sys
from collections.abc import Generator
from pathlib import Path
from typing import Any, TypeVar

import hypothesis
import pytest

from scorekeeper import i18n

# The outer world, as far as it would change a picture, a sentence or a place.
UNWANTED = [
    "NO_COLOR", "FORCE_COLOR", "TEXTUAL_THEME", "LC_ALL", "LC_MESSAGES", "COLUMNS", "LINES",
    "SCOREKEEPER_DATABASE_URL",
]  # fmt: skip
WANTED = {"LANGUAGE": "en", "LANG": "C.UTF-8", "TEXTUAL_ANIMATIONS": "none"}
WANTED |= {"TERM": "xterm-256color", "COLORTERM": "truecolor"}

NO_SKIPS = bool(os.environ.get("SCOREKEEPER_NO_SKIPS"))

hypothesis.settings.register_profile("scorekeeper", deadline=None, derandomize="CI" in os.environ)
hypothesis.settings.load_profile("scorekeeper")

# An app for every test leaves much for the collector to look through: at its usual pace that is a third of the time.
gc.set_threshold(50_000, 20, 20)

# At import, not in a fixture: fixtures of a wider scope and Textual's constants come before any test.
for _name in UNWANTED:
    os.environ.pop(_name, None)
os.environ.update(WANTED)


@pytest.fixture(autouse=True)
def own_world(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give the test configuration and data folders of its own; returns the folder that holds both."""
    home = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(home / "config"))
    monkeypatch.setenv("XDG_DATA_HOME", str(home / "data"))
    monkeypatch.setenv("XDG_STATE_HOME", str(home / "state"))
    i18n.set_language("en")
    _hurry_textual()
    return home


def _hurry_textual() -> None:
    """Let the pilot look more often whether the app is idle: a key then costs 20 ms rather than 80."""
    wait: Any = sys.modules.get("textual._wait")  # not imported here: the core's tests don't pay for Textual
    if hasattr(wait, "SLEEP_GRANULARITY") and hasattr(wait, "SLEEP_IDLE"):
        wait.SLEEP_GRANULARITY = 1 / 500
        wait.SLEEP_IDLE = wait.SLEEP_GRANULARITY / 20


# With SCOREKEEPER_NO_SKIPS a test that would be skipped fails: the build server has all that tests need.


Report = TypeVar("Report", pytest.TestReport, pytest.CollectReport)


def _refuse_skip(report: Report) -> Report:
    if NO_SKIPS and report.skipped and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"skipped, which SCOREKEEPER_NO_SKIPS forbids: {report.longrepr}"
    return report


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    return _refuse_skip((yield))


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    return _refuse_skip((yield))
