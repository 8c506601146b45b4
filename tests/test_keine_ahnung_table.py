"""Keine Ahnung at the table: whole games by hand, every event shown, and nothing remembered for anybody."""

from __future__ import annotations

import json
from typing import Any

import pygame
import pytest
from keine_ahnung_states import state_of
from player import Player

from game import saves
from game.core.match import Match, Seat
from game.core.rng import Rng
from game.engine.layout import Box
from game.engine.scene import Reset
from game.games.keine_ahnung import events as happenings
from game.games.keine_ahnung import rules
from game.games.keine_ahnung.bots import explain, think
from game.games.keine_ahnung.deck import EMPTY, HIDDEN
from game.games.keine_ahnung.rules import CALL, DRAW, Phase, Verb
from game.games.keine_ahnung.shown import Shown
from game.games.keine_ahnung.table import LOOK_MS, Table
from game.host.storage import MemoryStorage
from game.scenes.curtain import Curtain
from game.scenes.result import Result
from game.scenes.table import TableScene

PEOPLE = ("Toni", "Frida", "Ole", "Mika", "Kim")
FIGURES = ("bear", "fox", "owl", "frog", "cat")
MOVES = ("do-", "card-")
WIDE, PHONE = (1280, 720), (390, 844)


def match_of(row: str, seed: int = 5, **options: Any) -> Match:
    """A fresh match: ``h`` is a person, ``b`` a bot."""
    kinds = {"h": "human", "b": "easy"}
    seats = [Seat(name, kinds[kind], figure) for name, kind, figure in zip(PEOPLE, row, FIGURES, strict=False)]
    return Match(rules, options, seats, seed)


def played(match: Match, until: Any, seed: int = 1) -> Match:
    """Let bots play a match up to the first moment that is asked for."""
    rng = Rng(seed)
    while not until(match):
        view = match.view(rules.to_move(match.state))
        match.apply(next(action for action in think(view, rng, "normal") if action is not None))
    return match


def sit(match: Match, size: tuple[int, int] = WIDE, speed: str = "off", **settings: Any) -> Player:
    """A player at a table."""
    player = Player(size)
    for name, value in {"speed": speed, **settings}.items():
        setattr(player.app.context.settings, name, value)
    player.app.stack.carry_out(Reset(TableScene(player.app.context, match)))
    return player


def at(match: Match, state: Any, **how: Any) -> Player:
    """A player at a table in a position of its own, after the deal has been shown."""
    match.state = state
    player = sit(match, **how)
    assert player.wait(8000, lambda: bool(offered(player)))
    player.wait(200)
    return player


def offered(player: Player) -> list[str]:
    return [id_ for id_ in player.ids() if id_.startswith(MOVES)]


def play_out(player: Player, use: Any) -> int:
    """Play to the result, sometimes by the last of what is offered; return how often the curtain fell."""
    curtains = decisions = 0

    def ready() -> bool:
        return bool(offered(player)) or isinstance(player.scene, (Result, Curtain))

    while True:
        assert player.wait(60_000, ready), "nothing happens"
        if isinstance(player.scene, Result):
            return curtains
        if isinstance(player.scene, Curtain):
            curtains += 1
            use("ready")
            continue
        decisions += 1
        ids = offered(player)
        use(ids[-1] if decisions % 5 == 0 else ids[decisions % 2 % len(ids)])
        assert decisions < 1500


# ---- whole games ------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [WIDE, PHONE])
@pytest.mark.parametrize("row", ["hb", "hbbbb"])
def test_a_whole_game_by_pointer_alone(row, size):
    player = sit(match_of(row), size)
    play_out(player, player.tap)
    assert player.scene.match.is_over


def test_a_whole_game_by_keyboard_alone():
    player = sit(match_of("hbb", strict=True, decline=True, deck="skewed"))
    play_out(player, player.use_by_keys)
    assert player.scene.match.is_over


def test_a_whole_game_of_people_with_the_curtain():
    player = sit(match_of("hhh", 8), PHONE)
    assert play_out(player, player.tap) > 0


def test_a_game_left_is_taken_up_where_it_was():
    match = played(match_of("hb"), lambda match: len(match.actions) > 30 and match.state.turn == 0)
    storage = MemoryStorage()
    storage.write(saves.CURRENT, json.dumps(match.save()))
    player = Player(storage=storage)
    player.tap("resume")
    player.wait(500)
    assert player.scene.match.state == match.state
    fresh = sit(match).scene.table
    assert faces(player.scene.table) == faces(fresh)


# ---- every event ------------------------------------------------------------------------------------

