"""Reasons given for moves that hard would not make are true as well, at the thresholds where they change."""

import re

import dnup_states as dnup
import keine_ahnung_states as keine_ahnung
import nein_danke_states as nein_danke
import push_states as push
import pytest

from game.catalogue.presentations import PRESENTATIONS
from game.catalogue.registry import GAMES
from game.core.capabilities import Reason
from game.core.game import AnyGame, State
from game.core.match import HUMAN, Seat
from game.core.rng import Rng
from game.engine.texts import LANGUAGES, Texts
from game.games.dnup import rules as dnup_rules
from game.games.dnup.deck import ACTIVE
from game.games.dnup.rules import TURN, Verb
from game.games.dnup.texts import DnupTexts
from game.games.keine_ahnung.odds import fresh_cards
from game.games.keine_ahnung.planning import Plan
from game.games.keine_ahnung.rules import CALL, END
from game.games.keine_ahnung.texts import KeineAhnungTexts
from game.games.nein_danke.deck import NUMBERS
from game.games.nein_danke.rules import PAY, TAKE, Action
from game.games.nein_danke.rules import Verb as NeinDankeVerb
from game.games.nein_danke.texts import NeinDankeTexts
from game.games.push.rules import DRAW, STOP, Phase
from game.games.push.rules import Action as PushAction
from game.games.push.rules import Verb as PushVerb
from game.games.push.texts import PushTexts


def key(name: str, state: State, action) -> str:
    """Return the key of the reason for ``action``."""
    game: AnyGame = GAMES[name]
    found = game.hints.advise_action(game.view(state, game.to_move(state)), action).why
    assert found is not None
    return found.key


@pytest.mark.parametrize(
    ("hand", "said"),
    [
        ("7/5 2/5", "turn_fewer"),
        ("3/5 2/5 2/5 3/6", "turn.set"),
        ("3/6 2/4", "turn.high"),
        ("2/6", "turn.high"),
        ("5/1 5/2", "turn"),
    ],
)
def test_a_turned_hand_is_praised_for_the_sets_that_come_out_of_it(hand, said):
    assert key("dnup", dnup.state_of(hand, "4/6"), TURN) == said


@pytest.mark.parametrize("hand", ["1/7", "7/1", "7/1 6/2"])
def test_turning_without_a_play_is_explained_by_the_cards_that_taking_adds(hand):
    assert key("dnup", dnup.state_of(hand, "4/6", "3/5", sets={1: "8/4"}), TURN) == "turn.no_take"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_hand_of_one_card_is_not_called_cards(language):
    say = DnupTexts(Texts(language), [Seat("A", HUMAN)] * 3)
    for hand in ("5/1", "1/6"):
        view = GAMES["dnup"].view(dnup.state_of(hand, "4/6", "3/5"), 0)
        said = say.why(GAMES["dnup"].hints.advise_action(view, TURN).why)
        assert re.search(r"\b(Karte|card)\b", said)
        assert not re.search(r"Karten|cards|höchste|highest", said)


@pytest.mark.parametrize(("hand", "other"), [("7/1 3/4", 3), ("7/1 3/4 3/5", None), ("7/1 8/4", None)])
def test_a_card_is_called_higher_only_than_a_single_one_that_could_be_played(hand, other):
    state = dnup.state_of(hand, "8/2", "9/2", discard=())
    why = GAMES["dnup"].hints.advise_action(GAMES["dnup"].view(state, 0), dnup.lay(state, "7/1")).why
    assert (why.key == "higher", dict(why.blanks).get("other")) == (other is not None, other)


@pytest.mark.parametrize("cards", ["6/1 6/2 6/4", "9/2"])
def test_with_two_the_one_rival_is_named_who_can_hardly_beat_a_play(cards):
    for rivals, place, named in ((["8/3 9/3"], 2, True), (["8/3", "9/3"], 1, False)):
        # the only higher card may come back from the table
        state = dnup.state_of(f"{cards} 4/3", *rivals, sets={place: "2/10 2/5"}, discard=())
        why = GAMES["dnup"].hints.advise_action(GAMES["dnup"].view(state, 0), dnup.lay(state, cards)).why
        for language in LANGUAGES:
            say = DnupTexts(Texts(language), [Seat(name, "easy") for name in ("Toni", "Frida", "Ole")])
            assert ("Frida" in say.why(why)) is named, say.why(why)


