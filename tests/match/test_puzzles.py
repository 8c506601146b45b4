"""The puzzles: every one is reachable by the rules, and its answer stands when it is judged anew."""

import json
import sys
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "build"))

import puzzle_balance  # noqa: E402
import puzzle_proof  # noqa: E402
import puzzle_questions as questions  # noqa: E402
import puzzles as mining  # noqa: E402
from offers import PUZZLED  # noqa: E402
from player import Player  # noqa: E402

from game.catalogue.presentations import PRESENTATIONS  # noqa: E402
from game.catalogue.registry import GAMES  # noqa: E402
from game.core.match import FIGURES, HUMAN, Match, Seat  # noqa: E402
from game.core.rng import Rng  # noqa: E402
from game.engine.texts import LANGUAGES, Texts  # noqa: E402
from game.games.keine_ahnung.deck import FITTING  # noqa: E402
from game.games.nein_danke.rules import PAY, TAKE  # noqa: E402
from game.games.push.rules import Verb  # noqa: E402
from game.games.push.scoring import points_of  # noqa: E402
from game.games.twin_it.bots import matches  # noqa: E402
from game.games.twin_it.deck import FAMILY_OF  # noqa: E402
from game.games.twin_it.state import SET  # noqa: E402
from game.player import puzzles  # noqa: E402
from game.tutorial.puzzle import PARTS, PUZZLE, STRENGTHS, Puzzle, Step, match_at_puzzle, stars_for  # noqa: E402

TURNS = [name for name in PUZZLED if not GAMES[name].real_time]
#: the least number of puzzles that are always there, and of those of a strength
ENOUGH, FEWEST = 30, 8
#: the months that the box comes with, and the least number of puzzles of their sets in all games
MONTHS = {"2026-11": 10, "2026-12": 11, "2027-01": 12, "2027-02": 11, "2027-03": 8}
#: the number of sampled states in which an answer is judged anew
FEW = 32


def steps_of(name):
    """Yield every step of every puzzle, with the match at its position."""
    game = GAMES[name]
    for puzzle in puzzles.puzzles_of(name):
        match = match_at_puzzle(game, puzzle)
        for step in puzzle.steps:
            yield puzzle, match.at(len(match.actions)), step
            for action in step.then:
                match.apply(game.decode(action))


def always(name):
    """Return the puzzles that belong to no month."""
    return [puzzle for puzzle in puzzles.puzzles_of(name) if not puzzle.month]


@pytest.mark.parametrize("name", PUZZLED)
def test_each_strength_has_enough_puzzles_with_varied_answers(name):
    found = always(name)
    strengths = Counter(puzzle.strength for puzzle in found)
    assert len(found) >= ENOUGH, strengths
    assert all(strengths[strength] >= FEWEST for strength in STRENGTHS), strengths
    kinds = Counter((puzzle.strength, puzzle.kind) for puzzle in found)
    assert max(kinds.values()) <= puzzle_balance.ALIKE
    answers = Counter((puzzle.strength, json.dumps(puzzle.steps[0].right[0])) for puzzle in found)
    assert max(answers.values()) <= puzzle_balance.EACH * puzzle_balance.SAME // 10, answers.most_common(3)
    assert len({puzzle.seed for puzzle in puzzles.puzzles_of(name)}) == len(puzzles.puzzles_of(name))
    order = [(puzzle.month, puzzle.strength) for puzzle in puzzles.puzzles_of(name)]
    assert order == sorted(order)


def test_a_month_has_a_set_with_at_most_one_puzzle_of_each_strength_per_game():
    sets = Counter((puzzle.month, name, puzzle.strength) for name in PUZZLED for puzzle in puzzles.puzzles_of(name))
    monthly = {key: count for key, count in sets.items() if key[0]}
    assert set(monthly.values()) == {mining.EACH_MONTH}
    for month, least in MONTHS.items():
        assert sum(key[0] == month for key in monthly) >= least, month
    for name in PUZZLED:
        for puzzle in puzzles.puzzles_of(name):
            first = mining.first_seed(puzzle.month) if puzzle.month else 0
            assert first <= puzzle.seed < first + mining.MONTH_SEEDS, "every set has seeds of its own"


