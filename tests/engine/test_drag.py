"""Dragging at the tables of turns, by raw input: playing, springing back, aborting, confirming, refusing."""

from collections.abc import Callable, Iterator
from importlib import import_module
from itertools import cycle
from typing import Any, NamedTuple

import pygame
import pytest
from player import Player
from table_player import PEOPLE, PHONE, WIDE, played_until, sit, wait_until

from game.catalogue.registry import GAMES
from game.core.match import Match, Seat
from game.core.rng import Rng
from game.engine.drag import HELD, ROOM, SpriteDrag
from game.engine.items import DragStart, Item
from game.engine.layout import Box, overlap
from game.games.dnup.choice import set_id
from game.games.dnup.deck import number_of
from game.games.keine_ahnung.rules import Phase
from game.host import page_input
from game.scenes.result.result import Result
from game.scenes.table.pause import Pause
from game.table.turns.scene import TurnScene

Point = tuple[float, float]


class Case(NamedTuple):
    """A drag: the game, in which positions it is possible, and from where."""

    game: str
    #: name of the verb that dropping it on its target stands for
    verb: str
    #: whether it is possible now: a test of the view
    when: Callable[[Any], Any]
    #: the id of the item to drag, of the player's table
    source: Callable[[Player], str]
    options: dict[str, Any] = {}  # noqa: RUF012 - never changed
    #: two people play at this device
    shared: bool = False


def can_do(*verbs: str) -> Callable[[Any], bool]:
    """Return a test for views in which all of these verbs are legal."""
    return lambda view: set(verbs) <= {action.verb.name for action in view.legal}


def first(start: str) -> Callable[[Player], str]:
    """Return the first item whose id begins so."""
    return lambda player: next(id_ for id_ in (*player.ids(), *pointer_items(player)) if id_.startswith(start))


def pointer_items(player: Player) -> list[str]:
    """Return the ids of items for pointers alone."""
    return [item.id for item in player.scene.items.drag_handles]


def playable(verb: str) -> Callable[[Player], str]:
    """Return the item of an own card of dnuP that can be played, or added, by itself."""

    def found(player: Player) -> str:
        legal = player.scene.match.view(0).legal
        return next(
            f"card-{number_of(action.cards[0])}"
            for action in legal
            if action.verb.name == verb and len(action.cards) == 1
        )

    return found


def single(view: Any) -> bool:
    """Return whether a single card can be played in dnuP."""
    return any(action.verb.name == "PLAY" and len(action.cards) == 1 for action in view.legal)


CASES = {
    "pay": Case("nein_danke", "PAY", can_do("PAY", "TAKE"), first("hold-chips")),
    "take": Case("nein_danke", "TAKE", can_do("PAY", "TAKE"), first("hold-middle")),
    "choose": Case(
        "nein_danke",
        "CHOOSE",
        can_do("CHOOSE"),
        first("card-"),
        {"specials": True, "kinds": ("give_left", "remove_one")},
    ),
    # with one person at the device the first card of a turn turns up by itself
    "draw": Case("keine_ahnung", "DRAW", can_do("DRAW"), first("draw-pile"), shared=True),
    "reveal": Case(
        "keine_ahnung", "REVEAL", lambda view: view.phase == Phase.OWN and can_do("REVEAL")(view), first("card-")
    ),
    "lay": Case("keine_ahnung", "LAY", lambda view: can_do("LAY")(view) and view.place >= 0, first("hold-open")),
    "lay drawn": Case("keine_ahnung", "LAY", lambda view: can_do("LAY")(view) and view.place < 0, first("hold-open")),
    "play": Case("dnup", "PLAY", single, playable("PLAY")),
    "add": Case("dnup", "ADD", can_do("ADD"), playable("ADD")),
    "take set": Case(
        "dnup",
        "TAKE",
        can_do("TAKE"),
        lambda player: set_id(
            next(action.place for action in player.scene.match.view(0).legal if action.verb.name == "TAKE")
        ),
    ),
    "draw pile": Case("push", "DRAW", can_do("DRAW"), first("hold-pile")),
    "place": Case("push", "PLACE", lambda view: can_do("PLACE")(view) and len(view.legal) > 1, first("hold-drawn")),
    "take row": Case("push", "TAKE", can_do("TAKE"), first("do-take")),
    "secure": Case("push", "SECURE", can_do("SECURE"), first("do-secure")),
}
#: the drawn card goes to some row, and another one has its colour or number already
CLASH = CASES["place"]._replace(when=lambda view: can_do("PLACE")(view) and 1 < len(view.legal) <= len(view.rows) < 3)
SIZES = {"wide": WIDE, "phone": PHONE}