@pytest.mark.parametrize(("left", "said"), [(30, "too_late"), (31, "too_late.new")])
def test_few_cards_are_called_few_only_below_the_threshold(left, said):
    pile = " ".join([*(f"{colour}{value}" for colour in "rbyp" for value in range(1, 7)), *["dir"] * 12][:left])
    state = push.state_of(phase=Phase.CHOOSE, displays=("g6 g6", "", ""), pile=pile)
    assert len(state.pile) == left
    assert key("push", state, DRAW) == said


@pytest.mark.parametrize(("row", "said"), [("b6 r5", "dare"), ("b6 r5 y1", "dare.more")])
def test_a_good_row_is_not_called_a_small_gain(row, said):
    state = push.state_of(rows=[row, "b1 r6", "r1 b2 die"], pile="r3 b3 die g4")
    assert key("push", state, DRAW) == said


@pytest.mark.parametrize(
    ("rows", "points", "gain"),
    [
        # red and yellow join the row, blue begins another, and the dice card is laid elsewhere
        (["b6"], 6, (1 + 3) / 4),
        # blue makes the other row the best
        (["b6", "r5"], 6, (1 + 3 + 5) / 4),
        # blue begins a better row; yellow has the number of the row
        (["b3"], 3, (1 + 3) / 4),
        # no colour but that of the row
        (["b6 r5 y6 g1 p1"], 19, 0),
    ],
)
def test_a_draw_without_risk_is_advised_for_what_a_card_brings_on_average(rows, points, gain):
    state = push.state_of(rows=rows, pile="r1 y3 b6 die")
    game = GAMES["push"]
    seen = game.view(state, 0)
    assert len(seen.unseen) == 4
    why = game.hints.advise_action(seen, DRAW).why
    count = round(points + gain)
    expected = {"row": 0, "points": points, "count": count, "roll": 0} if gain else {}
    assert (why.key, dict(why.blanks)) == ("no_risk", expected)
    for language in LANGUAGES:
        told = PushTexts(Texts(language), []).why(why)
        assert [int(number) for number in re.findall(r"\d+", told)] in ([[1, count, points]] if gain else [[]]), told


@pytest.mark.parametrize(
    ("rows", "pile", "said"),
    [
        (["die b1"], "g4 r3", "no_risk"),
        (["b1 die", "r1 die", "y1 die"], "g2 p3 g4 r2 b2 y2 p2 g5 r3 b4 die", "small_risk.none"),
        (["b1 die", "r1 die", "y1 die"], "die g4 g3 g5", "dare.none"),
    ],
)
def test_rows_with_a_dice_loss_above_their_gain_get_no_praise(rows, pile, said):
    shown = "b6 b5 r6 r5 y6 y5 p6 p5 g6"
    state = push.state_of(rows=rows, displays=(shown, "", ""), pile=pile)
    assert key("push", state, DRAW) == said
    risk = said.startswith("dare")
    assert key("push", state, STOP) == ("stop_risk.none" if risk else "stop_row.none")
    taken = push.state_of(rows=rows, displays=(shown, "", ""), phase=Phase.TAKE, waiting=(1, 2))
    assert key("push", taken, push.take(0)) == "take_only" if len(rows) == 1 else "take_dice.none"


