"""The daily deal on the screen: by keys and by pointer, left and resumed, given up, compared and shared."""

import json
import time
from collections.abc import Callable
from datetime import date

import pygame
import pytest
from daily_matches import begun, finished, set_date
from drivers import transition_after
from player import Player
from stand_in import StandIn, enabled, play, use

from game.ai.levels import chosen_by
from game.catalogue.registry import GAMES
from game.engine import overlays
from game.engine.input import StoredElsewhere
from game.engine.layout import Box, overlap
from game.engine.overlays import beside
from game.engine.texts import LANGUAGES, Texts
from game.engine.transitions import Reset
from game.host.storage import MemoryStorage
from game.player import daily_deal, daily_store, lineup, saves
from game.player.daily_deal import DailyEntry, DailyResult, deal_of, share_line
from game.scenes.daily import day_panel, month_calendar
from game.scenes.daily.daily import Daily
from game.scenes.daily.day_end import AfterDay, DailyPause
from game.scenes.daily.day_panel import rows_of, verdict
from game.scenes.daily.month_calendar import DayLook, cell_plain
from game.scenes.navigation import routes
from game.scenes.title.title import Title
from game.table.turns.daily import DailyDriver

DAY = date(2026, 11, 21)
NEXT = DAY + daily_deal.ONE_DAY
#: a date of each game of the rotation
DAYS = {deal_of(day).game: day for day in (date(2026, 11, number) for number in range(21, 25))}


def at_the_title(
    day: date = DAY, storage: MemoryStorage | None = None, size: tuple[int, int] = (1280, 720), language: str = "en"
) -> Player:
    """Return a player at the title on a date."""
    player = Player(size, storage=storage, language=language)
    set_date(player.clock, day)
    player.app.context.settings.speed = "off"
    player.app.stack.carry_out(Reset(routes.title(player.app.context)))
    return player


def looking_at(player: Player, day: date) -> Daily:
    """Open the page of a date."""
    player.app.stack.carry_out(Reset(routes.daily(player.app.context, day)))
    assert isinstance(player.scene, Daily)
    return player.scene


def move(player: Player, level: str = "easy") -> None:
    """Make the move that a level would make in the player's place."""
    scene = player.scene
    assert isinstance(scene.driver, DailyDriver)
    match = scene.match
    if match.game.to_move(match.state) == scene.viewer and scene.table.viewer_decides:
        luck = match.bot_rng()
        luck.fraction()
        scene.act(chosen_by(match.game.bots.think(match.view(scene.viewer), luck, level)))


def play_on(player: Player, level: str = "easy", moves: int = 100_000) -> None:
    """Play the daily match on as a level would, to its result or for so many actions."""
    scene = player.scene
    for _ in range(20_000):
        if player.scene is scene and len(scene.match.actions) >= moves:
            return
        if isinstance(transition_after(player.scene), AfterDay):
            return
        if player.scene is scene:
            move(player, level)
        elif "next" in player.ids():
            player.tap("next")
        elif "skip" in player.ids():
            player.tap("skip")
        player.wait(48)
    raise AssertionError(f"it comes to no end: {player.ids()}")


def entry(player: Player, day: date = DAY) -> DailyEntry:
    return daily_store.entries(player.app.context)[day]


# ---- from the title to the line -------------------------------------------------------------------------


@pytest.mark.parametrize("by", ["keys", "pointer", "touch"])
def test_the_daily_deal_is_played_and_left_by_keys_pointer_and_touch(by):
    player = at_the_title()
    use_it = {"keys": player.use_by_keys, "pointer": player.tap, "touch": lambda id_: player.tap(id_, touch=True)}[by]
    use_it("daily")
    assert isinstance(player.scene, Daily)
    use_it("play")
    scene = player.scene
    assert isinstance(scene.driver, DailyDriver)
    assert deal_of(DAY).is_of(scene.match)
    play_on(player, moves=6)
    left = scene.match.save()
    player.press(pygame.K_ESCAPE)
    assert isinstance(player.scene, DailyPause)
    use_it("home")
    assert isinstance(player.scene, Title)
    use_it("daily")
    use_it("play")
    assert player.scene.match.save() == left
    assert saves.resumable_matches(player.app.context) == []


