"""The moves that a person has missed at a table: told by the server after any time, in lines and as a film."""

import json

import pytest
from guests import TURNS, Guest, ManualClock, act, mover, run_pending, server, started, token
from history_parts import part
from memory_ledger import MemoryLedger

from game.core.match import load
from game.core.rng import Rng
from game.engine.panel import MISSED
from game.games.nein_danke import events as nein_danke
from game.games.push.events import TurnStarted
from game.games.push.rules import DRAW
from game.server.chairs import GRACE_MS
from game.server.log_entries import token_hash
from game.server.missed import MOST_SHOWN, MOST_TOLD
from game.services.party_updates import MOST_AT_ONCE
from game.table.turns import missed
from game.table.turns.missed import FILM_MS, GO_ON, WATCH
from game.table.turns.scene import TurnScene
from game.wire.commands import ANYWHERE, Leave, Sit, StandIn
from game.wire.messages import Welcome


async def returned(parties, guests, number, party=""):
    """Return the whole state that a new device of a guest's seat is sent."""
    again = Guest(parties, token(number))
    await again.hello(party or guests[0].visitor.replica.broadcast.name)
    return again.last(Welcome)


def since_own_move(guest):
    """Return the updates with an action since the guest's last own one, as they were received."""
    played = [step for step in guest.steps if step.entry.name == "Play"]
    own = [place for place, step in enumerate(played) if step.entry.seat == guest.seat]
    return played[own[-1] + 1 :] if own else played


@pytest.mark.parametrize("game", TURNS)
async def test_missed_moves_are_exactly_as_the_seat_was_told_at_the_time(game):
    """Byte for byte: so nothing is in it that the seat may not know."""
    parties = server()
    guests, rng, told = await started(parties, game, 3), Rng(4), 0
    for _ in range(80):
        who = mover(guests)
        if who is None:
            await run_pending()
            continue
        await act(who, rng)
        if guests[0].party_state.phase.value != "playing":
            break
        number = rng.below(3)
        welcome = guests[0].visitor.replica.broadcast.welcome(token_hash(token(number)), 0)
        expected, missed = since_own_move(guests[number]), welcome.missed
        assert bool(expected) == (missed is not None)
        assert not missed or missed.length + len(missed.actions) == guests[number].turn.length
        for step, action in zip(expected, missed.actions if missed else (), strict=True):
            assert json.dumps(action.events) == json.dumps(step.events)
            assert action.seat == step.entry.seat
            assert [*action.views] == [*step.views]
            assert action.view == step.turn.view
            told += 1
    assert told > 60


async def test_nothing_is_missed_by_those_who_look_on_or_have_just_sat_down():
    parties = server()
    guests = await started(parties, "nein_danke", 4)
    for _ in range(6):
        await act(mover(guests), Rng(1))
    assert (await returned(parties, guests, 9)).missed is None
    await guests[3].do(Leave())
    newcomer = Guest(parties, token(8))
    await newcomer.hello(guests[0].visitor.replica.broadcast.name)
    await newcomer.do(Sit(ANYWHERE, "Dora", "cat", newcomer.token))
    assert newcomer.seat == 3
    welcome = await returned(parties, guests, 8)
    assert welcome.seat == 3
    assert welcome.missed is None


async def test_moves_are_told_after_days_and_by_another_server_however_many_there_were():
    ledger, clock = MemoryLedger(), ManualClock()
    parties = server(ledger, clock)
    guests = await started(parties, "push", 3)
    rng, name = Rng(3), guests[0].visitor.replica.broadcast.name
    party = guests[0].visitor.replica.party
    # seat 0 acts once, and others act for it from then on
    party.chairs[0] = party.chairs[0]._replace(acted=0)
    while len(party.match.actions) < MOST_TOLD + 30 and not party.match.is_over:
        await act(mover(guests), rng)
        for seat in range(3):
            party.chairs[seat] = party.chairs[seat]._replace(acted=0)
    length = len(party.match.actions)
    missed = (await returned(parties, guests, 0)).missed
    assert (missed.length, missed.left_out) == (length - MOST_TOLD, length - MOST_TOLD)
    assert [action.view is not None for action in missed.actions].index(True) == MOST_TOLD - MOST_SHOWN
    await parties.close()
    clock.ms += 20 * 24 * 3_600_000
    second = server(ledger, clock)
    acted = max(place + 1 for place, seat in enumerate(party.match.movers) if seat == 1)
    welcome = await returned(second, guests, 1, name)
    expected = length - acted
    assert len(welcome.missed.actions if welcome.missed else ()) == expected
    await second.close()


