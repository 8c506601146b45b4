"""Director, sprites, tweens, stack and items: the machinery that every game uses."""

import pytest
from player import Player

from game.app.app import first_size
from game.engine.director import WATCHDOG_MS, Director, Look
from game.engine.input import Pointer
from game.engine.items import Drag, Item, ItemList
from game.engine.layout import Box, overlap
from game.engine.overlays import Tooltip, beside
from game.engine.scene import Scene, Stack
from game.engine.sprites import SpriteLayer, SpritePlace
from game.engine.transitions import Pop, Push, Quit, Replace, Reset
from game.engine.tweens import Tween, in_out_cubic, out_back, out_cubic, out_quint


@pytest.mark.parametrize("curve", [out_cubic, out_quint, in_out_cubic, out_back])
def test_easing_curves_run_from_zero_to_one(curve):
    assert curve(0) == pytest.approx(0)
    assert curve(1) == pytest.approx(1)


def test_a_tween_waits_moves_and_ends_exactly():
    seen: list[float] = []
    tween = Tween(seen.append, 100, lambda share: share, delay=50)
    for _ in range(4):
        tween.update(40)
    assert seen == [pytest.approx(0.3), pytest.approx(0.7), 1.0]
    assert tween.done
    tween.update(40)
    assert len(seen) == 3


class Steps:
    """Scripts that record when they ran."""

    def __init__(self) -> None:
        self.seen: list[str] = []

    def script(self, name: str, wait: float | Look = 100):
        self.seen.append(f"{name} begins")
        yield wait
        self.seen.append(f"{name} ends")


def test_scripts_run_one_after_the_other_at_the_players_pace():
    steps, finished = Steps(), []
    director = Director(lambda: finished.append(True))
    director.pace = 0.5
    director.play(steps.script("one"))
    director.play(steps.script("two"))
    director.update(0)
    director.update(40)
    assert steps.seen == ["one begins"]
    director.update(15)
    assert steps.seen == ["one begins", "one ends", "two begins"]
    director.update(60)
    assert steps.seen[-1] == "two ends"
    assert not director.busy
    assert finished == []


def test_a_long_frame_does_not_shorten_the_next_script():
    steps = Steps()
    director = Director(lambda: None)
    director.play(steps.script("one"))
    director.play(steps.script("two"))
    director.update(0)
    director.update(400)
    assert steps.seen == ["one begins", "one ends", "two begins"]
    director.update(60)
    assert steps.seen[-1] == "two begins"
    director.update(60)
    assert steps.seen[-1] == "two ends"


def test_skipping_runs_everything_to_its_end_at_once():
    steps, finished = Steps(), []
    director = Director(lambda: finished.append(True))
    director.play(steps.script("one"))
    director.play(steps.script("two"))
    director.update(1)
    director.skip()
    assert steps.seen[-1] == "two ends"
    assert finished == [True]
    assert not director.busy


def test_without_animation_a_script_does_not_wait():
    steps = Steps()
    director = Director(lambda: None)
    director.pace = 0
    director.play(steps.script("one"))
    director.play(steps.script("two"))
    director.update(0)
    assert not director.busy


@pytest.mark.parametrize("pace", [0.0, 0.5, 2.0])
def test_a_look_lasts_as_long_at_any_pace_and_a_tap_skips_only_to_it(pace):
    steps, finished = Steps(), []
    director = Director(lambda: finished.append(True))
    director.pace = pace
    director.play(steps.script("one"))
    director.play(steps.script("two", wait=Look(300)))
    director.skip(keep_looks=True)
    assert finished == [True]
    director.update(250)
    director.skip(keep_looks=True)
    assert steps.seen == ["one begins", "one ends", "two begins"]
    director.update(60)
    assert steps.seen[-1] == "two ends"


def test_the_watchdog_shortens_an_endless_wait():
    steps = Steps()
    director = Director(lambda: None)
    director.play(steps.script("one", wait=1e12))
    director.update(0)
    director.update(WATCHDOG_MS + 1)
    assert not director.busy


def places(**at: tuple[float, float]) -> dict[str, SpritePlace]:
    return {key: SpritePlace(x, y, 100, key) for key, (x, y) in at.items()}


def layer() -> SpriteLayer:
    return SpriteLayer(lambda *what: None)  # type: ignore[arg-type,return-value]


