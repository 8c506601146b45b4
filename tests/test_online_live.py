"""A party's table in real time on several devices: the same card turns at the same moment, one's own hand is there at
once, and what it comes to is seen by all when it counts."""

from collections import deque
from collections.abc import Sequence
from operator import ne

import pytest
from drivers import after_of
from guests import ManualClock
from live_room import same_deal
from online import Room
from wires import Net, PlainWire

from game.engine.dock import Dock
from game.games.twin_it.bots import matches
from game.games.twin_it.state import Verb
from game.scenes.party.lobby import Lobby
from game.scenes.result.after import AfterParty
from game.server.live_clock import LATE_HANDS, MORE_MS
from game.server.parties import Parties
from game.table.live.scene import LiveScene
from game.wire.commands import ChooseGame


class FarWire(PlainWire):
    """A line on which a text takes so long in each direction."""

    def __init__(self, parties: Parties, clock: ManualClock, ms: int) -> None:
        super().__init__(parties)
        self.visitor.rtt_ms = 2 * ms
        self._clock, self._ms = clock, ms
        #: texts that are on their way, each with when it is there
        self._ways: tuple[deque, deque] = deque(), deque()

    async def carry(self, fault: str = "") -> None:
        up, down = self._ways
        for texts, way in ((self.up, up), (self.down, down)):
            way.extend((self._clock.ms + self._ms, text) for text in texts)
            texts.clear()
            while way and way[0][0] <= self._clock.ms:
                texts.append(way.popleft()[1])
        await super().carry(fault)


class FarNet(Net):
    """Lines of such lengths, one after the other."""

    def __init__(self, parties: Parties, clock: ManualClock, ways: Sequence[int]) -> None:
        super().__init__(parties)
        self._clock, self._rest = clock, [*ways]

    def connect(self) -> PlainWire:
        self.wires.append(FarWire(self.parties, self._clock, self._rest.pop(0)))
        return self.wires[-1]


class LiveRoom(Room):
    """Devices at a table of Twin It!, with ways of no length or of ``ways`` in milliseconds."""

    def __init__(self, count: int, ways: Sequence[int] = (), **more) -> None:
        super().__init__(count, **more)
        if ways:
            self.net = FarNet(self.parties, self.clock, ways)

    async def _carry(self) -> None:
        for replica in self.parties._replicas.values():
            replica._changed.set()
        await super()._carry()

    def sit(self, options: dict | None = None, seats: tuple[str, ...] = ()) -> None:
        """Let all sit down at a table with these house rules, and deal."""
        self.gather("twin_it", seats)
        if options:
            self.players[0].scene.session.do(ChooseGame("twin_it", options))
            self.live(20)
        with same_deal():
            self.players[0].tap("start")
            assert self.live(90, lambda: all(isinstance(player.scene, LiveScene) for player in self.players))

    def go(self) -> None:
        """Let everybody be ready, and wait until the faces are up."""
        for player in self.players:
            self.live(10)
            player.tap("go")
        assert self.live(300, lambda: all(player.scene.running for player in self.players))
        self.live(2)

    def pair(self) -> tuple[int, int]:
        """Two equal cards that lie in sight of everybody."""

        def found() -> bool:
            views = [player.scene.driver.known for player in self.players]
            return all(next(matches(view), None) for view in views) and len({view.now for view in views}) == 1

        assert self.live(4000, found)
        one, other = next(matches(self.players[0].scene.driver.known))
        return one.card, other.card


@pytest.fixture
def room():
    made: list[LiveRoom] = []

    def make(count: int, **more) -> LiveRoom:
        made.append(LiveRoom(count, **more))
        return made[-1]

    yield make
    for one in made:
        one.close()


def lay(player, card: int) -> None:
    """Touch a card in this very moment: a tap would take its time on this device alone."""
    scene = player.scene
    scene.driver._input_ms = player.app.context.clock.now_ms()
    scene.use(scene.items.find(f"card-{card}"))


def waits(player) -> tuple[str, bool]:
    """What the dock says of the others, and whether the button that goes on can be used."""
    dock = next(widget for widget in player.scene.widgets if isinstance(widget, Dock))
    return dock.panel_text.words, player.scene.items.find("go").enabled


