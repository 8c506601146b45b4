"""The bots of Push: legal, honest, quick, each better than the one below."""

from functools import partial
from typing import Any

import bot_games
import ladder
import pytest
from audits.push import audit
from baseline_bots import REFERENCE
from push_states import BLUE, RED, place, play, secure, state_of, take

from game.catalogue.registry import GAMES
from game.core.rng import Rng
from game.games.push import bots, ending, judgement, lookahead, reasons, rules
from game.games.push.bots import LEVELS, explain, think
from game.games.push.deck import FIRST_DIRECTION, MARKS, VALUE_OF
from game.games.push.judgement import bust_risk, row_of, rows_of, worth
from game.games.push.rules import DRAW, STOP, Phase, State, View, targets_of, view

EVERY_LEVEL = (*LEVELS, REFERENCE)
HOUSE_RULES: list[dict[str, Any]] = [{}, {"thrill": True, "open_secured": True, "keep_directions": True}]


decision = partial(bot_games.decision, bots)
positions = partial(bot_games.positions, GAMES["push"], bots)
game = partial(bot_games.play_game, GAMES["push"], bots)


# ---- legal, honest, the same every time, quick ------------------------------------------------------


@pytest.mark.parametrize("options", HOUSE_RULES)
@pytest.mark.parametrize("seats", range(rules.MIN_SEATS, rules.MAX_SEATS + 1))
def test_every_level_makes_legal_moves_in_any_position(seats, options):
    bot_games.check_legal(GAMES["push"], bots, audit, EVERY_LEVEL, positions(seats, options, seats))


def test_a_bot_is_handed_a_view():
    bot_games.check_takes_views(bots, View, view(state_of(rows=["r1"]), 0))


@pytest.mark.parametrize("options", [{}, {"thrill": True}])
def test_hidden_cards_do_not_change_a_decision(options):
    rng = Rng(8)
    changed = 0
    for state in positions(4, options, 3):
        seat = rules.to_move(state)
        secured = list(state.store.secured)
        one, other = ((seat + step) % 4 for step in (1, 2))
        if secured[one] and secured[other]:
            first, second = secured[one][0], secured[other][0]
            secured[one], secured[other] = (second, *secured[one][1:]), (first, *secured[other][1:])
        table = state.store._replace(secured=tuple(secured))
        hidden = state._replace(pile=tuple(rng.shuffled(state.pile)), store=table)
        changed += bot_games.check_honest(GAMES["push"], bots, EVERY_LEVEL, seat, state, hidden)
    assert changed > 20


@pytest.mark.parametrize("level", EVERY_LEVEL)
def test_the_same_seed_gives_the_same_game(level):
    assert game([level] * 4, 6) == game([level] * 4, 6)


def test_easy_and_normal_vary_and_hard_does_not():
    seen = [view(state, rules.to_move(state)) for state in positions(4, {}, 5)]
    answers = {level: bot_games.distinct_decisions(bots, seen, level, 8) for level in EVERY_LEVEL}
    assert answers["hard"] == answers["reference"] == 1
    assert answers["normal"] > 1
    assert answers["easy"] > 1


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_slices_of_thinking_are_short(seats, monkeypatch):
    """Measured in divisions of rows computed; each takes a few microseconds."""
    calls = bot_games.Calls(monkeypatch, "shared_out", lookahead.Outlook)
    for state in positions(seats, {}, 4):
        for _slice in think(view(state, rules.to_move(state)), Rng(1), "hard"):
            # for three places: a stop, a bust, a turned direction, six values and a dice card at three places
            assert calls.taken() <= 3 * (3 + 7 * 3)


# ---- judgement --------------------------------------------------------------------------------------


