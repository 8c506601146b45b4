"""Keine Ahnung at the table: whole games by hand, every event shown, and no memory aid on the screen."""

from types import SimpleNamespace
from typing import Any

import pygame
import pytest
from boxes import apart
from keine_ahnung_player import PHONE, WIDE, match_of, offered_moves, played_until, player_at, sit
from keine_ahnung_states import card as card_of
from keine_ahnung_states import state_of
from player import Player
from table_player import check_sounds, frames_of, wait_until

from game.ai.second_look import Advantage
from game.catalogue.registry import GAMES
from game.core.capabilities import Advice, Reason
from game.core.match import Match
from game.core.rng import Rng
from game.engine.canvas import Canvas
from game.engine.dock import ROOM
from game.engine.game_table import PROMPT_SIZE
from game.engine.layout import Box, bounds, overlap
from game.engine.palette import CREAM, GAME_COLOURS, GOLD, INK, PARCHMENT
from game.engine.texts import Texts
from game.games.keine_ahnung import events as happenings
from game.games.keine_ahnung import layout, rules
from game.games.keine_ahnung.bots import explain, explain_action
from game.games.keine_ahnung.deck import EMPTY, HIDDEN, PRIZES
from game.games.keine_ahnung.events import GameEnded, TrophyWon
from game.games.keine_ahnung.faces import face_of, medal, miss, plain_card, reminder_of
from game.games.keine_ahnung.layout import RATIO
from game.games.keine_ahnung.places import MEDAL_HIGH, MEDAL_WIDE
from game.games.keine_ahnung.rules import CALL, DRAW, Phase, Verb
from game.games.keine_ahnung.scripts import LOOK_MS, Banner
from game.games.keine_ahnung.table import BANNER, KeineAhnungTable
from game.games.keine_ahnung.texts import KeineAhnungTexts
from game.scenes.table.table_hint import marks_of
from game.services import launch_request

# ---- every event ------------------------------------------------------------------------------------


def test_a_laid_card_flies_from_its_place_to_the_pile():
    match = match_of("hb")
    player = player_at(match, state_of("red5", ("red3 blue1",), phase=Phase.OWN), speed="normal")
    table = player.scene.table
    start, end = table.spots.grid[0], table.pile_spots[0]
    player.tap("card-0")
    frames = frames_of(player, 1500)
    key = table.heaps.piles[0][-1].key
    path = [(frame[key].x, frame[key].y) for frame in frames if key in frame]
    assert abs(path[0][0] - start.x) < abs(path[0][0] - end.x)
    assert path[-1] == pytest.approx((end.x, end.y), abs=12)
    assert len({round(x) for x, _ in path}) > 5


def test_each_kind_of_event_has_its_own_sound(monkeypatch):
    """Events that look alike, cards that are turned, sound alike too."""
    match = match_of("hb")
    match.state = state_of("red5/red3f blue3 red1", ("red1 blue1", "green1 green5"))
    table = KeineAhnungTable(sit(match).app.context, match.seats, 0, match.view(0))
    events = {
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
    }
    check_sounds(table, match.view(0), events, monkeypatch)


def test_cards_in_a_row_sound_higher_and_higher_and_the_third_makes_glad(monkeypatch):
    match = match_of("hb")
    match.state = state_of("red5", ("red1 red2 red3 red4", "green1 green5"))
    table = KeineAhnungTable(sit(match).app.context, match.seats, 0, match.view(0))
    heard: list[str] = []
    felt: list[tuple[int, str]] = []
    monkeypatch.setattr(table.context.audio, "play", lambda name, _volume=1.0: heard.append(name))
    monkeypatch.setattr(table, "feel", lambda *mood: felt.append(mood))
    for turn in range(2):
        list(table.script(happenings.TurnStarted(0), match.view(0)))
        for place in range(3):
            assert not felt[turn:]
            list(table.script(happenings.CardLaid(0, 31, 0, place, False), match.view(0)))
    assert [name for name in heard if name.startswith("count_")] == ["count_1", "count_2", "count_3"] * 2
    assert felt == [(0, "glad")] * 2


