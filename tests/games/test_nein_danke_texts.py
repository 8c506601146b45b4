"""Texts at the table of Nein Danke!: prompts name every possible move, and buttons the recipient."""

import pytest
from nein_danke_states import special, state_of
from table_player import PHONE, WIDE, kinds_of, match_of, player_at, sit

from game.catalogue.registry import GAMES
from game.core.match import Seat
from game.engine.texts import Texts
from game.games.nein_danke import rules
from game.games.nein_danke.bots import explain
from game.games.nein_danke.texts import NeinDankeTexts

SEATS = [Seat(name, "human", "bear") for name in ("Toni", "Frida", "Ole")]
DE = Texts("de")


@pytest.mark.parametrize("short", [False, True])
@pytest.mark.parametrize(("card", "key"), [(17, "pink"), (special("joker"), "green")])
def test_without_chips_the_prompt_names_a_skip_if_there_is_one(card, key, short):
    say, tail = NeinDankeTexts(DE, SEATS), ".short" if short else ""
    for display, which in (((), "forced"), ((special("skip"),), "skip")):
        state = state_of(card, chips=(0, 5, 5), displays=(display, (), ()))
        prompt = say.prompt(rules.view(state, 0), True, short)
        assert prompt == say(f"prompt.{key}_{which}{tail}", name=say.name(0))


@pytest.mark.parametrize(("language", "said"), [("de", "neun fehlen im Stapel"), ("en", "nine aren’t in the pile")])
@pytest.mark.parametrize("short", [False, True])
def test_while_the_nine_are_seen_the_prompt_says_what_follows(language, said, short):
    looking = rules.view(state_of(17)._replace(phase=rules.Phase.PEEK), 0)
    assert said in NeinDankeTexts(Texts(language), SEATS).prompt(looking, True, short)


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({}, ["Ole bekommt sie gratis", "gratis für Ole"]),
        ({"out": frozenset({2})}, ["Frida bekommt sie gratis", "gratis für Frida"]),
        ({"pot": 3, "last_bidder": 1}, ["+3 Chips, Karte an Frida", "+3 Chips, für Frida"]),
        ({"pot": 1, "last_bidder": 2}, ["+1 Chip, Karte an Ole", "+1 Chip, für Ole"]),
        ({"pot": 2, "last_bidder": 0, "out": frozenset({1, 2})}, ["+2 Chips und die Karte"]),
    ],
)
def test_the_decline_button_names_the_recipient(fields, said):
    """A beginner who declines before anybody has bid gives the card away, and reads so on the button."""
    view = rules.view(state_of(special("bonus20"), **fields), 0)
    assert NeinDankeTexts(DE, SEATS).declining(view) == said


def test_a_hint_has_comparable_rows_for_taking_a_card_and_for_paying():
    match = match_of(GAMES["nein_danke"], kinds_of("hbb", "easy"), 5)
    table = sit(match).scene.table
    table.view = rules.view(state_of(30, pot=4, chips=(9, 9, 9)), 0)
    rows = table.panel_text(explain(table.view), True).rows
    assert rows[:2] == (
        ("Nehmen", "−30\N{NO-BREAK SPACE}+\N{NO-BREAK SPACE}4\N{NO-BREAK SPACE}=\N{NO-BREAK SPACE}−26"),
        ("Erst zahlen", "etwa −6"),
    )


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("size", [WIDE, PHONE])
def test_the_take_button_always_names_the_pot_and_the_points_after_it(language, size):
    state = state_of(35, pot=10, chips=(2, 3, 3), displays=((24,), (), ()))
    match = match_of(GAMES["nein_danke"], kinds_of("hbb", "easy"), 5)
    player = player_at(match, state, size=size, language=language, scale=1.3)
    (button,) = [item for item in player.scene.items.items if item.id == "do-take"]
    assert "+10" in button.label
    assert "47" in button.label


@pytest.mark.parametrize(("chips", "said"), [(4, "3 pts with it"), (2, "1 pt with it")])
def test_a_bid_names_the_points_with_the_card_in_the_right_number(chips, said):
    state = state_of(special("skip"), chips=(chips, 3, 3))
    player = player_at(match_of(GAMES["nein_danke"], kinds_of("hbb", "easy"), 5), state, size=PHONE, language="en")
    (button,) = [item for item in player.scene.items.items if item.id == "do-pay"]
    assert said in button.label
