"""Launch request of the command line or a link: which table to open, in which language, at which speed."""

import argparse
import json
import shlex
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple
from urllib.parse import quote, urlencode

from game import __version__
from game.catalogue.registry import GAMES
from game.core import match, rng
from game.core.options import InvalidOptions, Json, Pick, validated_values
from game.engine.assets import INSTALLED
from game.engine.texts import LANGUAGES, Texts
from game.player.settings import SPEEDS
from game.wire.join_link import (
    DOOR,
    JOIN,
    WATCH,
    InvalidLink,
    JoinLink,
    checked_door,
    is_code,
    link_to_party,
    link_to_server,
)

#: what a link can ask for, besides house rules
ASKED = ("game", "seats", "seed", "lang", "speed")
#: prefix of a house rule's name in a link
RULE = "rule."
#: most digits of a game number in a link
MOST_DIGITS = 18
#: longest quoted input
LONGEST_SHOWN = 40


def program(installed: bool) -> tuple[str, ...]:
    """Return the program's name in a shell: its own command, or the script in the repository."""
    return ("kartenkiste",) if installed else ("python", "main.py")


PROGRAM = program(INSTALLED)


class LaunchRequest(NamedTuple):
    """A request to open something. Empty strings and None leave the choice to the settings and last set-up."""

    game: str = ""
    seats: tuple[str, ...] = ()
    seed: int | None = None
    language: str = ""
    speed: str = ""
    #: house rules that differ from the printed ones, or None: those of the last set-up
    options: Mapping[str, Json] | None = None
    #: a party that others play at, or a server for some; then nothing else is opened
    join_link: JoinLink | None = None
    #: a file of exported data to take in, after a question
    file: str = ""
    #: report what is there and what is missing instead of opening anything
    examines: bool = False


class InvalidRequest(Exception):
    """Raised for an unknown option; the message lists the known ones.

    ``what`` is a text key with its blanks, or a whole sentence of a program that speaks English alone.
    """

    def __init__(self, what: str, **blanks: object) -> None:
        super().__init__(what)
        self.what, self.blanks = what, blanks

    def message(self, texts: Texts) -> str:
        """The sentence in the language of ``texts``."""
        return texts(self.what, **self.blanks) if texts.has(self.what) else self.what

    def __str__(self) -> str:
        """The sentence in English, as the command line has it."""
        return self.message(Texts("en"))


def _shown(value: str) -> str:
    """Return user input, shortened and without characters that cannot be drawn."""
    short = value if len(value) <= LONGEST_SHOWN else f"{value[:LONGEST_SHOWN]}…"
    return "".join(letter if letter.isprintable() else "?" for letter in short)


def _one_of(what: str, value: str, known: Sequence[str]) -> str:
    if value not in known:
        raise InvalidRequest(f"wish.unknown.{what}", value=_shown(value), known=", ".join(known))
    return value


def _known(what: str, value: str, known: Sequence[str]) -> str:
    """``value``, if it exists or nothing is asked for."""
    return _one_of(what, value, known) if value else ""


def seats_of(game: str, by_comma: str, kinds: Sequence[str]) -> tuple[str, ...]:
    """Return the seats, each one of ``kinds``; raise InvalidRequest for any other and for a wrong number of seats."""
    seats = tuple(_one_of("seat", part.strip(), kinds) for part in by_comma.split(","))
    least, most = GAMES[game].min_seats, GAMES[game].max_seats
    if not least <= len(seats) <= most:
        raise InvalidRequest("wish.seats", game=game, least=least, most=most, number=len(seats))
    return seats


def options_of(game: str, pairs: Iterable[str], seats: int) -> dict[str, Json]:
    """Return house rules from NAME=JSON for ``seats`` (0: any number); raise InvalidRequest for unknown ones."""
    rules = GAMES[game]
    known = {option.name: option for option in rules.options}
    chosen: dict[str, Json] = {}
    for pair in pairs:
        name, _, value = pair.partition("=")
        name = _one_of("rule", name.strip(), list(known))
        key = (
            "rule_empty"
            if not value.strip()
            else "rule_some"
            if known[name].pick in (Pick.SOME, Pick.EACH)
            else "rule_one"
        )
        takes = ", ".join(map(json.dumps, known[name].values))
        refusal = InvalidRequest(f"wish.{key}", name=name, value=_shown(value.strip()), known=takes)
        try:
            chosen[name] = json.loads(value)
            # by itself first, so that the sentence names the one that is wrong
            validated_values(rules.options, {name: chosen[name]})
        except (ValueError, RecursionError, InvalidOptions):
            raise refusal from None
    try:
        rules.setup(chosen, seats or rules.seat_range(chosen)[0], rng.Rng(1))
    except InvalidOptions as error:
        raise InvalidRequest(f"reason.{error.reason}", **error.details) from None
    return chosen


