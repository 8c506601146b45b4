"""A sixth game remains a day's work: a tiny one is added, and everything that the five games have works for it.

The tests that cover every game run over it in processes of their own, see ``sixth``. Tested here are the screens that
show all games at once, and a person playing this one.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from contextlib import ExitStack
from itertools import combinations, pairwise
from pathlib import Path
from unittest import mock

import bot_games
import ladder
import pytest
import simulate
import sixth
from all_screens import SCALES, show_at
from boxes import apart, within
from hypothesis import given
from hypothesis import strategies as st
from plans import (
    Plan,
    check_hidden,
    check_legal,
    check_random_games,
    check_refused,
    check_save,
    check_undo,
    choices,
    plans_of,
    property_test,
)
from player import Player
from table_player import offered_moves, sit, wait_until

from game.catalogue.registry import GAMES
from game.core.game import State
from game.core.match import Match, Seat, load
from game.core.rng import Rng
from game.engine.layout import Box
from game.engine.transitions import Push
from game.engine.widgets import Segment
from game.host.storage import MemoryStorage
from game.scenes.navigation import routes
from game.scenes.result.result import Result
from game.scenes.title.title import BOARD, LABEL, GameBox, Title
from game.services import launch_request
from game.table.turns.scene import TurnScene

ROOT = Path(__file__).resolve().parents[2]
TESTS = ROOT / "tests"
GAME = sixth.NAME
SIZES = pytest.mark.parametrize("size", [(1280, 720), (390, 844), (720, 1280)], ids="{0[0]}x{0[1]}".format)
#: how to recognize modules with tests that run over every game, or over all with a capability
OVER_ALL = re.compile(r"GAMES\b|PRESENTATIONS\b|from offers import|import CASES")
#: tests that go through all games by themselves
LOOPS = "offers_few_things or turn_based_games_take_turns or each_row_says_how or (texts_do_not_overlap and 1.3-size0)"
#: the number of copies of the sixth game
MOST = 8


@pytest.fixture(scope="module")
def many():
    """Register so many more games, and return them after the first five of the box."""
    box = list(GAMES)[:5]
    with sixth.put_in(MOST):
        yield [*box, *(name for name in GAMES if name.startswith(GAME))]


@pytest.fixture
def fewer(many):
    """Return a function that keeps only the first so many games."""
    with ExitStack() as end:
        yield lambda count: end.enter_context(
            mock.patch.dict(GAMES, {name: GAMES[name] for name in many[:count]}, clear=True)
        )


@pytest.fixture
def six(fewer):
    """Register the sixth game."""
    fewer(6)


# ---- tests over every game ------------------------------------------------------------------------------


def run_with_sixth(*arguments: str, plugin: str = "sixth") -> None:
    """Run tests in a process in which the sixth game is registered."""
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", plugin, "-p", "no:cacheprovider", *arguments],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(TESTS)},
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]


@pytest.mark.long
def test_contract_laws_texts_and_screens_hold_for_the_sixth_game():
    # tests that start a process of their own do not find the game there, see below; the title and the set-up with six
    # boxes are recorded in no language, those with five in one
    box = "1280x720-en-box or 390x844-de-box"
    of_it = f"({GAME} or the_house or every_presentation or test_texts or {box}) and not without_pygame"
    tests = ("contract", "complete", "visible", "laws", "breaches", "texts", "assets", "palette", "lineup", "pause")
    run_with_sixth("-k", of_it, *(str(next(TESTS.rglob(f"test_{name}.py"))) for name in (*tests, "screens")))


def modules_over_all_games() -> list[str]:
    """Return the modules with tests over all games, except those run over the sixth one above."""
    above = {"laws", "breaches", "texts", "screens", "assets", "sixth", "capabilities"}
    paths = sorted(path for path in TESTS.glob("*/test_*.py") if path.parent.name != "web")
    named = [path for path in paths if path.stem.removeprefix("test_") not in above]
    return [str(path) for path in named if OVER_ALL.search(path.read_text("utf-8"))]


@pytest.mark.long
def test_a_bare_game_passes_the_tests_of_all_games():
    modules = modules_over_all_games()
    named = {Path(name).stem.removeprefix("test_") for name in modules}
    assert {"contract", "expert", "hints", "puzzles", "preparations"} <= named
    run_with_sixth("-k", f"{GAME} or {LOOPS}", *modules, plugin="sixth.bare")


def test_the_type_checker_checks_the_sixth_game_against_the_contract(tmp_path):
    """The game has no error as it is, and one if a table's method has another game's types."""
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    shutil.copytree(ROOT / "game", tmp_path / "game", ignore=shutil.ignore_patterns("__pycache__"))
    if (known := ROOT / ".mypy_cache").exists():
        # cached results for the five games save time
        shutil.copytree(known, tmp_path / known.name)
    own = tmp_path / "game" / "games" / GAME
    shutil.copytree(sixth.FOLDER, own)

    def said() -> str:
        command = [sys.executable, "-m", "mypy", f"game/games/{GAME}"]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=600).stdout

    assert said().startswith("Success")
    table = own / "table.py"
    wrong = table.read_text("utf-8").replace("def item_of(self, action: Action)", "def item_of(self, action: ev.Event)")
    table.write_text(wrong, "utf-8")
    assert 'Argument 1 of "item_of" is incompatible' in said()


# ---- properties ---------------------------------------------------------------------------------------


def audit(state: State) -> list[str]:
    """Return the faults of a position, in words: lost or extra cards, or more won than staked."""
    faults = []
    if sorted((*state.pile, *state.opened)) != [*range(1, state.cards + 1)]:
        faults.append(f"cards {state.pile} and {state.opened}")
    if sum(map(abs, state.points)) > 2 * (len(state.opened) - 1):
        faults.append(f"points {state.points} after {state.opened}")
    return faults


def drawn(data: st.DataObject) -> Plan:
    """Return a game of it, drawn by hypothesis."""
    options = st.fixed_dictionaries({}, optional={"cards": st.sampled_from((13, 40))})
    return data.draw(plans_of(GAMES[GAME], options, lambda _state, legal, rng, _manner: rng.choice(legal), (1.0,)))


def reshuffled(state: State, _seat: int, rng: Rng) -> State:
    """Return a position that looks the same to everybody, with the pile in another order."""
    return state._replace(pile=tuple(rng.shuffled(state.pile)))


@pytest.mark.usefixtures("many")
@pytest.mark.parametrize("cards", [13, 40])
def test_every_position_is_sound_to_the_end(cards):
    for seats in (2, 3, 4):
        check_random_games(GAMES[GAME], audit, {"cards": cards}, seats)


@pytest.mark.usefixtures("many")
@property_test(20)
@given(st.data())
def test_the_pile_is_hidden_and_saves_and_undo_work(data):
    plan = drawn(data)
    differed, actions = check_hidden(plan, reshuffled)
    assert differed > actions
    check_save(plan, data.draw(st.floats(0, 1)))
    check_undo(plan, plan.game.reveals)
    match = plan.match
    everything = {action for action in choices(match, plan) if match.apply(action)}
    match = plan.match
    for action in choices(match, plan):
        check_legal(match)
        check_refused(match, everything)
        match.apply(action)


@pytest.mark.usefixtures("many")
def test_the_bots_of_the_sixth_game_are_honest_and_legal():
    from game.games.hoch_tief import bots
    from game.games.hoch_tief.rules import View

    rules, rng = GAMES[GAME], Rng(4)
    states = list(bot_games.positions(rules, bots, 3, {}, 4))
    bot_games.check_takes_views(bots, View, rules.view(states[0], 0))
    bot_games.check_legal(rules, bots, audit, bots.LEVELS, states)
    hidden = [(rules.to_move(state), state, reshuffled(state, 0, rng)) for state in states]
    assert any([bot_games.check_honest(rules, bots, bots.LEVELS, *case) for case in hidden])
    action, numbers = bot_games.check_advice(bots, rules.view(states[0], 0))
    assert action in rules.legal_actions(states[0])
    assert sum(numbers.values()) == pytest.approx(100)


# ---- screens over all games -----------------------------------------------------------------------------


@SIZES
@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 6, 7, 8, 10, 13])
def test_the_title_holds_any_number_of_games(many, fewer, watched, size, count):
    fewer(count)
    player = Player(size)
    frame = player.app.context.frame
    met = []
    faults = []
    for _ in player.scene.pages:
        player.draw()
        faults += watched
        boxes = [widget for widget in player.scene.widgets if isinstance(widget, GameBox)]
        met += [box.game for box in boxes]
        labels = [Box(box.x - box.slot / 2, box.floor, box.slot, BOARD + LABEL / 2) for box in boxes]
        arrows = [item.box for item in player.items if item.id.endswith("_games")]
        assert len(arrows) == (2 if count > 6 else 0)
        assert all(apart(one, other) for one, other in combinations([*labels, *arrows], 2))
        assert all(within(label, Box(0, 0, frame.width, frame.height)) for label in labels)
        # every box can be hit in its middle, leads to its own set-up, and is there again afterwards
        for box in boxes:
            player.tap(box.game)
            assert player.scene.lineup.game == box.game
            player.tap("back")
        watched.clear()
        if count > 6:
            player.tap("next_games")
    assert met == many[:count]
    assert not faults


def test_with_more_games_than_fit_keys_reach_the_next_page_and_back(many, fewer):
    fewer(8)
    player = Player()
    assert GAME not in player.ids()
    player.use_by_keys("next_games")
    assert GAME in player.ids()
    player.use_by_keys("previous_games")
    assert many[0] in player.ids()
    assert isinstance(player.scene, Title)


@SIZES
@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("count", [5, 6, 7, 10])
def test_the_statistics_hold_any_number_of_games(many, fewer, watched, size, scale, count):
    fewer(count)
    player = Player(size)
    player.app.stack.carry_out(Push(routes.statistics(player.app.context)))
    watched.clear()
    show_at(player, size, scale)
    met = []
    for place in range(count):
        player.draw()
        met.append(player.scene.game)
        if "next_game" in player.ids():
            player.tap("next_game")
        elif place + 1 < count:
            player.tap(f"game-{place + 1}")
    assert met == many[:count]
    assert not watched


# ---- a person playing -----------------------------------------------------------------------------------


@pytest.mark.usefixtures("six")
def test_its_house_rule_is_a_choice_of_two_numbers():
    player = Player()
    player.tap(GAME)
    player.tap("unfold")
    row = next(widget for widget in player.scene.widgets if isinstance(widget, Segment) and "13" in widget.labels)
    assert row.labels == ["13", "40"]
    player.tap("option-cards-1")
    player.tap("start")
    assert isinstance(player.scene, TurnScene)
    assert player.scene.match.state.cards == 40


@pytest.mark.usefixtures("six")
@SIZES
def test_a_whole_game_is_played_by_raw_input_with_result_replay_and_statistics(size):
    player = Player(size)
    player.app.context.settings.speed = "off"
    player.tap(GAME)
    player.tap("start")
    while not player.scene.items.find("again"):
        if mine := offered_moves(player):
            player.tap(mine[len(player.scene.match.actions) % len(mine)])
        player.wait(200)
    assert isinstance(player.scene, Result)
    match = player.scene.match
    assert match.is_over
    player.tap("watch")
    player.draw()
    player.press(27)
    player.app.stack.carry_out(Push(routes.statistics(player.app.context, GAME)))
    player.draw()
    assert player.scene.found.games == 1
    points = max(match.game.scores(match.state)[seat] for seat in match.humans)
    assert player.scene.found.best == points


def people(*kinds: str) -> list[Seat]:
    """Return seats of these kinds."""
    return [Seat(name, kind) for name, kind in zip(("Toni", "Frida", "Ole"), kinds, strict=False)]


@pytest.mark.usefixtures("six")
def test_a_stake_can_be_undone_and_a_turned_card_cannot():
    match = Match(GAMES[GAME], {}, people("human", "easy"), next(seed for seed in range(9) if starter(seed) == 0))
    player = sit(match)
    wait_until(player, lambda: "do-stake_2" in player.ids())
    player.tap("hint")
    player.draw()
    player.tap("do-stake_2")
    wait_until(player, lambda: "do-high" in player.ids())
    player.tap("undo")
    wait_until(player, lambda: "do-stake_1" in player.ids())
    assert player.scene.match.state.stake == 0
    player.tap("do-stake_1")
    wait_until(player, lambda: "do-low" in player.ids())
    player.tap("do-low")
    wait_until(player, lambda: "do-stake_1" in player.ids())
    assert "undo" not in player.ids()


def starter(seed: int) -> int:
    """Return the seat that begins the game of that number with two players."""
    return Match(GAMES[GAME], {}, people("human", "easy"), seed).state.turn


@pytest.mark.usefixtures("six")
def test_a_match_is_resumed_from_its_save():
    storage = MemoryStorage()
    player = Player(wish=launch_request.LaunchRequest(GAME, ("human", "hard"), 5), storage=storage)
    player.app.context.settings.speed = "off"
    wait_until(player, lambda: bool(offered_moves(player)))
    player.tap("do-stake_1")
    left = player.scene.match
    again = Player(storage=storage)
    again.draw()
    again.tap("resume-hoch_tief")
    wait_until(again, lambda: "do-high" in again.ids())
    assert again.scene.match.state == left.state
    assert load(json.loads(json.dumps(left.save())), GAMES).state == left.state


# ---- bots without a table ----------------------------------------------------------------------------


def test_the_sixth_game_can_be_simulated_without_pygame():
    program = f"""