@pytest.mark.parametrize("game", DAYS)
def test_playing_like_a_level_gives_the_result_of_that_level(game, monkeypatch):
    """The levels compared play at the same table against the same opponents."""
    if game != "nein_danke":
        # the expert thinks for seconds about a deal, and nothing here depends on the game
        monkeypatch.setattr(GAMES[game].bots, "levels", ("easy", "normal", "hard"))
    day = DAYS[game]
    player = at_the_title(day)
    player.tap("daily")
    player.tap("play")
    play_on(player, "normal")
    found = next(standing for _moves, standing in daily_deal.play_as(deal_of(day), "normal") if standing)
    assert entry(player, day).result == found
    player.wait(60_000, lambda: "again" in player.ids())
    player.wait(1000)
    player.tap("again")
    assert isinstance(player.scene, Daily)
    assert player.wait(600_000, lambda: not player.scene.working.level)
    made = entry(player, day).level_results
    assert tuple(made) == deal_of(day).levels
    assert made["normal"] == found
    # it cannot be played twice
    assert "play" not in player.ids()
    assert player.scene.spoken().count(player.app.context.texts("level.normal")) >= 1


@pytest.fixture
def three_levels(monkeypatch):
    """Leave out the expert, who plays a deal for seconds; other tests show that it plays."""
    monkeypatch.setattr(GAMES[deal_of(DAY).game].bots, "levels", ("easy", "normal", "hard"))


@pytest.mark.usefixtures("three_levels")
def test_an_interrupted_comparison_of_levels_resumes():
    player = at_the_title()
    context = player.app.context
    daily_store.finish(context, finished(context))
    scene = looking_at(player, DAY)
    assert player.wait(60_000, lambda: len(entry(player).level_results) == 1)
    first = dict(entry(player).level_results)
    player.press(pygame.K_ESCAPE)
    assert isinstance(player.scene, Title)
    scene = looking_at(player, DAY)
    assert scene.working.level == deal_of(DAY).levels[1]
    assert player.wait(60_000, lambda: not scene.working.level)
    assert dict(entry(player).level_results) == first | dict(entry(player).level_results)
    assert scene.awake is False


def test_a_level_of_a_later_version_is_compared_on_past_days_too(monkeypatch):
    player = at_the_title()
    context, game = player.app.context, GAMES["push"]
    made = {level: DailyResult(2, 4, 40) for level in game.bots.levels}
    daily_store.store_entries(context, {DAY: DailyEntry(DAY, DailyResult(1, 4, 50), level_results=made)})
    assert not looking_at(player, DAY).working.level
    assert verdict(context.texts, deal_of(DAY), entry(player)) == context.texts("daily.better_than_all")
    monkeypatch.setattr(game.bots, "levels", (*game.bots.levels, "adaptive"))
    monkeypatch.setattr(day_panel, "play_as", lambda deal, level: iter([(7, DailyResult(1, 4, 51))]))
    assert looking_at(player, DAY).working.level == "adaptive"
    player.wait(32)
    assert entry(player).level_results == {**made, "adaptive": DailyResult(1, 4, 51)}
    assert verdict(context.texts, deal_of(DAY), entry(player)) == "Better than Easy, Normal, Hard and Expert"
    assert [row.mark for row in rows_of(context.texts, deal_of(DAY), entry(player), None)] == [
        daily_deal.WORSE,
        "own",
        *[daily_deal.BETTER] * 4,
    ]


def test_the_comparison_takes_only_its_share_of_a_frame(monkeypatch):
    player = at_the_title()
    context = player.app.context
    daily_store.finish(context, finished(context))
    work = day_panel.LevelComparison(context, entry(player))

    def slow(deal, level):
        for moves in range(100):
            player.clock.pass_ms(2.0)
            yield moves, None

    monkeypatch.setattr(day_panel, "play_as", slow)
    before = player.clock.now_ms()
    assert not work.go_on()
    assert day_panel.SLICE_MS <= player.clock.now_ms() - before <= day_panel.SLICE_MS + 2
    assert 0 < work.moves < 10