@pytest.mark.parametrize(("held", "moods"), [("blue1 blue2", ["beaten"]), ("blue1 blue2 blue3", [])])
def test_a_misfit_with_few_cards_left_hurts(held, moods, monkeypatch):
    match = match_of("hb")
    player = player_at(match, state_of("red5", (held, "green1 green4"), phase=Phase.OWN), speed="normal")
    table, felt = player.scene.table, []
    monkeypatch.setattr(table, "feel", lambda seat, mood: felt.append((seat, mood)))
    player.tap("card-0")
    wait_until(player, lambda: bool(table.scripts.missed))
    player.wait(100)
    assert felt == [(0, mood) for mood in moods]


# ---- choices ----------------------------------------------------------------------------------------


def test_the_items_offered_are_exactly_the_legal_actions(monkeypatch):
    # also moves without a choice, which are offered where several share the device
    monkeypatch.setattr(KeineAhnungTable, "forced_move", lambda table, view: None)
    match = match_of("hb", 3, decline=True)
    player = sit(match)
    rng = Rng(4)
    seen = set()
    while not match.is_over and len(match.actions) < 250:
        player.wait(60_000, lambda: bool(offered_moves(player)) or match.is_over)
        if match.is_over:
            break
        view = match.view(0)
        table = player.scene.table
        assert sorted(offered_moves(player)) == sorted(table.item_of(action) for action in view.legal)
        assert ("do-call" in player.ids()) == (CALL in view.legal)
        seen |= {action.verb for action in view.legal}
        action = rng.choice(view.legal)
        player.tap(table.item_of(action))
    assert seen == set(Verb)


def test_the_draw_pile_can_be_tapped():
    match = played_until(match_of("hbh"), lambda match: match.state.turn == 0 and match.state.phase == Phase.DRAW)
    player = sit(match)
    player.wait(200)
    before = len(match.actions)
    player.tap("draw-pile")
    assert match.actions[before] == DRAW


def test_the_first_card_of_a_turn_is_drawn_automatically_if_nothing_speaks_against_it():
    def asked(row: str, confirm: str = "touch", **options: Any) -> bool:
        match = played_until(
            match_of(row, **options), lambda match: match.state.turn == 0 and match.state.phase == Phase.DRAW
        )
        player = sit(match, confirm=confirm)
        assert player.wait(9000, lambda: bool(offered_moves(player)))
        return match.state.phase == Phase.DRAW

    assert not asked("hb")
    # people sharing a device see that it is their turn, and a possible mistake stays possible
    assert asked("hbh")
    assert asked("hb", strict=True)
    assert asked("hb", confirm="always")


def test_a_fitting_pile_is_highlighted_and_takes_one_tap():
    match = match_of("hb")
    player = player_at(match, state_of("red5 blue3 red1", ("red3 blue1",), phase=Phase.OWN), speed="normal")
    player.tap("card-0")
    assert player.wait(5000, lambda: "card-pile-1" in player.ids())
    assert offered_moves(player) == [f"card-pile-{pile}" for pile in range(3)]
    player.wait(300)
    tops = {heap[-1].key for heap in player.scene.table.heaps.piles}
    assert {player.scene.table.layer.sprites[key].place.state for key in tops} == {"legal"}
    player.tap("card-pile-1")
    assert match.state.piles[1][-1] == match.state.piles[1][1] != match.state.piles[1][0]


def test_under_the_strict_rule_a_touch_loses_the_turn_and_shows_nothing():
    match = match_of("hb", strict=True)
    player = player_at(match, state_of("red5", ("red3 blue1",), options={"strict": True}), speed="normal")
    table = player.scene.table
    assert {table.layer.sprites[0, place].place.state for place in (0, 1)} == {"rest"}
    player.tap("card-0")
    for frame in frames_of(player, 600):
        assert all(frame[key].face == frame[key].end == "back" for key in ((0, 0), (0, 1)) if key in frame)
    assert match.state.turn == 1


def test_a_call_can_be_undone_until_a_card_is_shown():
    match = match_of("hb")
    base = state_of("red5", ("blue1 green2",), phase=Phase.OWN)
    player = player_at(match, base)
    player.tap("do-call")
    player.wait(200)
    assert match.state.phase == Phase.CALL
    assert match.events[-1] == (happenings.CallMade(0, 2),)
    assert not any(map(GAMES["keine_ahnung"].reveals, match.events[-1]))
    player.tap("card-0")
    player.wait(200)
    assert match.undo_length(0) is None
    assert match.state != base


