"""Views and events as JSON messages: a device receives all that its seat may know, and nothing else."""

import json
from enum import Enum
from hashlib import sha256
from itertools import takewhile
from types import UnionType
from typing import Union, get_args, get_origin, get_type_hints

import pytest
from contract_cases import CASES, match_of

from game.catalogue.registry import GAMES
from game.core.codec import BadData
from game.core.game import WATCHER, AnyGame, Event, State, redact, types_of
from game.core.rng import Rng
from game.core.stored_words import class_word, field_word
from game.games.push.judgement import bust_risk, rows_of
from game.wire.messages import ClientMessage, ServerMessage

#: the largest size of a view, and of an event, as a message
LONGEST = 8 * 1024
TURNS = [case for case in CASES if not GAMES[case[0]].real_time]


def sent_view(game: AnyGame, state: State, seat: int) -> str:
    """Return the view that is sent to a person's device, as text."""
    return json.dumps(game.view_codec().write(redact(game, game.view(state, seat))))


def sent_events(game: AnyGame, events: tuple[Event, ...], seat: int) -> list[str]:
    """Yield events as they are sent to a seat, up to the first one that reveals something hidden."""
    codec = game.event_codec()
    shown = [game.visible(event, seat) for event in takewhile(lambda event: not game.reveals(event), events)]
    return [json.dumps(codec.write(event)) for event in shown if event is not None]


@pytest.mark.parametrize(("name", "seats", "options"), CASES)
def test_views_and_events_survive_writing_and_reading(name, seats, options):
    match, rng = match_of(name, seats, options, 5), Rng(3)
    game = match.game
    views, events = game.view_codec(), game.event_codec()
    happened = game.opening(match.state)
    while len(match.actions) < 200:
        # one seat after the other, each many times
        for seat in (WATCHER, len(match.actions) % seats):
            view = game.view(match.state, seat)
            for one in (view, redact(game, view)):
                text = json.dumps(views.write(one))
                assert views.read(json.loads(text)) == one
                assert len(text) <= LONGEST
            for event in happened:
                if (shown := game.visible(event, seat)) is not None:
                    text = json.dumps(events.write(shown))
                    assert events.read(json.loads(text)) == shown
                    assert type(events.read(json.loads(text))) is type(shown)
                    assert len(text) <= LONGEST
        if match.is_over:
            return
        happened = match.apply(rng.choice(game.legal_actions(match.state)))


@pytest.mark.parametrize(("name", "seats", "options"), TURNS)
def test_hidden_cards_do_not_change_a_message(name, seats, options):
    """Positions that a seat or spectator cannot tell apart give the same bytes, and so do the events that follow.

    This holds until an event reveals something hidden.
    """
    match, rng, others = match_of(name, seats, options, 9), Rng(4), 0
    game = match.game
    while not match.is_over and len(match.actions) < 120:
        action = rng.choice(game.legal_actions(match.state))
        for seat in (WATCHER, *range(seats)):
            world = game.sample_state(game.view(match.state, seat), rng)
            others += world != match.state
            assert sent_view(game, world, seat) == sent_view(game, match.state, seat)
            if action in game.legal_actions(world):
                there, here = (game.apply(one, action, Rng(1))[1] for one in (world, match.state))
                assert sent_events(game, there, seat) == sent_events(game, here, seat)
        match.apply(action)
    assert others > len(match.actions)


@pytest.mark.parametrize("name", GAMES)
def test_a_spectators_view_has_nothing_private(name):
    """A spectator has no hand, no legal action, and sees no more cards than every seat."""
    match, rng = match_of(name, 3, {}, 2), Rng(7)
    game = match.game
    for _ in range(60):
        if match.is_over:
            break
        data = game.view_codec().write(game.view(match.state, WATCHER))
        assert data["seat"] == WATCHER
        assert data["legal"] == []
        assert not any(data.get(field) for field in ("hand", "trophies", "prizes", "seen"))
        match.apply(rng.choice(game.legal_actions(match.state)))


@pytest.mark.parametrize("name", GAMES)
def test_a_message_with_a_wrong_part_is_refused(name):
    match = match_of(name, 3, {}, 2)
    codec = match.game.view_codec()
    data = codec.write(match.view(0))
    assert codec.read(data) == match.view(0)
    for field in data:
        for wrong in (None, 1.5, {"x": 1}, [[None]]):
            if wrong != data[field] and not (wrong is None and field == "roll"):
                with pytest.raises(BadData, match=f"^{field}: "):
                    codec.read({**data, field: wrong})
        with pytest.raises(BadData):
            codec.read({name: part for name, part in data.items() if name != field})


