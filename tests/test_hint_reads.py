"""What hints can say: every move and every reason of the games stands on its paper in letters that are not squeezed."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from player import Player
from table_player import advised
from test_hints import RULES, TURNS
from twin_it_states import X, Y, state_of

from game.catalogue.presentations import PRESENTATIONS
from game.catalogue.registry import GAMES
from game.core.game import Advice
from game.core.match import Match, Seat
from game.core.rng import Rng
from game.engine.advice import Said, reads
from game.engine.kit import Kit
from game.engine.layout import frame_for
from game.engine.texts import LANGUAGES, Texts
from game.games.twin_it import bots as twin_it_bots
from game.games.twin_it import deck, rules
from game.games.twin_it.state import Phase
from game.scenes.table.hinting import MOST_HIGH, TALL_WIDTHS, WIDTHS, exchanged

#: a phone held either way and a wide window, all with large texts: with smaller ones there is more room
SIZES, SCALE = [(390, 844), (844, 390), (1280, 720)], 1.3
#: as long as names may be
NAMES = ("Toni", "Friederike", "Maximilian", "Konstantin")
KINDS = "human normal normal normal"
#: so many positions of a match are looked at, and only each so-manieth
POSITIONS, EACH = 10, 3


def seats(kinds: str) -> list[Seat]:
    return [Seat(name, kind, "bear") for name, kind in zip(NAMES, kinds.split(), strict=False)]


@cache
def advices(name: str) -> list[tuple[Any, Advice]]:
    """What could be advised in positions of a match, a move of each kind with its reason."""
    match = Match(GAMES[name], RULES.get(name, {}), seats(KINDS), 11)
    bots, rng, found = importlib.import_module(f"game.games.{name}.bots"), Rng(7), []
    for number in range(POSITIONS * EACH):
        if match.is_over:
            break
        seat = match.game.to_move(match.state)
        view = match.view(seat)
        if number % EACH == 0:
            for verb in {action.verb for action in view.legal}:
                same = [action for action in view.legal if action.verb == verb]
                found.append((view, match.game.explained(view, same[number % len(same)])))
        match.apply(advised(bots, match, seat, rng))
    return found


def ways(texts: Texts, said: Said, other: str) -> Iterator[Said]:
    """The same as it is compared with ``other`` afterwards, in a sentence and in brief."""
    keys = ("compares", "better", "worse", "equal")
    yield said
    yield said._replace(figure=max((texts(f"hint.{key}", move=other, count=28) for key in keys), key=len))
    yield said._replace(title=max((texts(f"hint.brief.{key}", count=28) for key in keys), key=len))


def unread(said: list[Said], note: float) -> list[tuple[object, Said]]:
    """What cannot be read in some window on any paper."""
    found: list[tuple[object, Said]] = []
    for size in SIZES:
        frame = frame_for(size)
        kit = Kit(frame, SCALE)
        widths = TALL_WIDTHS if frame.tall else (note, *WIDTHS)
        found += [(size, one) for one in said if not any(reads(kit, w, MOST_HIGH, one) for w in widths)]
    return found


def table_of(game: str, kinds: str, language: str, view: Any) -> Any:
    player = Player(language=language)
    return PRESENTATIONS[game].table(player.app.context, seats(kinds), view.seat, view)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", TURNS)
def test_every_move_and_reason_can_be_read_in_every_window(name, language):
    table = table_of(name, KINDS, language, advices(name)[0][0])
    said: set[Said] = set()
    moves: list[str] = []
    for view, advice in advices(name):
        table.view = view
        moves.append(table.say.action(advice.action, view))
        both = [exchanged(table.said(advice, side)) for side in (False, True)]
        said |= {one for side in both for one in ways(table.context.texts, side, max(moves, key=len))}
    assert len(moves) > POSITIONS
    assert not unread(sorted(said), table.spots.note.w)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_move_and_reason_of_twin_it_can_be_read(language):
    near = next(pattern for pattern in range(119) if deck.twins_of(pattern))
    states = [
        state_of(spots=[X, Y, X]),
        state_of(spots=[near, deck.twins_of(near)[0], near]),
        state_of(spots=[X], sets=[[[X, X]]]),
        state_of(spots=[X], sets=[[], [[X, X]]]),
        state_of(sets=[[[X, X], [Y, Y, Y]]], phase=Phase.CHOOSE, due=3000),
        state_of(sets=[[[Y, Y, Y]]], phase=Phase.CHOOSE, due=3000),
        state_of(options={"mode": "minute", "calm": True}),
    ]
    views = [rules.view(state, 0) for state in states]
    table = table_of("twin_it", "human normal normal", language, views[0])
    said = []
    for view in views:
        table.view = view
        advice = twin_it_bots.explain(view)
        said += [exchanged(table.said(advice, side)) for side in (False, True)]
    assert not unread(said, table.advice_at.w)


def test_a_paper_that_squeezes_or_cuts_something_is_told():
    kit = Kit(frame_for((1280, 720)), 1.3)
    good = Said("Hint", "Play two 6s", "It beats everything.", ())
    assert reads(kit, 308, MOST_HIGH, good)
    assert not reads(kit, 308, MOST_HIGH, good._replace(title="A title that is by far too long for that"))
    assert not reads(kit, 308, MOST_HIGH, good._replace(move="Unbelievablyandindeedendlesslylong"))
    assert not reads(kit, 308, MOST_HIGH, good._replace(why="Because of many reasons. " * 12))
    assert not reads(kit, 308, MOST_HIGH, good._replace(why="", rows=(("A number whose name goes on and on", "29 %"),)))
    # below a reason there are numbers where both have room
    reason, row = good._replace(why="Because of many reasons. " * 5), ("Chance", "29 %")
    assert reads(kit, 308, MOST_HIGH, good._replace(rows=(row,)))
    assert reads(kit, 308, MOST_HIGH, reason)
    assert not reads(kit, 308, MOST_HIGH, reason._replace(rows=(row,) * 6))
    assert reads(kit, 308, MOST_HIGH, exchanged(reason._replace(rows=(row,) * 6)))
    assert not reads(kit, 308, MOST_HIGH, good._replace(figure="Compared with everything. " * 8))
