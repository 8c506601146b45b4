"""Several people at one device: secrets are shown only to the person who has taken the device."""

import json
from collections.abc import Callable, Iterator
from itertools import pairwise

import pygame
import pytest
from dnup_states import add, lay, state_of
from player import Player
from table_player import PEOPLE, PHONE, WIDE, kinds_of, match_of, offered_moves, sit

from game.catalogue.registry import GAMES
from game.core.match import Match, Seat
from game.core.rng import Rng
from game.engine import fonts
from game.engine.backdrop import Backdrop
from game.engine.layout import Box, overlap
from game.engine.match_texts import LogLine
from game.engine.transitions import Push
from game.engine.turn_table import asked_plain, lit_plain
from game.games.dnup import rules as dnup
from game.games.nein_danke.rules import Phase
from game.host.storage import MemoryStorage
from game.player import saves
from game.scenes.result.result import Result
from game.scenes.table import curtain, handed_over
from game.scenes.table.curtain import GROWN, Curtain
from game.scenes.table.handed_over import SIGN_MS
from game.scenes.table.pause import Pause
from game.services import launch_request
from game.table.turns.scene import TurnScene

SIZES = (WIDE, PHONE)


def seats_of(row: str) -> list[Seat]:
    """Return a seat for each letter: ``h`` is a person, ``b`` a bot."""
    return [Seat(name, kind, figure) for kind, (name, figure) in zip(kinds_of(row, "easy"), PEOPLE, strict=False)]


def table(
    row: str, seed: int = 5, size: tuple[int, int] = (1280, 720), game: str = "dnup", **options: object
) -> Player:
    """Return a fresh match."""
    storage = MemoryStorage()
    rows = [list(seat) for seat in seats_of(row)]
    storage.write("setup", json.dumps({game: {"seats": rows, "options": options}}))
    player = Player(size, launch_request.LaunchRequest(game, (), seed), storage, "en")
    player.app.context.settings.speed = "off"
    return player


@pytest.mark.parametrize("row", ["hh", "bhh", "hbh"])
@pytest.mark.parametrize("seed", range(1, 5))
def test_a_dnup_hand_is_dealt_behind_the_curtain(row, seed):
    player = table(row, seed)
    player.app.context.settings.speed = "normal"
    assert isinstance(player.scene, TurnScene)
    scene = player.scene
    player.wait(64)
    assert isinstance(player.scene, Curtain)
    holder = player.scene.seat
    assert row[holder] == "h"
    assert not scene.table.log
    player.tap("ready")
    assert player.scene is scene
    assert scene.viewer == holder
    # then the cards are dealt, for the person who is there
    assert scene.director.busy
    assert player.wait(60_000, lambda: not scene.director.busy)
    lines = [line.text for line in scene.table.log]
    assert len(lines) == len(set(lines)), "the deal is told once"


def resumed_match(
    row: str, actions: int, seed: int = 5, size: tuple[int, int] = (1280, 720), game: str = "dnup", **options: object
) -> Player:
    """Resume a match from the title after so many random actions; nothing has been drawn yet."""
    match = Match(GAMES[game], options, seats_of(row), seed)
    rng = Rng(seed)
    while len(match.actions) < actions:
        match.apply(rng.choice(match.game.legal_actions(match.state)))
    storage = MemoryStorage()
    storage.write(saves.save_key(game), json.dumps(match.save()))
    player = Player(size, storage=storage, language="en")
    player.app.context.settings.speed = "off"
    player.tap(f"resume-{game}")
    assert isinstance(player.scene, TurnScene)
    return player


def table_of(player: Player) -> TurnScene:
    (scene,) = (scene for scene in player.app.stack.scenes if isinstance(scene, TurnScene))
    return scene


def picture(player: Player) -> bytes:
    """Return what is on the screen, drawn anew."""
    for scene in player.app.stack.scenes:
        scene.dirty = True
    return pygame.image.tobytes(player.draw(), "RGB")