async def test_moves_of_a_bot_in_ones_place_are_told_too():
    clock = ManualClock()
    parties = server(clock=clock)
    guests = await started(parties, "nein_danke", 3)
    while mover(guests) is not guests[1]:
        await act(mover(guests), Rng(1))
    await guests[1].visitor.gone()
    clock.ms += GRACE_MS + 1
    await guests[0].do(StandIn(1, True))
    await run_pending()
    missed = (await returned(parties, guests, 1)).missed
    assert 1 in [action.seat for action in missed.actions]


def test_lines_begin_with_what_has_hit_the_person_and_sum_up_whole_rows():
    events = [nein_danke.CardRevealed(1, 20), *(nein_danke.ChipPaid(seat, seat + 1) for seat in range(2))]
    events += [nein_danke.CardTaken(2, 20, 2), nein_danke.CardRevealed(2, 9), nein_danke.ChipPaid(2, 1)]
    history = part("nein_danke", *events)
    whole = history.missed_lines(0, 0)
    assert [row.moves for row in whole] == [3, 1]
    # the end of a row alone is told move by move
    assert [row.moves for row in history.missed_lines(2, 0)] == [1, 1, 1]
    assert history.missed_lines(len(events), 0) == []
    pun = part("dnup", seats=3)
    pun.rewrite(())
    assert pun.missed_lines(0, 0) == []


# ---- at a table -----------------------------------------------------------------------------------


def play(player, rng, *, draws=False) -> bool:
    """Carry out a random action if the player is asked for one; in Push, one who ``draws`` does so if possible."""
    scene = player.scene
    if not isinstance(scene, TurnScene) or not scene.table.viewer_decides:
        return False
    legal = scene.driver.view.legal
    scene.act(DRAW if draws and DRAW in legal else rng.choice(legal))
    return True


def party_of(room):
    """Return the server's only party."""
    return next(iter(room.parties.replicas.values())).party


def made_without(room, seat: int) -> int:
    """Return the number of actions since the last own one of ``seat``."""
    party = party_of(room)
    return len(party.match.actions) - party.chairs[seat].acted


def play_until(room, done, **how) -> None:
    """Have everybody at the table act until ``done`` returns True."""
    rng = Rng(2)
    for _ in range(400):
        if done():
            return
        for player in room.players:
            play(player, rng, **how)
        room.live(2)
    raise AssertionError("expected the table to get there")


def begin(room, game="push"):
    """Begin a match, in which the second person has acted and the first is to move; return both."""
    room.gather(game)
    room.begin()
    play_until(room, lambda: len(party_of(room).match.actions) > 4 and party_of(room).to_move == 0)
    return room.players


def come_back(room, speed="normal", **how):
    """Have the second person leave until the first has made some moves; return that person's new device."""
    _first, second = begin(room)
    second.app.context.session.remote.close()
    room.players.remove(second)
    play_until(
        room, lambda: made_without(room, 1) > 4 or (made_without(room, 1) and party_of(room).to_move == 1), **how
    )
    again = room.device("Ben", speed=speed, storage=second.storage)
    room.players.append(again)
    room.back_to(again)
    assert room.live(80, lambda: isinstance(again.scene, TurnScene))
    room.live(10)
    return again, made_without(room, 1)


def scene(player) -> TurnScene:
    assert isinstance(player.scene, TurnScene)
    return player.scene


def test_coming_back_one_reads_what_was_missed_and_goes_on_from_the_present(room):
    again, made = come_back(room)
    panel_of = scene(again).driver.missed
    panel = scene(again).dock.panel
    assert panel_of.is_open
    assert panel.missed
    assert len(panel_of._steps) == made
    assert scene(again).match.turn.length == again.app.context.session.remote.turn_state.length
    again.tap(MISSED[GO_ON])
    assert not panel_of.is_open
    assert scene(again).dock.panel is None or not scene(again).dock.panel.missed


def test_the_film_shows_every_move_and_ends_where_the_match_is(room):
    again, made = come_back(room)
    driver, table = scene(again).driver, scene(again).table
    view, shown = driver.view, []
    again.tap(MISSED[WATCH])
    assert driver.view != view
    write = table._write
    table._write = lambda event: (shown.append(event), write(event))
    began = again.clock.now_ms()
    assert room.live(2000, lambda: not driver.missed.is_film)
    assert again.clock.now_ms() - began <= FILM_MS + 100
    assert shown == [event for step in driver.missed._steps for event, _ in step.steps]
    assert driver.view == view
    assert made