@pytest.mark.parametrize(("reminders", "of_memory"), [(True, {"hint.seen", "hint.fitting"}), (False, {"hint.unknown"})])
def test_the_hint_names_a_move_and_its_figures(reminders, of_memory):
    match = played_until(
        match_of("hbb", 6, reminders=reminders),
        lambda match: match.state.turn == 0 and CALL in rules.legal_actions(match.state),
    )
    player = sit(match)
    player.wait(200)
    player.tap("hint")
    advice = explain(match.view(0))
    assert player.scene.items.focus == player.scene.table.item_of(advice.action)
    assert {key for key, _ in advice.numbers} >= {*of_memory, "hint.call"}
    player.draw()


@pytest.mark.parametrize("reminders", [False, True])
def test_a_hint_to_reveal_any_card_frames_them_all_as_one_unless_some_are_told_apart(reminders):
    match = played_until(
        match_of("hbb", 6, reminders=reminders),
        lambda match: match.state.turn == 0 and match.state.phase == Phase.OWN,
    )
    player, view = sit(match), match.view(0)
    player.wait(500)
    table, advice = player.scene.table, explain(view)
    assert advice.action.verb == Verb.REVEAL
    hidden = [spot.box for spot, card in zip(table.spots.grid, view.grids[0], strict=True) if card == HIDDEN]
    assert len(hidden) > 1
    expected = hidden if reminders else [bounds(hidden)]
    assert [box for box, _radius in marks_of(table, advice, player.items)] == expected
    told = table.panel_text(advice, False)
    assert told.title == table.text("reveal_any" if reminders else "reveal_one")
    assert reminders or f"{dict(advice.numbers)['hint.chance']}" in told.body


def test_the_chance_with_one_of_several_unknown_cards_is_not_told_of_one_place(monkeypatch):
    match = played_until(match_of("hbb", 6), lambda match: match.state.turn == 0 and match.state.phase == Phase.OWN)
    player = sit(match)
    player.wait(500)
    player.tap("hint")
    hint, table = player.scene.table_hint, player.scene.table
    hint.show(explain(match.view(0)))
    monkeypatch.setattr(type(hint._comparison), "other", CALL)
    hint._comparison.figure = Advantage(CALL, 7, (40, 33))
    rows = hint._chances(table)
    assert rows[0][0] == f"✓ {table.text('reveal_one')}"


@pytest.mark.parametrize("reminders", [True, False])
@pytest.mark.parametrize("key", ["go_on_likely", "chance_some"])
def test_a_hint_that_is_no_memory_calls_no_card_unknown(reminders, key):
    match = match_of("hb")
    around = {"turns": 4, "last_shown": ((1, 0, 0, 0, 0, 0), (0,) * 6), "options": {"reminders": reminders}}
    table = player_at(match, state_of("red5", ("blue1 green2 grey3",), phase=Phase.OWN, **around)).scene.table
    why = Reason(key, (("chance", 40),) if key == "chance_some" else ())
    told = table.panel_text(Advice(rules.Action(Verb.REVEAL, 1), (), why), False)
    assert (told.title == table.text("reveal_any")) == reminders
    assert table.text("recall") not in told.body


@pytest.mark.parametrize(
    ("grid", "laid", "said"),
    [
        ("blue1 green2 grey3 red1 red2", 0, "chance_little"),
        ("blue1 green2 grey3 red1 red2", 1, "go_on"),
        ("blue1 green2", 1, "go_on"),
        ("blue1 green2 grey3", 0, "flip_safe"),
    ],
)
def test_a_hint_that_is_no_memory_reminds_of_cards_that_may_be_known(grid, laid, said):
    texts = KeineAhnungTexts(Texts("de"), match_of("hb").seats)
    for turns, reminders in ((4, False), (2, False), (4, True)):
        around = {"turns": turns, "laid_count": laid, "options": {"reminders": reminders}}
        view = rules.view(state_of("red5", (grid,), phase=Phase.OWN, **around), 0)
        why = explain_action(view, rules.Action(Verb.REVEAL, 0)).why
        assert (texts("recall") in texts.why(why)) == (turns == 4 and not reminders)
        assert why.key == said or reminders


