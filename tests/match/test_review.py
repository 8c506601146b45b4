"""Reviews find mistakes, do not blame good play, and do not depend on hidden cards."""

import json
from itertools import repeat

import ladder
import pytest
import simulate
from finished import finished
from nein_danke_states import state_of
from offers import REVIEWED

from game.ai import judgement, rollouts
from game.ai.judgement import ADVISED_AGAINST, AGREED, Estimate, JudgedDecision, Suspicion, judge_decision
from game.ai.levels import chosen_by
from game.ai.review import Effect, Review, decision_points, others_play, review_match
from game.ai.rollouts import win_share
from game.catalogue.registry import GAMES
from game.core.capabilities import Advice
from game.core.match import Match, Seat
from game.core.rng import Rng
from game.games.dnup.scoring import prospects
from game.games.nein_danke.rules import PAY, TAKE
from game.games.push.deck import number_card
from game.games.push.rules import DRAW, STOP, Phase

GAME = GAMES["nein_danke"]


def judged(match: Match, place: int, played, seed: int = 1) -> JudgedDecision:
    """Return the judgement of an action at a place of a match."""
    state = match.at(place).state
    return next(found for found in judge_decision(GAME, state, place, played, seed) if found is not None)


def fresh(seed: int = 1) -> Match:
    return Match(GAME, {}, [Seat(f"P{number}", "human") for number in range(3)], seed)


def with_card(least: int, most: int) -> Match:
    """Return a fresh match whose first card lies within these bounds."""
    return next(match for match in map(fresh, range(200)) if least <= match.state.card <= most)


def test_taking_an_expensive_card_at_once_is_a_mistake_with_a_cost(monkeypatch):
    monkeypatch.setattr(rollouts, "PAIRS", 70)
    found = judged(with_card(33, 35), 0, TAKE)
    assert found.best == PAY
    assert found.cost == found.best_chance - found.chance > 0.1
    assert found.error < 0.1


def test_the_best_move_may_differ_from_the_played_one_and_from_that_of_hard(monkeypatch):
    monkeypatch.setattr(GAME.hints, "advise", lambda _view: iter([Advice(TAKE, ())]))
    # taking the last card loses the match
    displays, aside = ((10,), (20,), (22,)), tuple(range(23, 32))
    gone = tuple(number for number in range(3, 35) if number not in (10, 20, 22, *aside))
    state = state_of(35, displays=displays, chips=(6, 5, 5), pile=(), set_aside=aside, discard=gone)
    *_, found = judge_decision(GAME, state, 0, TAKE, 1)
    assert found.best == PAY
    assert found.cost > 0.5
    assert found.why == GAME.hints.advise_action(GAME.view(state, 0), PAY).why
    # and paying is not blamed for what hard would have done
    *_, found = judge_decision(GAME, state, 0, PAY, 1)
    assert (found.best, found.cost) == (PAY, 0)


def test_the_move_of_the_strongest_level_costs_nothing():
    found = judged(with_card(33, 35), 0, PAY)
    assert (found.best, found.cost, found.error) == (PAY, 0.0, 0.0)
    assert 0.1 < found.chance < 0.7


def test_a_difference_within_its_error_is_no_mistake():
    row = JudgedDecision(place=3, played=TAKE, best=PAY, chance=0.30, best_chance=0.39, error=0.05)
    assert row.cost == 0
    assert row._replace(error=0.04).cost == pytest.approx(0.09)


def test_points_are_told_only_if_the_chance_shows_no_difference_and_beyond_their_error():
    row = JudgedDecision(3, TAKE, PAY, 0.10, 0.12, 0.03, None, -20.0, -14.0, 2.0)
    assert (row.cost, row.points) == (0, 6)
    assert row._replace(margin_error=3.5).points == 0
    assert row._replace(best_margin=-19.2, margin_error=0.1).points == 0
    # a mistake that cost a chance is told as that
    assert row._replace(error=0.005).points == 0
    found = Review(0, (row, row._replace(place=4, error=0.005), row._replace(place=5, best_margin=-10.0)), 0.0)
    assert [judged.place for judged in found.mistakes] == [4, 5, 3]


def test_a_player_far_behind_is_told_the_cost_of_stopping_early():
    """Stopping in Push while a row is free risks nothing and gives points away, whatever the chance to win is."""
    push, rng = GAMES["push"], Rng(6)
    state = push.setup({}, 4, rng)
    while STOP not in push.legal_actions(state):
        state, _ = push.apply(state, push.legal_actions(state)[0], rng)
    dear = [number_card(colour, 6) for colour in range(5) if number_card(colour, 6) in state.pile]
    rival = (push.to_move(state) + 1) % 4
    displays = tuple(tuple(dear) if seat == rival else () for seat in range(4))
    pile = tuple(card for card in state.pile if card not in dear)[:12]
    state = state._replace(pile=pile, store=state.store._replace(displays=displays))
    *_, found = judge_decision(push, state, 0, STOP, 1)
    assert found.best != STOP
    assert found.best_chance == found.cost == 0
    assert 3 < found.points == found.best_margin - found.margin


