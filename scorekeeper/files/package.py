"""A workbook as a file: the same book, the same bytes."""

from __future__ import annotations

import io
import re
import zipfile
from datetime import UTC, datetime
from typing import IO

from openpyxl import Workbook
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.xml.constants import (
    ARC_CONTENT_TYPES,
    ARC_SHARED_STRINGS,
    ARC_WORKBOOK_RELS,
    REL_NS,
    SHARED_STRINGS,
)

from scorekeeper.files.cells import Styles, Texts
from scorekeeper.files.sheet import InexactError, Sheet
from scorekeeper.files.sheet_text import literal, safe_text, sheet_title

_QUICKLY = 3
"""zlib's level: the formulas of long nights repeat themselves, and more effort takes twice the time for little."""
_NO_ROWS = re.compile(rb"<sheetData\s*/>|<sheetData></sheetData>")
_DIMENSION = re.compile(rb'<dimension ref="[^"]*"\s*/>')


class Book:
    """A workbook that is filled sheet by sheet, and then saved once."""

    def __init__(self, title: str, moment: datetime) -> None:
        self._book = Workbook()
        first = self._book.worksheets[0]
        self._book.remove(first)
        self._book.properties.creator = "scorekeeper"
        self._book.properties.title = safe_text(title)
        self._moment = moment
        self._styles, self._texts = Styles(first), Texts()
        self._sheets: list[Sheet] = []

    def sheet(self, title: str, *, frozen: str = "A2") -> Sheet:
        """A new sheet behind the others."""
        made = self._book.create_sheet(sheet_title(title, self._book.sheetnames))
        page = Sheet(made, self._styles, self._texts, frozen=frozen)
        self._sheets.append(page)
        return page

    def sign(self, name: str) -> None:
        """Note a digest of all its texts under a name that nobody sees: it tells whether another version of the
        program would say the same in other words."""
        self._book.defined_names[name] = DefinedName(name, attr_text=literal(self._texts.digest()), hidden=True)

    def saved(self) -> bytes:
        """The file, which says that it was made at the moment of this book.

        Raises InexactError for the first number that sheets cannot count exactly.
        """
        if faults := [fault for page in self._sheets for fault in page.faults]:
            for page in self._sheets:
                page.drop()
            raise InexactError(faults[:1])
        written, packed = io.BytesIO(), io.BytesIO()
        self._book.save(written)
        stamp = f"{self._moment.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}".encode()
        pages = {f"xl/worksheets/sheet{number}.xml": page for number, page in enumerate(self._sheets, start=1)}
        with zipfile.ZipFile(written) as source, zipfile.ZipFile(packed, "w") as target:
            for name in source.namelist():
                content = source.read(name)
                if name == "docProps/core.xml":
                    content = re.sub(rb"(<dcterms:(?:created|modified)\b[^>]*>)[^<]*", rb"\g<1>" + stamp, content)
                elif name in _LISTS:
                    end, line = _LISTS[name]
                    content = content.replace(end, line + end)
                with target.open(_part(name), "w") as file:
                    if name in pages:
                        _write_sheet(file, content, pages[name])
                    else:
                        file.write(content)
            with target.open(_part(ARC_SHARED_STRINGS), "w") as file:
                file.writelines(text.encode() for text in self._texts.parts())
        return packed.getvalue()


_LISTS = {
    ARC_CONTENT_TYPES: (
        b"</Types>",
        f'<Override PartName="/{ARC_SHARED_STRINGS}" ContentType="{SHARED_STRINGS}" />'.encode(),
    ),
    ARC_WORKBOOK_RELS: (
        b"</Relationships>",
        f'<Relationship Type="{REL_NS}/sharedStrings" Target="sharedStrings.xml" Id="texts" />'.encode(),
    ),
}
"""Where the file lists its parts: openpyxl knows nothing of the texts, which it would write into every cell."""


def _part(name: str) -> zipfile.ZipInfo:
    """A part of the file, of no age and no system."""
    entry = zipfile.ZipInfo(name, date_time=(1980, 1, 1, 0, 0, 0))
    entry.create_system = 3  # the same on Windows
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry._compresslevel = _QUICKLY  # type: ignore[attr-defined]
    return entry


def _write_sheet(file: IO[bytes], content: bytes, page: Sheet) -> None:
    """What openpyxl wrote around the rows, and the rows."""
    found = _NO_ROWS.search(content)
    assert found is not None
    file.write(_DIMENSION.sub(b"", content[: found.start()]))
    file.write(b"<sheetData>")
    page.pour(file)
    file.write(b"</sheetData>")
    file.write(content[found.end() :])
