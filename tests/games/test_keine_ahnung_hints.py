"""Hints of Keine Ahnung: what they say, and that they cover nothing."""

import pygame
import pytest
from keine_ahnung_player import PHONE, match_of, player_at, sit
from keine_ahnung_states import state_of
from table_player import dock_of

from game.ai.levels import chosen_by
from game.ai.second_look import HintComparison
from game.catalogue.registry import GAMES
from game.core.match import Match, Seat
from game.core.rng import Rng
from game.engine.layout import Box
from game.games.keine_ahnung.rules import CALL, END, Phase, Verb


def drawn_in(player, box: Box) -> bytes:
    """Return what the screen shows in a box."""
    player.draw()
    frame = player.app.context.frame
    x, y, w, h = (round(part * frame.scale) for part in box)
    part = player.screen.subsurface(pygame.Rect(frame.left + x, frame.top + y, w, h))
    return pygame.image.tobytes(part, "RGB")


def test_the_mark_on_the_draw_pile_leaves_its_number_in_sight():
    player = sit(match_of("hhb"), PHONE)
    player.wait(6000, lambda: "draw-pile" in player.ids())
    table = player.scene.table
    spot = table.spots.draw
    number = Box(spot.x - 36, spot.y + spot.box.h / 2 + 2, 72, 12)
    before = drawn_in(player, number)
    player.tap("hint")
    player.wait(400)
    assert dock_of(player).marks
    assert drawn_in(player, number) == before


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_hint_to_draw_says_why_there_is_no_other_move(language):
    player = player_at(match_of("hhb"), state_of("red1 yellow3", seats=3), language=language)
    player.tap("hint")
    texts = player.app.context.texts
    assert dock_of(player).panel_text.body == texts("keine_ahnung.only_draw") != texts("hint.only_move")


def decided(seed: int):
    """Yield every view of a match in which somebody has a choice before an own card or between piles."""
    game, rng = GAMES["keine_ahnung"], Rng(seed)
    match = Match(game, {"reminders": seed % 3 == 2}, [Seat(name, "normal") for name in "ABC"], seed)
    while not match.is_over:
        view = match.view(game.to_move(match.state))
        if view.phase in (Phase.OWN, Phase.PLACE) and len(view.legal) > 1:
            yield view
        match.apply(chosen_by(game.bots.think(view, rng, "normal")))


def is_true(key: str, legal, numbers) -> bool:
    """Return True if a reason holds for these moves and numbers."""
    fits, call = numbers.get("hint.chance", 0), numbers.get("hint.call", 0)
    facts = {
        "call": call >= 50 and fits < 35,
        "call_sure": call == 100,
        "call.likely": call >= 35,
        "call.try": 10 <= call < 35,
        "call.hardly": call < 10,
        "call.lost": numbers.get("hint.fitting", 0) > 0,
        "too_early": fits >= 35 > call,
        "flip_safe": CALL in legal and END not in legal,
        "stop": fits < 35 and not numbers.get("hint.fitting", 0),
        "seen_not": not {CALL, END} & {*legal} and not numbers["hint.fitting"] if key == "seen_not" else True,
        "go_on_likely": fits >= 75,
        "chance_much": fits >= 60,
        "chance_little": fits < 35,
    }
    return facts.get(key.removesuffix(".unknown"), True)


@pytest.mark.parametrize("seed", range(6))
def test_every_reason_is_true_by_the_numbers_beside_it(seed):
    hints, told = GAMES["keine_ahnung"].hints, set()
    for view in decided(seed):
        best = hints.explain(view)
        for advice in (best, *(hints.explain_action(view, action) for action in view.legal)):
            numbers = dict(advice.numbers)
            assert is_true(advice.why.key, view.legal, numbers), (advice, view.piles)
            told.add(advice.why.key)
            if advice.action.verb != Verb.LAY:
                blanks = dict(advice.why.blanks)
                known = {"hint.chance": blanks.get("chance")}
                if advice.action == CALL:
                    known = {"hint.call": blanks.get("chance")}
                assert all(value in (None, numbers.get(key)) for key, value in known.items()), advice
    assert {"call.hardly", "call.try"} <= told


@pytest.mark.parametrize("seed", range(6))
def test_no_lost_call_is_offered_and_both_moves_tell_one_chance_to_fit(seed):
    game, offered = GAMES["keine_ahnung"], []
    for number, view in enumerate(decided(seed)):
        if number % 4:
            continue
        look = HintComparison(game, view, view.seat)
        before = [dict(advice.numbers) for advice in look.possible if advice.action.verb != Verb.LAY]
        assert not {"call.hardly", "call.lost"} & {advice.why.key for advice in look.possible[1:]}
        # what is called as good is not called wrong beside it
        assert look.advice.why.key != "too_early" or all(advice.action != CALL for advice in look.possible)
        offered += [advice for advice in look.possible if advice.action == CALL]
        # the blanks, as the numbers of the second are left out
        chances = {dict(advice.why.blanks)["chance"] for advice in look.possible if told_to_fit(advice)}
        assert len(chances | {numbers["hint.chance"] for numbers in before if "hint.chance" in numbers}) <= 1
    assert offered


def told_to_fit(advice) -> bool:
    """Return True if a reason tells the chance that a card fits."""
    return advice.action.verb == Verb.REVEAL and "chance" in dict(advice.why.blanks)
