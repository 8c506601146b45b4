"""Rules of Twin It! against the clock: the co-operative minute and the timed contest (sections 5 and 6)."""

from types import SimpleNamespace

import pytest
from twin_it_player import Person
from twin_it_states import (
    CALM,
    CONTEST,
    MINUTE,
    W,
    X,
    Y,
    Z,
    events_after,
    refusal_of,
    spot,
    state_after,
    state_of,
    tick,
    visible_patterns,
    won_card,
)

from game.core.live import NEVER
from game.core.rng import Rng
from game.games.twin_it import rules, scoring
from game.games.twin_it.clock import CLOCK
from game.games.twin_it.events import (
    CollectRefused,
    GameEnded,
    SetCollected,
    SetExtended,
)
from game.games.twin_it.state import Action, Phase, Verb


def collect(at: int, seat: int, *cards: int) -> Action:
    return Action(Verb.COLLECT, at, seat, cards)


@pytest.mark.parametrize("seats", range(1, 7))
def test_a_timed_game_has_one_stack_and_sixty_seconds(seats):
    state = rules.setup(MINUTE, seats, Rng(3))
    assert ([len(stack) for stack in state.stacks], state.due) == ([135], 60_000)
    assert rules.view(state, 0).faces == ()


def test_every_player_deals_turns_and_moves_cards_at_any_time():
    state = state_of(spots=[(X, Y)], options=MINUTE)
    after = state_after(state, Action(Verb.DEAL, 10, 2), Action(Verb.DEAL, 11, 1), Action(Verb.TURN, 12, 0, (0,)))
    assert len(after.spots) == 3
    assert visible_patterns(after)[0] == Y
    assert refusal_of(after, Action(Verb.DEAL, 20, 0)) == "stack_is_empty"
    assert refusal_of(after, Action(Verb.MOVE, 20, 0, (0, 1))) == "spot_is_taken"
    assert refusal_of(after, Action(Verb.MOVE, 20, 0, (0, 135))) == "spot_is_taken"
    moved = state_after(after, Action(Verb.MOVE, 20, 0, (0, 5)))
    assert visible_patterns(moved)[0] == 0
    assert visible_patterns(moved)[5] == Y


def test_pairs_are_worth_one_and_triples_two_for_the_group():
    state = state_of(spots=[X, X, Y, Y, Y], options=MINUTE)
    after = state_after(state, collect(10, 0, 0, 1), collect(20, 2, 2, 3, 4))
    assert rules.scores(after) == (3, 3, 3)


def test_a_third_card_is_added_to_any_pair_of_the_group():
    state = state_of(spots=[X, X, X], options=MINUTE)
    after = state_after(state, collect(10, 0, 0, 1), collect(20, 2, 2, 1))
    assert rules.scores(after) == (2, 2, 2)
    assert isinstance(events_after(state, collect(10, 0, 0, 1), collect(20, 2, 2, 1))[-1], SetExtended)
    assert refusal_of(after, collect(30, 0, 0, 2)) == "one_card"


def test_a_wrong_pair_is_refused_and_costs_a_second():
    state = state_of(spots=[X, Y, X], options=MINUTE)
    wrong = state_after(state, collect(10, 1, 0, 1))
    assert events_after(state, collect(10, 1, 0, 1)) == [CollectRefused(1, (0, 1), 1010)]
    assert refusal_of(wrong, collect(1009, 1, 0, 2)) == "locked"
    assert rules.scores(state_after(wrong, collect(500, 0, 0, 2))) == (1, 1, 1)
    assert rules.scores(state_after(wrong, collect(1010, 1, 0, 2))) == (1, 1, 1)


def test_sets_of_an_honest_group_are_checked_only_at_the_end():
    state = state_of(spots=[X, Y, X, X, Z, Z], options=MINUTE | {"honest": True})
    after = state_after(state, collect(10, 1, 0, 1), collect(20, 1, 2, 3), collect(30, 0, 2, 4))
    assert isinstance(events_after(state, collect(10, 1, 0, 1))[0], SetCollected)
    assert rules.scores(state_after(after, tick(60_000))) == (0, 0, 0)


@pytest.mark.parametrize("mode", [MINUTE, CONTEST])
def test_before_the_end_a_view_does_not_tell_wrong_sets_from_right_ones(mode):
    state = state_of(spots=[X, Y, X, X, Y, Z, X], options=mode | {"honest": True})
    true = state_after(state, collect(10, 1, 0, 2), collect(20, 1, 0, 3), collect(30, 1, 1, 4))
    false = state_after(state, collect(10, 1, 0, 1), collect(20, 1, 0, 2), collect(30, 1, 3, 4))
    assert rules.scores(true) == rules.scores(false) == ((0, 3, 0) if mode == CONTEST else (3, 3, 3))
    for seat in range(3):
        one, other = rules.view(true, seat), rules.view(false, seat)
        assert (one.scores, one.level, one.set_counts) == (other.scores, other.level, other.set_counts)
    assert rules.scores(state_after(false, tick(60_000))) == (0, 0, 0)
    assert rules.scores(state_after(true, tick(60_000))) == rules.scores(true)


def test_an_honest_group_gets_its_medal_only_at_the_end():
    sets = [[*([[10 + number] * 2 for number in range(5)]), [X, Y]]]
    state = state_of(seats=1, sets=sets, options=MINUTE | {"honest": True})
    assert rules.view(state, 0).level == 1
    assert events_after(state, tick(60_000)) == [GameEnded((), 0)]