def read(argv: Sequence[str]) -> LaunchRequest:
    """Read the command line; raise InvalidRequest for an unknown game, level, house rule, language or speed."""
    parser = argparse.ArgumentParser(prog=PROGRAM[-1], description="Kartenkiste: card games in one box.")
    parser.add_argument("file", nargs="?", default="", help="exported games and statistics to import, after a question")
    parser.add_argument("--version", action="version", version=f"Kartenkiste {__version__}")
    parser.add_argument("--doctor", action="store_true", help="check everything the game needs, and exit")
    parser.add_argument("--game", default="", help="start this game at once: " + ", ".join(GAMES))
    parser.add_argument(
        "--seats", default="", help="players, separated by commas: human or a bot level, such as human,hard,hard"
    )
    parser.add_argument("--seed", type=int, help="game number: same number, players and house rules, same cards")
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=JSON",
        help="a house rule; repeat for more. With this or --seed, all other house rules are off",
    )
    parser.add_argument("--join", default="", metavar="ADDRESS[/CODE]", help="join a table on a server")
    parser.add_argument(
        "--watch", default="", metavar="ADDRESS/CODE", help="show a table on a big screen, without playing"
    )
    parser.add_argument("--lang", default="", help="language: " + " or ".join(LANGUAGES))
    parser.add_argument("--speed", default="", help="speed: " + ", ".join(SPEEDS))
    given = parser.parse_args(argv)
    if given.doctor:
        return LaunchRequest(examines=True)
    request = checked(
        given.game,
        seats_by_comma=given.seats,
        seed=given.seed,
        language=given.lang,
        speed=given.speed,
        pairs=given.option,
    )
    address = given.join or given.watch
    request = request._replace(file=given.file)
    return (
        request._replace(join_link=_join_link(address, by_address=True, watches=not given.join)) if address else request
    )


def _join_link(word: str, *, by_address: bool, watches: bool) -> JoinLink:
    """Return the link to a party, by an address or to one of the page's own server; raise InvalidRequest for none."""
    try:
        join_link = link_to_server(word) if by_address else link_to_party(word)
    except InvalidLink:
        # a secret may stand in it
        raise InvalidRequest("wish.way", value=_shown(word if by_address else word.partition(".")[0])) from None
    return join_link._replace(watches=watches or join_link.watches)


def _shown_by(join_link: JoinLink, door: str) -> JoinLink:
    """Return the link of a screen that shows the others by which address they come."""
    try:
        return join_link._replace(door=checked_door(door))
    except InvalidLink:
        raise InvalidRequest("wish.way", value=_shown(door)) from None


def checked(
    game: str, *, seats_by_comma: str, seed: int | None, language: str, speed: str, pairs: Sequence[str]
) -> LaunchRequest:
    """Return the launch request; raise InvalidRequest if something in it does not exist."""
    _known("game", game, list(GAMES))
    _known("language", language, list(LANGUAGES))
    _known("speed", speed, list(SPEEDS))
    if not game:
        if seats_by_comma or seed is not None or pairs:
            raise InvalidRequest("wish.needs_game", known=", ".join(GAMES))
        return LaunchRequest(language=language, speed=speed)
    seats = seats_of(game, seats_by_comma, (match.HUMAN, *GAMES[game].bots.levels)) if seats_by_comma else ()
    options = options_of(game, pairs, len(seats))
    # a game number means the same cards whatever was played here last
    return LaunchRequest(game, seats, seed, language, speed, options if pairs or seed is not None else None)


# ---- links ------------------------------------------------------------------------------------------


def from_link(asked: Mapping[str, str]) -> LaunchRequest:
    """Return the request in the part of an address after its #; raise InvalidRequest for anything unknown."""
    pairs = []
    join_link: JoinLink | None = None
    door = ""
    for name, value in asked.items():
        if name.startswith(RULE):
            pairs.append(f"{name.removeprefix(RULE)}={value}")
        elif name in (JOIN, WATCH):
            join_link = _join_link(value, by_address=False, watches=name == WATCH)
        elif not value and is_code(name):
            # as short as somebody may type it
            join_link = _join_link(name, by_address=False, watches=False)
        elif name == DOOR and WATCH in asked:
            door = value
        else:
            _one_of("option", name, (*ASKED, f"{RULE}…"))
    seed = asked.get("seed", "")
    if seed and not (seed.isascii() and seed.isdigit() and len(seed) <= MOST_DIGITS):
        raise InvalidRequest("wish.seed", value=_shown(seed))
    return checked(
        asked.get("game", ""),
        seats_by_comma=asked.get("seats", ""),
        seed=int(seed) if seed else None,
        language=asked.get("lang", ""),
        speed=asked.get("speed", ""),
        pairs=pairs,
    )._replace(join_link=_shown_by(join_link, door) if join_link and door else join_link)


def _changed(game: str, options: Mapping[str, Json]) -> dict[str, str]:
    """The house rules that differ from the printed ones, as JSON."""
    write, printed = json.JSONEncoder(separators=(",", ":")).encode, validated_values(GAMES[game].options, {})
    return {name: write(value) for name, value in options.items() if write(value) != write(printed[name])}


def link_to(game: str, seats: Sequence[str], seed: int, options: Mapping[str, Json]) -> str:
    """The part of an address after its # that opens this table; :func:`from_link` reads it."""
    asked = {"game": game, "seats": ",".join(seats), "seed": str(seed)}
    asked |= {f"{RULE}{name}": value for name, value in _changed(game, options).items()}
    return urlencode(asked, quote_via=quote, safe=",")


def command_to(game: str, seats: Sequence[str], seed: int, options: Mapping[str, Json]) -> str:
    """The command that opens this table; :func:`read` reads what follows the program's name."""
    arguments = [*PROGRAM, "--game", game, "--seats", ",".join(seats), "--seed", str(seed)]
    for name, value in _changed(game, options).items():
        arguments += ["--option", f"{name}={value}"]
    return shlex.join(arguments)
