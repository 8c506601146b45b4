"""What the command line or a link asks for: which table to open, in which language, at which speed."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from game.core.match import HUMAN
from game.core.protocol import BadOptions, Json
from game.core.rng import Rng
from game.engine.texts import LANGUAGES, Texts
from game.registry import GAMES, RULES
from game.settings import SPEEDS


class Wish(NamedTuple):
    """What to open. Empty strings and None leave the choice to the player's settings and last set-up."""

    game: str = ""
    seats: tuple[str, ...] = ()
    seed: int | None = None
    language: str = ""
    speed: str = ""
    #: house rules that differ from the printed ones, or None: those of the last set-up
    options: Mapping[str, Json] | None = None


class BadWish(Exception):
    """The command line or the link asks for something that does not exist; the message lists what does."""


def _one_of(what: str, value: str, known: Sequence[str]) -> str:
    if value not in known:
        raise BadWish(f"There is no {what} {value!r}. Known: {', '.join(known)}.")
    return value


def _known(what: str, value: str, known: Sequence[str]) -> str:
    """``value``, if it exists or nothing is asked for."""
    return _one_of(what, value, known) if value else ""


def seats_of(game: str, by_comma: str, kinds: Sequence[str]) -> tuple[str, ...]:
    """Who sits where, each one of ``kinds``; raise BadWish for any other and for a wrong number of seats."""
    seats = tuple(_one_of("seat", part.strip(), kinds) for part in by_comma.split(","))
    least, most = RULES[game].MIN_SEATS, RULES[game].MAX_SEATS
    if not least <= len(seats) <= most:
        raise BadWish(f"{game} is for {least} to {most} seats, not {len(seats)}.")
    return seats


def options_of(game: str, pairs: Iterable[str], seats: int) -> dict[str, Json]:
    """House rules from NAME=JSON; raise BadWish for what the game does not know."""
    rules = RULES[game]
    known = {option.name: option for option in rules.OPTIONS}
    chosen: dict[str, Json] = {}
    for pair in pairs:
        name, _, value = pair.partition("=")
        name = _one_of("house rule", name.strip(), list(known))
        takes = ("any of " if known[name].pick == "some" else "") + ", ".join(map(json.dumps, known[name].values))
        refusal = BadWish(f"The house rule {name} does not take {value.strip() or 'an empty value'}. Known: {takes}.")
        try:
            chosen[name] = json.loads(value)
            # by itself first, so that the sentence names the one that is wrong
            rules.setup({name: chosen[name]}, seats, Rng(1))
        except (ValueError, RecursionError, BadOptions):
            raise refusal from None
    try:
        rules.setup(chosen, seats, Rng(1))
    except BadOptions as error:
        raise BadWish(reason(error)) from None
    return chosen


def reason(error: BadOptions) -> str:
    """Why a game refuses house rules, as a sentence of the command line."""
    return Texts("en")(f"reason.{error.reason}", **error.details)


def read(argv: Sequence[str]) -> Wish:
    """Read the command line; raise BadWish for an unknown game, level, house rule, language or speed."""
    parser = argparse.ArgumentParser(prog="main.py", description="Kartenkiste: card games in one box.")
    parser.add_argument("--game", default="", help="open a table at once: " + ", ".join(GAMES))
    parser.add_argument("--seats", default="", help="by comma: human or a bot level, such as human,hard,hard")
    parser.add_argument("--seed", type=int, help="game number: with the same seats and house rules, the same cards")
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=JSON",
        help="a house rule, once for each; with this or a seed all others are the printed ones",
    )
    parser.add_argument("--lang", default="", help=" or ".join(LANGUAGES))
    parser.add_argument("--speed", default="", help=", ".join(SPEEDS))
    given = parser.parse_args(argv)
    return checked(given.game, given.seats, given.seed, given.lang, given.speed, given.option)


def checked(
    game: str, seats_by_comma: str, seed: int | None, language: str, speed: str, pairs: Sequence[str] = ()
) -> Wish:
    """The wish, if everything in it exists; raise BadWish if not."""
    _known("game", game, list(GAMES))
    _known("language", language, LANGUAGES)
    _known("speed", speed, list(SPEEDS))
    if not game:
        if seats_by_comma or seed is not None or pairs:
            raise BadWish(f"Seats, a seed and house rules need a game. Known: {', '.join(GAMES)}.")
        return Wish(language=language, speed=speed)
    seats = seats_of(game, seats_by_comma, (HUMAN, *GAMES[game].bots.LEVELS)) if seats_by_comma else ()
    options = options_of(game, pairs, len(seats) or RULES[game].MIN_SEATS)
    # a game number means the same cards whatever was played here last
    return Wish(game, seats, seed, language, speed, options if pairs or seed is not None else None)


#: what a link can ask for
ASKED = ("game", "seats", "seed", "lang", "speed")


def from_link(asked: Mapping[str, str]) -> Wish:
    """What the part of an address after its # asks for; raise BadWish for anything unknown."""
    for name in asked:
        _one_of("option", name, ASKED)
    seed = asked.get("seed", "")
    if seed and not (seed.isascii() and seed.isdigit() and len(seed) <= 18):
        raise BadWish(f"The seed {seed!r} is no number.")
    lang, speed = asked.get("lang", ""), asked.get("speed", "")
    return checked(asked.get("game", ""), asked.get("seats", ""), int(seed) if seed else None, lang, speed)
