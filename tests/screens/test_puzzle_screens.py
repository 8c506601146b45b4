"""Puzzles at the table: solved by every kind of input, answered, stored, and laid out so that everything fits."""

import json
import re
from datetime import date
from itertools import pairwise, product

import push_states
import pygame
import pytest
from all_screens import LARGER, SCALES, SIDE, TALL, WIDE, show_at
from drivers import driver_of
from offers import PUZZLED
from player import Player
from table_player import covers_nothing, dock_of

from game.catalogue.presentations import PRESENTATIONS
from game.catalogue.registry import GAMES
from game.core.game import Action
from game.engine import fonts
from game.engine.canvas import Canvas
from game.engine.layout import Box, overlap
from game.engine.texts import LANGUAGES
from game.engine.transitions import Push, Reset
from game.games.push import faces
from game.games.push.rules import DRAW, Phase, Verb
from game.games.push.scoring import points_of
from game.games.twin_it.clock import Clock
from game.host.storage import MemoryStorage
from game.player import lessons, puzzles, saves
from game.scenes.navigation import routes
from game.scenes.puzzle import puzzle_list
from game.scenes.puzzle.position_cards import cards_in, cards_in_rows
from game.scenes.puzzle.puzzle_list import PuzzleList, PuzzleTile
from game.scenes.setup.setup import Setup
from game.table.puzzle_attempt import PuzzleAttempt
from game.table.turns.local import TurnLocalDriver
from game.table.turns.puzzle import TurnPuzzleDriver
from game.table.turns.scene import TurnScene
from game.tutorial.puzzle import STRENGTHS, is_certain, match_at_puzzle, stars_for

TURNS = [name for name in PUZZLED if not GAMES[name].real_time]


def opened(game: str, number: int = 0, storage: MemoryStorage | None = None, **given: object) -> Player:
    """Return a player at a puzzle, with the list below it."""
    player = Player(storage=storage, **given)  # type: ignore[arg-type]
    player.app.stack.carry_out(Reset(routes.puzzles(player.app.context, game)))
    player.app.stack.carry_out(Push(routes.puzzle(player.app.context, game, number)))
    player.wait(400)
    return player


def stored(player: Player) -> dict[str, dict[str, int]]:
    """Return what is stored of the solved puzzles."""
    return json.loads(player.storage.read("puzzles") or "{}")


def two_moves(game: str) -> int:
    """Return the number of a puzzle with two moves that have a button each."""
    return next(
        number
        for number, puzzle in enumerate(puzzles.puzzles_of(game))
        if (step := puzzle.steps[0])
        and len(step.right) == len(step.wrong) == 1
        and len(step.right[0]) == len(step.wrong[0][0]) == 1
        and not step.then
    )


def forbidden(game: str) -> list[Action]:
    """Return the moves that the puzzles of a game judge, which other positions may forbid."""
    steps = [puzzle.steps[0] for puzzle in puzzles.puzzles_of(game) if not puzzle.steps[0].ask]
    return [GAMES[game].decode(move) for step in steps for move in (*step.right, *(move for move, _ in step.wrong))]


def button(scene: TurnScene, move: object) -> str:
    return scene.table.button_id(scene.game.decode(move))


# ---- solving -----------------------------------------------------------------------------------------------


def shown(player: Player) -> None:
    """Have every answer of the puzzle on the screen shown, and read on."""
    attempt = driver_of(player.scene).attempt
    while not attempt.is_answered:
        if "lesson-on" in player.ids():
            player.tap("lesson-on")
        elif "hint" in player.ids():
            player.tap("hint")
        player.wait(400)


def solve(player: Player) -> None:
    """Give every answer of the puzzle on the screen, and read on."""
    attempt = driver_of(player.scene).attempt
    while True:
        step, place = attempt.step, attempt.place
        if step.ask:
            player.tap(f"puzzle-choice-{step.right[0]}")
        else:
            player.scene.act(player.scene.game.decode(step.right[0]))
        assert player.wait(20_000, lambda: bool({"lesson-on", "puzzle-next"} & {*player.ids()}))
        if attempt.is_answered:
            return
        player.tap("lesson-on")
        assert player.wait(60_000, lambda place=place: attempt.place > place)
        player.wait(400)


