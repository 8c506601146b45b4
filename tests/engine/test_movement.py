"""Animations with weight: chips pile up, a risky card is held back, a miss shakes, the end of a round is announced."""

from dataclasses import replace
from typing import Any

import dnup_player
import dnup_states
import keine_ahnung_player
import keine_ahnung_states
import nein_danke_states
import pygame
import pytest
import table_player
from boxes import each_frame
from player import FRAME_MS, Player
from push_player import before, make_move
from push_player import match_of as push_match
from push_states import state_of as push_state
from table_player import PHONE, WIDE, scene_of, sit, wait_until

from game.catalogue.presentations import PRESENTATIONS
from game.catalogue.registry import GAMES
from game.engine import banners
from game.engine.canvas import Canvas
from game.engine.layout import TextPlace, bounds
from game.engine.match_texts import LogLine
from game.engine.presentation import as_turn_presentation
from game.engine.sprites import SpritePlace
from game.engine.window_surface import WindowSurface
from game.games.dnup import events as dnup_events
from game.games.dnup.table import DnupTable
from game.games.keine_ahnung import layout as keine_ahnung_layout
from game.games.keine_ahnung.rules import Phase, Verb
from game.games.nein_danke import events as chips
from game.games.nein_danke import layout as nein_danke_layout
from game.games.nein_danke.scripts import CLINKS
from game.games.nein_danke.table import NeinDankeTable
from game.games.push import layout as push_layout
from game.games.push.deck import STAR
from game.scenes.table.recap import LINES, recap_of


def table_of(player: Player) -> Any:
    """Return the table of the scene."""
    return scene_of(player).table


def nein_danke(speed: str = "normal", kinds: str = "hbb", **how: Any) -> Player:
    """Return a fresh match of Nein Danke!."""
    match = table_player.match_of(GAMES["nein_danke"], table_player.kinds_of(kinds, "easy"), 7)
    return sit(match, speed=speed, **how)


def in_order(values: list[Any]) -> list[Any]:
    """Return the values without immediate repetitions."""
    return [value for place, value in enumerate(values) if not place or value != values[place - 1]]


def frames_of(player: Player, look: Any, ms: float) -> list[Any]:
    """Return what ``look`` gives frame by frame, drawn each time."""
    seen = []
    for _ in range(int(ms / FRAME_MS)):
        player.wait(FRAME_MS)
        player.draw()
        seen.append(look())
    return seen


def strokes_at(player: Player, x: float, y: float) -> list[pygame.Surface]:
    """Return the pictures that the scene draws at a logical place, lowest first."""
    screen = pygame.display.get_surface()
    assert screen is not None
    painting, frame = WindowSurface(screen), player.app.context.frame
    player.scene.draw(Canvas(painting, frame))
    at = frame.to_real(x, y)
    return [stroke[0] for stroke in painting.strokes if pygame.Rect(*stroke[1:3], *stroke[5:]).collidepoint(at)]  # type: ignore[misc]


@pytest.mark.parametrize("size", [WIDE, PHONE])
@pytest.mark.parametrize(("game", "face"), [("nein_danke", "chip"), ("keine_ahnung", "back"), ("push", "back")])
def test_flights_pass_over_round_buttons_and_are_drawn_once_elsewhere(game, face, size):
    match = table_player.match_of(GAMES[game], ("human", "easy", "easy"), 7)
    player = sit(match, size=size)
    wait_until(player, lambda: bool(table_player.offered_moves(player)))
    button = player.scene.items.find("hint")
    assert button is not None
    (x, y), layer = button.box.centre, table_of(player).layer
    before = strokes_at(player, x, y)
    start, end = SpritePlace(x, y, 60, face), SpritePlace(x, y + 300, 60, face)
    layer.fly(start, end, 400, arc=0)
    above = strokes_at(player, x, y)
    assert above[-1] is layer._flying[0][0].picture
    layer.update(300)
    picture = layer._flying[0][0].picture
    assert strokes_at(player, x, y + 270).count(picture) <= 1
    layer.update(300)
    assert strokes_at(player, x, y) == before