def wait_until(player: Player, *kinds: type, holder: int | None = None) -> None:
    """Wait for a person's decision or one of these scenes; meanwhile only the view of ``holder`` may be used."""

    def there() -> bool:
        if holder is not None and player.scene in player.app.stack.visible() and isinstance(player.scene, TurnScene):
            assert player.scene.viewer == holder, "the table is shown with the eyes of somebody else"
        return isinstance(player.scene, kinds) or bool(offered_moves(player))

    assert player.wait(60_000, there), "nothing happens"


def move(player: Player, rng: Rng | None = None) -> None:
    """Make the first or a random legal move of the person who decides."""
    scene = table_of(player)
    legal = scene.match.game.legal_actions(scene.match.state)
    scene.act(rng.choice(legal) if rng else legal[0])


def take(player: Player, ready: str = "ready") -> TurnScene:
    """Take the device behind the curtain; return the table."""
    wait_until(player, Curtain)
    player.tap(ready)
    wait_until(player)
    return table_of(player)


def turns(player: Player, holder: int | None) -> Iterator[int | None]:
    """Play to the end with random moves.

    Yields who has the device before each move and curtain; None where it just goes round.
    """
    rng = Rng(4)
    for _ in range(4000):
        wait_until(player, Curtain, Result, holder=holder)
        if isinstance(player.scene, Result):
            player.tap("skip")
            if player.scene.items.find("again"):
                return
            player.wait(400)
            player.tap("next")
            continue
        yield holder
        if isinstance(player.scene, Curtain):
            holder = player.scene.seat
            player.tap("ready")
        else:
            move(player, rng)
    raise AssertionError("the match does not end")


# ---- the curtain --------------------------------------------------------------------------------------


@pytest.mark.parametrize("kinds", ["hhb", "hbhb", "bhbh", "hhh", "hhhbb"])
def test_a_person_takes_the_device_before_deciding(kinds):
    player = table(kinds)
    scene = table_of(player)
    people = [seat for seat, kind in enumerate(kinds) if kind == "h"]
    curtains, decided = [], set()
    for holder in turns(player, scene.viewer):
        if isinstance(player.scene, Curtain):
            # the hands are dealt behind a curtain, too
            assert not scene.match.actions or player.scene.seat == scene.match.mover != holder
            assert player.app.stack.visible() == [player.scene]
            assert not offered_moves(player)
            curtains.append(player.scene.seat)
        else:
            assert holder == scene.match.mover == scene.viewer
            decided.add(holder)
    assert set(curtains) == set(people) == decided
    # between two people, never twice for the same one
    assert all(one != other for one, other in pairwise(curtains))


@pytest.mark.parametrize("scale", [1.0, 1.3])
@pytest.mark.parametrize("size", SIZES)
def test_long_lines_on_the_curtain_keep_clear_of_each_other(size, scale, monkeypatch):
    player = table("hh", size=size)
    player.app.context.settings.scale = scale
    player.app.context.settings_changed()
    long = "Frida adds to a set of other cards with two 5s and is out with two letters"
    lines = [LogLine(seat, f"{long} {number}") for number, seat in enumerate((1, 0, 1, 0, 1, 0, 1))]
    curtain = Curtain(player.app.context, player.scene.match, 0, lines, lambda *_given: None)
    player.app.stack.carry_out(Push(curtain))
    put, pictures = Backdrop.put, list[Box]()

    def watch(plate, picture, x, y, side="left"):
        kit = plate.kit
        if side == "left":
            wide, high = (length / kit.scale for length in picture.get_size())
            pictures.append(Box(x, y - high / 2, wide, high))
        put(plate, picture, x, y, side)

    monkeypatch.setattr(Backdrop, "put", watch)
    curtain.build()
    title, *written = pictures
    assert len(written) >= 2
    assert max(box.h for box in written) > 1.5 * title.h, "a line takes two"
    assert all(above.y + above.h <= below.y for above, below in pairwise(written))
    ready, last = curtain.items.find("ready").box, written[-1]
    assert ready.y >= last.y + last.h or ready.x + ready.w <= last.x, "below the log, or beside it"
    assert last.x + last.w <= player.app.context.frame.width - 24


