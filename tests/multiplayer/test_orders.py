"""Standing orders: what they decide, when they end, and that nobody else can tell that there are any."""

import asyncio
import time

import pytest
from contract_cases import match_of
from guests import Guest, ManualClock, act, mover, run_pending, server, started, token
from ledgers import KINDS, place
from memory_ledger import MemoryLedger
from nein_danke_states import special, state_after, state_of
from push_states import state_of as push_state

from game.catalogue.registry import GAMES
from game.core.capabilities import Order
from game.core.game import WATCHER, redact
from game.core.match import HUMAN
from game.core.rng import Rng
from game.games.nein_danke import orders as nein_danke
from game.games.nein_danke import rules
from game.games.push import orders as push
from game.games.push.rules import DRAW, STOP, Action, Phase, Verb
from game.games.push.rules import view as push_view
from game.server import replica
from game.server.broadcast import Broadcast
from game.server.chairs import GRACE_MS
from game.server.log_entries import OrderCarriedOut, entry_text, read_entry, token_hash
from game.wire.commands import AskUndo, GiveOrder, Leave, Play, SetTimeLimit, StandIn
from game.wire.messages import Ack, Nak, OrderState, Origin, PartyUpdate

ORDERED = [name for name, game in GAMES.items() if game.orders]


def offered(game, view):
    """Return all orders that a seat can give, with all their numbers."""
    for choice in game.orders.choices(view):
        for number in choice.numbers or (choice.order.number,):
            yield choice.order._replace(number=number)


@pytest.mark.parametrize("name", ORDERED)
@pytest.mark.parametrize("seats", [3, 5])
@pytest.mark.parametrize("options", [{}, {"specials": True}])
def test_an_order_holds_when_it_is_given_and_only_ever_decides_something_legal(name, seats, options):
    game = GAMES[name]
    options = options if name == "nein_danke" else {}
    standing, decided, ended = {}, 0, 0
    for seed in range(4):
        match, rng = match_of(name, seats, options, seed), Rng(seed)
        standing.clear()
        while not match.is_over:
            for seat in (WATCHER, *range(seats)):
                view = redact(game, match.view(seat))
                orders = [*offered(game, view)]
                assert not orders or seat != WATCHER
                assert all(game.orders.holds(view, order) for order in orders)
                if orders and seat not in standing:
                    standing[seat] = rng.choice(orders)
                if seat not in standing:
                    continue
                if not game.orders.holds(view, standing[seat]):
                    assert game.orders.action(view, standing.pop(seat)) is None
                    ended += 1
                elif (action := game.orders.action(view, standing[seat])) is not None:
                    assert match.mover == seat
                    assert action in game.legal_actions(match.state)
                    decided += 1
            legal = game.legal_actions(match.state)
            by_order = standing.get(match.mover) and game.orders.action(match.view(match.mover), standing[match.mover])
            match.apply(by_order or rng.choice(legal))
    assert min(decided, ended) > 5


@pytest.mark.parametrize("name", ORDERED)
def test_hidden_cards_do_not_change_what_an_order_decides(name):
    game, match, rng = GAMES[name], match_of(name, 4, {}, 3), Rng(8)
    compared = 0
    while not match.is_over and len(match.actions) < 150:
        seat = match.mover
        view = match.view(seat)
        world = redact(game, game.view(game.sample_state(view, rng), seat))
        for order in offered(game, redact(game, view)):
            assert game.orders.action(world, order) == game.orders.action(redact(game, view), order)
            compared += 1
        match.apply(rng.choice(game.legal_actions(match.state)))
    assert compared


def test_an_order_pays_until_enough_chips_lie_there_and_then_takes_the_card():
    order = Order(nein_danke.TAKE_AT, 3, 20)
    for pot, expected in ((0, rules.PAY), (2, rules.PAY), (3, rules.TAKE), (9, rules.TAKE)):
        view = rules.view(state_of(20, pot=pot), 0)
        assert nein_danke.action(view, order) == expected
    assert nein_danke.action(rules.view(state_of(20, pot=2), 1), order) is None, "another seat's turn"
    taken = state_after(state_of(20, pot=3), rules.TAKE)
    assert not nein_danke.holds(rules.view(taken, 0), order), "it ends with its card"


def test_an_order_to_bid_declines_a_green_card_in_the_end():
    card = special("bonus5")
    order = Order(nein_danke.DECLINE_AT, 2, card)
    options = {"specials": True}
    assert nein_danke.action(rules.view(state_of(card, options=options), 0), order) == rules.PAY
    assert nein_danke.action(rules.view(state_of(card, options=options, pot=2), 0), order) == rules.DECLINE