@pytest.mark.parametrize(("shown", "said"), [("g1", "take_dice"), ("g2", "take_dice.none")])
def test_a_row_with_a_gain_of_one_point_gets_praise(shown, said):
    # the die costs a sixth of the cards on the table then: a third of the one point, or half of it
    state = push.state_of(rows=["die r1", "die"], displays=(shown, "", ""), phase=Phase.TAKE, waiting=(1, 2))
    game = GAMES["push"]
    why = game.hints.advise_action(game.view(state, 0), push.take(0)).why
    assert (why.key, dict(why.blanks)) == (said, {"count": 1} if said == "take_dice" else {})


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        (["r3", "b1 g2"], ("take_equal", {"count": 3})),
        (["die r6", "die b6"], ("take_equal.roll", {"count": 5})),
        (["die", "die"], ("take_equal.none", {})),
        (["r3", "b1"], ("take_best", {"count": 3})),
    ],
)
def test_of_rows_worth_the_same_none_is_called_the_best(rows, said):
    state = push.state_of(rows=rows, displays=("", "", ""), phase=Phase.TAKE, waiting=(1, 2))
    game = GAMES["push"]
    why = game.hints.advise_action(game.view(state, 0), push.take(0)).why
    assert (why.key, dict(why.blanks)) == said


@pytest.mark.parametrize(
    ("rows", "card", "action", "said"),
    [
        (["r6 die", "b1"], "b5", push.place(0), "place_best.roll"),
        (["r6 die", "b1", "g1"], "r1 y2 y3 y4 y5 p2 p3 p4 p5", DRAW, "small_risk.roll"),
        (["r6 die", "b1", "g1"], "r1 y2 p2", DRAW, "dare.roll"),
    ],
)
def test_a_row_with_a_roll_is_told_by_its_sum_and_what_is_left_on_average(rows, card, action, said):
    state = push.state_of(rows=rows, displays=("y5 g6", "", ""), pile=f"g2 {card}")
    if action != DRAW:
        state, _ = push.play(state, DRAW)
    game = GAMES["push"]
    why = game.hints.advise_action(game.view(state, 0), action).why
    points = 11 if action != DRAW else 6
    assert (why.key, dict(why.blanks)) == (said, {"points": points, "count": round(points - (points + 11) / 6)})
    for language in LANGUAGES:
        told = PushTexts(Texts(language), [Seat("A", HUMAN)] * 3).why(why)
        assert {str(number) for number in dict(why.blanks).values()} == set(re.findall(r"\d+", told))


@pytest.mark.parametrize("row", ["r1", "b1"])
def test_stopping_before_a_row_of_one_point_gets_praise(row):
    state = push.state_of(rows=[row], pile="r3 b3 die g4")
    assert key("push", state, STOP) == "stop_row"


@pytest.mark.parametrize(
    ("rows", "card", "target", "said"),
    [
        # the five goes beside the row of eleven, where it would fit
        (["b6 r4", "b1"], "y5", 1, "place_beside"),
        # where it does not fit, no room is kept for anything
        (["b6 r4", "y1"], "r5", 1, "place_beside.least"),
        # and none where the dice card comes into the best row itself
        (["b6 r5", "b1"], "die", 0, "place_beside.least"),
    ],
)
def test_room_is_kept_only_in_the_best_row_for_a_card_that_fits_there(rows, card, target, said):
    state = push.state_of(rows=rows, pile=f"g4 g5 {card}")
    state, _ = push.play(state, DRAW)
    assert state.phase == Phase.PLACE
    assert key("push", state, push.place(target)) == said


@pytest.mark.parametrize(
    ("rows", "target", "last", "before"),
    [(["b6 r4", "b1"], 1, "place_last", "place_beside"), (["b6 r4"], 1, "place_last", "place_new")],
)
def test_no_room_is_kept_for_further_cards_after_the_last_one(rows, target, last, before):
    for pile, said in (("y5", last), ("g4 g5 y5", before)):
        state, _ = push.play(push.state_of(rows=rows, pile=pile), DRAW)
        assert key("push", state, push.place(target)) == said


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        # beside the yellow card the red five would be a bust
        (["b6 r4", "r1", "y2"], {0: "place_best", 1: "place_beside", 2: "place_beside"}),
        (["b5 g4", "r1", "y2"], {1: "place_risk.zero", 2: "place_beside.least"}),
    ],
)
def test_the_smallest_risk_is_a_reason_only_where_every_other_place_is_riskier(rows, said):
    state, _ = push.play(push.state_of(rows=rows, pile="b3 r5 r3 y4 p2 g5"), DRAW)
    assert {target: key("push", state, push.place(target)) for target in said} == said


