"""The best moment of a match: each game finds one, tells it in both languages, and a replay goes there."""

from collections import Counter

import pytest
from drivers import is_replay
from finished import finished
from player import Player

from game.catalogue.presentations import PRESENTATIONS
from game.catalogue.registry import GAMES
from game.core.records import Moment, best_moment_of
from game.engine.texts import Texts
from game.engine.transitions import Reset
from game.games.dnup.deck import ACTIVE
from game.games.dnup.events import CardAdded, SetPlayed, SetReturned
from game.games.keine_ahnung.events import CallWon, CardLaid
from game.games.nein_danke import game as nein_danke
from game.games.nein_danke.events import CardTaken, RoundEnded
from game.games.push import moments as push_moments
from game.games.push.events import Busted, CardPlaced, CardsLost, ColourSecured, DieRolled, RowTaken
from game.games.push.scoring import points_of
from game.games.twin_it import game as twin_it
from game.games.twin_it.events import SetStolen, SetWon
from game.games.twin_it.state import Verb
from game.scenes.result.highlights import moment_of
from game.scenes.result.outcome import moment_text, sentence_of
from game.scenes.result.result import Result

SEEDS = range(1, 7)


def events_at(match, moment):
    return match.events[moment.length - 1]


def test_a_persons_moment_is_preferred_to_a_slightly_better_one_of_a_bot():
    own, other, great = (Moment("a", 0, 1, 2.0), Moment("b", 1, 2, 2.9), Moment("c", 1, 3, 3.1))
    assert best_moment_of([own, other], [0]) is own
    assert best_moment_of([own, other, great], [0]) is great
    assert best_moment_of([own, other], []) is other
    assert best_moment_of([], [0]) is None


def test_a_winning_persons_moment_is_preferred_to_better_ones():
    own, other, huge = (Moment("a", 0, 1, 2.0), Moment("b", 1, 2, 4.9), Moment("c", 1, 3, 5.1))
    assert best_moment_of([own, other], [0], [0]) is own
    assert best_moment_of([own, other, huge], [0], [0]) is huge
    # the bonus for winning is only for people
    assert best_moment_of([own._replace(seat=2), other], [0], [2]) is other


def test_the_best_moment_of_a_lost_match_is_a_persons_own_if_there_is_one():
    small, own, rivals = Moment("a", 0, 1, 1.0), Moment("b", 0, 2, 1.5), Moment("c", 1, 3, 50.0)
    assert best_moment_of([small, own, rivals], [0], [1]) is own
    assert best_moment_of([own, rivals], [0], [0]) is rivals
    assert best_moment_of([own, rivals], [0, 1], [1]) is rivals
    assert best_moment_of([own._replace(glad=False), rivals], [0], [2]) is rivals
    assert best_moment_of([rivals], [0], [1]) is rivals


def test_the_best_moment_makes_way_for_another_only_if_that_is_nearly_as_good(monkeypatch):
    match = finished("dnup", 3, 1, (0,))
    best, near, far = (Moment(key, 0, 1, weight) for key, weight in (("last", 4.5), ("beaten", 4.0), ("beaten", 3.0)))
    for other, shown in ((near, near), (far, best), (near._replace(seat=1), best)):
        found = (best, other)
        records = match.game.records._replace(moments=lambda _match, found=found: found)
        monkeypatch.setattr(type(match.game), "records", records)
        assert moment_of(match, {"last"}) == shown
        assert moment_of(match, {"beaten"}) == best