def test_the_risk_of_a_bust_is_the_share_of_unseen_cards_that_fit_nowhere():
    risky = 0
    for seats in (2, 3, 5):
        for state in positions(seats, {}, 10 + seats):
            if state.phase in (Phase.CHOOSE, Phase.DECIDE):
                stuck = [c for c in state.pile if c < FIRST_DIRECTION and not targets_of(state.rows, c)]
                risk = bust_risk(rows_of(view(state, 0)), view(state, 0).unseen)
                assert risk == pytest.approx(len(stuck) / len(state.pile))
                risky += risk > 0
    assert risky > 10


def test_the_risk_matches_a_calculation_by_hand():
    rows = [row_of(state_of(rows=[line]).rows[0]) for line in ("b6 die", "b1 r6 die", "g6 b2 die")]
    unseen = state_of(pile="b3 b4 r6 r1 g1 die dir p5").pile
    # of eight cards the blue ones, the six and the dice card fit nowhere
    assert bust_risk(rows, unseen) == 4 / 8
    assert bust_risk(rows[:2], unseen) == 0
    assert bust_risk(rows, ()) == 0


@pytest.mark.parametrize(("thrill", "brings"), [(False, 11 - (9 + 11) / 6), (True, 11 - (9 + 11) / 3)])
def test_a_dice_card_costs_a_sixth_of_the_open_points(thrill, brings):
    row = row_of(state_of(rows=["b6 r5 die"]).rows[0])
    assert worth(row, 9, judgement.toll(thrill)) == pytest.approx(brings)
    assert worth(row._replace(dice=False), 9, judgement.toll(thrill)) == 11


def test_rows_are_distributed_in_picking_order():
    state = state_of(seats=4, rows=["r6 b4", "g5 y3", "p2"], displays=["", "r1", "b1", "y1"])
    outlook = lookahead.Outlook(view(state, 0))
    envy = lookahead.WEIGHTS.envy / 3
    rows = rows_of(view(state, 0))
    assert outlook.stop(rows, 0) == outlook.stop(rows, 1) == pytest.approx(10 - envy * (8 + 2))
    assert outlook.bust(rows, 0) == pytest.approx(-envy * 20)
    dicey = [rows[0]._replace(dice=True), *rows[1:]]
    turned = [lookahead.Outlook(view(state, 3)).stop(dicey, turned) for turned in (0, 1)]
    # seat 0 leaves 10 - 10/6 to nobody; seat 3 gets a row only if they go round to the right
    assert turned[0] == pytest.approx(-envy * (10 - 10 / 6 + 8 + 2))
    assert turned[1] == pytest.approx(8 - envy * (10 - 10 / 6 + 2))


def mean_best_place(outlook: lookahead.Outlook, state: State, turned: int) -> float:
    """Return the mean over the pile of the best place for each card, by the rules themselves."""
    total = 0.0
    for card in state.pile:
        rows = state.rows
        if card >= FIRST_DIRECTION:
            total += outlook.stop(list(map(row_of, rows)), turned + 1) if rows else 0.0
        elif targets := targets_of(rows, card):
            after = [(*rows[:t], ((*rows[t], card) if t < len(rows) else (card,)), *rows[t + 1 :]) for t in targets]
            total += max(outlook.stop(list(map(row_of, lines)), turned) for lines in after)
        else:
            total += outlook.bust(list(map(row_of, rows)), turned)
    return total / len(state.pile)


@pytest.mark.parametrize("options", HOUSE_RULES)
@pytest.mark.parametrize("seats", [2, 3, 6])
def test_the_value_of_drawing_matches_brute_force_over_unseen_cards(seats, options):
    looked = 0
    for state in positions(seats, options, 20 + seats):
        if state.phase == Phase.DECIDE and looked < 25:
            seen = view(state, state.turn)
            outlook, turned = lookahead.Outlook(seen), len(seen.directions)
            assert outlook.draw(rows_of(seen), turned) == pytest.approx(mean_best_place(outlook, state, turned))
            looked += 1
    assert looked == 25


