"""A storage that refuses to read, write or delete at the worst moment: nothing stored is lost."""

import json
from contextlib import suppress
from typing import Any

import pytest
from failing_storage import FailingStorage, Killed, KilledStorage, failing_files
from finished import finished
from nein_danke_states import cards_of
from player import Player
from shelf import NOON, played, seeds, stored

from game.catalogue.registry import GAMES
from game.core.game import Bound
from game.core.match import AnyMatch, InvalidSave, Match, Seat, load
from game.core.rng import Rng
from game.engine.layout import frame_for
from game.games.nein_danke import rules
from game.host import transfer
from game.host.clock import ManualClock
from game.host.staged import StagedStorage
from game.host.storage import FileStorage, MemoryStorage
from game.player import daily_deal, daily_store, family, goals, saves, stats
from game.player.settings import Settings
from game.services import launch_request
from game.services.context import Context
from game.table.turns.scene import TurnScene

SEATS = [Seat("Ada", "human", "fox"), Seat("Bo", "easy"), Seat("Cy", "hard", "owl")]

ROWS = stats.entries


def context_of(storage: Any) -> Context:
    return Context(storage, ManualClock(), frame_for((1280, 720)), "de")


def match_before_its_end(seed: int = 5) -> tuple[Match, Any]:
    """Return a match and the action that ends it."""
    match = Match(GAMES["nein_danke"], {}, SEATS, seed)
    rng = Rng(seed)
    while legal := rules.legal_actions(match.state):
        action = rng.choice(legal)
        match.apply(action)
    return match.at(len(match.actions) - 1), action


def ended(context: Context, match: Match, action: Any) -> Match:
    """Do what a table does at the end of a match."""
    saves.store_match(context, match)
    match.apply(action)
    saves.finish(context, match)
    return match


def kept_seeds(context: Context) -> list[int]:
    return [row["seed"] for row in saves.finished_matches(context)]


# ---- the end of a match -------------------------------------------------------------------------------


def test_a_finished_match_that_cannot_be_deleted_is_recorded_once():
    storage = FailingStorage()
    context = context_of(storage)
    match, last = match_before_its_end()
    storage.refuses = lambda call, _name: call == "delete"
    ended(context, match, last)
    assert kept_seeds(context) == [5]
    assert len(ROWS(context)) == 1
    assert saves.stored_match(context, "nein_danke") is None
    assert context.notices == []
    # the same match again is not counted either
    ended(context, *match_before_its_end())
    assert kept_seeds(context) == [5]
    assert len(ROWS(context)) == 1


def test_a_locked_file_does_not_stop_the_end_of_a_match(tmp_path, monkeypatch):
    """On Windows a virus scanner or an editor may hold the file."""
    context = context_of(StagedStorage(FileStorage(tmp_path)))
    match, last = match_before_its_end()
    saves.store_match(context, match)
    failing_files(monkeypatch, ("unlink",)).spoil(range(100))
    ended(context, match, last)
    assert kept_seeds(context) == [5]
    assert len(ROWS(context)) == 1
    assert saves.stored_match(context, "nein_danke") is None


def test_a_match_that_cannot_be_recorded_is_recorded_as_soon_as_possible():
    storage = FailingStorage()
    context = context_of(storage)
    match, last = match_before_its_end()
    storage.refuses = lambda call, _name: call == "write_all"
    context.clock.pass_ms(60_000)
    ended(context, match, last)
    context.clock.pass_ms(3_600_000)
    assert saves.finished_matches(context) == ROWS(context) == []
    storage.refuses = lambda _call, _name: False
    assert saves.stored_match(context, "nein_danke") is None
    (row,) = saves.finished_matches(context)
    assert (row["seed"], row["ended_ms"], row["scores"]) == (5, NOON + 60_000, list(rules.scores(match.state)))
    assert [entry.ended_ms for entry in ROWS(context)] == [NOON + 60_000]
    assert storage.read(saves.save_key("nein_danke")) is None


def test_a_match_that_can_be_stored_nowhere_is_offered_before_its_last_action():
    """Nothing at all can be written any more: the stored match is the one before that action."""
    storage = FailingStorage()
    context = context_of(storage)
    match, last = match_before_its_end()
    saves.store_match(context, match)
    storage.refuses = lambda call, _name: call in ("write", "write_all", "delete")
    ended(context, match, last)
    saved = saves.stored_match(context, "nein_danke")
    assert saved is not None
    assert len(saved.match.actions) == len(match.actions) - 1


