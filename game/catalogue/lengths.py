"""Duration of a match in minutes, for the title and the set-up.

The values are measured by ``build/lengths.py`` with the default bots at normal speed, by the game's own clock. People
in place of bots need longer for a decision; passing the device on is left out.
"""

from collections.abc import Mapping
from typing import NamedTuple

from game.catalogue.registry import GAMES
from game.engine.texts import Texts
from game.player.lineup import Lineup

#: a bot's time for a decision at normal speed and the usual thinking time, in seconds
BOT_S = 0.65


class Length(NamedTuple):
    """A match of bots: its seconds, the decisions per seat without forced moves, and a bot's seconds for each."""

    seconds: int
    decisions: int
    thought: float = BOT_S


class Span(NamedTuple):
    """Seconds that a match lasts with quick people and with slow ones."""

    quick: float
    slow: float


#: a quick and a slow person's time for a decision, in seconds
QUICK_S, SLOW_S = 3.0, 7.0
#: the measured variants of games that have several
DECKS: Mapping[str, tuple[str, ...]] = {"nein_danke": ("base", "specials"), "twin_it": ("base", "teams", "calm")}
#: medians by game, variant and number of seats
MEASURED: Mapping[tuple[str, str, int], Length] = {
    ("nein_danke", "base", 3): Length(122, 40, 0.4),
    ("nein_danke", "base", 4): Length(129, 32, 0.39),
    ("nein_danke", "base", 5): Length(133, 26, 0.39),
    ("nein_danke", "base", 6): Length(90, 22, 0.21),
    ("nein_danke", "base", 7): Length(72, 14, 0.19),
    ("nein_danke", "specials", 3): Length(285, 88, 0.47),
    ("nein_danke", "specials", 4): Length(278, 64, 0.46),
    ("nein_danke", "specials", 5): Length(284, 53, 0.46),
    ("nein_danke", "specials", 6): Length(193, 44, 0.26),
    ("nein_danke", "specials", 7): Length(154, 29, 0.23),
    ("keine_ahnung", "base", 2): Length(243, 88, 0.11),
    ("keine_ahnung", "base", 3): Length(215, 60, 0.11),
    ("keine_ahnung", "base", 4): Length(229, 48, 0.11),
    ("keine_ahnung", "base", 5): Length(199, 36, 0.1),
    ("dnup", "base", 2): Length(71, 22),
    ("dnup", "base", 3): Length(132, 26),
    ("dnup", "base", 4): Length(125, 18),
    ("dnup", "base", 5): Length(188, 22),
    ("push", "base", 2): Length(130, 136, 0.03),
    ("push", "base", 3): Length(145, 95, 0.03),
    ("push", "base", 4): Length(137, 71, 0.03),
    ("push", "base", 5): Length(128, 56, 0.03),
    ("push", "base", 6): Length(123, 47, 0.03),
    ("twin_it", "base", 2): Length(138, 28),
    ("twin_it", "base", 3): Length(142, 20),
    ("twin_it", "base", 4): Length(139, 16),
    ("twin_it", "base", 5): Length(170, 15),
    ("twin_it", "base", 6): Length(147, 14),
    ("twin_it", "teams", 4): Length(181, 21),
    ("twin_it", "teams", 5): Length(206, 18),
    ("twin_it", "teams", 6): Length(237, 17),
    ("twin_it", "calm", 2): Length(78, 59),
    ("twin_it", "calm", 3): Length(94, 46),
    ("twin_it", "calm", 4): Length(132, 48),
    ("twin_it", "calm", 5): Length(216, 66),
    ("twin_it", "calm", 6): Length(232, 60),
}


def span_of(rows: Lineup) -> Span | None:
    """Return the duration of the match being set up, or None if the game was not measured."""
    options, people = rows.options, len(rows.humans)
    timed = options.get("mode") in ("minute", "contest")
    limit = options.get("minute")
    if timed and isinstance(limit, int):
        # a limit in seconds; without a clock, in looks
        return Span(limit * QUICK_S, limit * SLOW_S) if options.get("calm") else Span(limit, limit)
    decks = GAMES[rows.game].modes.variants
    chosen = (deck for deck in DECKS.get(rows.game, ()) if decks[deck] and decks[deck].items() <= options.items())
    length = MEASURED.get((rows.game, next(chosen, "base"), len(rows.seats)))
    if length is None:
        return None
    rounds = options.get("rounds", 1)
    times = rounds if isinstance(rounds, int) else 1
    # in real time everybody decides at once
    alone = GAMES[rows.game].real_time and not options.get("calm")
    more = 0 if alone else people * length.decisions
    return Span(*(times * (length.seconds + more * (each - length.thought)) for each in (QUICK_S, SLOW_S)))


def minutes_of(rows: Lineup, texts: Texts) -> str:
    """Return the minutes of the match being set up as text (4–6), or the game's own text if not measured."""
    span = span_of(rows)
    if span is None:
        return texts(f"game.{rows.game}.minutes")
    least, most = (_rounded(seconds) for seconds in span)
    return texts.number(most, int(most % 1 > 0)) if least == most else f"{texts.number(least)}–{texts.number(most)}"


def _rounded(seconds: float) -> float:
    """Return seconds as minutes: whole ones, or halves below two; at least half a minute."""
    return max(0.5, round(seconds / 30) / 2) if seconds < 100 else max(1, round(seconds / 60))