# ---- sense ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", EVERY_LEVEL)
def test_every_level_stops_when_the_next_card_is_almost_surely_a_bust(level):
    state = state_of(rows=["b6 r5", "b1 r6", "r1 b2"], pile="r3 b3 r2 b4 g1")
    assert decision(view(state, 0), level) == STOP


@pytest.mark.parametrize("level", EVERY_LEVEL)
def test_every_level_draws_on_with_a_single_poor_row(level):
    state = state_of(rows=["b1"], pile="r3 b3 r2 b4 g1 y5 p6 g6 y4")
    assert decision(view(state, 0), level) == DRAW


@pytest.mark.parametrize("level", ["hard", "reference"])
def test_a_player_with_many_open_points_avoids_a_dice_card(level):
    rich = state_of(rows=["b6 r3 die", "g5 y2"], displays=["p6 p5 p4 y6 y5"])
    bare = state_of(rows=["b6 r4 die", "g5"])
    for start, row in ((rich, 1), (bare, 0)):
        taking, _ = play(start, STOP)
        assert decision(view(taking, 0), level) == take(row)


def test_hard_leaves_the_rival_the_row_of_least_value_to_them():
    # row 0 brings both players 5; row 1 brings 6 to seat 0, but hardly anything to the rival with much at risk
    start = state_of(seats=2, rows=["r5", "b4 g2 die"], displays=["", "p6 p5 y6 y5"])
    taking, _ = play(start, STOP)
    assert decision(view(taking, 0), "hard") == take(0)


@pytest.mark.parametrize("level", EVERY_LEVEL)
def test_a_rich_colour_is_secured_early(level):
    pile = "r3 b3 r2 b4 g1 y5 p6 g6 y4 " * 3 + "r4 b5 g2 y3 p1 " * 3 + "die dir " * 10
    state = state_of(displays=["r6 r6 r6 r5 b1"], pile=pile)
    picks = [decision(view(state, 0), level, seed) for seed in range(9)]
    assert set(picks) == {secure(RED)}


@pytest.mark.parametrize("level", ["normal", "hard"])
def test_nothing_is_secured_when_the_pile_is_almost_empty(level):
    state = state_of(displays=["r6 r5"], pile="r3 b3 g1")
    assert decision(view(state, 0), level) == DRAW
    assert decision(view(state, 0), "reference") == secure(RED)


def test_hard_secures_more_readily_with_more_cards_fewer_seats_and_high_stakes():
    def least(pile: int, seats: int, thrill: bool = False) -> float:
        whole = rules.setup({"keep_directions": True, "thrill": thrill}, seats, Rng(1))
        return lookahead.least_to_secure(view(whole._replace(pile=whole.pile[:pile]), 0))

    assert least(100, 2) < least(50, 2) < least(10, 2)
    assert least(100, 2) < least(100, 4) < least(100, 6)
    # a star hits every colour, so that a roll costs twice as much
    assert least(50, 4, thrill=True) == least(100, 4)


def test_hard_places_a_dice_card_where_it_hurts_the_others():
    state, _ = play(state_of(seats=2, rows=["r6 b5", "g4"], displays=["", "y6 y5 p6"], pile="b3 die"), DRAW)
    assert decision(view(state, 0), "hard") != place(0)


def test_the_baseline_bot_builds_one_main_row_without_dice_cards():
    number, _ = play(state_of(rows=["r6 b5", "g4"], pile="b3 y2"), DRAW)
    assert decision(view(number, 0), "reference") == place(0)
    dice, _ = play(state_of(rows=["r6 b5", "g4"], pile="b3 die"), DRAW)
    assert decision(view(dice, 0), "reference") == place(1)
    lone, _ = play(state_of(rows=["r6 b5"], pile="b3 die"), DRAW)
    assert decision(view(lone, 0), "reference") == place(1)