# ---- Nein Danke! ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mood", "directions", "reduced_motion"),
    [("glad", ("up",), False), ("beaten", ("left", "right"), False), ("calm", (), False), ("glad", (), True)],
)
def test_a_glad_figure_hops_and_a_beaten_one_shakes_its_head(mood, directions, reduced_motion):
    player = nein_danke(reduced_motion=reduced_motion)
    table = table_of(player)
    x, y, radius = table.panels[1].face

    def place() -> tuple[float, float]:
        """Return where the seat's figure is drawn."""
        screen = pygame.display.get_surface()
        assert screen is not None
        painting = WindowSurface(screen)
        table.draw_figure(Canvas(painting, player.app.context.frame), 1, (x, y, radius), active=False)
        return painting.strokes[0][1:3]  # type: ignore[return-value]

    still = place()
    table.feel(1, mood)
    moved = [(left - still[0], top - still[1]) for left, top in frames_of(player, place, 1000)]
    sides, heights = zip(*moved, strict=True)
    seen = {"up": min(heights) < -2, "left": min(sides) < -2, "right": max(sides) > 2, "down": max(heights) > 0}
    assert {name for name, is_seen in seen.items() if is_seen} == {*directions}
    assert moved[-1] == (0, 0)


def test_chips_are_dealt_one_by_one_and_counted_on_arrival():
    player = nein_danke()
    table = table_of(player)
    counts = in_order(frames_of(player, lambda: table.counts.chips(0), 2500))
    assert counts == list(range(12))
    assert table.counts.chips(1) == -1, "what others have stays secret"


def test_a_tap_ends_the_deal():
    player = nein_danke()
    player.wait(800)
    assert 0 <= table_of(player).counts.chips(0) < 11
    player.point(640, 210)
    assert table_of(player).counts.chips(0) == 11


def table_with_pot(pot: int, **settings: Any) -> tuple[Player, NeinDankeTable]:
    """Return a table of Nein Danke! with so many chips in the pot."""
    match = table_player.match_of(GAMES["nein_danke"], ("human", "easy", "easy"), 7)
    match.state = nein_danke_states.state_of(20, pot=pot)
    player = sit(match, speed="normal")
    for name, value in settings.items():
        setattr(player.app.context.settings, name, value)
    table = table_of(player)
    table.sync(match.view(0))
    return player, table


def pictures(table: Any) -> list[pygame.Surface]:
    """Return the pictures that the table draws, in order."""
    screen = pygame.display.get_surface()
    assert screen is not None
    painting = WindowSurface(screen)
    table.draw(Canvas(painting, table.context.frame))
    return [stroke[0] for stroke in painting.strokes if isinstance(stroke[0], pygame.Surface)]


def test_the_pot_is_a_heap_that_grows_with_every_chip():
    for pot in range(1, len(nein_danke_layout.HEAP) + 1):
        _player, table = table_with_pot(pot)
        chip = table.faces("chip", table.spots.chip * 2)
        assert sum(picture is chip for picture in pictures(table)) >= pot
    tiers = [chip.tier for chip in nein_danke_layout.HEAP]
    assert max(tiers) >= 3, "it grows higher, not only wider"
    spots = {(round(chip.across, 2), round(chip.down, 2)) for chip in nein_danke_layout.HEAP}
    assert len(spots) == len(tiers)