@pytest.mark.parametrize("language", ["de", "en"])
def test_a_turn_of_two_goes_is_told_on_the_curtain_in_a_line_each_of_normal_size(language, monkeypatch):
    match, drawn = match_of(GAMES["dnup"], kinds_of("hh", "normal"), 5), []
    match.state = state_of("4/8 3/7 9/3", "9/1 9/2 8/5", sets={1: "1/6 1/7 1/8", 3: "4/2 4/3"})
    player, plain = sit(match, PHONE, language=language, scale=1.3), fonts.plain
    take(player)

    def watch(text: str, face: str, size: int, *how: object) -> pygame.Surface:
        drawn.append((text, size))
        return plain(text, face, size, *how)

    monkeypatch.setattr(fonts, "plain", watch)
    for action in (lay(match.state, "9/3"), add(match.state, "4/8", 3)):
        table_of(player).act(action)
        player.wait(500)
    wait_until(player, Curtain)
    assert [line.seat for line in player.scene.new_lines] == [0, 0]
    kit = player.app.context.kit
    told = " ".join(text for text, size in drawn if size == round(17 * GROWN * kit.text_scale))
    assert all(line.text in told for line in player.scene.new_lines)
    assert "…" not in told


def test_one_person_among_bots_sees_no_curtain():
    player = table("hbb")
    for _ in turns(player, 0):
        assert not isinstance(player.scene, Curtain)


@pytest.mark.parametrize("opened", [False, True])
def test_chips_need_no_curtain(opened):
    player = table("hhh", game="nein_danke", open_chips=opened)
    scene = player.scene
    for _ in range(12):
        wait_until(player)
        assert scene.viewer == scene.match.mover
        player.tap(offered_moves(player)[0])
        assert player.scene is scene


@pytest.fixture
def change_hands(monkeypatch):
    """Change the hand that only its owner may see, wherever it is read."""

    def change() -> None:
        plain = dnup.view

        def view(state, seat):
            seen = plain(state, seat)
            return seen._replace(hand=seen.hand[1:])

        monkeypatch.setattr(GAMES["dnup"], "view", view)

    return change


def check_curtain(pictures: Callable[[], list[bytes]], change_hands: Callable[[], None]) -> None:
    """Check that with another hand the two pictures with the curtain are the same, and the third is not."""
    plain = pictures()
    change_hands()
    other = pictures()
    assert plain[:2] == other[:2]
    assert plain[2] != other[2], "another hand must be seen, or this test proves nothing"


@pytest.mark.parametrize("size", SIZES)
def test_the_curtain_does_not_depend_on_what_it_hides(size, change_hands):
    def pictures() -> list[bytes]:
        player = table("hhh", size=size)
        take(player)
        move(player)
        wait_until(player, Curtain)
        found = [picture(player)]
        player.press(pygame.K_ESCAPE)
        assert isinstance(player.scene, Pause)
        found.append(picture(player))
        assert "log" not in player.ids()
        player.press(pygame.K_ESCAPE)
        player.tap("ready")
        wait_until(player)
        return [*found, picture(player)]

    check_curtain(pictures, change_hands)


@pytest.mark.parametrize("size", SIZES)
def test_from_the_end_of_a_move_to_the_curtain_the_own_cards_are_covered(size, change_hands):
    def pictures() -> list[bytes]:
        player = table("hhh", size=size)
        player.app.context.settings.speed = "normal"
        scene = take(player)
        before = cards_of(player, scene)
        move(player)
        assert player.wait(5000, lambda: scene.driver.next_holder >= 0)
        assert scene.driver.next_holder == scene.match.mover
        found = []
        while not isinstance(player.scene, Curtain):
            found.append(cards_of(player, scene))
            player.wait(160)
        assert len(found) > 3, "the outcome stays in view"
        assert len(set(found)) == 1
        return [found[0], found[-1], before]

    check_curtain(pictures, change_hands)


