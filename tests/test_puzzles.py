"""The puzzles: every one is reachable by the rules, and its answer stands when it is judged anew."""

import json
import sys
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
sys.path.append(str(ROOT / "build"))

import puzzles as mining  # noqa: E402
from offers import PUZZLED  # noqa: E402

from game.catalogue.registry import GAMES  # noqa: E402
from game.core.match import HUMAN, Match, Seat  # noqa: E402
from game.games.twin_it.bots import matches  # noqa: E402
from game.games.twin_it.state import SET  # noqa: E402
from game.player import puzzles  # noqa: E402
from game.tutorial.puzzle import PARTS, STRENGTHS, as_json, from_json, match_at_puzzle  # noqa: E402

TURNS = [name for name in PUZZLED if not GAMES[name].real_time]
#: the number of sampled states in which an answer is judged anew
FEW = 32


@pytest.mark.parametrize("name", PUZZLED)
def test_each_strength_has_enough_puzzles_with_varied_answers(name):
    found = puzzles.puzzles_of(name)
    strengths = Counter(puzzle.strength for puzzle in found)
    assert all(strengths[strength] >= mining.EACH for strength in STRENGTHS), strengths
    kinds = Counter((puzzle.strength, puzzle.kind) for puzzle in found)
    assert max(kinds.values()) <= mining.ALIKE
    answers = Counter((puzzle.strength, json.dumps(puzzle.right[0])) for puzzle in found)
    assert max(answers.values()) <= mining.EACH * mining.SAME // 10, answers.most_common(3)
    assert len({puzzle.seed for puzzle in found}) == len(found)
    assert [puzzle.strength for puzzle in found] == sorted(puzzle.strength for puzzle in found)


@pytest.mark.parametrize("name", TURNS)
def test_every_puzzle_is_reachable_and_its_answer_is_far_better_than_other_moves(name):
    game = GAMES[name]
    for puzzle in puzzles.puzzles_of(name):
        match = match_at_puzzle(game, puzzle)
        legal = [game.encode(action) for action in game.legal_actions(match.state)]
        judged = [*puzzle.right, *(move for move, _ in puzzle.wrong)]
        assert sorted(map(json.dumps, legal)) == sorted(map(json.dumps, judged)), puzzle.seed
        assert puzzle.wrong
        # stored values are rounded to thousandths
        assert puzzle.margin >= PARTS * mining.MARGIN
        assert puzzle.margin + 1 >= mining.SURE * (puzzle.error - 1)
        assert puzzle.chance + 1 >= puzzle.margin


def test_a_puzzle_of_the_eye_has_exactly_one_pair_and_that_is_its_answer():
    game = GAMES["twin_it"]
    for puzzle in puzzles.puzzles_of("twin_it"):
        match = match_at_puzzle(game, puzzle)
        pairs = list(matches(match.view(0)))
        assert len(pairs) == 1, puzzle.seed
        answers = [set(move[3:]) for move in puzzle.right]
        assert answers == [{face.card for face in pairs[0]}] * 2
        sets = len(match.state.sets[0])
        match.apply(game.stamped(game.decode(puzzle.right[0]), game.now(match.state) + 1))
        # a third one joins its pair
        assert len(match.state.sets[0]) == sets + all(face.where != SET for face in pairs[0])


def test_no_answer_of_dnup_plays_the_last_cards():
    game = GAMES["dnup"]
    for puzzle in puzzles.puzzles_of("dnup"):
        match = match_at_puzzle(game, puzzle)
        seat = game.to_move(match.state)
        match.apply(game.decode(puzzle.right[0]))
        assert match.view(seat).hand, puzzle.seed
    wanted = mining.Wanted(10)
    assert wanted.has_room(1, "0 beats", [0, [1]])
    assert not wanted.has_room(1, "0 out", [0, [1]])


@pytest.mark.parametrize("name", TURNS)
@pytest.mark.parametrize("strength", STRENGTHS)
def test_an_answer_stands_in_other_sampled_states(name, strength):
    game = GAMES[name]
    clearest = next(puzzle for puzzle in puzzles.puzzles_of(name) if puzzle.strength == strength)
    match = match_at_puzzle(game, clearest)
    moves = [game.decode(move) for move in (clearest.right[0], *(move for move, _ in clearest.wrong))]
    trial = mining.Trial(game, match.state, moves, 4711)
    trial.go_on(FEW, range(len(moves)))
    assert trial.mean(0) == max(map(trial.mean, range(len(moves))))


@pytest.mark.parametrize("name", TURNS)
def test_hidden_cards_do_not_change_an_answer(name):
    game = GAMES[name]
    match = match_at_puzzle(game, puzzles.puzzles_of(name)[0])
    seat = game.to_move(match.state)
    twin = game.sample_state(match.view(seat), mining.Rng(99))
    moves = game.legal_actions(match.state)[:2]
    trials = [mining.Trial(game, state, moves, 5) for state in (match.state, twin)]
    for trial in trials:
        trial.go_on(6, range(len(moves)))
    assert trials[0].shares == trials[1].shares


def test_the_same_seed_finds_the_same_puzzles(monkeypatch):
    monkeypatch.setattr(mining, "LOOKS", (4, 6, 8))
    monkeypatch.setattr(mining, "SURE", 1.0)
    monkeypatch.setattr(mining, "MOST_GAMES", 3)
    first, again = (list(mining.mined("nein_danke", 1, 2)) for _ in range(2))
    assert first == again
    assert len(first) == 3
    # and so does a search that resumes an interrupted one
    assert [*first[:1], *mining.mined("nein_danke", 1, 2, first[:1])] == first


def test_written_puzzles_can_be_read_again(monkeypatch, tmp_path):
    monkeypatch.setattr(mining, "PUZZLES", tmp_path)
    found = list(puzzles.puzzles_of("push"))
    mining.write("push", [*reversed(found), None])
    rows = json.loads((tmp_path / "push.json").read_text(encoding="utf-8"))
    assert [from_json(row) for row in rows] == found
    assert as_json(found[0]) == rows[0]
    with pytest.raises(ValueError, match="no puzzle"):
        from_json({**rows[0], "more": 1})


def test_equivalent_moves_are_judged_together():
    game = GAMES["keine_ahnung"]
    match = Match(game, {"reminders": True}, [Seat("A", HUMAN), Seat("B", HUMAN)], 1)
    while len(game.legal_actions(match.state)) < 6:
        match.apply(game.legal_actions(match.state)[0])
    groups = mining.sorts_of(game, match.view(game.to_move(match.state)), game.legal_actions(match.state))
    # none of the own cards has been seen
    assert max(map(len, groups)) > 1