def match_of(game: str, seed: int, options: dict[str, Any], shared: bool = False) -> Any:
    """Return a fresh match of a person and two bots.

    In dnuP it is one bot now and then, as two players have two areas each. Where the device is ``shared`` one of the
    bots is a person instead.
    """
    kinds = ("human", "easy") if game == "dnup" and seed % 3 == 0 else ("human", "easy", "easy")
    kinds = ("human", "human", "easy") if shared else kinds
    seats = [Seat(name, kind, figure) for kind, (name, figure) in zip(kinds, PEOPLE, strict=False)]
    return Match(GAMES[game], options, seats, seed)


def sit_at(case: Case, size: tuple[int, int] = WIDE, **settings: Any) -> Player:
    """Return a person at a table where this can be dragged now."""
    bots = import_module(f"game.games.{case.game}.bots")
    for seed in range(1, 40):
        match = match_of(case.game, seed, case.options, case.shared)

        def now(match: Any = match) -> bool:
            return match.is_over or (
                len(match.actions) > 3 and match.game.to_move(match.state) == 0 and case.when(match.view(0))
            )

        played_until(bots, match, lambda _match, now=now: now(), seed)
        if not match.is_over:
            break
    player = sit(match, size, **{"confirm": "never", **settings})
    wait_until(player, lambda: player.scene.table.viewer_decides)
    player.wait(100)
    return player


def grip(player: Player, item: Item) -> Point:
    """Return a place where a pointer can pick an item up."""
    box = item.card or item.box
    for across, down in ((0.5, 0.5), (0.25, 0.3), (0.75, 0.3), (0.2, 0.8), (0.8, 0.8), (0.1, 0.5), (0.9, 0.5)):
        x, y = box.x + box.w * across, box.y + box.h * down
        if player.scene.items.at(x, y) is item:
            return x, y
    raise AssertionError(f"{item.id} is covered")


def carried(player: Player) -> SpriteDrag:
    """Return what the pointer drags now."""
    found = player.scene.dragged
    assert isinstance(found, SpriteDrag)
    return found


def picked_up(player: Player, case: Case, touch: bool = False) -> Point:
    """Pick up the item of the case, and move it a little; return where it was."""
    item = player.scene.items.find(case.source(player))
    assert item is not None
    start = grip(player, item)
    player.hold(*start, touch)
    assert player.scene.dragged is None, "nothing is taken along before the pointer moves"
    player.carry(start[0] + 10, start[1] - 24, touch)
    assert carried(player)
    return start


def target_of(player: Player, verb: str) -> Point:
    """Return the middle of a highlighted target that no other target covers."""
    assert verb
    drag = carried(player)
    return next(
        goal.box.centre
        for goal in drag.payload.targets
        if goal.takes and next(g for g in drag.payload.targets if g.box.holds(*goal.box.centre)) is goal
    )


def drop_on_nothing(player: Player) -> Point:
    """Move the dragged item to where there is no target; return that place."""
    frame = player.app.context.frame
    for across in (0.5, 0.02, 0.98, 0.3, 0.7):
        for down in (0.04, 0.99, 0.15, 0.3):
            x, y = frame.width * across, frame.height * down
            player.carry(x, y)
            if carried(player).over is None and not getattr(carried(player), "sorting", False):
                return x, y
    raise AssertionError("every place is a goal")


def sprite_places(player: Player) -> dict[Any, tuple[float, float]]:
    """Return the place of every sprite."""
    return {key: (sprite.x, sprite.y) for key, sprite in player.scene.table.layer.sprites.items()}


# ---- playing -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "touch"), [(WIDE, False), (PHONE, True)], ids=SIZES)
@pytest.mark.parametrize("name", CASES)
def test_dropping_a_card_on_its_target_plays_it(name: str, size: tuple[int, int], touch: bool) -> None:
    case = CASES[name]
    player = sit_at(case, size)
    match = player.scene.match
    before = len(match.actions)
    picked_up(player, case, touch)
    x, y = target_of(player, case.verb)
    player.carry(x, y, touch)
    assert len(match.actions) == before, "nothing happens before it is dropped"
    player.let_go(x, y, touch)
    assert len(match.actions) == before + 1
    assert match.actions[-1].verb.name == case.verb
    assert player.scene.dragged is None
    wait_until(player, lambda: match.is_over or not player.scene.director.busy)
    assert player.scene.table.drags.dragged is None