@pytest.mark.parametrize(
    ("rows", "pile", "action"),
    [
        (["r6 b5", "g4", "y3"], "r1 g1 y1 p1 p2", DRAW),
        (["r6 b5 g1", "g4", "y3"], "r1 g1 y1 p1 p2", STOP),  # worth 12
        (["r6 b5", "b1 r4", "b6 r1"], "r2 " + "g2 y2 p2 g3 y3 p3 " * 3, STOP),  # one of 19: over 5 %
        (["r6 b5", "b1 r4", "b6 r1"], "r2 " + "g2 y2 p2 g3 y3 p3 " * 3 + "dir", DRAW),  # one of 20: 5 %
    ],
)
def test_the_baseline_bot_stops_at_a_row_worth_12_or_a_risk_over_5_per_cent(rows, pile, action):
    assert decision(view(state_of(rows=rows, pile=pile), 0), "reference") == action


@pytest.mark.parametrize(("display", "action"), [("r6 b6", DRAW), ("r4 r3 b6", secure(RED)), ("b6 b2", secure(BLUE))])
def test_the_baseline_bot_secures_at_seven(display, action):
    assert decision(view(state_of(displays=[display]), 0), "reference") == action


# ---- the hint ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", HOUSE_RULES)
@pytest.mark.parametrize("seats", [2, 4])
def test_the_figures_of_a_hint_add_up(seats, options):
    part = judgement.toll(bool(options))
    for state in positions(seats, options, 40 + seats):
        seat = rules.to_move(state)
        seen = view(state, seat)
        if ending.LAST_ROWS.cards < seen.pile_count <= ending.SHORT.cards:
            # there the hint counts further than hard
            continue
        action, numbers = bot_games.check_advice(bots, seen)
        shown = sum(VALUE_OF[card] for card in seen.displays[seat])
        if seen.phase == Phase.CHOOSE:
            assert bool(numbers) == bool(shown)
            if action != DRAW and "secure" in numbers:
                assert numbers["colour"] >= numbers["secure"]
        elif seen.phase == Phase.DECIDE:
            assert numbers["risk"] == round(100 * bust_risk(rows_of(seen), seen.unseen), 1)
            if seen.rows:
                assert (action == DRAW) == (numbers["draw"] >= numbers["stop"]) or abs(
                    numbers["draw"] - numbers["stop"]
                ) < 0.11
        elif seen.phase == Phase.PLACE:
            cards = (*seen.rows[action.target], seen.card) if action.target < len(seen.rows) else ()
            row = row_of(cards or (seen.card,))
            assert numbers["row"] == pytest.approx(worth(row, shown, part), abs=0.051)
            assert row.marks & MARKS[seen.card]
        else:
            row = rows_of(seen)[action.target]
            assert numbers["row"] + numbers.get("roll", 0) == pytest.approx(row.points, abs=0.11)
            assert ("roll" in numbers) == row.dice


def test_the_hints_figures_match_a_calculation_by_hand():
    state = state_of(rows=["b6 r5", "b1 r6", "r1 b2 die"], displays=["p6"], pile="r3 b3 die g4")
    numbers = dict(explain(view(state, 0)).numbers)
    # red and blue fit nowhere, the dice card and the green one do
    assert numbers["hint.risk"] == 50
    assert numbers["hint.row"] == 11
    envy = lookahead.WEIGHTS.envy / 2
    assert numbers["hint.stop"] == pytest.approx(11 - envy * (7 + 3 - 3 / 6), abs=0.051)


@pytest.mark.parametrize("taking", [False, True])
def test_a_hint_tells_the_worth_of_a_row_that_shows_more_but_has_a_dice_card(taking):
    rows = ["b6 r5", "g6 p4 y3 die", "r1"]
    state = state_of(rows=rows, displays=["p6 b6"], pile="r3 b3 die g4", phase=Phase.TAKE if taking else Phase.DECIDE)
    seen = view(state, 0)
    action = rules.Action(rules.Verb.TAKE, 0) if taking else STOP
    numbers = dict(bots.explain_action(seen, action).numbers)
    assert numbers["hint.row"] == 11
    assert numbers["hint.other"] == pytest.approx(13 - (12 + 13) / 6, abs=0.051)
    plain = view(state._replace(rows=(*state.rows[:1], *state.rows[2:])), 0)
    assert "hint.other" not in dict(bots.explain_action(plain, action).numbers)