def test_an_order_never_pays_more_chips_than_its_person_wants_to_part_with():
    order = Order(nein_danke.KEEP, 4, 20)
    assert nein_danke.action(rules.view(state_of(20, chips=(5, 9, 9)), 0), order) == rules.PAY
    assert not nein_danke.holds(rules.view(state_of(20, chips=(4, 9, 9)), 0), order)
    without = rules.view(state_of(20, chips=(0, 9, 9)), 0)
    assert nein_danke.choices(without) == ()
    assert nein_danke.action(without, Order(nein_danke.TAKE_AT, 3, 20)) is None, "the person takes it"


def test_an_order_for_all_cards_above_a_number_lasts_for_the_round():
    order = Order(nein_danke.ABOVE, 20, 1)
    assert nein_danke.action(rules.view(state_of(21), 0), order) == rules.PAY
    assert nein_danke.action(rules.view(state_of(20), 0), order) is None
    assert nein_danke.action(rules.view(state_of(special("bonus5"), options={"specials": True}), 0), order) is None
    assert nein_danke.holds(rules.view(state_of(20), 0), order), "it waits for the next card"
    assert not nein_danke.holds(rules.view(state_of(21, round=2), 0), order)
    assert not nein_danke.holds(rules.view(state_of(21, phase=rules.Phase.ROUND_OVER), 0), order)


def test_an_order_draws_while_the_risk_is_small_and_stops_above_it():
    # every 1 is kept out by all rows: two of the four cards in the pile
    view = push_view(push_state(rows=("r1 b3", "b1 g2", "g1 y5"), pile="r1 p1 y6 p6", phase=Phase.DECIDE), 0)
    for number, expected in ((5, STOP), (49, STOP), (50, DRAW)):
        assert push.action(view, Order(push.DRAW_TO, number, 0)) == expected
    placing = push_view(push_state(rows=("r1",), card=view.unseen[0], targets=(0, 1), phase=Phase.PLACE), 0)
    assert push.action(placing, Order(push.DRAW_TO, 25, 0)) is None, "the person places it"
    silent = push_state(rows=("r1",), phase=Phase.DECIDE, options={"risk": False})
    assert push.choices(push_view(silent, 0)) == ()


def test_an_order_takes_the_best_row_with_or_without_a_dice_card():
    rows = ("r1 b5", "g6 y2 die", "p4")
    state = push_state(rows=rows, phase=Phase.TAKE, turn=1, waiting=(2,))
    view = push_view(state, 1)
    assert push.action(view, Order(push.MOST, 0, 0)) == Action(Verb.TAKE, 1)
    assert push.action(view, Order(push.SAFE, 0, 0)) == Action(Verb.TAKE, 0)
    dice = push_view(push_state(rows=("r1 die",), phase=Phase.TAKE, turn=1), 1)
    assert push.action(dice, Order(push.SAFE, 0, 0)) is None, "the person decides about a roll"
    assert not push.holds(push_view(state, 0), Order(push.MOST, 0, 0)), "this seat has its row"


# ---- at a table -----------------------------------------------------------------------------------


async def ordering(ledger=None, clock=None, game="nein_danke"):
    """Return a server, and guests of a match at which the second one waits and gives an order."""
    parties = server(ledger or MemoryLedger(), clock)
    guests = await started(parties, game, 3)
    while mover(guests) is guests[1] or not GAMES[game].orders.choices(view_of(guests[1])):
        await act(mover(guests), Rng(1))
    return parties, guests


def view_of(guest):
    """Return a guest's own view."""
    return GAMES[guest.party_state.game].view_codec().read(guest.turn.view)


def choice_of(guest):
    """Return the first order that a guest can give."""
    return GAMES[guest.party_state.game].orders.choices(view_of(guest))[0].order


def is_carried_out(line):
    """Return True for a log entry that the server made by an order."""
    return isinstance(line.command, OrderCarriedOut)


async def pass_to(guests, seat):
    """Have the others pay until it is a seat's turn."""
    while guests[0].turn.to_move != seat and guests[seat].party_state.phase.value == "playing":
        await mover(guests).do(Play([int(rules.Verb.PAY)]))


async def test_the_server_acts_by_an_order_while_its_person_is_away():
    _parties, guests = await ordering()
    order = choice_of(guests[1])._replace(number=30)
    assert isinstance(await guests[1].do(GiveOrder(order)), Ack)
    party = guests[0].visitor.replica.party
    await guests[1].visitor.gone()
    before = party.match.state.chips[1]
    for _ in range(3):
        while party.to_move != 1 and mover([guests[0], guests[2]]):
            await mover([guests[0], guests[2]]).do(Play([int(rules.Verb.PAY)]))
            if party.match.movers[-1] == 1:
                break
        await run_pending()
    assert party.match.state.chips[1] == before - 3
    assert party.chairs[1].away_ms