def test_sprites_move_to_their_new_places_and_others_disappear():
    one = layer()
    one.arrange(places(a=(0, 0), b=(10, 0)))
    assert not one.busy
    one.arrange(places(a=(100, 0)), 200)
    assert set(one.sprites) == {"a"}
    one.update(30)
    assert 0 < one.sprites["a"].x < 100
    assert one.moving("a")
    one.update(200)
    assert one.sprites["a"].x == 100
    assert not one.busy


def test_an_interrupted_move_continues_from_where_it_is():
    one = layer()
    one.arrange(places(a=(0, 0)))
    one.arrange(places(a=(100, 0)), 200)
    one.update(60)
    halfway = one.sprites["a"].x
    one.arrange(places(a=(0, 50)), 200)
    one.update(1)
    assert abs(one.sprites["a"].x - halfway) < 5
    # nor does it jump when the first move would have ended
    one.update(145)
    assert one.busy
    assert 0 < one.sprites["a"].x < halfway
    one.finish()
    assert (one.sprites["a"].x, one.sprites["a"].y) == (0, 50)


def test_a_card_turns_over_in_flight():
    one = layer()
    one.arrange({"a": SpritePlace(0, 0, 100, "back")})
    one.arrange({"a": SpritePlace(100, 0, 100, "face")}, 200)
    one.update(5)
    assert one.sprites["a"].face == "back"
    one.update(190)
    assert one.sprites["a"].face == "face"
    one.finish()
    assert one.sprites["a"].flip == 1


def test_a_card_that_turns_over_is_narrowest_halfway():
    layer = SpriteLayer(lambda *_: pytest.fail("nothing is drawn"))
    layer.arrange({"a": SpritePlace(0, 0, 80, "back")})
    layer.arrange({"a": SpritePlace(300, 0, 80, "c7")}, 1000, lambda share: share)
    shares, faces = [], []
    for _ in range(9):
        layer.update(100)
        shares.append(layer.sprites["a"].flip)
        faces.append(layer.sprites["a"].face)
    assert shares[:5] == sorted(shares[:5], reverse=True)
    assert shares[4:] == sorted(shares[4:])
    assert min(shares) == shares[4] < 0.1
    assert max(shares) > 0.9
    assert faces == ["back"] * 4 + ["c7"] * 5


def test_with_reduced_motion_sprites_do_not_fly():
    player = Player()
    player.app.context.settings.reduced_motion = True
    player.tap("nein_danke")
    player.tap("start")
    for _ in range(200):
        player.wait(16)
        assert not player.scene.table.layer.busy


def test_the_stack_carries_out_the_transitions_that_scenes_return():
    player = Player()
    context = player.app.context
    stack, first, second = Stack(), Scene(context), Scene(context)
    stack.carry_out(Reset(first))
    stack.carry_out(Push(second))
    assert stack.top is second
    stack.carry_out(Pop())
    assert stack.top is first
    stack.carry_out(Replace(second))
    assert stack.scenes == [second]
    stack.carry_out(None)
    assert stack.running
    stack.carry_out(Quit())
    assert not stack.running


def test_without_a_scene_the_program_ends():
    player = Player()
    player.app.stack.carry_out(Push(Scene(player.app.context)))
    for is_left in (True, False):
        player.app.stack.carry_out(Pop())
        assert player.app.running is is_left


def test_two_items_with_the_same_id_raise_an_error():
    item = Item("a", "", Box(0, 0, 1, 1), lambda: None)
    with pytest.raises(ValueError, match="share an id"):
        ItemList().replace([item, item])


def test_the_focus_reaches_every_item_of_every_menu():
    player = Player()
    for _ in range(2):
        reached = set()
        for _ in player.items:
            player.press(9, "\t")
            reached.add(player.scene.items.focus)
        assert reached == set(player.ids())
        player.tap("nein_danke") if "nein_danke" in player.ids() else None


def test_undo_takes_a_move_back_but_nothing_that_was_revealed():
    from game.services import launch_request

    player = Player(wish=launch_request.LaunchRequest("nein_danke", ("human", "hard", "hard"), 3))
    player.app.context.settings.speed = "off"
    scene = player.scene
    done = 0
    while done < 3:
        assert player.wait(5000, lambda: "do-pay" in player.ids() or "do-take" in player.ids())
        before, revealed = scene.match.state, scene.match.revealed_at
        if "do-pay" not in player.ids():
            player.tap("do-take")
            continue
        player.tap("do-pay")
        player.wait(5000, lambda: any(id_.startswith("do-") for id_ in player.ids()))
        if scene.match.revealed_at == revealed:
            player.tap("undo")
            assert scene.match.state == before
            done += 1
        else:
            assert "undo" not in player.ids() or scene.match.undo_length(0) >= scene.match.revealed_at
            player.tap([id_ for id_ in player.ids() if id_.startswith("do-")][-1])