PARTS = ("turn", "grids", "hand", "place", "draw_count", "stack_count", "trophy_counts", "prize_counts", "caller")
OPTIONS = ({}, {"strict": True, "decline": True, "deck": "skewed"}, {"reminders": True})


@pytest.mark.parametrize("options", OPTIONS)
def test_what_the_events_showed_is_what_the_view_says(options):
    """For every viewer; piles card by card."""
    kinds = set()
    for seed in range(8):
        seats = 2 + seed % 4
        match = Match(rules, options, [Seat(f"P{n}", "human") for n in range(seats)], seed)
        shown = [Shown(match.view(seat)) for seat in range(seats)]
        rng = Rng(seed)
        while not match.is_over:
            told = match.apply(rng.choice(rules.legal_actions(match.state)))
            kinds |= {type(event) for event in told}
            for seat in range(seats):
                view = match.view(seat)
                for event in told:
                    shown[seat].apply(rules.visible(event, seat), view)
                true = Shown(view)
                for part in (*PARTS, "trophies", "prizes", "reminders"):
                    assert getattr(shown[seat], part) == getattr(true, part), (part, told)
                for mine, its in ((shown[seat].piles, true.piles), ([shown[seat].rest], [true.rest])):
                    assert [[lying.card for lying in pile] for pile in mine] == [
                        [lying.card for lying in pile] for pile in its
                    ], told
    rare = {happenings.GameStarted, happenings.DrawSkipped}
    if "strict" not in options:
        rare |= {happenings.TurnForfeited, happenings.CardDeclined}
    assert kinds >= set(happenings.Event.__args__) - rare


def faces(table: Table) -> dict[Any, tuple[str, float, float]]:
    """What lies where, without the keys that tell equal cards apart."""
    found = {}
    for key, sprite in table.layer.sprites.items():
        name = key if not isinstance(key, int) else (sprite.place.face, sprite.place.x, sprite.place.y)
        found[name] = (sprite.place.face, round(sprite.place.x), round(sprite.place.y))
    return found


def test_every_event_has_its_script_and_ends_in_the_true_picture():
    """Scripts run at their own pace for a rival and for the viewer; what they leave is what a new table shows."""
    shown = set()
    for seed in range(2):
        match = match_of("hhh"[: 2 + seed], seed, strict=True, decline=True)
        table = Table(sit(match).app.context, match.seats, 0, match.view(0))
        rng = Rng(seed)
        while not match.is_over:
            told = match.apply(rng.choice(rules.legal_actions(match.state)))
            view = match.view(0)
            for event in told:
                waits = list(table.script(rules.visible(event, 0), view))
                shown.add(type(event))
                assert waits or isinstance(event, happenings.TurnStarted), event
            table.sync(view)
            if rng.fraction() < 0.05:
                assert faces(table) == faces(Table(table.context, match.seats, 0, view)), told
    missing = set(happenings.Event.__args__) - shown - {happenings.GameStarted, happenings.DrawSkipped}
    assert not missing
    assert list(table.script(happenings.DrawSkipped(0), view))
    assert list(table.script(happenings.GameStarted(0), match.at(0).view(0)))


def events_seen(player: Player, ms: float) -> list[list[Any]]:
    """Where the moving sprites are in each frame."""
    frames = []
    for _ in range(int(ms / 16)):
        player.wait(16)
        frames.append([(key, s.x, s.y, s.shown.face) for key, s in player.scene.table.layer.sprites.items()])
    return frames


def test_a_card_that_is_laid_travels_from_its_place_to_the_pile():
    match = match_of("hb")
    player = at(match, state_of("red5", ("red3 blue1",), phase=Phase.OWN), speed="normal")
    table = player.scene.table
    start, end = table.spots.grid[0], table.pile_spots[0]
    player.tap("card-0")
    frames = events_seen(player, 1500)
    key = table.shown.piles[0][-1].key
    path = [(x, y) for frame in frames for name, x, y, _ in frame if name == key]
    assert abs(path[0][0] - start.x) < abs(path[0][0] - end.x)
    assert path[-1] == pytest.approx((end.x, end.y), abs=12)
    assert len({round(x) for x, _ in path}) > 5


