"""`scorekeeper --help` against a Python that does nothing."""

from __future__ import annotations

import sys
import tempfile
from functools import partial
from pathlib import Path

from benchmarks.timing import environment, finish, interleaved, run_time, verdict

LIMIT = 3
COUNT = 15


def main() -> None:
    """Measure and end."""
    with tempfile.TemporaryDirectory() as folder:
        variables = environment(Path(folder))
        program = Path(sys.executable).parent / "scorekeeper"
        ours, bare = interleaved(
            COUNT,
            partial(run_time, [str(program), "--help"], variables),
            partial(run_time, [sys.executable, "-c", "pass"], variables),
        )
    finish(verdict("help_time", ours, bare, LIMIT))


if __name__ == "__main__":
    main()