def test_the_hint_gives_a_legal_move_with_its_figures():
    from game.services import launch_request

    player = Player(wish=launch_request.LaunchRequest("nein_danke", ("human", "easy", "easy"), 3))
    player.app.context.settings.speed = "off"
    assert player.wait(5000, lambda: any(id_.startswith("do-") for id_ in player.ids()))
    player.tap("hint")
    advice = player.scene.advice
    assert advice.action in player.scene.match.view(0).legal
    assert advice.numbers
    player.draw()
    player.tap("hint")
    assert player.scene.advice is None


def test_a_sprite_that_stays_in_place_shows_its_new_state_at_once():
    """A ring around a card that may be played, under the pointer, or chosen."""
    place = SpritePlace(100, 100, 80, "c7")
    layer = SpriteLayer(lambda *_: pytest.fail("nothing is drawn"))
    layer.arrange({"a": place})
    for state in ("legal", "hover", "selected", "dim", "rest"):
        layer.arrange({"a": place._replace(state=state)}, 200)
        assert layer.sprites["a"].shown.state == state
        assert not layer.busy
    layer.arrange({"a": place._replace(z=3)}, 200)
    assert layer.sprites["a"].shown.z == 3


def carried(scene: Scene, *places: tuple[float, float]) -> None:
    """Press at the first place, move along the others, and let go at the last one."""
    for kind, (x, y) in [("down", places[0]), *(("move", place) for place in places[1:]), ("up", places[-1])]:
        scene.on_input(Pointer(kind, x, y, 0.0))


def test_an_item_that_was_dragged_is_not_used_even_if_brought_back():
    scene, done = Scene(Player().app.context), []

    class Noted(Drag):
        aim = ""

        def move(self, x: float, y: float) -> None:
            done.append((x, y))

        def drop(self) -> None:
            done.append("dropped")

        def cancel(self) -> None:
            done.append("cancelled")

    card = Item("card", "Card", Box(0, 0, 100, 100), lambda: done.append("used"), start_drag=lambda _grip: Noted())
    scene.items.replace([card])
    carried(scene, (50, 50), (80, 50), (50, 50))
    assert done == [(80, 50), (50, 50), (50, 50), "dropped"]
    done.clear()
    # a small movement of the hand is no drag
    carried(scene, (50, 50), (52, 50))
    assert done == ["used"]
    done.clear()
    # a drag that reports that nothing moved does not use the item either
    card.start_drag = lambda _grip: done.append("stays")
    carried(scene, (50, 50), (80, 50), (50, 50))
    assert done == ["stays"]
    done.clear()
    card.start_drag = lambda _grip: Noted()
    scene.on_input(Pointer("down", 50, 50, 0.0))
    scene.on_input(Pointer("move", 80, 50, 0.0))
    scene.show([])
    scene.on_input(Pointer("up", 80, 50, 0.0))
    assert done == [(80, 50), "cancelled"], "what is gone cannot be dropped"


def test_the_arrow_keys_move_the_focus_only_in_their_direction():
    items = ItemList()
    boxes = {"here": Box(0, 0, 40, 40), "below": Box(3, 100, 40, 40), "right": Box(300, 0, 40, 40)}
    items.replace([Item(name, name, box, lambda: None) for name, box in boxes.items()])
    items.focus = "here"
    items.move(-1, 0)
    assert items.focus == "here"
    items.move(1, 0)
    assert items.focus == "right"
    items.replace([item for item in items.items if item.id != "right"])
    items.focus = "here"
    items.move(1, 0)
    # three pixels further to the right is not to the right
    assert items.focus == "here"
    items.move(0, 1)
    assert items.focus == "below"


def test_dragging_a_bar_redraws_it_and_reports_the_share():
    scene, shares = Scene(Player().app.context), []
    bar = Item("bar", "Volume", Box(100, 0, 200, 40), lambda: pytest.fail("it was dragged, not used"))
    bar.on_slide = shares.append
    scene.items.replace([bar])
    scene.on_input(Pointer("down", 150, 20, 0.0))
    scene.dirty = False
    scene.on_input(Pointer("move", 200, 20, 0.0))
    assert scene.dirty
    scene.on_input(Pointer("up", 200, 20, 0.0))
    assert shares == [0.25, 0.5]
    scene.dirty = False
    # a pointer that only passes by changes nothing
    scene.on_input(Pointer("move", 500, 300, 0.0))
    scene.on_input(Pointer("move", 510, 300, 0.0))
    assert shares == [0.25, 0.5]