@pytest.mark.parametrize("name", CASES)
def test_a_dropped_card_moves_on_from_where_it_was_dropped(name: str) -> None:
    """The flight begins where the pointer let go, not where the card was picked up."""
    case = CASES[name]
    player = sit_at(case, speed="normal")
    player.app.context.settings.speed = "normal"
    table = player.scene.table
    picked_up(player, case)
    end = target_of(player, case.verb)
    player.carry(*end)
    there = {key: (place.x, place.y) for key, place in carried(player).places().items()}
    player.let_go(*end)
    player.wait(16)
    moving = [*table.layer.sprites.values(), *(sprite for sprite, _tween in table.layer._flying)]
    for x, y in there.values():
        assert min(abs(sprite.x - x) + abs(sprite.y - y) for sprite in moving) < 90


# ---- springing back ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "speed"), [*zip(CASES, cycle(["slow", "normal", "off"]))])
def test_a_card_dropped_elsewhere_returns(name: str, speed: str) -> None:
    case = CASES[name]
    player = sit_at(case)
    player.app.context.settings.speed = speed
    before, home = len(player.scene.match.actions), sprite_places(player)
    picked_up(player, case)
    end = drop_on_nothing(player)
    player.let_go(*end)
    assert len(player.scene.match.actions) == before
    assert player.scene.dragged is None
    assert player.scene.table.drags.dragged is None
    if speed == "off":
        player.draw()
        assert not player.scene.table.layer.busy
    player.wait(200)
    player.scene.items.hover = ""
    player.wait(400)
    assert sprite_places(player).keys() == home.keys()
    for key, (x, y) in sprite_places(player).items():
        assert abs(x - home[key][0]) + abs(y - home[key][1]) < 14, key


@pytest.mark.parametrize("name", ["take", "lay", "place", "take set"])
def test_the_return_takes_at_most_a_fifth_of_a_second(name: str) -> None:
    for settings, most in (({"speed": "slow"}, 200), ({"speed": "normal", "reduced_motion": True}, 0)):
        player = sit_at(CASES[name])
        for key, value in settings.items():
            setattr(player.app.context.settings, key, value)
        picked_up(player, CASES[name])
        keys = list(carried(player).payload.places)
        end = drop_on_nothing(player)
        player.let_go(*end)
        layer = player.scene.table.layer
        assert player.wait(most, lambda layer=layer, keys=keys: not any(map(layer.moving, keys)))


def second_finger(player: Player) -> None:
    for finger in (5, 6):
        player.feed(pygame.FINGERDOWN, touch_id=1, finger_id=finger, x=0.5, y=0.5, dx=0.0, dy=0.0)


BREAKS: dict[str, Callable[[Player], object]] = {
    "escape": lambda player: player.press(pygame.K_ESCAPE),
    "right button": lambda player: player.feed(pygame.MOUSEBUTTONDOWN, pos=(20, 20), button=3),
    "second finger": second_finger,
    "focus lost": lambda player: (player.feed(pygame.WINDOWFOCUSLOST), player.feed(pygame.WINDOWFOCUSGAINED)),
    "hidden": lambda player: (player.feed(pygame.WINDOWHIDDEN), player.feed(pygame.WINDOWSHOWN)),
    "resize": lambda player: player.resize((1000, 640)),
    "another key": lambda player: player.press(pygame.K_F5),
}


@pytest.mark.parametrize(("name", "breaks"), [*zip(CASES, cycle(BREAKS)), *zip(CASES, cycle(reversed(BREAKS)))])
def test_an_aborted_drag_changes_nothing(name: str, breaks: str) -> None:
    case = CASES[name]
    player = sit_at(case)
    before = len(player.scene.match.actions)
    picked_up(player, case)
    end = target_of(player, case.verb)
    player.carry(*end)
    BREAKS[breaks](player)
    assert player.scene.dragged is None
    assert player.scene.table.drags.dragged is None
    assert isinstance(player.scene, TurnScene), "the key for a pause gives up the drag first"
    # the pointer moves on and lets go: that is neither a drop nor a tap
    player.carry(end[0] + 3, end[1] + 3)
    player.let_go(end[0] + 3, end[1] + 3)
    assert len(player.scene.match.actions) == before
    table = player.scene.table
    player.wait(600)
    assert set(table.layer.sprites) == set(table._places())
    player.press(pygame.K_ESCAPE)
    assert isinstance(player.scene, Pause)


