"""A person at the table of any game: matches with people and bots, shown on the screen, and whole games by raw input.

``bots`` is the module of a game's bots.
"""

import json
from collections.abc import Callable, Iterable
from types import ModuleType
from typing import Any, NamedTuple

import pytest
from player import Player

from game.ai.levels import chosen_by
from game.core.game import Action, AnyGame, Event, State, View
from game.core.match import Match, Seat
from game.core.rng import Rng
from game.engine.director import Look, Script
from game.engine.dock import Dock, parts
from game.engine.items import NOTE, card_id, move_id
from game.engine.layout import Box, overlap
from game.engine.live_table import AnyLiveTable
from game.engine.panel import CLOSE, MORE
from game.engine.transitions import Reset
from game.engine.turn_table import AnyTurnTable
from game.games.dnup import rules as dnup
from game.games.dnup.deck import number_of
from game.games.twin_it import state as twin_it
from game.host.storage import MemoryStorage
from game.player import saves
from game.scenes.result.result import Result
from game.scenes.table.curtain import Curtain
from game.table.turns.local import TurnLocalDriver
from game.table.turns.scene import TurnScene

PEOPLE = (("Toni", "bear"), ("Frida", "fox"), ("Ole", "owl"), ("Mika", "frog"), ("Kim", "cat"), ("Juna", "hare"))
WIDE, PHONE = (1280, 720), (390, 844)
#: the beginnings of ids of items that make a move
MOVES = ("do-", "card-")


def waits_of(script: Script) -> list[float]:
    """Run a script and return its waits and looks, in milliseconds at normal speed."""
    return [wait.ms if isinstance(wait, Look) else wait for wait in script]


# ---- matches ----------------------------------------------------------------------------------------


def match_of(game: AnyGame, kinds: Iterable[str], seed: int, **options: Any) -> Match:
    """Return a fresh match with a seat for each of these kinds."""
    seats = [Seat(name, kind, figure) for kind, (name, figure) in zip(kinds, PEOPLE, strict=False)]
    return Match(game, options, seats, seed)


def kinds_of(row: str, bot: str) -> list[str]:
    """Return kinds of seats by letters: ``h`` is a person, ``b`` a bot of that level."""
    return [{"h": "human", "b": bot}[letter] for letter in row]


def advised(bots: ModuleType, match: Match, seat: int, rng: Rng) -> Action:
    """Return the move of normal in a seat's place."""
    return chosen_by(bots.think(match.view(seat), rng, "normal"))


def played_until(bots: ModuleType, match: Match, until: Callable[[Match], Any], seed: int = 1) -> Match:
    """Play a match with bots up to the first moment that is asked for."""
    rng = Rng(seed)
    while not until(match):
        match.apply(advised(bots, match, match.game.to_move(match.state), rng))
    return match


# ---- on the screen -----------------------------------------------------------------------------------


def scene_of(player: Player) -> TurnScene:
    """Return the scene of the table in turns that a device shows."""
    assert isinstance(player.scene, TurnScene)
    return player.scene


def dock_of(player: Player) -> Dock | None:
    """Return the dock of the table if it says something."""
    return next((widget for widget in player.scene.widgets if isinstance(widget, Dock)), None)


def sit(
    match: Match, size: tuple[int, int] = WIDE, speed: str = "off", language: str = "de", **settings: Any
) -> Player:
    """Return a player at a table."""
    player = Player(size, language=language)
    for name, value in {"speed": speed, **settings}.items():
        setattr(player.app.context.settings, name, value)
    player.app.stack.carry_out(Reset(TurnScene(player.app.context, TurnLocalDriver(player.app.context, match))))
    return player


def player_at(match: Match, state: State, moves: str | tuple[str, ...] = MOVES, **how: Any) -> Player:
    """Return a player at a table in a given position, after the deal has been shown and something can be done."""
    match.state = state
    player = sit(match, **how)
    wait_until(player, lambda: isinstance(player.scene, Curtain) or bool(offered_moves(player, moves)), 12_000)
    if isinstance(player.scene, Curtain):
        # with several people at one device the one who decides takes it
        player.tap("ready")
        wait_until(player, lambda: bool(offered_moves(player, moves)), 12_000)
    player.wait(200)
    return player


def offered_moves(player: Player, moves: str | tuple[str, ...] = MOVES) -> list[str]:
    """Return the moves that can be made now."""
    return [id_ for id_ in player.ids() if id_.startswith(moves)]


def go_on(player: Player, seed: int) -> None:
    """Do what a beginner would do next at a table, chosen with that seed; in real time use the first item offered."""
    scene, ids = player.scene, player.ids()
    mine = offered_moves(player)
    if on := next((id_ for id_ in ("next", "go") if id_ in ids), None):
        player.tap(on)
    elif mine and isinstance(scene, TurnScene):
        bots = scene.match.game.bots
        scene.act(chosen_by(bots.think(scene.match.view(scene.viewer), Rng(seed), bots.levels[0])))
    elif mine:
        player.tap(mine[0])


def wait_until(player: Player, true: Callable[[], bool], ms: float = 60_000) -> None:
    """Advance until something is true."""
    assert player.wait(ms, true), f"it does not come to that; offered: {player.ids()}"


