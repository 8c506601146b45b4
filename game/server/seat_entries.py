"""Entries about the people at a party's seats, and about its settings."""

from game.core.game import AnyGame
from game.core.match import FIGURES, HUMAN
from game.server import evening, next_match, pace
from game.server import log_entries as log
from game.server.chairs import Chair, Change, CommandRefused, clean_name, free_figure
from game.server.entries import Entries
from game.wire import commands
from game.wire.messages import PartyPhase
from game.wire.refusal import Refusal

#: most people who are told when they come back that they were removed
MOST_REMOVED = 24
#: shortest interval of a person's calls across the table, in milliseconds
CALM_MS = 1_000


class SeatEntries(Entries):
    """Coming, going, bots, and what the owner settles for the table."""

    def change(self, entry: log.LogEntry) -> Change | None:
        match entry.command:
            case log.SeatTaken() as command:
                return self._on_seated(entry, command)
            case log.WentAway() as command:
                return self._on_away(entry, command)
            case log.CameBack() as command:
                return self._on_came_back(entry, command)
            case commands.Leave() as command:
                return self._on_leave(entry, command)
            case commands.Kick() as command:
                return self._on_kick(entry, command)
            case commands.Lock() | commands.AllowHints() as command:
                return self._on_permission(entry, command)
            case commands.AssignSeat() as command:
                return self._on_seat_assigned(entry, command)
            case commands.ChooseGame() as command:
                return self._on_game_chosen(entry, command)
            case commands.SetTimeLimit() | log.LimitFromNextTurn() as command:
                return self._on_limit(entry, command)
            case commands.KeepQuiet() as command:
                return self._on_quiet(entry, command)
            case commands.PlanEvening() as command:
                return self._on_planned(entry, command)
            case commands.EndEvening():
                return self._on_evening_ended(entry)
            case commands.React() as command:
                return self._on_react(entry, command)
            case _:
                return None

    def _on_seated(self, entry: log.LogEntry, command: log.SeatTaken) -> Change:
        """Seat a person, or move or rename one."""
        party = self.party
        chair, before = self._chair_at(command.seat), party.seat_of(command.token)
        if command.name != clean_name(command.name) or not command.name or not command.token:
            raise CommandRefused(Refusal.NAME)
        if command.figure not in FIGURES:
            raise CommandRefused(Refusal.FIGURE)
        if before >= 0 and party.phase != PartyPhase.GATHERING:
            raise CommandRefused(Refusal.SEATED)
        if before < 0 and party.locked:
            raise CommandRefused(Refusal.LOCKED)
        if command.seat != before and not (
            chair.kind == commands.FREE if party.phase == PartyPhase.GATHERING else chair.vacant
        ):
            raise CommandRefused(Refusal.TAKEN)
        others = [one for seat, one in enumerate(party.chairs) if one.kind == HUMAN and seat != before]
        if any(one.name == command.name for one in others):
            raise CommandRefused(Refusal.NAME_TAKEN)

        def apply() -> None:
            if before >= 0:
                person = party.chairs[before]
                party.chairs[before] = Chair()
            else:
                party.members += 1
                # the entry of the session marks the person as present
                person = Chair(HUMAN, token=command.token, member=party.members, away_ms=entry.at, acted=party.actions)
            # people choose their figure before bots, and the first of them before the others
            figure = free_figure(command.figure, [one.figure for one in others])
            party.chairs[command.seat] = person._replace(name=command.name, figure=figure)
            party.removed.pop(command.token, None)
            party.standing = party.standing.called(party.chairs[command.seat])
            taken = [one.figure for one in party.chairs]
            for seat, one in enumerate(party.chairs):
                if one.figure == figure and seat != command.seat:
                    party.chairs[seat] = one._replace(figure=free_figure("", taken))
            self._disturbed(entry.at, command.seat)

        return apply

    def _on_came_back(self, entry: log.LogEntry, command: log.CameBack) -> Change:
        """Mark a person as present, on a new connection or again."""
        if self._chair_at(entry.seat).kind != HUMAN or self.party.chairs[entry.seat].session == command.session:
            raise CommandRefused(Refusal.SESSION)

        def apply() -> None:
            self._returned(entry.seat)
            self.party.chairs[entry.seat] = self.party.chairs[entry.seat]._replace(session=command.session, away_ms=0)

        return apply

    def _on_away(self, entry: log.LogEntry, command: log.WentAway) -> Change:
        """Mark a person as away whose connection is gone."""
        party = self.party
        chair = self._chair_at(entry.seat)
        # only the end of the present connection counts
        if chair.kind != HUMAN or chair.session != command.session or chair.away_ms:
            raise CommandRefused(Refusal.SESSION)

        def apply() -> None:
            left = len(party.match.actions) if party.match else 0
            party.chairs[entry.seat] = party.chairs[entry.seat]._replace(away_ms=entry.at, left=left)
            self._disturbed(entry.at, entry.seat)

        return apply

    def _on_leave(self, entry: log.LogEntry, _command: commands.Leave) -> Change:
        """Free the seat of a person who leaves."""
        return lambda: self._empty(entry.at, entry.seat)

    def _on_kick(self, entry: log.LogEntry, command: commands.Kick) -> Change:
        """Free the seat of a person who is removed."""
        party = self.party
        self._led_by(entry.seat)
        if self._chair_at(command.seat).kind != HUMAN or command.seat == entry.seat:
            raise CommandRefused(Refusal.NO_SEAT)

        def apply() -> None:
            party.removed = {
                **party.removed,
                party.token_at(command.seat): party.chairs[entry.seat].name,
            }
            for token in [*party.removed][:-MOST_REMOVED]:
                del party.removed[token]
            self._empty(entry.at, command.seat)

        return apply

    def _figures(self, besides: int) -> list[str]:
        """Return the figures of all other seats."""
        return [one.figure for seat, one in enumerate(self.party.chairs) if seat != besides]

    def _empty(self, at: int, seat: int) -> None:
        party = self.party
        figure = party.chairs[seat].figure
        playing = party.phase == PartyPhase.PLAYING
        party.chairs[seat] = Chair(party.game.bots.first_level, "", figure, vacant=True) if playing else Chair()
        if party.undoing and party.undoing[0] == seat:
            party.undoing = None
        if party.ending and party.ending.seat == seat:
            party.ending = None
        self._disturbed(at, seat)

    def _on_seat_assigned(self, entry: log.LogEntry, command: commands.AssignSeat) -> Change:
        """Assign a seat to a bot, or free it for a person."""
        self._led_by(entry.seat)
        if self.party.phase != PartyPhase.GATHERING or self._chair_at(command.seat).kind == HUMAN:
            raise CommandRefused(Refusal.TAKEN)
        if command.kind != commands.FREE and command.kind not in self.party.game.bots.levels:
            raise CommandRefused(Refusal.NO_LEVEL)

        def apply() -> None:
            bot = command.kind != commands.FREE
            figure = free_figure("", self._figures(command.seat)) if bot else ""
            self.party.chairs[command.seat] = Chair(command.kind, "", figure)

        return apply

    def _on_permission(self, entry: log.LogEntry, command: commands.Lock | commands.AllowHints) -> Change:
        """Lock the table against new people or unlock it, or allow or forbid hints."""
        self._led_by(entry.seat)

        def apply() -> None:
            if isinstance(command, commands.Lock):
                self.party.locked = command.on
            else:
                self.party.hints = command.on

        return apply

    def _on_limit(self, entry: log.LogEntry, command: commands.SetTimeLimit | log.LimitFromNextTurn) -> Change:
        """Set the time limit of a turn."""
        party = self.party
        self._led_by(entry.seat)
        ranges = [pace.TOGETHER_S] if party.game.real_time else [pace.TOGETHER_S, pace.DAYS_S]
        if command.seconds and not any(least <= command.seconds <= most for least, most in ranges):
            raise CommandRefused(Refusal.SECONDS)

        def apply() -> None:
            party.seconds = command.seconds
            if isinstance(command, commands.SetTimeLimit):
                # the present turn's time starts anew, so that a new limit does not end it at once
                party.turn_seconds, party.turn_clock = command.seconds, pace.TurnClock(entry.at, entry.at)

        return apply

    def _on_quiet(self, entry: log.LogEntry, command: commands.KeepQuiet) -> Change:
        """Set the quiet hours of a person, which count from now on."""
        party = self.party
        token = party.token_at(entry.seat)
        after = party.quiet.get(token, pace.Quiet()).changed(command, entry.at)

        def apply() -> None:
            if entry.seat == party.to_move:
                party.turn_clock = party.turn_clock.changed(entry.at, party.quiet_hours(entry.seat))
            party.quiet[token] = after

        return apply

    def _on_game_chosen(self, entry: log.LogEntry, command: commands.ChooseGame) -> Change:
        """Choose the next game."""
        party = self.party
        self._led_by(entry.seat)
        choice = party.chosen(command)
        kept = self._kept_after(choice.game)

        def apply() -> None:
            party.standing = party.standing.chosen(choice.command)
            self._take_game(choice)
            self._gather(kept, party.length)

        return apply

    def _on_planned(self, entry: log.LogEntry, command: commands.PlanEvening) -> Change:
        """Plan an evening, or change the games that are still to come."""
        party = self.party
        self._led_by(entry.seat)
        plan = evening.plan_of(party.games, command.games)
        before = party.standing.evening if party.standing.upcoming else None
        choice = plan[before.played if before else 0]
        kept = self._kept_after(choice.game)

        def apply() -> None:
            party.standing = party.standing.planned([one.command for one in plan])
            if party.phase == PartyPhase.GATHERING or before is None:
                self._take_game(choice)
                self._gather(kept, party.length)

        return apply

    def _on_evening_ended(self, entry: log.LogEntry) -> Change:
        """End the evening early."""
        party = self.party
        self._led_by(entry.seat)
        if party.phase == PartyPhase.PLAYING:
            raise CommandRefused(Refusal.PLAYING)
        if party.standing.upcoming is None:
            raise CommandRefused(Refusal.EVENING)

        def apply() -> None:
            party.standing = party.standing.ended()

        return apply

    def _kept_after(self, game: AnyGame) -> list[Chair]:
        """Return the chairs that stay for another game outside of a match; raise CommandRefused during one."""
        party = self.party
        if party.phase == PartyPhase.PLAYING:
            raise CommandRefused(Refusal.PLAYING)
        gathers = party.phase == PartyPhase.GATHERING
        return next_match.kept(game, party.chairs if gathers else next_match.moved_round(party.chairs))

    def _on_react(self, entry: log.LogEntry, command: commands.React) -> Change:
        """Broadcast a call across the table."""
        if not 0 <= command.sign < len(commands.REACTIONS):
            raise CommandRefused(Refusal.NO_REACTION)
        if entry.at < self.party.chairs[entry.seat].reacted_ms + CALM_MS:
            raise CommandRefused(Refusal.TOO_SOON)

        def apply() -> None:
            self.party.chairs[entry.seat] = self.party.chairs[entry.seat]._replace(reacted_ms=entry.at)

        return apply
