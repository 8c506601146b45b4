"""The standing of a party: points by place, an evening of three games, and the next match once all have read."""

import json
from itertools import pairwise

import pytest
from finished import finished
from guests import TURNS, Guest, ManualClock, gathered, play_on, run_pending, server, started, token
from memory_ledger import MemoryLedger

from game.catalogue.registry import GAMES
from game.core.capabilities import Records
from game.core.match import HUMAN
from game.core.rng import Rng
from game.server import log_entries as log
from game.server.broadcast import Broadcast
from game.server.chairs import Chair
from game.server.next_match import READING_MS
from game.server.standings import MOST, Standing, points_of
from game.wire.commands import AssignSeat, ChooseGame, EndEvening, Leave, PlanEvening, ReadyForNext, Sit, Start
from game.wire.messages import SERVER_CODEC, Ack, Nak, PartyPhase, PartyUpdate, Welcome

#: an evening for two
THREE = PlanEvening((ChooseGame("push", {}), ChooseGame("dnup", {}), ChooseGame("keine_ahnung", {})))


def refusal(answer) -> str:
    return answer.reason if isinstance(answer, Nak) else "done"


def named(state) -> dict[str, object]:
    """Return the rows of a standing by name."""
    return {row.player.name: row for row in state.standing}


async def both_ready(guests: list[Guest]) -> None:
    for guest in guests:
        assert refusal(await guest.do(ReadyForNext())) == "done"
    await run_pending()


# ---- points -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seats", [3, 4])
def test_a_place_is_worth_everybody_behind_it_and_a_win_one_more(game, seats):
    match = finished(game, seats, people=(0, 1))
    scores, winners = match.game.scores(match.state), match.game.winners(match.state)
    points = points_of(match)
    pairs = sum(
        (one in winners, scores[one] * (one not in winners))
        > (other in winners, scores[other] * (other not in winners))
        for one in range(seats)
        for other in range(seats)
    )
    assert sum(points) == pairs + len(winners)
    assert all(points[seat] == max(points) for seat in winners)
    assert all(
        points[one] >= points[other]
        for one in range(seats)
        for other in range(seats)
        if scores[one] > scores[other] or one in winners
    )


@pytest.mark.parametrize(("mode", "points"), [("teams", {0, 3}), ("minute", {0, 1})])
def test_a_team_shares_its_place_and_people_who_play_together_win_together(mode, points):
    match = finished("twin_it", 4, people=(0, 1, 2, 3), mode=mode)
    sides = match.game.modes.teams({"mode": mode}, 4) or (0,) * 4
    found = points_of(match)
    assert {*found} <= points
    assert all(found[one] == found[other] for one in range(4) for other in range(4) if sides[one] == sides[other])


def test_equals_share_a_place():
    match = finished("push", 3, people=(0, 1, 2))
    rules = type("Equal", (), {"winners": lambda _self, _state: (0, 2), "scores": lambda _self, _state: (9, 4, 9)})()
    rules.modes, rules.options, rules.records = match.game.modes, match.game.options, Records()
    tied = match.seated(match.seats)
    tied.game = rules
    assert points_of(tied) == (2, 0, 2)


def test_the_standing_is_bounded_and_keeps_all_seated_people():
    match = finished("push", 3, people=(0, 1, 2))
    standing = Standing()
    for number in range(20):
        chairs = [Chair(HUMAN, f"P{number} {seat}", "fox", token=f"{number} {seat}") for seat in range(3)]
        standing = standing.after(match, number + 1, chairs)
    rows = standing.rows(chairs)
    assert len(rows) == MOST
    assert sorted(row.seat for row in rows if row.seat >= 0) == [0, 1, 2]
    assert len(standing.matches) == 3


# ---- over matches -----------------------------------------------------------------------------------


async def test_the_standing_changes_at_the_end_of_a_match_alone_and_adds_up():
    guests = await started(server(), "push", 2)
    assert guests[0].party_state.standing == ()
    for number in range(1, 4):
        await play_on(guests, Rng(number))
        state = guests[0].party_state
        rows = named(state)
        assert sum(row.points for row in state.standing) == number * 2
        assert all(row.points == sum(row.games.values()) == 2 * row.wins for row in state.standing)
        assert all(0 <= row.run <= row.wins for row in state.standing)
        assert sum(row.last for row in state.standing) == 2
        assert {name: row.seat for name, row in rows.items()} == {
            place.name: seat for seat, place in enumerate(state.places)
        }
        assert [one.number for one in state.finished] == [*range(1, number + 1)][-3:]
        assert state.finished[-1].winners[0].name in rows
        await both_ready(guests)
    shown = [step.party_state for step in guests[0].steps if step.party_state]
    changes = [after for before, after in pairwise(shown) if before.standing != after.standing]
    ends = {state.matches for state in changes if state.phase == PartyPhase.OVER}
    assert ends == {1, 2, 3}
    # between two ends only the seats in it have changed
    for before, after in pairwise(shown):
        if after.phase != PartyPhase.OVER:
            assert {row._replace(seat=0) for row in map(_frozen, after.standing)} == {
                row._replace(seat=0) for row in map(_frozen, before.standing)
            }