@pytest.mark.parametrize("name", TURNS)
def test_every_puzzle_is_reachable_and_its_answers_are_far_better_than_other_moves(name):
    game = GAMES[name]
    moves = (row for row in steps_of(name) if not row[2].ask)
    for puzzle, match, step in moves:
        legal = [game.encode(action) for action in game.legal_actions(match.state)]
        judged = [*step.right, *(move for move, _ in step.wrong)]
        assert sorted(map(json.dumps, legal)) == sorted(map(json.dumps, judged)), puzzle.seed
        assert step.wrong
        # stored values are rounded to thousandths
        assert step.margin >= PARTS * puzzle_proof.MARGIN
        assert step.margin + 1 >= puzzle_proof.SURE * (step.error - 1)
        assert step.chance + 1 >= step.margin
        assert not step.then or step.then[0] in step.right, "a sequence goes on with a right move"
        assert mining.has_reason(match, game.decode(step.right[0])), puzzle.seed


def test_puzzles_of_push_have_exact_figures_if_only_the_die_is_open():
    steps = [(match, step) for _, match, step in steps_of("push") if not step.ask]
    assert all(puzzle_proof.exactly(match, step) == step for match, step in steps)
    sums = [step.wrong for match, step in steps if not match.state.pile and len(step.wrong) == 1]
    assert any(cost == 667 for ((_move, cost),) in sums), "with two faces of the die the other row wins as well"