@pytest.mark.usefixtures("three_levels")
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_line_to_share_is_copied(language, monkeypatch):
    copied: list[str] = []
    monkeypatch.setattr("pygame.scrap.put_text", copied.append)
    player = at_the_title(language=language)
    context = player.app.context
    daily_store.finish(context, finished(context))
    looking_at(player, DAY)
    assert player.wait(60_000, lambda: not player.scene.working.level)
    player.use_by_keys("share")
    assert copied == [share_line(context.texts, entry(player))]
    player.wait(100)
    assert player.app.toasts.shown == context.texts("daily.copied")


@pytest.mark.parametrize("size", [(1280, 720), (844, 390), (390, 844)])
def test_the_line_to_share_is_shown_whole_before_and_after_copying(size, monkeypatch):
    drawn: list[str] = []
    shown = day_panel.fonts.plain

    def noted(text, face, real, colour):
        drawn.append(text)
        return shown(text, face, real, colour)

    player = at_the_title(size=size, language="de")
    context, day = player.app.context, DAYS["nein_danke"]
    made = {level: DailyResult(5, 5, -188) for level in deal_of(day).levels}
    daily_store.store_entries(context, {day: DailyEntry(day, DailyResult(4, 5, -188), 88, True, made)})
    monkeypatch.setattr(day_panel.fonts, "plain", noted)
    scene = looking_at(player, day)
    text = share_line(context.texts, entry(player, day))
    rows = day_panel._broken(context.kit, text, 12, context.kit.px(500))
    assert sum(len(row) for row in rows) == len(text.split()) + sum(text.count(sign) for sign in day_panel.SQUARES)
    plain = [word.strip("".join(day_panel.SQUARES)) for word in text.split()]
    assert [word.strip() for word in drawn][-len(plain) :] == plain
    # the confirmation lies beside it
    assert not overlap(scene.message_box(), scene._paper)
    assert not overlap(scene.message_box(), Box(0, 0, context.frame.width, 106))


@pytest.mark.parametrize("allowed", [True, False])
def test_in_a_page_the_line_is_copied_by_the_browser(allowed, stand_in):
    script = stand_in({"lang": "en"})
    script.clipboard = allowed
    today = daily_deal.date_of(time.time() * 1000)
    made = {level: [2, 3, 1] for level in deal_of(today).levels}
    script.texts["days"] = json.dumps([{"day": today.isoformat(), "standing": [1, 3, 5], "made": made}])

    def step(id_: str) -> Callable[[StandIn], bool]:
        def taken(script: StandIn) -> bool:
            if id_ in enabled(script):
                use(script, id_)
                return True
            return False

        return taken

    texts = Texts("en")
    text = texts("daily.copied" if allowed else "setup.copied.failed")
    play(script, step("daily"), step("share"), lambda script: text in script.said)
    assert script.copied[0].startswith(f"Kartenkiste {today.isoformat()} · ")
    assert texts("daily.place_of", place=1, count=3) in script.copied[0]


# ---- giving up, hints, taking back -----------------------------------------------------------------------


def test_giving_up_asks_first_and_counts_as_played():
    player = at_the_title()
    player.tap("daily")
    player.tap("play")
    play_on(player, moves=4)
    player.press(pygame.K_ESCAPE)
    player.tap("give_up")
    assert isinstance(player.scene, DailyPause)
    # the question is left first
    player.press(pygame.K_ESCAPE)
    assert isinstance(player.scene, DailyPause)
    assert daily_store.entries(player.app.context) == {}
    player.tap("give_up")
    player.tap_again("give_up")
    assert isinstance(player.scene, Daily)
    assert entry(player).result is None
    assert "play" not in player.ids()
    assert daily_store.open_days(player.app.context) == frozenset()


def test_an_open_match_is_given_up_from_its_day():
    player = at_the_title()
    begun(player.app.context)
    looking_at(player, DAY)
    player.use_by_keys("give_up")
    assert DAY in daily_store.open_days(player.app.context)
    assert player.scene.question()[0] == player.app.context.texts("daily.give_up_sure")
    player.wait(500)
    player.press(pygame.K_RETURN, "\r")
    assert entry(player).result is None
    # the levels' results can be seen, too
    assert player.wait(60_000, lambda: bool(entry(player).level_results))