@pytest.mark.parametrize("name", ["take", "lay", "place", "play"])
def test_a_state_change_ends_a_drag(name: str) -> None:
    """An action during a drag: the following positions know nothing of the drag."""
    case = CASES[name]
    player = sit_at(case)
    match = player.scene.match
    picked_up(player, case)
    end = target_of(player, case.verb)
    player.carry(*end)
    before = len(match.actions)
    player.scene.act(match.game.legal_actions(match.state)[0])
    assert player.scene.dragged is None
    player.wait(50)
    player.let_go(*end)
    assert len(match.actions) == before + 1 or match.movers[before + 1] != 0
    wait_until(player, lambda: match.is_over or player.scene.table.viewer_decides)
    assert player.scene.table.drags.dragged is None


@pytest.mark.parametrize("name", CASES)
def test_a_press_with_a_small_movement_is_no_drag(name: str) -> None:
    case = CASES[name]
    player = sit_at(case)
    item = player.scene.items.find(case.source(player))
    assert item is not None
    x, y = grip(player, item)
    player.hold(x, y)
    player.carry(x + 9, y + 9)
    assert player.scene.dragged is None


# ---- confirming and refusing ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", CASES)
def test_a_drop_is_confirmed_like_a_tap(name: str) -> None:
    case = CASES[name]
    player = sit_at(case, confirm="always")
    match = player.scene.match
    before = len(match.actions)
    for drops in (1, 2):
        picked_up(player, case)
        end = target_of(player, case.verb)
        player.carry(*end)
        player.let_go(*end)
        player.wait(300)
        if drops == 1:
            assert len(match.actions) == before
            assert player.scene.choosing.selected is not None
            assert player.scene._easing.prompt == player.app.context.texts("confirm.again")
    assert match.actions[before].verb.name == case.verb


def undraggable_items(player: Player) -> list[Item]:
    """Return the items for pointers alone that cannot be dragged now and have no note about it."""
    items = player.scene.items
    return [
        item
        for item in items.drag_handles
        if item.start_drag and items.at(*item.box.centre) is item and item.start_drag(DragStart(0, 0, False)) is None
    ]


@pytest.mark.parametrize("case", [CASES["lay"], CASES["lay drawn"], CLASH, CASES["take row"]])
def test_an_unusable_item_shakes_and_says_why(case: Case) -> None:
    player = sit_at(case)
    player.app.context.settings.speed = "normal"
    before = len(player.scene.match.actions)
    player.app.context.notices.clear()
    found = undraggable_items(player)
    assert found, "there is something that cannot be used"
    for item in found:
        player.wait(600)
        player.app.context.notices.clear()
        player.point(*grip(player, item))
        assert player.app.context.notices, item.id
        assert player.scene.table.layer.busy
        player.wait(600)
        assert not player.scene.table.layer.busy
    assert len(player.scene.match.actions) == before


def test_an_unusable_item_stands_still_with_reduced_motion() -> None:
    player = sit_at(CASES["lay"])
    player.app.context.settings.speed, player.app.context.settings.reduced_motion = "normal", True
    item = undraggable_items(player)[0]
    player.point(*grip(player, item))
    assert not player.scene.table.layer.busy


def test_a_card_dropped_where_it_does_not_fit_says_why_and_returns() -> None:
    unfit_lay = CASES["lay"]._replace(when=lambda view: CASES["lay"].when(view) and len(view.legal) < len(view.piles))
    for case in (unfit_lay, CLASH):
        player = sit_at(case, confirm="always")
        picked_up(player, case)
        unfit = [goal for goal in carried(player).payload.targets if not goal.takes]
        player.carry(*unfit[0].box.centre)
        player.let_go(*unfit[0].box.centre)
        assert player.app.context.notices or player.app.toasts.shown
        assert player.scene.choosing.selected is None, "what the rules forbid is not asked for"
        assert player.scene.table.drags.dragged is None


def test_taking_the_card_in_the_middle_needs_a_second_press() -> None:
    """A tap on the table skips an animation: one that comes too late must not take a card."""
    player = sit_at(CASES["take"])
    match = player.scene.match
    before = len(match.actions)
    player.tap("hold-middle")
    assert len(match.actions) == before
    assert player.scene.table.layer.sprites[match.view(0).card].place.state == "selected"
    player.tap("hold-middle")
    assert match.actions[before].verb.name == "TAKE"
    player = sit_at(CASES["pay"])
    before = len(player.scene.match.actions)
    player.tap("hold-chips")
    assert player.scene.match.actions[before].verb.name == "PAY"


