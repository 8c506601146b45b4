"""The party that this device is at, whichever screen is open: its connection, the seat's secret, updates and refusals.

The seat's secret is stored with the party as long as one has not left: a reload, a restart or a dead battery leads
back to the same seat. A player who sits down at another table meanwhile keeps both.
"""

from game.catalogue.registry import GAMES
from game.core import game, rng
from game.core.stored_words import class_word
from game.host import device
from game.player.known_parties import HOUR_MS, KnownParty, known_parties, store, whole_hours
from game.player.quiet import NONE, quiet_hours
from game.services.context import Context
from game.services.party_results import PartyResults
from game.services.party_updates import PartyUpdates
from game.wire.commands import OVER_DAYS_S, ChooseGame, Command, Kick, LiveMove
from game.wire.join_link import JoinLink
from game.wire.messages import Close, Nak, PartyPhase, PartyState, kept_ms
from game.wire.party_client import PartyClient
from game.wire.refusal import Refusal

#: time without connection before the notice, in milliseconds
LATE_MS = 1_500.0
#: time for which a screen that looks on finds its way back, in milliseconds
WATCHED_MS = 24 * HOUR_MS
#: first and longest interval between questions about a table that its server does not know, in milliseconds; it doubles
#: each time, as a server accepts only a few unknown tables a minute from one address
LOST_AGAIN_MS, LOST_LONGEST_MS = 60_000, 600_000