def test_a_table_is_played_by_the_clock_and_the_sets_are_seen_by_all(room):
    party = room(2)
    party.sit()
    first, second = party.players
    assert first.scene.table.covered
    assert "go" in first.ids()
    party.live(5)
    first.tap("go")
    assert party.live(60, lambda: party.players[0].scene.driver.clock.live_clock.ready == (0,))
    assert not first.scene.items.find("go").enabled
    second.tap("go")
    assert party.live(300, lambda: all(player.scene.running for player in party.players))
    cards = party.pair()
    # a device's own time went on with every tap, and it finds out about that by and by
    party.live(20)
    before = [player.scene.driver.known.set_counts for player in party.players]
    assert before == [(0, 0)] * 2
    for card in cards:
        lay(second, card)
    # one's own hands are there at once, the other sees nothing of them yet
    assert {touch.card for touch in second.scene.table.view.touches} >= set(cards)
    assert not {touch.card for touch in first.scene.table.view.touches} & set(cards)
    assert party.live(60, lambda: all(p.scene.driver.known.set_counts == (0, 1) for p in party.players))
    assert not second.scene.driver.pending.actions or party.live(30, lambda: not second.scene.driver.pending.actions)


def test_the_owner_chooses_the_mode_where_people_gather_and_all_read_it(room):
    party = room(2)
    party.gather("twin_it", ("hard", "hard"))
    first, second = party.players
    first.scene.session.do(ChooseGame("twin_it", {"calm": True, "forbidden": 0}))
    party.live(20)
    assert (first.scene.options["mode"], first.scene.options["calm"]) == ("competitive", True)
    for at, name in ((1, "teams"), (2, "minute"), (3, "contest"), (0, "competitive"), (1, "teams")):
        first.tap(f"mode-{at}")
        party.live(20)
        assert [player.scene.options["mode"] for player in party.players] == [name] * 2
        assert not [id_ for id_ in second.ids() if id_.startswith("mode-")]
    # what does not go with it is gone, and all begin
    assert (first.scene.options["calm"], first.scene.options["forbidden"]) == (False, -1)
    first.tap("start")
    assert party.live(90, lambda: all(isinstance(player.scene, LiveScene) for player in party.players))
    assert [*second.scene.table.view.sides] == [0, 1, 0, 1]


def test_who_has_stopped_the_table_and_who_is_away_is_said_where_one_goes_on(room):
    party = room(3)
    party.sit()
    party.go()
    party.live(60)
    first, second, third = party.players
    first.tap("pause")
    assert party.live(90, lambda: not second.scene.running)
    party.live(10)
    assert waits(second) == ("Ada hat angehalten", True)
    first.tap("resume")
    party.players.remove(third)
    third.app.context.session.remote.close()
    assert party.live(90, lambda: second.scene.match.party_state.places[2].away)
    party.live(10)
    assert [waits(player) for player in party.players] == [("Weiter ohne Cleo", True)] * 2
    assert second.scene.driver.away == (2,)
    # whoever looks on reads who is waited for
    party.players.append(watcher := party.device("Dora"))
    party.join(watcher, first.app.context.session.remote.code)
    assert party.live(90, lambda: isinstance(watcher.scene, LiveScene))
    assert waits(watcher) == ("Warten auf Ada und Ben", False)


def test_the_same_card_turns_at_the_same_moment_and_the_earlier_hand_wins_on_ways_of_any_length(room):
    party = room(2, ways=(0, 110), size=(640, 360))
    party.sit({"flip_after": 2000})
    party.go()
    near, far = party.players
    assert near.scene.driver.clock.live_clock.lag >= 2 * 110
    #: stamp of what happened last -> in how many frames it was that on each device
    shown: dict[int, list[int]] = {}

    def counts() -> list[tuple[int, ...]]:
        return [player.scene.driver.known.set_counts for player in party.players]

    def found() -> bool:
        views = [player.scene.driver.known for player in party.players]
        for place, view in enumerate(views):
            shown.setdefault(view.now, [0, 0])[place] += 1
        return all(next(matches(view), None) for view in views) and len({view.now for view in views}) == 1

    for first, second, won in ((far, near, (0, 1)), (near, far, (1, 1))):
        assert party.live(4000, found)
        pair, before = next(matches(first.scene.driver.known)), counts()
        for player in (first, second):
            for face in pair:
                lay(player, face.card)
            # the other one is later by some frames
            party.live(3)
        assert party.live(80, lambda before=before: all(map(ne, counts(), before)))
        assert counts() == [won] * 2
        # who was second reads by how much, who was first does not
        said = f"{first.scene.match.seats[first.scene.match.seat].name} war {{}} ms schneller"
        assert second.scene.prompt in [said.format(ms) for ms in range(30, 70)]
        assert "schneller" not in first.scene.prompt
        # nor is a hand of theirs shown on what the first has won
        assert not second.scene.table.view.touches
    # but for the frames themselves, and the last one
    apart = [abs(one - other) for one, other in shown.values()][:-1]
    assert len(apart) > 3
    assert max(apart) <= 2