@pytest.mark.parametrize("call", ["read", "write", "delete", "set_aside"])
@pytest.mark.parametrize("name", [saves.save_key("nein_danke"), saves.FINISHED.name, stats.STORED.name])
def test_a_refused_call_at_the_end_of_a_match_keeps_older_records(call, name):
    storage = FailingStorage()
    context = context_of(storage)
    for seed in (1, 2):
        ended(context, *match_before_its_end(seed))
    storage.refuses = lambda found, at: (found, at) == (call, name)
    ended(context, *match_before_its_end(3))
    storage.refuses = lambda _call, _name: False
    assert [seed for seed in kept_seeds(context) if seed != 3] == [2, 1]
    assert len(ROWS(context)) >= 2


def test_the_same_match_twice_is_recorded_once_and_other_rows_stay():
    context = context_of(FailingStorage())
    context.store(saves.FINISHED.name, [3, {"seed": 1}])
    for _ in range(2):
        ended(context, *match_before_its_end())
    assert [row["seed"] for row in saves.finished_matches(context)] == [5, 1]
    assert context.stored(saves.FINISHED.name, "")[0] == 3


class AtHome:
    """A match of two people at one device, before its last action."""

    def __init__(self, context: Context) -> None:
        self.context, whole = context, finished("push", 3, people=(0, 1))
        self.match, self.last = whole.at(len(whole.actions) - 1), whole.actions[-1]

    def store(self) -> None:
        saves.store_match(self.context, self.match)

    def resume(self) -> AnyMatch | None:
        saved = saves.stored_match(self.context, "push")
        return saved and saved.match

    def finish(self, match: AnyMatch) -> None:
        saves.finish(self.context, match)


class OfTheDay(AtHome):
    """The daily deal, before its last action."""

    def __init__(self, context: Context) -> None:
        self.context, self.day = context, daily_store.today(context)
        deal = daily_deal.deal_of(self.day)
        seats = [Seat(str(place), kind) for place, kind in enumerate(deal.kinds)]
        whole, rng = deal.match(seats), Rng(1)
        while not whole.is_over:
            whole.apply(rng.choice(whole.game.legal_actions(whole.state)))
        self.match, self.last = whole.at(len(whole.actions) - 1), whole.actions[-1]

    def store(self) -> None:
        daily_store.keep(self.context, daily_store.begin(self.context, self.day)._replace(match=self.match))

    def resume(self) -> AnyMatch | None:
        match = daily_store.begin(self.context, self.day).match
        return match if match.actions else None

    def finish(self, match: AnyMatch) -> None:
        daily_store.finish(self.context, daily_store.begin(self.context, self.day)._replace(match=match))


def kept_of(context: Context) -> list[str]:
    """Return everything stored of finished matches."""
    names = (saves.FINISHED, stats.STORED, goals.STORED, family.STORED, daily_store.FINISHED_DAYS)
    return [text for value in names if (text := context.storage.read(value.name) or "null") != "null"]


@pytest.mark.parametrize("way", [AtHome, OfTheDay])
def test_a_program_killed_at_the_end_of_a_match_has_recorded_all_of_it_or_nothing(way):
    once = way(context_of(MemoryStorage()))
    once.match.apply(once.last)
    once.finish(once.match)
    assert len(kept_of(once.context)) == 4
    for call in range(100):
        storage = KilledStorage()
        ending = way(context_of(StagedStorage(storage)))
        ending.store()
        ending.match.apply(ending.last)
        storage.counter.spoil({call})
        with suppress(Killed):
            ending.finish(ending.match)
        was_killed = storage.counter.calls > call
        storage.counter.spoil(set())
        again = way(context_of(StagedStorage(storage)))
        match = again.resume()
        assert kept_of(again.context) == ([] if match else kept_of(once.context))
        if match:
            match.apply(again.last)
            again.finish(match)
        assert again.resume() is None
        assert kept_of(again.context) == kept_of(once.context)
        if not was_killed:
            break
    assert 6 < call < 99


# ---- other matches ------------------------------------------------------------------------------------


@pytest.mark.parametrize("call", ["read", "write"])
def test_a_link_does_not_replace_a_match_that_cannot_be_shelved(call):
    storage = FailingStorage()
    storage.texts = stored(played(12), played(3)).texts
    storage.refuses = lambda found, name: (found, name) == (call, saves.SHELVED.name)
    player = Player(wish=launch_request.LaunchRequest("nein_danke", ("human", "easy", "easy"), 7), storage=storage)
    player.app.context.settings.speed = "off"
    assert player.wait(5000, lambda: "do-take" in player.ids())
    player.tap("do-take")
    storage.refuses = lambda _call, _name: False
    assert seeds(storage) == (12, [3])
    # as soon as it can be shelved, another one is stored again
    again = Player(wish=launch_request.LaunchRequest("nein_danke", ("human", "easy", "easy"), 8), storage=storage)
    assert again.scene.match.seed == 8
    assert seeds(storage) == (0, [3, 12])