@pytest.mark.parametrize("name", TURNS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_nearly_every_wrong_move_is_told_what_is_wrong_with_it(name, language):
    game, told, silent, texts = GAMES[name], 0, 0, Texts(language)
    for _, match, step in steps_of(name):
        view, say = match.view(match.mover), PRESENTATIONS[name].match_texts(texts, match.seats)
        for move, _cost in () if step.ask else step.wrong:
            found = game.hints.flaw(view, game.decode(move), game.decode(step.right[0]))
            told, silent = told + bool(found), silent + (not found)
            assert not found or say.why(found)
    assert told > 50 * silent


def choices_of(*verbs):
    """Return puzzles of Push that are answered by these verbs, where drawing and stopping are possible."""
    steps = [Step(([verb],), (([Verb.STOP - verb], 500),), chance=900) for verb in verbs]
    kinds = {0: "0 no_risk", 3: "3 stop_row"}
    return [Puzzle(2, seed, {}, (), 1, kinds[step.right[0][0]], (step,)) for seed, step in enumerate(steps)]


def test_a_verb_that_would_solve_most_of_a_theme_is_passed_over_and_dropped():
    draw, stop = choices_of(0, 3)
    guesses = puzzle_balance.Guesses("push", choices_of(0, 0, 0, 3))
    assert guesses.overfull == [("", "0"), ("risk", "0")]
    assert not guesses.has_room(draw.kind, draw.steps[0])
    assert guesses.has_room(stop.kind, stop.steps[0])
    kept = puzzle_balance.balanced("push", choices_of(0, 0, 0, 3))
    assert [puzzle.kind for puzzle in kept] == [draw.kind, draw.kind, stop.kind]


def test_a_reason_that_would_be_that_of_most_of_a_theme_with_one_verb_is_passed_over():
    step = Step(([4, 0],), (([4, 1], 500),))
    guesses = puzzle_balance.Guesses("push", [Puzzle(2, 1, {}, (), 1, "4 take_best", (step,))] * 3)
    assert guesses.overfull == [("take", "take_best")]
    assert guesses.has_room("4 take_away", step)
    assert not guesses.has_room("4 take_best", step)


@pytest.mark.parametrize("name", TURNS)
def test_no_verb_tells_the_answer_of_a_theme_or_a_game(name):
    guesses = puzzle_balance.Guesses(name, puzzles.puzzles_of(name))
    assert guesses.decisions[""] > 20
    assert not guesses.overfull, guesses.solved


@pytest.mark.parametrize("name", TURNS)
def test_a_puzzle_is_more_than_a_choice_between_two_moves(name):
    for puzzle in puzzles.puzzles_of(name):
        groups = puzzle_proof.groups_at(match_at_puzzle(GAMES[name], puzzle))
        assert len(puzzle.steps) > 1 or len(groups) > 2, puzzle.seed
        assert len(puzzle.steps) <= mining.MOST_STEPS + 1


@pytest.mark.parametrize("name", TURNS)
def test_the_strength_of_a_puzzle_is_the_number_of_levels_that_fail(name):
    fails = {}
    for puzzle, match, step in steps_of(name):
        fails.setdefault(puzzle.seed, set()).update(mining.failing_at(match, step))
    for puzzle in puzzles.puzzles_of(name):
        assert fails[puzzle.seed] == set(puzzle.fails), puzzle.seed
        assert puzzle.strength == mining.strength_of(puzzle.fails)


@pytest.mark.parametrize("name", TURNS)
def test_a_question_is_answered_by_what_the_seat_knows(name):
    """The right answer is the same for other hidden cards, and nothing but the rules leads to it."""
    game, asked, move = GAMES[name], 0, None
    for puzzle, match, step in steps_of(name):
        if not step.ask:
            move = game.decode(step.right[0])
        else:
            asked += 1
            assert questions.question_about(match, move) == step, puzzle.seed
            assert len(set(step.choices)) == len(step.choices) > 2
            twin = match.at(len(match.actions))
            twin.state = game.sample_state(match.view(match.mover), Rng(5))
            assert questions.question_about(twin, move).right == step.right, puzzle.seed
    assert asked > 5


def answer_of(match, step):
    """Return the answer of a question: a number, or for a player the seats from the mover to it."""
    return (step.right[0] - match.mover) % len(match.seats) if "name" in step.blanks else step.right[0]


@pytest.mark.parametrize("name", PUZZLED)
def test_no_answer_nor_its_place_holds_for_more_than_two_thirds_of_a_kind_of_question(name):
    answers = {}
    for _, match, step in steps_of(name):
        if step.ask and step.asks_number:
            answers.setdefault(step.ask, Counter())[answer_of(match, step)] += 1
            answers.setdefault(f"{step.ask} place", Counter())[step.choices.index(step.right[0])] += 1
    for ask, found in answers.items():
        # of a few, chance puts most at the same place
        few = 8 if ask.endswith("place") else 2
        assert found.total() < few or max(found.values()) * 3 <= found.total() * 2, (ask, found)


def test_no_question_about_piles_is_answered_by_the_reason_before_it():
    """The reason for the best move tells whether own cards fit: questions are about others' cards or all kinds."""
    texts, asked = Player().app.context.texts, 0
    for puzzle, match, step in steps_of("keine_ahnung"):
        if not step.ask:
            continue
        asked += 1
        assert step.ask in ("rival_fit", "most_fit", "none_fit"), puzzle.seed
        assert match.mover not in (step.blanks.get("owner"), step.blanks.get("name")), puzzle.seed
        piles = [pile[-1] for pile in match.state.piles]
        if step.ask == "none_fit":
            kinds = {card % 100 for card in FITTING}
            fitting = {card % 100 for top in piles for card in FITTING[top]}
            assert len(kinds - fitting) == step.right[0], puzzle.seed
        if step.ask == "most_fit":
            assert step.blanks["most"] > 0, puzzle.seed
        assert texts.has(f"keine_ahnung.ask.{step.ask}.hint")
    assert asked > 30


def test_the_lead_is_asked_for_where_mostly_the_player_leads():
    own = Counter(step.right[0] == match.mover for _, match, step in steps_of("push") if step.ask == "leads")
    assert own[True] <= own[False]
    gaps = [(match, step.blanks) for _, match, step in steps_of("push") if step.ask == "gap"]
    assert any(len(match.seats) > 2 for match, _ in gaps)
    for match, blanks in gaps:
        view = match.view(match.mover)
        others = {
            seat: points_of((*view.displays[seat], *view.secured[seat]))
            for seat in range(len(match.seats))
            if seat != match.mover
        }
        assert others[blanks["owner"]] == blanks["other"] == max(others.values())


def test_paying_round_the_table_shows_the_player_that_has_to_take_the_card():
    asked = 0
    for puzzle, match, step in steps_of("nein_danke"):
        if step.ask != "must_take":
            continue
        asked += 1
        later = match.at(len(match.actions))
        while PAY in match.game.legal_actions(later.state):
            later.apply(PAY)
        assert later.mover == step.right[0], puzzle.seed
    assert asked > 10


def test_from_so_many_chips_on_taking_the_last_card_wins():
    game, asked = GAMES["nein_danke"], 0
    for puzzle, match, step in steps_of("nein_danke"):
        if step.ask != "wins_from":
            continue
        asked += 1
        for pot in step.choices:
            later = match.at(len(match.actions))
            while (later.mover, later.state.pot) != (match.mover, pot):
                later.apply(PAY)
            later.apply(TAKE)
            assert later.is_over
            assert (game.winners(later.state) == (match.mover,)) == (pot >= step.right[0]), puzzle.seed
    assert asked


def test_stars_are_lost_with_every_miss_but_one_stays():
    assert [stars_for(tries) for tries in (puzzles.SHOWN, 1, 2, 3, 9)] == [0, 3, 2, 1, 1]


def eyes(ask):
    """Yield the puzzles of Twin It! with a question, their view, and how often each pattern is there."""
    for puzzle in puzzles.puzzles_of("twin_it"):
        if puzzle.steps[0].ask == ask:
            view = match_at_puzzle(GAMES["twin_it"], puzzle).view(0)
            yield puzzle, puzzle.steps[0], view, Counter(face.pattern for face in view.faces)


def patterns_of(view, cards):
    """Return the patterns of these cards, in their order."""
    return [next(face.pattern for face in view.faces if face.card == card) for card in cards]


def test_a_third_of_the_puzzles_of_the_eye_ask_for_more_than_the_pair():
    found = Counter((puzzle.steps[0].ask, puzzle.strength) for puzzle in puzzles.puzzles_of("twin_it"))
    asks = {"lookalikes", "alone", "pairs"}
    assert sum(count for (ask, _), count in found.items() if ask in asks) * 3 >= found.total()
    assert {(ask, strength) for ask in asks for strength in STRENGTHS} <= {*found}


def test_a_puzzle_of_the_eye_has_exactly_one_pair_and_that_is_its_answer():
    game = GAMES["twin_it"]
    for puzzle, step, view, _ in eyes(""):
        match = match_at_puzzle(game, puzzle)
        pairs = list(matches(view))
        assert len(pairs) == 1, puzzle.seed
        answers = [set(move[3:]) for move in step.right]
        assert answers == [{face.card for face in pairs[0]}] * 2
        sets = len(match.state.sets[0])
        match.apply(game.stamped(game.decode(step.right[0]), game.now(match.state) + 1))
        # a third one joins its pair
        assert len(match.state.sets[0]) == sets + all(face.where != SET for face in pairs[0])


def test_the_lookalikes_are_the_only_near_twins_and_no_two_cards_match():
    for puzzle, step, view, counts in eyes("lookalikes"):
        one, other = patterns_of(view, step.right[0][3:])
        assert FAMILY_OF[one] == FAMILY_OF[other], puzzle.seed
        assert one != other
        families = Counter(FAMILY_OF[pattern] for pattern in counts.elements())
        assert families.most_common(2)[0][1] == 2 > families.most_common(2)[1][1], puzzle.seed
        assert [*step.right[1][3:]] == [*reversed(step.right[0][3:])]


def test_of_the_marked_cards_only_the_answer_has_no_match():
    for puzzle, step, view, counts in eyes("alone"):
        marked = {
            card: counts[pattern] for card, pattern in zip(step.about, patterns_of(view, step.about), strict=True)
        }
        assert sorted(marked.values()) == [1, 2, 2, 2], puzzle.seed
        assert [marked[move[3]] for move in step.right] == [1]
        assert {move[3] for move, _ in step.wrong} | {step.right[0][3]} == {*marked}


def test_the_marked_cards_are_all_the_pairs_that_are_counted():
    for puzzle, step, view, counts in eyes("pairs"):
        paired = [face.card for face in view.faces if counts[face.pattern] == 2]
        assert sorted(paired) == [*step.about], puzzle.seed
        assert step.right == (len(paired) // 2,)
        assert max(counts.values()) == 2


def test_no_answer_of_dnup_plays_the_last_cards():
    game = GAMES["dnup"]
    for puzzle in puzzles.puzzles_of("dnup"):
        match = match_at_puzzle(game, puzzle)
        seat = game.to_move(match.state)
        match.apply(game.decode(puzzle.steps[0].right[0]))
        assert match.view(seat).hand, puzzle.seed
    wanted, step = puzzle_balance.Wanted(10), Step(([0, [1]],))
    assert wanted.has_room(1, "0 beats", step)
    assert not wanted.has_room(1, "0 out", step)


@pytest.mark.parametrize("name", TURNS)
@pytest.mark.parametrize("strength", STRENGTHS)
def test_an_answer_stands_in_other_sampled_states(name, strength):
    game = GAMES[name]
    clearest = next(puzzle for puzzle in puzzles.puzzles_of(name) if puzzle.strength == strength)
    match = match_at_puzzle(game, clearest)
    first = clearest.steps[0]
    moves = [game.decode(move) for move in (first.right[0], *(move for move, _ in first.wrong))]
    trial = puzzle_proof.Trial(game, match.state, moves, 4711)
    trial.go_on(FEW, range(len(moves)))
    assert trial.mean(0) == max(map(trial.mean, range(len(moves))))


@pytest.mark.parametrize("name", TURNS)
def test_hidden_cards_do_not_change_an_answer(name):
    game = GAMES[name]
    match = match_at_puzzle(game, puzzles.puzzles_of(name)[0])
    seat = game.to_move(match.state)
    twin = game.sample_state(match.view(seat), Rng(99))
    moves = game.legal_actions(match.state)[:2]
    trials = [puzzle_proof.Trial(game, state, moves, 5) for state in (match.state, twin)]
    for trial in trials:
        trial.go_on(6, range(len(moves)))
    assert trials[0].shares == trials[1].shares


def test_the_same_seed_finds_the_same_puzzles(monkeypatch):
    monkeypatch.setattr(puzzle_proof, "LOOKS", (4, 6, 8))
    monkeypatch.setattr(puzzle_proof, "QUICK_LOOKS", (4, 6, 8))
    monkeypatch.setattr(puzzle_proof, "SURE", 1.0)
    monkeypatch.setattr(mining, "MOST_GAMES", 2)
    first = list(mining.mined("nein_danke", 1, puzzle_balance.Wanted(2)))
    assert next(mining.mined("nein_danke", 1, puzzle_balance.Wanted(2))) == first[0]
    assert [seed for seed, _ in first] == [1, 2]
    # and so does a search that resumes an interrupted one
    before = puzzle_balance.Wanted(2, [first[0][1]])
    assert next(mining.mined("nein_danke", 2, before)) == first[1]


def test_written_puzzles_can_be_read_again(monkeypatch, tmp_path):
    monkeypatch.setattr(mining, "PUZZLES", tmp_path)
    found = list(puzzles.puzzles_of("push"))
    mining.write("push", [*reversed(found), None])
    rows = json.loads((tmp_path / "push.json").read_text(encoding="utf-8"))
    assert [PUZZLE.read(row) for row in rows] == found
    assert mining.stored("push") == found
    with pytest.raises(ValueError, match="Puzzle"):
        PUZZLE.read({"seed": 1})


def test_equivalent_moves_are_judged_together():
    game = GAMES["keine_ahnung"]
    match = Match(game, {"reminders": True}, [Seat("A", HUMAN), Seat("B", HUMAN)], 1)
    while len(game.legal_actions(match.state)) < 6:
        match.apply(game.legal_actions(match.state)[0])
    groups = puzzle_proof.sorts_of(game, match.view(game.to_move(match.state)), game.legal_actions(match.state))
    # none of the own cards has been seen
    assert max(map(len, groups)) > 1


@pytest.mark.parametrize("game", TURNS)
def test_the_others_have_the_level_that_the_figures_were_worked_out_with(game):
    context = Player().app.context
    for number in range(len(puzzles.puzzles_of(game))):
        kinds = {seat.kind for seat in puzzles.puzzle_match(context, game, number).seats}
        assert kinds == {HUMAN, puzzle_proof.PROOF_LEVEL}


@pytest.mark.parametrize("game", PUZZLED)
def test_the_player_has_the_figure_of_every_set_up_wherever_they_sit(game):
    context = Player().app.context
    context.settings.name = context.texts(f"figure.{FIGURES[0]}")
    for number in range(len(puzzles.puzzles_of(game))):
        seats = puzzles.puzzle_match(context, game, number).seats
        own = next(seat for seat in seats if seat.kind == HUMAN)
        assert (own.name, own.figure) == (context.settings.name, FIGURES[0])
        assert len({seat.figure for seat in seats}) == len(seats)
        assert not any(seat.name.endswith(" 2") for seat in seats)
