"""Record ``tests/golden``: ``python tests/make_golden.py [NAME ...]``, with ``--screens`` all screens.

A golden game is a match played once by random legal choices and stored with its results. Every later run has to come to
the same game step by step, on every Python and in the browser. Bots do not play here: they may change. Record anew only
when the rules or the state are meant to change, and say so in the commit.

A file holds the match as it is saved, a short digest of the events and the state after every action (the first is that
of the deal), the scores and winners, and the whole digest of the last state.

Screens are recorded with everything that each shows and offers, as values (``inventory.py``). After a visible change,
record them anew: the difference in the commit says what has changed, and is read before it is committed.
"""

import argparse
import hashlib
import json
import sys
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from game.catalogue.registry import GAMES  # noqa: E402
from game.core.game import (  # noqa: E402
    Action,
    Event,
    IllegalAction,
)
from game.core.match import Match, Seat  # noqa: E402
from game.core.rng import Rng  # noqa: E402
from game.core.stored_words import field_word  # noqa: E402
from game.games.twin_it import state as twin_it  # noqa: E402

FOLDER = Path(__file__).resolve().parent / "golden"
SHORT = 8
#: how often the first choice is taken where random moves alone would show too little: a chip is paid where it can be,
#: so that players run out of them; a card is flipped, in one game so often that the stacks are emptied
FIRST = {"dnup": 0.1, "keine_ahnung": 0.3, "nein_danke": 0.7, "push": 0.6, "twin_it": 0.35, "twin_it_last_look": 0.97}

#: name -> (game, seats, options)
CASES: dict[str, tuple[str, int, dict[str, Any]]] = {
    "nein_danke_base": ("nein_danke", 3, {}),
    "nein_danke_specials": ("nein_danke", 4, {"specials": True}),
    "nein_danke_open_rounds": (
        "nein_danke",
        5,
        {"specials": True, "rounds": 2, "open_chips": True, "tie_break": "chips"},
    ),
    "nein_danke_tactical": ("nein_danke", 6, {"tactical": True, "rounds": 3}),
    "nein_danke_full_table": ("nein_danke", 7, {"specials": True, "aside_from": "pink", "keep_immediate": True}),
    "nein_danke_some_kinds": (
        "nein_danke",
        5,
        {
            "specials": True,
            "kinds": ["joker", "skip", "give_left", "peek_nine", "remove_one", "take_first_pink", "number_40"],
            "tactical": True,
            "rounds": 4,
        },
    ),
}
CASES |= {
    "twin_it_competitive": ("twin_it", 3, {}),
    "twin_it_forbidden": ("twin_it", 4, {"forbidden": 2, "after_contest": "same", "flip_gap": 500}),
    "twin_it_teams": ("twin_it", 5, {"mode": "teams"}),
    "twin_it_minute": ("twin_it", 2, {"mode": "minute"}),
    "twin_it_contest": ("twin_it", 3, {"mode": "contest", "honest": True}),
    "twin_it_calm": ("twin_it", 2, {"calm": True}),
    "twin_it_calm_minute": ("twin_it", 1, {"mode": "minute", "calm": True}),
    "twin_it_last_look": ("twin_it", 6, {"flip_gap": 500}),
    "twin_it_buzzers": ("twin_it", 3, {"buzzers": True, "tie_margin": 100}),
}
CASES |= {
    "keine_ahnung_base": ("keine_ahnung", 3, {}),
    "keine_ahnung_strict_skewed": ("keine_ahnung", 5, {"strict": True, "decline": True, "deck": "skewed"}),
}
CASES |= {
    "push_base": ("push", 4, {}),
    "push_thrill_for_two": ("push", 2, {"thrill": True, "keep_directions": True, "open_secured": True}),
    "push_full_table": ("push", 6, {"host_starts": True}),
}
CASES |= {
    "dnup_base": ("dnup", 4, {}),
    "dnup_for_two": ("dnup", 2, {"redeal_after": 0}),
    "dnup_full_table": ("dnup", 5, {"redeal_after": 100}),
}
# every other registered game, by its printed rules with as few seats as possible
CASES |= {
    f"{name}_base": (name, game.min_seats, {})
    for name, game in GAMES.items()
    if name not in {played for played, _seats, _options in CASES.values()}
}
KINDS = ("human", "easy", "normal", "hard")