def _frozen(row):
    return row._replace(games=tuple(sorted(row.games.items())))


async def test_a_person_keeps_the_points_under_another_name_on_another_seat_and_after_leaving():
    guests = await started(server(), "push", 2)
    await play_on(guests, Rng(1))
    before = named(guests[0].party_state)
    assert refusal(await guests[0].do(ChooseGame("dnup", {}))) == "done"
    second = guests[1]
    assert refusal(await second.do(Sit(4, "Benno", "owl", second.token))) == "done"
    row = named(guests[0].party_state)["Benno"]
    assert (row.seat, row.player.figure) == (4, "owl")
    assert row._replace(seat=0, player=None) == before["Guest 1"]._replace(seat=0, player=None)
    assert refusal(await second.do(Leave())) == "done"
    assert named(guests[0].party_state)["Benno"].seat == -1
    # by the same link it is the same person
    assert refusal(await second.sit(3, "Ben")) == "done"
    assert named(guests[0].party_state)["Ben"].points == before["Guest 1"].points
    assert "Benno" not in named(guests[0].party_state)


async def test_bots_are_named_and_earn_nothing():
    (owner,) = await gathered(server(), "push", 1)
    for seat in (1, 2):
        assert refusal(await owner.do(AssignSeat(seat, "hard"))) == "done"
    assert refusal(await owner.do(Start())) == "done"
    await play_on([owner], Rng(4))
    state = owner.party_state
    assert [row.player.name for row in state.standing] == ["Guest 0"]
    assert 0 <= state.standing[0].points <= 3
    assert all(player.figure for player in state.finished[0].winners)


@pytest.mark.parametrize("game", TURNS)
async def test_the_same_log_gives_the_same_standing(game):
    ledger = MemoryLedger()
    guests = await started(server(ledger), game, 3)
    await play_on(guests, Rng(2))
    state, name = guests[0].party_state, guests[0].last(Welcome).party
    # entries of older programs are all there is in it: the standing follows from them
    lines = await ledger.read(name)
    again = Broadcast(GAMES, name, lines).party
    assert again.party_state == state
    assert len(state.standing) == 3
    written = SERVER_CODEC.write(guests[0].last(Welcome)._replace(party_state=state))["standing"]
    parts = {name: written[name] for name in ("standing", "finished", "evening")}
    assert len(json.dumps(parts)) < 1024


# ---- the next match ---------------------------------------------------------------------------------


async def test_the_next_match_waits_for_present_people_and_briefly_for_absent_ones():
    clock = ManualClock()
    guests = await started(server(clock=clock), "push", 3)
    assert refusal(await guests[0].do(ReadyForNext())) == "ready"
    await play_on(guests, Rng(1))
    assert refusal(await guests[0].do(ReadyForNext())) == "done"
    assert refusal(await guests[0].do(ReadyForNext())) == "ready"
    assert [place.ready for place in guests[1].party_state.places] == [True, False, False]
    assert refusal(await guests[1].do(ReadyForNext())) == "done"
    await run_pending()
    assert guests[0].party_state.phase == PartyPhase.OVER
    # a lost connection may be back in a moment
    await guests[2].visitor.gone()
    await run_pending()
    assert guests[0].party_state.phase == PartyPhase.OVER
    party = (await guests[0].visitor.parties.replica(guests[0].last(Welcome).party)).party
    assert party.duty.at == clock.ms + READING_MS
    clock.ms += READING_MS
    # an entry makes the server look again
    await guests[0].do(Start(), n=0)
    await run_pending()
    assert guests[0].party_state.matches == 2
    assert not any(place.ready for place in guests[0].party_state.places)


async def test_the_owner_may_begin_at_once_and_others_may_not():
    guests = await started(server(), "push", 2)
    await play_on(guests, Rng(1))
    assert refusal(await guests[1].do(Start())) == "not_owner"
    assert refusal(await guests[0].do(Start())) == "done"
    assert guests[1].party_state.phase == PartyPhase.PLAYING


async def test_the_server_deals_by_itself_only_when_all_are_ready():
    guests = await started(server(), "push", 2)
    await play_on(guests, Rng(1))
    party = (await guests[0].visitor.parties.replica(guests[0].last(Welcome).party)).party
    dealt = log.LogEntry(party.at, log.messages.Origin.HOUSE, -1, "", log.MatchDealt("1", "2"))
    with pytest.raises(Exception, match="not_yours"):
        party.prepare(dealt)
    assert refusal(await guests[0].do(ReadyForNext())) == "done"
    with pytest.raises(Exception, match="not_yours"):
        party.prepare(dealt)


# ---- an evening -------------------------------------------------------------------------------------


