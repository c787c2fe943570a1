"""Long runs: `make torture`."""

from __future__ import annotations

import json
import random

import pytest

from scorekeeper.files.night_file import read_night
from scorekeeper.files.score import score_json
from scorekeeper.table.night import Night
from tests.independent import score
from tests.random_nights import random_night

pytestmark = pytest.mark.torture


@pytest.mark.parametrize("block", range(20))
def test_thousands_of_nights_agree_with_the_independent_computation(block: int) -> None:
    for seed in range(100_000 + 500 * block, 100_000 + 500 * (block + 1)):
        rng = random.Random(seed)
        night = random_night(rng, rounds=rng.randrange(40))
        ours = score_json(Night.replay(*read_night(json.dumps(night).encode())).standing)
        theirs = score(night)
        for key in ("rounds", "balances", "credit", "next"):
            assert ours[key] == theirs[key], (seed, key)
        assert len(ours["settlement"]) == theirs["settlement_count"], seed