def test_only_the_first_misfits_of_a_match_are_announced_in_full():
    match = match_of("hb", 6)
    player = sit(match)
    scripts, said = player.scene.table.scripts, []
    while len(said) < 4:
        if scripts.missed:
            said.append(scripts.miss)
            player.wait(5000, lambda: not scripts.missed)
        elif mine := [item.id for item in player.items if item.id.startswith("card-")]:
            player.tap(mine[-1])
        player.wait(100)
    assert said == ["miss"] * 2 + ["miss_short"] * 2


@pytest.mark.parametrize(("language", "said"), [("de", "Deine verdeckten"), ("en", "Your face-down")])
def test_the_numbers_of_a_hint_that_is_no_memory_count_shown_cards_among_the_unknown(language, said):
    state = state_of("red5", ("blue1 green2 grey3",), phase=Phase.OWN)
    table = player_at(match_of("hb"), state, language=language).scene.table
    for reminders in (False, True):
        options = table.view.options._replace(reminders=reminders)
        rows = table.panel_text(explain(table.view._replace(options=options)), True).rows
        assert said in rows[-1][0] if not reminders else all(said not in row[0] for row in rows)


def test_a_pile_that_lets_more_cards_fit_is_compared_with_the_worst_by_both_chances():
    match = played_until(match_of("hbb", 6), lambda match: lay_open(match) is not None)
    why, texts = lay_open(match), sit(match).scene.table.match_texts
    numbers = dict(why.blanks)
    assert numbers["chance"] > numbers["less"]
    told = texts.why(why)
    assert f"{numbers['chance']}\N{NO-BREAK SPACE}%" in told
    assert f"auf {texts.plain(numbers['other'])} nur {numbers['less']}\N{NO-BREAK SPACE}%" in told
    # the reviews of earlier versions know one pile alone
    assert texts.why(why._replace(blanks=why.blanks[:1])) == texts("why.lay_open", top=texts.plain(numbers["top"]))


def lay_open(match: Match) -> Reason | None:
    """Return the reason for the best pile if more cards fit then than with another one."""
    view = match.view(match.state.turn) if match.state.phase == Phase.PLACE else None
    why = explain(view).why if view else None
    texts = KeineAhnungTexts(Texts("de"), match.seats)
    differs = why and why.key == "lay_open" and texts.why(why).startswith("Liegt sie auf") and "nur" in texts.why(why)
    return why if differs else None


# ---- no memory aid -------------------------------------------------------------------------------------


def seen_state(match: Match) -> bool:
    """Return whether the viewer decides, and several face-down cards have been seen."""
    return (
        match.state.turn == 0
        and match.state.phase == Phase.OWN
        and len(match.view(0).sightings) > 5
        and any(seen.seat == 0 for seen in match.view(0).sightings)
    )


def all_texts(player: Player) -> list[str]:
    """Return every word of the table: labels, prompt, log, and what is read aloud."""
    scene = player.scene
    texts = [item.label for item in scene.items.items] + [scene.table.spoken(scene.match.view(0))]
    return [*texts, *(line.text for line in scene.table.log)]


@pytest.mark.parametrize("size", [WIDE, PHONE])
def test_the_screen_does_not_depend_on_face_down_cards(size, monkeypatch):
    """Without the sightings, and with all hidden cards swapped around, the picture stays the same to the pixel."""
    match = played_until(match_of("hbb", 6), seen_state)
    player = sit(match, size)
    player.wait(300)
    text, picture = all_texts(player), pygame.image.tobytes(player.draw(), "RGB")
    table = player.scene.table
    grids = [(key, sprite) for key, sprite in table.layer.sprites.items() if isinstance(key, tuple)]
    assert {sprite.place.face for (seat, _), sprite in grids if isinstance(seat, int)} == {"back"}
    assert all(table.note(item) is None for item in player.scene.items.items if item.id.startswith("card-"))

    plain = rules.view
    monkeypatch.setattr(GAMES["keine_ahnung"], "view", lambda *given: plain(*given)._replace(sightings=()))
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
    assert all_texts(again) == text
    assert pygame.image.tobytes(again.draw(), "RGB") == picture


def test_the_house_rule_for_children_shows_seen_cards():
    match = played_until(match_of("hbb", 6, reminders=True), seen_state)
    player = sit(match)
    player.wait(300)
    sprites = player.scene.table.layer.sprites
    for seen in match.view(0).sightings:
        assert sprites[seen.seat, seen.place].place.face == f"m{seen.card}"
    assert sum(sprite.place.face.startswith("m") for sprite in sprites.values()) == len(match.view(0).sightings)
    assert not any("reminder" in text for text in all_texts(player))


