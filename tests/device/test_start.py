"""The command lines of the program and of games without a window: effects, refusals and messages."""

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path
from urllib.parse import parse_qsl

import ladder
import pytest
import simulate
from player import Player

from game.catalogue.registry import GAMES
from game.core.match import Match, Seat
from game.engine.texts import Texts
from game.games.nein_danke import rules
from game.host.storage import MemoryStorage
from game.player import saves
from game.player.saves import SHELVED
from game.scenes.navigation import routes
from game.scenes.setup.setup import Setup
from game.services import launch_request
from game.table.turns.scene import TurnScene

SEATS = [Seat("Ada", "human", "fox"), Seat("Bo", "easy"), Seat("Cy", "hard", "owl")]

ROOT = Path(__file__).resolve().parents[2]


def test_all_options_of_the_command_line_are_read():
    wish = launch_request.read(
        ["--game", "nein_danke", "--seats", "human,hard,hard", "--seed", "7", "--lang", "en", "--speed", "fast"]
    )
    assert wish == launch_request.LaunchRequest("nein_danke", ("human", "hard", "hard"), 7, "en", "fast", {})


def test_spaces_around_seats_do_not_matter():
    assert launch_request.read(["--game", "nein_danke", "--seats", " human, hard ,hard"]).seats == (
        "human",
        "hard",
        "hard",
    )


def test_house_rules_are_read_as_json():
    wish = launch_request.read(
        ["--game", "nein_danke", "--option", "specials=true", "--option", 'kinds=["joker", "skip"]']
    )
    assert wish.options == {"specials": True, "kinds": ["joker", "skip"]}
    assert launch_request.read(["--game", "nein_danke"]).options is None


@pytest.mark.parametrize(
    ("argv", "known"),
    [
        (["--game", "skat"], "nein_danke"),
        (["--game", "nein_danke", "--seats", "human,genius,hard"], "easy, normal, hard"),
        (["--lang", "fr"], "de, en"),
        (["--speed", "warp"], "slow, normal, fast, off"),
        (["--game", "nein_danke", "--seats", "human,hard"], "3 to 7"),
        (["--game", "nein_danke", "--seats", "human,,hard"], "human, easy, normal, hard"),
        (["--game", "nein_danke", "--seats", ","], "human, easy, normal, hard"),
        (["--game", "nein_danke", "--option", "special=true"], "Known: specials, kinds, "),
        (["--game", "nein_danke", "--option", "=true"], "Known: specials, kinds, "),
        (["--game", "nein_danke", "--option", "specials=yes"], "can’t be yes. Known: false, true"),
        (["--game", "nein_danke", "--option", "specials"], "needs a value. Known: false, true"),
        (["--game", "nein_danke", "--option", "rounds=9"], "Known: 1, 2, 3, 4"),
        (["--game", "nein_danke", "--option", 'kinds=["jester"]'], 'any of "bonus5", '),
        (["--game", "nein_danke", "--option", "kinds=" + "[" * 5000], "Known: any of"),
        (["--option", "specials=true"], "nein_danke"),
        (["--seats", "human,hard,hard"], "nein_danke"),
    ],
)
def test_an_unknown_value_is_refused_with_the_known_ones(argv, known):
    with pytest.raises(launch_request.InvalidRequest, match=known):
        launch_request.read(argv)


# ---- tables ------------------------------------------------------------------------------------------

USED = {"nein_danke": {"seats": [["Ada", "human", "fox"]] * 5, "options": {"specials": True, "rounds": 3}}}


def opened(*arguments: str, storage: MemoryStorage | None = None) -> Player:
    """Return the program started with these arguments, where house rules have been chosen before."""
    storage = storage or MemoryStorage()
    storage.write("setup", json.dumps(USED))
    return Player(wish=launch_request.read(["--game", "nein_danke", *arguments]), storage=storage, language="en")


def test_a_seed_deals_the_same_cards_after_any_other_match():
    match = opened("--seed", "7").scene.match
    assert (match.options["specials"], match.options["rounds"]) == (False, 1)
    dealt = Match(GAMES["nein_danke"], {}, match.seats, 7)
    assert match.state == dealt.state


def test_without_a_seed_the_last_house_rules_apply_unless_an_option_is_given():
    match = opened().scene.match
    assert (match.options["specials"], match.options["rounds"]) == (True, 3)
    match = opened("--option", "tactical=true").scene.match
    assert (match.options["specials"], match.options["tactical"]) == (False, True)
    match = opened("--seed", "7", "--option", 'kinds=["skip"]').scene.match
    assert match.options["kinds"] == ("skip",)


def test_incompatible_house_rules_lead_to_the_set_up():
    player = Player(wish=launch_request.LaunchRequest("nein_danke", options={"specials": "maybe"}))
    assert isinstance(player.scene, Setup)
    assert player.app.context.notices == [player.app.context.texts("reason.bad_option_value")]