def test_the_current_turn_of_push_is_played_out_by_a_level_that_knows_when_to_stop(monkeypatch):
    """Otherwise each draw would cost as much as all the draws that normal makes after it."""
    push, rng, asked = GAMES["push"], Rng(6), []
    state, _ = push.apply(push.setup({}, 3, rng), DRAW, rng)
    think = push.bots.think

    def noting(view, rng, level):
        asked.append((level, view.active_seat, view.phase))
        return think(view, rng, level)

    monkeypatch.setattr(push.bots, "think", noting)
    *_, _end = rollouts.final_states(push, state, push.legal_actions(state)[0], 1)
    levels = [level for level, _active, _phase in asked]
    count = levels.count("hard")
    assert levels == ["hard"] * count + ["normal"] * (len(levels) - count)
    assert {active for _level, active, _phase in asked[:count]} == {state.active_seat}
    assert asked[count][1:] == ((state.active_seat + 1) % 3, Phase.CHOOSE)
    # the value of a turn for securing depends on all the turns to come, which normal would play badly
    asked.clear()
    *_, _end = rollouts.final_states(push, push.setup({}, 3, Rng(6)), DRAW, 1)
    assert {level for level, _active, _phase in asked} == {"hard"}


def test_a_loss_too_small_to_be_shown_is_no_mistake_of_its_own():
    tiny = JudgedDecision(1, PAY, TAKE, 0.298, 0.3, 0.0001)
    assert (tiny.cost, tiny._replace(chance=0.28).cost) == (0, pytest.approx(0.02))


def test_play_outs_of_dnup_end_with_the_round_by_what_its_points_promise():
    dnup = GAMES["dnup"]
    state = dnup.setup({}, 3, Rng(1))
    *_, end = rollouts.final_states(dnup, state, dnup.legal_actions(state)[0], 1)
    assert (end.phase.name, end.store.round) == ("ROUND_OVER", state.store.round)
    assert [rollouts.end_result(dnup, end, seat) for seat in range(3)] == prospects(end.store.totals)


def test_proofs_come_after_all_first_judgements_and_estimates_are_not_stored(monkeypatch):
    match = finished("nein_danke", 3, 2)
    places = [step.place for step in decision_points(match, 0) if step is not None]

    def in_stages(_game, _state, place, played, _seed, _alone):
        cost = JudgedDecision(place, played, PAY if played == TAKE else TAKE, 0.2, 0.3 + place / 1000, 0.01)
        yield ADVISED_AGAINST if place == places[0] else AGREED
        if place in places[:3]:
            yield Estimate(cost)
        yield cost if place in places[:2] else JudgedDecision(place, played, played, 0.4, 0.4, 0.0)

    monkeypatch.setattr(judgement, "judge_in_stages", in_stages)
    seen = [found for _share, found in review_match(match, 0) if found]
    waiting = [found for found in seen if len(found.decisions) == len(places) and found.estimated]
    assert waiting, "everything has been judged before anything is proved"
    assert waiting[0].estimated == {*places[:3]}
    assert [row.place for row in waiting[0].proved] == places[3:]
    # the costliest first
    assert next(found for found in seen[seen.index(waiting[0]) :] if len(found.estimated) == 2).estimated == {
        *places[:2]
    }
    assert not seen[-1].estimated
    assert [row.place for row in seen[-1].costliest] == places[1::-1]


def test_a_loss_is_close_only_with_a_good_chance_in_the_second_half():
    early, late = (JudgedDecision(place, PAY, PAY, 0.3, 0.3, 0.0) for place in (1, 9))
    poor = [JudgedDecision(place, PAY, PAY, 0.1, 0.1, 0.0) for place in (2, 3, 4)]
    assert not Review(0, (early, *poor), 0.0).close(4)
    assert Review(0, (*poor, late), 0.0).close(4)
    assert not Review(0, (*poor, late), 0.0).close(3)
    assert Review(0, tuple(poor), 0.5).close(4)