@pytest.mark.parametrize("way", ["mouse", "touch", "keys"])
def test_a_wrong_move_is_answered_with_its_cost_and_the_right_one_with_its_reason(way):
    number = two_moves("push")
    player = opened("push", number)
    scene, puzzle = player.scene, puzzles.puzzles_of("push")[number]
    step, texts = puzzle.steps[0], player.app.context.texts

    def use(id_):
        if way == "keys":
            player.walk_to(id_)
            player.press(pygame.K_RETURN, "\r")
        else:
            player.tap(id_, way == "touch")
        player.wait(200)

    assert scene.question()[1]
    rows = driver_of(scene).attempt.panel_text().rows
    assert not any(f"{round(step.chance / 10)}\u00a0%" in value for _, value in rows), "no chance tells the answer"
    use(button(scene, step.wrong[0][0]))
    words = scene.question()[0]
    assert texts("puzzles.wrong") in words
    assert f" {round((step.chance - step.wrong[0][1]) / 10)}\u00a0%" in words
    assert f" {round(step.chance / 10)}\u00a0%" in words
    attempt = driver_of(scene).attempt
    assert attempt._task() in words, "the question stays"
    assert attempt._why(attempt.answer) not in words, "what speaks for the best move would be read as its own"
    assert not attempt.is_hinted
    assert not stored(player)
    assert scene.match.actions == [scene.game.decode(action) for action in puzzle.actions]
    use("puzzle-again")
    words, asks = scene.question()
    assert asks
    assert texts("puzzles.wrong") not in words
    assert attempt._task() in words
    use(button(scene, step.right[0]))
    words = scene.question()[0]
    assert attempt._why(attempt.answer) in words
    assert not {button(scene, move) for move in (step.right[0], step.wrong[0][0])} & {*player.ids()}, "it is over"
    assert texts("puzzles.right") in words
    assert str(round(step.chance / 10)) in words
    assert not stored(player), "another question follows a choice of two"
    use("lesson-on")
    asked = puzzle.steps[1]
    use(f"puzzle-choice-{asked.wrong[0][0]}")
    words = scene.question()[0]
    assert texts("puzzles.wrong_answer") in words
    assert texts(f"push.ask.{asked.ask}.hint") in words, "how the answer is found"
    assert driver_of(scene).attempt.is_hinted, "the same hint does not cost another star"
    use(f"puzzle-choice-{asked.right[0]}")
    assert texts("puzzles.right_stars", count=1) in scene.question()[0]
    assert stored(player) == {"push": {str(puzzle.seed): 3}}
    assert scene.items.focus == "puzzle-next"


@pytest.mark.parametrize("game", TURNS)
def test_an_illegal_move_is_refused_as_at_the_table_and_costs_nothing(game):
    number, illegal = next(
        (number, action)
        for number, puzzle in enumerate(puzzles.puzzles_of(game))
        if not puzzle.steps[0].ask and (match := match_at_puzzle(GAMES[game], puzzle))
        for action in forbidden(game)
        if match.objection(action)
    )
    player = opened(game, number)
    attempt, asked = driver_of(player.scene).attempt, player.scene.question()
    player.scene.act(illegal)
    player.wait(200)
    assert (attempt.misses, attempt.last_try, attempt.is_hinted) == (0, None, False)
    assert player.scene.question() == asked
    solve(player)
    assert player.app.context.texts("puzzles.right_stars", count=3) in player.scene.question()[0]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_wrong_row_of_push_is_objected_to_without_giving_the_right_one_away(language):
    context, judged = Player(language=language).app.context, 0
    for number, puzzle in enumerate(puzzles.puzzles_of("push")):
        for wrong, _cost in puzzle.steps[0].wrong:
            attempt = PuzzleAttempt(context, "push", number)
            move = attempt.rules.decode(wrong)
            if puzzle.steps[0].ask or move.verb not in (Verb.PLACE, Verb.TAKE):
                continue
            attempt.try_out(move)
            panel = attempt.panel_text()
            told = panel.body
            assert attempt._hint() not in told, number
            assert not attempt.is_hinted, "the reason of the right row is still to be had"
            rows = {int(found) for found in re.findall(r"(?:Reihe|[Rr]ow) (\d)", told)}
            assert rows <= {move.target + 1}
            own, best = (int(re.sub(r"\D", "", value)) for _name, value in panel.rows[:2])
            assert own < best
            judged += told == (attempt._flaw(move) or "?")
    assert judged > 25


@pytest.mark.parametrize(
    ("rows", "card", "target", "said"),
    [
        (["r6 b5", "die"], None, 1, ("roll.none", {"row": 1, "count": 0, "cost": 2})),
        (["r6 b5", "die y6"], None, 1, ("roll", {"row": 1, "count": 6, "cost": 3})),
        (["r6 b5", "y4"], None, 1, ("less", {"row": 1, "count": 4})),
        (["r6 b5", "y4"], None, 0, ("leaves", {"row": 0})),
        (["r6 b5", "y4"], "die", 0, ("dice", {"row": 0})),
        (["r6 b5", "y4"], "g3", 1, ("best", {"count": 11})),
        (["r6 b5", "g4"], "g3", 2, ("best", {"count": 11})),
        (["b5 g4", "r1", "y2"], "g5", 2, ("risk", {"risk": 20})),
    ],
)
def test_figures_tell_why_a_row_of_push_is_wrong(rows, card, target, said):
    state = push_states.state_of(
        rows=rows,
        displays=["y5 g6", ""],
        pile=f"b3 r5 r3 y4 p2 {card or ''}",
        phase=Phase.CHOOSE if card else Phase.TAKE,
    )
    if card:
        state, _ = push_states.play(state._replace(phase=Phase.DECIDE), DRAW)
    action = push_states.place(target) if card else push_states.take(target)
    game = GAMES["push"]
    flaw = game.hints.flaw(game.view(state, 0), action)
    assert (flaw.key, dict(flaw.blanks)) == (f"flaw.{said[0]}", said[1])


@pytest.mark.parametrize("game", TURNS)
def test_a_sequence_goes_on_with_the_answers_of_the_others(game):
    number, puzzle = next(
        (number, puzzle) for number, puzzle in enumerate(puzzles.puzzles_of(game)) if puzzle.steps[0].then
    )
    player = opened(game, number)
    solve(player)
    assert stored(player) == {game: {str(puzzle.seed): 1}}
    assert player.app.context.texts("puzzles.right_stars", count=3) in player.scene.question()[0]
    expected = [*puzzle.actions, *(action for step in puzzle.steps for action in step.then)]
    made = [player.scene.game.encode(action) for action in player.scene.driver.match.actions]
    assert made[: len(expected)] == expected


