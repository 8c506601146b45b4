"""What the command line or a link asks for: which table to open, in which language, at which speed."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from game.engine.texts import LANGUAGES
from game.registry import GAMES
from game.settings import SPEEDS

HUMAN = "human"


class Wish(NamedTuple):
    """What to open. Empty strings and None leave the choice to the player's settings."""

    game: str = ""
    seats: tuple[str, ...] = ()
    seed: int | None = None
    language: str = ""
    speed: str = ""


class BadWish(Exception):
    """The command line or the link asks for something that does not exist; the message lists what does."""


def _known(what: str, value: str, known: Sequence[str]) -> str:
    if value and value not in known:
        raise BadWish(f"There is no {what} {value!r}. Known: {', '.join(known)}.")
    return value


def read(argv: Sequence[str]) -> Wish:
    """Read the command line; raise BadWish for an unknown game, level, language or speed."""
    parser = argparse.ArgumentParser(prog="main.py", description="Kartenkiste: card games in one box.")
    parser.add_argument("--game", default="", help="open a table at once: " + ", ".join(GAMES))
    parser.add_argument("--seats", default="", help="by comma: human or a bot level, such as human,hard,hard")
    parser.add_argument("--seed", type=int, help="game number: the same one deals the same cards")
    parser.add_argument("--lang", default="", help=" or ".join(LANGUAGES))
    parser.add_argument("--speed", default="", help=", ".join(SPEEDS))
    given = parser.parse_args(argv)
    return checked(given.game, given.seats, given.seed, given.lang, given.speed)


def checked(game: str, seats_by_comma: str, seed: int | None, language: str, speed: str) -> Wish:
    """The wish, if everything in it exists; raise BadWish if not."""
    _known("game", game, list(GAMES))
    _known("language", language, LANGUAGES)
    _known("speed", speed, list(SPEEDS))
    seats = tuple(seats_by_comma.split(",")) if seats_by_comma else ()
    if (seats or seed is not None) and not game:
        raise BadWish(f"Seats and a seed need a game. Known: {', '.join(GAMES)}.")
    if seats:
        entry = GAMES[game]
        for seat in seats:
            _known("seat", seat, (HUMAN, *entry.bots.LEVELS))
        least, most = entry.rules.MIN_SEATS, entry.rules.MAX_SEATS
        if not least <= len(seats) <= most:
            raise BadWish(f"{game} is for {least} to {most} seats, not {len(seats)}.")
    return Wish(game, seats, seed, language, speed)


#: what a link can ask for
ASKED = ("game", "seats", "seed", "lang", "speed")


def from_link(asked: Mapping[str, str]) -> Wish:
    """What the part of an address after its # asks for; raise BadWish for anything unknown."""
    for name in asked:
        _known("option", name, ASKED)
    seed = asked.get("seed", "")
    if seed and not (seed.isascii() and seed.isdigit() and len(seed) <= 18):
        raise BadWish(f"The seed {seed!r} is no number.")
    lang, speed = asked.get("lang", ""), asked.get("speed", "")
    return checked(asked.get("game", ""), asked.get("seats", ""), int(seed) if seed else None, lang, speed)
