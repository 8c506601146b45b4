"""The time that others' turns take in Push: risk, stake, busts, and many rivals."""

from functools import partial
from itertools import pairwise

import pytest
from push_panels import ALONE, ROWS, shown_by
from push_player import at_table, before, match_of
from push_states import copies_of, state_of
from table_player import scene_of, waits_of

from game.ai.levels import chosen_by
from game.catalogue.lengths import BOT_S
from game.core.rng import Rng
from game.engine.director import Look
from game.engine.game_table import PILL_SIZE
from game.games.push.events import Busted, CardDrawn, CardPlaced, DrawingStopped, TurnStarted
from game.games.push.rules import DRAW, Phase
from game.games.push.table import PushTable

#: the moments at which another player's draw and placing are seen
STEPS: tuple[tuple[type, dict[str, int]], ...] = ((CardDrawn, {}), (CardPlaced, {"row": 1}))


def shown_ms(table: PushTable, event: object, view: object) -> float:
    """Return how long an event is shown, in milliseconds at normal speed."""
    return sum(waits_of(table.script(event, view)))


def test_events_of_others_are_shown_for_less_time_than_ones_own():
    state = state_of(seats=4, rows=ROWS[:2], pile="p1 g2 r4 y3")
    _player, scene = before(state, ALONE, speed="normal")
    view = scene.match.view(0)
    card = copies_of("y3")[0]
    for event in (partial(CardDrawn, card=card), partial(CardPlaced, card=card, row=2), partial(Busted, card=card)):
        own, other = (shown_ms(scene.table, event(seat=seat), view._replace(turn=seat)) for seat in (0, 1))
        assert other < 0.8 * own, event
        # and long enough to be seen
        assert other > 40


def test_a_bust_of_ones_own_takes_about_three_seconds():
    _player, scene = before(state_of(seats=4, rows=ROWS, pile="p1 g2"), ALONE, speed="normal")
    took = shown_ms(scene.table, Busted(0, copies_of("r4")[0]), scene.match.view(0))
    assert 2500 < took < 3300


def test_a_rivals_draw_is_quick_without_risk_and_slower_with_more():
    def took(rows, pile):
        _player, scene = before(state_of(seats=4, turn=1, rows=rows, pile=pile), ALONE, speed="normal")
        table, view = scene.table, scene.match.view(0)
        drawn, card = view._replace(turn=1), copies_of("y3")[0]
        thought = table.thinking_time(view, DRAW) * 1000 * BOT_S
        return thought + sum(shown_ms(table, kind(seat=1, card=card, **more), drawn) for kind, more in STEPS)

    harmless, risky = took(["r6"], "p1 g2"), took(["r6 b4", "r2 g1", "y6 r3"], "p1 r5 r4 r1")
    assert 130 < harmless < 250
    assert risky > 2.5 * harmless


def test_a_rivals_long_turn_speeds_up_from_the_fifth_card_on_without_risk():
    def took(rows: list[str]) -> float:
        table, view = rival_about_to_draw(rows, "p1 g2")
        return sum(shown_ms(table, kind(seat=1, card=copies_of("p1")[0], **more), view) for kind, more in STEPS)

    early, late = [["r6"], ["r6 b4 g3"]], [["r6 b4", "g3 y2"], ["r6 b4 g3", "g2 y1"]]
    assert len({took(rows) for rows in early}) == 1
    assert 60 < took(late[0]) == took(late[1]) < 0.7 * took(early[0])
    # a risk is as exciting in a long turn
    assert drawn_in(["r6 b4 g3", "r2 g1", "y6 r3"], clashing_pile(8)) > 800


def rival_about_to_draw(rows: list[str], pile: str, **options: bool) -> tuple[PushTable, object]:
    """Return a table at which the next player is about to draw over these rows, and the view after the draw."""
    state = state_of(seats=4, turn=1, active_seat=1, rows=rows, pile=pile, options=options)
    match = match_of(ALONE, host_starts=True, keep_directions=True, **options)
    match.state = state
    return scene_of(at_table(match, speed="normal")).table, match.view(0)


#: a pile of twenty cards of which so many fit none of the rows; its top one does
FITS = "p1 p1 p1 p2 p2 p2 p3 p3 p3 b2 b2 b2 b6 b6 b6 p6 p6 p6 g5 g5"


CLASHES = "r5 r5 r5 r1 r1 r1 r4 r4"


def clashing_pile(clashing: int) -> str:
    return " ".join(CLASHES.split()[:clashing] + FITS.split()[: 20 - clashing])


def drawn_in(rows: list[str], pile: str, **options: bool) -> float:
    table, view = rival_about_to_draw(rows, pile, **options)
    return shown_ms(table, CardDrawn(seat=1, card=copies_of("p1")[0]), view)


def test_a_rivals_draw_takes_longer_the_higher_the_risk():
    times = [drawn_in(ROWS, clashing_pile(clashing)) for clashing in (0, 1, 2, 4, 8)]
    assert times[0] < 200, "where nothing can happen nobody waits"
    assert times[1] > 800, "the smallest risk is felt"
    assert all(more > 1.08 * less for less, more in pairwise(times))
    assert times[-1] < 2500