def test_a_match_in_progress_is_kept():
    storage = MemoryStorage()
    before = Match(GAMES["nein_danke"], {}, SEATS, 12)
    before.apply(rules.TAKE)
    storage.write(saves.save_key("nein_danke"), json.dumps(before.save() | {"saved_ms": 5.0}))
    player = opened("--seed", "7", storage=storage)
    assert isinstance(player.scene, TurnScene)
    assert player.scene.match.seed == 7
    assert storage.read(saves.save_key("nein_danke")) is None
    assert json.loads(storage.read(SHELVED.name)) == [before.save() | {"saved_ms": 5.0}]
    assert player.app.context.notices == [player.app.context.texts("notice.match_before")]
    # one without any action is not worth keeping
    opened("--seed", "8", storage=storage)
    assert [row["seed"] for row in json.loads(storage.read(SHELVED.name))] == [12]


# ---- links and commands ------------------------------------------------------------------------------

TABLE = ("nein_danke", ("human", "easy", "hard"), 77, {"specials": True, "kinds": ("joker", "skip"), "rounds": 1})
WISH = launch_request.LaunchRequest(
    "nein_danke", ("human", "easy", "hard"), 77, "", "", {"specials": True, "kinds": ["joker", "skip"]}
)


def test_a_link_opens_its_table_with_its_house_rules():
    link = launch_request.link_to(*TABLE)
    assert link.startswith("game=nein_danke&seats=human,easy,hard&seed=77&rule.")
    # characters at which chat programs break a link
    assert not set(" \"<>[]'") & set(link)
    assert launch_request.from_link(dict(parse_qsl(link))) == WISH


def test_a_command_opens_its_table():
    arguments = shlex.split(launch_request.command_to(*TABLE))
    assert arguments[:2] == ["python", "main.py"]
    assert launch_request.read(arguments[2:]) == WISH


def test_an_installed_program_names_its_own_command(monkeypatch):
    monkeypatch.setattr(launch_request, "PROGRAM", launch_request.program(installed=True))
    arguments = shlex.split(launch_request.command_to(*TABLE))
    assert arguments[0] == "kartenkiste"
    assert launch_request.read(arguments[1:]) == WISH


def test_a_link_deals_the_same_cards_elsewhere():
    scene = Player().scene
    setup = routes.setup(scene.context, "nein_danke")
    setup.lineup.options |= {"specials": True, "rounds": 2}
    here = setup.lineup.match()
    rows = (here.game.name, [seat.kind for seat in here.seats], here.seed, setup.lineup.options)
    there = Player(wish=launch_request.from_link(dict(parse_qsl(launch_request.link_to(*rows))))).scene.match
    assert there.state == here.state


def test_a_link_with_an_overlong_game_number_is_refused():
    longest = "9" * launch_request.MOST_DIGITS
    assert launch_request.from_link({"game": "push", "seed": longest}).seed == int(longest)
    for seed in (f"{longest}9", "1" * 4000, "-1", "1.0", "\u0661"):
        with pytest.raises(launch_request.InvalidRequest) as refused:
            launch_request.from_link({"game": "push", "seed": seed})
        assert refused.value.what == "wish.seed"
        assert len(str(refused.value)) < 200


# ---- the program in a shell --------------------------------------------------------------------------


def run(*argv: str, unset: tuple[str, ...] = (), **env: str) -> subprocess.CompletedProcess[str]:
    around = {name: value for name, value in os.environ.items() if name not in unset}
    return subprocess.run(
        [sys.executable, "main.py", *argv],
        cwd=ROOT,
        env=around | env,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_an_unknown_game_is_reported_in_one_sentence():
    told = run("--game", "skat")
    assert told.returncode != 0
    assert told.stderr.strip() == f"There’s no game 'skat'. Known: {', '.join(GAMES)}."


@pytest.mark.parametrize(
    "arguments", [("--seats", "human,,hard"), ("--option", "specials=2"), ("--seats", "human, god")]
)
def test_invalid_options_are_reported_without_a_traceback(arguments):
    told = run("--game", "nein_danke", *arguments)
    assert told.returncode != 0
    assert told.stderr.startswith("The")
    assert len(told.stderr.splitlines()) == 1


def test_a_missing_video_driver_is_reported_in_one_sentence(tmp_path):
    told = run(SDL_VIDEODRIVER="nonsense", KARTENKISTE_DATA=str(tmp_path))
    assert told.returncode != 0
    assert told.stderr.startswith("Kartenkiste needs a window")
    assert "Traceback" not in told.stderr


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems always have a display")
def test_a_missing_display_is_reported_in_one_sentence(tmp_path):
    """SDL itself goes on without a visible window; the program must not."""
    displays = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER", "SDL_VIDEO_DRIVER")
    told = run(unset=displays, KARTENKISTE_DATA=str(tmp_path))
    assert told.returncode != 0
    assert "Kartenkiste needs a window, and this system has none (" in told.stderr
    assert "Traceback" not in told.stderr
    assert not list(tmp_path.iterdir())


# ---- games without a window --------------------------------------------------------------------------


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    with pytest.raises(SystemExit) as ended:
        simulate.main(arguments)
    assert ended.value.code == 2
    return capsys.readouterr().err.splitlines()[-1]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["nein_danke", "--games", "0"], "'0' is no number above 0"),
        (["nein_danke", "--games", "-3"], "'-3' is no number above 0"),
        (
            ["nein_danke", "--seats", "hard,,hard"],
            "There’s no seat ''. Known: random, easy, normal, hard, expert, reference.",
        ),
        (["nein_danke", "--seats", "hard,hard"], "nein_danke needs 3 to 7 players, not 2."),
        (["nein_danke", "--option", "rounds=7"], "The house rule rounds can’t be 7. Known: 1, 2, 3, 4."),
        (["nein_danke", "--rung", "hard:genius"], "Known levels: random, easy, normal, hard, expert, reference."),
        (["nein_danke", "--rung", "hard"], "HERO:RIVAL"),
        (["--check", "/nowhere/missing.jsonl"], "/nowhere/missing.jsonl: No such file or directory"),
        (["nein_danke", "--games", "1", "--record", "/nowhere/out.jsonl"], "/nowhere/out.jsonl: No such file"),
        ([], "Name a game."),
    ],
)
def test_the_simulator_reports_an_error_in_one_sentence(capsys, arguments, told):
    assert told in refused(capsys, *arguments)