def cards_of(player: Player, scene: TurnScene) -> bytes:
    """Return the picture of the place of the own cards, drawn anew."""
    scene.dirty = True
    box, frame = scene.table.place_of("cards"), player.app.context.frame
    (x, y), (right, low) = frame.to_real(box.x, box.y), frame.to_real(box.x + box.w, box.y + box.h)
    return pygame.image.tobytes(player.draw().subsurface((x, y, right - x, low - y)), "RGB")


def test_the_table_below_the_curtain_keeps_the_last_viewer():
    player = table("hhh")
    scene = take(player)
    first = scene.viewer
    move(player)
    wait_until(player, Curtain)
    assert scene.viewer == first
    # neither a resize nor a break changes that
    player.feed(pygame.VIDEORESIZE, w=900, h=700, size=(900, 700))
    player.wait(2000)
    assert isinstance(player.scene, Curtain)
    assert scene.viewer == first
    player.tap("ready")
    wait_until(player)
    assert scene.viewer == scene.match.mover != first


# ---- without the curtain ------------------------------------------------------------------------------


def test_without_the_curtain_the_device_just_goes_round():
    player = table("hhh")
    wait_until(player, Curtain)
    scene = take(player, "open")
    for _ in range(15):
        wait_until(player, Curtain)
        assert player.scene is scene, "the curtain was waived"
        assert scene.viewer == scene.match.mover
        move(player)


@pytest.mark.parametrize("seed", [6, 10])
def test_the_set_aside_cards_are_shown_only_behind_the_curtain(seed):
    """Also to the person before whom the device lies already, as all may look at it."""
    player = table("hhh", seed, game="nein_danke", specials=True, kinds=["peek_nine"])
    scene, peeks = player.scene, 0
    while not peeks or scene.match.state.phase == Phase.PEEK:
        player.wait(16)
        peeking = scene.match.state.phase == Phase.PEEK
        if isinstance(player.scene, Curtain):
            assert peeking
            assert not player.scene.items.find("open")
            peeks += 1
            player.tap("ready")
        assert not scene.table.peeking or (peeking and peeks)
        if offered_moves(player):
            assert scene.viewer == scene.match.mover
            assert scene.table.peeking == peeking
            player.tap(offered_moves(player)[0])
    assert peeks == 1


# ---- resuming ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("kinds", "actions"), [("hhh", 7), ("hbh", 7), ("hbh", 8), ("bhbh", 9), ("hhb", 10)])
def test_resuming_raises_a_curtain_before_anything_is_shown(kinds, actions, size, change_hands):
    def pictures() -> list[bytes]:
        player = resumed_match(kinds, actions, size=size)
        found = [picture(player)]
        assert player.wait(500, lambda: isinstance(player.scene, Curtain))
        assert player.app.stack.visible() == [player.scene]
        scene = table_of(player)
        count = len(kinds)
        people = (seat for step in range(count) if kinds[seat := (scene.match.mover + step) % count] == "h")
        assert player.scene.seat == next(people)
        assert len(scene.match.actions) == actions, "no bot may move before somebody looks"
        found.append(picture(player))
        holder = player.scene.seat
        player.tap("ready")
        found.append(picture(player))
        wait_until(player, Curtain, holder=holder)
        return found

    check_curtain(pictures, change_hands)


def test_resuming_allows_no_move_before_the_curtain_is_there():
    player = resumed_match("hhh", 7)
    assert not offered_moves(player)
    before = len(player.scene.match.actions)
    player.press(pygame.K_1, "1")
    assert len(table_of(player).match.actions) == before


