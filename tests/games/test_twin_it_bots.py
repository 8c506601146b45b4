"""Bots of Twin It! and the scheduler that drives them: honest, never too fast, good partners, distinct levels."""

import ast
from collections import Counter
from itertools import pairwise
from math import exp
from pathlib import Path
from statistics import median

import human_model
import pytest
from audits import twin_it as audit
from twin_it_states import W, X, Y, Z, buzz, clock_at, patterns_of_sets, spot, state_of, top, touch

from game.catalogue.registry import GAMES
from game.core.live import NEVER
from game.core.match import Match, Seat, load
from game.core.records import MatchRecord
from game.core.rng import Rng
from game.games.twin_it import bots, pace, rules, scoring
from game.games.twin_it.bots import FLOOR_MS, LEVELS, MANNERS, TAP_MS, Mind, explain, think
from game.games.twin_it.events import CardFlipped, ErrorMade, GameEnded, SetCollected, SetStolen, SetWon
from game.games.twin_it.game import TwinIt
from game.games.twin_it.pace import MOVES_MS, NEW_MS, Pace, expected, nearest
from game.games.twin_it.scheduler import TwinItScheduler, drive, scheduler_of
from game.games.twin_it.state import Action, Phase, Verb

SPECIAL = [
    ({}, 2),
    ({}, 6),
    ({"forbidden": 1}, 3),
    ({"buzzers": True}, 4),
    ({"mode": "teams"}, 4),
    ({"mode": "teams"}, 5),
    ({"mode": "teams", "buzzers": True}, 4),
    ({"mode": "teams", "forbidden": 0}, 6),
    ({"mode": "minute"}, 1),
    ({"mode": "minute"}, 4),
    ({"mode": "contest"}, 3),
]


def match_of(options, levels, seed=1):
    return Match(GAMES["twin_it"], options, [Seat(f"P{n}", level) for n, level in enumerate(levels)], seed)


def clock_of(match, seed=1, **more):
    minds = {n: Mind(n, seat.kind, Rng(seed * 100 + n)) for n, seat in enumerate(match.seats) if seat.kind != "human"}
    return TwinItScheduler(match, minds, **more)


def run(clock):
    """Play a game between bots to its end."""
    for _ in drive(clock):
        pass


def played(options, levels, seed=1):
    """Return a whole game between bots."""
    match = match_of(options, levels, seed)
    run(clock_of(match, seed))
    return match


# ---- honesty -------------------------------------------------------------------------------------------------


def test_bots_do_not_import_or_name_secret_things():
    for module in (bots, pace):
        tree = ast.parse(Path(module.__file__).read_text(encoding="utf-8"))
        names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
        names |= {alias.name for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) for alias in node.names}
        assert not names & {"State", "Match", "TwinItScheduler", "lying", "rules", "claims", "CARDS", "shuffled"}


def test_the_backs_of_cards_do_not_influence_a_bot():
    def first_plans(backs):
        state = state_of(spots=[(X, backs), (Y, backs + 1), (X, backs + 2)], stacks=[[(5, 6)], [(7, 8)], [(9, 10)]])
        mind = Mind(0, "hard", Rng(3))
        mind.notice(rules.view(state, 0))
        return mind.plans

    assert first_plans(100) == first_plans(200) != []


# ---- reaction times ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", LEVELS)
def test_reactions_are_skewed_and_grow_with_the_number_of_faces(level):
    def times(faces):
        rng = Rng(7)
        return sorted(bots.reaction(MANNERS[level], faces, rng, "touch") for _ in range(3000))

    few, many = times(5), times(40)
    assert median(many) > 1.3 * median(few)
    for drawn in (few, many):
        assert sum(drawn) / len(drawn) > median(drawn), "the long tail is on the slow side"
        assert drawn[0] >= FLOOR_MS + TAP_MS


def test_higher_levels_are_quicker_and_miss_less():
    easy, normal, hard = (MANNERS[level] for level in ("easy", "normal", "hard"))
    assert easy.search > normal.search > hard.search
    assert easy.miss > normal.miss > hard.miss
    assert easy.false > normal.false > hard.false
    assert easy.again < normal.again < hard.again


