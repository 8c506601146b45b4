"""What a Redis keeps, by its settings: whether a move that was answered may be lost, and what is to be set."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

#: all that is looked at, as ``/metrics`` names it
SETTINGS = ("appendonly", "appendfsync", "no-appendfsync-on-rewrite", "maxmemory-policy", "replica")
#: what CONFIG GET alone knows
CONFIGURED = ("appendfsync", "no-appendfsync-on-rewrite")


class Loss(NamedTuple):
    """A setting that may lose moves that were answered."""

    setting: str
    #: what is to be done about it, and how it is now, as a part of a sentence
    words: str


class Keeping(NamedTuple):
    """What one Redis, or all of a cluster, may lose."""

    losses: tuple[Loss, ...]
    #: settings of which nothing could be found out
    unknown: tuple[str, ...]
    #: how many replicas follow: one that takes over may lack the last moves
    replicas: int

    @property
    def words(self) -> str:
        """What is to be done so that nothing is lost; "" if nothing has to be."""
        *most, last = [loss.words for loss in self.losses] or [""]
        return f"{', '.join(most)} and {last}" if most else last


def looked_at(said: Mapping[str, object]) -> Keeping:
    """What a Redis keeps by what it says: the fields of INFO, and rows of CONFIG GET under the settings' own names.

    What it does not say is missing there.
    """
    losses: list[Loss] = []
    if _is(said, "role", "slave"):
        where = f"{said.get('master_host', '?')}:{said.get('master_port', '?')}"
        losses.append(Loss("replica", f"name its master {where} (it is a replica)"))
    if _is(said, "aof_enabled", "0"):
        losses.append(_set("appendonly", "yes", "no"))
    if "appendfsync" in said and not _is(said, "appendfsync", "always"):
        losses.append(_set("appendfsync", "always", str(said["appendfsync"])))
    if _is(said, "no-appendfsync-on-rewrite", "yes"):
        losses.append(_set("no-appendfsync-on-rewrite", "no", "yes"))
    # without a bound nothing is ever thrown out
    is_bound = not _is(said, "maxmemory", "0")
    if is_bound and "maxmemory_policy" in said and not _is(said, "maxmemory_policy", "noeviction"):
        losses.append(_set("maxmemory-policy", "noeviction", str(said["maxmemory_policy"])))
    fields = {"appendonly": "aof_enabled", "maxmemory-policy": "maxmemory_policy", "replica": "role"}
    unknown = tuple(one for one in SETTINGS if fields.get(one, one) not in said)
    followed = str(said.get("connected_slaves", "0"))
    return Keeping(tuple(losses), unknown, int(followed) if followed.isdigit() else 0)


def together(all_: Iterable[Keeping]) -> Keeping:
    """What a cluster of these keeps: it loses whatever one of them may lose."""
    found = [*all_]
    losses = {loss.setting: loss for one in found for loss in one.losses}
    unknown = {setting for one in found for setting in one.unknown}
    return Keeping(
        tuple(losses[setting] for setting in SETTINGS if setting in losses),
        tuple(setting for setting in SETTINGS if setting in unknown),
        sum(one.replicas for one in found),
    )


def _is(said: Mapping[str, object], field: str, value: str) -> bool:
    return str(said.get(field)) == value


def _set(setting: str, wanted: str, found: str) -> Loss:
    return Loss(setting, f"set {setting} {wanted} (it is {found})")