def test_a_record_is_written_game_by_game_and_checked(capsys, tmp_path, monkeypatch):
    path = tmp_path / "out.jsonl"
    lengths = []
    played = simulate.audited

    def look(*args):
        lengths.append(len(path.read_text(encoding="utf-8").splitlines()))
        return played(*args)

    monkeypatch.setattr(simulate, "audited", look)
    arguments = ["nein_danke", "--seats", "easy, easy,random", "--games", "3", "--option", "specials=true"]
    assert simulate.main([*arguments, "--record", str(path)]) == 0
    assert lengths == [0, 1, 2]
    assert "won" in capsys.readouterr().out
    assert simulate.main(["--check", str(path)]) == 0
    assert capsys.readouterr().out == "3 of 3 games replay to the same scores and winners\n"


def test_without_a_number_a_series_has_the_default_length(capsys, monkeypatch):
    monkeypatch.setattr(simulate, "GAMES_PLAYED", 2)
    assert simulate.main(["push", "--seats", "easy,easy", "--seed", "5"]) == 0
    assert " of 2  mean score" in capsys.readouterr().out


def test_a_check_reports_faults_in_words(capsys, tmp_path):
    good = simulate.record(ladder.play("nein_danke", ("easy",) * 3, {}, 1))
    changes = [{"scores": [1, 2, 3]}, {"options": {"rounds": 9}}, {"actions": [[2]]}, {"seats": 1}]
    bad = [good | change for change in changes]
    path = tmp_path / "out.jsonl"
    path.write_text("\n".join([*map(json.dumps, [good, *bad]), "nonsense"]), encoding="utf-8")
    assert simulate.main(["--check", str(path)]) == 1
    told = capsys.readouterr().out.splitlines()
    assert told[0] == f"line 2: scores [1, 2, 3] instead of {good['scores']}"
    assert told[1] == "line 3: The saved game is damaged (options: This house rule can’t have that value.)"
    assert (
        told[2]
        == "line 4: This saved game doesn’t fit the rules of this version (action 0: You can’t decline this card.)"
    )
    assert told[3].startswith("line 5: The saved game is damaged")
    assert told[4] == "line 6: this isn't JSON"
    assert told[5] == "1 of 6 games replay to the same scores and winners"


def test_the_benchmark_covers_every_variant_and_number_of_seats(capsys):
    assert simulate.main(["nein_danke", "--bench", "--games", "1"]) == 0
    measured = capsys.readouterr().out
    for deck in GAMES["nein_danke"].modes.variants:
        for seats in ladder.tables_of("nein_danke", deck):
            assert f"nein_danke {deck:9}{seats} seats" in measured
    assert tuple(GAMES["nein_danke"].modes.variants) == ("base", "specials")


def test_the_benchmark_covers_every_game_unless_one_is_named(monkeypatch):
    taken: list[tuple[str, int]] = []
    monkeypatch.setattr(simulate, "bench", lambda game, games: taken.append((game, games)))
    assert simulate.main(["--bench", "--games", "3"]) == 0
    assert taken == [(game, 3) for game in GAMES]


def test_one_rung_of_the_ladder_can_be_played_alone(capsys):
    assert {rung[1:3] for rung in ladder.rungs("nein_danke", ("easy", "random"))} == {("easy", "random")}
    assert simulate.main(["nein_danke", "--rung", "easy:random", "--games", "2", "--jobs", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "nein_danke"
    assert len(lines) == 1 + 2 * 3
    assert all("easy among random" in line for line in lines[1:])


def test_the_readme_names_every_game():
    prose = (ROOT / "README.md").read_text(encoding="utf-8")
    assert f"| `--game` | {', '.join(f'`{name}`' for name in GAMES)} |" in prose
    for name in GAMES:
        assert f"**{Texts('de')(f'game.{name}')}**" in prose
