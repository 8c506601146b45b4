"""The level expert: it plays positions out, sees only a view, and is equally strong on every machine."""

import ladder
import pytest
from bot_games import without_card_counts
from finished import finished
from nein_danke_states import state_of
from offers import EXPERTS
from sure_positions import first_card

from game.ai import expert
from game.ai.expert import EXPERT, RolloutPolicy, win_chance
from game.ai.levels import chosen_by
from game.ai.review import decision_points
from game.ai.rollouts import mean_gain
from game.catalogue import registry
from game.catalogue.registry import GAMES
from game.core.rng import Rng
from game.games.dnup import search
from game.games.nein_danke.rules import DECLINE, PAY, TAKE, view


@pytest.fixture(autouse=True)
def _few_worlds(monkeypatch):
    """Limit the expert's thinking, as little is enough to see how it works."""
    for game in ("push", "keine_ahnung"):
        monkeypatch.setattr(type(foresight_of(game)), "sample_counts", (3, 4))
    monkeypatch.setattr(search, "EXPERT_WEIGHTS", search.EXPERT_WEIGHTS._replace(sample_counts=(3, 4)))


def foresight_of(name: str) -> RolloutPolicy:
    """Return the foresight of a game's expert."""
    return __import__(f"game.games.{name}.game", fromlist=["AHEAD"]).AHEAD


def some_steps(name: str, seats: int = 3, each: int = 5):
    """Return some decisions of a finished match."""
    match = finished(name, seats, 1)
    return match.game, [step for step in decision_points(match, 0) if step is not None][::each]


@pytest.mark.parametrize("name", EXPERTS)
def test_expert_is_above_hard_and_the_default_level_stays_normal(name):
    assert GAMES[name].bots.levels[-2:] == ("hard", EXPERT)
    assert GAMES[name].bots.first_level == "normal"


@pytest.mark.parametrize("name", EXPERTS)
def test_the_expert_thinks_in_slices_and_repeats_its_legal_choice(name):
    game, steps = some_steps(name)
    for step in steps:
        seen = game.view(step.state, 0)
        *pauses, action = game.bots.think(seen, Rng(4), EXPERT)
        assert set(pauses) <= {None}
        assert action in game.legal_actions(step.state)
        assert action == chosen_by(game.bots.think(seen, Rng(4), EXPERT))


@pytest.mark.parametrize("name", EXPERTS)
def test_hidden_cards_do_not_change_the_experts_choice(name):
    game, steps = some_steps(name)
    for step in steps:
        twin = game.sample_state(game.view(step.state, 0), Rng(99))
        assert without_card_counts(game.view(twin, 0)) == without_card_counts(game.view(step.state, 0))
        here, there = (chosen_by(game.bots.think(game.view(state, 0), Rng(4), EXPERT)) for state in (step.state, twin))
        assert here == there


@pytest.mark.parametrize("name", ["push", "keine_ahnung"])
def test_a_slice_of_thinking_applies_at_most_one_action_of_a_play_out(name, monkeypatch):
    game, steps = some_steps(name)
    done, plain = [], game.rules.apply
    monkeypatch.setattr(game.rules, "apply", lambda *given: done.append(1) or plain(*given))
    for step in steps:
        for _slice in game.bots.think(game.view(step.state, 0), Rng(1), EXPERT):
            # a quick level thinks in one pause, and the last slice of a play-out ends it
            assert len(done) <= 2
            done.clear()


def test_the_expert_takes_a_card_one_lap_before_the_others_would():
    """The expert knows at which pot the others would take a card that it wants, and takes it one lap earlier."""

    def taken_at(level: str) -> list[int]:
        """Return the pots, from none on, at which a level takes the 21, which closes its run."""
        around = {"displays": ((20, 22), (), ()), "chips": (11, 11, 11), "pile": tuple(range(5, 19))}
        states = [state_of(21, pot=pot, set_aside=tuple(range(25, 34)), **around) for pot in range(8)]
        game = GAMES["nein_danke"]
        return [state.pot for state in states if chosen_by(game.bots.think(view(state, 0), Rng(1), level)) == TAKE]

    assert taken_at("hard") == [4, 5, 6, 7]
    assert taken_at(EXPERT) == [3, 4, 5, 6, 7]


def auctioned(kind: str, seats: int, bids: int):
    """Return the view of a match whose first card is this special card, after this many bids."""
    return view(first_card(kind, seats, bids), 0)


@pytest.mark.parametrize("level", ["hard", EXPERT])
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_hard_and_expert_keep_a_good_green_card_at_a_low_bid(level, seats):
    """A Joker saves some 15 points early in a match: worth more than the one or two chips it would be declined for."""
    game = GAMES["nein_danke"]
    sure = [("joker", 1), ("bonus15", 1), ("bonus20", 1)]
    for kind, bids in sure:
        assert chosen_by(game.bots.think(auctioned(kind, seats, bids), Rng(1), level)) == PAY, kind
        assert game.hints.explain(auctioned(kind, seats, bids)).action == PAY, kind
    # and no level bids more for a card than it brings
    for kind, bids in (("bonus5", 2), ("bonus5", 3), ("bonus10", 8), ("joker", 12)):
        assert chosen_by(game.bots.think(auctioned(kind, seats, bids), Rng(1), level)) == DECLINE, kind