@pytest.mark.parametrize("game", ORDERED)
async def test_others_receive_byte_for_byte_what_they_would_after_the_same_moves_by_hand(game):
    ledger = MemoryLedger()
    _parties, guests = await ordering(ledger, game=game)
    rng = Rng(5)
    for _ in range(120):
        for guest in guests[:2]:
            choices = GAMES[game].orders.choices(view_of(guest)) if guest.party_state.phase.value == "playing" else ()
            if choices and not rng.below(3):
                order = rng.choice(choices).order
                assert isinstance(await guest.do(GiveOrder(None if not rng.below(5) else order)), Ack)
        await run_pending()
        if who := mover(guests):
            await act(who, rng)
    name = guests[0].visitor.replica.broadcast.name
    lines = [read_entry(text) for text in await ledger.read(name)]
    by_hand = [
        line._replace(command=Play(line.command.action), id="byhand") if is_carried_out(line) else line
        for line in lines
        if not isinstance(line.command, GiveOrder)
    ]
    assert any(map(is_carried_out, lines))
    assert len(by_hand) < len(lines)
    broadcast = Broadcast(GAMES, name, [entry_text(by_hand[0])])
    expected = {guest.token: [] for guest in guests}
    for line in by_hand[1:]:
        broadcast.append(line)
        for guest in guests:
            expected[guest.token].append(broadcast.last.step(token_hash(guest.token)))
    for guest in guests:
        told = [text for text in guest.texts if '"is":"Step"' in text]
        assert told == expected[guest.token][-len(told) :]
    assert not any("OrderState" in text or "GiveOrder" in text for text in guests[2].texts)


async def test_only_ones_own_devices_are_told_of_an_order_and_of_its_end():
    parties, guests = await ordering()
    order = choice_of(guests[1])
    await guests[1].do(GiveOrder(order))
    assert guests[1].last(OrderState) == OrderState(order)
    again = type(guests[1])(parties, token(1))
    again.ids = 1000
    await again.hello(guests[0].visitor.replica.broadcast.name)
    assert again.last(OrderState) == OrderState(order), "another device of the same person"
    assert isinstance(await again.do(GiveOrder(None)), Ack)
    assert again.last(OrderState) == OrderState(None)
    await again.do(GiveOrder(order))
    while guests[0].visitor.replica.party.orders:
        await run_pending()
        if who := mover([guests[0], guests[2], again]):
            await act(who, Rng(2))
    assert again.last(OrderState) == OrderState(None), "it ends with its card"
    assert not guests[0].last(OrderState)
    assert not guests[2].last(OrderState)


async def test_an_order_that_does_not_fit_the_position_is_refused():
    _parties, guests = await ordering()
    order = choice_of(guests[1])
    for wrong in (order._replace(number=10**6), order._replace(about=99), Order("dance"), Order("keep", -1, 3)):
        assert await guests[1].do(GiveOrder(wrong)) == Nak(guests[1].last(Nak).id, "no_order")
    _parties, others = server(), await started(server(), "dnup", 3)
    assert (await others[0].do(GiveOrder(order))).reason == "no_order"


async def test_updates_have_no_gap_where_an_order_was_given():
    _parties, guests = await ordering()
    have, hash_ = guests[2].n, guests[2].steps[-1].hash
    await guests[1].do(GiveOrder(choice_of(guests[1])))
    assert guests[2].n == have
    await act(mover(guests), Rng(2))
    await run_pending()
    assert guests[2].n == have + 1
    again = type(guests[2])(guests[2].visitor.parties, token(2))
    await again.hello(guests[2].visitor.replica.broadcast.name, have=have, hash_=hash_)
    assert next(step.n for step in again.heard if isinstance(step, PartyUpdate)) == have + 1