@pytest.mark.parametrize(("pile", "said"), [("r5 r5 r3", "place_risk.zero"), ("g2 r5 r5", "place_risk")])
def test_the_smallest_risk_is_told_from_none(pile, said):
    state, _ = push.play(push.state_of(rows=["b5 g4", "r1", "y2"], pile=f"{pile} y4 p2 g5"), DRAW)
    assert key("push", state, push.place(1)) == said


@pytest.mark.parametrize(("second", "said"), [("b6 r2 g1", "take_away"), ("b6", "take_away.less")])
def test_a_row_that_brings_far_less_is_not_called_almost_as_good(second, said):
    state = push.state_of(rows=["y6 p5", second, "r1"], phase=Phase.TAKE, waiting=(1, 2))
    assert key("push", state, push.take(1)) == said


@pytest.mark.parametrize(
    ("grid", "shown", "said"),
    [
        ("grey3 green6 blue2 blue1", (1, 1, 1, 1), "seen_not"),
        # a call is possible as well
        ("grey3 green6", (1, 1, 0, 0), "seen_not.rather"),
        # whether the second card fits is unknown
        ("grey3 green6 blue2 blue1", (1, 0, 1, 1), "seen_not.rather"),
        # it does fit
        ("grey3 red1 blue2 blue1", (1, 1, 1, 1), "seen_not.rather"),
        ("red1 green6", (1, 1, 0, 0), "seen"),
    ],
)
def test_the_reason_nothing_fits_is_given_only_when_every_card_is_known(grid, shown, said):
    around = {"phase": keine_ahnung.rules.Phase.OWN, "turns": 4, "last_shown": ((*shown, 0, 0), (0,) * 6)}
    state = keine_ahnung.state_of("red5", (grid,), **around)
    assert key("keine_ahnung", state, keine_ahnung.reveal(0)) == said


@pytest.mark.parametrize(("shown", "said"), [((0, 0, 0), "flip_safe"), ((1, 0, 0), "flip_safe.unknown")])
def test_a_player_with_known_cards_is_told_which_to_turn_up(shown, said):
    around = {"phase": keine_ahnung.rules.Phase.OWN, "turns": 4, "last_shown": ((*shown, 0, 0, 0), (0,) * 6)}
    state = keine_ahnung.state_of("red5", ("grey3 red1 green6",), **around)
    assert key("keine_ahnung", state, keine_ahnung.reveal(1)) == said
    after = state._replace(laid_count=1)
    assert key("keine_ahnung", after, keine_ahnung.reveal(1)) == said.replace("flip_safe", "go_on")


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_more_card_is_advised_with_its_chance_and_the_cards_left_to_the_trophy(language):
    say, told = KeineAhnungTexts(Texts(language), [Seat("A", HUMAN), Seat("B", "easy")]), set()
    for grid, left in (("grey3 red1 green6 blue2", 3), ("grey3 red1 green6", 2), ("grey3 red1", 1), ("grey3", 0)):
        around = {"phase": keine_ahnung.rules.Phase.OWN, "turns": 4, "laid_count": 1}
        view = keine_ahnung.rules.view(keine_ahnung.state_of("red5 blue3", (grid,), **around), 0)
        advice = GAMES["keine_ahnung"].hints.explain_action(view, keine_ahnung.reveal(0))
        assert advice.why.blanks[:2] == (("chance", int(dict(advice.numbers)["hint.chance"])), ("count", left))
        text = say.why(advice.why)
        assert str(dict(advice.why.blanks)["chance"]) in text
        told.add(text)
    assert len(told) == 4


@pytest.mark.parametrize(("piles", "said"), [("red5", "stop"), ("red5 blue3 green2", "stop.here")])
def test_the_reason_hardly_anything_fits_is_given_only_when_it_is_true(piles, said):
    around = {"phase": keine_ahnung.rules.Phase.OWN, "turns": 4, "laid_count": 1}
    state = keine_ahnung.state_of(piles, ("grey4 green6",), **around)
    assert key("keine_ahnung", state, END) == said


