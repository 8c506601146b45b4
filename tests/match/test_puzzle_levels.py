"""Answers of Nein Danke!: they stand at every level that may play on, so that none hangs on a whim."""

import sys
from itertools import product
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[2] / "build"))

import puzzle_levels
from puzzle_proof import groups_at

from game.catalogue.registry import GAMES
from game.player import puzzles
from game.tutorial.puzzle import PARTS, Puzzle, Step, match_at_puzzle

GAME = GAMES["nein_danke"]
LEVELS = puzzle_levels.FOLLOWERS["nein_danke"]
#: games of each move, for every pair of levels
FEW = 6
#: verbs of a game before its last card: taking it wins, and so does paying if normal plays on, as all of them pay
VERBS = (
    "0000000000000000110000000000000100000000000011000000001100000010101010000110100000100001000001010000"
    "1000100010101000000"
)


def last_card():
    """Return the position in which an answer was right only because hard took a card that could not win."""
    return match_at_puzzle(GAME, Puzzle(5, 1558, {"open_chips": True}, tuple([int(verb)] for verb in VERBS), 1, "", ()))


def test_an_answer_that_hangs_on_how_the_others_play_does_not_stand():
    step = Step(([1],), (([0], PARTS),))
    stands = {(others, own): fine for others, own, fine in puzzle_levels.tables_at(last_card(), step)}
    assert stands["hard", "hard"]
    assert not stands["normal", "hard"]
    assert not puzzle_levels.stands_everywhere(last_card(), step)


def test_the_answers_for_the_last_cards_are_the_best_at_every_level():
    judged = 0
    for puzzle in puzzles.puzzles_of("nein_danke"):
        match, step = match_at_puzzle(GAME, puzzle), puzzle.steps[0]
        if match.state.store.pile or step.ask:
            continue
        judged += 1
        moves = [group[0] for group in groups_at(match)]
        best = next(place for place, move in enumerate(moves) if GAME.encode(move) in step.right)
        for others, own in product(LEVELS, repeat=2):
            table = puzzle_levels.Table(match, moves, others, own)
            table.go_on(FEW, range(len(moves)))
            won = [sum(shares) for shares in table.shares]
            assert all(won[best] > count for place, count in enumerate(won) if place != best), (
                puzzle.seed,
                others,
                own,
            )
    assert judged > 10