def test_each_kind_of_event_has_its_own_sound(monkeypatch):
    """Those that look alike, cards that are turned, sound alike too."""
    match = match_of("hb")
    match.state = state_of("red5/red3f blue3", ("red1 blue1", "green1 green5"))
    table = Table(sit(match).app.context, match.seats, 0, match.view(0))
    played_now: list[str] = []
    monkeypatch.setattr(table.context.audio, "play", played_now.append)
    view = match.view(0)
    sounds = {}
    for name, event in {
        "draw": happenings.CardDrawn(0, 31),
        "lay": happenings.CardLaid(0, 31, 2, -1, True),
        "remove": happenings.FunctionTriggered(0, 131),
        "plus": happenings.FunctionTriggered(0, 231),
        "refill": happenings.FunctionTriggered(0, 331),
        "deal": happenings.CardsDealt(1, (2,)),
        "swept": happenings.PilesRemoved(0, 2, 2),
        "call": happenings.CallMade(0, 2),
        "lost": happenings.CallLost(0, 0),
        "won": happenings.CallWon(0),
        "prize": happenings.PrizeFound(1, 401, -1),
        "trophy": happenings.TrophyWon(1, 0, 11),
        "forfeit": happenings.TurnForfeited(0, 0),
        "stop": happenings.TurnStopped(0),
    }.items():
        played_now.clear()
        list(table.script(event, view))
        sounds[name] = tuple(played_now)
    assert all(sounds.values())
    assert len(set(sounds.values())) == len(sounds), sounds


# ---- choices ----------------------------------------------------------------------------------------


def test_what_is_offered_is_what_is_legal():
    match = match_of("hb", 3, decline=True)
    player = sit(match)
    rng = Rng(4)
    seen = set()
    while not match.is_over and len(match.actions) < 250:
        player.wait(60_000, lambda: bool(offered(player)) or match.is_over)
        if match.is_over:
            break
        view = match.view(0)
        table = player.scene.table
        assert sorted(offered(player)) == sorted(table.item_of(action) for action in view.legal)
        assert ("do-call" in player.ids()) == (CALL in view.legal)
        seen |= {action.verb for action in view.legal}
        action = rng.choice(view.legal)
        player.tap(table.item_of(action))
    assert seen == set(Verb)


def test_the_draw_pile_itself_can_be_tapped():
    match = played(match_of("hb"), lambda match: match.state.turn == 0 and match.state.phase == Phase.DRAW)
    player = sit(match)
    player.wait(200)
    before = len(match.actions)
    player.tap("draw-pile")
    assert match.actions[before] == DRAW


def test_a_fitting_pile_is_one_tap_and_highlighted():
    match = match_of("hb")
    player = at(match, state_of("red5 blue3 red1", ("red3 blue1",), phase=Phase.OWN), speed="normal")
    player.tap("card-0")
    assert player.wait(5000, lambda: "card-pile-1" in player.ids())
    assert offered(player) == [f"card-pile-{pile}" for pile in range(3)]
    player.wait(300)
    tops = {heap[-1].key for heap in player.scene.table.shown.piles}
    assert {player.scene.table.layer.sprites[key].place.state for key in tops} == {"legal"}
    player.tap("card-pile-1")
    assert match.state.piles[1][-1] == match.state.piles[1][1] != match.state.piles[1][0]


def test_with_the_strict_rule_a_touch_loses_the_turn_and_shows_nothing():
    match = match_of("hb", strict=True)
    player = at(match, state_of("red5", ("red3 blue1",), options={"strict": True}), speed="normal")
    table = player.scene.table
    assert {table.layer.sprites[0, place].place.state for place in (0, 1)} == {"rest"}
    player.tap("card-0")
    for frame in events_seen(player, 600):
        assert all(face == "back" for key, _, _, face in frame if isinstance(key, tuple) and key in ((0, 0), (0, 1)))
    assert match.state.turn == 1


def test_a_call_can_be_taken_back_until_a_card_is_shown():
    match = match_of("hb")
    base = state_of("red5", ("blue1 green2",), phase=Phase.OWN)
    player = at(match, base)
    player.tap("do-call")
    player.wait(200)
    assert match.state.phase == Phase.CALL
    assert match.events[-1] == (happenings.CallMade(0, 2),)
    assert not any(map(rules.reveals, match.events[-1]))
    player.tap("card-0")
    player.wait(200)
    assert match.undo_length(0) is None
    assert match.state != base


def test_the_hint_names_a_move_and_its_figures_and_draws():
    match = played(match_of("hbb", 6), lambda match: match.state.turn == 0 and CALL in rules.legal_actions(match.state))
    player = sit(match)
    player.wait(200)
    player.tap("hint")
    advice = explain(match.view(0))
    assert player.scene.items.focus == player.scene.table.item_of(advice.action)
    assert {key for key, _ in advice.figures} >= {"hint.seen", "hint.fitting", "hint.call"}
    player.draw()


# ---- nothing remembers ------------------------------------------------------------------------------