def test_each_hint_is_counted_once_and_reported():
    player = at_the_title()
    player.tap("daily")
    player.tap("play")
    assert player.wait(60_000, lambda: player.scene.table.viewer_decides)
    for _ in range(4):
        player.tap("hint")
        player.wait(50)
    # shown, closed, shown, closed: it was the same hint
    assert player.scene.driver.attempt.hints == 1
    player.press(pygame.K_ESCAPE)
    player.tap("home")
    player.tap("daily")
    player.tap("play")
    assert player.wait(60_000, lambda: player.scene.table.viewer_decides)
    move(player)
    assert player.wait(60_000, lambda: player.scene.table.viewer_decides)
    player.tap("hint")
    play_on(player)
    assert entry(player).hints == 2
    assert "2 hints" in share_line(player.app.context.texts, entry(player))


def test_undo_at_the_daily_table_leaves_the_other_saved_match_alone():
    player = at_the_title(DAYS["nein_danke"])
    context = player.app.context
    own = lineup.default_lineup("nein_danke", context.texts).match()
    own.apply(own.game.legal_actions(own.state)[0])
    saves.store_match(context, own)
    player.tap("daily")
    player.tap("play")
    scene = player.scene
    for _ in range(50):
        assert player.wait(60_000, lambda: "do-take" in player.ids())
        player.wait(64)
        if "undo" in player.ids():
            break
        player.tap("do-pay" if "do-pay" in player.ids() else "do-take")
    before = len(scene.match.actions)
    player.tap("undo")
    assert len(scene.match.actions) < before
    assert daily_store.begin(context, DAYS["nein_danke"]).match.save() == scene.match.save()
    assert [saved.match.save() for saved in saves.resumable_matches(context)] == [own.save()]


# ---- the calendar ----------------------------------------------------------------------------------------


def test_a_past_day_is_played_and_marked_as_late():
    player = at_the_title(NEXT)
    player.tap("daily")
    player.use_by_keys(f"day-{DAY.isoformat()}")
    assert player.scene.day == DAY
    player.tap("play")
    play_on(player)
    assert entry(player).later
    assert "played later" in share_line(player.app.context.texts, entry(player))


def test_days_to_come_cannot_be_played_yet():
    player = at_the_title()
    player.tap("daily")
    ids = [item.id for item in player.scene.items.items]
    assert f"day-{DAY.isoformat()}" in ids
    assert f"day-{NEXT.isoformat()}" not in ids
    assert "next_month" not in player.ids()
    player.tap("previous_month")
    assert "day-2026-10-31" in player.ids()
    while "previous_month" in player.ids():
        player.tap("previous_month")
    assert f"day-{daily_deal.FIRST_DAY.isoformat()}" in player.ids()


def test_a_played_day_stays_visible_when_the_date_goes_back():
    player = at_the_title()
    context = player.app.context
    daily_store.finish(context, finished(context))
    player = at_the_title(date(2026, 9, 1), player.storage)
    player.tap("daily")
    player.tap("next_month")
    player.tap("next_month")
    player.tap(f"day-{DAY.isoformat()}")
    assert "share" in player.ids()
    assert "play" not in player.ids()
    assert [id_ for id_ in player.ids() if id_.startswith("day-")] == [f"day-{DAY.isoformat()}"]


def test_a_device_without_a_set_date_has_a_deal_too():
    player = at_the_title(date(1970, 1, 2))
    player.tap("daily")
    assert "play" in player.ids()
    assert player.draw()