async def test_an_evening_has_three_games_and_a_winner():
    guests = await gathered(server(), "nein_danke", 2)
    assert refusal(await guests[1].do(THREE)) == "not_owner"
    assert refusal(await guests[0].do(PlanEvening(THREE.games[:2]))) == "evening"
    assert refusal(await guests[0].do(EndEvening())) == "evening"
    assert refusal(await guests[0].do(THREE)) == "done"
    state = guests[1].party_state
    assert (state.game, state.evening) == ("push", (("push", "dnup", "keine_ahnung"), 0, False))
    assert refusal(await guests[0].do(Start())) == "done"
    for number, game in enumerate(("push", "dnup", "keine_ahnung"), 1):
        assert guests[1].party_state.game == game
        await play_on(guests, Rng(number))
        state = guests[1].party_state
        assert state.evening.played == number
        assert sum(row.evening for row in state.standing) == sum(row.points for row in state.standing)
        if number < 3:
            assert not state.evening.is_over
            await both_ready(guests)
    assert state.evening.is_over
    assert [row.evening for row in state.standing] == sorted((row.evening for row in state.standing), reverse=True)
    assert [one.game for one in state.finished] == ["push", "dnup", "keine_ahnung"]
    # what follows does not belong to it
    await both_ready(guests)
    state = guests[1].party_state
    assert (state.game, state.evening) == ("keine_ahnung", None)
    assert not any(row.evening for row in state.standing)
    assert any(row.points for row in state.standing)


async def test_games_to_come_are_exchanged_and_a_played_one_is_not():
    guests = await gathered(server(), "push", 2)
    owner = guests[0]
    assert refusal(await owner.do(THREE)) == "done"
    # the lobby's own choice is the next game
    assert refusal(await owner.do(ChooseGame("keine_ahnung", {}))) == "done"
    assert owner.party_state.evening.games == ("keine_ahnung", "dnup", "keine_ahnung")
    assert refusal(await owner.do(THREE)) == "done"
    assert refusal(await owner.do(Start())) == "done"
    assert refusal(await owner.do(THREE)) == "playing"
    await play_on(guests, Rng(1))
    twice = PlanEvening((ChooseGame("dnup", {}), ChooseGame("push", {}), ChooseGame("push", {})))
    assert refusal(await owner.do(twice)) == "done"
    state = guests[1].party_state
    assert (state.phase, state.evening.games) == (PartyPhase.OVER, ("push", "push", "push"))
    assert refusal(await owner.do(PlanEvening((ChooseGame("push", {"cheat": 1}),) * 3))) == "options"


@pytest.mark.parametrize("played", [0, 1])
async def test_an_evening_that_is_ended_early_has_a_winner_once_a_game_was_played(played):
    guests = await gathered(server(), "push", 2)
    assert refusal(await guests[0].do(THREE)) == "done"
    if played:
        assert refusal(await guests[0].do(Start())) == "done"
        assert refusal(await guests[0].do(EndEvening())) == "playing"
        await play_on(guests, Rng(1))
    assert refusal(await guests[1].do(EndEvening())) == "not_owner"
    assert refusal(await guests[0].do(EndEvening())) == "done"
    evening = guests[1].party_state.evening
    assert evening is None if not played else evening.is_over
    assert sum(row.evening for row in guests[1].party_state.standing) == 2 * played


async def test_a_game_with_too_few_seats_is_not_dealt_by_itself():
    guests = await gathered(server(), "push", 2)
    plan = PlanEvening((ChooseGame("push", {}), ChooseGame("nein_danke", {}), ChooseGame("push", {})))
    assert refusal(await guests[0].do(plan)) == "done"
    assert refusal(await guests[0].do(Start())) == "done"
    await play_on(guests, Rng(1))
    await both_ready(guests)
    state = guests[0].party_state
    assert (state.phase, [place.ready for place in state.places]) == (PartyPhase.OVER, [True, True])
    assert refusal(await guests[0].do(Start())) == "seats"
    # with another game for the rest everybody is still ready
    assert refusal(await guests[0].do(THREE)) == "done"
    await run_pending()
    assert guests[0].party_state.game == "dnup"


async def test_a_match_of_an_evening_tells_a_reconnected_device_as_much_as_the_others():
    parties = server()
    guests = await gathered(parties, "push", 2)
    assert refusal(await guests[0].do(THREE)) == "done"
    assert refusal(await guests[0].do(Start())) == "done"
    await play_on(guests, Rng(1))
    other = Guest(parties, token(9))
    await other.hello(guests[0].last(Welcome).party)
    assert other.party_state == guests[0].party_state
    await both_ready(guests)
    later = Guest(parties, guests[0].token)
    have = next(step for step in guests[0].steps if step.entry.name == "PlanEvening")
    await later.hello(guests[0].last(Welcome).party, have=have.n, hash_=have.hash)
    assert later.last(Welcome) is None or isinstance(later.heard[0], PartyUpdate | Welcome | Ack)
    assert later.party_state.evening == guests[0].party_state.evening