def test_the_film_counts_the_turns_of_players_not_the_steps_of_the_rules(room):
    again, made = come_back(room, draws=True)
    driver, texts = scene(again).driver, again.app.context.texts
    # the turn of each missed action, which the action before it may have begun
    match = party_of(room).match
    whole = load(match.save(), {match.game.name: match.game})
    begun = [sum(isinstance(event, TurnStarted) for event in events) for events in whole.events]
    assert len(begun) >= made
    turns = [1 + sum(begun[-made:-left]) for left in range(made, 0, -1)]
    again.tap(MISSED[WATCH])
    told = []
    while driver.missed.is_film:
        told.append(scene(again).dock.panel.text.body)
        room.live(1)
    assert turns[-1] < made
    counted = [texts("replay.turn", number=turn, count=turns[-1]) for turn in turns]
    assert list(dict.fromkeys(told)) == list(dict.fromkeys(counted))


def test_a_film_with_little_time_is_faster_and_can_be_cut_short(room, monkeypatch):
    again, _made = come_back(room)
    driver, view = scene(again).driver, scene(again).driver.view
    monkeypatch.setattr(missed, "FILM_MS", 2_000.0)
    again.tap(MISSED[WATCH])
    room.live(2)
    assert 1 < driver.pace <= missed.FASTEST
    again.tap(MISSED[GO_ON])
    assert not driver.missed.is_open
    assert driver.view == view
    room.live(2)
    assert driver.pace == 1


def test_a_film_that_is_too_long_ends_by_itself(room, monkeypatch):
    again, _made = come_back(room)
    driver, view = scene(again).driver, scene(again).driver.view
    monkeypatch.setattr(missed, "FILM_MS", 400.0)
    again.tap(MISSED[WATCH])
    began = again.clock.now_ms()
    assert room.live(2000, lambda: not driver.missed.is_film)
    assert again.clock.now_ms() - began <= 500
    assert driver.view == view


def test_without_animations_there_is_no_film_but_the_lines(room):
    again, _made = come_back(room, speed="off")
    assert scene(again).dock.panel.missed
    assert MISSED[WATCH] not in again.ids()
    assert MISSED[GO_ON] in again.ids()


def test_a_device_that_slept_is_told_of_many_moves_instead_of_showing_them_one_by_one(room):
    first, second = begin(room)
    room.live(60)
    driver, length = scene(second).driver, scene(second).match.turn.length
    driver.missed.close()
    room.players.remove(second)
    play_until(room, lambda: len(party_of(room).match.actions) > length + MOST_AT_ONCE or party_of(room).to_move == 1)
    made = len(party_of(room).match.actions) - length
    room.players.append(second)
    room.live(3)
    assert len(driver.missed._steps) == (made if made > MOST_AT_ONCE else 0)
    if made > MOST_AT_ONCE:
        assert scene(second).dock.panel.missed
        assert scene(second).match.turn.length == scene(first).match.turn.length


def reload(room, player):
    """Open the page of a device again, at the table where it was; return the new device."""
    room.players.remove(player)
    player.app.context.session.remote.close()
    again = room.device("Ben", speed="normal", storage=player.storage)
    room.players.append(again)
    room.back_to(again)
    assert room.live(80, lambda: isinstance(again.scene, TurnScene))
    room.live(10)
    return again


@pytest.mark.parametrize("how", ["go_on", "read", "at_once"])
def test_missed_moves_are_told_once_even_if_the_page_is_reloaded(room, how):
    again, made = come_back(room)
    assert scene(again).driver.missed.is_open
    if how == "go_on":
        again.tap(MISSED[GO_ON])
    if how != "at_once":
        room.live(5 if how == "go_on" else int(missed.READ_MS / 16) + 10)
    again = reload(room, again)
    panel = scene(again).driver.missed
    assert panel.is_open == (how == "at_once"), "what could not be read is told again"
    assert scene(again).match.turn.length == len(party_of(room).match.actions)
    assert made


def test_after_a_reload_only_newer_moves_are_told_and_shown(room):
    again, made = come_back(room)
    assert made > 1
    length, events = (
        len(party_of(room).match.actions),
        [event for step in scene(again).driver.missed._steps[:-1] for event in step.steps],
    )
    # another move was made after the person had read
    again.app.context.session.known_moves = party_of(room).matches, length - 1
    room.live(2)
    again = reload(room, again)
    panel, table, view = scene(again).driver.missed, scene(again).table, scene(again).driver.view
    assert [step.length for step in panel._steps] == [length]
    assert panel._first == len(events)
    assert panel._left_out == 0
    assert scene(again).dock.panel.missed
    shown = []
    again.tap(MISSED[WATCH])
    write = table._write
    table._write = lambda event: (shown.append(event), write(event))
    assert room.live(2000, lambda: not panel.is_film)
    assert shown == [event for step in panel._steps for event, _ in step.steps]
    assert scene(again).driver.view == view
    assert scene(again).match.turn.length == length
