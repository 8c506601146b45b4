"""A party's live table on several devices.

A card is flipped at the same moment everywhere, one's own touch shows at once, and its outcome is seen by all when it
counts.
"""

from collections import deque
from collections.abc import Sequence
from operator import ne

import pytest
from drivers import transition_after
from guests import ManualClock
from live_room import same_deal
from online import Room
from wires import Net, PlainWire

from game.engine.dock import Dock
from game.games.twin_it.bots import matches
from game.games.twin_it.state import Verb
from game.scenes.party.lobby import Lobby
from game.scenes.result.after import AfterParty
from game.server.live_clock import LATE_ACTIONS, MORE_MS
from game.server.parties import Parties
from game.table.live.scene import LiveScene
from game.wire.commands import ChooseGame


class FarWire(PlainWire):
    """A connection on which a text takes so long in each direction."""

    def __init__(self, parties: Parties, clock: ManualClock, ms: int) -> None:
        super().__init__(parties)
        self.visitor.rtt_ms = 2 * ms
        self._clock, self._ms = clock, ms
        #: texts that are under way, each with its time of arrival
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
    """Connections with such delays, one after the other."""

    def __init__(self, parties: Parties, clock: ManualClock, ways: Sequence[int]) -> None:
        super().__init__(parties)
        self._clock, self._rest = clock, [*ways]

    def connect(self) -> PlainWire:
        self.wires.append(FarWire(self.parties, self._clock, self._rest.pop(0)))
        return self.wires[-1]


class LiveRoom(Room):
    """Devices at a table of Twin It!, without delay or with ``ways`` in milliseconds."""

    def __init__(self, count: int, ways: Sequence[int] = (), **more) -> None:
        super().__init__(count, **more)
        if ways:
            self.net = FarNet(self.parties, self.clock, ways)

    async def _carry(self) -> None:
        for replica in self.parties.replicas.values():
            replica._changed.set()
        await super()._carry()

    def sit(self, options: dict | None = None, seats: tuple[str, ...] = ()) -> None:
        """Seat everybody at a table with these house rules, and deal."""
        self.gather("twin_it", seats)
        if options:
            self.players[0].scene.session.do(ChooseGame("twin_it", options))
            self.live(20)
        with same_deal():
            self.players[0].tap("start")
            assert self.live(90, lambda: all(isinstance(player.scene, LiveScene) for player in self.players))

    def go(self) -> None:
        """Make everybody ready, and wait until the faces are up."""
        for player in self.players:
            self.live(10)
            player.tap("go")
        assert self.live(300, lambda: all(player.scene.running for player in self.players))
        self.live(2)

    def pair(self) -> tuple[int, int]:
        """Return two equal cards that everybody sees."""

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
    """Touch a card at this very moment: a tap would take its time on this device alone."""
    scene = player.scene
    scene.driver._input_ms = player.app.context.clock.now_ms()
    scene.use(scene.items.find(f"card-{card}"))


def dock_text_and_button(player) -> tuple[str, bool]:
    """Return what the dock says of the others, and whether the button that goes on can be used."""
    dock = next(widget for widget in player.scene.widgets if isinstance(widget, Dock))
    return dock.panel_text.body, player.scene.items.find("go").enabled


def test_a_table_is_played_in_real_time_and_all_see_the_sets(room):
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
    # a device's own time advanced with every tap, and it corrects that gradually
    party.live(20)
    before = [player.scene.driver.known.set_counts for player in party.players]
    assert before == [(0, 0)] * 2
    for card in cards:
        lay(second, card)
    # one's own touches show at once, the other player sees nothing of them yet
    assert {touch.card for touch in second.scene.table.view.touches} >= set(cards)
    assert not {touch.card for touch in first.scene.table.view.touches} & set(cards)
    assert party.live(60, lambda: all(p.scene.driver.known.set_counts == (0, 1) for p in party.players))
    assert not second.scene.driver.pending.actions or party.live(30, lambda: not second.scene.driver.pending.actions)


def test_the_owner_chooses_the_mode_in_the_lobby_and_all_see_it(room):
    party = room(2)
    party.gather("twin_it", ("hard", "hard"))
    first, second = party.players
    first.scene.session.do(ChooseGame("twin_it", {"calm": True, "forbidden": 0}))
    party.live(20)
    assert (first.scene.options["mode"], first.scene.options["calm"]) == ("competitive", True)
    assert first.scene.ways[first.scene.way].name == first.app.context.texts("twin_it.option.calm.way")
    for name, place in (("minute", 3), ("contest", 4), ("competitive", 0), ("teams", 2)):
        first.tap(f"mode-{place}")
        party.live(20)
        assert [player.scene.options["mode"] for player in party.players] == [name] * 2
        assert not any(id_.startswith("mode-") for id_ in second.ids())
    # settings that do not fit the mode are gone, and all begin
    assert (first.scene.options["calm"], first.scene.options["forbidden"]) == (False, -1)
    first.tap("start")
    assert party.live(90, lambda: all(isinstance(player.scene, LiveScene) for player in party.players))
    assert [*second.scene.table.view.sides] == [0, 1, 0, 1]