@pytest.mark.parametrize(
    ("piles", "said"),
    # with another colour more fits; of two colours one has a card less
    [("blue5 red3 green5", {"lay_open", "lay_closed"}), ("green1/red5 green5", {"lay_same"})],
)
def test_a_pile_is_said_to_let_more_cards_fit_only_with_a_notable_difference(piles, said):
    around = {"phase": keine_ahnung.rules.Phase.PLACE, "card": keine_ahnung.card("blue5"), "turns": 4}
    state = keine_ahnung.state_of(piles, ("grey3 green6",), **around)
    laid = [action for action in keine_ahnung.rules.legal_actions(state) if action.verb == keine_ahnung.rules.Verb.LAY]
    assert {key("keine_ahnung", state, action) for action in laid} == said


@pytest.mark.parametrize(("language", "said"), [("de", "\u00a0%"), ("en", "%")])
def test_piles_that_are_the_same_or_differ_notably_are_compared_in_numbers(language, said):
    around = {"phase": keine_ahnung.rules.Phase.PLACE, "card": keine_ahnung.card("blue5"), "turns": 4}
    view = keine_ahnung.rules.view(keine_ahnung.state_of("green1/red5 green5", ("grey3 green6",), **around), 0)
    texts = KeineAhnungTexts(Texts(language), [Seat("Ada", HUMAN, "owl"), Seat("Ben", "hard", "bear")])
    why = GAMES["keine_ahnung"].hints.explain_action(view, keine_ahnung.lay(0)).why
    numbers = dict(why.blanks)
    for more, told in ((0, True), (1, False), (2, False), (3, True)):
        blanks = {**numbers, "less": numbers["chance"] + more, "other": keine_ahnung.card("red4")}
        sentence = texts.why(why._replace(blanks=tuple(blanks.items())))
        assert all((f"{share}{said}" in sentence) == told for share in (numbers["chance"], numbers["chance"] + more))
    # reviews of earlier versions know no numbers
    assert texts.why(why._replace(blanks=())) == texts("why.lay_same")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_mistake_of_keine_ahnung_is_told_in_few_words_without_quotes_in_quotes(language):
    texts = KeineAhnungTexts(Texts(language), [Seat("Ada", HUMAN, "owl"), Seat("Ben", "hard", "bear")])
    state = keine_ahnung.state_of("red5 blue3", card=keine_ahnung.card("blue5"), turns=4)
    view = keine_ahnung.rules.view(state, 0)
    shown, laid = keine_ahnung.reveal(3), keine_ahnung.lay(1)
    pairs = [(CALL, shown), (shown, CALL), (END, shown), (shown, END), (shown, keine_ahnung.reveal(1))]
    pairs += [(laid, keine_ahnung.lay(0)), (keine_ahnung.rules.DECLINE, laid)]
    told = [texts.mistake(*pair, view) for pair in pairs]
    assert len({*told}) == len(told)
    assert not any(mark in line for mark in "\u201a\u2018" for line in told)
    assert max(map(len, told)) <= 32
    assert texts.place(3) in told[4]
    assert texts.plain(keine_ahnung.card("blue3")) in told[5]


@pytest.mark.parametrize(("third", "said"), [("2/6", "sheds.set"), ("6/2", "fewer.part")])
def test_playing_part_of_a_set_is_not_said_to_leave_fewer_sets(third, said):
    state = dnup.state_of(f"6/3 6/1 2/4 {third}", "1/6 1/7 7/3 7/4", "1/8 8/3 8/4", discard=())
    assert key("dnup", state, dnup.lay(state, "6/3 6/1")) == said


@pytest.mark.parametrize(("third", "count"), [("6/2", 1), ("6/2 6/7", 2)])
def test_the_cards_kept_for_later_are_counted(third, count):
    state = dnup.state_of(f"6/3 6/1 2/4 {third}", "1/6 1/7 7/3 7/4", "1/8 8/3 8/4", discard=())
    view, texts = GAMES["dnup"].view(state, 0), DnupTexts(Texts("de"), [Seat("A", HUMAN)] * 3)
    why = GAMES["dnup"].hints.explain_action(view, dnup.lay(state, "6/3 6/1")).why
    assert why == Reason("fewer.part", (("value", 6), ("count", count)))
    assert ("andere Karte mit" in texts.why(why)) == (count == 1)