def resumed_player(match: Match) -> Player:
    """Return a player who has started the program with that match stored, and resumed it."""
    storage = MemoryStorage()
    storage.write(saves.save_key(match.game.name), json.dumps(match.save()))
    player = Player(storage=storage)
    player.tap(f"resume-{match.game.name}")
    player.wait(500)
    return player


class Played(NamedTuple):
    """The counts of a game played to the result."""

    decisions: int
    #: how often the curtain fell
    curtains: int


def is_asked(player: Player) -> bool:
    """Return whether a person is to decide at this table now; a round that is over is left by its result."""
    scene = player.scene
    if not isinstance(scene, TurnScene) or not scene.table.viewer_decides:
        return False
    return scene.match.game.next_round() not in scene.match.game.legal_actions(scene.match.state)


def play_on(player: Player, use: Callable[[str], None], seed: int = 1) -> Played:
    """Play a match of any game to its result, mostly like normal; each decision is used once and made once."""
    rng = Rng(seed)

    def decide(number: int) -> None:
        scene = player.scene
        match, game = scene.match, scene.match.game
        view = match.view(scene.viewer)
        action = rng.choice(view.legal) if number % 4 == 0 else chosen_by(game.bots.think(view, rng, "normal"))
        before = len(match.actions)
        for id_ in items_for(scene.table, action):
            wait_until(player, lambda id_=id_: id_ in player.ids())
            use(id_)
        assert match.actions[before] == action

    return play_out(player, use, decide, 1500)


def play_out(player: Player, use: Callable[[str], None], decide: Callable[[int], None], most: int) -> Played:
    """Play to the last result: raise curtains and go on after rounds by ``use``, make each decision by ``decide``.

    ``decide`` gets the number of the decision, from 1; there are fewer than ``most``.
    """
    decisions = curtains = 0
    while True:
        wait_until(player, lambda: is_asked(player) or isinstance(player.scene, (Result, Curtain)))
        if isinstance(player.scene, Result):
            if player.scene.match.is_over:
                return Played(decisions, curtains)
            player.wait(200)
            use(next(id_ for id_ in player.ids() if id_ in ("skip", "next", "go")))
        elif isinstance(player.scene, Curtain):
            curtains += 1
            use("ready")
        else:
            decisions += 1
            decide(decisions)
            assert decisions < most


def items_for(table: AnyTurnTable | AnyLiveTable, action: Any) -> list[str]:
    """Return the items that carry out an action at a table, one after the other."""
    if isinstance(action, twin_it.Action) and action.cards:
        return [card_id(card) for card in action.cards]
    if not isinstance(action, dnup.Action):
        return [table.item_of(action)]
    cards = [card_id(number_of(card)) for card in action.cards]
    target = [card_id(action.place, "set")] if action.place >= 0 else []
    return [*cards, *target] if action.verb == dnup.Verb.ADD else [*cards, *target, move_id(action.verb)]


# ---- the sprites of a table --------------------------------------------------------------------------


class Seen(NamedTuple):
    """A sprite in one frame."""

    face: str
    x: float
    y: float
    #: the face that it has, or will have
    end: str


def frames_of(player: Player, ms: float) -> list[dict[Any, Seen]]:
    """Return every sprite of the table with its place, frame by frame."""
    frames = []
    for _ in range(int(ms / 16)):
        player.wait(16)
        sprites = player.scene.table.layer.sprites
        frames.append({key: Seen(s.face, s.x, s.y, s.shown.face) for key, s in sprites.items()})
    return frames


def check_sounds(
    table: Any, view: View, events: dict[str, Event], monkeypatch: pytest.MonkeyPatch, afresh: bool = False
) -> None:
    """Check that each of these events has a sound of its own; ``afresh`` starts each with the picture of the view."""
    heard: list[str] = []
    monkeypatch.setattr(table.context.audio, "play", heard.append)
    sounds = {}
    for name, event in events.items():
        if afresh:
            table.sync(view)
        heard.clear()
        list(table.script(event, view))
        sounds[name] = tuple(heard)
    assert all(sounds.values())
    assert len(set(sounds.values())) == len(sounds), sounds


def covers_nothing(player: Player) -> None:
    """Check that the dock is in the window and covers nothing used, marked, asked or in play.

    Everything that it says has to fit.
    """
    dock, table = dock_of(player), player.scene.table
    frame, spots = player.app.context.frame, table.spots
    room = Box(0, 0, frame.width, frame.height).wider(-frame.side, frame.side)
    assert overlap(dock.box, room) == pytest.approx(dock.box.w * dock.box.h)
    assert parts(table.kit, dock.box, dock.panel_text).fits, dock.panel_text
    own = (MORE, CLOSE, *(way.id for way in dock.panel_text.buttons))
    items = [item for item in player.scene.items.items if item.id not in own and not item.id.startswith(NOTE)]
    assert not [item.id for item in items if overlap(dock.box, item.box)]
    assert not [box for box, _radius in dock.marks if overlap(dock.box, box)]
    cards = {key: place.card(table.ratio) for key, place in table.lying().items()}
    assert not [key for key, card in cards.items() if overlap(dock.box, card)]
    x, y, wide = spots.prompt
    asked = Box(x - wide / 2, y - 20, wide, 40)
    seats = (box for box in (*spots.opponents, spots.tray) if box)
    assert not [box for box in (asked, *seats) if overlap(dock.box, box)]