@pytest.mark.parametrize("game", GAMES)
def test_a_moment_is_told_in_both_languages_with_its_cards(game):
    seats = max(3, GAMES[game].min_seats)
    told = 0
    for seed in SEEDS:
        for people in ((0,), (0, 1), ()):
            match = finished(game, seats, seed, people)
            moment = GAMES[game].records.best_moment(match)
            if moment is None:
                continue
            told += 1
            assert 0 < moment.length <= len(match.actions)
            for language in ("de", "en"):
                text = sentence_of(Texts(language), match, moment)
                assert text
                assert "{" not in text
                alone = match.humans == [moment.seat]
                assert (match.seats[moment.seat].name in text) != alone, text
            assert len(PRESENTATIONS[game].moment_faces(moment)) == len(moment.cards)
    assert told or not PRESENTATIONS[game].moment_faces(Moment("x", 0, 1, 1.0, (3,)))


def test_a_beaten_set_is_told_in_words_and_not_as_a_sum():
    numbers = (("count", 4.0), ("high", 2.0), ("low", 1.0))
    told = {one: moment_text(Texts(one), "dnup.moment.beaten", numbers, "Frida", "Ole") for one in ("de", "en")}
    assert told == {
        "de": "Frida schlägt Ole: vier Zweien gegen vier Einsen!",
        "en": "Frida beats Ole: four 2s against four 1s!",
    }


def test_nein_danke_tells_the_run_that_saved_most():
    for seed in SEEDS:
        match = finished("nein_danke", 4, seed, ())
        moment = GAMES["nein_danke"].records.best_moment(match)
        events = [event for events in match.events for event in events]
        runs = [
            run for event in events if isinstance(event, RoundEnded) for score in event.scores for run in score.runs
        ]
        if moment.key == "run":
            assert moment.cards in runs
            assert sum(moment.cards[1:]) == max(sum(run[1:]) for run in runs if len(run) >= 3)
            # the replay stops where the run was completed
            taken = [event.card for event in events_at(match, moment) if isinstance(event, CardTaken)]
            assert set(taken) & set(moment.cards)


@pytest.mark.parametrize("specials", [False, True])
def test_nein_danke_tells_a_pot_by_what_it_brought_when_it_was_taken(specials):
    counted = 0
    for seed in range(1, 12):
        match = finished("nein_danke", 4, seed, (), specials=specials)
        for moment in GAMES["nein_danke"].records.moments(match):
            if moment.key == "pot":
                before, after = (match.at(length).state for length in (moment.length - 1, moment.length))
                counted += 1
                points = [
                    nein_danke.score(one.store.displays[moment.seat], one.chips[moment.seat]).total
                    for one in (before, after)
                ]
                assert dict(moment.numbers)["gain"] == points[1] - points[0] >= nein_danke.LEAST_POT
    assert counted > 2


def test_a_run_with_special_cards_is_shown_whole():
    for seed in range(1, 12):
        match = finished("nein_danke", 4, seed, (), specials=True)
        for moment in GAMES["nein_danke"].records.moments(match):
            if moment.key.startswith("run"):
                ends = dict(moment.numbers)
                assert len(moment.cards) == ends["last"] - ends["first"] + 1
                assert len(PRESENTATIONS["nein_danke"].moment_faces(moment)) == len(moment.cards)


def test_a_run_that_counts_twice_is_told_so_and_a_joker_by_its_number():
    told = set()
    for seed in range(1, 40):
        match = finished("nein_danke", 4, seed, (), specials=True)
        scores = next(event.scores for events in match.events for event in events if isinstance(event, RoundEnded))
        for moment in GAMES["nein_danke"].records.moments(match):
            if not moment.key.startswith("run"):
                continue
            told.add(moment.key)
            numbers, score = dict(moment.numbers), scores[moment.seat]
            alone = next(run for run in score.runs if run[0] == numbers["first"])
            # with the doubling, what the run cost is what all of them cost less the others
            cost = score.penalty + score.doubled - sum(run[0] for run in score.runs if run != alone)
            is_doubled = bool(score.doubled) and alone == score.runs[-1]
            assert numbers.get("points") == (cost if is_doubled else None)
            assert (numbers.get("joker") in score.jokers) == bool({*alone} & {*score.jokers})
    assert {"run", "run_doubled", "run_joker"} <= told


