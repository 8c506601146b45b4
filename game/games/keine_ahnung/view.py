"""What one seat of Keine Ahnung may know: it is a memory game, and a view remembers nothing for its player."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from game.core.game import own
from game.games.keine_ahnung.actions import Action, legal_actions
from game.games.keine_ahnung.deck import EMPTY, HIDDEN
from game.games.keine_ahnung.scoring import Score
from game.games.keine_ahnung.state import PHASE_OVER, Options, Phase, State, results_of


class Sighting(NamedTuple):
    """A card that everybody has seen and that has been lying face down since ``turn``."""

    seat: int
    place: int
    card: int
    turn: int


class View(NamedTuple):
    """What one seat may know. No field but ``sightings`` names a card that lies face down."""

    seat: int
    turn: int
    phase: Phase
    #: turns begun, from 1 on
    turns: int
    draw_count: int
    piles: tuple[tuple[int, ...], ...]
    rest: tuple[int, ...]
    #: EMPTY, HIDDEN, or a card that lies face up just now
    grids: tuple[tuple[int, ...], ...]
    card: int
    place: int
    laid: int
    called: tuple[int, ...]
    stack_count: int
    trophy_counts: tuple[int, ...]
    prize_counts: tuple[int, ...]
    #: this seat's own, which nobody else sees before the end
    trophies: tuple[int, ...]
    prizes: tuple[int, ...]
    #: everybody's result once the game is over
    results: tuple[Score, ...]
    #: what an onlooker with a perfect memory would remember of the cards that lie face down. It is there for
    #: computer players, which forget as people do; a picture must not draw it unless ``reminders`` is chosen
    sightings: tuple[Sighting, ...]
    options: Options
    #: what this seat can do now
    legal: tuple[Action, ...]
    #: and the prizes that everybody has been seen to find, there for the same reason
    found: tuple[tuple[int, ...], ...]


#: there are many in every view: made from all fields as one tuple, which is half as costly as by the name of the class
_sighting: Callable[[tuple[int, int, int, int]], Sighting] = partial(tuple.__new__, Sighting)


def view_of(state: State, seat: int) -> View:
    """What ``seat`` may know (section 3): no card that lies face down, no other seat's trophies and prizes."""
    store = state.store
    turn = -1 if state.phase == PHASE_OVER else state.turn
    open_places = [place for place in (*state.called, state.place) if place >= 0]
    grids, sightings = [], []
    for owner, (grid, shown) in enumerate(zip(state.grids, state.shown, strict=True)):
        seen = [HIDDEN if card else EMPTY for card in grid]
        if owner == state.turn:
            for place in open_places:
                seen[place] = grid[place]
        grids.append(tuple(seen))
        if any(shown):
            sightings += [
                _sighting((owner, place, grid[place], when))
                for place, when in enumerate(shown)
                if when and seen[place] == HIDDEN
            ]
    return View(
        seat=seat,
        turn=turn,
        phase=state.phase,
        turns=state.turns,
        draw_count=len(state.draw),
        piles=state.piles,
        rest=store.rest,
        grids=tuple(grids),
        card=state.card,
        place=state.place,
        laid=state.laid,
        called=state.called,
        stack_count=len(store.stack),
        trophy_counts=tuple(map(len, store.trophies)),
        prize_counts=tuple(map(len, store.prizes)),
        trophies=own(store.trophies, seat),
        prizes=own(store.prizes, seat),
        results=results_of(state) if turn < 0 else (),
        sightings=tuple(sightings),
        options=store.options,
        legal=legal_actions(state) if turn == seat else (),
        found=store.prizes,
    )