def test_higher_chips_are_drawn_over_lower_ones():
    _player, table = table_with_pot(12)
    painting = WindowSurface(pygame.display.get_surface())  # type: ignore[arg-type]
    table.draw(Canvas(painting, table.context.frame))
    chip = table.faces("chip", table.spots.chip * 2)
    wanted = {}
    for number, lying in enumerate(nein_danke_layout.HEAP[:12]):
        x, y = table.context.frame.to_real(*table.places.pot(number))
        wanted[x - chip.get_width() // 2, y - chip.get_height() // 2] = lying.tier
    tiers = [wanted[stroke[1:3]] for stroke in painting.strokes if stroke[0] is chip and stroke[1:3] in wanted]
    assert len(tiers) == 12
    assert tiers == sorted(tiers)


def test_a_log_line_follows_its_animation_except_in_a_lesson():
    _player, table = table_with_pot(0)
    for teaches in (False, True):
        table.teaches = teaches
        before = len(table.log)
        lines = [len(table.log) - before for _wait in table.play(chips.ChipPaid(1, 1), table.view)]
        assert lines
        assert set(lines) == {int(teaches)}
        assert len(table.log) == before + 1
        assert table.moves.newest_of(1) == "zahlt"
        assert table.moves.newest_of(1, past=True) == "zahlte"


def test_a_large_pot_glows():
    assert len(pictures(table_with_pot(5)[1])) > len(pictures(table_with_pot(4)[1])) + 1


@pytest.mark.parametrize(("calm", "pops"), [(False, True), (True, False)])
def test_each_added_chip_pops_and_clinks_higher(monkeypatch, calm, pops):
    player, table = table_with_pot(0, reduced_motion=calm)
    heard: list[str] = []
    monkeypatch.setattr(player.app.context.audio, "play", lambda name, volume=1.0: heard.append(name))
    for pot in range(1, CLINKS + 3):
        for _wait in table.script(chips.ChipPaid(1, pot), table.view):
            pass
    assert heard == [f"chip_{min(number, CLINKS)}" for number in range(1, CLINKS + 3)]
    grown = [set(pictures(table))]
    table.update(60)
    grown.append(set(pictures(table)))
    table.update(400)
    grown.append(set(pictures(table)))
    assert (grown[0] != grown[2]) == pops
    assert (grown[0] != grown[1]) == pops


# ---- Push -------------------------------------------------------------------------------------------


def draw_a_card(rows: list[str], **how: Any) -> tuple[Player, Any, list[str]]:
    """Return a person who draws a card over such rows; the last value is what is heard from then on."""
    state = push_state(rows=rows, displays=["y5"], pile="p1 g2 r4")
    player, scene = before(state, ("human", "easy", "easy"), faces=[STAR], speed="normal")
    for name, value in how.items():
        setattr(player.app.context.settings, name, value)
    player.point(640, 500)
    player.wait(200)
    heard: list[str] = []
    player.app.context.audio.play = lambda name, volume=1.0: heard.append(name)
    make_move(player, "do-draw")
    return player, scene, heard


def ms_until_turned(player: Player, heard: list[str]) -> float:
    """Return how long it takes until the card is turned up, in milliseconds."""
    passed = 0.0
    while "flip" not in heard:
        player.wait(FRAME_MS)
        player.draw()
        passed += FRAME_MS
        assert passed < 3000
    return passed


def places_now(table):
    return {key: (sprite.x, sprite.y) for key, sprite in table.layer.sprites.items()}


RISKY, SAFE = ["r6 b4", "r2 g1", "y6 r3"], [""]
#: two of three cards fit nowhere
RISKIEST = ["p1 g4", "r2 g6", "y4 b2"]


def test_a_riskier_reveal_takes_longer_and_trembles_more():
    player, scene, heard = draw_a_card(SAFE)
    assert ms_until_turned(player, heard) < 50
    assert "drum" not in heard
    lengths = []
    for rows in (RISKY, RISKIEST):
        player, scene, heard = draw_a_card(rows)
        places = []
        table = scene.table
        wait_until(player, lambda table=table: bool(table.scripts.lifted))
        card = table.scripts.lifted
        while table.scripts.lifted:
            sprite = table.layer.sprites[card]
            assert sprite.face == "back", "it is not seen before it is turned up"
            places.append((sprite.x, sprite.y))
            player.wait(FRAME_MS)
        lengths.append(len(places) * FRAME_MS)
        assert bounds(table.spots.rows).holds(*places[-1])
        shaken = [abs(x - table.spots.reveal.x) for x, _y in places]
        assert any(1 < far < 10 for far in shaken)
        assert (max(shaken[-12:]) < 1) == (rows == RISKIEST), "only at a great risk it lies still at the end"
        assert "drum" in heard
    assert lengths[1] > lengths[0] + 300 > 650


@pytest.mark.parametrize("goes", [1, 2])
def test_a_drawn_card_waits_beside_the_rows_only_for_a_choice(goes):
    rows = ["r6 b4", "r2 g1", "y6 r3"] if goes == 1 else ["r6 b4", "g1"]
    state = push_state(rows=rows, pile="r4 b1 y4" if goes == 1 else "r4 b1 p2")
    player, scene = before(state, ("human", "easy", "easy"), speed="normal")
    make_move(player, "do-draw")
    table = scene.table
    wait_until(player, lambda: bool(table.shown.card))
    card = table.shown.card
    places = [seen[card] for seen in frames_of(player, lambda: places_now(table), 1200) if card in seen]
    over = [at for at in places if bounds(table.spots.rows).holds(*at)]
    assert over
    x, y, _w = table.spots.drawn
    assert ((x, y) in places) == (goes == 2)


def test_without_the_risk_house_rule_a_reveal_does_not_betray_it():
    times = []
    for rows in (SAFE, RISKY):
        state = push_state(rows=rows, displays=["y5"], pile="p1 g2 r4", options={"risk": False})
        player, _scene = before(state, ("human", "easy", "easy"), faces=[STAR], speed="normal")
        player.point(640, 500)
        player.wait(200)
        heard: list[str] = []
        player.app.context.audio.play = lambda name, volume=1.0, into=heard: into.append(name)
        make_move(player, "do-draw")
        times.append(ms_until_turned(player, heard))
    assert times[0] == times[1]


def test_with_reduced_motion_nothing_is_lifted_or_shaken():
    player, scene, _heard = draw_a_card(RISKY, reduced_motion=True)
    seen = frames_of(player, lambda: (scene.table.scripts.lifted, scene.table.shaken), 2500)
    assert set(seen) == {(0, 0.0)}


def test_a_bust_shakes_and_shows_its_banner_alone(monkeypatch):
    made: list[object] = []
    plain = banners.sheet
    monkeypatch.setattr(banners, "sheet", lambda *args: made.append(args) or plain(*args))
    player, scene, _heard = draw_a_card(RISKY)
    # those of the bust and of a roll
    ahead = len(made)
    assert ahead
    table = scene.table
    wait_until(player, lambda: table.bust.misfit is not None)
    shaken = frames_of(player, lambda: table.shaken, 400)
    assert max(shaken) > 5
    assert min(shaken) < -5
    assert shaken[-1] == 0
    assert len(made) == ahead, "its paper was made with the table"
    painting = WindowSurface(player.app.screen)
    canvas = Canvas(painting, player.app.context.frame)
    table.draw_prompt(canvas, "Ole überlegt", TextPlace(640, 500, 400))
    assert not painting.strokes
    wait_until(player, lambda: table.bust.misfit is None)
    table.draw_prompt(canvas, "Ole überlegt", TextPlace(640, 500, 400))
    assert painting.strokes


# ---- Keine Ahnung -----------------------------------------------------------------------------------


def reveal(line: str, tap: str = "card-0", speed: str = "normal") -> Player:
    """Return a person who turns up an own card while the pile shows a red 5."""
    match = keine_ahnung_player.match_of("hh")
    state = keine_ahnung_states.state_of("red5", (line,), phase=Phase.OWN)
    player = keine_ahnung_player.player_at(match, state, speed=speed)
    player.tap(tap)
    return player


@pytest.mark.parametrize("speed", ["normal", "off"])
def test_a_miss_is_named_beside_the_card_until_it_is_turned_back(speed):
    player = reveal("blue1 green2 grey3", speed=speed)
    table = table_of(player)
    wait_until(player, lambda: table.scripts.missed is not None)
    assert table.scripts.missed == (0, 0)
    assert table.announcement == "Blau 1 passt nirgends – merken!"
    # the log shows seen cards, which does not matter here
    table.spots = replace(table.spots, log=None)
    without = len(pictures(table))
    shaken = frames_of(player, lambda: table.shaken, 300)
    assert (max(shaken) > 3) == (speed == "normal")
    wait_until(player, lambda: table.scripts.missed is None)
    assert len(pictures(table)) < without, "paper and edge are gone"
    assert table.layer.sprites[0, 0].place.face == "back"


def test_a_card_that_fits_is_no_miss():
    player = reveal("red1 green2 grey3")
    table = table_of(player)
    assert not any(frames_of(player, lambda: table.scripts.missed, 4000))


def test_the_cards_of_a_lost_call_are_no_misses():
    match = keine_ahnung_player.match_of("hh")
    state = keine_ahnung_states.state_of("red5", ("blue1 red2 grey3",), phase=Phase.OWN)
    player = keine_ahnung_player.player_at(match, state, speed="fast")
    player.tap(f"do-{Verb.CALL.name.lower()}")
    for place in range(3):
        wait_until(
            player, lambda place=place: f"card-{place}" in player.ids() or table_of(player).scripts.overlooked >= 0
        )
        if f"card-{place}" in player.ids():
            player.tap(f"card-{place}")
    table = table_of(player)
    assert not any(frames_of(player, lambda: table.scripts.missed, 6000))


# ---- dnuP -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [WIDE, PHONE])
@pytest.mark.parametrize("row", ["hb", "hbb", "hbbbb"])
def test_every_players_places_are_visible_before_the_first_move(size, row):
    player = sit(dnup_player.match_of(row), size=size, speed="normal")
    table = table_of(player)
    picture = player.draw()
    frame, kit = player.app.context.frame, player.app.context.kit
    for place in table.places.boxes:
        spot = table.places.set_spots(place, 1)[0]
        x, y = frame.to_real(spot.x, spot.y)
        around = pygame.Rect(0, 0, kit.px(spot.w), kit.px(spot.w)).move(
            x - kit.px(spot.w) // 2, y - kit.px(spot.w) // 2
        )
        bare = table.backdrop.surface.subsurface(around)
        assert pygame.image.tobytes(picture.subsurface(around), "RGB") != pygame.image.tobytes(bare, "RGB"), place


def dnup_table() -> tuple[DnupTable, Any]:
    """Return a table of dnuP and its viewer's view."""
    match = dnup_player.match_of("hbb")
    match.state = dnup_states.state_of("1/9 3/8", "2/4", "6/7", sets={1: "5/8", 2: "4/6 4/7"})
    return table_of(sit(match)), match


def test_the_end_of_a_round_says_who_went_out_and_with_what():
    table, match = dnup_table()
    view, sets = match.view(0), match.state.sets
    told = []
    for event in (
        dnup_events.SetPlayed(1, 1, sets[1], 1),
        dnup_events.WentOut(1, 0, 2),
        dnup_events.SetPlayed(2, 2, sets[2], 1),
        dnup_events.WentOut(2, 1, 1),
        dnup_events.RoundEnded((0, 2, 1), (0, 2, 1)),
    ):
        for _wait in table.script(event, view):
            told.append(table.scripts.banner_texts)
            pictures(table)
    name, other = match.seats[1].name, match.seats[2].name
    assert in_order(told) == [
        None,
        (f"{name} ist fertig!", "Die letzten Karten: eine 5"),
        None,
        (f"{other} ist fertig!", "Die letzten Karten: zwei Vieren"),
        ("Runde vorbei", f"{name} (eine 5) und {other} (zwei Vieren)"),
    ]
    table.sync(view)
    assert table.scripts.banner_texts is None


def test_an_aborted_round_says_so():
    table, match = dnup_table()
    for event in (dnup_events.RoundBroken(300), dnup_events.RoundEnded((0, 0, 0), (0, 0, 0))):
        list(table.script(event, match.view(0)))
    assert table.scripts.banner_texts == ("Runde vorbei", table.text("log.RoundBroken", count=300))


# ---- the last move -----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["nein_danke", "keine_ahnung", "push"])
@each_frame
def test_the_pill_of_a_last_move_is_nearest_to_its_own_figure(game, frame):
    width, height = frame
    module: Any = {"nein_danke": nein_danke_layout, "keine_ahnung": keine_ahnung_layout, "push": push_layout}[game]
    least, most = GAMES[game].min_seats, GAMES[game].max_seats
    for opponents in range(least - 1, most):
        spots = (
            module.spots(width, height, opponents, True) if game == "push" else module.spots(width, height, opponents)
        )
        if game == "keine_ahnung":
            panels = [module.panel(box, height > width) for box in spots.opponents]
        else:
            panels = [module.panel(box, spots.roomy, height > width) for box in spots.opponents]
        for box, panel in zip(spots.opponents, panels, strict=True):
            x, y, *_ = panel.last
            # if it follows the name its place is at least the name's end
            x = max(x, panel.name[0])
            near = min(panels, key=lambda other: (other.face[0] - x) ** 2 + (other.face[1] - y) ** 2)
            assert near is panel or box.holds(x, y), (opponents, x, y)
            assert box.x <= x <= box.x + box.w


# ---- without animation -------------------------------------------------------------------------------


def at_second_turn(speed: str, kinds: str = "hbbb", size: tuple[int, int] = WIDE) -> Player:
    """Return a person at the second turn of a match of Nein Danke!."""
    player = nein_danke(speed, kinds, size=size)
    wait_until(player, lambda: "do-pay" in player.ids())
    player.point(*player.app.context.frame.to_real(360, 210))
    player.tap("do-pay")
    wait_until(player, lambda: "do-pay" in player.ids())
    return player


def test_without_animation_a_recap_lists_the_moves_since_ones_own():
    player = at_second_turn("off")
    scene = scene_of(player)
    assert len(scene.recap.lines) >= 2
    assert all(line.seat != 0 for line in scene.recap.lines)
    shown = pygame.image.tobytes(player.draw(), "RGB")
    player.press(pygame.K_TAB, "\t")
    assert not scene.recap.lines
    player.press(pygame.K_LSHIFT)
    assert pygame.image.tobytes(player.draw(), "RGB") != shown


@pytest.mark.parametrize("size", [(1280, 720), (390, 844)])
def test_the_recap_covers_nothing_that_can_be_used(size):
    """Buttons and own cards look the same with the recap and without."""
    player = at_second_turn("off", size=size)
    player.wait(400)
    with_paper = player.draw().copy()
    assert scene_of(player).recap.lines
    scene_of(player).recap.lines = ()
    scene_of(player).dirty = True
    without = player.draw()
    frame = player.app.context.frame
    for item in player.items:
        x, y = frame.to_real(item.box.x + item.box.w / 2, item.box.y + item.box.h / 2)
        assert with_paper.get_at((x, y)) == without.get_at((x, y)), item.id


def test_the_recap_goes_by_itself_and_with_the_next_move():
    player = at_second_turn("off")
    assert scene_of(player).recap.lines
    player.wait(8000)
    assert not scene_of(player).recap.lines
    player = at_second_turn("off")
    player.tap("do-take")
    assert not scene_of(player).recap.lines


def test_a_recap_is_shown_neither_with_animation_nor_behind_a_curtain():
    assert not scene_of(at_second_turn("fast")).recap.lines
    match = push_match(("human", "human", "easy"), seed=3)
    player = sit(match, speed="off")
    wait_until(player, lambda: bool(table_player.offered_moves(player)))
    assert not scene_of(player).recap.lines


def test_a_resumed_match_shows_no_recap():
    player = at_second_turn("off")
    assert scene_of(player).recap.lines
    again = sit(scene_of(player).match, speed="off")
    wait_until(again, lambda: "do-pay" in again.ids())
    assert not scene_of(again).recap.lines


def test_a_single_move_makes_no_recap():
    lines = [LogLine(0, "Toni"), LogLine(1, "Frida"), LogLine(-1, "Runde 2")]
    assert not recap_of(lines, 0)
    assert recap_of([*lines, LogLine(2, "Ole")], 0) == (*lines[1:], LogLine(2, "Ole"))
    assert len(recap_of(lines * 9, 2)) == LINES


def presentation_names() -> list[str]:
    """Return the names of the turn-based games."""
    return [name for name, shown in PRESENTATIONS.items() if not GAMES[name].real_time and as_turn_presentation(shown)]


@pytest.mark.parametrize("game", presentation_names())
@pytest.mark.parametrize("size", [WIDE, PHONE])
def test_the_recap_is_drawn_at_every_table_of_turns(game, size):
    match = table_player.match_of(GAMES[game], ("human", "easy", "easy"), 7)
    player = sit(match, size=size, speed="off")
    scene = scene_of(player)
    for _ in range(60):
        wait_until(player, lambda: bool(table_player.offered_moves(player)) or player.scene is not scene)
        if player.scene is not scene or scene.recap.lines:
            break
        player.tap(table_player.offered_moves(player)[0])
    assert scene.recap.lines
    shown = pygame.image.tobytes(player.draw(), "RGB")
    scene.recap.lines, scene.dirty = (), True
    assert pygame.image.tobytes(player.draw(), "RGB") != shown
