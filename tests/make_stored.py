"""Make the stored data of this version: ``python tests/make_stored.py``.

``tests/golden/stored/VERSION/data`` is a data folder as the program leaves it after some play, with every key that it
stores anything by; beside it is the file that *Settings* exports. Later versions have to read both, see
``test_released``. The stored data of a released version is never made again.
"""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import make_golden as golden  # noqa: E402

from game import __version__  # noqa: E402
from game.ai.judgement import JudgedDecision  # noqa: E402
from game.ai.review import Review, can_review, decision_points  # noqa: E402
from game.ai.rollouts import win_share  # noqa: E402
from game.catalogue.registry import GAMES  # noqa: E402
from game.core.match import FIGURES, HUMAN, AnyMatch, Match, Seat  # noqa: E402
from game.core.rng import Rng  # noqa: E402
from game.engine.layout import frame_for  # noqa: E402
from game.host import transfer  # noqa: E402
from game.host.clock import ManualClock  # noqa: E402
from game.host.staged import StagedStorage  # noqa: E402
from game.host.storage import FileStorage, WholeStorage  # noqa: E402
from game.player import daily_store, family, known_parties, lessons, lineup, puzzles, reviews, saves  # noqa: E402
from game.player.daily_deal import ONE_DAY, DailyResult  # noqa: E402
from game.services.context import Context  # noqa: E402

FOLDER = golden.FOLDER / "stored"
DATA = "data"
HOUR_MS = 3_600_000
#: of each game a match with house rules of its own, and a random one with the printed ones
RULES = {
    "nein_danke": "nein_danke_open_rounds",
    "keine_ahnung": "keine_ahnung_strict_skewed",
    "dnup": "dnup_full_table",
    "push": "push_thrill_for_two",
    "twin_it": "twin_it_teams",
}


def is_released(version: str, changelog: str) -> bool:
    """Return whether the changelog says that a version has been published."""
    heading = re.search(rf"^## {re.escape(version)}\b.*$", changelog, re.MULTILINE)
    return heading is not None and "not yet published" not in heading[0]


def prepare(folder: Path, version: str, changelog: str) -> None:
    """Make room for what a version stores; raise SystemExit if it is released and was made before."""
    if folder.exists() and is_released(version, changelog):
        raise SystemExit(f"{version} is released: what it has stored in {folder} stays as it is.")
    shutil.rmtree(folder, ignore_errors=True)


def table(game: str) -> AnyMatch:
    """Return a match of a game with house rules: one person and bots."""
    _name, count, options = golden.CASES[RULES.get(game, f"{game}_base")]
    level = GAMES[game].bots.levels[1]
    seats = [Seat(f"P{place}", HUMAN if not place else level, FIGURES[place]) for place in range(count)]
    return Match(GAMES[game], options, seats, 1000 + len(game))


def play(match: AnyMatch, most: int, rng: Rng) -> None:
    """Make up to so many random moves."""
    while len(match.actions) < most and (legal := match.game.legal_actions(match.state)):
        golden.take(match, legal[0] if rng.fraction() < 0.3 else rng.choice(legal), rng)


def whole(game: str, rng: Rng) -> AnyMatch:
    """Return a match of the game, played to its end."""
    match = table(game)
    play(match, match.game.max_actions, rng)
    return match


def reviewed(match: AnyMatch) -> Review[object]:
    """Return a whole review of the first seat, in which every other decision has a better alternative."""
    rows = []
    for number, step in enumerate(filter(None, decision_points(match, 0))):
        others = [action for action in match.game.legal_actions(step.state) if action != step.played]
        if others and number % 2:
            why = next(found.why for found in match.game.hints.advise(match.game.view(step.state, 0)) if found)
            rows.append(JudgedDecision(step.place, step.played, others[-1], 0.25, 0.5, 0.03125, why, 1.5, 3.25, 0.5))
        else:
            rows.append(JudgedDecision(step.place, step.played, step.played, 0.5, 0.5, 0.0))
    return Review(0, tuple(rows), win_share(match.game, match.state, 0))


