"""The modes and house rules of Twin It! (rule text, sections 2 to 7)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from game.core.protocol import BadOptions, Json, Option, chosen_values

COMPETITIVE, TEAMS, MINUTE, CONTEST = "competitive", "teams", "minute", "contest"
MODES = (COMPETITIVE, TEAMS, MINUTE, CONTEST)
#: mode -> least and most players
SEATS_OF = {COMPETITIVE: (2, 6), TEAMS: (4, 6), MINUTE: (1, 6), CONTEST: (2, 6)}

OPTIONS: tuple[Option, ...] = (
    Option("mode", MODES, COMPETITIVE),
    Option("forbidden", (-1, 0, 1, 2, 3, 4, 5), -1),
    Option("flip_after", (2000, 3000, 4000, 6000, 10000), 4000),
    Option("flip_gap", (500, 1000, 1500), 1000),
    Option("touch_window", (1000, 1500, 2500), 1500),
    Option("team_window", (1500, 2500, 4000), 2500),
    Option("tie_margin", (0, 25, 50, 100), 25),
    Option("flipper_handicap", (0, 150, 300), 0),
    Option("after_contest", ("next", "same"), "next"),
    Option("buzzers", (False, True), False),
    Option("calm", (False, True), False),
    Option("looks", (1, 2, 3), 1),
    Option("minute", (60, 90, 120), 60),
    Option("honest", (False, True), False),
)


class Options(NamedTuple):
    """The house rules of one game (sections 2 to 7); times in milliseconds, ``minute`` in seconds."""

    mode: str
    #: the seat that the forbidden patterns bind, or -1 (section 3); in teams, with its whole team
    forbidden: int
    flip_after: int
    flip_gap: int
    touch_window: int
    team_window: int
    tie_margin: int
    #: who flips sees the card last: the driver of the clock holds back that seat's hand on the new faces
    flipper_handicap: int
    after_contest: str
    buzzers: bool
    calm: bool
    #: calm mode: how often everybody is asked before the next flip
    looks: int
    minute: int
    honest: bool


def read_options(given: Mapping[str, Json], seats: int) -> Options:
    """The house rules asked for; raise BadOptions for what is not known or does not go together."""
    options = Options(**chosen_values(OPTIONS, given))
    least, most = SEATS_OF[options.mode]
    if not least <= seats <= most:
        raise BadOptions("bad_seats", given=seats, least=least, most=most)
    if options.forbidden >= seats or (options.forbidden >= 0 and options.mode not in (COMPETITIVE, TEAMS)):
        raise BadOptions("bad_option_value", option="forbidden", value=options.forbidden)
    if options.calm and (options.mode == TEAMS or options.buzzers):
        raise BadOptions("bad_option_value", option="calm", value=True)
    return options