def test_messages_contain_no_memory_aid():
    for name, fields in (
        ("keine_ahnung", ("sightings", "found_prizes")),
        ("dnup", ("known_cards", "known_discards")),
        ("nein_danke", ("counted_chips",)),
        ("push", ("counted_secured",)),
    ):
        match, rng, met = match_of(name, 3, {}, 4), Rng(1), set()
        while not match.is_over and len(match.actions) < 200:
            match.apply(rng.choice(match.game.legal_actions(match.state)))
            view = match.view(0)
            if name == "nein_danke" and match.game.next_round() in match.game.legal_actions(match.state):
                # between rounds all chips lie open
                continue
            met |= {field for field in fields if any(getattr(view, field))}
            assert not any(getattr(redact(match.game, view), field) for field in fields)
        assert met == set(fields)
    match = match_of("keine_ahnung", 3, {"reminders": True}, 4)
    rng = Rng(1)
    for _ in range(20):
        match.apply(rng.choice(match.game.legal_actions(match.state)))
    assert match.view(0).sightings
    assert redact(match.game, match.view(0)).sightings == match.view(0).sightings


@pytest.mark.parametrize("risk", [True, False])
@pytest.mark.parametrize("seats", [2, 3])
def test_the_unseen_cards_of_push_reveal_no_secured_ones_and_keep_a_shown_risk_right(seats, risk):
    match, rng, exchanged = match_of("push", seats, {"risk": risk}, 6), Rng(3), 0
    game = match.game
    while not match.is_over:
        match.apply(rng.choice(game.legal_actions(match.state)))
        state, whole = match.state, match.view(0)
        sent = redact(game, whole)
        rows = rows_of(whole)
        assert len(sent.unseen) == whole.pile_count
        is_shown = risk and whole.drawing
        assert not is_shown or bust_risk(rows, sent.unseen) == bust_risk(rows, whole.unseen)
        secured = state.store.secured[1]
        if not secured or not state.pile or match.is_over:
            continue
        # a secured card and one of the pile change places: nothing that is sent tells, but for the risk
        pile, hidden = [*state.pile], [*secured]
        pile[0], hidden[-1] = hidden[-1], pile[0]
        store = state.store._replace(secured=(state.store.secured[0], tuple(hidden), *state.store.secured[2:]))
        other = game.view(state._replace(pile=tuple(pile), store=store), 0)
        if not is_shown or bust_risk(rows, other.unseen) == bust_risk(rows, whole.unseen):
            assert redact(game, other) == sent
            exchanged += 1
    assert exchanged > 20


def test_the_discard_pile_of_dnup_stays_face_down_between_rounds():
    match, rng, between = match_of("dnup", 3, {}, 2), Rng(1), 0
    while not match.is_over and between < 2:
        match.apply(rng.choice(match.game.legal_actions(match.state)))
        if match.game.next_round() in match.game.legal_actions(match.state):
            between += 1
            for seat in (WATCHER, 0, 1, 2):
                sent = redact(match.game, match.view(seat))
                assert match.view(seat).known_discards
                assert not sent.known_discards
                assert not sent.known_cards
                # a device can still find out there what may be done
                world = match.game.sample_state(match.game.redaction.complete(sent), Rng(5))
                assert match.game.legal_actions(world) == match.game.legal_actions(match.state)
    assert between


#: hashes of the types of messages, and of each game's views and events, in this VERSION
SHAPES = {
    "messages": "404273d0",
    "nein_danke": "1ffe18e8",
    "keine_ahnung": "7406b998",
    "dnup": "d1e2f043",
    "push": "74841836",
    "twin_it": "6ff3c9a5",
}


#: types that are not named on the wire, by their names when these shapes were written down
ONCE = {"SeatInfo": "Place", "PublicEntry": "Happened", "Origin": "By", "PartyPhase": "Phase"}


def wire_type(kind: object) -> str:
    """Return how a type is written on the wire, with all that it is made of."""
    origin, inner = get_origin(kind), get_args(kind)
    if inner:
        name = "|" if origin in (Union, UnionType) else origin.__name__
        return f"{name}[{','.join(map(wire_type, inner))}]"
    if isinstance(kind, type) and hasattr(kind, "_fields"):
        fields = (f"{field_word(kind, name)}:{wire_type(of)}" for name, of in get_type_hints(kind).items())
        return f"{ONCE.get(kind.__name__, class_word(kind))}({','.join(fields)})"
    if isinstance(kind, type) and issubclass(kind, Enum):
        return f"{ONCE.get(kind.__name__, kind.__name__)}({','.join(repr(member.value) for member in kind)})"
    return str(getattr(kind, "__name__", kind))


def test_message_types_match_the_protocol_version():
    """A device loaded last week must be told to reload, instead of receiving a view that it cannot read."""
    kinds = {"messages": (ClientMessage, ServerMessage)}
    kinds |= {name: types_of(type(game))[2:] for name, game in GAMES.items()}
    found = {name: sha256(" ".join(map(wire_type, both)).encode()).hexdigest()[:8] for name, both in kinds.items()}
    assert found == SHAPES, (
        "write new shapes down in SHAPES; if published ones have changed, raise VERSION in wire/messages.py"
    )


@pytest.mark.parametrize(("name", "data"), [("nein_danke", [1, 0]), ("push", [0, -1]), ("push", [2, -1])])
def test_an_action_is_read_in_the_one_form_in_which_it_is_written(name, data):
    game = GAMES[name]
    with pytest.raises(ValueError, match="not an action"):
        game.decode(data)
    short = data[:1]
    assert game.encode(game.decode(short)) == short