def test_the_dock_names_who_stopped_the_table_and_who_is_away(room):
    party = room(3)
    party.sit()
    party.go()
    party.live(60)
    first, second, third = party.players
    first.tap("pause")
    assert party.live(90, lambda: not second.scene.running)
    party.live(10)
    assert dock_text_and_button(second) == ("Ada hat angehalten", True)
    first.tap("resume")
    party.players.remove(third)
    third.app.context.session.remote.close()
    assert party.live(90, lambda: second.scene.match.party_state.places[2].away)
    party.live(10)
    assert [dock_text_and_button(player) for player in party.players] == [("Weiter ohne Cleo", True)] * 2
    assert second.scene.driver.away == (2,)
    # a spectator reads who is waited for
    party.players.append(watcher := party.device("Dora"))
    party.join(watcher, first.app.context.session.remote.code)
    assert party.live(90, lambda: isinstance(watcher.scene, LiveScene))
    texts = watcher.app.context.texts
    waits = [texts("party.watching", name="Ada"), texts("party.watching_full"), "Warten auf Ada und Ben"]
    assert dock_text_and_button(watcher) == (texts.sentences(waits), False)


def test_cards_flip_in_step_and_the_earlier_touch_wins_at_any_latency(room):
    party = room(2, ways=(0, 110), size=(640, 360))
    party.sit({"flip_after": 2000})
    party.go()
    near, far = party.players
    assert near.scene.driver.clock.live_clock.lag >= 2 * 110
    #: stamp of the last event -> in how many frames it was shown on each device
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
            # the other device is later by some frames
            party.live(3)
        assert party.live(80, lambda before=before: all(map(ne, counts(), before)))
        assert counts() == [won] * 2
        # the second player reads by how much, the first does not
        said = f"{first.scene.match.seats[first.scene.match.seat].name} war {{}}\u00a0ms schneller"
        assert second.scene.prompt in [said.format(ms) for ms in range(30, 70)]
        assert "schneller" not in first.scene.prompt
        # nor is a touch of theirs shown on what the first has won
        assert not second.scene.table.view.touches
    # but for the frames themselves, and the last one
    apart = [abs(one - other) for one, other in shown.values()][:-1]
    assert len(apart) > 3
    assert max(apart) <= 2


def test_a_larger_delay_of_touches_is_announced(room, monkeypatch):
    party = room(2)
    party.sit()
    party.go()
    told = []
    for player in party.players:
        tell = lambda key, player=player, **blanks: told.append((player, key, blanks))  # noqa: E731
        monkeypatch.setattr(player.app.context, "tell", tell)
    table = next(iter(party.parties.replicas.values())).party
    lag = table.clock.lag
    table.clock = table.clock._replace(late_moves=LATE_ACTIONS)
    # with the next decision
    assert party.live(600, lambda: len(told) == 2)
    assert table.clock.lag == lag + MORE_MS
    assert told == [(player, "party.live.lag", {"lag": lag + MORE_MS}) for player in party.players]


def test_leaving_the_screen_stops_the_table_until_all_are_ready(room):
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
    assert [action.verb for action in party.parties.replicas.popitem()[1].party.match.actions if action.seat >= 0] == []


def test_a_match_leads_to_its_result_and_to_a_rematch(room):
    party = room(2)
    party.sit({"mode": "minute"})
    party.go()
    first, second = party.players
    first.tap("do-deal")
    assert party.live(60, lambda: len(second.scene.driver.known.faces) == 1)
    match = next(iter(party.parties.replicas.values())).party.match
    assert [action.verb for action in match.actions if action.seat == 0] == [Verb.DEAL]
    assert party.live(
        5500, lambda: all(isinstance(transition_after(player.scene), AfterParty) for player in party.players)
    )
    assert party.live(600, lambda: "again" in first.ids())
    party.live(60)
    for player in party.players:
        player.tap("again")
    assert party.live(200, lambda: all(isinstance(player.scene, LiveScene) for player in party.players))
    party.go()


def test_a_spectator_sees_the_outcome_and_uses_nothing(room):
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


def test_without_a_clock_players_look_in_turn(room):
    party = room(2)
    party.sit({"calm": True}, ("hard",))
    party.go()
    match = next(iter(party.parties.replicas.values())).party.match

    def looks(player) -> bool:
        # the player asked passes, or flips the next card
        seat, scene = match.mover, player.scene
        wanted = next((id_ for id_ in ("do-pass", "do-flip") if (item := scene.items.find(id_)) and item.enabled), "")
        if seat == scene.match.seat and wanted and scene.driver.known.now == match.state.now:
            player.tap(wanted)
        return False

    def done() -> bool:
        return {0, 1, 2} <= {action.seat for action in match.actions} or any(map(looks, party.players))

    assert party.live(2000, done)
    # pausing does not keep the others from playing
    party.players[0].tap("pause")
    party.live(30)
    assert "spielen weiter" in party.players[0].scene.noted("Twin It!")
    assert party.players[1].scene.running