def test_median_reactions_are_close_to_the_levels_parameter():
    for manner in MANNERS.values():
        rng = Rng(2)
        drawn = median(bots.reaction(manner, bots.USUAL_FACES, rng, "mouse") for _ in range(4000))
        assert abs(drawn - manner.search - MOVES_MS["mouse"]) < 250


@pytest.mark.parametrize(("options", "seats"), SPECIAL)
def test_no_bot_touches_a_face_within_350_ms_of_its_appearance(options, seats):
    for seed in range(6):
        match = match_of(options, ["hard"] * seats, seed)
        clock = clock_of(match, seed)
        while not match.is_over:
            before = match.state
            for done in clock.advance(max(clock.next_at(), match.state.now + 1)):
                action = done.action
                if action.verb in (Verb.TOUCH, Verb.COLLECT):
                    faces = [f for f in rules.view(before, 0).faces if set(f.cards) & set(action.cards)]
                    assert all(action.at_ms - face.shown_at >= FLOOR_MS for face in faces)
                before = match.state


# ---- whole games -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("options", "seats"), SPECIAL)
def test_whole_games_end_keep_every_card_and_replay_from_their_save(options, seats):
    levels = [LEVELS[(seat + 1) % 3] for seat in range(seats)]
    match = played(options, levels, 5)
    assert match.is_over
    assert audit.audit(match.state) == []
    again = load(match.save(), GAMES)
    assert again.state == match.state


@pytest.mark.parametrize("options", [{"calm": True}, {"calm": True, "looks": 2}, {"calm": True, "mode": "minute"}, {}])
def test_bots_play_without_a_clock_too(options):
    match = match_of(options, ["hard", "normal", "easy"], 3)
    rng = Rng(9)
    while not match.is_over:
        seat = rules.to_move(match.state)
        *_, action = think(match.view(seat), rng, match.seats[seat].kind)
        match.apply(action)
        assert len(match.actions) < 5000
    assert audit.audit(match.state) == []


def test_an_unknown_level_is_refused():
    with pytest.raises(ValueError, match="no such level"):
        next(think(rules.view(state_of(), 0), Rng(1), "godlike"))


def test_games_between_bots_have_the_length_given_in_the_rule_text():
    games = [played({}, ["normal", "normal"], seed) for seed in range(12)]
    flips = [sum(isinstance(e, CardFlipped) for events in game.events for e in events) for game in games]
    assert 20 < median(flips) < 60


def test_bots_make_errors_and_steal_now_and_then():
    seen = Counter(
        type(event) for seed in range(40) for events in played({}, ["easy"] * 4, seed).events for event in events
    )
    assert seen[ErrorMade] > 0
    assert seen[SetStolen] > 0
    assert seen[SetWon] > 4 * seen[ErrorMade]


# ---- levels against the model of a person --------------------------------------------------------------------


#: how far so few games may be off the windows of ``human_model``, whose shares are of a thousand
OFF = 0.15


@pytest.mark.parametrize("opponents", human_model.OPPONENTS)
@pytest.mark.parametrize("row", human_model.ROWS)
def test_each_of_three_persons_wins_as_often_as_the_level_promises(row, opponents):
    for median_ms, (least, most) in zip(human_model.MEDIANS, human_model.WINDOWS[row, opponents], strict=True):
        share = human_model.share_won(TwinIt(), row, opponents, median_ms, 20)
        assert least - OFF <= share <= most + OFF, median_ms


def test_every_person_has_an_even_level_and_the_usual_one_beats_easy():
    for opponents in human_model.OPPONENTS:
        parity = 1 / (opponents + 1)
        for place in range(len(human_model.MEDIANS)):
            windows = [human_model.WINDOWS[level, opponents][place] for level in LEVELS]
            assert any(least <= parity + 0.1 <= most and least > 0 for least, most in windows)
    assert human_model.WINDOWS["easy", 1][1][0] >= 0.8
    assert human_model.WINDOWS["hard", 1][1][0] > 0


@pytest.mark.parametrize("opponents", human_model.OPPONENTS)
@pytest.mark.parametrize("level", bots.RISING)
def test_without_a_clock_each_of_three_persons_wins_as_often_as_promised(level, opponents):
    for sees, (least, most) in zip(human_model.SEES, human_model.CALM_WINDOWS[level, opponents], strict=True):
        share = human_model.share_won_calm(TwinIt(), level, opponents, sees, 20)
        assert least - OFF <= share <= most + OFF, sees