def test_streaks_are_told_and_missing_days_are_not():
    player = at_the_title(NEXT)
    context = player.app.context
    days = [DAY, DAY - daily_deal.ONE_DAY, *(date(2026, 10, number) for number in range(3, 7))]
    daily_store.store_entries(context, {day: DailyEntry(day, DailyResult(1, 3, 5)) for day in days})
    player.tap("daily")
    texts = context.texts
    for text in (texts("daily.row", count=2), texts("daily.longest", count=4), texts("daily.played", count=6)):
        assert text in player.scene.spoken()
    # after a missed day nothing is said of the streak that ended
    scene = looking_at(at_the_title(date(2026, 12, 24), player.storage), date(2026, 12, 24))
    assert scene.calendar.sums()[:2] == [texts("daily.longest", count=4), texts("daily.played", count=6)]
    assert [number for number, _words in scene.calendar.numbers()] == [4, 0, 6, 6]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_best_result_of_each_game_is_shown_and_told_before_its_next_day(language):
    player, push = at_the_title(language=language), DAYS["push"]
    context, before = player.app.context, push - 4 * daily_deal.ONE_DAY
    scene = looking_at(player, push)
    texts, empty = context.texts, dict.fromkeys(DAYS, "")
    assert dict(scene.calendar.bests()) == empty
    assert texts("daily.none_more") in scene.spoken()
    daily_store.store_entries(context, {before: DailyEntry(before, DailyResult(2, 4, 52)), push: DailyEntry(push)})
    scene = looking_at(player, push + 4 * daily_deal.ONE_DAY)
    best = texts("unit.points", count=52)
    assert dict(scene.calendar.bests()) == empty | {"push": best}
    assert texts("daily.record", result=best) in scene._notes()


def test_a_played_date_has_the_felt_of_its_game_and_the_medal_of_its_place():
    kit = at_the_title().app.context.kit
    looks = [DayLook(7, "push", "played", place) for place in (1, 2, 3, 4)]
    looks += [DayLook(7, "push", state) for state in ("free", "open", "given_up")]
    looks += [DayLook(7, "dnup", "free"), looks[0]._replace(later=True), looks[0]._replace(today=True)]
    pictures = {pygame.image.tobytes(cell_plain(kit, 76, 52, look), "RGBA") for look in looks}
    assert len(pictures) == len(looks)


def test_a_date_to_come_is_a_number_without_a_game(monkeypatch):
    player, drawn = at_the_title(), []
    plain = month_calendar.cell_plain
    monkeypatch.setattr(
        month_calendar, "cell_plain", lambda kit, w, h, look, lit=False: drawn.append(look) or plain(kit, w, h, look)
    )
    scene = looking_at(player, DAY)
    player.draw()
    assert {look.number for look in drawn} == {day.day for day in scene.calendar.month.days if day <= DAY}


@pytest.mark.parametrize("size", [(1280, 720), (390, 844)])
def test_the_name_of_an_arrow_leaves_the_weekdays_visible(size, monkeypatch):
    player, drawn = at_the_title(size=size), []
    scene = looking_at(player, DAY)
    monkeypatch.setattr(overlays, "beside", lambda *given: drawn.append(beside(*given)) or drawn[-1])
    scene.items.focus, scene.items.ring = "previous_month", True
    player.wait(600)
    player.draw()
    assert drawn
    assert not any(overlap(place, scene.calendar.weekdays(scene._month)) for place in drawn)


def test_the_last_seven_days_show_the_medal_of_each_place(monkeypatch):
    player, drawn = at_the_title(), []
    context, plain = player.app.context, month_calendar.medal_plain
    before = [DAY - ago * daily_deal.ONE_DAY for ago in (3, 1)]
    entries = [DailyEntry(before[0], DailyResult(2, 4, 52)), DailyEntry(before[1])]
    daily_store.store_entries(context, {entry.day: entry for entry in entries})
    monkeypatch.setattr(
        month_calendar,
        "medal_plain",
        lambda kit, radius, *sign: drawn.append((radius, *sign)) or plain(kit, radius, *sign),
    )
    looking_at(player, DAY)
    week = [sign for radius, *sign in drawn if radius == month_calendar.MEDAL]
    assert week == [[0, ""], [0, ""], [0, ""], [2, ""], [0, ""], [0, "minus"], [0, ""]]