@pytest.mark.parametrize("kind", KINDS)
async def test_another_server_carries_an_order_out_once_after_the_first_has_died(kind, tmp_path, monkeypatch):
    monkeypatch.setattr(replica, "LEASE_MS", 500)
    monkeypatch.setattr(replica, "LOOK_S", 0.05)
    clock = clock_of_today()
    with place(kind, tmp_path) as open_ledger:
        async with open_ledger() as ledger, open_ledger() as second_ledger, open_ledger() as third_ledger:
            parties, guests = await ordering(ledger, clock)
            name = guests[0].visitor.replica.broadcast.name
            await guests[1].do(GiveOrder(choice_of(guests[1])._replace(number=30)))
            # its server follows the log, and has not acted yet
            parties._pause_ms = guests[0].visitor.replica._pause_ms = 10_000
            while guests[0].turn.to_move != 1:
                await mover(guests).do(Play([int(rules.Verb.PAY)]))
            assert await ledger.due(clock.ms + 60_000, 5) == [name], "a server looks for it even if nobody comes"
            # it dies with its lease
            assert await guests[0].visitor.replica.leads()
            for task in guests[0].visitor.replica._tasks:
                task.cancel()
            clock.ms += 60_000
            others = server(second_ledger, clock), server(third_ledger, clock)
            replicas = [await one.replica(name) for one in others]
            await until(lambda: all(one.party.to_move == 2 for one in replicas))
            assert len(await carried_out(ledger, name)) == 1
            for one in others:
                await one.close()


@pytest.mark.parametrize("kind", KINDS)
async def test_an_order_is_still_there_and_acts_after_all_servers_were_started_again(kind, tmp_path):
    clock = clock_of_today()
    with place(kind, tmp_path) as open_ledger:
        async with open_ledger() as ledger:
            parties, guests = await ordering(ledger, clock)
            name = guests[0].visitor.replica.broadcast.name
            order = choice_of(guests[1])._replace(number=30)
            assert isinstance(await guests[1].do(GiveOrder(order)), Ack)
            await parties.close()
        async with open_ledger() as ledger, open_ledger() as other_ledger:
            servers = server(ledger, clock), server(other_ledger, clock)
            back = [Guest(servers[number % 2], guest.token) for number, guest in enumerate(guests)]
            for guest in back:
                guest.ids = 1000
                await guest.hello(name)
            assert back[1].last(OrderState) == OrderState(order), "the person who gave it is shown it again"
            assert not back[0].last(OrderState)
            while back[0].turn.to_move != 1 and not await carried_out(ledger, name):
                await mover([back[0], back[2]]).do(Play([int(rules.Verb.PAY)]))
            await until(lambda: back[0].turn.to_move == 2 and back[1].turn.to_move == 2)
            assert len(await carried_out(ledger, name)) == 1
            # taken back at one server, it is gone at the other
            assert isinstance(await back[1].do(GiveOrder(None)), Ack)
            await until(lambda: not any(one.replicas[name].party.orders for one in servers))
            for one in servers:
                await one.close()


def clock_of_today():
    """Return a clock that Redis agrees with, which deletes what is over by its own."""
    clock = ManualClock()
    clock.ms = int(time.time() * 1000)
    return clock


async def carried_out(ledger, name):
    """Return the log's entries that were made by orders."""
    return [text for text in await ledger.read(name) if '"OrderCarriedOut"' in text]


async def until(done):
    """Wait until something is true."""
    async with asyncio.timeout(30):
        while not done():
            await asyncio.sleep(0.01)


async def test_neither_the_clock_nor_a_bot_acts_where_an_order_fits():
    clock = ManualClock()
    _parties, guests = await ordering(clock=clock)
    party = guests[0].visitor.replica.party
    await guests[0].do(SetTimeLimit(60))
    await guests[1].do(GiveOrder(choice_of(guests[1])._replace(number=30)))
    await guests[1].visitor.gone()
    guests[0].visitor.replica._pause_ms = 10**9
    await pass_to(guests, 1)
    clock.ms += 10 * 60_000 + GRACE_MS
    await run_pending()
    for stands_in in (False, True):
        assert not stands_in or isinstance(await guests[0].do(StandIn(1, True)), Ack)
        assert (party.duty.origin, party.duty.seat) == (Origin.PERSON, 1)


async def test_an_order_goes_with_the_seat_the_match_and_a_request_to_take_back():
    _parties, guests = await ordering()
    party = guests[0].visitor.replica.party
    order = choice_of(guests[1])._replace(number=30)
    await guests[1].do(GiveOrder(order))
    await pass_to(guests, 1)
    await run_pending()
    assert party.orders == {1: order}
    assert isinstance(await guests[1].do(AskUndo()), Ack)
    assert party.orders == {}
    assert isinstance(await guests[0].do(GiveOrder(choice_of(guests[0])._replace(kind=nein_danke.KEEP, number=1))), Ack)
    assert [*party.orders] == [0]
    await guests[0].do(Leave())
    assert party.chairs[0].kind != HUMAN
    assert party.orders == {}