def test_without_a_clock_an_attentive_person_beats_easy_and_sometimes_hard():
    for opponents in human_model.OPPONENTS:
        assert human_model.CALM_WINDOWS["easy", opponents][0][0] >= 0.9
        assert human_model.CALM_WINDOWS["hard", opponents][0][0] > 0
        assert human_model.CALM_WINDOWS["hard", opponents][0][1] < human_model.CALM_WINDOWS["easy", opponents][0][0]


def test_without_a_clock_a_levels_misses_depend_only_on_the_seed():
    state = state_of(spots=[X, Y, X], options={"calm": True}, now=100)._replace(flipper=2)
    view = rules.view(state, 0)
    found = dict.fromkeys(LEVELS, 0)
    for seed in range(200):
        for level in LEVELS:
            done = [list(think(view, Rng(seed), level))[-1] for _ in range(2)]
            assert done[0] == done[1]
            found[level] += done[0].verb == Verb.TOUCH
    for level, count in found.items():
        assert abs(count / 200 - (1 - bots.OVERLOOKS[bots.played_level(level, view.options.calm)])) < 0.1, level


def test_the_ladder_prints_the_persons_against_every_level():
    lines = list(human_model.table(TwinIt(), 1))
    assert len(lines) == len(human_model.OPPONENTS) * (2 + len(human_model.ROWS) + len(bots.RISING))
    assert [line.split()[0] for line in lines[1:6]] == list(human_model.ROWS)
    assert all(f"{ms / 1000} s" in line for line in lines[1:6] for ms in human_model.MEDIANS)


# ---- the pace of a person ---------------------------------------------------------------------------------------


def followed(*claims: tuple[int, int]) -> float:
    """Return the estimated median of the person at seat 0 after claims by seats in so many milliseconds."""
    followed_pace = Pace(NEW_MS)
    for seat, ms in claims:
        followed_pace.learn([SetWon(seat, (1, 2), X, ms)], [0])
    return followed_pace.ms


def test_a_few_claims_of_the_first_game_give_a_good_estimate():
    assert followed() == pytest.approx(NEW_MS, rel=0.02)
    assert 1200 < followed((0, 1300), (0, 1250), (0, 1400)) < 1600
    assert 3000 < followed((0, 3600), (0, 3400), (0, 3500)) < 3900
    # a bot's claim means that the person takes longer: the more so, the later it was
    assert NEW_MS < followed((1, 1500), (1, 1500)) < followed((1, 3000), (1, 3000)) < 5000
    # one pair that was overlooked for long means little about a quick player
    quick = [(0, 1300)] * 4
    assert followed(*quick, (0, 9000)) < 1.25 * followed(*quick)


def test_the_estimate_uses_own_claims_and_lost_ones():
    rng, middle = Rng(5), 3000
    claims = []
    for _ in range(60):
        own = round(middle * exp(0.4 * sum(rng.fraction() - 0.5 for _ in range(12))))
        rival = round(2400 * exp(0.4 * sum(rng.fraction() - 0.5 for _ in range(12))))
        claims.append((0, own) if own < rival else (1, rival))
    assert median(ms for seat, ms in claims if seat == 0) < 2400, "what was won alone would tell another story"
    assert followed(*claims) == pytest.approx(middle, rel=0.1)


def test_a_resumed_match_has_the_same_opponents():
    match = match_of({"pace": 1800}, ["human", "adaptive"], 4)
    clock = TwinItScheduler(match, {0: human_model.Person(0, Rng(3), 3500), 1: Mind(1, "adaptive", Rng(4))})
    while not any(isinstance(event, SetWon) for events in match.events for event in events):
        clock.step(2 * NEVER)
    again = TwinItScheduler(load(match.save(), GAMES), {1: Mind(1, "adaptive", Rng(4))})
    assert again.pace.ms == clock.pace.ms != pytest.approx(1800)
    assert again.bot_minds[1].pace == clock.bot_minds[1].pace


