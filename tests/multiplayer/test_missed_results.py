"""Results of earlier matches, for people who were away when these ended and while the party went on."""

import pygame
import pytest
from guests import Guest, ManualClock, act, gathered, mover, play_on, run_pending, server, started
from memory_ledger import MemoryLedger

from game.catalogue.registry import GAMES
from game.core.match import load
from game.core.rng import Rng
from game.player import saves, stats
from game.scenes.result.result import Result
from game.server.chairs import GRACE_MS
from game.server.missed_results import MOST_KEPT
from game.server.next_match import READING_MS
from game.table.turns.scene import TurnScene
from game.wire.commands import AssignSeat, ChooseGame, PlanEvening, ReadyForNext, StandIn, Start
from game.wire.messages import Ack, MissedResult, Over, PartyPhase, Welcome, commitment

THREE = PlanEvening((ChooseGame("push", {}), ChooseGame("dnup", {}), ChooseGame("push", {})))


def missed(guest: Guest) -> list[MissedResult]:
    """Return the results that a device has been told it has missed."""
    return [one for one in guest.heard if isinstance(one, MissedResult)]


async def done(guest: Guest, command) -> None:
    assert isinstance(await guest.do(command), Ack), command


async def back(guest: Guest) -> Guest:
    """Open somebody's page again."""
    fresh = Guest(guest.visitor.parties, guest.token)
    # a page has ids of its own
    fresh.ids = guest.ids + 1000
    await fresh.hello(guest.last(Welcome).party)
    await run_pending()
    return fresh


async def goes_and_is_replaced(guests: list[Guest], clock: ManualClock) -> None:
    """Have the last guest go during a match, and a bot play for them."""
    *others, absent = guests
    await play_on(guests, Rng(2), 20)
    await absent.visitor.gone()
    await run_pending()
    clock.ms += GRACE_MS + 1
    if not others[0].party_state.places[absent.seat].stand_in and mover(guests) is absent:
        await done(others[0], StandIn(absent.seat, True))
    while others[0].party_state.phase == PartyPhase.PLAYING:
        await play_on(others, Rng(3), 1)
        await run_pending()
        if others[0].turn.to_move == absent.seat and not others[0].party_state.places[absent.seat].stand_in:
            clock.ms += GRACE_MS + 1
            await done(others[0], StandIn(absent.seat, True))


async def next_is_dealt(guests: list[Guest], clock: ManualClock) -> None:
    """Have those who are there read the result, and wait for the deal."""
    number = guests[0].party_state.matches
    for guest in guests:
        await done(guest, ReadyForNext())
    clock.ms += READING_MS + 1
    await run_pending()
    if guests[0].party_state.matches == number:
        await done(guests[0], Start())
    assert guests[0].party_state.matches == number + 1


async def test_an_absent_person_receives_the_result_after_the_next_match_has_begun():
    clock, ledger = ManualClock(), MemoryLedger()
    guests = await started(server(ledger, clock), "push", 3)
    known = guests[2].last(Welcome).party_state.commitment or guests[2].party_state.commitment
    await goes_and_is_replaced(guests, clock)
    over = guests[0].last(Over)
    await next_is_dealt(guests[:2], clock)
    for again in (guests[2], guests[2]):
        # also by another server, from the log alone
        fresh = Guest(server(ledger, clock), again.token)
        await fresh.hello(again.last(Welcome).party)
        assert [(one.number, one.seat, one.over._replace(n=over.n)) for one in missed(fresh)] == [(1, 2, over)]
        await fresh.visitor.gone()
    (found,) = missed(fresh)
    assert commitment(found.over.seed, found.over.nonce) == known
    assert load(found.over.save, GAMES).is_over


async def test_only_absent_people_receive_it_until_they_act_again():
    clock = ManualClock()
    guests = await started(server(clock=clock), "push", 3)
    await goes_and_is_replaced(guests, clock)
    # one who has seen the end may go afterwards
    await guests[1].visitor.gone()
    await run_pending()
    await next_is_dealt(guests[:1], clock)
    assert missed(await back(guests[1])) == []
    returned = await back(guests[2])
    assert len(missed(returned)) == 1
    everybody = [guests[0], await back(guests[1]), returned]
    while mover(everybody) is not returned:
        assert await play_on(everybody, Rng(4), 1)
    assert isinstance(await act(returned, Rng(5)), Ack)
    assert missed(await back(returned)) == []


