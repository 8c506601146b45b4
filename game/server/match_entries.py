"""Entries about a party's match: dealing, playing, undoing, bots in place of people, and ending it."""

from collections.abc import Sequence

from game.core.cache import cached
from game.core.game import Action, State
from game.core.live import as_live_game
from game.core.match import HUMAN, UNREADABLE
from game.server import live_clock, next_match, pace
from game.server import log_entries as log
from game.server.chairs import Change, CommandRefused, SeenEvent
from game.server.end_proposal import EndProposal
from game.server.entries import Entries
from game.server.orders import check
from game.wire import commands
from game.wire.messages import Origin, PartyPhase
from game.wire.refusal import Refusal


@cached(4_000)
def _interned(_game: str, action: Action) -> Action:
    """Return one shared object for equal actions: a party keeps all that were played, most of them alike."""
    return action


class MatchEntries(Entries):
    """Entries about a match, of whatever kind."""

    def change(self, entry: log.LogEntry) -> Change | None:
        match entry.command:
            case commands.ReadyForNext():
                return self._on_ready_for_next(entry)
            case log.MatchDealt() | log.MatchDealtCovered() as command:
                return self._on_dealt(entry, command)
            case commands.Play() | log.OrderCarriedOut() as command:
                return self._on_play(entry, command)
            case commands.GiveOrder() as command:
                return self._on_order(entry, command)
            case commands.StandIn() as command:
                return self._on_stand_in(entry, command)
            case commands.AskUndo() as command:
                return self._on_undo_asked(entry, command)
            case commands.AnswerUndo() as command:
                return self._on_undo_answered(entry, command)
            case commands.EndMatch() as command:
                return self._on_end_match(entry, command)
            case _:
                return None

    def _on_dealt(self, entry: log.LogEntry, command: log.MatchDealt | log.MatchDealtCovered) -> Change:
        """Deal a match."""
        party = self.party
        duty = party.duty
        if entry.origin == Origin.PERSON:
            self._led_by(entry.seat)
        elif duty is None or duty.origin != Origin.HOUSE or duty.at > entry.at:
            raise CommandRefused(Refusal.NOT_YOURS)
        if party.phase == PartyPhase.PLAYING:
            raise CommandRefused(Refusal.PLAYING)
        upcoming = party.planned()
        covers = isinstance(command, log.MatchDealtCovered)
        if covers and not upcoming.choice.game.real_time:
            raise CommandRefused(Refusal.PLAYING)
        match = upcoming.dealt(int(command.seed, 16))

        def apply() -> Sequence[SeenEvent]:
            self._keep_result()
            self._take_game(upcoming.choice)
            party.standing = party.standing.dealt()
            party.chairs, party.match, party.deal = upcoming.chairs, match, command
            party.phase, party.undoing, party.end_asked_at = PartyPhase.PLAYING, None, party.length
            clock = self._new_clock(match.state, len(upcoming.chairs))
            party.clock = clock and clock._replace(uncovered=not covers)
            party.matches += 1
            self._turned(entry.at)
            return [] if covers else self._opening(match)

        return apply

    def _new_clock(self, state: State, seats: int) -> live_clock.TableClock | None:
        """Return the clock of a new match; None for a game of turns."""
        if not self.party.game.real_time:
            return None
        return live_clock.TableClock(
            seats, untimed=not as_live_game(self.party.game).has_clock(state), too_fast=(0,) * seats
        )

    def _on_play(self, entry: log.LogEntry, command: commands.Play | log.OrderCarriedOut) -> Change:
        """Apply the action of a person, a bot or a stand-in."""
        party = self.party
        match, seat = party.match, entry.seat
        if match is None or party.clock or party.phase != PartyPhase.PLAYING:
            raise CommandRefused(Refusal.NOT_PLAYING)
        # any player may continue after a round
        if seat != party.to_move and not (entry.origin == Origin.PERSON and party.is_between_rounds):
            raise CommandRefused(Refusal.NOT_YOUR_TURN)
        task = party.automatic()
        # logs of older programs have actions at forsaken tables, and later ones may understand orders otherwise: those
        # that write decide when, see ``duty``
        if entry.origin != Origin.PERSON and (
            task is None or entry.origin not in (task.origin, Origin.HOUSE) or task.at > entry.at
        ):
            raise CommandRefused(Refusal.NOT_YOURS)
        try:
            action = _interned(party.game.name, party.game.decode(command.action))
            if match.objection(action) is not None:
                raise CommandRefused(Refusal.ILLEGAL)
        except UNREADABLE as error:
            raise CommandRefused(Refusal.ILLEGAL) from error

        def apply() -> Sequence[SeenEvent]:
            party.undoing = None
            if entry.origin == Origin.CLOCK and not party.is_between_rounds:
                party.chairs[seat] = party.chairs[seat]._replace(missed=party.chairs[seat].missed + 1)
            steps = match.advance(action)
            match.forget()
            chair = party.chairs[seat]
            if entry.origin == Origin.PERSON:
                party.chairs[seat] = chair._replace(stand_in=False, missed=0, acted=party.actions, own=chair.own + 1)
            elif entry.origin in (Origin.CLOCK, Origin.STAND_IN):
                party.chairs[seat] = chair._replace(by_bot=chair.by_bot + 1)
            self._turned(entry.at, is_new=action == party.game.next_round())
            self._conclude(match, entry.at)
            return steps

        return apply

    def _on_ready_for_next(self, entry: log.LogEntry) -> Change:
        """Record that a person has read the result."""
        party = self.party
        if party.phase != PartyPhase.OVER or party.chairs[entry.seat].ready:
            raise CommandRefused(Refusal.READY)

        def apply() -> None:
            party.chairs[entry.seat] = party.chairs[entry.seat]._replace(ready=True)

        return apply

    def _on_stand_in(self, entry: log.LogEntry, command: commands.StandIn) -> Change:
        """Start or stop playing by a bot for a person who is away."""
        party = self.party
        chair = self._chair_at(command.seat)
        if party.clock or chair.kind != HUMAN or party.phase != PartyPhase.PLAYING or chair.stand_in == command.on:
            raise CommandRefused(Refusal.NO_STAND_IN)
        if entry.origin != Origin.PERSON:
            if entry.origin != Origin.CLOCK or not command.on or chair.missed < pace.TAKEN_AFTER:
                raise CommandRefused(Refusal.NO_STAND_IN)
        elif command.on:
            # over days nobody has to be there, and the time of the turn is what counts
            if not chair.away_ms or command.seat != party.to_move or party.is_over_days:
                raise CommandRefused(Refusal.NO_STAND_IN)
            if entry.at < party.stand_in_ms:
                raise CommandRefused(Refusal.GRACE)

        def apply() -> None:
            if command.on:
                party.chairs[command.seat] = party.chairs[command.seat]._replace(stand_in=True)
            else:
                self._returned(command.seat)

        return apply

    def _on_order(self, entry: log.LogEntry, command: commands.GiveOrder) -> Change:
        """Set or revoke a person's standing order."""
        party = self.party
        if party.match is None or party.clock or party.phase != PartyPhase.PLAYING:
            raise CommandRefused(Refusal.NOT_PLAYING)
        if command.order:
            check(party.match, entry.seat, command.order)

        def apply() -> None:
            party.orders = {seat: order for seat, order in party.orders.items() if seat != entry.seat}
            if command.order:
                party.orders[entry.seat] = command.order

        return apply

    def _on_undo_asked(self, entry: log.LogEntry, _command: commands.AskUndo) -> Change:
        """Open a request to undo."""
        party = self.party
        is_turns = party.match is not None and not party.clock and party.phase == PartyPhase.PLAYING
        length = party.match.undo_length(entry.seat) if party.match and is_turns else None
        if length is None or party.undoing is not None:
            raise CommandRefused(Refusal.NO_UNDO)

        def apply() -> None:
            party.undoing = (entry.seat, length, frozenset({entry.seat}))
            # an action that is taken back must not be made again
            party.orders.pop(entry.seat, None)
            party.undo_asked_at = party.length

        return apply

    def _on_undo_answered(self, entry: log.LogEntry, command: commands.AnswerUndo) -> Change:
        """Record an answer to the request to undo."""
        asked = self.party.asked()
        if asked is None or entry.seat not in asked.pending:
            raise CommandRefused(Refusal.NO_UNDO)

        def apply() -> None:
            agreed = frozenset({*asked.agreed, entry.seat})
            self.party.undoing = (asked.seat, asked.length, agreed) if command.yes else None

        return apply

    def _on_end_match(self, entry: log.LogEntry, command: commands.EndMatch) -> Change:
        """Propose to end the match, agree, refuse or withdraw."""
        party = self.party
        if party.phase != PartyPhase.PLAYING:
            raise CommandRefused(Refusal.NOT_PLAYING)
        if not command.yes and party.ending is None:
            raise CommandRefused(Refusal.NO_PROPOSAL)
        before = party.ending or EndProposal(entry.seat, entry.at, frozenset(), party.is_over_days)
        after = before.agreed_by(entry.seat, entry.at)
        if command.yes and entry.seat in before.agreed and after.request(party.chairs) == before.request(party.chairs):
            raise CommandRefused(Refusal.GRACE)

        def apply() -> None:
            if party.ending is None or not command.yes:
                party.end_asked_at = party.length
            if not command.yes:
                party.chairs[before.seat] = party.chairs[before.seat]._replace(declined_ms=entry.at)
            party.ending = after if command.yes else None
            if command.yes and party.clock and party.clock.runs:
                # they read and answer while nothing happens on the table
                party.clock = party.clock.stopped(entry.at, entry.seat)

        return apply

    # ---- what all have agreed on --------------------------------------------------------------------

    def settle(self, at: int) -> None:
        """Take back what all agree to take back, and end the match if all agree to that, after an entry."""
        party = self.party
        asked = party.asked()
        if asked and not asked.pending:
            self._take_back(asked.length)
        if party.ending and not party.ending.request(party.chairs).pending:
            party.ended = (party.matches, at)
            party.turn_begin = pace.TurnBegin(-1, party.length - 1, at)
            chairs = [chair._replace(stand_in=False) for chair in party.chairs]
            self._gather(next_match.kept(party.game, chairs), party.length - 1)

    def _take_back(self, length: int) -> None:
        party = self.party
        assert party.match is not None, "expected a match in progress, got none"
        party.match.rewind(length)
        party.match.forget()
        party.chairs = [chair._replace(acted=min(chair.acted, length)) for chair in party.chairs]
        party.undoing = None
        self._turned(party.at, party.length - 1)