def test_one_person_resumes_at_once():
    player = resumed_match("hbb", 7)
    wait_until(player, Curtain)
    assert isinstance(player.scene, TurnScene)


# ---- undo and the log ---------------------------------------------------------------------------------


@pytest.mark.parametrize("kinds", ["hhb", "hhh"])
def test_a_move_of_another_person_cannot_be_undone(kinds):
    player = table(kinds)
    scene = table_of(player)
    for number, _ in enumerate(turns(player, scene.viewer)):
        assert player.scene.items.find("undo") is None
        before = len(scene.match.actions)
        player.press(pygame.K_z, "z")
        assert len(scene.match.actions) == before
        if number > 20:
            break


def rounds_in(lines: list[str], number: int) -> int:
    return sum(f"Round {number}" in line for line in lines)


@pytest.mark.parametrize("kinds", ["hhh", "hhb", "hbb", "bbb"])
def test_each_round_begins_once_in_the_log(kinds):
    player = table(kinds, game="nein_danke", rounds=2)
    scene = player.scene
    most = 0

    def look(number: int) -> None:
        nonlocal most
        lines = [line.text for line in scene.table.log]
        most = max(most, number)
        assert [rounds_in(lines, one) for one in (1, 2, 3)] == [1, int(number > 1), 0], lines

    if "h" in kinds:
        for _ in turns(player, None):
            if not scene.director.busy:
                look(scene.match.state.store.round)
    else:
        while not player.scene.items.find("again"):
            assert player.wait(60_000, lambda: isinstance(player.scene, Result))
            look(scene.match.state.store.round)
            player.wait(400)
            if go_on := next((id_ for id_ in ("next", "skip") if player.scene.items.find(id_)), None):
                player.tap(go_on)
    assert most == 2


@pytest.mark.parametrize("kinds", ["hhh", "hbb"])
def test_each_round_begins_once_in_the_log_of_a_resumed_match(kinds):
    for actions in (0, 1, 30, 90):
        player = resumed_match(kinds, actions, game="nein_danke", rounds=2)
        wait_until(player, Curtain)
        if isinstance(player.scene, Curtain):
            player.tap("ready")
        wait_until(player)
        lines = [line.text for line in player.scene.table.log]
        assert rounds_in(lines, 1) == 1, (actions, lines[:5])


def test_a_single_round_is_not_numbered():
    player = table("hbb", game="nein_danke")
    wait_until(player)
    assert rounds_in([line.text for line in player.scene.table.log], 1) == 0


# ---- places of cards ------------------------------------------------------------------------------------


@pytest.mark.parametrize("reduced", [False, True])
def test_cards_move_to_the_next_person_and_a_sign_says_whose_turn_it_is(reduced):
    player = Player(wish=launch_request.LaunchRequest("keine_ahnung", ("human", "human"), 7))
    player.app.context.settings.reduced_motion = reduced
    scene, rng = player.scene, Rng(4)
    first, moved = scene.viewer, False
    while scene.viewer == first:
        assert not isinstance(player.scene, Curtain), "nothing is secret before the first trophy"
        if scene.table.viewer_decides and not scene.director.busy:
            scene.act(rng.choice(scene.match.game.legal_actions(scene.match.state)))
        player.wait(16)
    for _ in range(20):
        moved |= any(abs(one.y - one.place.y) > 50 for one in scene.table.layer.sprites.values())
        player.wait(16)
    assert moved != reduced
    assert scene.handed_over.seat == scene.viewer
    player.wait(SIGN_MS)
    assert scene.handed_over.seat == -1, "it goes by itself"
    assert all((one.x, one.y) == (one.place.x, one.place.y) for one in scene.table.layer.sprites.values())


