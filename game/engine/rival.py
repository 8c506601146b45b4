"""The panel of somebody else at a table of turns: the parts that it has in every game."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class RivalPanel:
    """Where the parts of a rival's panel lie, logical; a game's own kind adds the slots for what it shows there."""

    #: middle and radius of the figure, with the ring of whose turn it is
    face: tuple[float, float]
    radius: float
    #: the left end of the name, or its middle where it is ``centre`` that the last move is anchored by
    name: tuple[float, float]
    name_width: float
    name_size: float = 24.0
    #: most height that a line of text may take
    line: float
    #: where the pill of the last move stands, or else the level: its ``left``, ``centre`` or ``right``; or at which
    #: height, ``after`` the name
    last: tuple[float, float]
    anchor: str = "left"
    #: how wide the pill may be, 0 for as it is; after a name: where it ends
    last_width: float = 0.0
    #: how wide the level may be; 0 where it is not told
    level_width: float = 0.0
