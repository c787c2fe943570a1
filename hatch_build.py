"""Build hook: compiles the gettext catalogues, for wheels and editable installs alike."""

from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CatalogueHook(BuildHookInterface[Any]):
    """Writes a .mo next to every .po; babel is pure Python, so no compiler is needed."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 - hatch's signature
        for source in Path(self.root, "scorekeeper", "locale").glob("*/LC_MESSAGES/scorekeeper.po"):
            with source.open("rb") as file:
                catalogue = read_po(file, locale=source.parent.parent.name)
            # Replaced whole: a program that runs from this checkout never reads half a catalogue.
            target = source.with_suffix(".mo")
            half = target.with_suffix(".mo.new")
            with half.open("wb") as file:
                write_mo(file, catalogue)
            half.replace(target)