def test_a_finished_daily_match_leads_to_its_review():
    player = at_the_title()
    context = player.app.context
    daily_store.finish(context, finished(context))
    looking_at(player, DAY)
    player.tap("review")
    assert deal_of(DAY).is_of(player.scene.match)
    (kept,) = saves.finished_matches(context)
    assert player.scene.ended_ms == kept["ended_ms"] > 0
    player.press(pygame.K_ESCAPE)
    assert isinstance(player.scene, Daily)
    # as long as it is kept
    context.forget(saves.FINISHED.name)
    looking_at(player, DAY)
    assert "review" not in player.ids()


@pytest.mark.parametrize("room", [10_000, 300])
def test_the_line_to_share_wraps_by_word_and_keeps_squares_with_their_words(room):
    kit, (better, worse) = at_the_title().app.context.kit, (daily_deal.BETTER, daily_deal.WORSE)
    text = f"Kartenkiste {better}{worse} Platz 2 {better} von 5"
    rows = day_panel._broken(kit, text, 20, room)
    assert sum(map(len, rows)) == len(text.split()) + 3
    assert (len(rows) == 1) == (room > 1000)
    assert all(sum(piece.get_width() for piece in row) <= room for row in rows)


# ---- midnight, other tabs ----------------------------------------------------------------------------------


def test_at_midnight_the_next_day_appears():
    player = at_the_title()
    player.wait(64)
    assert player.scene.items.find("daily").label.count("Push")
    set_date(player.clock, NEXT)
    player.wait(32)
    assert player.scene.items.find("daily").label.count("dnuP")
    player.tap("daily")
    player.wait(64)
    set_date(player.clock, NEXT + daily_deal.ONE_DAY)
    player.wait(32)
    assert f"day-{(NEXT + daily_deal.ONE_DAY).isoformat()}" in player.ids()
    # the page that is open stays
    assert player.scene.day == NEXT


def test_a_match_played_past_midnight_counts_for_the_day_it_began():
    player = at_the_title()
    player.tap("daily")
    player.tap("play")
    play_on(player, moves=4)
    set_date(player.clock, NEXT)
    play_on(player)
    assert entry(player).later is False
    assert daily_store.entries(player.app.context).keys() == {DAY}


def test_another_tab_takes_over_the_daily_match_and_no_other_one():
    player = at_the_title()
    player.tap("daily")
    player.tap("play")
    play_on(player, moves=4)
    scene, context = player.scene, player.app.context
    # another date
    begun(context, NEXT)
    player.app.take(StoredElsewhere(daily_store.OPEN_DAYS.name))
    assert player.scene is scene
    player.app.take(StoredElsewhere(saves.save_key("push")))
    assert player.scene is scene
    other = daily_store.begin(context, DAY)
    other.match.apply(other.match.game.legal_actions(other.match.state)[0])
    daily_store.keep(context, other)
    player.app.take(StoredElsewhere(daily_store.OPEN_DAYS.name))
    assert isinstance(player.scene, Daily)
    assert player.scene.day == DAY
    player.wait(32)
    assert player.app.toasts.shown == context.texts("daily.elsewhere")
    player.tap("play")
    assert player.scene.match.save() == other.match.save()
    # the day's page is refreshed if it is open
    looking_at(player, NEXT)
    daily_store.give_up(context, daily_store.begin(context, NEXT))
    player.app.take(StoredElsewhere(daily_store.OPEN_DAYS.name))
    assert "play" not in player.ids()


# ---- the title ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("state", ["free", "open", "played"])
def test_the_button_on_the_title_tells_the_state_of_the_day(state, language):
    player = at_the_title(language=language)
    context = player.app.context
    if state == "open":
        begun(context)
    elif state == "played":
        daily_store.finish(context, finished(context))
    player.app.stack.carry_out(Reset(routes.title(context)))
    label = player.scene.items.find("daily").label
    assert context.texts(f"daily.state.{state}") in label
    assert context.texts("game.push") in label


@pytest.mark.parametrize("language", ["de", "en"])
def test_a_level_and_its_count_stay_on_one_line(language):
    text = Player(language=language).app.context.texts("daily.times_better", level="Experte", count=7)
    assert text.split(" ") == [text]
