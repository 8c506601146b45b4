"""People who are away are told once: when, in which words, and through which services."""

from guests import Guest, act, gathered, play_on
from notice_table import HOUR_MS, Table, asked_for_feed, entries, table_with_service

from game.core.rng import Rng
from game.server.chairs import GRACE_MS, LONGEST_NAME
from game.server.notices import LIFETIME_S, PAUSE_MS
from game.server.replica import LEASE_MS
from game.wire.commands import OVER_DAYS_S, EndMatch, KeepQuiet, SetTimeLimit, StandIn, Start
from game.wire.messages import (
    DAY_MS,
    Ack,
    Ping,
)


async def test_a_person_who_is_away_is_told_of_their_turn_once(table):
    who = table.mover
    await table.wish(who, table.service.browser("phone"))
    await table.pass_time(10 * PAUSE_MS)
    assert table.service.pushes == [], "at the table"
    await who.visitor.gone()
    await table.pass_time(PAUSE_MS - 1)
    assert table.service.pushes == [], "perhaps on the way back"
    for ms in (1, 10 * PAUSE_MS, 24 * HOUR_MS):
        await table.pass_time(ms)
    (push,) = table.service.told("phone")
    first, second = (f"Guest {n}" for n in range(3) if n != who.seat)
    assert push.data == {
        "title": "Du bist dran",
        "text": f"Nein Danke! mit {first} und {second}",
        "party": table.party,
    }
    assert push.sender == table.web_push.public
    assert who.token not in str(push)


async def test_every_browser_of_a_seat_is_told_in_its_language(table):
    who = table.mover
    await table.leaves_open(who, table.service.browser("phone", "de"), table.service.browser("desk", "en"))
    await table.pass_time(PAUSE_MS)
    assert [push.data["title"] for push in table.service.told("phone")] == ["Du bist dran"]
    assert [push.data["title"] for push in table.service.told("desk")] == ["Your turn"]
    assert " and Guest" in table.service.told("desk")[0].data["text"]


async def test_a_person_who_comes_back_in_time_is_not_told(table):
    who = table.mover
    await table.leaves_open(who, table.service.browser("phone"))
    await table.pass_time(PAUSE_MS - 1)
    await table.comes_back(who)
    await table.pass_time(10 * PAUSE_MS)
    assert table.service.pushes == []


async def test_a_person_whose_page_is_hidden_is_told_elsewhere(table):
    who = table.mover
    await table.wish(who, table.service.browser("phone"))
    table.clock.ms += 50_000
    await who.say(Ping(1))
    table.clock.ms += 50_000
    await who.visitor.look()
    await table.pass_time(PAUSE_MS)
    assert table.service.pushes == [], "the page was seen a moment ago"
    await who.visitor.look()
    await table.pass_time(PAUSE_MS)
    assert len(table.service.told("phone")) == 1
    # as soon as it is seen again, its owner is back
    await who.say(Ping(2))
    assert not table.parties.replicas[table.party].party.chairs[who.seat].away_ms
    assert who.closed is None


async def test_the_next_turn_is_told_anew_and_others_turns_are_not(table):
    rng, who = Rng(3), table.mover
    await table.leaves_open(who, table.service.browser("phone"))
    await table.pass_time(PAUSE_MS)
    await table.comes_back(who)
    await act(who, rng)
    await who.visitor.gone()
    turns = 1
    for _ in range(6):
        if table.mover is who:
            turns += 1
            await table.pass_time(PAUSE_MS)
            await table.comes_back(who)
            await act(who, rng)
            await who.visitor.gone()
        else:
            await table.pass_time(10 * PAUSE_MS)
            await act(table.mover, rng)
        assert len(table.service.told("phone")) == turns
    assert turns > 1


async def over_days(table: Table) -> list[Guest]:
    """Make it a table over days, and return its people with the one to move first."""
    assert isinstance(await table.guests[0].do(SetTimeLimit(7 * 24 * 3600)), Ack)
    return [table.mover, *(guest for guest in table.guests if guest is not table.mover)]


async def test_over_days_the_question_to_end_a_match_is_told_once_to_each_who_is_away():
    async with table_with_service(webhook=True) as table:
        mover, asks, other = await over_days(table)
        paths = [(await asked_for_feed(table, one)).removeprefix("/feed/") for one in (mover, asks)]
        for number, guest in enumerate((mover, other)):
            await table.leaves_open(guest, table.service.browser(f"browser-{number}"))
        await table.pass_time(PAUSE_MS)
        assert isinstance(await asks.do(EndMatch(True)), Ack)
        await table.pass_time(PAUSE_MS - 1)
        assert len(table.service.pushes) == 1, "a turn"
        for ms in (1, HOUR_MS, 24 * HOUR_MS):
            await table.pass_time(ms)
        table.parties.notifier._settled.clear()
        await table.pass_time(HOUR_MS)
        titles = [[push.data["title"] for push in table.service.told(f"browser-{number}")] for number in range(2)]
        assert titles == [["Du bist dran", "Partie beenden?"], ["Partie beenden?"]]
        text = table.service.told("browser-1")[0].data["text"]
        assert text == f"Guest {asks.seat} möchte Nein Danke! beenden. Bist du einverstanden?"
        assert sorted(told["event"] for told in table.service.posts) == ["ask", "ask", "turn"]
        feeds = [entries(await table.parties.feed(path, "127.0.0.1")) for path in paths]
        assert [[title for _, title in feed] for feed in feeds] == [["Du bist dran", "Partie beenden?"], []]


async def test_a_question_that_was_answered_meanwhile_is_not_told(table):
    _, asks, other = await over_days(table)
    await table.leaves_open(other, table.service.browser("phone"))
    for yes in (True, False):
        assert isinstance(await asks.do(EndMatch(yes)), Ack)
    await table.pass_time(HOUR_MS)
    assert table.service.pushes == []