def test_a_press_sets_the_focus_without_showing_its_ring():
    scene = Scene(Player().app.context)
    boxes = {"one": Box(0, 0, 40, 40), "two": Box(100, 0, 40, 40)}
    scene.items.replace([Item(name, name, box, lambda: None) for name, box in boxes.items()])
    scene.items.focus = "one"
    scene.on_input(Pointer("down", 120, 20, 0.0))
    assert (scene.items.focus, scene.items.ring) == ("two", False)


def test_a_tooltip_shows_the_current_label_of_its_button():
    """A button that is made anew under the pointer may have another label."""
    scene, tooltip = Scene(Player().app.context), Tooltip()

    def offer(label: str) -> None:
        scene.items.replace([Item("sound", label, Box(0, 0, 40, 40), lambda: None, has_tooltip=True)])

    offer("Sound off")
    scene.items.hover = "sound"
    tooltip.update(scene, 16)
    offer("Sound on")
    assert not tooltip.update(scene, 200)
    assert tooltip.update(scene, 200)
    assert tooltip._item is scene.items.find("sound")


def test_a_tooltip_goes_once_its_button_was_pressed_or_the_pointer_has_rested_there():
    scene, tooltip = Scene(Player().app.context), Tooltip()
    scene.items.replace([Item("sound", "Sound", Box(0, 0, 40, 40), lambda: None, has_tooltip=True)])
    scene.on_input(Pointer("move", 20, 20, 0.0))
    tooltip.update(scene, 16)
    assert tooltip.update(scene, 400), "it appears"
    scene.on_input(Pointer("down", 20, 20, 0.0))
    scene.on_input(Pointer("up", 20, 20, 0.0))
    assert tooltip.update(scene, 16), "it goes"
    assert not tooltip.update(scene, 1000)
    scene.items.hover = ""
    tooltip.update(scene, 16)
    scene.items.hover = "sound"
    tooltip.update(scene, 16)
    assert tooltip.update(scene, 400), "for a pointer that comes back it appears again"
    assert tooltip.update(scene, 6000), "it goes after some time"
    scene.items.hover, scene.items.focus, scene.items.ring = "", "sound", True
    tooltip._item = None
    tooltip.update(scene, 16)
    assert tooltip.update(scene, 400)
    assert not any(tooltip.update(scene, 1000) for _ in range(20)), "for the keyboard it stays"


def test_a_pointer_that_comes_to_a_button_to_press_it_shows_no_tooltip():
    scene, tooltip = Scene(Player().app.context), Tooltip()
    scene.items.replace([Item("sound", "Sound", Box(0, 0, 40, 40), lambda: None, has_tooltip=True)])
    scene.on_input(Pointer("move", 20, 20, 0.0))
    scene.on_input(Pointer("down", 20, 20, 0.0))
    scene.on_input(Pointer("up", 20, 20, 0.0))
    assert not any(tooltip.update(scene, 200) for _ in range(5))


def test_a_tooltip_covers_no_other_item():
    """A tooltip lies below, unless a button with a key cap is there; then above, or beside where that is taken too."""
    box, table, size = Box(600, 300, 72, 72), (1280.0, 720.0), (90.0, 30.0)
    below, above = Box(600, 380, 72, 60), Box(600, 240, 72, 50)
    assert beside(box, size, [], table).y > box.y + box.h - 16
    assert beside(box, size, [below], table).y < box.y
    aside = beside(box, size, [below, above], table)
    assert not overlap(aside, below)
    assert not overlap(aside, above)
    assert not overlap(aside, box.grown(-8))
    corner = beside(Box(1204, 4, 72, 72), size, [], table)
    assert corner.x + corner.w <= 1280


@pytest.mark.parametrize(
    ("desktop", "size"),
    [((1366, 768), (1187, 667)), ((1024, 600), (890, 500)), ((1920, 1080), (1600, 900)), ((1600, 1000), (1280, 720))],
)
def test_the_first_window_fits_the_desktop(desktop, size):
    found = first_size(desktop)
    assert found == size
    assert found[0] < desktop[0]
    assert found[1] < desktop[1]
