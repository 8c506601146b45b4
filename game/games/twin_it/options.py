"""The modes and house rules of Twin It! (rule text, sections 2 to 7)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from game.core.options import BadOptions, Json, Option, chosen_as, several
from game.games.twin_it.pace import HANDS, NEW_MS, PACES, nearest

COMPETITIVE, TEAMS, MINUTE, CONTEST = "competitive", "teams", "minute", "contest"
MODES = (COMPETITIVE, TEAMS, MINUTE, CONTEST)
#: mode -> least and most players
SEATS_OF = {COMPETITIVE: (2, 6), TEAMS: (4, 6), MINUTE: (1, 6), CONTEST: (2, 6)}

OPTIONS: tuple[Option, ...] = (
    Option("mode", MODES, COMPETITIVE, "mode"),
    Option("forbidden", (-1, 0, 1, 2, 3, 4, 5), -1, "seat"),
    Option("flip_after", (2000, 4000, 6000, 10000), 4000),
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
    Option("handicap", (0, 300, 600, 1000), (), "each"),
    Option("pace", PACES, nearest(NEW_MS), "found"),
    Option("hand", HANDS, HANDS[0], "found"),
)
RARE = ("flipper_handicap", "after_contest", "tie_margin", "handicap")
#: mode -> the house rules that make a difference there, the most important first
MATTERS = {
    COMPETITIVE: ("calm", "forbidden", "flip_after", "looks", "flip_gap", "touch_window", *RARE),
    TEAMS: ("forbidden", "flip_after", "team_window", "flip_gap", *RARE),
    MINUTE: ("minute", "calm", "honest", "handicap"),
    CONTEST: ("minute", "calm", "honest", "handicap"),
}
#: what needs a clock, in the modes with a flip
CLOCKED = ("flip_after", "flip_gap", "touch_window", "team_window", "tie_margin", "flipper_handicap", "handicap")


class Options(NamedTuple):
    """The house rules of one game (sections 2 to 7); times in milliseconds, ``minute`` in seconds."""

    mode: str
    #: the seat that the forbidden patterns bind, or -1 (section 3); in teams, with its whole team. Tables are set up
    #: with one of the larger team alone, see ``handicapped``; earlier records have others, and go on
    forbidden: int
    flip_after: int
    flip_gap: int
    touch_window: int
    team_window: int
    tie_margin: int
    #: who flips sees the card last: the driver of the clock holds back that seat's hand on the new faces, bot or not
    flipper_handicap: int
    after_contest: str
    buzzers: bool
    calm: bool
    #: calm mode: how often everybody is asked before the next flip
    looks: int
    minute: int
    honest: bool
    #: by seat: how much later its hands, or its buzzes, count (section 2.1); the driver of the clock sees to it
    handicap: tuple[int, ...]
    #: how quick the person at the table was when it was set up, and what it plays with: the table finds that out, and
    #: nobody is asked. See ``pace``
    pace: int
    hand: str


def read_options(given: Mapping[str, Json], seats: int) -> Options:
    """The house rules asked for; raise BadOptions for what is not known or does not go together."""
    options = chosen_as(Options, OPTIONS, given)
    least, most = SEATS_OF[options.mode]
    if not least <= seats <= most:
        raise BadOptions("bad_seats", given=seats, least=least, most=most)
    if options.forbidden >= seats or (options.forbidden >= 0 and options.mode not in (COMPETITIVE, TEAMS)):
        raise BadOptions("bad_option_value", option="forbidden", value=options.forbidden)
    if options.calm and (options.mode == TEAMS or options.buzzers):
        raise BadOptions("bad_option_value", option="calm", value=True)
    if len(options.handicap) > seats:
        raise BadOptions("bad_option_value", option="handicap", value=options.handicap)
    return options._replace(handicap=options.handicap + (0,) * (seats - len(options.handicap)))


# ---- for who sets a table up --------------------------------------------------------------------------


def handicapped(mode: Json, seats: int) -> tuple[int, ...]:
    """The seats that forbidden patterns may bind: whoever won last; in teams one of the larger team (section 4)."""
    if mode == COMPETITIVE:
        return tuple(range(seats))
    return tuple(range(0, seats, 2)) if mode == TEAMS and seats % 2 else ()


def offers(options: Mapping[str, Json], seats: int) -> dict[str, tuple[Json, ...]]:
    """The house rules that make a difference beside ``options`` with their values; see ``settled`` for buzzers."""
    calm = bool(options.get("calm"))
    flips = options["mode"] in (COMPETITIVE, TEAMS)
    useless = {"looks"} if not calm else {"handicap", "after_contest", *(CLOCKED if flips else ())}
    if calm or not options.get("buzzers"):
        useless.add("tie_margin")
    if options.get("buzzers"):
        # who has buzzed has three seconds, and nobody else's hand is in the way
        useless |= {"touch_window", "team_window", "flipper_handicap"}
    binds = handicapped(options["mode"], seats)
    if not binds:
        useless.add("forbidden")
    known = {option.name: option.values for option in OPTIONS} | {"forbidden": (-1, *binds)}
    named = ("mode", *MATTERS[str(options["mode"])])
    return {name: known[name] for name in named if name not in useless}


def settled(options: Mapping[str, Json], seats: int, people: int) -> dict[str, Json]:
    """The house rules as they must be for this table.

    Several people at one device have buzzers wherever hands are in a hurry (section 2.1). What the mode or the
    number of seats leaves no room for is switched off.
    """
    mode = options["mode"]
    timed = mode in (MINUTE, CONTEST)
    calm = options["calm"] and mode != TEAMS
    return dict(options) | {
        "calm": calm,
        "buzzers": people > 1 and not calm and not timed,
        "forbidden": options["forbidden"] if options["forbidden"] in handicapped(mode, seats) else -1,
        "handicap": several(options["handicap"])[:seats],
    }


def sides(options: Mapping[str, Json], seats: int) -> tuple[int, ...]:
    """The team of each seat: the seats alternate (section 4); nothing in other modes."""
    return tuple(seat % 2 for seat in range(seats)) if options["mode"] == TEAMS else ()