import sys
sys.modules["pygame"] = None
sys.path.insert(0, "build")
import project
import game.games
game.games.__path__.append({str(sixth.HERE)!r})
import simulate
from game.core.game import as_any_game
from game.games.hoch_tief.game import HochTief
from game.catalogue.registry import GAMES
GAMES[HochTief.name] = as_any_game(HochTief())
sys.exit(simulate.main([HochTief.name, "--seats", "easy,hard", "--games", "2"]))
"""
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    assert " of 2  mean score" in done.stdout


@pytest.mark.usefixtures("six")
def test_the_simulator_plays_records_checks_and_benchmarks_the_sixth_game(tmp_path, capsys):
    path = tmp_path / "out.jsonl"
    arguments = [GAME, "--seats", "easy,hard,random", "--games", "4", "--option", "cards=40", "--record", str(path)]
    assert simulate.main(arguments) == 0
    assert simulate.main(["--check", str(path)]) == 0
    assert "4 of 4 games replay" in capsys.readouterr().out
    assert simulate.main([GAME, "--bench", "--games", "2"]) == 0
    measured = capsys.readouterr().out
    assert f"{GAME} base" in measured
    assert f"{GAME} forty" in measured


@pytest.mark.usefixtures("six")
def test_each_level_of_the_sixth_game_wins_more_than_the_one_below():
    assert ladder.rising_of(GAME) == ("random", "easy", "normal", "hard")
    for weaker, stronger in pairwise(ladder.rising_of(GAME)):
        rung = ladder.Rung(GAME, stronger, weaker, "base", 3, 1.0)
        share = ladder.won(ladder.Portion(rung, 0, 600)) / 600
        assert share > 1 / 3 + ladder.interval(share, 600), (weaker, stronger, share)
    assert {rung.deck for rung in ladder.rungs(GAME)} == {"base", "forty"}