def test_a_match_that_cannot_be_shelved_stays_when_another_is_resumed():
    storage = FailingStorage()
    storage.texts = stored(played(1), played(2)).texts
    player = Player(storage=storage)
    storage.refuses = lambda call, name: (call, name) == ("write", saves.SHELVED.name)
    player.tap("another-nein_danke")
    player.tap("resume-nein_danke")
    assert isinstance(player.scene, TurnScene)
    assert player.scene.match.seed == 2
    assert seeds(storage) == (1, [2])


@pytest.mark.parametrize("name", [saves.save_key("nein_danke"), saves.SHELVED.name])
@pytest.mark.parametrize("call", ["read", "write", "delete"])
def test_giving_up_a_match_loses_no_other_even_with_refused_calls(name, call):
    storage = FailingStorage()
    storage.texts = stored(played(1), played(2), played(3, NOON + 1)).texts
    player = Player(storage=storage)
    storage.refuses = lambda found, at: (found, at) == (call, name)
    if name == saves.SHELVED.name:
        player.tap("another-nein_danke")
    for _ in range(2):
        player.tap("discard-nein_danke")
    storage.refuses = lambda _call, _name: False
    current, before = seeds(storage)
    left = {current, *before}
    assert left >= ({2, 3} if name == saves.save_key("nein_danke") else {1, 2})


def test_a_refusal_to_give_up_a_match_is_reported_each_time():
    storage = FailingStorage()
    storage.texts = stored(played(1)).texts
    player = Player(storage=storage)
    storage.refuses = lambda call, _name: call == "delete"
    refusal = player.app.context.texts("title.discard_refused")
    for _ in range(2):
        player.tap("discard-nein_danke")
        player.tap_again("discard-nein_danke")
        assert player.wait(60_000, lambda: player.app.toasts.shown == refusal)
        assert player.wait(60_000, lambda: not player.app.toasts.shown)
    assert "resume-nein_danke" in player.ids()
    assert seeds(storage) == (1, [])


def test_shelving_the_same_match_twice_keeps_it_once():
    context = context_of(FailingStorage())
    context.storage.texts = stored(played(1), played(2)).texts
    for _ in range(2):
        context.storage.write(saves.save_key("nein_danke"), json.dumps(played(1)))
        assert saves.shelve(context, "nein_danke")
    assert seeds(context.storage) == (0, [2, 1])


# ---- settings -----------------------------------------------------------------------------------------


def test_settings_that_cannot_be_read_now_are_not_overwritten():
    storage = FailingStorage()
    storage.write("settings", json.dumps(Settings(language="en", scale=1.3).as_json()))
    before = storage.read("settings")
    storage.refuses = lambda call, name: (call, name) == ("read", "settings")
    context = context_of(storage)
    context.step_speed(1)
    storage.refuses = lambda _call, _name: False
    assert storage.read("settings") == before
    assert context.texts("notice.storage_refused") in context.notices
    context.reread()
    assert context.settings.scale == 1.3
    context.step_speed(1)
    assert json.loads(storage.read("settings"))["speed"] == "fast"


def test_a_damaged_text_that_cannot_be_set_aside_is_not_overwritten():
    storage = FailingStorage()
    storage.texts = {saves.save_key("nein_danke"): json.dumps({"version": 99}), saves.FINISHED.name: "{"}
    storage.refuses = lambda call, _name: call == "set_aside"
    context = context_of(storage)
    assert saves.stored_match(context, "nein_danke") is None
    ended(context, *match_before_its_end())
    assert (storage.read(saves.save_key("nein_danke")), storage.read(saves.FINISHED.name)) == ('{"version": 99}', "{")


# ---- limits ---------------------------------------------------------------------------------------------


def test_every_stored_key_is_exported():
    player = Player(wish=launch_request.LaunchRequest("nein_danke", ("human", "easy", "easy"), 7))
    context = player.app.context
    ended(context, *match_before_its_end())
    saves.store_match(context, match_before_its_end(7)[0])
    saves.shelve(context, "nein_danke")
    saves.store_match(context, match_before_its_end(8)[0])
    player = Player(storage=player.storage)
    player.tap("nein_danke")
    player.tap("back")
    names = player.storage.names()
    assert {"finished", "goals", "match-before", "match-nein_danke", "settings", "setup", "statistics"} == set(names)
    for name in names:
        player.storage.set_aside(name)
    assert all(map(transfer.is_known, player.storage.names()))