@pytest.mark.parametrize("colour", GAME_COLOURS)
def test_a_seen_face_down_card_keeps_its_colour_and_differs_from_an_open_one(colour):
    kit, card = sit(match_of("hb")).app.context.kit, card_of(f"{colour}2")
    seen, opened = (plain_card(kit, face, 78) for face in (reminder_of(card), face_of(card)))
    inks = [
        pygame.mask.from_threshold(picture, GAME_COLOURS[colour][0], (24, 24, 24)).count() for picture in (seen, opened)
    ]
    assert inks[0] > 0.5 * inks[1] > 0
    assert seen.get_at((seen.get_width() // 2, 2)) != opened.get_at((opened.get_width() // 2, 2))


def test_the_log_names_no_returned_card_and_no_stars():
    match = played_until(match_of("hhh", 4), lambda match: match.is_over)
    table = KeineAhnungTable(sit(match_of("hhh")).app.context, match.seats, 0, match.view(0))
    names = {table.match_texts.plain(card) for pile in match.state.piles for card in pile}
    told = [event for step in match.events for event in step]
    assert names
    for event in told:
        text = " ".join(line.text for line in table.log_lines(event))
        if isinstance(event, (happenings.CardRevealed, happenings.CardsTurnedBack, happenings.CardDeclined)):
            assert not any(colour in text for colour in ("Blau", "Grau", "Grün", "Gelb", "Rot", "Lila")), text
        if isinstance(event, happenings.TrophyWon):
            assert str(event.stars) not in text


@pytest.mark.parametrize("speed", ["off", "fast", "normal"])
def test_a_card_that_does_not_fit_is_shown_long_enough_at_every_speed(speed):
    match = match_of("hh")
    player = player_at(match, state_of("red5", ("blue1 green2 grey3",), phase=Phase.OWN), speed=speed)
    player.tap("card-0")
    # a second tap does not end the look
    player.point(20, 400)
    frames = frames_of(player, 4000)
    open_frames = [frame for frame in frames if (0, 0) in frame and frame[0, 0].end.startswith("c")]
    assert len(open_frames) * 16 >= LOOK_MS - 32
    assert frames[-1][0, 0].face == frames[-1][0, 0].end == "back"


def test_face_down_cards_can_be_tapped_and_lie_within_the_window():
    match = played_until(match_of("hbbbb", 6), lambda match: match.state.turn == 0 and match.state.phase == Phase.OWN)
    player = sit(match, PHONE)
    player.wait(300)
    frame = player.app.context.frame
    view = match.view(0)
    for place, card in enumerate(view.grids[0]):
        item = player.scene.items.find(f"card-{place}")
        assert (item is not None) == (card == HIDDEN)
        if item:
            assert Box(0, 0, frame.width, frame.height).holds(*item.box.centre)


def test_a_hint_does_not_number_a_card():
    def asked(match: Match) -> bool:
        return len(match.actions) > 30 and match.state.turn == 0 and match.state.phase == Phase.OWN

    player = sit(played_until(match_of("hbbb", 9, reminders=True), asked))
    player.wait(400)
    player.tap("hint")
    scene = player.scene
    assert player.wait(3000, lambda: scene.advice is not None)
    # a number would be taken for the one on the card's key cap
    assert scene.advice.action.verb == Verb.REVEAL
    assert not any(map(str.isdigit, scene.table.panel_text(scene.advice, False).title))


@pytest.mark.parametrize("size", [(844, 390), (1280, 720), (390, 844)])
def test_the_banner_of_a_call_covers_no_pile(size):
    """The piles show whether a card fits; a resumed call has its banner, too."""
    match = played_until(match_of("hbbb", 9), lambda match: match.state.phase == Phase.CALL)
    player = sit(match, size)
    table = player.scene.table
    assert table.scripts.banner
    kit, (x, y) = table.kit, table.spots.banner
    pill = kit.pill(table.scripts.banner.text, BANNER)
    wide, high = pill.get_width() / kit.scale, pill.get_height() / kit.scale
    banner = Box(x - wide / 2, y - high / 2, wide, high)
    assert table.pile_spots
    assert all(apart(spot.card(RATIO), banner) for spot in table.pile_spots)


@pytest.mark.parametrize("size", [(844, 390), (1280, 720)])
def test_a_call_leaves_the_piles_of_a_wide_table_large_and_has_the_prompts_place(size):
    match = played_until(match_of("hbbb", 9), lambda match: match.state.phase == Phase.CALL)
    table = sit(match, size).scene.table
    spots, count = table.spots, len(table.view.piles)
    assert table.pile_spots == layout.piles(spots.piles, count, spots.widest, spots.middle)
    assert table.tells, "the prompt gives way"


@pytest.mark.parametrize("size", [WIDE, PHONE, (844, 390)])
def test_the_ring_around_winnings_crosses_neither_the_name_nor_the_last_move(size):
    table = sit(match_of("hb"), size).scene.table
    table.shown = table.shown._replace(prizes=PRIZES[:1])
    table.moves.note(0, "Trostpreis")
    shelf = table.place_of("shelf")
    assert (shelf.w, shelf.h) == (MEDAL_WIDE, MEDAL_HIGH)
    ring, half = shelf.grown(ROOM), 0.35 * 25 * table.kit.text_scale / table.kit.scale
    assert ring.y >= table.spots.name[1] + half, "the letters of the name end above it"
    written: list[str] = []
    table.kit.pill = lambda text, *_look, **_how: written.append(text) or pygame.Surface((1, 1))
    table.draw_labels(SimpleNamespace(**dict.fromkeys(("put_left", "put_right", "put_centred"), lambda *_at: None)))
    assert "Trostpreis" in written


@pytest.mark.parametrize("size", [WIDE, (844, 390)])
def test_the_empty_place_for_winnings_of_a_wide_table_is_named(size):
    table = sit(match_of("hb"), size).scene.table
    canvas, written = Canvas(pygame.Surface(size), table.context.frame), []
    paragraph = table.kit.paragraph
    table.kit.paragraph = lambda text, *look: written.append(text) or paragraph(text, *look)
    table._draw_medals(canvas)
    assert written == [table.text("no_winnings")]
    table.shown = table.shown._replace(prizes=PRIZES[:1])
    table._draw_medals(canvas)
    assert len(written) == 1


@pytest.mark.parametrize("fits", [True, False])
def test_a_card_dropped_on_the_piles_turns_there_and_moves_on_from_there(fits):
    names = "red6 green2 grey4 blue5 blue2" if fits else "green6 green2 grey4 blue5 blue2"
    player = player_at(match_of("hb"), state_of("red1 yellow3", (names,), phase=Phase.OWN), speed="normal")
    table = player.scene.table
    spot, middle = table.spots.grid[0], table.spots.piles.centre
    player.drag((spot.x, spot.y), middle)
    sprite = table.layer.sprites[0, 0]
    there = sprite.x, sprite.y
    assert abs(there[0] - middle[0]) + abs(there[1] - middle[1]) < spot.w
    for _ in range(18):
        player.wait(20)
        assert (sprite.x, sprite.y) == there, "it stays there while it is turned"
    assert sprite.face != "back"
    if fits:
        # to its pile without a detour by its old place
        high = []
        for _ in range(20):
            player.wait(20)
            high.append(min((one.y for one in table.layer.sprites.values() if one.x == sprite.x), default=0.0))
        assert player.scene.match.view(0).piles[0]
        assert max(high) < spot.y - spot.w
        return
    assert player.wait(3000, lambda: bool(table.scripts.missed))
    assert player.wait(1000, lambda: abs(sprite.x - spot.x) + abs(sprite.y - spot.y) < 12), "it is told of in its place"
    assert table.scripts.missed


def test_a_prompt_is_short_only_where_the_long_one_does_not_fit():
    table = sit(match_of("hbb")).scene.table
    ways = ["Passt mehrfach! Auf welchen Stapel?", "Auf welchen Stapel?"]
    for scale, expected in ((1.0, ways[0]), (1.3, ways[1])):
        table.context.settings.scale = scale
        table.context.settings_changed()
        assert table.kit.fitting_prompt(ways, PROMPT_SIZE, 476.0) == expected


@pytest.mark.parametrize("language", ["de", "en"])
def test_calling_has_the_words_of_its_button_wherever_it_is_offered_or_told(language):
    table = sit(match_of("hb"), PHONE, language=language, scale=1.3).scene.table
    word = table.text("call_button")
    assert table.text("call") == table.text("howto.call") == word
    for key in ("call_action", "goal.call", "goal.calls", "prompt.own_call", "prompt.own_more_call"):
        assert word in table.text(key)
    assert word.lower() in table.text("log.CallMade", name="", amount="").lower()
    state = state_of("red5 blue2", ("red3 blue1", "red1 red2"), phase=Phase.OWN)
    for laid in (0, 1):
        view = rules.view(state._replace(laid_count=laid), 0)
        short = table.match_texts.prompt(view, own=True, short=True)
        assert word in short
        assert table.kit.fitting_prompt([short, ""], PROMPT_SIZE, table.spots.prompt.w) == short


def test_the_last_trophy_has_a_banner_that_stays_to_the_end():
    player = player_at(match_of("hb"), state_of("red1 yellow3", ("red6 green2",)), speed="normal")
    table, view = player.scene.table, player.scene.match.view(0)
    for left, shown in ((1, False), (0, True)):
        player.scene.director.play(table.script(TrophyWon(1, 0, left), view))
        seen = False
        while player.scene.director.busy:
            player.wait(16)
            seen |= table.scripts.banner is not None and table.scripts.banner.text == table.text("last_trophy")
        assert seen is shown
    # and stays until the result comes
    table.scripts.banner = Banner(table.text("last_trophy"))
    player.scene.director.play(table.script(GameEnded((), (1,)), view))
    player.wait(48)
    assert table.scripts.banner
    table.sync(view._replace(phase=Phase.OVER))
    assert table.scripts.banner
    table.sync(view)
    assert not table.scripts.banner


def test_a_card_drawn_automatically_never_shows_a_button(monkeypatch):
    """Not even for a frame, as buttons fade in and out."""
    offered_in = []
    controls = KeineAhnungTable.controls

    def watched(self, view, *rest):
        offered_in.append(view.phase)
        return controls(self, view, *rest)

    monkeypatch.setattr(KeineAhnungTable, "controls", watched)
    player = Player(wish=launch_request.LaunchRequest("keine_ahnung", ("human", "easy", "easy"), 7))
    player.app.context.settings.speed = "normal"
    for _ in range(4):
        wait_until(player, lambda: bool(offered_moves(player, ("do-", "card-"))))
        player.tap(offered_moves(player, ("do-", "card-"))[-1])
        player.wait(32)
    assert Phase.OWN in offered_in
    assert Phase.DRAW not in offered_in


def test_the_legend_is_small_and_explains_a_function_when_touched():
    player = player_at(match_of("hb"), state_of("red5", ("red3 blue1",), phase=Phase.OWN))
    table = player.scene.table
    assert sum(box.w * box.h for box in table.spots.legend) < table.spots.tray.w * table.spots.tray.h / 8
    player.tap("explain-remove", touch=True)
    item = player.scene._pointed_item.noted(table, player.scene.items, carried=False)
    name, title, text = table.note(item).texts
    assert name == "remove"
    assert item.label == f"{title}. {text}"


@pytest.mark.parametrize("size", [WIDE, PHONE, (375, 667), (844, 390), (1920, 1080)])
@pytest.mark.parametrize("row", ["hb", "hbbb", "hbbbb"])
def test_the_note_of_a_missed_card_covers_no_card_and_no_button(size, row):
    player = player_at(match_of(row), state_of("red1 yellow3", seats=len(row)), size=size)
    table = player.scene.table
    paper = table.kit.scene_image(miss, table.text("miss", card=table.match_texts.plain(card_of("yellow5"))), 600.0)
    round_ones = [item.box for item in player.items if item.id in ("pause", "help", "log", "speed")]
    for seat in table.panels:
        for spot in table.places.grid_of(seat):
            box = table.miss_box(seat, spot.card(RATIO), paper)
            assert not any(overlap(box, one) for one in round_ones)
            cards = [other.card(RATIO) for rival in table.panels for other in table.places.grid_of(rival)]
            assert all(overlap(box, one) <= 0.06 * one.w * one.h for one in cards)


@pytest.mark.parametrize("size", [WIDE, PHONE, (844, 390), (375, 667)])
@pytest.mark.parametrize("row", ["hb", "hbbb", "hbbbb"])
def test_the_note_of_a_missed_card_covers_no_pile(size, row):
    """The piles tell why the card does not fit."""
    piles = "red1 yellow3 blue2 green5 grey6 purple4 red2 blue4"
    table = player_at(match_of(row), state_of(piles, seats=len(row)), size=size).scene.table
    paper = table.kit.scene_image(miss, table.text("miss", card=table.match_texts.plain(card_of("yellow5"))), 600.0)
    for seat in range(len(row)):
        for spot in table.places.grid_of(seat):
            box = table.miss_box(seat, spot.card(RATIO), paper)
            assert not any(overlap(box, pile.box) for pile in table.pile_spots)


@pytest.mark.parametrize("scale", [1.0, 1.3])
@pytest.mark.parametrize("size", [WIDE, PHONE, (844, 390)])
@pytest.mark.parametrize("place", [1, 4])
def test_the_note_of_an_own_missed_card_covers_no_own_card_and_no_button(place, size, scale, monkeypatch):
    notes, miss_box = [], KeineAhnungTable.miss_box
    monkeypatch.setattr(KeineAhnungTable, "miss_box", lambda *of: notes.append(miss_box(*of)) or notes[-1])
    state = state_of("red1 yellow3", ("blue5 green2 grey6 purple5 blue6 grey2",), phase=Phase.OWN)
    player = player_at(match_of("hb"), state, size=size, language="de", speed="normal")
    player.app.context.settings.scale = scale
    player.app.context.settings_changed()
    player.wait(32)
    player.tap(f"card-{place}")
    assert player.wait(4000, lambda: player.scene.table.scripts.missed is not None)
    player.wait(400)
    player.draw()
    spots = player.scene.table.spots
    round_ones = [Box(x - 28, y - 28, 56, 56) for x, y in (spots.undo, spots.hint)]
    assert notes
    assert not any(overlap(notes[-1], box) for box in (*round_ones, *(spot.box for spot in spots.grid)))


def test_digits_on_winnings_are_dark_and_only_the_ground_differs():
    player = player_at(match_of("hb"), state_of("red1"))
    kit = player.scene.table.kit
    trophy, prize = (medal(kit, 3, is_prize, 22.0) for is_prize in (False, True))
    assert trophy.get_size() == prize.get_size()
    for made in (trophy, prize):
        seen = pixels(made)
        assert CREAM not in seen
        assert seen.count(INK) > 60
    # only the ground tells them apart
    ground = {GOLD, PARCHMENT}
    same = sum(one == other or {one, other} == ground for one, other in zip(*map(pixels, (trophy, prize)), strict=True))
    assert same > 0.8 * trophy.get_width() * trophy.get_height()


def pixels(made: pygame.Surface) -> list[Any]:
    """Return every pixel's colour."""
    return [made.get_at((x, y))[:3] for x in range(made.get_width()) for y in range(made.get_height())]


@pytest.mark.parametrize("scale", [1.0, 1.3])
@pytest.mark.parametrize("language", ["de", "en"])
def test_the_two_small_stacks_are_labelled_below_and_side_by_side(language, scale, monkeypatch):
    said: dict[tuple[float, float], Any] = {}
    put = Canvas.put_centred
    monkeypatch.setattr(
        Canvas, "put_centred", lambda canvas, *what: said.update({what[1:3]: what[0]}) or put(canvas, *what)
    )
    player = player_at(match_of("hb"), state_of("red1 yellow3"), language=language)
    player.app.context.settings.scale = scale
    player.app.context.settings_changed()
    player.wait(32)
    table, spots = player.scene.table, player.scene.table.spots
    table.shown = table.shown._replace(stack_count=12, removed=tuple(range(99)))
    table._draw_sizes(Canvas(pygame.Surface(WIDE), player.app.context.frame))
    labels = []
    for spot in (spots.trophies, spots.rest):
        ((x, y), picture) = next((at, text) for at, text in said.items() if at[0] == spot.x and at[1] > spot.y)
        wide, high = picture.get_width() / table.kit.scale, picture.get_height() / table.kit.scale
        labels.append(Box(x - wide / 2, y - high / 2, wide, high))
        assert spot.box.y < labels[-1].y < spots.hint[1] - 26 - high
        assert spots.piles.x + spots.piles.w < labels[-1].x + 8
        assert labels[-1].x + wide <= WIDE[0] - 24
    assert apart(*labels)