def play_matches(context: Context, rng: Rng) -> None:
    """Finish matches and review them, shelve others, and leave one of each game in progress."""
    for game in GAMES:
        match = whole(game, rng)
        saves.finish(context, match, "touch")
        # two people at one device
        at_home = match.seated([seat._replace(kind=HUMAN) for seat in match.seats])
        family.STORED.write(context, family.counted(family.STORED.read(context), at_home))
        if can_review(match.game):
            reviews.store_review(context, match, reviewed(match))
        for most in (3, len(match.actions) // 2):
            context.clock.pass_ms(HOUR_MS)
            saves.shelve(context, game)
            current = table(game)
            play(current, most, rng)
            saves.store_match(context, current)
    saves.record_from_party(context, whole("push", rng), 0, counts=True)


def play_days(context: Context, rng: Rng) -> None:
    """Finish the deal of one day, give up that of another, and leave two open."""
    today = daily_store.today(context)
    for back in range(4):
        attempt = daily_store.begin(context, today - back * ONE_DAY)._replace(hints=back)
        play(attempt.match, attempt.match.game.max_actions if back == 1 else 5, rng)
        if back == 1:
            daily_store.finish(context, attempt)
            daily_store.add_level_result(
                context, attempt.deal.day, "easy", DailyResult(2, len(attempt.deal.kinds), -12)
            )
        else:
            daily_store.keep(context, attempt)
        if back == 2:
            daily_store.give_up(context, attempt)


def learn(context: Context) -> None:
    """Begin one lesson, decline another, solve a puzzle of each game and give up on one; choose what to play."""
    choices = {}
    for number, game in enumerate(GAMES):
        if (lesson := GAMES[game].lesson) and number == 0:
            course = lessons.start_course(context, game)
            while course.place < len(lesson.steps) // 2:
                course.go_on()
            lessons.store_course(context, course)
        elif lesson:
            lessons.decline(context, game)
        for place, tries in enumerate((2, puzzles.SHOWN)[: len(puzzles.puzzles_of(game))]):
            puzzles.store_solved(context, game, place, tries)
        chosen = lineup.default_lineup(game, context.texts, me=context.settings.me)
        chosen.options |= golden.CASES[RULES.get(game, f"{game}_base")][2]
        chosen.settle(context.texts)
        choices[game] = chosen.as_json()
    context.store("setup", choices)


def sit_down(context: Context) -> None:
    """Take a seat at one server's table, and watch another one's."""
    now = int(context.clock.wall_ms())
    server, seen = "wss://cards.example/party", known_parties.whole_hours(now)
    tables = [
        known_parties.KnownParty(server, "0a" * 12, "KLMNP", "1b" * 16, now + 700 * HOUR_MS, seen),
        known_parties.KnownParty(server, "2c" * 12, "BCDFG", "", now + 20 * HOUR_MS),
    ]
    known_parties.store(context, server, tables)


def fill(storage: WholeStorage) -> str:
    """Store something under every key; return the file that is exported at the end."""
    context, rng = Context(storage, ManualClock(), frame_for((1280, 720)), "de"), Rng(1)
    settings = context.settings
    settings.be_called("Ada", "Toni")
    settings.figure, settings.speed, settings.scale, settings.confirm = "owl", "fast", 1.15, "never"
    settings.effects, settings.music, settings.muted = 0.5, 0.75, True
    settings.keys["hint"], settings.keys["log"] = settings.keys["log"], settings.keys["hint"]
    context.settings_changed()
    play_matches(context, rng)
    play_days(context, rng)
    learn(context)
    sit_down(context)
    if context.notices:
        raise SystemExit(f"Something was told on the way: {context.notices}")
    exported = transfer.packed_texts(storage)
    transfer.import_texts(storage, transfer.texts_in(exported, saves.are_playable))
    return exported


def main() -> int:
    """Write the folder of this version."""
    folder = FOLDER / __version__
    prepare(folder, __version__, (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))
    exported = fill(StagedStorage(FileStorage(folder / DATA)))
    (folder / transfer.FILE).write_text(exported, encoding="utf-8", newline="\n")
    for path in sorted((folder / DATA).iterdir()):
        print(f"{path.name}: {path.stat().st_size:,} bytes")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