# ---- fingers and keys ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", CASES)
def test_a_finger_does_not_hide_the_card_it_drags(name: str) -> None:
    case = CASES[name]
    player = sit_at(case, PHONE)
    picked_up(player, case, touch=True)
    x, y = player.app.context.frame.width * 0.5, player.app.context.frame.height * 0.6
    player.carry(x, y, touch=True)
    player.wait(300)
    load, places = carried(player).payload, carried(player).places()
    key = next(iter(places))
    moved = places[key].y - load.places[key].y
    assert load.box.y + load.box.h + moved <= y - 20, "its lower edge is above the finger"


@pytest.mark.parametrize("touch", [False, True])
def test_the_pointer_events_of_a_page_drag_as_well(touch: bool) -> None:
    player = sit_at(CASES["take"])
    match = player.scene.match
    before, frame = len(match.actions), player.app.context.frame

    def happen(kind: str, place: Point) -> None:
        x, y = frame.to_real(*place)
        event = {"kind": kind, "x": x, "y": y, "button": 0, "touch": touch, "finger": 0, "at": player.clock.now_ms()}
        player.app.feed(page_input.events([event], frame.window))
        player.wait(16)

    item = player.scene.items.find("hold-middle")
    assert item is not None
    start = grip(player, item)
    for taken_away in (True, False):
        happen("down", start)
        happen("move", (start[0] + 30, start[1] + 60))
        end = target_of(player, "TAKE")
        happen("move", end)
        if taken_away:
            # the system takes the pointer: a call comes in
            player.app.feed(page_input.events([{"kind": "broken"}], frame.window))
        happen("up", end)
        assert len(match.actions) == before + (not taken_away)
        player.wait(300)


def test_a_chip_can_be_dropped_on_the_pot_too() -> None:
    for size in SIZES.values():
        player = sit_at(CASES["pay"], size)
        before = len(player.scene.match.actions)
        picked_up(player, CASES["pay"])
        x, y = player.scene.table.places.pot(3)
        player.carry(x, y)
        player.let_go(x, y)
        assert player.scene.match.actions[before].verb.name == "PAY"


def test_a_card_sinks_back_when_the_pointer_leaves_the_cards() -> None:
    player = sit_at(CASES["take set"])
    table, items = player.scene.table, player.scene.items
    card = next(item for item in items.items if item.id.startswith("card-"))
    key = int(card.id.removeprefix("card-"))
    low = table.layer.sprites[key].y
    items.hover = card.id
    player.wait(400)
    assert table.layer.sprites[key].y < low
    items.hover = "do-turn"
    player.wait(400)
    assert table.layer.sprites[key].y == low


def test_drag_handles_are_for_pointers_alone() -> None:
    for case in CASES.values():
        player = sit_at(case)
        ids = pointer_items(player)
        assert all(id_.startswith(HELD) for id_ in ids)
        assert not set(ids) & {item.id for item in player.scene.items.items}, "neither focus nor page has them"
        for id_ in ids:
            item = player.scene.items.find(id_)
            assert item is not None
            assert item.start_drag is not None


@pytest.mark.parametrize("lit", [True, False])
def test_targets_are_highlighted_and_the_one_below_the_card_most(lit: bool) -> None:
    player = sit_at(CASES["lay"], show_legal=lit)
    picked_up(player, CASES["lay"])
    drop_on_nothing(player)
    player.draw()
    away = player.draw().copy()
    x, y = target_of(player, "LAY")
    goal = next(goal for goal in carried(player).payload.targets if goal.box.holds(x, y))
    corner = player.app.context.frame.to_real(goal.box.x - 4, goal.box.y + goal.box.h * 0.6)
    before, around = away.get_at(corner), pygame.Rect(*corner, 12, 12)
    edge = pygame.image.tobytes(away.subsurface(around), "RGB")
    player.carry(x, y)
    over = player.draw().get_at(corner)
    assert over != before, "it looks different as soon as the card is over it"
    assert sum(over[:3]) > 700
    player.press(pygame.K_ESCAPE)
    player.wait(300)
    player.scene.items.hover = ""
    player.wait(300)
    plain = pygame.image.tobytes(player.draw().subsurface(around), "RGB")
    assert (edge != plain) is lit


# ---- every position ------------------------------------------------------------------------------------