@pytest.mark.parametrize("speed", ["normal", "off"])
def test_the_sign_never_names_another_person_than_the_one_at_the_device(speed):
    player = Player(wish=launch_request.LaunchRequest("push", ("human", "human"), 5))
    player.app.context.settings.speed = speed
    scene, rng, named = player.scene, Rng(4), set()
    for _ in range(700):
        if scene.table.viewer_decides and not scene.director.busy:
            scene.act(rng.choice(scene.match.game.legal_actions(scene.match.state)))
        player.wait(16)
        assert scene.handed_over.seat in (-1, scene.viewer)
        named.add(scene.handed_over.seat)
    assert named == {-1, 0, 1}


@pytest.mark.parametrize("size", [(844, 390), PHONE])
@pytest.mark.parametrize("game", ["push", "nein_danke"])
@pytest.mark.parametrize("row", ["hhh", "hbb"])
def test_name_and_figure_ask_one_of_several_people_whose_seat_is_lit_up(size, game, row, monkeypatch):
    player = table(row, size=size, game=game)
    wait_until(player)
    player.wait(SIGN_MS + 500)
    shown, kit, made = player.scene.table, player.scene.table.kit, []
    plain = kit.scene_image
    monkeypatch.setattr(
        kit, "scene_image", lambda make, *args, **how: made.append((make, args)) or plain(make, *args, **how)
    )
    player.scene.dirty = True
    player.draw()
    asked = [args for make, args in made if make is asked_plain]
    assert len(asked) == (row == "hhh") == any(make is lit_plain for make, _args in made)
    for text, figure, wide in asked:
        seat = shown.seats[shown.viewer]
        assert seat.name in text
        assert figure == seat.figure
        assert asked_plain(kit, text, figure, wide).get_width() <= kit.px(wide) + 1


@pytest.mark.parametrize("size", [(844, 390), PHONE])
@pytest.mark.parametrize("scale", [1.0, 1.3])
def test_the_sign_of_the_next_person_covers_no_card_and_ends_with_a_tap_that_counts(size, scale):
    player = Player(size, launch_request.LaunchRequest("push", ("human", "human"), 5))
    player.app.context.settings.scale = scale
    player.app.context.settings_changed()
    scene = player.scene
    first = scene.viewer
    while scene.viewer == first:
        if moves := [move for move in offered_moves(player) if not move.startswith("card-")]:
            player.tap("do-stop" if "do-stop" in moves else moves[0])
        player.wait(16)
    assert player.wait(1000, lambda: "do-draw" in player.ids())
    table = scene.table
    assert scene.handed_over.seat == scene.viewer != first
    place = table.spots.prompt
    sign = Box(place.x - place.w / 2, place.y + handed_over.LOWER - handed_over.HIGH / 2, place.w, handed_over.HIGH)
    text = player.app.context.texts("curtain.title", name=table.name(scene.viewer))
    picture = handed_over.sign_plain(table.kit, text, table.seats[scene.viewer].figure, place.w)
    assert picture.get_width() <= table.kit.px(place.w)
    for sprite in table.layer.sprites.values():
        one = sprite.place
        card = Box(one.x - one.w / 2, one.y - one.w * 0.7, one.w, one.w * 1.4)
        assert overlap(sign, card) == 0, one
    player.draw()
    drawn = len(scene.match.actions)
    player.tap("do-draw")
    player.wait(16)
    assert scene.handed_over.seat == -1
    assert len(scene.match.actions) > drawn


@pytest.mark.parametrize(("size", "scale"), [((1280, 720), 1.0), ((1280, 720), 1.3), (PHONE, 1.3)])
def test_the_curtain_shows_what_happened_and_fits(size, scale):
    player = Player(size, launch_request.LaunchRequest("dnup", ("human", "human", "easy", "hard"), 7), language="en")
    context = player.app.context
    context.settings.scale, context.settings.speed = scale, "off"
    context.settings_changed()
    player.resize(size)
    rng, most = Rng(3), 0
    for _ in range(12):
        player.wait(20_000, lambda: isinstance(player.scene, Curtain) or player.scene.table.viewer_decides)
        if isinstance(player.scene, Curtain):
            most = max(most, len(player.scene.new_lines))
            for item in player.items:
                assert Box(0, 0, context.frame.width, context.frame.height).holds(*item.box.centre)
            player.tap("ready")
            continue
        match = player.scene.match
        player.scene.act(rng.choice(match.game.legal_actions(match.state)))
        player.wait(100)
    assert most > 3