@pytest.mark.parametrize("onward", [ChooseGame("dnup", {}), THREE])
async def test_choosing_another_game_or_an_evening_keeps_the_result(onward):
    clock = ManualClock()
    guests = await started(server(clock=clock), "push", 3)
    await goes_and_is_replaced(guests, clock)
    await done(guests[0], onward)
    assert guests[0].party_state.phase == PartyPhase.GATHERING
    assert [one.number for one in missed(await back(guests[2]))] == [1]


async def test_the_results_of_a_whole_evening_are_kept_and_no_more():
    clock = ManualClock()
    guests = await started(server(clock=clock), "push", 3)
    await goes_and_is_replaced(guests, clock)
    for _ in range(MOST_KEPT):
        await next_is_dealt(guests[:2], clock)
        while guests[0].party_state.phase == PartyPhase.PLAYING:
            await play_on(guests[:2], Rng(6), 1)
            await run_pending()
            absent = next(n for n, place in enumerate(guests[0].party_state.places) if place.away)
            if guests[0].turn.to_move == absent and not guests[0].party_state.places[absent].stand_in:
                clock.ms += GRACE_MS + 1
                await done(guests[0], StandIn(absent, True))
    await next_is_dealt(guests[:2], clock)
    returned = await back(guests[2])
    assert [one.number for one in missed(returned)] == [2, 3, 4]
    # the seats move round by one each time
    assert [one.seat for one in missed(returned)] == [1, 0, 2]


async def test_a_match_played_by_a_bot_for_a_person_is_marked():
    clock = ManualClock()
    guests = await gathered(server(clock=clock), "push", 2)
    await done(guests[0], AssignSeat(2, "easy"))
    await done(guests[0], Start())
    await goes_and_is_replaced(guests, clock)
    assert guests[0].last(Over).bots == (1,)
    mine = await started(server(), "push", 2)
    await play_on(mine, Rng(1))
    assert mine[0].last(Over).bots == ()


# ---- on a device ------------------------------------------------------------------------------------


def test_coming_back_one_sees_the_result_first_and_then_the_table(room):
    room.gather("nein_danke", ("easy",))
    room.begin()
    ada, away = room.players
    away.press(pygame.K_ESCAPE)
    away.tap("home")
    room.players.remove(away)
    room.live(20)
    decided = -1
    party = room.party()
    for _ in range(2000):
        if party.phase != PartyPhase.PLAYING:
            break
        decided = room.decide(party, decided)
        if party.to_move == 1 and not party.chairs[1].stand_in:
            room.clock.ms += GRACE_MS + 1
            ada.app.context.session.do(StandIn(1, True))
            room.live(6)
    assert party.phase == PartyPhase.OVER
    assert room.live(400, lambda: "again" in ada.ids())
    ada.app.context.session.do(ReadyForNext())
    room.clock.ms += READING_MS + 1
    ada.app.context.session.do(Start())
    assert room.live(200, lambda: party.matches == 2)

    room.players.append(away)
    before = len(stats.entries(away.app.context))
    room.back_to(away)
    assert room.live(200, lambda: isinstance(away.scene, Result))
    assert away.scene.match.is_over
    assert [save["seed"] for save in saves.finished_matches(away.app.context)] == [away.scene.match.seed]
    # a bot has played it
    assert len(stats.entries(away.app.context)) == before
    assert room.live(900, lambda: "go-on" in away.ids())
    assert away.app.context.texts("result.missed") in away.scene.outcome.news
    # what has just appeared is not pressed by accident
    room.live(60)
    away.tap("go-on")
    assert room.live(100, lambda: isinstance(away.scene, TurnScene)), (away.scene, away.ids())
    # once
    room.live(60)
    assert isinstance(away.scene, TurnScene)
