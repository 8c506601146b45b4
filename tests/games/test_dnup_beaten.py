"""A beaten set at the table of dnuP: it leaves when the set that beats it is seen, first the cause, then the effect."""

import pytest
from dnup_player import match_of, player_at, sit
from dnup_states import add, lay, state_of

from game.engine.kit import Kit
from game.games.dnup import rules
from game.games.dnup.deck import number_of
from game.games.dnup.events import SetPlayed, is_beaten
from game.games.dnup.table import DnupTable

FRAME_MS = 10

#: hands, sets and move of a person of two, three and five, each of whom beats a set
POSITIONS = {
    "a single card of three": (("6/1 8/2", "9/1 3/4", "7/1"), {1: "5/8"}, {}, lambda state: lay(state, "6/1")),
    "two of five": (
        ("6/1 6/3 8/2", "9/1", "7/1", "7/2", "7/3"),
        {3: "4/2 4/9"},
        {},
        lambda state: lay(state, "6/1 6/3"),
    ),
    "the own old set is put away before": (
        ("6/1 8/2", "9/1 3/4", "7/1"),
        {0: "1/5", 1: "5/8"},
        {},
        lambda state: lay(state, "6/1"),
    ),
    "one added": (("9/2 8/2", "9/1 3/4", "7/1"), {1: "2/4 2/5", 2: "9/3"}, {}, lambda state: add(state, "9/2", 2)),
    "the own other set of two players": (
        ("6/1 7/1", "9/1 3/4"),
        {0: "4/2"},
        {"area": 1},
        lambda state: lay(state, "6/1"),
    ),
    "of somebody who is out": (("6/1 8/2", "", "7/1 3/4"), {1: "5/8"}, {"out": (1,)}, lambda state: lay(state, "6/1")),
}


def shown(position, viewer, pace="normal", *, reduced=False):
    """Play the move of a position on a viewer's table; return the table, and each frame's places of its cards."""
    hands, sets, fields, move = POSITIONS[position]
    match = match_of("h" * len(hands))
    match.state = state_of(*hands, sets=sets, **fields)
    context = sit(match).app.context
    table = DnupTable(context, match.seats, viewer, match.view(viewer))
    context.settings.speed, context.settings.reduced_motion = pace, reduced
    steps = match.advance(move(match.state))
    frames = []
    for event, state in steps:
        for wait in table.play(rules.visible(event, viewer), rules.view(state, viewer)):
            for _ in range(round(wait / FRAME_MS)):
                table.update(FRAME_MS)
                places = {key: (sprite.x, sprite.y, sprite.face) for key, sprite in table.layer.sprites.items()}
                frames.append(places)
    return table, frames, [event for event, _after in steps]


@pytest.mark.parametrize("viewer", [0, 1])
@pytest.mark.parametrize("position", POSITIONS)
def test_a_beaten_set_begins_to_move_when_the_set_that_beats_it_lies_there(position, viewer):
    table, frames, events = shown(position, viewer)
    beaten = next(event for event in events if is_beaten(event))
    laid = events[events.index(beaten) + 1]
    cards = laid.cards if isinstance(laid, SetPlayed) else (laid.card,)
    ends = {number_of(card): table.layer.sprites[number_of(card)].place[:2] for card in cards}
    gone = next(
        at
        for at, places in enumerate(frames)
        for card in beaten.cards
        if places.get(number_of(card), ()) != frames[0][number_of(card)]
    )
    lies = [all(places.get(key, ())[:2] == end for key, end in ends.items()) for places in frames]
    assert lies[gone]
    # for a moment both lie there
    assert lies.index(True) + 250 / FRAME_MS <= gone


@pytest.mark.parametrize("position", ["a single card of three", "of somebody who is out"])
def test_a_beaten_set_counts_where_it_lies_until_it_leaves(position):
    hands, sets, fields, move = POSITIONS[position]
    match = match_of("h" * len(hands))
    match.state = state_of(*hands, sets=sets, **fields)
    before = match.view(2)
    table = DnupTable(sit(match).app.context, match.seats, 2, before)
    beaten, played = match.advance(move(match.state))[:2]
    assert not list(table.play(beaten[0], rules.view(beaten[1], 2)))
    assert table.shown == before
    script = table.play(played[0], rules.view(played[1], 2))
    next(script)
    assert table.shown.sets[1] == before.sets[1]
    assert table.shown.hand_counts[1] == before.hand_counts[1]
    assert table.shown.discard_count == before.discard_count
    assert sum(table.shown.hand_counts) + sum(map(len, table.shown.sets)) == sum(before.hand_counts) + 1
    list(script)
    assert table.shown == rules.view(played[1], 2)


@pytest.mark.parametrize("after_ms", [0, 200, 500, 800, 1100])
def test_a_tap_at_any_moment_ends_with_the_beaten_set_in_its_hand(after_ms):
    hands, sets, fields, move = POSITIONS["a single card of three"]
    player = player_at(match_of("hbb"), state_of(*hands, sets=sets, **fields))
    player.app.context.settings.speed = "normal"
    scene, table, match = player.scene, player.scene.table, player.scene.match
    scene.act(move(match.state))
    player.wait(after_ms)
    scene.director.skip()
    assert (table.scripts.beaten, table.scripts.struck, table.scripts.leaving) == (None, -1, -1)
    seen, now = table.shown, match.view(0)
    assert (seen.sets, seen.hand, seen.hand_counts) == (now.sets, now.hand, now.hand_counts)
    assert [line.text.partition(" ")[0] for line in table.history.lines[-2:]] == ["Du", "Frida"]


def test_the_label_of_a_struck_set_says_that_it_is_beaten(monkeypatch):
    hands, sets, fields, move = POSITIONS["a single card of three"]
    player = player_at(match_of("hbb"), state_of(*hands, sets=sets, **fields))
    player.app.context.settings.speed = "normal"
    said = []
    pill = Kit.pill
    monkeypatch.setattr(Kit, "pill", lambda kit, text, *how, **more: said.append(text) or pill(kit, text, *how, **more))
    player.scene.act(move(player.scene.match.state))
    player.wait(300)
    player.app.draw()
    assert "geschlagen" not in said
    assert player.wait(2000, lambda: player.scene.table.scripts.struck == 1)
    said.clear()
    player.app.draw()
    assert "geschlagen" in said


def test_without_animation_nothing_is_left_of_a_beaten_set():
    for pace, reduced in (("off", False), ("normal", True)):
        table, _frames, events = shown("a single card of three", 1, pace, reduced=reduced)
        (card,) = events[0].cards
        assert table.layer.sprites[number_of(card)].face == f"c{card ^ 1}"
        assert (table.scripts.beaten, table.scripts.struck, table.scripts.leaving) == (None, -1, -1)