# ---- the ladder -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hero", "rival", "seats", "games"),
    [
        ("easy", "random", 4, 40),
        ("normal", "easy", 4, 100),
        ("normal", "easy", 6, 100),
        ("hard", "normal", 2, 30),
        ("hard", "normal", 4, 80),
        ("hard", "normal", 6, 100),
        ("hard", "reference", 4, 40),
    ],
)
def test_every_level_is_well_above_parity(hero, rival, seats, games):
    assert bot_games.share_won(GAMES["push"], game, hero, rival, seats, games) > 4 / 3 / seats


def test_the_ladder_is_measured_at_every_number_of_seats():
    measured = ladder.rungs("push")
    assert {rung.seats for rung in measured} == {2, 3, 4, 5, 6}
    assert {(rung.hero, rung.rival) for rung in measured} == {
        ("easy", "random"),
        ("normal", "easy"),
        ("hard", "normal"),
        ("hard", "reference"),
    }


# ---- the audit --------------------------------------------------------------------------------------


def test_the_audit_finds_lost_and_extra_cards():
    state = state_of(rows=["b6 r5", "g1"], displays=["p6"], pile="r3 b3 die g4")
    table = state.store
    assert not audit(state)
    assert "lost cards" in audit(state._replace(pile=state.pile[1:]))[0]
    assert "cards too many" in audit(state._replace(directions=state.pile[:1]))[0]
    assert any("clash" in fault for fault in audit(state._replace(rows=((*state.rows[0], state.pile[0]),))))
    assert any("in phase" in fault for fault in audit(state._replace(card=state.pile[0])))
    assert any("nothing to draw" in fault for fault in audit(state._replace(pile=())))
    swapped = table._replace(displays=((state.pile[2],), *table.displays[1:]))
    assert any("without a number" in fault for fault in audit(state._replace(store=swapped)))
    assert any("in the turn of" in fault for fault in audit(state._replace(turn=1)))
    assert any("over with" in fault for fault in audit(state._replace(phase=Phase.OVER)))
    taking, _ = play(state, STOP)
    assert any("take rows" in fault for fault in audit(taking._replace(waiting=(0, 1))))
    assert any("nothing to take" in fault for fault in audit(taking._replace(rows=((), ()))))
    placing, _ = play(state, DRAW)
    assert any("targets" in fault for fault in audit(placing._replace(targets=())))


@pytest.mark.parametrize(("display", "key"), [("g6 g6", "too_late"), ("g1", "too_little")])
def test_many_points_are_not_called_too_few_late_in_the_game(display, key):
    state = state_of(phase=Phase.CHOOSE, displays=(display, "", ""), pile="r1 b1")
    advice = explain(view(state, 0))
    assert advice.action == DRAW
    assert advice.why is not None
    assert advice.why.key.rpartition(".")[2].endswith(key)


@pytest.mark.parametrize(("rows", "reason"), [(["r6 b5", "die y1", "y2"], ""), (["r6 b5 die", "r1", "y1"], ".roll")])
def test_the_reason_to_stop_names_the_roll_of_the_best_row(rows, reason):
    state = state_of(rows=rows, displays=["y5 g6"], pile="p1 g2 r3")
    view = GAMES["push"].view(state, 0)
    for risk, key in ((0.0, "stop_row"), (90.0, "stop_risk")):
        assert reasons.reason(view, STOP, {"risk": risk, "row": 9.0}).key == f"{key}{reason}"