def test_a_set_is_called_higher_than_a_set_and_never_than_a_single_card():
    state = dnup.state_of("5/4 5/7 3/4 3/6 8/2", "1/7 1/8 7/6 10/1", "1/9 10/2 9/3", discard=())
    view = GAMES["dnup"].view(state, 0)
    why = GAMES["dnup"].hints.explain_action(view, dnup.lay(state, "5/4 5/7")).why
    assert why == Reason("higher.set", (("value", 5), ("other", 3)))


@pytest.mark.parametrize(
    ("others", "said"), [("5/3 6/2", "fewer"), ("5/3 6/2 7/3", "fewer"), ("5/3 6/2 7/3 8/5", "fewer.step")]
)
def test_only_few_sets_are_called_few(others, said):
    # no other play leaves as few: a single card is beaten
    state = dnup.state_of(f"4/3 4/2 {others}", "1/7 1/8", "1/9 2/5", sets={1: "8/2"}, discard=())
    assert key("dnup", state, dnup.lay(state, "4/3 4/2")) == said


@pytest.mark.parametrize(
    ("hand", "cards", "said"),
    [
        ("1/7 7/3 5/8", "1/7", "bait_joins"),
        ("1/7 6/3 5/8", "1/7", "comes_back"),
        ("2/9 2/6 5/8", "2/9 2/6", "bait_set"),
        ("1/7 4/3 5/8", "4/3", "higher"),
        ("6/3 4/2 4/7 2/5 2/9", "6/3", "keeps"),
        ("6/3 4/2 4/7 5/7", "6/3", "higher"),
        ("6/3 9/2 8/4", "6/3", "sheds"),
        ("6/4 9/2 8/4", "6/4", "saves"),
        # as few sets are left by another play
        ("6/3 6/2 8/4 9/2", "6/3 6/2", "more"),
        ("6/1 6/3 8/4 8/5", "6/1 6/3", "sheds.set"),
        ("5/4 5/3 8/4 8/5", "5/4 5/3", "saves"),
        ("5/4 5/7 3/4 3/6 3/9", "5/4 5/7", "saves.set"),
        ("5/4 5/7 3/4 3/6", "5/4 5/7", "higher.set"),
        ("5/4 5/7 3/4 3/6 8/2 8/5", "5/4 5/7", "fewer"),
    ],
)
def test_a_play_in_dnup_is_explained_by_its_purpose(hand, cards, said):
    state = dnup.state_of(hand, "1/7 1/8 7/6 10/1", "1/9 10/2 8/3", discard=())
    assert key("dnup", state, dnup.lay(state, cards)) == said


@pytest.mark.parametrize(("played", "is_shared"), [("5/3", True), ("6/2 6/4", True), ("6/2", False)])
def test_few_sets_left_are_no_reason_against_a_move_that_leaves_as_few(played, is_shared):
    state = dnup.state_of("4/2 5/3 6/2 6/4", "1/7 1/8", "1/9 2/5", discard=())
    view, hints = GAMES["dnup"].view(state, 0), GAMES["dnup"].hints
    why = Reason("fewer", (("count", 2),))
    assert hints.speaks_for(view, dnup.lay(state, played), why) == is_shared


@pytest.mark.parametrize(("played", "is_shared"), [("8/4 8/5", True), ("8/5", False), ("9/2", False)])
def test_more_cards_at_once_are_no_reason_against_as_many(played, is_shared):
    state = dnup.state_of("6/3 6/2 8/4 8/5 8/3 9/2", "1/7 1/8", "1/9 2/5", discard=())
    view, why = GAMES["dnup"].view(state, 0), Reason("more")
    assert GAMES["dnup"].hints.speaks_for(view, dnup.lay(state, played), why) == is_shared