def test_a_refusal_is_gone_once_the_next_curtain_is_there():
    player = table("hhh")
    take(player).refuse(dnup.NEXT_ROUND)
    player.wait(64)
    assert player.app.toasts.shown
    move(player)
    wait_until(player, Curtain)
    player.wait(64)
    assert player.app.toasts.shown == ""


def test_a_curtain_before_the_first_event_has_no_empty_box():
    player = table("hhh")
    take(player)
    match, line = player.scene.match, LogLine(0, "Ada takes the 30")

    def ready_of(lines: list[LogLine]) -> Box:
        curtain = Curtain(player.app.context, match, 0, lines, lambda _seat, _open: None)
        curtain.build()
        return curtain.items.find("ready").box

    # a log lies beside the button on a wide table, and above it on a tall one
    assert ready_of([]).centre[0] == pytest.approx(player.app.context.frame.width / 2)
    assert ready_of([line]).centre[0] < player.app.context.frame.width / 2 - 100
    player.resize(PHONE)
    assert ready_of([]).y + 20 < ready_of([line]).y < ready_of([line] * 3).y


@pytest.mark.parametrize("row", ["hh", "hbh"])
def test_the_curtain_falls_a_second_after_the_last_card_or_at_a_tap(row):
    waits = []
    for taps in (False, True):
        player = sit(match_of(GAMES["dnup"], kinds_of(row, "normal"), 5), speed="normal")
        take(player)
        scene = table_of(player)
        for _ in range(20):
            move(player)
            rested = 0.0
            while not (isinstance(player.scene, Curtain) or offered_moves(player)):
                player.wait(16)
                rested = 0.0 if any(map(scene.table.layer.moving, scene.table.layer.sprites)) else rested + 16
                if taps and rested > 400:
                    player.feed(pygame.MOUSEBUTTONDOWN, pos=(8, 8), button=1)
                    player.feed(pygame.MOUSEBUTTONUP, pos=(8, 8), button=1)
            if isinstance(player.scene, Curtain):
                break
        assert isinstance(player.scene, Curtain)
        waits.append(rested)
    assert waits[0] >= 1000
    assert waits[1] < 600


def test_before_the_curtain_the_prompt_names_the_next_person():
    player = sit(match_of(GAMES["dnup"], kinds_of("hh", "normal"), 5), speed="normal")
    take(player)
    scene = table_of(player)
    asked = set()
    while not isinstance(player.scene, Curtain):
        if offered_moves(player):
            move(player)
        player.wait(16)
        if scene.match.mover != scene.viewer:
            asked.add(scene.driver.asked(scene.table.prompt(scene.match.view(scene.viewer))))
    name = scene.match.seats[scene.match.mover].name
    assert asked == {scene.texts("curtain.title", name=name)}


@pytest.mark.parametrize(("size", "least"), [(WIDE, 17), (PHONE, 23)])
def test_moves_behind_the_curtain_are_larger_on_a_tall_table(size, least, monkeypatch):
    sizes, plain = [], curtain.log_line

    def line(*given, **named):
        sizes.append(named["size"])
        return plain(*given, **named)

    monkeypatch.setattr(curtain, "log_line", line)
    player = table("hh", size=size)
    match, since = player.scene.match, [LogLine(1, "Frida spielt eine 5", cards=("5",))] * curtain.LINES
    player.app.stack.carry_out(Push(Curtain(player.app.context, match, 0, since, lambda seat, open_hands: None)))
    player.wait(100)
    assert len(sizes) >= 4
    assert min(sizes) >= least