def shared_minute(kind: str, delay: int, seed: int) -> Match:
    """Return a co-operative minute of a person who gathers each pair in about ``delay`` ms, with two bots."""
    match = match_of({"mode": "minute", "pace": nearest(NEW_MS)}, ["human", kind, kind], seed)
    clock, rng, due, free = scheduler_of(match), Rng(seed), {}, 0
    for now in range(20, 60_000, 20):
        for late, early in bots.matches(match.view(0)) if now >= free else ():
            at = due.setdefault((late.seen, early.seen), late.shown_at + round(delay * (0.6 + 0.9 * rng.fraction())))
            if now >= at and now >= free:
                clock.submit(Action(Verb.COLLECT, now, 0, (late.card, early.card)))
                free = now + 500
        while clock.step(now):
            pass
    return match


def brought(kind: str, delay: int) -> float:
    """Return the share of the sets of some shared minutes that the bots have gathered."""
    states = [shared_minute(kind, delay, seed).state for seed in range(1, 5)]
    events = [[len(sets) for sets in state.sets] for state in states]
    return sum(sum(row[1:]) for row in events) / sum(map(sum, events))


def test_partners_of_a_quick_person_follow_the_pace_of_this_match_and_take_part():
    assert brought("adaptive", 1500) > 0.12
    match = shared_minute("adaptive", 1500, 1)
    clock, again = scheduler_of(match), scheduler_of(load(match.save(), GAMES))
    assert 900 < clock.bot_minds[1].pace < 2250, "it is not the known one"
    assert again.bot_minds[1].pace == clock.bot_minds[1].pace
    assert again.bot_minds[1].knows_pace
    few = Match(GAMES["twin_it"], match.state.options._asdict(), list(match.seats), 1)
    assert not scheduler_of(few).bot_minds[1].knows_pace


def test_a_table_starts_with_the_known_pace_for_the_kind_of_input():
    assert expected([], "mouse") == nearest(NEW_MS)
    assert expected([], "touch") < expected([], "mouse") < expected([], "keyboard")
    known = [MatchRecord(pace_ms=1800, hand="mouse"), MatchRecord(pace_ms=3100, hand="keyboard"), MatchRecord()]
    assert expected(known, "mouse") == 1800
    assert expected(known, "keyboard") == 3100
    assert expected(known, "touch") == nearest(3100 + MOVES_MS["touch"] - MOVES_MS["keyboard"])
    assert expected([MatchRecord(times=(1500, 1700, 1600))], "mouse") == nearest(1600)


def planned(state, seeds):
    """Return when a bot at seat 0 touches its cards, the median over so many seeds."""
    plans = []
    for seed in range(seeds):
        mind = Mind(0, "normal", Rng(seed))
        mind.notice(rules.view(state, 0))
        plans += [plan.at for plan in mind.plans]
    return median(plans)


def test_a_bot_is_as_slow_as_the_persons_kind_of_input():
    def took(hand):
        return planned(state_of(spots=[X, X], options={"hand": hand}), 60)

    assert took("mouse") - took("touch") == MOVES_MS["mouse"] - MOVES_MS["touch"] > 0
    assert took("keyboard") > took("mouse")


# ---- behaviour ------------------------------------------------------------------------------------------------


def test_a_bot_looks_first_for_pairs_of_the_player_about_to_win():
    four = [[X, X], [11, 11], [12, 12], [13, 13]]

    def took(sets):
        return planned(state_of(spots=[X], sets=[[], sets, []]), 200)

    assert took(four) < 0.85 * took(four[:1])


def test_a_bots_second_touch_follows_a_moment_after_the_first():
    state = state_of(spots=[X, X], stacks=[[W], [W + 90], [5]], options={"flip_after": 10000})
    clock = clock_at(state, ("human", "hard", "human"), {1: Mind(1, "hard", Rng(4))})
    hands = [done.action for done in clock.advance(9000) if done.action.verb == Verb.TOUCH]
    assert [len(hand.cards) for hand in hands] == [1, 1]
    assert hands[1].at_ms - hands[0].at_ms == TAP_MS
    assert patterns_of_sets(clock.match.state, 1) == [[X, X]]


def test_a_bot_ignores_pairs_forbidden_to_it():
    state = state_of(spots=[X, X], beside=[X, Y, Z], options={"forbidden": 0})
    mind = Mind(0, "hard", Rng(4))
    mind.notice(rules.view(state, 0))
    assert mind.plans == []
    other = Mind(1, "hard", Rng(4))
    other.notice(rules.view(state, 1))
    assert other.plans


