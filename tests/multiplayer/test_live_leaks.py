"""Twin It! on several devices: no byte tells a face before the table's clock shows it."""

from collections.abc import Iterator

import pytest
from guests import Guest, gathered
from live_room import LiveRoom, same_deal

from game.core.options import Json
from game.games.twin_it import rules
from game.games.twin_it.deck import shuffled
from game.games.twin_it.view import BACK
from game.wire.commands import AssignSeat, Ready, Start
from game.wire.messages import Ack, Over, PartyPhase, Welcome, json_data

#: the time between two looks of the server, in milliseconds
STEP = 200
#: the longest match, in steps
LONGEST = 8_000


class TappedRoom(LiveRoom):
    """A table with a watcher; every text is kept with the server's time."""

    async def deal(self, people: int, bots: int = 0, options: dict | None = None) -> None:
        """Seat everybody, and deal."""
        self.guests = await gathered(self.parties, "twin_it", people, options or {})
        for seat in range(people, people + bots):
            assert isinstance(await self.guests[0].do(AssignSeat(seat, "hard")), Ack)
        watcher = Guest(self.parties)
        await watcher.hello(self.replica.broadcast.name)
        self.devices = [*self.guests, watcher]
        self.texts: list[list[tuple[int, str]]] = [[] for _ in self.devices]
        #: when the clock starts
        self.start_ms = 0
        for device, heard in zip(self.devices, self.texts, strict=True):
            self._tap(device, heard)
        with same_deal():
            assert isinstance(await self.guests[0].do(Start()), Ack)

    def _tap(self, device: Guest, heard: list[tuple[int, str]]) -> None:
        tell = device.visitor._send

        def hear(text: str) -> None:
            heard.append((self.clock.ms, text))
            tell(text)

        device.visitor._send = hear

    async def end(self) -> None:
        """Play until the match is over; the people look on."""
        for _ in range(LONGEST):
            if self.party.phase == PartyPhase.OVER:
                return
            await self.until(self.clock.ms + STEP, STEP)
        raise AssertionError("expected a match that ends")

    def first_stamps(self) -> dict[int, int]:
        """Return the stamp at which each face was first shown, by its place in the deck."""
        match = self.party.match
        position, found = match.at(0), dict[int, int]()
        for action in (None, *match.actions):
            if action is not None:
                position.advance(action)
            for _, face, *_ in position.state.lying().values():
                found.setdefault(face, position.state.now)
        return found

    def told_before(self, ms: int) -> list[list[tuple[int, str]]]:
        """Return what each device had heard before a time, with the table's random name made the same."""
        name = self.replica.broadcast.name
        return [[(at, text.replace(name, "")) for at, text in heard if at < ms] for heard in self.texts]


def faces_in(data: Json) -> Iterator[tuple[int, int]]:
    """Yield every card with its pattern in a message, at any depth."""
    if isinstance(data, dict):
        if "pattern" in data and "card" in data:
            yield data["card"], data["pattern"]
        for value in data.values():
            yield from faces_in(value)
    elif isinstance(data, list):
        for value in data:
            yield from faces_in(value)


async def played(bots: int = 0, people: int = 2, options: dict | None = None) -> TappedRoom:
    """Return a table after a whole match."""
    room = TappedRoom()
    await room.deal(people, bots, options)
    await room.ready()
    room.start_ms = room.table.start_ms
    await room.end()
    await room.parties.close()
    return room


def put_in_place_of_the_shuffled(monkeypatch: pytest.MonkeyPatch, deck: tuple[int, ...]) -> None:
    """Deal this deck from now on; who begins stays the same."""
    monkeypatch.setattr(rules, "shuffled", lambda rng: shuffled(rng) and deck)


@pytest.mark.parametrize("options", [{}, {"forbidden": 1}], ids=["base", "forbidden"])
async def test_in_a_whole_match_no_face_is_told_before_its_stamp(options):
    room = await played(bots=1, options=options)
    match, first = room.party.match, room.first_stamps()
    since = {(face // 2, match.state.deck[face]): stamp for face, stamp in first.items()}
    told = 0
    for heard in room.texts:
        for ms, text in heard:
            data = json_data(text)
            if data["is"] == Over.__name__:
                continue
            assert f"{match.seed:x}" not in text
            for pair in faces_in(data):
                if pair[1] != BACK:
                    told += 1
                    assert ms - room.start_ms >= since[pair], (pair, text[:200])
    assert told > 1_000


async def test_two_deals_are_told_byte_for_byte_alike_until_their_first_difference_is_shown(monkeypatch):
    room = await played()
    deck, first = room.party.match.state.deck, room.first_stamps()
    stamps = sorted(first.values())
    compared = 0
    for cut in (stamps[0], stamps[20], stamps[len(stamps) // 2], stamps[-5]):
        hidden = [face for face in range(len(deck)) if first.get(face, cut + 1) > cut]
        moved = dict(zip(hidden, [deck[face] for face in (*hidden[1:], hidden[0])], strict=True))
        put_in_place_of_the_shuffled(monkeypatch, tuple(moved.get(face, deck[face]) for face in range(len(deck))))
        other = await played()
        assert other.party.match.state.deck != deck
        shown = min(first[face] for face in hidden if face in first)
        ends_ms = room.start_ms + shown
        before = room.told_before(ends_ms)
        assert other.told_before(ends_ms) == before, "something tells what is not shown yet"
        assert other.told_before(ends_ms + STEP + 1) != room.told_before(ends_ms + STEP + 1), "then it is told"
        compared += sum(len(text) for heard in before for _, text in heard)
    assert compared > 100_000


@pytest.mark.parametrize(
    "options",
    [{}, {"forbidden": 0}, {"calm": True, "looks": 0}, {"mode": "teams"}, {"buzzers": True}],
    ids=["base", "forbidden", "calm", "teams", "buzzers"],
)
async def test_nothing_of_a_deal_is_told_before_the_clock_starts(monkeypatch, options):
    told = []
    # of the first cards, all are different in one deck, and two are alike in the other
    for deck in ((tuple(range(119)) * 3)[:270], tuple(face // 4 % 5 for face in range(270))):
        put_in_place_of_the_shuffled(monkeypatch, deck)
        room = TappedRoom()
        await room.deal(4, options=options)
        for guest in room.guests:
            guest.visitor.rtt_ms = 40
        for guest in room.guests:
            assert isinstance(await guest.do(Ready()), Ack)
        late = Guest(room.parties)
        await room.until(room.table.start_ms - 1)
        await late.hello(room.replica.broadcast.name)
        welcome = late.last(Welcome)
        patterns = {pattern for _, pattern in faces_in(welcome.turn.view)}
        assert patterns == {BACK}
        told.append((room.told_before(room.clock.ms + 1), welcome.turn, welcome.hash, welcome.party_state))
        await room.until(room.table.start_ms + STEP)
        for heard in room.texts:
            last = {pattern for _, text in heard[-1:] for _, pattern in faces_in(json_data(text))}
            assert last
            assert BACK not in last
        await room.parties.close()
    assert told[0] == told[1]
