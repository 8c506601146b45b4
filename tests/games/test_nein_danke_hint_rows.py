"""The sentences and rows of the hints of Nein Danke! are true and plain: no limit, and play-outs before judgements."""

import pytest
from nein_danke_states import special, state_of
from table_player import match_of, sit

from game.ai.second_look import Advantage
from game.catalogue.registry import GAMES
from game.games.nein_danke import rules
from game.games.nein_danke.bots import explain_action
from game.games.nein_danke.deck import FIRST_SPECIAL
from game.games.nein_danke.rules import DECLINE, PAY, TAKE

GAME = GAMES["nein_danke"]


@pytest.mark.parametrize("pot", [0, 3, 13])
@pytest.mark.parametrize("card", [30, special("minus_per_card")])
def test_no_hint_names_a_pot_from_which_to_take_a_card_which_play_outs_would_contradict(card, pot):
    options = {"specials": True} if card >= FIRST_SPECIAL else {}
    seen = rules.view(state_of(card, pot=pot, chips=(9, 9, 9), pile=tuple(range(4, 15)), options=options), 0)
    advice = explain_action(seen, PAY)
    assert "limit" not in dict(advice.why.blanks)
    table = sit(match_of(GAME, ("human", "easy", "easy"), 7)).scene.table
    table.view = seen
    assert table.hint_row("hint.limit", 7.0, advice) is None


@pytest.mark.parametrize("lead", [0, 7])
def test_play_outs_take_the_place_of_what_a_judgement_makes_of_paying(lead):
    player = sit(match_of(GAME, ("human", "easy", "easy"), 7))
    scene = player.scene
    seen = rules.view(state_of(21, pot=9, chips=(6, 0, 9), pile=tuple(range(6, 20))), 0)
    scene.table.view = seen
    hint, advice = scene.dock.table_hint, explain_action(seen, TAKE)
    hint.begin(scene.context, GAME, seen, 0)
    hint.show(advice)
    hint._comparison.figure = Advantage(PAY, None, (40, 40), lead)
    hint.numbers = True
    rows = dict(hint.panel_text(scene.table).rows)
    row = scene.table.hint_row("hint.later", dict(advice.numbers)["hint.later"], advice)
    assert row[0] not in rows
    assert [value for name, value in rows.items() if name.startswith("✓")] == (
        [f"am Ende {lead} Punkte besser"] if lead else []
    )


@pytest.mark.parametrize(
    ("name", "pot", "action", "told"),
    [
        ("bonus20", 6, DECLINE, [("Ablehnen bringt", "sofort +6")]),
        ("bonus20", 6, PAY, [("Ablehnen bringt", "sofort +6"), ("Wenn das Gebot hält", "etwa +19")]),
        ("bonus5", 6, DECLINE, [("Ablehnen bringt", "sofort +6"), ("Die Karte bringt", "etwa +5")]),
    ],
)
def test_the_rows_about_a_green_card_speak_for_the_advice_in_whole_points(name, pot, action, told):
    options = {"specials": True}
    state = state_of(special(name), pot=pot, chips=(9, 9, 9), pile=tuple(range(4, 15)), options=options)
    seen = rules.view(state, 0)
    table = sit(match_of(GAME, ("human", "easy", "easy"), 7, **options)).scene.table
    table.view = seen
    advice = explain_action(seen, action)
    rows = [row for number in advice.numbers if (row := table.hint_row(*number, advice))]
    assert sorted((name, value.replace("\u00a0", " ")) for name, value in rows) == told


def test_the_row_of_taking_a_card_is_told_in_whole_points_as_its_reason():
    options = {"specials": True}
    card = special("minus_per_card")
    state = state_of(card, pot=2, chips=(9, 9, 9), pile=tuple(range(4, 15)), options=options)
    seen = rules.view(state, 0)
    table = sit(match_of(GAME, ("human", "easy", "easy"), 7, **options)).scene.table
    table.view = seen
    advice = explain_action(seen, PAY)._replace(numbers=(("hint.cost", 11.5), ("hint.pot", 2.0), ("hint.net", -9.5)))
    rows = [row for number in advice.numbers if (row := table.hint_row(*number, advice))]
    assert [value.replace("\u00a0", " ") for _name, value in rows] == ["etwa −12 + 2 = −10"]