def plain(value: Any) -> Any:
    """Return states and events as JSON that is the same wherever it is made: sets sorted, fields by stored words."""
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, (set, frozenset)):
        return sorted(plain(item) for item in value)
    if isinstance(value, tuple):
        names = [field_word(type(value), field) for field in getattr(value, "_fields", ())]
        items = [plain(item) for item in value]
        return [type(value).__name__, dict(zip(names, items, strict=True))] if names else items
    if value is None or isinstance(value, (bool, int, str)):
        return value
    raise TypeError(f"no plain form for {value!r}")


def digest(*values: Any) -> str:
    """Return a digest of states and events that two different ones do not share."""
    text = json.dumps([plain(value) for value in values], sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def steps(match: Match) -> Iterator[str]:
    """Return the short digests of the deal and of every step of a match, which is played again for that."""
    past = match.at(0)
    yield digest(past.state)[:SHORT]
    for action in match.actions:
        events: tuple[Event, ...] = past.apply(action)
        yield digest(events, past.state)[:SHORT]


def outcome(match: Match) -> dict[str, Any]:
    """Return the results of a match, as they are stored."""
    return {
        "steps": list(steps(match)),
        "scores": list(match.game.scores(match.state)),
        "winners": list(match.game.winners(match.state)),
        "last_state": digest(match.state),
    }


def hurried(match: Match, action: Action, rng: Rng) -> Action:
    """Return an action of Twin It! at any moment before its own, sometimes by another seat or with a single touch.

    The playouts of the rules are too orderly: there would never be a contest, and every stamp would be half a second
    after the last.
    """
    verb, at, seat, cards = action
    at = match.state.now + 1 + rng.below(at - match.state.now)
    if seat >= 0 and rng.fraction() < 0.3:
        seat = rng.below(len(match.seats))
    if verb == twin_it.Verb.TOUCH and rng.fraction() < 0.4:
        cards = cards[: 1 + rng.below(2)]
    if verb == twin_it.Verb.TURN and rng.fraction() < 0.4:
        verb, cards = twin_it.Verb.MOVE, (*cards, rng.below(20))
    return twin_it.Action(verb, at, seat, cards)


def take(match: Match, action: Action, rng: Rng) -> None:
    """Apply an action, in real time at a random moment if the rules allow it there."""
    if match.game.real_time:
        try:
            match.apply(hurried(match, action, rng))
        except IllegalAction:
            pass
        else:
            return
    match.apply(action)


def play(name: str) -> Match:
    """Return the golden game ``name``, played at random; its name is the seed."""
    game, seats, options = CASES[name]
    seed = int(hashlib.sha256(name.encode()).hexdigest()[:8], 16)
    table = [Seat(f"P{number + 1}", KINDS[number % len(KINDS)]) for number in range(seats)]
    match = Match(GAMES[game], options, table, seed)
    rng, first = Rng(seed + 1), FIRST.get(name, FIRST.get(game, 0.0))
    while legal := match.game.legal_actions(match.state):
        take(match, legal[0] if rng.fraction() < first else rng.choice(legal), rng)
    return match


def text_of(match: Match) -> str:
    """Return the file of a golden game: one line for each part, so that a change can be read in a diff."""
    parts = {"save": match.save(), **outcome(match)}
    lines = [f"{json.dumps(name)}: {json.dumps(part, separators=(',', ':'))}" for name, part in parts.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def record_screens() -> None:
    """Write what every screen shows and offers."""
    sys.path.insert(0, str(ROOT / "build"))
    # without a window
    import all_screens
    import conftest  # noqa: F401

    from game.scenes.table import table_hint

    table_hint.LOOK_MS = 0.0
    for part in all_screens.PARTS | all_screens.AFTERWARDS:
        for size, language in all_screens.RECORDED:
            rows = all_screens.shown(part, size, language)
            all_screens.screens_file(part, size).write_text("\n".join([*rows, ""]), encoding="utf-8", newline="\n")
        print(f"{part}: {len(rows)} lines")


def main() -> int:
    """Write the files asked for, or all."""
    parser = argparse.ArgumentParser(description="Record the golden games anew.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(CASES)} (default: all)")
    parser.add_argument("--screens", action="store_true", help="record all screens instead")
    given = parser.parse_args()
    if given.screens:
        record_screens()
        return 0
    names = given.names
    if unknown := set(names) - CASES.keys():
        parser.error(f"unknown: {', '.join(sorted(unknown))}")
    FOLDER.mkdir(exist_ok=True)
    for name in names or CASES:
        match = play(name)
        (FOLDER / f"{name}.json").write_text(text_of(match), encoding="utf-8", newline="\n")
        print(f"{name}: {len(match.actions)} actions, scores {list(match.game.scores(match.state))}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
