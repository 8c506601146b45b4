"""The sentences and rows of the hints of Nein Danke! are true and plain: the limit, and the last chip."""

import pytest
from nein_danke_states import special, state_of
from table_player import match_of, sit

from game.ai.second_look import Advantage
from game.catalogue.registry import GAMES
from game.core.capabilities import Advice
from game.games.nein_danke import rules
from game.games.nein_danke.bots import explain_action
from game.games.nein_danke.deck import FIRST_SPECIAL
from game.games.nein_danke.rules import PAY, TAKE

GAME = GAMES["nein_danke"]


@pytest.mark.parametrize(
    ("language", "row"), [("de", ("Nehmen lohnt", "sofort")), ("en", ("Taking pays", "right away"))]
)
def test_a_limit_of_no_chips_is_told_as_at_once(language, row):
    table = sit(match_of(GAME, ("human", "easy", "easy"), 7), language=language).scene.table
    advice = Advice(TAKE, ())
    assert table.hint_row("hint.limit", 0.0, advice) == row
    assert "7" in table.hint_row("hint.limit", 7.0, advice)[1]


@pytest.mark.parametrize(("card", "pot"), [(30, 13), (special("minus_per_card"), 0)])
def test_with_the_last_chip_no_later_pot_is_recommended(card, pot):
    options = {"specials": True} if card >= FIRST_SPECIAL else {}

    def blanks(chips: int) -> dict[str, int]:
        state = state_of(card, pot=pot, chips=(chips, 9, 9), pile=tuple(range(4, 15)), options=options)
        return dict(explain_action(rules.view(state, 0), PAY).why.blanks)

    assert "limit" not in blanks(1)
    assert card >= FIRST_SPECIAL or "limit" in blanks(9)


def test_a_limit_is_told_once_the_pot_may_reach_it_in_a_lap():
    for pot, is_told in ((0, False), (3, False), (13, True)):
        seen = rules.view(state_of(30, pot=pot, chips=(9, 9, 9), pile=tuple(range(4, 15))), 0)
        advice = explain_action(seen, PAY)
        limit = dict(advice.numbers)["hint.limit"]
        assert (limit <= pot + 3) is is_told
        assert ("limit" in dict(advice.why.blanks)) is is_told


@pytest.mark.parametrize("points", [None, 0])
def test_no_missing_difference_is_told_beside_a_limit(points):
    player = sit(match_of(GAME, ("human", "easy", "easy"), 7))
    scene = player.scene
    seen = rules.view(state_of(30, pot=13, chips=(9, 9, 9), pile=tuple(range(4, 15))), 0)
    hint = scene.dock.table_hint
    hint.begin(scene.context, GAME, seen, 0)
    limited, plain = explain_action(seen, PAY), explain_action(seen, TAKE)
    assert "limit" in dict(limited.why.blanks)
    hint._comparison.figure = Advantage(TAKE, points, (40, 40))
    for advice, vague in ((limited, True), (plain, False)):
        hint.show(advice)
        assert bool(hint.panel_text(scene.table).figure) != vague
        hint.numbers = True
        assert (hint.panel_text(scene.table).head == scene.context.texts("hint.title")) == vague
    hint._comparison.figure = Advantage(TAKE, 9, (49, 40))
    hint.show(limited)
    assert hint.figure(scene.table)
