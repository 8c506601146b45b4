"""Puzzles at the table: solved by every kind of input, answered, stored, and laid out so that everything fits."""

import re
from datetime import date
from itertools import product

import push_states
import pygame
import pytest
from all_screens import LARGER, SCALES, TALL, WIDE, show_at
from drivers import driver_of
from offers import PUZZLED
from player import Player
from puzzle_pages import listed, opened, shown, stored, tiles_of
from table_player import covers_nothing, dock_of

from game.catalogue.presentations import PRESENTATIONS
from game.catalogue.registry import GAMES
from game.core.game import Action
from game.engine.layout import Box, overlap
from game.engine.texts import LANGUAGES
from game.engine.transitions import Push, Reset
from game.games.push import faces
from game.games.push.rules import DRAW, Phase, Verb
from game.games.push.scoring import points_of
from game.games.twin_it.clock import Clock
from game.player import puzzles, saves
from game.scenes.navigation import routes
from game.scenes.puzzle.puzzle_list import PuzzleList
from game.table.puzzle_attempt import PuzzleAttempt
from game.table.turns.local import TurnLocalDriver
from game.table.turns.puzzle import TurnPuzzleDriver
from game.table.turns.scene import TurnScene
from game.tutorial.puzzle import is_certain, match_at_puzzle

TURNS = [name for name in PUZZLED if not GAMES[name].real_time]


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
    assert attempt._flaw(attempt.tried_move) in words, "what is wrong with it"
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
    flaw = game.hints.flaw(game.view(state, 0), action, action)
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


def test_nothing_is_asked_after_an_answer_that_ends_the_match():
    # the hints of dnuP think ahead as soon as a decision is asked for
    ending = []
    for number, puzzle in enumerate(puzzles.puzzles_of("dnup")):
        if not any(step.ask for step in puzzle.steps):
            player = opened("dnup", number)
            solve(player)
            player.wait(500)
            ending += [number] if driver_of(player.scene).match.is_over else []
    assert ending


@pytest.mark.parametrize(("wrongs", "hints", "cause"), [(1, 0, "wrong"), (0, 1, "hint"), (1, 1, "both"), (0, 0, "")])
@pytest.mark.parametrize("game", PUZZLED)
def test_a_solution_with_fewer_stars_says_what_cost_them(game, wrongs, hints, cause):
    context = Player().app.context
    attempt = PuzzleAttempt(context, game, 0)
    attempt.place = len(attempt.puzzle.steps) - 1
    for _ in range(wrongs):
        attempt.try_answer([99])
    for _ in range(hints):
        attempt.give_hint()
    attempt.try_answer(attempt.step.right[0])
    told = context.texts(f"puzzles.stars_lost.{cause}", count=3) if cause else ""
    assert attempt._stars_lost() == told
    assert told in attempt.panel_text().figure


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


@pytest.mark.parametrize("size", [WIDE, TALL])
def test_the_risk_in_push_is_hidden_until_the_puzzle_is_solved(size, monkeypatch):
    bars, draw = [], faces.risk_bar
    monkeypatch.setattr(faces, "risk_bar", lambda *given: (bars.append(given[-1]), draw(*given))[1])
    number = next(n for n, p in enumerate(puzzles.puzzles_of("push")) if p.kind.endswith("no_risk"))
    player = opened("push", number, size=size)
    player.draw()
    table, safe = player.scene.table, player.app.context.texts("push.draw_fits")
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
        assert tile.cards()
