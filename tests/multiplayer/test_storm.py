"""The storm benchmark: how waits are counted, and that the same faults are planned again."""

import math
from types import SimpleNamespace

import pytest
from bench_storm import Device, planned, waited
from fleet import Person


@pytest.mark.parametrize(
    ("gone", "seconds"),
    [
        ([], 10.0),
        # before it, after it, up to its beginning
        ([(80.0, 90.0), (120.0, 130.0), (95.0, 100.0)], 10.0),
        # in the midst of it: waiting before that counts as well
        ([(105.0, 108.0)], 7.0),
        ([(101.0, 102.0), (105.0, 108.0)], 6.0),
        # from before, to after, and still
        ([(90.0, 104.0)], 6.0),
        ([(109.0, math.inf)], 9.0),
        ([(90.0, math.inf)], 0.0),
    ],
)
def test_a_wait_is_counted_without_the_time_of_a_redis_outage(gone, seconds):
    assert waited(100.0, 110.0, gone) == pytest.approx(seconds)


def test_a_device_counts_from_its_fault_its_loss_and_its_request(monkeypatch):
    monkeypatch.setattr(Person, "look", lambda self, now: None)
    gone: list[tuple[float, float]] = []
    device = Device(SimpleNamespace(gone=gone), 1)
    remote = device.remote = SimpleNamespace(is_connected=True)

    def look(now: float, *, is_there: bool, asked: str = "") -> None:
        # the same afterwards, as if just heard
        def hear(self: Person, _now: float) -> None:
            remote.is_connected, self._asked = is_there, asked

        monkeypatch.setattr(Person, "look", hear)
        device.look(now)

    device._asked, device._said_at, device.struck_at = "wish", 8.0, 10.0
    look(14.0, is_there=False, asked="wish")
    gone.append((15.0, math.inf))
    look(16.0, is_there=False, asked="wish")
    gone[-1] = (15.0, 17.0)
    look(18.0, is_there=True)
    assert (device.from_loss, device.from_fault, device.answers) == ([2.0], [6.0], [8.0])


def test_the_same_seed_plans_the_same_faults_and_a_server_is_always_well():
    faults = planned(60, 3, 1)
    assert faults == planned(60, 3, 1) != planned(60, 3, 2)
    assert {fault.what for fault in faults} == {"kill", "stop", "leave", "redis_kill", "redis_stop"}
    for fault in faults:
        hit = [one.server for one in faults if one.at <= fault.at < one.at + one.long]
        assert len(hit) == len({*hit}), "nothing fails twice at once"
        assert len([server for server in hit if server >= 0]) < 3