def test_the_expert_wins_more_at_nein_danke_than_hard():
    """Over four hundred games its share was two fifths among three hard ones."""
    rung = ladder.Rung("nein_danke", EXPERT, "hard", "base", 4, ladder.STEP)
    assert ladder.won(ladder.Portion(rung, 5000, 5060)) / 60 > ladder.STEP / 4


def test_the_first_action_stays_unless_another_is_significantly_better(monkeypatch):
    game, steps = some_steps("push")
    foresight, outcomes = foresight_of("push"), {}

    def played(_rules, _bots, _foresight, _world, action, _seat, rng):
        yield outcomes[action] + 0.1 * rng.fraction()

    monkeypatch.setattr(expert, "rollout", played)
    seen = next(seen for step in steps if len(foresight.candidates(seen := game.view(step.state, 0))) == 2)
    first, second = foresight.candidates(seen)
    for lead, best in ((0.0, first), (0.5, second), (-0.5, first)):
        outcomes.update({first: 0.4, second: 0.4 + lead})
        *_, rows = expert.evaluate(game, game.bots, foresight, seen, Rng(1))
        assert rows[0].action == best
    # and it has to be better in every position, not only in those until the first one fell behind
    seen = next(seen for step in steps if len(foresight.candidates(seen := game.view(step.state, 0))) > 2)
    first, *others = foresight.candidates(seen)
    outcomes.update({first: 0.0, **dict.fromkeys(others, 0.9)})
    *_, rows = expert.evaluate(game, game.bots, foresight, seen, Rng(1))
    assert rows[0].action in others
    assert (
        next(len(row.found) for row in rows if row.action == first)
        == len(rows[0].found)
        == sum(foresight.sample_counts)
    )


def test_the_expert_of_dnup_plays_rounds_out_and_hard_does_not(monkeypatch):
    game, steps = some_steps("dnup")
    ends, plain = [], search.chance_of
    monkeypatch.setattr(search, "chance_of", lambda world, seat: ends.append(world.phase) or plain(world, seat))

    def share_played_out(level: str) -> float:
        ends.clear()
        chosen_by(game.bots.think(game.view(steps[0].state, 0), Rng(1), level))
        return sum(map(bool, ends)) / len(ends)

    assert share_played_out("hard") < 0.5 < 0.9 < share_played_out(EXPERT)


def test_a_mean_gain_comes_with_its_standard_error():
    assert mean_gain([0.5, 0.7], [0.4, 0.6]) == (pytest.approx(0.1), pytest.approx(0.0))
    more, error = mean_gain([1.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 0.0])
    assert (more, error) == (0.5, pytest.approx(0.2887, abs=1e-4))


def test_win_chances_add_up_to_one_and_leads_count_more_near_the_end():
    points = (10.0, 12.0, 7.0)
    assert sum(win_chance(points, 3.0, seat) for seat in range(3)) == pytest.approx(1)
    assert win_chance(points, 1.0, 1) > win_chance(points, 8.0, 1) > 1 / 3


def test_twin_it_has_no_expert():
    assert EXPERT not in registry.GAMES["twin_it"].bots.levels


def test_an_action_that_another_beats_in_every_sampled_state_is_rejected(monkeypatch):
    """This holds even if one state makes nearly all the difference, so that the mean proves little."""
    game, steps = some_steps("push")
    foresight, states = foresight_of("push"), []

    def played(_rules, _bots, _foresight, world, action, _seat, _rng):
        if world not in states:
            states.append(world)
        yield 0.4 if action == first else 0.4 + (0.5 if states.index(world) == 1 else 0.0)

    monkeypatch.setattr(expert, "rollout", played)
    seen = next(seen for step in steps if len(foresight.candidates(seen := game.view(step.state, 0))) == 2)
    first, second = foresight.candidates(seen)
    *_, rows = expert.evaluate(game, game.bots, foresight, seen, Rng(1))
    better = next(row.found for row in rows if row.action == second)
    more, error = mean_gain(better, [0.4] * len(better))
    assert more <= expert.DOUBT * error + 1e-9, "chance could explain it"
    assert rows[0].action == second


def test_a_search_in_dnup_rejects_a_move_that_another_beats_in_every_sample(monkeypatch):
    game, steps = some_steps("dnup")
    seen = next(seen for step in steps if len((seen := game.view(step.state, 0)).legal) > 5)
    outlook = search.outlook_of(seen)
    order = sorted(search.candidates(outlook), key=lambda action: search.value_of(outlook, action), reverse=True)
    monkeypatch.setattr(search, "rollout", lambda _world, action, _rng, _laps: 0.5 + 1e-6 * (action == order[1]))
    *_, values = search.prospects(seen)
    assert order[0] not in values
    assert max(values, key=values.__getitem__) == order[1]