def test_a_hint_costs_a_star_and_the_answer_all_of_them():
    number = two_moves("push")
    player = opened("push", number)
    puzzle, texts = puzzles.puzzles_of("push")[number], player.app.context.texts
    player.tap("hint")
    player.wait(200)
    hinted = player.scene.question()[0]
    assert texts("puzzles.answer_is") not in hinted
    assert not stored(player)
    solve(player)
    assert stored(player) == {"push": {str(puzzle.seed): 2}}
    again = opened("push", number)
    for _ in range(2):
        again.tap("hint")
        again.wait(200)
    words = again.scene.question()[0]
    assert texts("puzzles.answer_is") in words
    attempt = driver_of(again.scene).attempt
    assert attempt._why(attempt.answer) in words, "the hint is the reason"
    assert stored(again) == {"push": {str(puzzle.seed): puzzles.SHOWN}}
    assert "hint" not in again.ids()
    again.tap("lesson-on")
    again.wait(200)
    solve(again)
    assert stored(again) == {"push": {str(puzzle.seed): puzzles.SHOWN}}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", TURNS)
def test_every_answer_can_be_carried_out_and_has_all_its_texts(game, language):
    player = Player(language=language)
    context = player.app.context
    for number in range(len(puzzles.puzzles_of(game))):
        attempt = PuzzleAttempt(context, game, number)
        match = attempt.match.at(len(attempt.match.actions))
        for step in attempt.puzzle.steps:
            said = [attempt.panel_text()]
            attempt.give_hint()
            said.append(attempt.panel_text())
            for answer in (step.wrong[0][0], step.right[0]):
                attempt.try_answer(answer)
                said.append(attempt.panel_text())
            assert said[-1].body, "a right answer has its reason"
            if step.ask:
                # in large letters, not within a sentence
                assert said[-1].title == attempt._choice(step.right[0])
            assert all(panel.body or panel.rows for panel in said)
            words = " ".join(part for panel in said for part in panel.sentences)
            assert "{" not in words
            assert "!:" not in words
            for action in step.then:
                match.apply(match.game.decode(action))
            if not attempt.is_last:
                attempt.go_on(match)
        assert attempt.is_answered
    assert puzzles.next_unsolved(context, game, 0) is None


def certain(game: str, sure: bool) -> int:
    """Return a puzzle without a sequence whose answer's outcome is known beforehand, or not."""
    context = Player().app.context
    attempts = (PuzzleAttempt(context, game, number) for number in range(len(puzzles.puzzles_of(game))))
    return next(
        attempt.number
        for attempt in attempts
        if not attempt.step.then and is_certain(attempt.match, attempt.seat, attempt.answer) == sure
    )


@pytest.mark.parametrize("speed", ["normal", "off"])
@pytest.mark.parametrize("game", TURNS)
def test_a_found_answer_is_carried_out_only_on_the_screen(game, speed):
    number = certain(game, True)
    player = opened(game, number)
    player.app.context.settings.speed = speed
    scene, puzzle = player.scene, puzzles.puzzles_of(game)[number]
    expected = driver_of(scene).attempt.match.at(len(puzzle.actions))
    expected.apply(driver_of(scene).attempt.answer)
    solve(player)
    assert player.wait(20_000, lambda: "puzzle-next" in player.ids())
    assert player.app.context.texts("puzzles.right_stars", count=3) in scene.question()[0]
    assert scene.items.focus == "puzzle-next"
    assert scene.table.view == expected.view(scene.viewer)
    # the decision is made, and the game stops
    assert not [id_ for id_ in player.ids() if id_.startswith(("do-", "card-"))]
    player.wait(20_000)
    assert scene.table.view == expected.view(scene.viewer)
    assert not saves.is_in_progress(player.app.context, game)
    player.tap("puzzle-play")
    assert type(player.scene) is TurnScene
    assert type(player.scene.driver) is TurnLocalDriver
    assert list(player.scene.match.actions) == [scene.game.decode(action) for action in puzzle.actions]


@pytest.mark.parametrize("way", ["found", "shown"])
def test_an_answer_decided_by_luck_or_only_shown_is_not_carried_out(way):
    number = certain("push", way == "shown")
    player = opened("push", number)
    before = player.scene.table.view
    if way == "shown":
        shown(player)
    else:
        solve(player)
    player.wait(5000)
    assert driver_of(player.scene).attempt.is_answered
    assert player.scene.table.view == before


def test_a_puzzle_is_not_stored_as_a_match_but_playing_on_from_it_is():
    number = two_moves("push")
    player = opened("push", number)
    context = player.app.context
    shown(player)
    assert not saves.is_in_progress(context, "push")
    player.tap("puzzle-play")
    player.wait(200)
    assert type(player.scene) is TurnScene
    assert type(player.scene.driver) is TurnLocalDriver
    puzzle = puzzles.puzzles_of("push")[number]
    player.tap(player.scene.table.button_id(player.scene.game.decode(puzzle.steps[0].right[0])))
    player.wait(400)
    assert saves.is_in_progress(context, "push")
    assert len(player.scene.match.actions) > len(puzzle.actions)


def test_playing_on_asks_before_it_shelves_a_match():
    player = opened("push", two_moves("push"))
    context = player.app.context
    shown(player)
    saves.store_match(context, player.scene.match.at(3))
    player.tap("puzzle-play")
    assert isinstance(player.scene.driver, TurnPuzzleDriver)
    player.tap_again("puzzle-play")
    assert type(player.scene) is TurnScene
    assert type(player.scene.driver) is TurnLocalDriver


