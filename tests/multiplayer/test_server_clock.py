"""The server's clock on a device: as exact as the latency allows, and without a jump."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.core.rng import Rng
from game.wire.party_client import SLEW, ServerClock

#: how often it is measured, in milliseconds
EVERY_MS = 250
#: enough answers to know a jittering connection
SOON = 40


def between(rng: Rng, least: float, most: float) -> float:
    return least + (most - least) * rng.fraction()


def errors(seed: int, up: tuple[float, float], down: tuple[float, float], drift: float = 0.0) -> list[float]:
    """Return how far it is off after each answer, for latencies between these bounds."""
    rng, clock, found = Rng(seed), ServerClock(), []
    ahead = between(rng, -1e6, 1e6)

    def server(now: float) -> float:
        return now * (1 + drift) + ahead

    clock.begin(server(0) + between(rng, *down), between(rng, *down))
    for number in range(120):
        asked = 1000.0 + number * EVERY_MS
        there = asked + between(rng, *up)
        back = there + between(rng, *down)
        clock.heard(asked, round(server(there)), back)
        found.append(clock.at(back) - server(back))
    return found


@pytest.mark.parametrize("drift", [0.0, 5e-5, -5e-5])
def test_with_symmetric_jitter_the_clock_is_within_five_milliseconds(drift):
    worst = max(max(map(abs, errors(seed, (2, 40), (2, 40), drift)[SOON:])) for seed in range(60))
    assert worst <= 5


@pytest.mark.parametrize(("up", "down"), [((2, 40), (42, 80)), ((100, 140), (2, 12)), ((30, 30), (30, 30))])
def test_the_error_is_at_most_half_of_the_difference_between_both_directions(up, down):
    apart = abs(up[0] - down[0]) / 2
    worst = max(max(map(abs, errors(seed, up, down)[SOON:])) for seed in range(20))
    assert worst <= apart + 5


@given(st.lists(st.tuples(st.integers(1, 400), st.integers(0, 900), st.integers(0, 900)), min_size=6, max_size=80))
@settings(max_examples=60, deadline=None)
def test_the_clock_neither_jumps_nor_goes_back(ways):
    clock, now = ServerClock(), 0.0
    clock.begin(5000, 0)
    last: tuple[float, float] | None = None
    for wait, up, down in ways:
        asked = now + wait
        now = asked + up + down
        before = clock.at(now)
        was_sure = clock.is_sure
        clock.heard(asked, asked + up + 7777, now)
        after = clock.at(now)
        if was_sure:
            assert after == pytest.approx(before)
            assert last is not None
            passed = now - last[0]
            assert (1 - SLEW) * passed - 1e-6 <= after - last[1] <= (1 + SLEW) * passed + 1e-6
        last = (now, after)


def test_another_server_is_another_clock():
    clock = ServerClock()
    clock.begin(1000, 0)
    for number in range(8):
        clock.heard(number * 100, number * 100 + 1000, number * 100)
    assert clock.is_sure
    clock.forget()
    assert clock.at(1000) == 2000
    assert not clock.is_sure
    clock.heard(1000, 5000, 1000)
    assert clock.at(1000) == 5000
    clock.begin(90_000, 1100)
    assert clock.at(1100) == 90_000
