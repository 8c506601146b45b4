"""Duration of a match in minutes, for the title and the set-up.

The values in ``assets/lengths.json`` are measured by ``build/lengths.py`` with the default bots at normal speed, by the
game's own clock. People in place of bots need longer for a decision; passing the device on is left out.
"""

import json
from collections.abc import Mapping
from typing import NamedTuple

from game.catalogue.registry import GAMES
from game.core.options import validated_values
from game.engine.assets import ASSETS
from game.engine.texts import Texts
from game.player.lineup import Lineup, default_lineup

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


#: the sets that won the measured matches of Twin It!, and those without a clock
MEASURED_SETS, MEASURED_CALM = 5, 7
#: a quick and a slow person's time for a decision, in seconds
QUICK_S, SLOW_S = 3.0, 7.0
#: and for a look at the middle of Twin It! without a clock, among some thirty cards: nobody is in a hurry there
QUICK_LOOK_S, SLOW_LOOK_S = 5.0, 12.0
#: the measured variants of games that have several
DECKS: Mapping[str, tuple[str, ...]] = {"nein_danke": ("base", "specials"), "twin_it": ("base", "teams", "calm")}


def _measured() -> dict[tuple[str, str, int], Length]:
    """Read the medians, by game, variant and number of seats."""
    found = json.loads((ASSETS / "lengths.json").read_text(encoding="utf-8"))
    return {
        (game, deck, int(seats)): Length(*row)
        for game, decks in found.items()
        for deck, rows in decks.items()
        for seats, row in rows.items()
    }


MEASURED = _measured()


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
    times: float = rounds if isinstance(rounds, int) else 1
    calm = bool(options.get("calm"))
    if (sets := options.get("sets")) and isinstance(sets, int):
        times *= sets / (MEASURED_CALM if calm else MEASURED_SETS)
    # in real time everybody decides at once
    alone = GAMES[rows.game].real_time and not calm
    more = 0 if alone else people * length.decisions
    paces = (QUICK_LOOK_S, SLOW_LOOK_S) if calm else (QUICK_S, SLOW_S)
    return Span(*(times * (length.seconds + more * (each - length.thought)) for each in paces))


def minutes_of(rows: Lineup, texts: Texts) -> str:
    """Return the minutes of the match being set up as text (4–6), or the game's own text if not measured."""
    span = span_of(rows)
    return _minutes(span, texts) if span else texts(f"game.{rows.game}.minutes")


def box_minutes(game: str, texts: Texts) -> str:
    """Return the minutes of a game's first match with any number of players, as its box names them."""
    least, most = GAMES[game].seat_range(validated_values(GAMES[game].options, {}))
    spans = [span_of(default_lineup(game, texts, count)) for count in range(least, most + 1)]
    known = [span for span in spans if span]
    if not known:
        return texts(f"game.{game}.minutes")
    return _minutes(Span(min(span.quick for span in known), max(span.slow for span in known)), texts)


def _minutes(span: Span, texts: Texts) -> str:
    """Return a span in minutes as text."""
    # a set: equal ends are no range
    ends = sorted({_rounded(seconds) for seconds in span})
    return "–".join(texts.number(minutes, int(minutes % 1 > 0)) for minutes in ends)


def _rounded(seconds: float) -> float:
    """Return seconds as minutes: whole ones, or halves below two; at least half a minute."""
    return max(0.5, round(seconds / 30) / 2) if seconds < 100 else max(1, round(seconds / 60))