@pytest.mark.parametrize("name", REVIEWED)
def test_hidden_cards_do_not_change_a_judgement_in_any_game(name, monkeypatch):
    monkeypatch.setattr(rollouts, "PAIRS", 4)
    match = finished(name, 3, 1)
    steps = [step for step in decision_points(match, 0) if step is not None]
    step = steps[len(steps) // 2]
    twin = match.game.sample_state(match.game.view(step.state, 0), Rng(99))
    assert twin != step.state
    played = next(action for action in match.game.legal_actions(step.state) if action != step.played)
    found = [list(judge_decision(match.game, state, step.place, played, 5, 3))[-1] for state in (step.state, twin)]
    assert found[0] == found[1]


@pytest.mark.parametrize("name", REVIEWED)
def test_the_advice_is_the_move_of_hard_with_a_reason(name):
    match = finished(name, 3, 1)
    for step in [step for step in decision_points(match, 0) if step is not None][:12]:
        view = match.game.view(step.state, 0)
        *before, advice = match.game.hints.advise(view)
        assert advice.action == chosen_by(match.game.bots.think(view, Rng(1), "hard"))
        assert advice.why
        assert before == [None] * len(before)


def test_an_equivalent_unknown_card_is_no_mistake(monkeypatch):
    """No random result of the comparison may tell them apart."""
    monkeypatch.setattr(judgement, "ALONE", 3)
    match = finished("keine_ahnung", 3, 1)
    for step in filter(None, decision_points(match, 0)):
        *_, advice = match.game.hints.advise(match.game.view(step.state, 0))
        if advice.ties:
            break
    assert {action.verb for action in (advice.action, *advice.ties)} == {advice.action.verb}
    *_, found = judge_decision(match.game, step.state, step.place, advice.ties[-1], 1, 3)
    assert found.best == advice.ties[-1]
    assert (found.cost, found.error) == (0, 0)


def test_the_expert_remembers_what_the_hint_must_not_know():
    match = finished("keine_ahnung", 3, 1)
    assert not match.options.get("reminders")
    views = [match.game.view(step.state, 0) for step in decision_points(match, 0) if step is not None]
    assert not [view for view in views if match.game.hints.explain(view).why.key.startswith("seen")]
    assert [view for view in views if list(match.game.hints.advise(view))[-1].why.key == "seen"]


def test_start_cost_and_luck_add_up_to_the_result_and_the_costliest_is_first():
    rows = tuple(JudgedDecision(place, TAKE, PAY, 0.5 - cost, 0.5, 0.01) for place, cost in enumerate((0.1, 0.3, 0.0)))
    found = Review(0, rows, 1.0)
    assert found.start - found.cost + found.luck == pytest.approx(found.result)
    assert [row.place for row in found.costliest] == [1, 0]


def test_the_others_play_is_a_part_of_its_own():
    found = Review(0, (JudgedDecision(0, TAKE, PAY, 0.4, 0.5, 0.01),), 0.0, Effect(-0.3, 0.05))
    assert found.luck == pytest.approx(-0.5 + 0.1 + 0.3)
    assert found._replace(others=None).luck == pytest.approx(-0.5 + 0.1)


def test_rivals_who_play_as_expected_change_nothing():
    """In a match of hard bots, only cards and the own mistakes lead from the start to the result."""
    match = ladder.play("nein_danke", ("random", "hard", "hard"), {}, 4)
    *_, (share, effect) = others_play(match, 0)
    assert (share, effect) == (1, (0, 0))
    blunders = ladder.play("nein_danke", ("hard", "random", "random"), {}, 4)
    *_, (_share, effect) = others_play(blunders, 0)
    assert effect.chance > 2 * effect.error


def row(place: int, loss: float, error: float) -> JudgedDecision:
    return JudgedDecision(place, TAKE, PAY, 0.5, 0.5 + loss, error)


def test_many_small_mistakes_within_their_errors_count_together():
    found = Review(0, tuple(row(place, 0.05, 0.04) for place in range(12)), 0.0)
    assert not found.costliest
    assert found.small == found.cost == pytest.approx(0.6)
    assert found.cost_error == pytest.approx(0.04 * 12**0.5)
    assert found.start - found.cost + found.luck == pytest.approx(found.result)


def test_a_few_small_differences_within_their_joint_error_stay_luck():
    found = Review(0, tuple(row(place, 0.05, 0.06) for place in range(4)), 0.0)
    assert (found.small, found.cost) == (0, 0)
    assert found.luck == pytest.approx(-found.start)
    assert found.cost_error == pytest.approx(0.12), "how much could be hidden in it is known"


def test_small_gains_balance_small_losses_and_clear_mistakes_stay_out_of_the_sum():
    rows = [row(place, 0.05 * (-1) ** place, 0.04) for place in range(12)]
    found = Review(0, (*rows, row(12, 0.05, 0.04), row(13, -0.06, 0.04), row(14, 0.3, 0.05)), 0.0)
    assert found.small == pytest.approx(0)
    assert found.cost == pytest.approx(0.3)
    assert found.cost_error == 0.05
    # a blameless move is no part of the sum, however uncertain the comparison was
    same = JudgedDecision(15, PAY, PAY, 0.4, 0.4, 0.3)
    assert Review(0, (*rows, same), 0.0).cost_error == Review(0, tuple(rows), 0.0).cost_error


@pytest.mark.parametrize("drift", [0.0, 0.04])
def test_the_joint_test_finds_drifts_and_seldom_what_is_not_there(drift):
    """Forty decisions, each measured in a hundred states, in four hundred made-up matches."""
    rng, found, sums = Rng(7), 0, []
    for _ in range(400):
        rows = []
        for place in range(40):
            gain, error = rollouts.mean_gain(
                [float(rng.fraction() < 0.5 + drift) for _ in range(100)],
                [float(rng.fraction() < 0.5) for _ in range(100)],
            )
            rows.append(row(place, gain, error))
        whole = Review(0, tuple(rows), 0.0)
        found += bool(whole.small)
        sums.append(whole.cost)
    assert found > 360 if drift else found < 20
    if drift:
        assert sum(sums) / 400 == pytest.approx(40 * drift, rel=0.1)


def test_suspects_are_measured_in_states_that_did_not_make_them_suspects(monkeypatch):
    """An action that the first states favour by chance gains nothing in fresh ones."""
    ends = {PAY: iter([1.0] * (rollouts.PAIRS // 2) + [0.0] * rollouts.PAIRS), TAKE: repeat(0.0)}
    monkeypatch.setattr(rollouts, "final_states", lambda _game, _state, action, *_: iter([action]))
    monkeypatch.setattr(rollouts, "win_share", lambda _game, end, _seat: next(ends[end]))
    monkeypatch.setattr(rollouts, "margin_of", lambda *_: 0)
    found = judged(with_card(33, 35), 0, TAKE)
    assert (found.best, found.loss, found.error) == (PAY, 0, 0)


def test_a_game_is_reviewed_in_slices_with_the_same_result_each_time():
    match = ladder.play("push", ("random", "hard"), {}, 4)
    first = next(step for step in decision_points(match, 0) if step is not None)
    assert match.game.to_move(first.state) == 0
    slices = review_match(match, 0)
    shares = [share for share, _ in (next(slices) for _ in range(40))]
    assert shares == sorted(shares)
    again = [next(rows) for rows in [review_match(match, 0)] for _ in range(40)]
    assert [share for share, _ in again] == shares


def test_the_decisions_that_seem_costliest_are_judged_first_and_those_agreed_with_last(monkeypatch):
    match = finished("nein_danke", 3, 2)
    places = [step.place for step in decision_points(match, 0) if step is not None]
    gains = {place: number % 5 for number, place in enumerate(places)}

    def in_stages(_game, _state, place, played, _seed, _alone):
        yield ADVISED_AGAINST if gains[place] else AGREED
        yield None
        yield Suspicion(gains[place] / 10)
        yield JudgedDecision(place, played, played, 0.4, 0.4, 0.0)

    monkeypatch.setattr(judgement, "judge_in_stages", in_stages)
    order, shares = [], [0.0]
    for share, found in review_match(match, 0):
        assert shares[-1] <= share
        shares.append(share)
        order += [row.place for row in found.decisions if row.place not in order] if found else []
        if len(order) == len(places):
            break
    assert order == sorted(places, key=lambda place: (-gains[place], -place))


def test_unfinished_and_real_time_games_are_refused():
    with pytest.raises(ValueError, match="finished"):
        next(review_match(fresh(), 0))
    with pytest.raises(ValueError, match="turns"):
        next(review_match(ladder.play("twin_it", ("easy", "easy"), {}, 1), 0))


def test_a_shared_win_counts_in_part():
    match = ladder.play("nein_danke", ("easy",) * 3, {}, 1)
    winners = match.game.winners(match.state)
    assert sum(win_share(match.game, match.state, seat) for seat in range(3)) == pytest.approx(1)
    assert all((win_share(match.game, match.state, seat) > 0) == (seat in winners) for seat in range(3))


def test_a_recorded_game_is_reviewed_on_the_command_line(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(rollouts, "PAIRS", 6)
    monkeypatch.setattr(judgement, "ALONE", 3)
    path = tmp_path / "games.jsonl"
    match = ladder.play("nein_danke", ("random", *("hard",) * 6), {}, 2)
    save = simulate.record(match)
    save["seats"][0][1] = "human"
    path.write_text(f"{json.dumps(save)}\n{json.dumps(fresh().save())}\nnothing\n", encoding="utf-8")
    assert simulate.main(["--review", str(path)]) == 1
    told = capsys.readouterr().out.splitlines()
    assert "chance at the start" in told[0]
    assert "finished" in told[-2]
    assert told[-1] == "line 3: this isn't JSON"