def test_after_an_error_a_bot_gives_a_pair_before_a_triple():
    state = state_of(sets=[[[X, X, X], [Y, Y], [Z, Z]]], spots=[Y], phase=Phase.CHOOSE, due=3000)
    action = bots.choose(rules.view(state, 0), 100)
    assert action.cards[0] == state.sets[0][1].faces[0] // 2, "the pair that can be robbed anyway"


def test_a_team_mate_touches_the_second_card():
    covered = 0
    for seed in range(40):
        state = state_of(spots=[X, X], seats=4, options={"mode": "teams", "flip_after": 10000})
        mind = Mind(2, "normal", Rng(seed))
        clock = clock_at(state, ("human", "human", "normal", "human"), {2: mind})
        mind.plans.clear()
        clock.submit(touch(500, 0, spot(state, 0)))
        clock.advance(3000)
        covered += len(clock.match.state.sets[2])
    assert covered >= 30


TEAM_BUZZ = {"mode": "teams", "buzzers": True, "flip_after": 10000}


def test_a_team_mate_touches_the_second_card_after_a_persons_buzz():
    covered = 0
    for seed in range(40):
        state = state_of(spots=[X, X], seats=4, options=TEAM_BUZZ)
        mind = Mind(2, "normal", Rng(seed))
        clock = clock_at(state, ("human", "human", "normal", "human"), {2: mind})
        mind.plans.clear()
        clock.submit(buzz(500, 0))
        clock.submit(touch(1900, 0, spot(state, 0)))
        done = clock.advance(6000)
        covered += len(clock.match.state.sets[2])
        assert [outcome.action.seat for outcome in done if outcome.action.verb == Verb.BUZZ] == [0]
    assert covered >= 30


def test_a_bot_does_not_support_a_touch_on_a_card_without_a_match():
    state = state_of(spots=[X, Y], seats=4, options=TEAM_BUZZ)
    clock = clock_at(state, ("human", "human", "hard", "human"), {2: Mind(2, "hard", Rng(1))})
    clock.submit(buzz(500, 0))
    clock.submit(touch(900, 0, spot(state, 0)))
    assert all(outcome.action.seat != 2 for outcome in clock.advance(4000))


def test_after_a_bots_buzz_for_its_team_a_mate_touches_the_second_card():
    for finisher in ("hard", "human"):
        state = state_of(spots=[X, X], stacks=[[W], [7], [5], [6]], seats=4, options=TEAM_BUZZ)
        minds = {1: Mind(1, "hard", Rng(2))}
        if finisher == "hard":
            minds[3] = Mind(3, "hard", Rng(3))
        clock = clock_at(state, ("human", "hard", "human", finisher), minds)
        hand = None
        while hand is None:
            done = clock.advance(clock.next_at())
            hand = next((outcome.action for outcome in done if outcome.action.verb == Verb.TOUCH), None)
            assert clock.match.state.now < 9000
        assert len(hand.cards) == 1
        if finisher == "human":
            other = ({spot(state, 0), spot(state, 1)} - set(hand.cards)).pop()
            clock.submit(touch(hand.at_ms + 1500, 3, other))
        clock.advance(hand.at_ms + 2700)
        won = next(event for events in clock.match.events for event in events if isinstance(event, SetWon))
        assert {won.seat, won.mate} == {1, 3}


def test_a_bot_with_human_mates_does_not_risk_their_sets_by_a_buzz():
    for sets, buzzes in (([], True), ([[11, 11]], False)):
        state = state_of(spots=[X, X], seats=4, sets=[[], sets, [], []], options=TEAM_BUZZ)
        clock = clock_at(state, ("human", "hard", "human", "human"), {1: Mind(1, "hard", Rng(2))})
        done = clock.advance(9000)
        assert any(outcome.action.verb == Verb.BUZZ for outcome in done) == buzzes


def test_bots_never_touch_both_cards_for_a_team():
    for seed in range(4):
        match = played(TEAM_BUZZ, ["hard", "normal", "easy", "normal"], seed)
        events = [event for events in match.events for event in events]
        assert not any(isinstance(event, ErrorMade) and event.why == "alone" for event in events)
        won = [event for event in events if isinstance(event, SetWon)]
        assert won
        assert all(event.mate >= 0 for event in won)