def seen_state(match: Match) -> bool:
    """The viewer decides, and several cards lie face down that have been seen."""
    return (
        match.state.turn == 0
        and match.state.phase == Phase.OWN
        and len(match.view(0).sightings) > 5
        and any(seen.seat == 0 for seen in match.view(0).sightings)
    )


def said(player: Player) -> list[str]:
    """Every word of the table: labels, prompt, log, what is read aloud."""
    scene = player.scene
    words = [item.label for item in scene.items.items] + [scene.table.spoken(scene.match.view(0))]
    return [*words, *(line.words for line in scene.table.log)]


@pytest.mark.parametrize("size", [WIDE, PHONE])
def test_nothing_on_screen_depends_on_cards_that_lie_face_down(size, monkeypatch):
    """Without the sightings, and with all hidden cards swapped around, the picture stays the same to the pixel."""
    match = played(match_of("hbb", 6), seen_state)
    player = sit(match, size)
    player.wait(300)
    words, picture = said(player), pygame.image.tobytes(player.draw(), "RGB")
    table = player.scene.table
    grids = [(key, sprite) for key, sprite in table.layer.sprites.items() if isinstance(key, tuple)]
    assert {sprite.place.face for (seat, _), sprite in grids if isinstance(seat, int)} == {"back"}
    assert all(table.note(item) is None for item in player.scene.items.items if item.id.startswith("card-"))

    plain = rules.view_of
    monkeypatch.setattr(rules, "view", lambda state, seat: plain(state, seat)._replace(sightings=()))
    state = match.state
    swapped = tuple(tuple(reversed([c for c in grid if c])) for grid in state.grids)
    grids = []
    for grid, cards in zip(state.grids, swapped, strict=True):
        left = list(cards)
        grids.append(tuple(left.pop(0) if card else EMPTY for card in grid))
    assert tuple(grids) != state.grids
    match.state = state._replace(grids=tuple(grids))
    again = sit(match, size)
    again.wait(300)
    assert said(again) == words
    assert pygame.image.tobytes(again.draw(), "RGB") == picture


def test_the_house_rule_for_children_shows_faintly_what_has_been_seen():
    match = played(match_of("hbb", 6, reminders=True), seen_state)
    player = sit(match)
    player.wait(300)
    sprites = player.scene.table.layer.sprites
    for seen in match.view(0).sightings:
        assert sprites[seen.seat, seen.place].place.face == f"m{seen.card}"
    assert sum(sprite.place.face.startswith("m") for sprite in sprites.values()) == len(match.view(0).sightings)
    assert not any("reminder" in words for words in said(player))


def test_the_log_names_no_card_that_is_turned_back_and_no_stars():
    match = played(match_of("hhh", 4), lambda match: match.is_over)
    table = Table(sit(match_of("hhh")).app.context, match.seats, 0, match.view(0))
    names = {table.say.plain(card) for pile in match.state.piles for card in pile}
    told = [event for step in match.events for event in step]
    assert names
    for event in told:
        words = " ".join(line.words for line in table.log_lines(event))
        if isinstance(event, (happenings.CardRevealed, happenings.CardsTurnedBack, happenings.CardDeclined)):
            assert not any(colour in words for colour in ("Blau", "Grau", "Grün", "Gelb", "Rot", "Lila")), words
        if isinstance(event, happenings.TrophyWon):
            assert str(event.stars) not in words


@pytest.mark.parametrize("speed", ["off", "fast", "normal"])
def test_a_card_that_does_not_fit_can_be_looked_at_at_every_speed(speed):
    match = match_of("hh")
    player = at(match, state_of("red5", ("blue1 green2 grey3",), phase=Phase.OWN), speed=speed)
    player.tap("card-0")
    # nobody loses the sight of it by tapping twice
    player.point(20, 400)
    frames = [dict((key, face) for key, _, _, face in frame) for frame in events_seen(player, 4000)]
    open_frames = [frame for frame in frames if frame.get((0, 0), "").startswith("c")]
    assert len(open_frames) * 16 >= LOOK_MS - 32
    assert frames[-1][0, 0] == "back"


def test_hidden_places_can_be_tapped_and_lie_within_the_window():
    match = played(match_of("hbbbb", 6), lambda match: match.state.turn == 0 and match.state.phase == Phase.OWN)
    player = sit(match, PHONE)
    player.wait(300)
    frame = player.app.context.frame
    view = match.view(0)
    for place, card in enumerate(view.grids[0]):
        item = player.scene.items.find(f"card-{place}")
        assert (item is not None) == (card == HIDDEN)
        if item:
            assert Box(0, 0, frame.width, frame.height).holds(*item.box.centre)