def test_that_hands_count_later_from_now_on_is_told(room, monkeypatch):
    party = room(2)
    party.sit()
    party.go()
    told = []
    for player in party.players:
        tell = lambda key, player=player, **blanks: told.append((player, key, blanks))  # noqa: E731
        monkeypatch.setattr(player.app.context, "tell", tell)
    table = next(iter(party.parties._replicas.values())).party
    lag = table.clock.lag
    table.clock = table.clock._replace(late_moves=LATE_HANDS)
    # with whatever is decided next
    assert party.live(600, lambda: len(told) == 2)
    assert table.clock.lag == lag + MORE_MS
    assert told == [(player, "party.live.lag", {"lag": lag + MORE_MS}) for player in party.players]


def test_whoever_looks_away_lets_the_table_stand_until_all_are_ready(room):
    party = room(2)
    party.sit()
    party.go()
    party.live(60)
    first, second = party.players
    first.tap("pause")
    lag = second.scene.driver.clock.live_clock.lag
    assert lag >= 100
    assert str(lag) in first.scene.noted("Twin It!"), "how much later hands count is said there"
    assert party.live(90, lambda: not second.scene.running)
    assert second.scene.table.covered
    first.tap("resume")
    party.live(10)
    assert isinstance(first.scene, LiveScene)
    party.go()
    assert [
        action.verb for action in party.parties._replicas.popitem()[1].party.match.actions if action.seat >= 0
    ] == []


def test_a_match_comes_to_its_result_and_to_another(room):
    party = room(2)
    party.sit({"mode": "minute"})
    party.go()
    first, second = party.players
    first.tap("do-deal")
    assert party.live(60, lambda: len(second.scene.driver.known.faces) == 1)
    match = next(iter(party.parties._replicas.values())).party.match
    assert [action.verb for action in match.actions if action.seat == 0] == [Verb.DEAL]
    assert party.live(5500, lambda: all(isinstance(after_of(player.scene), AfterParty) for player in party.players))
    assert party.live(600, lambda: "again" in first.ids())
    party.live(60)
    first.tap("again")
    assert party.live(200, lambda: all(isinstance(player.scene, LiveScene) for player in party.players))
    party.go()


def test_whoever_looks_on_sees_what_is_decided_and_uses_nothing(room):
    party = room(2)
    party.sit()
    watcher = party.device("Cleo")
    party.players.append(watcher)
    party.join(watcher, party.players[0].app.context.session.remote.code)
    assert party.live(90, lambda: isinstance(watcher.scene, LiveScene | Lobby))
    party.players.remove(watcher)
    party.go()
    party.players.append(watcher)
    assert party.live(90, lambda: isinstance(watcher.scene, LiveScene) and watcher.scene.running)
    assert watcher.scene.match.seat == -1
    assert not [id_ for id_ in watcher.ids() if id_.startswith(("card-", "do-"))]


def test_without_a_clock_everybody_looks_in_turn(room):
    party = room(2)
    party.sit({"calm": True}, ("hard",))
    party.go()
    match = next(iter(party.parties._replicas.values())).party.match

    def looks(player) -> bool:
        # whoever is asked lets it go by, or turns the next card over
        seat, scene = match.mover, player.scene
        wanted = next((id_ for id_ in ("do-pass", "do-flip") if (item := scene.items.find(id_)) and item.enabled), "")
        if seat == scene.match.seat and wanted and scene.driver.known.now == match.state.now:
            player.tap(wanted)
        return False

    def done() -> bool:
        return {0, 1, 2} <= {action.seat for action in match.actions} or any(map(looks, party.players))

    assert party.live(2000, done)
    # who pauses keeps nobody else
    party.players[0].tap("pause")
    party.live(30)
    assert "spielen weiter" in party.players[0].scene.noted("Twin It!")
    assert party.players[1].scene.running