def test_keine_ahnung_tells_a_won_call_or_a_long_turn():
    for seed in SEEDS:
        match = finished("keine_ahnung", 3, seed, ())
        moment = GAMES["keine_ahnung"].records.best_moment(match)
        kind = CallWon if moment.key == "call" else CardLaid
        assert any(isinstance(event, kind) and event.seat == moment.seat for event in events_at(match, moment))
        assert dict(moment.numbers)["count"] == len(moment.cards)


def test_dnup_tells_a_set_that_was_really_returned():
    keys = set()
    for seed in SEEDS:
        match = finished("dnup", 3, seed, ())
        moment = GAMES["dnup"].records.best_moment(match)
        keys.add(moment.key)
        if moment.key == "beaten":
            home = next(event for event in events_at(match, moment) if isinstance(event, SetReturned))
            assert (home.by, home.seat, home.cards) == (moment.seat, moment.other, moment.beaten)
            # the set shown as one's own is the one played, of as many cards and higher
            made = [event for event in events_at(match, moment) if isinstance(event, (SetPlayed, CardAdded))]
            assert set(moment.cards) & {*getattr(made[0], "cards", ()), getattr(made[0], "card", 0)}
            assert len(moment.cards) == len(moment.beaten)
            assert ACTIVE[moment.cards[0]] > ACTIVE[moment.beaten[0]]
            told = dict(moment.numbers)
            assert (told["high"], told["low"]) == (ACTIVE[moment.cards[0]], ACTIVE[moment.beaten[0]])
    assert keys <= {"beaten", "last", "turned"}


def test_push_calls_no_row_a_moment_whose_roll_costs_its_player_cards():
    rows, costly = 0, 0
    for seed in range(1, 13):
        match = finished("push", 4, seed)
        for moment in match.game.records.moments(match):
            if moment.key == "row":
                rows += 1
                costly += any(
                    isinstance(event, CardsLost) and event.seat == moment.seat
                    for event in match.events[moment.length - 1]
                )
    assert rows
    assert not costly


def test_push_never_calls_a_persons_own_loss_the_best_moment():
    for seed in SEEDS:
        match = finished("push", 3, seed, (0, 1, 2))
        moment = GAMES["push"].records.best_moment(match)
        assert moment.glad
        kinds = {"secured": ColourSecured, "dared": CardPlaced}
        for event in events_at(match, moment):
            if isinstance(event, kinds.get(moment.key, RowTaken)) and event.seat == moment.seat:
                assert moment.cards == getattr(event, "cards", (getattr(event, "card", 0),))
                break
        else:
            raise AssertionError(moment)


def test_push_has_several_kinds_of_best_moments_and_each_is_true(monkeypatch):
    # bots dare less than people
    monkeypatch.setattr(push_moments, "DARING", 0.05)
    best, told = Counter[str](), Counter[str]()
    for seed in range(1, 13):
        match = finished("push", 3, seed, (0,))
        best[GAMES["push"].records.best_moment(match).key] += 1
        for moment in GAMES["push"].records.moments(match):
            told[moment.key] += 1
            events, (count,) = events_at(match, moment), dict(moment.numbers).values()
            own = [event for event in events if getattr(event, "seat", -1) == moment.seat]
            match moment.key:
                case "escaped":
                    assert any(isinstance(event, DieRolled) for event in own)
                    assert not any(isinstance(event, CardsLost) for event in own)
                case "bust":
                    assert any(isinstance(event, Busted) for event in own)
                case "dared":
                    rows = match.at(moment.length - 1).state.rows
                    assert len(rows) == 3
                    assert count == max(map(points_of, rows))
                case "overtaken":
                    assert GAMES["push"].winners(match.state) == (moment.seat,)
    assert len(best) > 3, best
    assert max(best.values()) < 9, best
    assert set(told) == {"secured", "row", "escaped", "lost", "bust", "dared", "overtaken"}