#: house rules with which every kind of move comes up, and what is never dragged
RULES: dict[str, tuple[dict[str, Any], set[str]]] = {
    "nein_danke": (
        {"specials": True, "kinds": ("give_left", "remove_one", "joker", "skip")},
        {"DECLINE", "SKIP", "LOOKED"},
    ),
    "keine_ahnung": ({"decline": True}, {"DECLINE", "CALL", "END"}),
    "dnup": ({}, {"TURN"}),
    "push": ({}, {"STOP"}),
}


def drags(player: Player) -> Iterator[tuple[Item, SpriteDrag]]:
    """Yield every possible drag of the position, one after the other."""
    scene = player.scene
    for item in [*scene.items.items, *scene.items.drag_handles]:
        if item.enabled and item.start_drag:
            drag = item.start_drag(DragStart(*item.box.centre, False))
            if isinstance(drag, SpriteDrag):
                yield item, drag
                drag.cancel()


# every third match is one of two people, see ``match_of``
@pytest.mark.parametrize("seed", [1, 3])
@pytest.mark.parametrize("game", RULES)
def test_in_every_position_a_highlighted_target_is_a_legal_action(game: str, seed: int, monkeypatch: Any) -> None:
    player = sit(match_of(game, seed, RULES[game][0]), confirm="never")
    scene, rng, decisions = player.scene, Rng(seed), 0
    match = scene.match
    while not match.is_over and len(match.actions) < 300:
        wait_until(player, lambda: match.is_over or scene.table.viewer_decides or isinstance(player.scene, Result))
        if match.is_over:
            break
        if isinstance(player.scene, Result):
            player.wait(200)
            player.tap(next(id_ for id_ in player.ids() if id_ in ("skip", "next")))
            continue
        legal = match.game.legal_actions(match.state)
        done: list[Any] = []
        refused: list[Any] = []
        with monkeypatch.context() as patch:
            patch.setattr(scene, "act", done.append)
            patch.setattr(
                "game.table.turns.scene.tell_why", lambda _context, error, refused=refused: refused.append(error)
            )
            for item, drag in drags(player):
                for goal in drag.payload.targets:
                    done.clear()
                    refused.clear()
                    goal.use()
                    assert [action in legal for action in done] == [True] * goal.takes, (item.id, goal)
                    assert bool(refused) is not goal.takes, (item.id, goal)
        if scene.table.unchoose():
            player.wait(50)
        decisions += 1
        scene.act(rng.choice(legal))
    assert decisions > 15


@pytest.mark.parametrize("game", ["nein_danke", "keine_ahnung", "push"])
def test_every_legal_action_on_the_table_can_be_dragged(game: str, monkeypatch: Any) -> None:
    options, buttons = RULES[game]
    player = sit(match_of(game, 4, options), confirm="never")
    scene, rng = player.scene, Rng(4)
    match, seen = scene.match, set()
    while not match.is_over and len(match.actions) < 250:
        wait_until(player, lambda: match.is_over or scene.table.viewer_decides)
        if match.is_over:
            break
        legal = match.game.legal_actions(match.state)
        done: list[Any] = []
        with monkeypatch.context() as patch:
            patch.setattr(scene, "act", done.append)
            for _item, drag in drags(player):
                for goal in drag.payload.targets:
                    if goal.takes:
                        goal.use()
        wanted = {action for action in legal if action.verb.name not in buttons}
        assert set(done) == wanted
        seen |= {action.verb.name for action in done}
        scene.act(rng.choice(legal))
    assert len(seen) > 1


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
@pytest.mark.parametrize("share", [0.1, 0.9])
def test_a_chip_is_picked_up_at_the_pointer_and_its_target_hides_no_prompt(size, share):
    player = sit_at(CASES["pay"], size)
    table, box = player.scene.table, player.scene.items.find("hold-chips").box
    start = (box.x + box.w * share, box.centre[1])
    player.drag(start, (start[0], start[1] - 60), drop=False)
    carried = player.scene.dragged
    (place,) = carried.places().values()
    assert abs(place.x - carried.x) <= place.w / 2
    assert abs(place.y - carried.y) <= place.w / 2
    (goal,) = carried.payload.targets
    x, y, wide = table.spots.prompt
    assert not overlap(goal.box.grown(ROOM), Box(x - wide / 2, y - 27, wide, 54))
    centre = table.spots.centre.card(table.ratio)
    assert overlap(goal.box, centre) == pytest.approx(centre.w * centre.h)