@pytest.mark.parametrize(
    ("rival", "there", "said"),
    [
        ("1/7 1/8", "2/5", "beats_near"),
        ("1/7 1/8 4/6", "5/2", "beats_worse"),
        ("1/7 1/8 4/6", "5/1 5/2", "beats_splits"),
        ("1/7 1/8 4/6", "2/5", "beats"),
    ],
)
def test_beating_a_set_is_explained_by_whom_it_holds_up(rival, there, said):
    own = "6/3 6/7" if " " in there else "6/3"
    state = dnup.state_of(f"{own} 3/7 4/8", rival, "1/9 4/5", sets={1: there})
    assert key("dnup", state, dnup.lay(state, own)) == said


@pytest.mark.parametrize(("cards", "said"), [((20, 104), "rid"), ((102, 103), "least"), ((102,), "only")])
def test_an_only_card_is_not_compared_with_others(cards, said):
    state = nein_danke.state_of(0, phase=nein_danke.Phase.GIVE, displays=(cards, (), ()), options={"specials": True})
    assert key("nein_danke", state, Action(NeinDankeVerb.CHOOSE, cards[0])) == said
    view = GAMES["nein_danke"].view(state, 0)
    assert GAMES["nein_danke"].hints.explain(view).why.key == said


def test_a_set_is_called_unbeatable_only_if_no_hidden_cards_could_beat_it():
    """Every way to deal the unseen cards is covered: too few of them have any higher value at either end."""
    said = 0
    for seed in range(4):
        state, rng, game = GAMES["dnup"].setup({}, 3, Rng(seed)), Rng(seed), GAMES["dnup"]
        for _turn in range(40):
            view = game.view(state, game.to_move(state))
            others = {place for place in range(3) if place != view.seat}
            hidden = [card for seat in others for card in (*state.hands[seat], *state.sets[seat])]
            ends = [end for card in hidden for end in (ACTIVE[card], ACTIVE[card ^ 1])]
            for action in view.legal:
                if action.verb == Verb.PLAY and game.hints.advise_action(view, action).why.key == "nobody":
                    said += 1
                    beaten_by = range(ACTIVE[action.cards[0]] + 1, 11)
                    assert all(ends.count(value) < len(action.cards) for value in beaten_by)
            state = game.apply(state, rng.choice(view.legal), rng)[0]
            if state.phase != dnup_rules.Phase.PLAY:
                break
    assert said


@pytest.mark.parametrize(
    ("there", "said", "count"), [("2/6", "take_joins", 1), ("2/9 2/5", "take", 2), ("8/1", "take_away", None)]
)
def test_taking_a_set_is_explained_by_its_turned_cards_or_by_clearing_the_way(there, said, count):
    state = dnup.state_of("6/3 3/7 4/8", "1/7 1/6", "1/9 4/5", sets={1: there})
    take = next(action for action in GAMES["dnup"].legal_actions(state) if action.verb == Verb.TAKE)
    found = GAMES["dnup"].hints.advise_action(GAMES["dnup"].view(state, 0), take).why
    assert found.key == said
    assert dict(found.blanks).get("count") == count


@pytest.mark.parametrize(("pile", "said"), [((30,), "cheap"), ((), "may_go")])
def test_dearer_cards_are_said_to_come_only_while_there_is_a_pile(pile, said):
    aside = (25, 26, 27, 28, 29, 31, 32, 33, 34)
    seen = tuple(number for number in NUMBERS if number not in (7, *aside, *pile))
    # in the first of two rounds: the last card of the last one has reasons of its own
    around = {"pile": pile, "set_aside": aside, "discard": seen, "options": {"rounds": 2}}
    state = nein_danke.state_of(7, pot=1, chips=(18, 9, 9), **around)
    assert key("nein_danke", state, TAKE) == said


@pytest.mark.parametrize(("pot", "said"), [(9, "soon_gone"), (6, "may_go")])
def test_a_card_is_said_to_hardly_come_back_only_if_its_pot_is_full_enough_for_others(pot, said):
    state = nein_danke.state_of(21, pot=pot, chips=(12, 9, 9), pile=tuple(range(6, 20)))
    assert key("nein_danke", state, TAKE) == said