def test_twin_it_tells_the_quickest_claim_and_no_time_without_a_clock():
    match = finished("twin_it", 3, 1, ())
    moment = GAMES["twin_it"].records.best_moment(match)
    assert any(isinstance(event, (SetWon, SetStolen)) for event in events_at(match, moment))
    if moment.key == "quick":
        times = [event.ms for events in match.events for event in events if isinstance(event, (SetWon, SetStolen))]
        assert dict(moment.numbers)["seconds"] == max(0.1, round(min(times) / 1000, 1))
    calm = GAMES["twin_it"].records.best_moment(finished("twin_it", 3, 1, (), calm=True))
    assert calm.key in ("stolen", "passed", "triple", "fifth")


def test_twin_it_calls_a_find_too_quick_for_a_person_no_moment(monkeypatch):
    match = finished("twin_it", 3, 1, ())
    assert any(moment.key == "quick" for moment in twin_it.moments(match))
    monkeypatch.setattr("game.games.twin_it.pace.CREDIBLE_MS", 60_000)
    assert not any(moment.key == "quick" for moment in twin_it.moments(match))


def test_twin_it_tells_the_usual_winning_set_only_as_a_last_resort():
    for seed in range(1, 5):
        for people in ((), (0,), (0, 1, 2)):
            match = finished("twin_it", 3, seed, people)
            found = list(twin_it.moments(match))
            best = best_moment_of(found, match.humans, GAMES["twin_it"].winners(match.state))
            assert best == GAMES["twin_it"].records.best_moment(match)
            assert (best.key == "fifth") == all(moment.key == "fifth" for moment in found)


def test_without_a_clock_twin_it_tells_the_set_that_won():
    keys = set()
    for seed in range(1, 5):
        match = finished("twin_it", 3, seed, (), calm=True, looks=0, further=2)
        for moment in twin_it.moments(match):
            keys.add(moment.key)
            events = events_at(match, moment)
            mine = [event for event in events if isinstance(event, (SetWon, SetStolen)) and event.seat == moment.seat]
            assert mine
            if moment.key == "fifth":
                assert match.is_over
                assert moment.length == len(match.actions)
                assert len(match.state.sets[moment.seat]) == 5
            if moment.key == "triple":
                assert mine[0].owner == moment.seat
            if moment.key in ("passed", "found"):
                before = match.actions[moment.length - 2]
                assert (moment.key == "passed") == (before.verb == Verb.PASS)
    assert {"fifth", "passed", "found"} <= keys
    fifth = twin_it.Moment("fifth", 0, 9, 1000 / twin_it.FIFTH_MS)
    slow, quick = (twin_it.Moment("quick", 1, 5, 1 / seconds) for seconds in (2.5, 0.9))
    assert best_moment_of([slow, fifth], []) is slow
    assert best_moment_of([quick, fifth], []) is quick


@pytest.mark.parametrize("speed", ["normal", "off"])
@pytest.mark.parametrize("game", ["nein_danke", "twin_it"])
def test_the_button_of_the_moment_plays_it_from_a_little_before_at_a_speed_of_its_own(game, speed):
    player = Player()
    player.app.context.settings.speed = speed
    match = finished(game, 3)
    player.app.stack.carry_out(Reset(Result(player.app.context, match)))
    if "skip" in player.ids():
        player.tap("skip")
    player.tap("moment")
    scene = player.scene
    assert is_replay(scene)
    place = GAMES[game].records.best_moment(match).length
    driver = scene.driver
    assert driver.playing
    assert driver.match.place < place
    player.wait(300)
    assert driver.match.place < place, "the way there can be watched"
    assert player.wait(12_000, lambda: not driver.playing)
    # in real time several actions may share a stamp: all of them have happened
    assert driver.match.place >= place if GAMES[game].real_time else driver.match.place == place
    player.wait(2000)
    assert not driver.playing
    # the button plays on from there
    player.tap("toggle")
    assert driver.until == driver.length