@pytest.mark.parametrize("cards", [(0, 1), (0, 1, 2), (1, 2)])
def test_gathered_sets_cannot_be_gathered_again(cards):
    state = state_of(spots=[X], sets=[[[Y, Y], [Z, Z, Z]], [], []], options=MINUTE)
    keys = [state.sets[0][0].faces[0] // 2, state.sets[0][1].faces[0] // 2, spot(state, 0)]
    assert refusal_of(state, collect(10, 0, *(keys[card] for card in cards))) == "not_a_set"


def test_26_after_sixty_seconds_nothing_can_be_gathered():
    state = state_of(spots=[X, X], options=MINUTE)
    assert rules.scores(state_after(state, collect(60_000, 0, 0, 1)))[0] == 1
    assert refusal_of(state, collect(60_001, 0, 0, 1)) == "game_over"
    assert state_after(state, tick(60_000)).phase == Phase.OVER


@pytest.mark.parametrize(("pairs", "level"), [(5, 0), (6, 1), (10, 2), (14, 3)])
def test_the_group_reaches_bronze_silver_or_gold(pairs, level):
    sets = [[[10 + number] * 2 for number in range(pairs)]]
    state = state_of(seats=1, sets=sets, options=MINUTE)
    assert events_after(state, tick(60_000)) == [GameEnded((0,) if level else (), level)]
    assert scoring.level(state) == level


def test_24_in_the_contest_a_rivals_pair_is_safe():
    state = state_of(spots=[X], sets=[[[X, X]], [], []], options=CONTEST)
    assert refusal_of(state, collect(10, 1, 0, won_card(state, 0))) == "not_yours"
    assert rules.scores(state_after(state, collect(10, 0, 0, won_card(state, 0)))) == (2, 0, 0)


@pytest.mark.parametrize(
    ("sets", "winners", "rules_of_the_house"),
    [
        ([[[X, X], [Y, Y]], [[Z, Z]], []], (0,), {}),
        ([[[X, X], [Y, Y]], [[Z, Z, Z]], []], (1,), {}),
        ([[[X, X]], [[Z, Z]], []], (0, 1), {}),
        # three cards that do not match are no triple
        ([[[X, X], [Y, Z, W]], [[Z, Z]], []], (0, 1), {"honest": True}),
    ],
)
def test_the_contest_is_won_by_points_then_triples_and_then_shared(sets, winners, rules_of_the_house):
    state = state_of(sets=sets, options=CONTEST | rules_of_the_house)
    assert rules.winners(state_after(state, tick(60_000))) == winners


def test_calm_minutes_count_looks_instead_of_seconds():
    state = state_of(spots=[X, Y, X], options=MINUTE | CALM)
    assert state.due == NEVER
    assert refusal_of(state, Action(Verb.PASS, 5, 0)) == "not_now"
    after = state_after(state, collect(10, 0, 0, 1))
    assert (after.passes, after.locks) == (1, (0, 0, 0))
    used = after._replace(passes=60)
    assert refusal_of(used, Action(Verb.TURN, 20, 0, (0,))) == "no_looks_left"
    assert state_after(used, collect(20, 0, 0, 2), Action(Verb.PASS, 30, 1)).phase == Phase.OVER


def test_reaching_a_medal_is_a_moment_of_its_own(monkeypatch):
    person = Person(("human",), mode="minute")
    told, heard = person.table_scene.table.announcements, []
    monkeypatch.setattr(person.app.context.audio, "play", lambda name, *_how: heard.append(name))
    while person.view.level < 1:
        assert "new_best" not in heard
        person.deal_a_pair()
        person.claim()
    assert heard.count("new_best") == 1
    assert [one.level for one in told.shouts] == [1]
    person.wait(1300)
    assert told.shouts, "it stays longer than the word for a find"
    person.wait(900)
    assert not told.shouts
    assert heard.count("new_best") == 1


@pytest.mark.parametrize("size", [(1280, 720), (390, 844), (844, 390)])
def test_the_clock_and_the_points_are_large_beside_the_bar_and_tick_at_the_end(size, monkeypatch):
    person = Person(("human",), size=size, mode="minute", minute=60)
    table, sounds = person.table_scene.table, []
    monkeypatch.setattr(person.app.context.audio, "play", lambda name, *_volume: sounds.append(name))
    tall, bar, put = size[1] > size[0], table.spots.bar, []
    drawn = {name: lambda *_: None for name in ("put_left", "put_right")}
    canvas = SimpleNamespace(put_centred=lambda picture, x, y: put.append((picture, x, y)), **drawn)
    table.clock.draw_clock(canvas, 9400)
    for picture, x, y in put[:2]:
        wide, high = (side / table.kit.scale for side in picture.get_size())
        assert high >= 0.8 * CLOCK[tall]
        assert y + 0.4 * high <= table.spots.field.y
        assert x + wide / 2 <= bar.x or x - wide / 2 >= bar.x + bar.w
    assert person.until(56_000, lambda: 0 < table.clock.left()[1] < 5000)
    before = sounds.count("count_1")
    assert person.until(8000, lambda: False)
    assert sounds.count("count_1") - before in (4, 5)