def test_in_the_minute_a_bot_leaves_pairs_for_the_group():
    for seed in range(5):
        alone = played({"mode": "minute"}, ["hard"], seed)
        gathered = [
            (action.at_ms, action.seat)
            for action, events in zip(alone.actions, alone.events, strict=True)
            if any(isinstance(event, SetCollected) for event in events)
        ]
        gaps = [later - earlier for (earlier, _), (later, _) in pairwise(gathered)]
        assert min(gaps, default=NEVER) >= bots.REST_MS


def test_in_the_minute_bots_do_not_turn_cards_of_a_pair():
    state = state_of(spots=[X, Y, X, Z], stacks=[], seats=2, options={"mode": "minute"})
    for seed in range(30):
        mind = Mind(1, "hard", Rng(seed))
        turned = mind.act(rules.view(state._replace(stacks=((),)), 1), 5000)
        assert turned.verb == Verb.TURN
        assert turned.cards[0] in {spot(state, 1), spot(state, 3)}


def test_in_the_minute_bots_take_turns_at_changing_the_table():
    def changes(bots_there):
        match = match_of({"mode": "minute"}, ["human", *["normal"] * bots_there], 2)
        run(clock_of(match, 2))
        return sum(action.verb in (Verb.DEAL, Verb.TURN) for action in match.actions)

    assert changes(5) < 3 * changes(1)


@pytest.mark.parametrize("seats", range(2, 7))
def test_bots_alone_do_not_bring_a_group_to_silver(seats):
    levels = ["human", *["hard"] * (seats - 1)]
    for seed in range(6):
        match = match_of({"mode": "minute"}, levels, seed)
        run(clock_of(match, seed))
        assert scoring.level(match.state) <= 1


def test_the_hint_is_a_real_pair_if_there_is_one():
    state = state_of(spots=[X, Y, X])
    advice = explain(rules.view(state, 0))
    assert set(advice.action.cards) == {0, 2}
    assert dict(advice.numbers)["hint.matches"] == 1
    assert explain(rules.view(state_of(), 0)).action.verb == Verb.FLIP


# ---- the scheduler ---------------------------------------------------------------------------------------------


class Puppet(Mind):
    """A bot that touches two cards at a given time."""

    def __init__(self, seat, when, cards):
        super().__init__(seat, "hard", Rng(1))
        self.when, self.cards = when, cards

    def notice(self, view):
        """Do nothing."""

    def next_at(self, view):
        return self.when

    def act(self, view, at):
        self.when = NEVER
        return Action(Verb.TOUCH, at, self.seat, self.cards)


def test_a_person_wins_an_exact_tie_with_a_bot():
    state = state_of(spots=[X, X])
    clock = clock_at(state, minds={1: Puppet(1, 700, (0, 1))})
    clock.submit(touch(700, 0, 0, 1))
    done = clock.advance(800)
    assert patterns_of_sets(clock.match.state, 0) == [[X, X]]
    assert [outcome.action.at_ms for outcome in done if not outcome.reason] == [700]
    assert done[-1].reason == "one_card"


def test_a_touch_wins_an_exact_tie_with_a_due_flip():
    for person in (True, False):
        state = state_of(spots=[X, X], due=700)
        clock = clock_at(state, minds={} if person else {1: Puppet(1, 700, (0, 1))})
        if person:
            clock.submit(touch(700, 1, 0, 1))
        done = clock.advance(700)
        assert [outcome.action.verb for outcome in done] == [Verb.TOUCH]
        assert patterns_of_sets(clock.match.state, 1) == [[X, X]]
        assert not any(isinstance(event, CardFlipped) for event in done[0].events)


def test_a_delayed_touch_wins_an_exact_tie_with_a_bot_and_with_a_due_flip():
    state = state_of(spots=[X, X], due=700, flipper=0, options={"flipper_handicap": 150})
    clock = clock_at(state, minds={0: Puppet(0, 550, (0, 1)), 1: Puppet(1, 700, (0, 1))})
    clock.advance(700)
    assert patterns_of_sets(clock.match.state, 0) == [[X, X]]
    assert clock.match.state.now == 700


def test_a_bot_that_was_first_by_a_millisecond_wins():
    state = state_of(spots=[X, X])
    clock = clock_at(state, minds={1: Puppet(1, 699, (0, 1))})
    clock.submit(touch(700, 0, 0, 1))
    clock.advance(800)
    assert patterns_of_sets(clock.match.state, 1) == [[X, X]]


