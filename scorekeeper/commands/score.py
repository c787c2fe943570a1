"""`scorekeeper score`: computes a night file with no database."""

from __future__ import annotations

import json

from scorekeeper.commands import inputs, output
from scorekeeper.commands.stopping import DONE


def run(file: str, form: str) -> int:
    """Print the score of the night in `file` as `text` or `json`."""
    output.write(scored(inputs.read_bytes(file), file, form))
    return DONE


def scored(content: bytes, name: str, form: str) -> str:
    """The score of a night file. Raises Stopped with every fault, each naming the file as `name`."""
    night = inputs.replayed(inputs.night_file(content, name), name)
    if form == "json":
        from scorekeeper.files.score import score_json

        return json.dumps(score_json(night.standing), ensure_ascii=False, indent=2) + "\n"
    from scorekeeper.files.text import night_text

    return night_text(night)