async def test_a_match_ended_by_agreement_is_told_once_to_those_who_were_away():
    async with table_with_service(webhook=True) as table:
        _, last, away = await over_days(table)
        path = (await asked_for_feed(table, away)).removeprefix("/feed/")
        for guest in table.guests:
            if guest is not last:
                assert isinstance(await guest.do(EndMatch(True)), Ack)
        await table.leaves_open(away, table.service.browser("phone"))
        table.clock.ms += 1_000
        assert isinstance(await last.do(EndMatch(True)), Ack)
        await last.visitor.gone()
        await table.pass_time(PAUSE_MS)
        await table.parties.close()
        table.parties = table.server()
        await table.parties.replica(table.party)
        await table.pass_time(LEASE_MS)
        await table.pass_time(24 * HOUR_MS)
        (push,) = table.service.pushes
        assert push.data["title"] == "Die Partie wurde beendet"
        assert [(told["event"], told["name"]) for told in table.service.posts] == [("ended", f"Guest {away.seat}")]
        assert [title for _, title in entries(await table.parties.feed(path, "127.0.0.1"))] == [push.data["title"]]


async def test_a_match_that_ended_meanwhile_is_told_to_those_who_were_away(table):
    rng, away = Rng(1), table.guests[2]
    for number, guest in enumerate(table.guests):
        await table.wish(guest, table.service.browser(f"browser-{number}"))
    await away.visitor.gone()
    while table.mover is not away:
        await act(table.mover, rng)
    table.clock.ms += GRACE_MS
    assert isinstance(await table.guests[0].do(StandIn(2, True)), Ack)
    await play_on(table.guests[:2], rng)
    # somebody who has seen the result and then goes is told nothing
    table.clock.ms += 1_000
    await table.guests[0].visitor.gone()
    await table.pass_time(PAUSE_MS)
    await table.pass_time(HOUR_MS)
    assert [push.browser for push in table.service.pushes] == ["browser-2"]
    assert table.service.pushes[0].data["title"] == "Die Partie ist zu Ende"


async def test_a_notice_that_is_late_waits_for_the_end_of_the_night(table):
    who = table.mover
    minute = table.clock.ms % DAY_MS // 60_000
    assert isinstance(await who.do(KeepQuiet(0, (minute + 30) % 1440, (minute + 90) % 1440, 0, 0)), Ack)
    await table.leaves_open(who, table.service.browser("phone"))
    # no server has looked before the night began
    await table.pass_time(HOUR_MS)
    assert table.service.pushes == []
    await table.pass_time(HOUR_MS)
    assert len(table.service.told("phone")) == 1


async def test_a_turn_that_was_taken_meanwhile_is_not_told_again(table):
    who = table.mover
    await table.leaves_open(who, table.service.browser("phone"))
    table.service.answers = [(503, {})]
    await table.pass_time(PAUSE_MS)
    await table.comes_back(who)
    await act(who, Rng(1))
    await who.visitor.gone()
    if table.mover is not who:
        await table.pass_time(HOUR_MS)
        assert len(table.service.pushes) == 1


async def test_a_notice_lasts_no_longer_at_the_service_than_there_is_something_to_do(table):
    who = table.mover
    assert isinstance(await table.guests[0].do(SetTimeLimit(OVER_DAYS_S * 2)), Ack)
    await table.leaves_open(who, table.service.browser("phone"))
    table.service.answers = [(503, {})]
    await table.pass_time(PAUSE_MS)
    await table.pass_time(HOUR_MS)
    due_ms = table.parties.replicas[table.party].party.due_ms
    first, second = table.service.pushes
    assert int(first.headers["ttl"]) == (due_ms - table.clock.ms + HOUR_MS) // 1000
    assert int(second.headers["ttl"]) == (due_ms - table.clock.ms) // 1000
    assert second.headers["urgency"] == "normal", "over days a low battery may be spared"


async def test_a_notice_at_a_table_where_others_wait_is_urgent_and_is_kept_for_days(table):
    await table.leaves_open(table.mover, table.service.browser("phone"))
    await table.pass_time(PAUSE_MS)
    (push,) = table.service.pushes
    assert (push.headers["urgency"], int(push.headers["ttl"])) == ("high", LIFETIME_S)


async def test_the_end_replaces_an_unread_turn(table):
    who, rng = table.mover, Rng(1)
    await table.leaves_open(who, table.service.browser("phone"))
    await table.pass_time(PAUSE_MS)
    others = [guest for guest in table.guests if guest is not who]
    table.clock.ms += GRACE_MS
    assert isinstance(await others[0].do(StandIn(who.seat, True)), Ack)
    await play_on(others, rng)
    await table.pass_time(PAUSE_MS)
    turn, end = table.service.told("phone")
    assert (turn.data["title"], end.data["title"]) == ("Du bist dran", "Die Partie ist zu Ende")
    assert turn.headers["topic"] == end.headers["topic"]
    assert end.headers["urgency"] == "normal"


async def test_the_longest_names_fit_into_a_push(service):
    table = Table(service)
    table.guests = await gathered(table.parties, "nein_danke", 5)
    table.party = next(iter(table.parties.replicas))
    for guest in table.guests:
        assert isinstance(await guest.sit(guest.seat, f"{guest.seat}" + "\U0001f9d1" * 30), Ack)
    assert isinstance(await table.guests[0].do(Start()), Ack)
    await table.leaves_open(table.mover, service.browser("phone"))
    await table.pass_time(PAUSE_MS)
    (push,) = service.told("phone")
    assert push.data["text"].count("\U0001f9d1") == 4 * (LONGEST_NAME - 1)
    await table.parties.close()