def test_a_slow_frame_does_not_change_who_was_first():
    def game(frames):
        clock = clock_at(state_of(spots=[X, X, Y, Y]), minds={2: Puppet(2, 640, (2, 3))})
        clock.submit(touch(610, 1, 0))
        clock.submit(touch(605, 0, 1))
        clock.submit(touch(655, 0, 0))
        for now in frames:
            clock.advance(now)
        return clock.match.state.sets, clock.match.state.contested

    smooth = game(range(0, 1000, 7))
    assert smooth == game([1000]) == game([620, 990])


def test_stamps_decide_instead_of_the_order_of_arrival():
    clock = clock_at(state_of(spots=[X, X]))
    clock.submit(touch(720, 1, 0, 1))
    clock.submit(touch(700, 0, 0, 1))
    clock.advance(800)
    assert patterns_of_sets(clock.match.state, 0) == [[X, X]]


def test_a_late_input_counts_within_the_settling_time():
    clock = clock_at(state_of(spots=[X, X]), minds={1: Puppet(1, 700, (0, 1))}, settle=30)
    clock.advance(720)
    clock.submit(touch(695, 0, 0, 1))
    clock.advance(760)
    assert patterns_of_sets(clock.match.state, 0) == [[X, X]]


def test_an_input_that_is_too_late_gets_the_next_stamp():
    clock = clock_at(state_of(spots=[X, X], options={"flip_after": 10000}))
    clock.submit(touch(700, 1, 1))
    clock.advance(705)
    clock.submit(touch(650, 0, 0))
    done = clock.advance(710)
    assert done[0].action.at_ms == 701


def test_a_handicap_makes_a_touch_count_later():
    clock = clock_at(state_of(spots=[X, X], options={"handicap": (300,)}))
    clock.submit(touch(600, 0, 0, 1))
    clock.submit(touch(800, 1, 0, 1))
    clock.advance(1000)
    assert patterns_of_sets(clock.match.state, 1) == [[X, X]]


def test_with_buzzers_a_handicap_delays_only_the_buzz():
    clock = clock_at(state_of(spots=[X, X], options={"handicap": (300, 0, 0), "buzzers": True}))
    clock.submit(Action(Verb.BUZZ, 600, 0))
    clock.submit(touch(1300, 0, 0, 1))
    assert [done.action.at_ms for done in clock.advance(2000)] == [900, 1300]
    assert patterns_of_sets(clock.match.state, 0) == [[X, X]]


def test_bots_flip_soon_while_few_cards_are_in_the_middle():
    match = match_of({}, ["easy", "normal", "hard"], 4)
    clock, times = clock_of(match), [0]
    for outcome in drive(clock):
        times += [outcome.action.at_ms for event in outcome.events if isinstance(event, CardFlipped)]
        if len(times) > 12 or any(isinstance(event, SetWon) for event in outcome.events):
            break
    waits = [after - before for before, after in pairwise(times)]
    soon = 3 + bots.STARTING
    assert len(waits) > soon
    assert all(bots.START_MS[0] <= wait <= sum(bots.START_MS) for wait in waits[:soon])
    assert all(1500 <= wait <= 2500 for wait in waits[soon:])
    assert len(set(waits[soon:])) > 2


def flip_time(cards: int = 20, shown_at: int = 1000, seat: int = 0, pace_ms: float = NEW_MS, **options: int) -> int:
    """Return the milliseconds that a bot in turn waits since 1 s, with ``cards`` in the middle, the last shown then."""
    state = state_of(spots=range(10, 10 + cards), turn=seat, now=1000, flip_from=2000, options=options)
    state = state._replace(due=1000 + state.options.flip_after, shown=(shown_at, *state.shown[1:]))
    mind = Mind(seat, "normal", Rng(7), pace_ms)
    view = TwinIt().view(state, seat)
    mind.notice(view)
    return mind._flip.at - 1000