@pytest.mark.parametrize(
    ("own", "card", "said"),
    [
        ((), 34, "der Pot bringt erst 7."),
        (("halve_chips",), 34, "der Pot bringt erst 4."),
        (("double_chips",), 34, "der Pot bringt erst 14."),
        (("chips_negative",), 12, "der Pot bringt dir keine Punkte."),
    ],
)
def test_a_pot_is_weighed_in_points_and_its_limit_told_in_chips(own, card, said):
    display = tuple(nein_danke.special(kind) for kind in own)
    around = {"options": {"specials": True}, "pile": tuple(range(14, 30)), "displays": (display, (), ())}
    state = nein_danke.state_of(card, pot=7, chips=(9, 9, 9), **around)
    game: AnyGame = GAMES["nein_danke"]
    for advise in (game.hints.explain, lambda view: game.hints.advise_action(view, PAY)):
        why = NeinDankeTexts(Texts("de"), []).why(advise(game.view(state, 0)).why)
        assert said in why
        assert "Nimm sie ab" not in why or "\u00a0Chips." in why


def test_chips_that_a_card_spoils_are_not_counted_for_it():
    state = nein_danke.state_of(
        nein_danke.special("chips_negative"), pot=7, chips=(9, 9, 9), options={"specials": True}
    )
    assert dict(GAMES["nein_danke"].hints.explain(GAMES["nein_danke"].view(state, 0)).numbers)["hint.pot"] == -7


@pytest.mark.parametrize(("language", "words"), [("de", ("1 Punkt", "etwa 4")), ("en", ("1 point", "about 4"))])
def test_a_mistake_of_push_stands_beside_the_better_move_with_the_worth_of_both(language, words):
    state = push.state_of(rows=["y5 die", "r1"], displays=["r3", "", ""], phase=Phase.TAKE, waiting=(0, 1, 2))
    say, view = PushTexts(Texts(language), [Seat("A", HUMAN)] * 3), GAMES["push"].view(state, 0)
    five, one = (PushAction(PushVerb.TAKE, row) for row in (0, 1))
    assert say.worths(one, five, view) == words
    # a better move that is worth less is better for another reason
    assert say.worths(five, one, view) == ("", "")


def test_a_mistake_of_push_about_drawing_tells_what_drawing_and_stopping_gain():
    view = GAMES["push"].view(push.state_of(rows=["r6 b4", "r2 g1", "y6 r3"], pile="p1 r5 r4 r1"), 0)
    draw, stop = PushTexts(Texts("en"), [Seat("A", HUMAN)] * 3).worths(DRAW, STOP, view)
    less, more = (int(said.removeprefix("gains ").replace("\u2212", "-")) for said in (draw, stop))
    assert less < more


def test_a_mistake_of_push_before_any_card_is_drawn_shows_the_open_cards_it_is_about():
    view = GAMES["push"].view(push.state_of(displays=["r3 b2 b6", "", ""], phase=Phase.CHOOSE), 0)
    blue = next(action for action in view.legal if action.verb == PushVerb.SECURE and action.target == 1)
    assert PRESENTATIONS["push"].mistake_faces(view, DRAW, blue) == (("blue2", "blue6"),)


def test_a_card_that_a_rival_has_just_turned_back_counts_in_the_chance_but_no_older_one():
    """The hint is no memory, but nobody has to be told less than what is on the table a moment ago."""
    around = {"phase": keine_ahnung.rules.Phase.OWN, "turns": 3, "laid_count": 1}
    state = keine_ahnung.state_of("red5", ("blue1 green2 grey3 red3", "red2 blue4"), **around)
    explain, chances = GAMES["keine_ahnung"].hints.explain, []
    for shown in (0, 1, 2):
        seen = state._replace(last_shown=((0,) * 6, (shown, *[0] * 5)))
        view = keine_ahnung.rules.view(seen, 0)
        odds = Plan(view, {}, fresh_cards(view)).odds
        chances.append((odds.unseen, dict(explain(view).numbers)["hint.chance"]))
    unseen = chances[0][0]
    assert [number for number, _chance in chances] == [unseen, unseen, unseen - 1]