def test_a_log_longer_than_any_game_is_not_replayed(monkeypatch):
    storage, too_many = FailingStorage(), GAMES["nein_danke"].max_actions + 1
    storage.write(saves.save_key("nein_danke"), json.dumps(played(1) | {"actions": [[1]] * too_many}))
    context = context_of(storage)
    monkeypatch.setattr(Match, "apply", lambda _match, _action: pytest.fail("it is replayed"))
    assert saves.stored_match(context, "nein_danke") is None
    assert context.texts("reason.save_too_long") in context.notices[-1]
    assert len(json.loads(storage.read("match-nein_danke-damaged"))["actions"]) == too_many


@pytest.mark.parametrize("name", GAMES)
def test_each_game_has_its_own_limit_for_a_log(name):
    game = GAMES[name]
    save = Match(game, {}, [Seat("Ada", "human")] * game.seat_range({})[0], 1).save()
    at_most, more = (save | {"actions": ["nothing"] * (game.max_actions + extra)} for extra in (0, 1))
    # the actions make no sense, which matters only if they are replayed
    for data, reason in ((at_most, "save_damaged"), (more, "save_too_long")):
        with pytest.raises(InvalidSave) as caught:
            load(data, GAMES)
        assert caught.value.reason == reason
    assert saves.log_share(at_most) == 1 < saves.log_share(more)
    for key in (saves.CURRENT + name, saves.SHELVED.name, saves.FINISHED.name):
        assert saves.are_playable({key: json.dumps([at_most])})
        assert not saves.are_playable({key: json.dumps([at_most, more])})


def test_data_without_a_known_game_has_no_length_and_is_not_replayed():
    for save in (None, [], {}, {"game": "chess", "actions": [1]}, {"game": ["push"], "actions": [1]}, {"game": "push"}):
        assert saves.log_share(save) == 0


#: the house rules that make the longest random games
SLOWEST = {
    "keine_ahnung": {"strict": True, "deck": "skewed", "decline": True},
    "dnup": {"redeal_after": 100},
    "nein_danke": {"specials": True, "rounds": 4, "tactical": True},
    "push": {"thrill": True, "keep_directions": True},
    "twin_it": {"calm": True, "looks": 2},
}
#: how far the longest of a few random games stays below the limit where only luck ends a match
ROOM = 4


@pytest.mark.parametrize("name", GAMES)
def test_the_longest_random_games_stay_below_the_limit(name):
    game = GAMES[name]
    options = SLOWEST.get(name, {})
    room = 1 if isinstance(game.max_actions, Bound) else ROOM
    assert longest(game, options, game.seat_range(options)[1]) * room <= game.max_actions


def test_no_match_of_nein_danke_can_exceed_the_limit():
    """The bound is explained in test_nein_danke_properties: every card, as long as there are chips, seats and Skips."""
    for seats in range(3, 8):
        for tactical in (False, True):
            state = rules.setup({"specials": True, "rounds": 4, "tactical": tactical}, seats, Rng(1))
            most = 4 * len(cards_of(state)) * (sum(state.chips) + seats + 3)
            assert most <= GAMES["nein_danke"].max_actions


def longest(game: Any, options: dict[str, Any], seats: int) -> int:
    """Return the number of actions of the longest of some random games."""
    found = 0
    for seed in range(3):
        rng = Rng(seed)
        state, count = game.setup(options, seats, rng), 0
        while legal := game.legal_actions(state):
            state, _events = game.apply(state, rng.choice(legal), rng)
            count += 1
        found = max(found, count)
    return found


def test_only_some_shelved_matches_are_replayed_and_the_others_come_later():
    rows = [played(seed, NOON + seed) for seed in range(1, saves.OFFERED + 4)]
    context = context_of(stored(None, *rows))
    found = saves.resumable_matches(context)
    assert [saved.match.seed for saved in found] == list(range(saves.OFFERED + 3, 3, -1))
    saves.discard(context, found[0])
    assert saves.resumable_matches(context)[-1].match.seed == 3
    assert len(seeds(context.storage)[1]) == saves.OFFERED + 2


def test_shelved_matches_are_replayed_up_to_the_length_of_one_game(monkeypatch):
    monkeypatch.setattr(type(GAMES["nein_danke"]), "max_actions", 3)
    endless = played(9) | {"actions": [[1]] * 4}
    context = context_of(stored(None, *(played(seed, NOON + seed) for seed in range(1, 6)), endless))
    assert [saved.match.seed for saved in saves.resumable_matches(context)] == [5, 4, 3]


def test_only_some_finished_matches_are_offered():
    match, last = match_before_its_end()
    match.apply(last)
    context = context_of(FailingStorage())
    context.store(saves.FINISHED.name, [match.save() | {"seed": seed} for seed in range(100)])
    assert kept_seeds(context) == list(range(99, 99 - saves.KEPT, -1))
    assert load(match.save(), GAMES).is_over