def test_a_bot_flips_later_with_many_faces_or_slow_people_and_sooner_with_no_new_face():
    assert flip_time(12) < flip_time(20) < flip_time(32)
    assert flip_time(seat=0) != flip_time(seat=1) != flip_time(seat=2)
    assert flip_time(shown_at=400) < 0.8 * flip_time()
    # the people's pace tells how long a face has to lie
    assert flip_time(pace_ms=6000) > flip_time() + 500
    assert flip_time(pace_ms=12000) == 4000
    assert flip_time(flip_after=10000) > 2 * flip_time()


def test_a_house_rule_delays_the_touches_of_the_player_who_flipped():
    for rule, seat in ((0, 0), (150, 1)):
        state = state_of(spots=[X], stacks=[[W, (5, X)], [6], [7]], options={"flipper_handicap": rule})
        clock = clock_at(state)
        clock.submit(Action(Verb.FLIP, 1000, 0))
        clock.advance(1000)
        clock.submit(touch(1500, 0, 0, spot(clock.match.state, 1)))
        clock.submit(touch(1600, 1, 0, spot(clock.match.state, 1)))
        clock.advance(2000)
        assert patterns_of_sets(clock.match.state, seat) == [[X, X]]


@pytest.mark.parametrize(("rule", "seat"), [(0, 0), (150, 1), (300, 1)])
def test_a_bot_that_flipped_is_delayed_like_a_person(rule, seat):
    state = state_of(spots=[X], stacks=[[W, (5, X)], [6], [7]], options={"flipper_handicap": rule})
    new = top(state, 0)
    clock = clock_at(state, minds={0: Puppet(0, 1500, (0, new))})
    clock.submit(Action(Verb.FLIP, 1000, 0))
    clock.advance(1000)
    clock.submit(touch(1600, 1, 0, new))
    clock.advance(2000)
    assert patterns_of_sets(clock.match.state, seat) == [[X, X]]


@pytest.mark.parametrize("rule", [0, 150, 300])
def test_with_buzzers_the_delay_after_a_flip_does_not_apply_to_bots_either(rule):
    state = state_of(spots=[X], stacks=[[W, (5, X)], [6], [7]], options={"flipper_handicap": rule, "buzzers": True})
    new = top(state, 0)
    clock = clock_at(state, minds={0: Puppet(0, 1500, (0, new))})
    clock.submit(Action(Verb.FLIP, 1000, 0))
    done = clock.advance(2000)
    assert [outcome.action.at_ms for outcome in done if outcome.action.verb == Verb.TOUCH] == [1500]


def test_the_delay_after_a_flip_applies_only_to_new_faces():
    state = state_of(spots=[X, X], stacks=[[W, (5, Y)], [Y], [7]], options={"flipper_handicap": 300})
    new = top(state, 0)
    for cards, stamp in (((0, 1), 1500), ((new, top(state, 1)), 1800)):
        clock = clock_at(state, minds={0: Puppet(0, 1500, cards)})
        clock.submit(Action(Verb.FLIP, 1000, 0))
        done = clock.advance(2000)
        assert [outcome.action.at_ms for outcome in done if outcome.action.verb == Verb.TOUCH] == [stamp]
        assert len(patterns_of_sets(clock.match.state, 0)) == 1


def test_time_alone_flips_cards_and_ends_the_minute():
    clock = clock_at(state_of())
    clock.advance(12_500)
    assert len(clock.match.state.spots) == 3
    match = match_of({"mode": "minute"}, ["human"])
    done = TwinItScheduler(match, {}).advance(70_000)
    assert any(isinstance(event, GameEnded) for outcome in done for event in outcome.events)
    assert TwinItScheduler(match, {}).next_at() == NEVER


def test_a_helping_bot_lets_go_when_the_card_is_turned_over():
    state = state_of(spots=[X], stacks=[[6, (X, 8)], [5], [5], [5]], seats=4, options={"mode": "teams"})
    helper = Mind(2, "hard", Rng(1))
    clock = clock_at(state, kinds=("human",) * 4, minds={2: helper})
    clock.submit(touch(1200, 0, 0))
    clock.advance(1200)
    assert helper.hand is not None
    assert helper.hand.card == top(state, 0)
    clock.submit(Action(Verb.FLIP, 1210, 0))
    clock.advance(1210)
    assert helper.hand is None


def test_the_same_seed_gives_the_same_game_of_bots():
    assert played({}, ["hard", "easy", "normal"], 8).actions == played({}, ["hard", "easy", "normal"], 8).actions