def test_next_leads_to_the_next_open_puzzle_and_finally_back():
    player = opened("push", 1)
    context = player.app.context
    for number in range(3, len(puzzles.puzzles_of("push"))):
        puzzles.store_solved(context, "push", number, 1)
    for expected in (2, 0):
        shown(player)
        player.tap("puzzle-next")
        player.wait(300)
        assert driver_of(player.scene).attempt.number == expected
    shown(player)
    player.tap("puzzle-next")
    player.wait(300)
    assert isinstance(player.scene, PuzzleList)


def test_a_question_about_the_position_after_a_move_names_the_move():
    player = opened("dnup", next(n for n, p in enumerate(puzzles.puzzles_of("dnup")) if p.steps[-1].ask == "sets_then"))
    scene, attempt = player.scene, driver_of(player.scene).attempt
    while not attempt.step.ask:
        move = scene.table.match_texts.action(attempt.answer, scene.match.view(scene.viewer))
        player.tap("lesson-on" if "lesson-on" in player.ids() else "hint")
        player.wait(400)
    assert attempt.panel_text().body.startswith(f"{move}: ")


def test_open_secured_cards_of_others_are_told_in_points():
    player = opened("push", next(n for n, p in enumerate(puzzles.puzzles_of("push")) if p.steps[-1].ask == "leads"))
    table, view = player.scene.table, player.scene.match.view(player.scene.viewer)
    rival = next(seat for seat, cards in enumerate(view.secured) if cards and seat != view.seat)
    points = table.text("secured_points", count=points_of(view.secured[rival]))
    assert points in table.notes.of_seat(rival)[1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_question_about_a_row_of_push_names_its_points_as_they_lie_there(language):
    asked = 0
    for number, puzzle in enumerate(puzzles.puzzles_of("push")):
        if puzzle.steps[-1].ask not in ("gap", "leads"):
            continue
        attempt = PuzzleAttempt(opened("push", number, language=language).app.context, "push", number)
        while not attempt.is_last:
            before, match = attempt.step, attempt.match
            for action in before.then:
                match.apply(attempt.rules.decode(action))
            attempt.go_on(match)
        rows = {points_of(row) for row in attempt.match.state.rows}
        told = {int(number) for number in re.findall(r"\d+", attempt._task())}
        assert told & rows, (puzzle.seed, attempt._task(), rows)
        asked += 1
    assert asked > 20


# ---- puzzles of the eye ----------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [WIDE, TALL])
def test_the_risk_in_push_is_hidden_until_the_puzzle_is_solved(size, monkeypatch):
    bars, draw = [], faces.risk_bar
    monkeypatch.setattr(faces, "risk_bar", lambda *given: (bars.append(given[-1]), draw(*given))[1])
    number = next(n for n, p in enumerate(puzzles.puzzles_of("push")) if p.kind.endswith("no_risk"))
    player = opened("push", number, size=size)
    player.draw()
    table, safe = player.scene.table, player.app.context.texts("push.draw_safe")
    assert not bars
    assert table.draw_note() == ""
    player.tap("hint")
    player.tap("hint")
    player.wait(400)
    assert driver_of(player.scene).attempt.is_known
    player.draw()
    assert bars == [0]
    assert table.draw_note() == safe


@pytest.mark.parametrize("language", LANGUAGES)
def test_answers_to_a_question_are_large_enough_for_a_finger_on_a_phone(language):
    for game in TURNS:
        found = puzzles.puzzles_of(game)
        number = next(n for n, p in enumerate(found) if len(p.steps) == 2 and p.steps[1].ask)
        player = opened(game, number, size=(390, 844), language=language)
        attempt = driver_of(player.scene).attempt
        while not attempt.step.ask:
            player.tap("lesson-on" if "lesson-on" in player.ids() else "hint")
            player.wait(1000)
        boxes = [item.box for item in player.items if item.id.startswith("puzzle-choice-")]
        assert len(boxes) > 2
        assert all(box.h * player.app.context.frame.scale >= 44 for box in boxes), (game, boxes)


def test_two_touches_find_the_pair_and_others_are_refused():
    player = opened("twin_it", 5)
    puzzle = puzzles.puzzles_of("twin_it")[5]
    one, other = puzzle.steps[0].right[0][3:]
    third = next(face.card for face in player.scene.match.view(0).faces if face.card not in (one, other))
    for card in (one, third):
        player.tap(f"card-{card}")
    player.wait(100)
    assert player.scene.spoken() == player.app.context.texts("puzzles.not_it")
    assert not stored(player)
    for card in (one, other):
        x, y = player.app.context.frame.to_real(*player.scene.items.find(f"card-{card}").box.centre)
        across = {"x": x / player.screen.get_width(), "y": y / player.screen.get_height()}
        player.feed(pygame.FINGERDOWN, touch_id=1, finger_id=card, dx=0.0, dy=0.0, **across)
        player.feed(pygame.FINGERUP, touch_id=1, finger_id=card, dx=0.0, dy=0.0, **across)
    player.wait(100)
    assert player.app.context.texts("puzzles.right") in player.scene.spoken()
    assert stored(player) == {"twin_it": {str(puzzle.seed): 2}}
    assert len(player.scene.match.actions) == len(puzzle.actions)
    player.press(pygame.K_RETURN, "\r")
    player.wait(100)
    assert driver_of(player.scene).attempt.number == 6


def eye(ask: str) -> int:
    """Return the number of the first puzzle of Twin It! with this question."""
    return next(number for number, puzzle in enumerate(puzzles.puzzles_of("twin_it")) if puzzle.steps[0].ask == ask)


def answer(player: Player, given: object) -> None:
    """Tap the cards of a move, or the button of a number."""
    for id_ in [f"puzzle-choice-{given}"] if isinstance(given, int) else [f"card-{card}" for card in given[3:]]:  # type: ignore[index]
        player.tap(id_)
        player.wait(100)


@pytest.mark.parametrize("size", [WIDE, TALL])
@pytest.mark.parametrize("ask", ["lookalikes", "alone", "pairs"])
def test_a_question_of_the_eye_is_answered_by_its_cards_or_a_number(ask, size):
    player = opened("twin_it", eye(ask), size=size)
    puzzle, texts = puzzles.puzzles_of("twin_it")[eye(ask)], player.app.context.texts
    step, dock = puzzle.steps[0], dock_of(player)
    assert texts(f"twin_it.ask.{ask}") in player.scene.spoken()
    cards = [face.card for face in player.scene.match.view(0).faces]
    boxes = [player.scene.table.place_of(f"card-{card}") for card in step.about]
    assert [box for box, _ in dock.marks] == ([] if step.asks_number else boxes)
    wrong = step.wrong[0][0] if step.wrong else [*step.right[0][:3], *[c for c in cards if c not in step.right[0]][:2]]
    answer(player, wrong)
    own = f"twin_it.ask.{ask}.wrong"
    assert dock_of(player).panel_text.head == texts(own if texts.has(own) else "puzzles.wrong_answer")
    answer(player, step.right[0])
    assert stored(player) == {"twin_it": {str(puzzle.seed): 2}}
    marked = [f"card-{card}" for card in (step.about if step.asks_number else step.right[0][3:])]
    assert {box for box, _ in dock_of(player).marks} == {*map(player.scene.table.place_of, marked)}
    assert dock_of(player).panel_text.body, "a right answer has its reason"


def test_only_the_marked_cards_can_be_the_one_alone_and_no_card_answers_with_a_number():
    for ask in ("alone", "pairs"):
        player = opened("twin_it", eye(ask))
        about = puzzles.puzzles_of("twin_it")[eye(ask)].steps[0].about
        other = next(face.card for face in player.scene.match.view(0).faces if face.card not in about)
        item = player.scene.items.find(f"card-{other}")
        assert (item is None) == (ask == "pairs")
        if item:
            player.tap(item.id)
        attempt = driver_of(player.scene).attempt
        assert (attempt.misses, attempt.last_try) == (0, None)


def test_a_puzzle_of_the_eye_allows_no_other_move():
    player = opened("twin_it", 0)
    before = player.scene.match.save()
    assert not [id_ for id_ in player.ids() if id_.startswith("do-")]
    assert player.scene.table.spots.stack is None
    card = player.scene.match.view(0).faces[-1].card
    item = player.scene.items.find(f"card-{card}")
    player.drag(item.box.centre, (item.box.x + 300, item.box.y + 40))
    player.wait(60_000)
    assert player.scene.match.save() == before
    player.press(pygame.K_h, "h")
    player.wait(100)
    assert player.app.context.texts("puzzles.answer_is") in player.scene.spoken()


# ---- the list -----------------------------------------------------------------------------------------


def test_the_set_up_leads_to_the_list_and_the_list_to_a_puzzle_and_back():
    player = Player()
    # until then the lesson is offered instead
    lessons.decline(player.app.context, "push")
    player.app.stack.carry_out(Push(routes.setup(player.app.context, "push")))
    player.wait(100)
    player.tap("puzzles")
    player.wait(300)
    assert isinstance(player.scene, PuzzleList)
    assert player.scene.items.focus == "puzzle-0"
    player.press(pygame.K_RETURN, "\r")
    player.wait(300)
    assert isinstance(player.scene.driver, TurnPuzzleDriver)
    shown(player)
    player.press(pygame.K_ESCAPE)
    player.wait(100)
    item = player.scene.items.find("puzzle-0")
    assert item.label.endswith(player.app.context.texts("puzzles.shown"))
    player.press(pygame.K_ESCAPE)
    assert isinstance(player.scene, Setup)


def test_the_list_shows_the_solved_puzzles():
    player = Player()
    context = player.app.context
    puzzles.store_solved(context, "push", 0, 1)
    puzzles.store_solved(context, "push", 1, 3)
    puzzles.store_solved(context, "push", 1, 1)
    player.app.stack.carry_out(Push(routes.puzzles(context, "push")))
    labels = {item.id: item.label for item in player.items}
    assert labels["puzzle-0"].endswith(context.texts("puzzles.stars", count=3))
    assert labels["puzzle-1"].endswith(context.texts("puzzles.stars", count=1))
    assert player.scene.items.focus == "puzzle-2"
    stands_out = [tile.item.id for tile in player.scene.widgets if getattr(tile, "kind", "") == "primary"]
    assert stands_out == ["puzzle-2"], "the next one"
    most = len(puzzles.offered(context, "push"))
    assert context.texts("puzzles.solved", number=2, most=most) in player.scene.spoken()


@pytest.mark.parametrize("game", PUZZLED)
def test_every_puzzle_of_the_list_has_its_own_number_which_is_that_of_its_heading(game):
    player = Player()
    context = player.app.context
    player.app.stack.carry_out(Push(routes.puzzles(context, game)))
    for place in range(len(STRENGTHS)):
        player.tap(f"tab-{place}")
        tiles = [widget for widget in player.scene.widgets if isinstance(widget, PuzzleTile)]
        assert len({tile.number for tile in tiles}) == len(tiles)
        for tile in tiles:
            attempt = PuzzleAttempt(context, game, int(tile.items[0].id.rpartition("-")[2]))
            assert attempt.head().startswith(context.texts("puzzles.head", number=tile.number, strength=""))


def tiles_of(player: Player) -> dict[int, PuzzleTile]:
    """Return the tiles of a list by the number of their puzzle."""
    tiles = [widget for widget in player.scene.widgets if isinstance(widget, PuzzleTile)]
    return {int(tile.items[0].id.rpartition("-")[2]): tile for tile in tiles}


@pytest.mark.parametrize("size", [WIDE, TALL])
@pytest.mark.parametrize("game", PUZZLED)
def test_every_tile_names_its_theme_with_cards_of_one_size_that_can_be_told(game, size, monkeypatch):
    monkeypatch.setattr(puzzles.daily_store, "today", lambda _context: date(2026, 12, 1))
    player = Player(size)
    for scale in SCALES:
        player.app.stack.carry_out(Push(routes.puzzles(player.app.context, game)))
        show_at(player, size, scale)
        player.wait(640)
        widths = set()
        in_rows = PRESENTATIONS[game].has_rows
        for number, tile in tiles_of(player).items():
            room, words = tile.places()
            assert (tile.theme, tile.theme in tile.items[0].label) == (player.scene._theme(number), True)
            assert not overlap(room, words.grown(-0.1))
            cards = (cards_in_rows if in_rows else cards_in)(room, tile.groups, tile.ratio)
            widths |= {round(card.w, 2) for card in cards if number < 42}
        assert len(widths) == 1 or in_rows, "all have one size"
        assert min(widths) >= (40 if game == "twin_it" else 22 if in_rows else 28), (scale, widths)


@pytest.mark.parametrize(
    ("today", "month"),
    [((2026, 11, 30), "2026-11"), ((2026, 12, 1), "2026-12"), ((2031, 5, 1), "2027-02"), ((2026, 1, 1), "")],
)
def test_the_set_of_the_month_is_offered_or_the_newest_before_but_none_of_a_later_month(monkeypatch, today, month):
    rows = puzzles.puzzles_of("push")[:8]
    months = ("", "", *["2026-11"] * 2, *["2026-12"] * 2, *["2027-02"] * 2)
    dated = [row._replace(month=one) for row, one in zip(rows, months, strict=True)]
    monkeypatch.setattr(puzzles, "puzzles_of", lambda _game: tuple(dated))
    player = Player()
    context = player.app.context
    monkeypatch.setattr(puzzles.daily_store, "today", lambda _context: date(*today))
    offered = puzzles.offered(context, "push")
    assert [dated[number].month for number in offered] == ["", "", *[month] * 2 * bool(month)]
    player.app.stack.carry_out(Push(routes.puzzles(context, "push")))
    tiles = [item.id for item in player.items if item.id.startswith("puzzle-")]
    assert {*tiles} == {f"puzzle-{number}" for number in offered}
    player.scene.items.focus = f"puzzle-{offered[-1]}"
    assert puzzles.next_unsolved(context, "push", offered[-1]) == 0


@pytest.mark.parametrize(
    ("today", "offered", "title"),
    [
        ((2026, 11, 30), ["", "2026-11", "2026-11"], "November puzzles"),
        ((2026, 12, 1), ["", "2026-11", "2026-11", "2026-12"], "November"),
        ((2027, 3, 1), ["", "2026-11", "2026-11", "2026-12"], "November\u00a02026"),
    ],
)
def test_a_past_set_is_named_as_such_and_a_single_puzzle_is_no_set(monkeypatch, today, offered, title):
    rows = puzzles.puzzles_of("push")[:4]
    months = ("", "2026-11", "2026-11", "2026-12")
    dated = tuple(row._replace(month=one, strength=1) for row, one in zip(rows, months, strict=True))
    monkeypatch.setattr(puzzles, "puzzles_of", lambda _game: dated)
    player = Player(language="en")
    context = player.app.context
    monkeypatch.setattr(puzzles.daily_store, "today", lambda _context: date(*today))
    assert [dated[number].month for number in puzzles.offered(context, "push")] == offered
    player.app.stack.carry_out(Push(routes.puzzles(context, "push")))
    assert player.scene._month_title() == title
    # the single one is on the page beside those that are always there
    assert {item.id for item in player.items if item.id.startswith("puzzle-")} == {
        f"puzzle-{number}" for number in range(len(offered))
    }


@pytest.mark.parametrize("data", ["[1]", '{"push": {"1": -1}, "dnup": {"2": 1}}', "{"])
def test_damaged_results_are_set_aside_and_reported(data):
    storage = MemoryStorage()
    storage.write("puzzles", data)
    player = Player(storage=storage)
    context = player.app.context
    assert not puzzles.solved_puzzles(context, "push")
    assert any(context.texts("file.puzzles") in notice for notice in context.notices)
    assert puzzles.solved_puzzles(context, "dnup") == ({"2": 1} if "dnup" in data else {})
    puzzles.store_solved(context, "push", 0, 1)
    assert len(puzzles.solved_puzzles(context, "push")) == 1


# ---- appearance ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", PUZZLED)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_puzzle_fits_every_window(game, language, watched):
    player = Player(language=language)
    context = player.app.context
    player.app.stack.carry_out(Reset(routes.puzzles(context, game)))
    faults: dict[str, None] = {}
    larger, usual = SCALES
    windows = [(WIDE, larger), (LARGER[language], usual), ((844, 390), usual), (TALL, larger), (TALL, usual)]
    steps = ((None, "list"), *((number, step) for number in (0, 17) for step in ("asked", "answered")))
    # all puzzles in one window after the other: a window's pictures are made once
    for (window, scale), (number, step) in product(windows, steps):
        if step == "list":
            show_at(player, window, scale)
        elif step == "asked":
            player.app.stack.carry_out(Push(routes.puzzle(context, game, number)))
        else:
            shown(player)
        watched.clear()
        player.wait(32)
        player.draw()
        seen = f"{number} {step} at {scale} in {window}"
        # the rest of the table is checked with the table
        own = [item.label.partition(":")[0] for item in player.items if item.id.startswith("puzzle")]
        own += driver_of(player.scene).attempt.panel_text().sentences if number is not None else []
        mine = [what for what in watched if number is None or any(repr(text) in what for text in own)]
        faults |= {f"{seen}: {what}": None for what in mine}
        frame = context.frame
        room = Box(-frame.side, 0, frame.width + 2 * frame.side, frame.height)
        buttons = [item for item in player.items if not item.card]
        faults |= {f"{seen}: {item.id} is outside": None for item in buttons if not room.holds(*item.box.centre)}
        for paper in (item for item in buttons if item.id == "puzzle-next"):
            others = [item for item in buttons if not item.id.startswith(("puzzle-", "explain-"))]
            hit = [item.id for item in others if overlap(item.box, paper.box)]
            faults |= {f"{seen}: {id_} lies below {paper.id}": None for id_ in hit}
        if step == "answered":
            player.press(pygame.K_ESCAPE)
    assert not faults, "\n".join(["", *faults])


@pytest.mark.parametrize("game", TURNS)
@pytest.mark.parametrize(("size", "scale"), [(WIDE, 1.3), ((844, 390), 1.3), (TALL, 1.3), ((375, 667), 1.0)])
def test_the_dock_with_question_answer_and_comment_covers_nothing(game, size, scale):
    for number in range(0, len(puzzles.puzzles_of(game)), 7):
        player = opened(game, number, size=size)
        player.app.context.settings.scale = scale
        player.app.context.settings_changed()
        player.wait(50)
        attempt = driver_of(player.scene).attempt
        while True:
            covers_nothing(player)
            if not attempt.step.ask:
                player.scene.act(player.scene.game.decode(attempt.step.wrong[0][0]))
                player.wait(50)
                covers_nothing(player)
            while not attempt.is_known:
                player.tap("hint")
                player.wait(50)
                covers_nothing(player)
            if attempt.is_last:
                break
            place = attempt.place
            player.tap("lesson-on")
            assert player.wait(60_000, lambda place=place, attempt=attempt: attempt.place > place)
            player.wait(400)
        assert [way.id for way in dock_of(player).panel_text.buttons] == ["puzzle-play", "puzzle-next"]


def test_a_puzzle_in_real_time_shows_neither_time_nor_score(monkeypatch):
    drawn: list[str] = []
    monkeypatch.setattr(Clock, "draw_clock", lambda *_given: drawn.append("clock"))
    player = opened("twin_it")
    player.draw()
    assert not drawn


@pytest.mark.parametrize("size", [WIDE, TALL])
def test_the_list_of_puzzles_names_its_game(size, drawn_lines):
    player = Player(size)
    player.app.stack.carry_out(Reset(routes.puzzles(player.app.context, "push")))
    assert "Push" in drawn_lines


def listed(game: str, size: tuple[int, int] = (1280, 720), **given: object) -> Player:
    """Return a player at the list of a game's puzzles."""
    player = Player(size, **given)  # type: ignore[arg-type]
    player.app.stack.carry_out(Reset(routes.puzzles(player.app.context, game)))
    return player


@pytest.mark.parametrize("game", PUZZLED)
@pytest.mark.parametrize("size", [(1280, 720), (390, 844)])
def test_a_puzzle_in_the_list_shows_cards_of_its_position(game, size, monkeypatch):
    name = "cards_in_rows" if PRESENTATIONS[game].has_rows else "cards_in"
    drawn, plain = [], getattr(puzzle_list, name)

    def cards(room: Box, groups, ratio):
        found = plain(room, groups, ratio)
        drawn.append(found)
        for card in found:
            place = Box(card.x - card.w / 2, card.y - card.w * ratio / 2, card.w, card.w * ratio)
            assert room.grown(1).holds(place.x, place.y)
            assert room.grown(1).holds(place.x + place.w, place.y + place.h)
        return found

    monkeypatch.setattr(puzzle_list, name, cards)
    player = listed(game, size)
    player.wait(1000)
    tiles = [tile for tile in player.scene.widgets if isinstance(tile, PuzzleTile)]
    drawn.clear()
    player.draw()
    assert sum(map(bool, drawn)) > len(tiles) / 2
    for tile in tiles:
        number = int(tile.items[0].id.rpartition("-")[2])
        match = match_at_puzzle(GAMES[game], puzzles.puzzles_of(game)[number])
        rows = PRESENTATIONS[game].position_faces(match.view(max(0, match.mover)))
        first = rows[:1] if PRESENTATIONS[game].has_rows else ()
        assert tile.groups == ((*first, *(row for row in rows[len(first) :] if row)) or ((),))


@pytest.mark.parametrize("size", [WIDE, TALL])
def test_the_list_of_push_shows_rows_as_they_lie_with_cards_that_can_be_told(size):
    player = listed("push", size)
    player.wait(1000)
    for tile in tiles_of(player).values():
        (held, *rows), room = tile.groups, tile.places()[0]
        cards = cards_in_rows(room, tile.groups, tile.ratio)
        assert [card.face for card in cards] == [face for row in (held, *rows) for face in row]
        lines = {
            y: [card for card in cards[len(held) :] if card.y == y] for y in {card.y for card in cards[len(held) :]}
        }
        assert len(lines) == len(rows)
        for row in lines.values():
            assert all(after.x - before.x >= 0.8 * before.w >= 17 for before, after in pairwise(row))


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("size", [WIDE, TALL])
def test_a_solved_tile_has_three_places_for_stars_inside_and_an_open_one_none(size, scale, monkeypatch):
    of_game, put = puzzles.puzzles_of("nein_danke"), list[tuple[float, float, float]]()
    player = Player(size)
    tries = {puzzles.name_of(one): number % 5 for number, one in enumerate(of_game) if number % 2}
    player.storage.write("puzzles", json.dumps({"nein_danke": tries}))
    player.app.stack.carry_out(Reset(routes.puzzles(player.app.context, "nein_danke")))
    show_at(player, size, scale)
    player.wait(1000)
    drawn = Canvas.put_centred

    def noted(canvas: Canvas, picture: pygame.Surface, x: float, y: float) -> None:
        put.append((x, y, picture.get_height() / canvas.frame.scale))
        drawn(canvas, picture, x, y)

    monkeypatch.setattr(Canvas, "put_centred", noted)
    player.draw()
    for number, tile in tiles_of(player).items():
        box, solved = tile.box, tries.get(puzzles.name_of(of_game[number]))
        x = box.x + box.w - puzzle_list.SIDE - puzzle_list.STAR / 2
        signs = [(y, high) for at, y, high in put if at == x and box.holds(at, y)]
        assert len(signs) == (0 if solved is None else 3 if solved else 1)
        assert tile.stars == (stars_for(solved) if solved else None)
        assert all(box.y <= y - high / 2 and y + high / 2 <= box.y + box.h for y, high in signs)


@pytest.mark.parametrize("language", LANGUAGES)
def test_two_puzzles_of_the_month_ask_their_question_beside_their_cards_on_a_wide_table(language, monkeypatch):
    monkeypatch.setattr(puzzles.daily_store, "today", lambda _context: date(2026, 12, 1))
    player = listed("nein_danke", language=language)
    player.wait(1000)
    monthly, tiles = player.scene._of_month(), tiles_of(player)
    assert len(monthly) == 2
    texts = PRESENTATIONS["nein_danke"].match_texts(player.app.context.texts, ())
    for number, tile in tiles.items():
        kind = puzzles.puzzles_of("nein_danke")[number].kind
        assert tile.ask == (texts.theme(kind, ".ask") if number in monthly else "")
        assert cards_in(tile.places()[0], tile.groups, tile.ratio)


def test_a_list_of_puzzles_opens_at_once_and_finds_one_position_in_a_frame(monkeypatch):
    found, position_faces = [], puzzle_list.position_faces
    monkeypatch.setattr(puzzle_list, "position_faces", lambda *puzzle: found.append(puzzle) or position_faces(*puzzle))
    player = listed("push")
    player.draw()
    assert not found
    for count in (1, 2, 3):
        player.wait(16)
        assert len(found) == count
    player.wait(2000)
    player.draw()
    count = len(found)
    player.wait(500)
    assert len(found) == count


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", PUZZLED)
@pytest.mark.parametrize("size", [WIDE, TALL, SIDE])
def test_a_list_of_puzzles_names_every_position_and_few_alike(size, game, language, monkeypatch):
    player, drawn, plain = Player(size, language=language), [], fonts.plain
    monkeypatch.setattr(fonts, "plain", lambda *given: drawn.append(given[0]) or plain(*given))
    player.app.stack.carry_out(Push(routes.puzzles(player.app.context, game)))
    player.wait(1000)
    player.draw()
    tiles = [widget for widget in player.scene.widgets if isinstance(widget, PuzzleTile)]
    names = [(tile.theme, tile.position) for tile in tiles]
    assert all(position for _, position in names)
    assert len(set(names)) >= 0.5 * len(names), names
    assert all(tile.position in tile.item.label for tile in tiles)
    words = " ".join(drawn)
    assert sum(position in words for _, position in names) >= 0.9 * len(names)
    # the theme, which many share, is the smaller line
    assert all(tile._titles[0] == tile.position for tile in tiles)


def test_a_puzzle_of_twin_it_is_named_by_the_cards_that_lie_there():
    player = listed("twin_it")
    player.tap("tab-2")
    player.wait(1000)
    for number, tile in tiles_of(player).items():
        match = match_at_puzzle(GAMES["twin_it"], puzzles.puzzles_of("twin_it")[number])
        assert tile.position.startswith(f"{len(match.view(0).faces)}\u00a0Karten")
