"""A short run of ``tasks.py bench --endure``: after some laps over all screens nothing has grown, in any engine."""

from __future__ import annotations

import pytest
from bench_endure import Others, endure, hosted

FRAMES = 20_000
#: at each table, so that it takes six laps
A_PLACE = 420
#: of these nothing is kept for another time, and at the title there is as much of it in the end as at the beginning
GOES = tuple(f"game.{room}." for room in ("scenes", "wire", "visits", "app", "context", "engine.items", "engine.scene"))
#: what a phone gives a page has room for more
MOST_MEMORY = 400 * 2**20


@pytest.mark.every_engine
@pytest.mark.usefixtures("site")
def test_nothing_grows_in_the_long_run(browser):
    with hosted() as port, Others(port, (0.05, 0.15)) as code:
        table = endure(browser, f"http://127.0.0.1:{port}/", FRAMES, A_PLACE, f"join={code}")
    stacks = {sample["stack"] for sample in table.samples}
    assert len(stacks) == 1, f"the stack ends a lap at {stacks}"
    for name in ("open lines", "sounds", "caches"):
        assert len({sample[name] for sample in table.samples[table.first :]}) == 1, name
    assert table.samples[-1]["memory"] < MOST_MEMORY
    # what leads to the last match is remembered, a little more or less of it; what is kept of every lap is more by now
    before, now, laps = table.types[1], table.types[-1], len(table.types) - 2
    grown = {name: (before.get(name, 0), count) for name, count in now.items() if count >= before.get(name, 0) + laps}
    assert not {name: counts for name, counts in grown.items() if name.startswith(GOES)}