class PartySession:
    """One party, from coming to leaving."""

    #: the quiet hours that the table was told of; another device may have set some, which stay unless changed here
    _quiet = NONE

    def __init__(self, context: Context, join_link: JoinLink, opens: ChooseGame | None = None) -> None:
        self.context, self.join_link = context, join_link
        before = [
            table.join_link for table in known_parties(context) if table.token and join_link.leads_to(table.join_link)
        ]
        known = None if join_link.watches or join_link.token else next(iter(before), None)
        token = self.token = (
            known.token if known else "" if join_link.watches else join_link.token or device.secret_token(16)
        )
        # a code is over long before a seat is
        party = known.party if known else join_link.party
        connect = context.connect
        self.remote = PartyClient(
            GAMES, lambda: connect(join_link.server), party, token, device.secret_token(6), join_link.code, opens
        )
        #: what no screen has shown yet
        self.updates = PartyUpdates()
        #: what has ended here
        self.results = PartyResults(self.remote, self.named, context.tell)
        self._pending: dict[str, Command] = {}
        #: what has been refused since somebody looked
        self._refused_commands: list[Command] = []
        self._stored: KnownParty | None = None
        stored = [table for table in known_parties(context) if token and table.token == token]
        #: number of the last match and of its actions that the person here knows; it is stored with the seat
        self.known_moves = (stored[0].match, stored[0].known_moves) if stored else (0, 0)
        #: request ids of live actions that are not answered yet, and of those that were refused
        self._pending_moves: set[str] = set()
        self._refused_moves: list[str] = []
        #: line -> how much too late the hand came that it tells of; and those of them that were one's own
        self._lateness_ms: dict[int, int] = {}
        self._late: list[int] = []
        #: nothing that is called across the table is heard here
        self.reactions_muted = False
        #: this device was made to leave its seat: it takes none by itself
        self.was_removed = False
        self._disconnected_ms = 0.0
        self._at_ms = 0.0
        #: its server has said that this device's program is too old
        self._is_old = False
        #: its server does not know it, as far as was heard last; when it is asked again, and how often it was
        self._is_lost = False
        self._retry_ms, self._lost_attempts = 0.0, 0
        self._rng = rng.Rng(sum(token.encode()) + sum(device.secret_token(2).encode()))

    # ---- time -----------------------------------------------------------------------------------

    def poll(self, now_ms: float) -> None:
        """Read the connection, and tell the player what was refused."""
        remote, seat = self.remote, self.remote.seat
        remote.poll(int(now_ms))
        if remote.ended == Close.VERSION and not self._is_old:
            # the server has a newer page, or another host has
            self._is_old = True
            device.page.check_for_update()
        if remote.was_reset:
            self.updates.reset()
            self._tell_missed()
        steps = remote.take_steps()
        for step in steps:
            if step.entry.name == class_word(Kick) and step.entry.other == seat:
                self._tell_removed(step.party_state.places[step.entry.seat].name)
            if step.entry.name == class_word(LiveMove):
                self._lateness_ms[step.n] = step.entry.value
            seat = step.seat
        self.updates.add(steps)
        self._settle_moves()
        for id_ in [*self._pending]:
            if (answer := remote.answer(id_)) is None:
                continue
            command = self._pending.pop(id_)
            if isinstance(answer, Nak):
                if answer.reason == Refusal.SAME:
                    # the table knew it
                    continue
                self._refused_commands.append(command)
                self.context.audio.play("wrong")
                self.context.pulse("wrong")
                key = f"party.refused.{answer.reason}"
                # a newer server may have words that are not known here
                self.context.tell(key if self.context.texts.has(key) else f"party.refused.{Refusal.BUSY}")
        self._disconnected_ms = 0.0 if remote.is_connected else self._disconnected_ms + max(0.0, now_ms - self._at_ms)
        self._at_ms = now_ms
        self._keep()
        self._tell_quiet_hours()
        self._retry_lost(now_ms)

    def _tell_missed(self) -> None:
        """Tell a player who comes back that they were removed, or that the match was ended without them."""
        if self.remote.removed_by and not self.was_removed:
            self._tell_removed(self.remote.removed_by)
        if self.remote.missed_end:
            self.context.tell("party.end.missed")

    def _tell_removed(self, name: str) -> None:
        self.was_removed = True
        self.context.tell("party.removed_by", name=name)

    def _tell_quiet_hours(self) -> None:
        """Tell a table that is played over days of the player's nights and holidays, if they have changed."""
        remote = self.remote
        party_state = remote.party_state
        if not remote.is_connected or remote.seat < 0 or party_state is None or party_state.seconds < OVER_DAYS_S:
            return
        hours = quiet_hours(self.context.settings, self.context.clock.wall_ms())
        if hours != self._quiet:
            self._quiet = hours
            self.do(hours)

    def _retry_lost(self, now_ms: float) -> None:
        """Ask now and then for a table that was lost: it may be put back while nobody is at the screen."""
        remote = self.remote
        if remote.is_connected or remote.ended not in (None, Close.NO_PARTY):
            self._is_lost = False
        if not self.can_come_back:
            return
        if not self._is_lost:
            self._is_lost, self._lost_attempts = True, 0
        elif now_ms < self._retry_ms:
            return
        else:
            remote.again()
            self._lost_attempts += 1
        wait = min(LOST_LONGEST_MS, LOST_AGAIN_MS * 2 ** min(self._lost_attempts, 10))
        # all devices have lost it in the same moment
        self._retry_ms = now_ms + wait // 2 + self._rng.below(wait // 2 + 1)

    def _settle_moves(self) -> None:
        """Note which live actions were accepted, and which came too late."""
        for id_ in [*self._pending_moves]:
            answer = self.remote.answer(id_)
            if answer is None:
                continue
            self._pending_moves.discard(id_)
            if isinstance(answer, Nak):
                self._refused_moves.append(id_)
            elif late := self._lateness_ms.get(answer.n, 0):
                self._late.append(late)
        if not self._pending_moves:
            self._lateness_ms.clear()

    def _keep(self) -> None:
        remote = self.remote
        if remote.ended == Close.NO_PARTY:
            self._lose()
        elif remote.party and remote.is_connected:
            server, now = self.join_link.server, self.context.clock.wall_ms()
            is_over = remote.party_state is not None and remote.party_state.phase == PartyPhase.OVER
            seen_ms = whole_hours(now) if remote.seat >= 0 else 0
            seat = server, remote.party, remote.code, self.token
            table = KnownParty(*seat, self._waits_until(), seen_ms, False, is_over, *self.known_moves)
            if table != self._stored:
                self._stored = table
                store(self.context, server, [table, *self._others()])

    def _is_here(self, table: KnownParty) -> bool:
        return (table.server, table.party, table.token) == (self.join_link.server, self.remote.party, self.token)

    def _others(self) -> list[KnownParty]:
        """Return the other parties that are stored."""
        return [one for one in known_parties(self.context) if not self._is_here(one)]

    @property
    def party_state(self) -> PartyState:
        """The party's public state, for pages that are opened once it is known."""
        assert self.remote.party_state is not None, "expected a party that is known, got none"
        return self.remote.party_state

    @property
    def is_big_screen(self) -> bool:
        """True on a screen for all people in a room: it watches, in a wide window, and nobody touches it."""
        return self.join_link.watches and not self.context.frame.tall

    @property
    def kept(self) -> KnownParty | None:
        """The stored entry of this party: its join link, and how long it is kept."""
        return next((one for one in known_parties(self.context) if self._is_here(one)), None)

    @property
    def is_kept(self) -> bool:
        """True if the way back to a seat here is stored."""
        return self.kept is not None

    @property
    def can_come_back(self) -> bool:
        """True if this device was at a table that its server does not know."""
        return self.remote.ended == Close.NO_PARTY and (self.is_kept or self.remote.party_state is not None)

    @property
    def is_lost(self) -> bool:
        """True if the server does not know a table that this device was at, also during automatic retries."""
        return self._is_lost or self.can_come_back

    def _lose(self) -> None:
        """Keep the way to the seat for a while: the server may restore the table."""
        now, table = self.context.clock.wall_ms(), self.kept
        if table is None:
            return
        lost = table.lost(now)
        if now >= lost.until_ms:
            self._forget()
        elif lost != table:
            self._stored = None
            store(self.context, self.join_link.server, [lost, *self._others()])

    def _forget(self) -> None:
        """Remove the stored way back; a table that this device never reached takes no other's place."""
        if self.is_kept:
            # the server is asked again, if one wants to
            self._stored = None
            store(self.context, self.join_link.server, self._others())

    def _waits_until(self) -> int:
        """Return how long the seat would be kept if the player left now, by the hour, to store it less often.

        Watchers have nothing to lose, but can come back for a day.
        """
        remote = self.remote
        if not self.token:
            return whole_hours(self.context.clock.wall_ms() + WATCHED_MS)
        if remote.seat < 0 or remote.party_state is None:
            return 0
        kept = kept_ms(remote.party_state.phase, remote.party_state.seconds >= OVER_DAYS_S)
        return whole_hours(self.context.clock.wall_ms() + kept)

    # ---- what is wanted -------------------------------------------------------------------------

    def do(self, command: Command) -> None:
        """Send a command; refusals are reported."""
        self._pending[self.remote.do(command)] = command

    def send_live_action(self, action: game.Action) -> str:
        """Send an action in real time, and return its request id."""
        id_ = self.remote.send_live_action(action)
        self._pending_moves.add(id_)
        return id_

    def take_refused_moves(self) -> list[str]:
        """Return the ids of the live actions that were refused since the last call."""
        refused, self._refused_moves = self._refused_moves, []
        return refused

    def take_late(self) -> list[int]:
        """Return by how many milliseconds own actions came too late since the last call."""
        late, self._late = self._late, []
        return late

    def waits_for(self, kind: type[Command]) -> bool:
        """Return True if a request of this kind has no answer yet."""
        return any(isinstance(command, kind) for command in self._pending.values())

    def take_refused(self) -> list[Command]:
        """Return the requests refused since the last call."""
        refused, self._refused_commands = self._refused_commands, []
        return refused

    def again(self) -> None:
        """Come in once more after an end, since somebody wants to."""
        self._is_lost = self._is_old = False
        self.remote.again()

    def rest(self) -> None:
        """Close the connection alone; the seat stays the player's own."""
        self.remote.close()
        self.context.session = None

    def leave(self) -> None:
        """Leave the party; nothing leads back by itself."""
        self.remote.close()
        self._forget()
        self.context.session = None

    # ---- what there is to know --------------------------------------------------------------------

    @property
    def is_settled(self) -> bool:
        """True if every request is answered and the server can be come back to."""
        return self.remote.is_connected and not self.remote.is_waiting and not self._pending_moves and not self.is_lost

    @property
    def is_late(self) -> bool:
        """True if the connection has been gone long enough to tell the player."""
        return not self.remote.is_connected and self._disconnected_ms > LATE_MS

    @property
    def late_s(self) -> int:
        """For how many seconds the connection has been gone."""
        return int(self._disconnected_ms // 1000)

    @property
    def late_notice(self) -> str:
        """The notice about it: no connection, or no server that could continue."""
        frozen = self.remote.closed == Close.FROZEN
        return self.context.texts("party.frozen" if frozen else "party.late")

    @property
    def link(self) -> str:
        """The link that a phone opens to join, where it is known."""
        door = self.join_link.door or device.page.address
        return f"{door}#{JoinLink(code=self.remote.code).link}" if door else ""

    def named(self, place_figure: str) -> str:
        """Return the name of a computer player here."""
        return self.context.texts(f"figure.{place_figure}")