def test_a_rivals_draw_takes_longer_the_more_is_at_stake():
    poor, rich = ["r2 b3", "r3 g2", "y2 r4"], ["r6 b5", "r2 g3", "y3 r4"]
    pile = "r5 p1 p1 p1"
    assert [rival_about_to_draw(rows, pile)[0].counts.risk() for rows in (poor, rich)] == [25, 25]
    assert [rival_about_to_draw(rows, pile)[0].counts.stake() for rows in (poor, rich)] == [6, 11]
    assert drawn_in(rich, pile) > 1.1 * drawn_in(poor, pile)


def test_without_the_risk_house_rule_a_rivals_draw_does_not_betray_it():
    times = {drawn_in(ROWS, clashing_pile(clashing), risk=False) for clashing in (0, 1, 8)}
    assert len(times) == 1
    assert drawn_in(ROWS[:2], clashing_pile(0), risk=False) < min(times)


def test_a_rivals_stop_is_announced_with_a_pause():
    table, view = rival_about_to_draw(ROWS, clashing_pile(2))
    stop = table.script(DrawingStopped(1, False), view)
    assert 500 <= next(stop) <= 900
    panel, told = shown_by(table, table.rivals.draw, 1), table.rivals.stopped
    assert told == 1
    assert next(stop, None) is None
    assert table.rivals.stopped == -1
    badge = panel[-1]
    assert (badge.x, badge.centre[1]) == pytest.approx(table.panels[1].last[:2])
    usual = table.kit.pill(table.match_texts.move(DrawingStopped(1, False)), PILL_SIZE)
    assert badge.h > 1.4 * usual.get_height() / table.kit.scale, "it is larger than every other move"
    # a forced stop is no decision
    assert shown_ms(table, DrawingStopped(1, True), view) < 300


def test_a_tap_skips_a_rivals_pause():
    table, view = rival_about_to_draw(ROWS, clashing_pile(8))
    for event in (CardDrawn(1, copies_of("p1")[0]), DrawingStopped(1, False)):
        assert not any(isinstance(wait, Look) for wait in table.script(event, view)), (
            "none of it is a look that a tap leaves"
        )


def test_others_think_longer_only_when_there_is_a_risk():
    safe = before(state_of(seats=4, rows=["r6"], pile="p1 g2"), ALONE)[1]
    risky = before(state_of(seats=4, rows=["r6 b4", "r2 g1", "y6 r3"], pile="p1 r5 r4 r1"), ALONE)[1]
    low, high = (scene.table.thinking_time(scene.match.view(0), DRAW) for scene in (safe, risky))
    assert 0 < low < high <= 1
    placing = state_of(
        seats=4, rows=["r6 b4", "r2 g1", "y6 r3"], pile="p1 g2", phase=Phase.PLACE, card=copies_of("b6")[0]
    )
    # with a single place there is nothing to think about
    assert before(placing, ALONE)[1].table.thinking_time(before(placing, ALONE)[1].match.view(0), DRAW) == 0


def test_events_speed_up_after_a_long_wait():
    _player, scene = before(state_of(seats=4, turn=1, rows=ROWS, pile="p1 g2"), ALONE, speed="normal")
    table, view = scene.table, scene.match.view(0)
    others, own = (TurnStarted(seat) for seat in (1, 0))

    def lasts(event):
        return shown_ms(table, event, view._replace(turn=event.seat))

    usual, mine, thought = lasts(others), lasts(own), table.thinking_time(view, DRAW)
    # a viewer who is never asked does not wait: a replay keeps its pace
    table.update(20_000.0)
    assert lasts(others) == usual
    table.viewer_decides = True
    table.update(16.0)
    table.viewer_decides = False
    table.update(20_000.0)
    assert lasts(others) < 0.6 * usual
    assert table.thinking_time(view, DRAW) < 0.6 * thought
    assert lasts(own) == mine


def test_three_others_draw_their_cards_in_a_reasonable_time():
    """The cards that bots draw differ by half from match to match, their time for a card by a tenth."""
    waited_ms, drawn = 0.0, 0
    for seed in (1, 2, 3):
        player = at_table(match_of(ALONE, seed), speed="normal")
        scene, table, rng = scene_of(player), scene_of(player).table, Rng(seed)
        while player.scene is scene:
            player.wait(16)
            if table.viewer_decides and not scene.director.busy:
                scene.act(chosen_by(scene.match.game.bots.think(scene.match.view(0), rng, "normal")))
            elif table.shown.active_seat != 0:
                waited_ms += 16
        drawn += sum(isinstance(event, CardDrawn) and event.seat != 0 for step in scene.match.events for event in step)
    assert 800 < waited_ms / drawn < 1200


def test_more_rivals_share_the_time_of_three_and_keep_the_suspense():
    def took(seats: int, rows: list[str], pile: str, event: object) -> float:
        state = state_of(seats=seats, turn=1, active_seat=1, rows=rows, pile=pile)
        _player, scene = before(state, ("human", *["easy"] * (seats - 1)), speed="normal")
        return shown_ms(scene.table, event, scene.match.view(0))

    draw, start = CardDrawn(seat=1, card=copies_of("p1")[0]), TurnStarted(1)
    for rows, event in ((ROWS[:1], draw), (ROWS, start)):
        assert took(6, rows, "p1 g2", event) == pytest.approx(0.6 * took(4, rows, "p1 g2", event))
        assert took(3, rows, "p1 g2", event) == took(4, rows, "p1 g2", event)
    assert took(6, ROWS, clashing_pile(8), draw) == took(4, ROWS, clashing_pile(8), draw) > 800
