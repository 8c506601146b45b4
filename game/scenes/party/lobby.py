"""A party before, between and after its matches: its seats, its game, and the code to join it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from game.catalogue.presentations import PRESENTATIONS
from game.catalogue.registry import GAMES
from game.core.match import FIGURES, HUMAN, Seat
from game.core.options import Json, validated_values
from game.engine import containers as ui
from game.engine import dates, fonts
from game.engine.input import Input, StoredElsewhere
from game.engine.layout import Box
from game.engine.palette import CREAM, INK, SOFT, SOFT_ON_PAPER
from game.engine.transitions import Push, Replace, Reset, Transition
from game.host import device
from game.player.lineup import Lineup, stored_lineup
from game.scenes.navigation import routes
from game.scenes.party.evening_plan import EveningPlan
from game.scenes.party.invitation import Invitation
from game.scenes.party.night_games import night_part
from game.scenes.party.pace_choice import PaceChoice, choice_row
from game.scenes.party.standing_parts import points_in
from game.scenes.result.next_match import NextMatch, evening_in_progress
from game.scenes.setup.form import FINGER, SeatRow, TableForm
from game.scenes.setup.house_rules import changed_rules
from game.scenes.shared.choice import choice
from game.scenes.table.pause import stand_up
from game.services.context import Context
from game.services.newcomer import newcomer
from game.services.party_session import PartySession
from game.wire.commands import ANYWHERE, FREE, AllowHints, AssignSeat, ChooseGame, Kick, Lock, Sit, Start
from game.wire.messages import Close, PartyPhase, PartyState, SeatInfo

#: colour of the table before the game is known
FELT = (34, 64, 58)
#: size of the QR code's column on a shared screen, and the scale of everything there
SCANNED, LARGER = 540.0, 1.45
#: height of the games of an evening there
NIGHT = 112.0
#: height of the place of messages above the buttons of a tall table
MESSAGE = 96.0


class Lobby(TableForm):
    """Sit down, wait for the others, start. Choices are sent to the party, and shown once the party confirms them."""

    empties, empties_sure = "kick", "party.kick_sure"

    def __init__(self, context: Context, session: PartySession) -> None:
        super().__init__(context)
        self.session = session
        settings = context.settings
        self.name, self.figure = newcomer(self.context, session)
        #: the name that somebody else here has, too, once the player has been asked for another
        self._asked_name = ""
        #: the name with which the player has asked for a seat
        self._sent_name = ""
        #: a player whose name is known sits down at once
        self._takes_seat = settings.met and not session.join_link.watches and not session.was_removed
        #: a retry is pending: the known state is outdated
        self._tries_again = False
        self._shown: object = None
        #: the line-up that is being changed on the screen of house rules
        self._rules: Lineup | None = None

    # ---- state ------------------------------------------------------------------------------------

    @property
    def party_state(self) -> PartyState | None:
        """The party's state, once known."""
        return self.session.remote.party_state

    @property
    def _party(self) -> PartyState:
        assert self.party_state is not None, "expected a party that is known, got none"
        return self.party_state

    @property
    def seat(self) -> int:
        """The player's own seat, or -1."""
        return self.session.remote.seat

    @property
    def owns(self) -> bool:
        """True if this player decides the game and the seats."""
        party_state, seat = self.party_state, self.seat
        if party_state is None or seat < 0:
            return False
        # while the owner is away, everybody present may
        return party_state.owner in (seat, -1) or party_state.places[party_state.owner].away

    @property
    def _removes(self) -> bool:
        """True if this player may remove people: over days the owner alone, as anybody may be away."""
        return self.owns and (not self._pace.is_over_days or self.seat == self._party.owner)

    @property
    def gathers(self) -> bool:
        """True if seats can be taken and given."""
        return self.party_state is not None and self.party_state.phase == PartyPhase.GATHERING

    @property
    def plays(self) -> bool:
        """True if a match is in progress."""
        return self.party_state is not None and self.party_state.phase == PartyPhase.PLAYING

    @property
    def options(self) -> dict[str, Json]:
        """The house rules, all of them: a party may name only those that differ."""
        if self.party_state is None:
            return {}
        options = validated_values(GAMES[self.party_state.game].options, {}) | dict(self.party_state.options)
        return {name: tuple(value) if isinstance(value, list) else value for name, value in options.items()}

    def table(self) -> Lineup:
        seats = [
            Seat(place.name or (self.session.named(place.figure) if place.figure else ""), place.kind, place.figure)
            for place in self._party.places
        ]
        return Lineup(self._party.game, seats, self.options)

    @property
    def taken(self) -> int:
        """Number of seats that are not free."""
        return sum(place.kind != FREE for place in self._party.places)

    @property
    def _is_nowhere(self) -> bool:
        """True if no party can be shown, or none any longer."""
        ended = self.session.is_lost or self.session.remote.ended is not None
        return self.party_state is None or ended or self._tries_again

    @property
    def target(self) -> float:
        """The height of buttons: where fingers use them, 44 pixels of a phone."""
        return FINGER if self.context.frame.tall else 50.0

    @property
    def _foot_high(self) -> float:
        """The height of the buttons below the seats of a tall table."""
        return self.target * 2 + 24

    # ---- time -----------------------------------------------------------------------------------

    def update(self, ms: float) -> Transition:
        """Show changes; open the table once a match has started."""
        session, party_state = self.session, self.party_state
        session.take_refused()
        if missed := routes.missed_result(self.context, session):
            return missed
        self._tries_again &= session.remote.ended is None and not session.remote.is_connected
        if party_state is not None and party_state.phase == PartyPhase.PLAYING and not self._is_nowhere:
            return Replace(routes.online_table(self.context, session))
        session.updates.catch_up()
        if self.seat < 0 and not (self.context.settings.name or self.context.settings.figure):
            # others may have sat down meanwhile, with the name that was offered
            self.name, self.figure = newcomer(self.context, session)
        due = session.results.is_due(session.is_big_screen) and not self._is_nowhere
        if due and (result := routes.party_result(self.context, session)):
            # somebody who was away when the match ended sees how, before the people
            return result
        self._takes_seat &= not session.was_removed
        if self._takes_seat and self.gathers and session.remote.is_connected:
            self._takes_seat = False
            self.sit_down()
        self._check_name()
        self.show_changes()
        return None

    def show_changes(self) -> None:
        """Lay out anew if the state differs from what is shown."""
        session, remote = self.session, self.session.remote
        known = (self.party_state, self.seat, remote.ended, remote.closed, remote.is_waiting)
        shown = (*known, self.context.settings.notices, session.is_late, session.is_lost, self._is_nowhere)
        if shown != self._shown:
            self._shown = shown
            self.build()

    def resume(self) -> None:
        """Adopt house rules that may have been chosen."""
        rules, self._rules = self._rules, None
        if rules is not None and rules.options != self.options:
            self._choose(rules)

    # ---- who sits where -------------------------------------------------------------------------

    def rows(self) -> list[SeatRow]:
        seats, texts, party = self.table().seats, self.texts, self._party
        bots, teams = GAMES[party.game].bots, self._teams()
        kinds = [FREE, *bots.levels_under(self.options)]
        # a further bot plays like the last one
        bot = next((seat.kind for seat in reversed(seats) if seat.kind in bots.levels), bots.first_level)
        # a player without a seat, or at another one, takes this one by a tap
        may_sit = self.gathers and not self.session.join_link.watches
        label = texts("party.sit_here" if may_sit else "party.free_seat")
        found = []
        for number, place in enumerate(party.places):
            own, person, spoken = number == self.seat, place.kind == HUMAN, texts("party.place", number=number + 1)
            seat = seats[number]._replace(kind=self.table().level(number))
            row = SeatRow(seat, self._said_of(number, place), spoken, team=teams.get(number, -1))
            if self._removes and person and not own:
                row = row._replace(remove_label=texts("party.kick", name=place.name))
            if self.owns and self.gathers and place.kind == FREE:
                labels = texts("party.add_bot"), texts("party.add_bot_spoken", number=number + 1)
                row = row._replace(bot=bot, bot_labels=labels)
            elif self.owns and self.gathers and not person:
                # its level says everything
                row = row._replace(kinds=kinds, note="")
            sits = texts("party.sit_at", number=number + 1) if may_sit else ""
            free = (spoken, texts("party.free_seat")) if self.seat >= 0 else ("", "")
            row = row._replace(own=own and self.gathers, marked=own, sit_labels=(label, sits), free_labels=free)
            found.append(row)
        return found

    def _teams(self) -> dict[int, int]:
        """Return the team of each taken seat; none after a match, when seats can change."""
        seats = [number for number, place in enumerate(self._party.places) if place.kind != FREE]
        if self._party.phase == PartyPhase.OVER:
            return {}
        return dict(zip(seats, GAMES[self._party.game].modes.teams(self.options, len(seats)), strict=False))

    def _said_of(self, number: int, place: SeatInfo) -> str:
        """Return a description of a seat's player, with the points of a person who has finished a match."""
        party = self._party
        points = [points_in(party, row) for row in party.standing if row.seat == number]
        amount = self.texts("unit.points", count=points[0]) if points else ""
        return " · ".join(filter(None, (self._is(number, place), amount)))

    def _is(self, number: int, place: SeatInfo) -> str:
        """Return a description of a seat's player in a word or two."""
        if place.kind == FREE:
            return ""
        if place.kind != HUMAN and not place.vacant:
            return self.texts(f"level.{self.table().level(number)}")
        if number == self.seat and self.gathers:
            return self.texts("setup.you")
        states = {
            "party.is_vacant": place.vacant,
            "party.is_stood_in": place.stand_in,
            "party.is_away": place.away,
            "party.is_ready": place.ready,
            "party.is_owner": number == self._party.owner,
            "setup.you": number == self.seat,
            "party.is_there": True,
        }
        return self.texts(next(key for key, is_so in states.items() if is_so))

    def called(self, place: int) -> tuple[str, str]:
        """Return the player's name and figure: those at the seat, or those to be used."""
        if place < 0:
            return self.name, self.figure
        seat = self.table().seats[place]
        return seat.name, seat.figure

    def id_of(self, what: str, place: int) -> str:
        return what

    def sit(self, place: int = -1) -> None:
        if self.party_state is None:
            return
        if place < 0:
            place = self.seat if self.seat >= 0 else ANYWHERE
        self._sent_name = self.name
        self.session.do(Sit(place, self.name, self.figure, self.session.token))

    def _check_name(self) -> None:
        """Tell the player here if the server has numbered their name, as somebody else has it, too."""
        if self._sent_name and self.seat >= 0 and not self.session.waits_for(Sit):
            own = self._party.places[self.seat].name
            if own != self._sent_name:
                self.say(self.texts("party.renamed", name=self._sent_name, own=own))
            self._sent_name = ""

    def sit_down(self) -> None:
        """Take a seat; if somebody here has the same name, ask for another first."""
        others = [seat.name for number, seat in enumerate(self.table().seats) if number != self.seat]
        if self.name in others and self._asked_name != self.name:
            self._asked_name = self.name
            self._tell(self.texts("party.name_here", name=self.name))
            self.type_name(self.seat)
            return
        self.sit()

    def rename(self, place: int, name: str) -> None:
        self.name = name
        self._meet()
        if self._asked_name and self.seat < 0:
            # the name was all that kept the player from the seat
            self.sit_down()

    def take_figure(self, place: int, figure: str) -> None:
        if self.name == self.texts(f"figure.{self.figure}"):
            self.name = self.texts(f"figure.{figure}")
        self.figure = figure
        self._meet()

    def _meet(self) -> None:
        settings = self.context.settings
        settings.be_called(self.name, self.texts(f"figure.{self.figure}"))
        settings.figure = self.figure
        if self.seat >= 0 and self.gathers:
            self.sit(self.seat)
        self.context.settings_changed()

    def choose_level(self, place: int, kind: str) -> None:
        self.session.do(AssignSeat(place, kind))

    def remove(self, place: int) -> None:
        if self.confirmed(f"kick-{place}"):
            self.session.do(Kick(place))

    # ---- what is played -------------------------------------------------------------------------

    def _choose(self, rules: Lineup) -> None:
        self.session.do(ChooseGame(rules.game, rules.sent()))

    def _gather(self) -> None:
        """Return to the lobby for the same game, so that seats can be changed first."""
        self.session.do(ChooseGame(self._party.game, self._party.options))

    def _choose_game(self, at: int) -> None:
        self._choose(stored_lineup([*GAMES][at], self.context.stored("setup", "file.setup"), self.texts))

    def _choose_way(self, way: Mapping[str, Json]) -> None:
        game = GAMES[self._party.game]
        options = {**self.options, **way}
        # options that fit the mode; the number of players is settled at the start
        count = max(self.taken, game.seat_range(options)[0])
        self._choose(Lineup(game.name, [], game.modes.normalized_options(options, count, 1)))

    def _open_rules(self) -> Transition:
        table, game = self.table(), GAMES[self._party.game]
        rows = [seat for seat in table.seats if seat.kind != FREE]
        rows += [Seat("?", game.bots.first_level, FIGURES[-1])] * (table.seat_range[0] - len(rows))
        self._rules = Lineup(game.name, rows, self.options)
        return Push(routes.house_rules(self.context, self._rules))

    def _begin(self) -> None:
        if not self.session.waits_for(Start):
            self.session.do(Start())

    # ---- coming and going -----------------------------------------------------------------------

    def _tell(self, text: str) -> None:
        """Show a message in place of earlier ones."""
        self.withdraw_messages()
        self.say(text)

    def _go_on(self) -> Transition:
        """Say that the player here is ready for the next match, or start it, after a question if others still read."""
        following = NextMatch(self.context, self.session)
        if not following.onward.question or self.confirmed("start"):
            following.go_on()
        return None

    def _open_standing(self) -> Transition:
        return Push(routes.standing(self.context, self.session))

    def _plan(self) -> Transition:
        return Push(EveningPlan(self.context, self.session))

    def _again(self) -> None:
        self.session.again()
        self._tries_again = True
        self.build()

    def _leave(self) -> Transition:
        """Leave for good; a player with a seat has to confirm."""
        may_stay = self.seat >= 0 or self.session.is_lost or self.session.remote.ended is not None
        if may_stay and not self.confirmed("leave"):
            return None
        return stand_up(self.context, self.session)

    def back(self) -> Transition:
        """Return to the box and keep the seat."""
        if self.unfolded:
            self.fold()
            return None
        self.session.rest()
        return Reset(routes.title(self.context))

    def on_input(self, event: Input) -> Transition:
        """Ignore what another tab stores."""
        return None if isinstance(event, StoredElsewhere) else super().on_input(event)

    # ---- texts ----------------------------------------------------------------------------------

    def spoken(self) -> str:
        if self._is_nowhere:
            return self._state()
        code = " ".join(self.session.remote.code)
        names = [seat.name for seat in self.table().seats if seat.kind != FREE]
        who = self.texts("party.who", names=self.texts.listed(names)) if names else ""
        return self.texts.sentences([self.texts("party.code_spoken", code=code), who, self.waits_for()])

    def waits_for(self) -> str:
        """Return what is needed before the match can start, or that it can."""
        texts, party = self.texts, self._party
        if self.session.is_late:
            return self.session.late_notice
        if self.plays:
            return texts("party.is_played")
        least, most = self.table().seat_range
        if self.taken < least:
            return texts("party.needs", count=least - self.taken)
        if self.taken > most:
            return texts("party.too_many", most=most)
        if self.owns:
            return texts("party.may_begin")
        owner = party.places[party.owner] if party.owner >= 0 else None
        return texts("party.waits", name=owner.name) if owner else texts("party.needs_person")

    def _state(self) -> str:
        """Return why no party can be shown."""
        ended = self.session.remote.ended
        closed = self.session.remote.closed if ended is None else ended
        if self.session.is_lost:
            kept = self.session.kept
            left = -(-(kept.until_ms - self.context.clock.wall_ms()) // dates.DAY_MS) if kept else 0
            stays = self.texts("party.lost_kept", count=int(left)) if kept else ""
            return self.texts.sentences([self.texts("party.lost"), stays])
        if closed == Close.VERSION and not device.WEB:
            return self.texts("party.old_program")
        if closed in [*Close]:
            return self.texts(f"party.closed.{closed}")
        return self.texts("party.no_answer" if self.session.is_late else "party.connecting")

    def settled(self) -> list[str]:
        """Return the settings of the match, for players who cannot change them."""
        texts, party = self.texts, self._party
        changed = ", ".join(changed_rules(self.context, self.table()))
        sentences = [*self._mode_said(), changed or texts("party.rules_printed")]
        if going := evening_in_progress(party):
            sentences = [texts("evening.said", number=going.played + 1, count=len(going.games)), *sentences]
        if not GAMES[party.game].real_time:
            sentences += [*self._pace.sentences, self._hints_said]
        else:
            sentences.append(texts("party.not_over_days"))
        return [*sentences, *([texts("party.locked")] if party.locked else [])]

    def _mode_said(self) -> list[str]:
        """Return the mode and its description; [] for games without modes."""
        if not self.ways:
            return []
        return [f"{self.ways[self.way].name}: {self.way_note(self.options)}"]

    @property
    def _hints_said(self) -> str:
        return self.texts("party.hints" if self._party.hints else "party.no_hints")

    # ---- layout ---------------------------------------------------------------------------------

    def build(self) -> None:
        party_state, focus = self.party_state, self.items.focus
        self.larger = LARGER if self.session.join_link.watches and not self.context.frame.tall else 1.0
        felt = PRESENTATIONS[party_state.game].felt if party_state else FELT
        sub = self.texts(f"game.{party_state.game}") if party_state else ""
        body = self._nothing if self._is_nowhere else self._body
        widgets = self.lay_out(felt, self.texts("party.title"), sub, 24, body)
        if self.frame.tall:
            for item in (item for widget in widgets for item in widget.items):
                item.box = item.box.at_least(FINGER)
        self.show(widgets)
        if focus and not self.items.find(focus):
            # by keys, seats get bots one after the other
            ids = [item.id for item in self.items.items if focus.startswith("bot-")]
            self.items.focus = next((id_ for id_ in ids if id_.startswith("bot-")), "")

    def message_box(self) -> Box | None:
        """Return the box beside a wide table's heading, or on a tall one that of the last seat."""
        if not self.frame.tall:
            return self.beside_heading(24)
        room = self.frame.room
        foot = room.y + room.h - 24 - self._foot_high
        return Box(room.x + 24, foot - 12 - MESSAGE, room.w - 48, MESSAGE)

    def _body(self) -> ui.Part:
        """Return the seats with the rest beside them, or in portrait above and below them."""
        tall, watches = self.context.frame.tall, self.session.join_link.watches
        seats, invitation = self.seat_parts(), Invitation(self.context, self.session, self._tell)
        is_open = not self.plays or any(place.vacant for place in self._party.places)
        if self.seat < 0 and not watches and is_open:
            seats.insert(0, self._who())
        # where there is something to set, that needs the room
        code = [] if self.unfolded else [self.code_part(invitation, is_open=is_open)]
        if tall:
            above = [invitation.sheet(self.kit, 490)] if watches else [*code, self.played(), *self.between()]
            return ui.Column([*above, *seats, ui.Part(weight=ui.LAST), self._foot(self._foot_high)], 12)
        if not watches:
            column: list[ui.Part] = [*code, self.played(), *self.between()]
            column += [ui.Part(weight=ui.LAST), self._foot(124)]
            return self.side_by_side(seats, column, 10)
        # a shared screen is scanned, and read from across the room
        # while a match is played, its state stands above the seats
        line = ui.TextLine("" if self.plays else self.waits_for(), 26, CREAM, fonts.BLACK, "centre", weight=1)
        if evening_in_progress(self._party):
            seats.append(replace(night_part(self.context, self.session, self._party, across=True), h=NIGHT))
        return self.side_by_side(seats, [invitation.sheet(self.kit, 534), line], 0, SCANNED)

    def code_part(self, invitation: Invitation, *, is_open: bool) -> ui.Part:
        """Return the code with the buttons that share links; ``is_open`` if there are free seats, or may be."""
        return invitation.part(self.target)

    def between(self) -> list[ui.Part]:
        """Return what stands between the settings and the start button."""
        return []

    def _who(self) -> ui.Part:
        """Return the newcomer's name, figure and seat button."""
        if self.choosing is not None:
            return ui.PaperBox(self.figures(self.seat), radius=16, h=84)
        field = ui.CustomPart(lambda box: [self.name_field(self.seat, box, INK)], weight=1)
        asked = ui.TextLine(self.texts("party.your_name"), 17, SOFT_ON_PAPER, fonts.BLACK, h=22)
        sit = ui.ButtonPart("sit", self.texts("party.sit"), self.sit_down, "primary", size=24, w=210)
        named = ui.Column((asked, field))
        return ui.PaperBox(ui.RowOfParts((self.face(self.seat), named, sit), 12), 8, 8, radius=16, h=self.target + 16)

    def played(self) -> ui.Part:
        """Return the game with a line about its settings; unfolded, the owner's choices in place of the line."""
        texts, party = self.texts, self._party
        names = [texts(f"game.{name}") for name in GAMES]
        tall, target = self.context.frame.tall, self.target
        at, low, high = [*GAMES].index(party.game), max(56, target), 370.0 if tall else 306.0
        quiet = self._pace.quiet_button(target)
        if self.seat >= 0 and (tall or not self.plays):
            # in a wide window the people of a match have it above the seats
            quiet += self._pace.notices_button(target)
        if self.owns and self.plays:
            # most settings are fixed until the match is over
            return self._choices([ui.RowOfParts(self._beside([self._locked(), *quiet]), 12, h=target)])
        if not self.owns:
            title = [] if self.plays else [ui.TextLine(names[at], 30, CREAM, fonts.DISPLAY, h=56)]
            limit = high - 24 - 66 - (target + 10) * bool(quiet)
            paragraph = ui.Paragraph("\n".join(self.settled()), 20, SOFT, limit=limit, weight=1)
            row = [ui.RowOfParts(quiet, 12, h=target)] if quiet else []
            return ui.GlassBox(ui.Column((*title, paragraph, *row), 10), 24, 12, h=0 if self.plays else high)

        use, spoken = self._choose_game, texts("party.game")
        first = ui.CustomPart(lambda box: choice(self.context, self.plate, box, "game", names, at, use, spoken), h=low)
        if not self.unfolded:
            own = [ui.RowOfParts(quiet, 8, h=target)] if quiet else []
            limit = high - 34 - low - target - (target + 6) * len(own)
            words = ui.Paragraph(texts.sentences(self.settled()), 19, SOFT, y=0.5, limit=limit, weight=1)
            evening = ui.ButtonPart("evening", texts("evening.title"), self._plan, size=18)
            last = ui.RowOfParts((self.fold_button(18, target), evening), 8, h=target)
            return ui.GlassBox(ui.Column((first, words, *own, last), 6), 16, 11, h=high)
        rules = ui.ButtonPart("rules", texts("setup.more_rules"), self._open_rules, size=20)
        gather = ui.ButtonPart("gather", texts("party.gather"), self._gather, icon="pawn", size=20)
        buttons = [rules, gather if party.phase == PartyPhase.OVER else self._locked()]
        return self._choices([first, ui.RowOfParts(buttons, 12, h=target)], quiet)

    def _beside(self, buttons: list[ui.ButtonPart]) -> list[ui.ButtonPart]:
        """Return buttons for one row, the wider the longer their words; three need the width of their icons."""
        if len(buttons) < 3:
            return buttons
        return [replace(one, icon="", size=18, weight=6 + len(one.label)) for one in buttons]

    def _locked(self) -> ui.ButtonPart:
        """Return the button that locks or unlocks the table."""
        is_locked = self._party.locked

        def lock() -> None:
            self.session.do(Lock(not is_locked))

        return ui.ButtonPart(
            "lock", self.texts("party.unlock" if is_locked else "party.lock"), lock, icon="lock", size=20
        )

    def _choices(self, rows: list[ui.Part], quiet: Sequence[ui.Part] = ()) -> ui.Part:
        """Return the owner's choices below those rows, with the way to ``quiet`` hours among them."""
        # a real-time game has its own clock and no turns
        own = [ui.RowOfParts(quiet, 12, h=self.target)] if quiet else []
        turns = [*self._pace.parts(self.target), *own, self._hints()]
        rest = self._kinds() if GAMES[self._party.game].real_time else turns
        return ui.GlassBox(ui.Column((*rows, *rest), 7), 16, 11)

    @property
    def _pace(self) -> PaceChoice:
        return PaceChoice(self.context, self.session, self._party)

    def _hints(self) -> ui.Part:
        """Return the choice whether hints are allowed at this table."""
        texts, name = self.texts, self.texts("party.hints_name")
        labels, at = [texts("party.hints_on"), texts("party.hints_off")], int(not self._party.hints)

        def choose(at: int) -> None:
            self.session.do(AllowHints(not at))

        bar = choice_row(self.kit, "hints", name, labels, at, choose, self.target)
        label = ui.TextLine(name, 20, CREAM, fonts.BLACK).tight(self.kit, 130)
        return ui.RowOfParts((ui.ImagePart(self.kit.icon_plain("bulb", 28, CREAM), w=32), label, bar), 10)

    def _kinds(self) -> list[ui.Part]:
        """Return the mode and its description, changeable while no match is played."""
        if not self.ways:
            return []
        if self.plays:
            return [ui.Paragraph("\n".join(self._mode_said()), 19, SOFT, limit=124)]
        return [
            ui.Part(h=4),
            self.ways_bar("mode", 76 if self.frame.tall else 50, self._choose_way),
            ui.Paragraph(self.way_note(self.options), 19, SOFT, limit=66),
        ]

    def _foot(self, high: float) -> ui.Part:
        """Return the start button or what is being waited for, and the leave button."""
        texts, waits = self.texts, self.waits_for()
        leave: ui.Part = self._leaving("party.leave", h=self.target - 2, size=19)
        if self._party.standing or self._party.evening:
            open_ = ui.ButtonPart("standing", texts("standing.title"), self._open_standing, icon="trophy", size=19)
            leave = ui.RowOfParts((open_, leave), 12, h=self.target - 2)
        if self.plays:
            first: ui.Part = ui.ButtonPart(
                "resume", texts("pause.resume"), self.back, "primary", icon="play", size=28, weight=1
            )
        elif self._party.phase == PartyPhase.OVER and self.seat >= 0:
            first = self._onward()
        elif self.owns and self.seat >= 0:
            least, most = self.table().seat_range
            ready = least <= self.taken <= most and not self.session.is_late
            free = texts("party.free_stay") if self.taken < len(self._party.places) else ""
            sub, size = free if ready else waits, 28 if ready else 24
            label = texts("party.begin")
            first = ui.ButtonPart("start", label, self._begin, "primary", sub, "play", size, ready, weight=1)
        else:
            first = ui.Paragraph(
                waits, 21, CREAM, fonts.BLACK, middle=self.seat >= 0, y=0.5, limit=high - self.target - 10, weight=1
            )
        return ui.Column((first, leave), 12, h=high)

    def _onward(self) -> ui.Part:
        """Return the button to the next match, or whom it waits for."""
        texts, onward = self.texts, NextMatch(self.context, self.session).onward
        if onward.waiting:
            return ui.ButtonPart("start", onward.waiting, self._go_on, size=22, enabled=False, weight=1)
        label, size = texts(onward.key, number=onward.number), 24 if onward.sub else 28
        part = ui.ButtonPart("start", label, self._go_on, "primary", onward.sub, onward.icon, size, weight=1)
        return part.confirming(self.confirming == "start", texts(onward.question or onward.key), onward.sub)

    def _leaving(self, key: str, h: float, size: float) -> ui.ButtonPart:
        leave = ui.ButtonPart("leave", self.texts(key), self._leave, "dark", size=size, h=h)
        return leave.confirming(self.confirming == "leave", self.texts("party.leave_sure"))

    def _nothing(self) -> ui.Part:
        """Return the message while there is no party to show, and its buttons."""
        kit, texts, session = self.kit, self.texts, self.session
        rows = fonts.evened(self._state(), fonts.BLACK, round(24 * kit.text_scale), kit.px(560))
        paragraph = ui.Paragraph("\n".join(rows), 24, CREAM, fonts.BLACK, middle=True, limit=240, y=0.5)
        home = ui.ButtonPart("home", texts("button.home"), self.back, "dark", icon="home", size=26, h=76)
        again = ui.ButtonPart("again", texts("party.again_here"), self._again, "primary", icon="play", size=26, h=76)
        buttons: list[ui.Part] = [home]
        if session.remote.ended == Close.ELSEWHERE:
            buttons = [again]
        elif session.is_lost:
            # its server does not know the table: retry, return later, or drop it
            buttons = [replace(again, label=texts("party.lost_again"), icon="restart")]
            forget = [self._leaving("party.lost_forget", 68, 22)] if session.is_kept else []
            buttons.append(ui.RowOfParts((replace(home, size=22, h=68), *forget), 16))
        elif session.remote.ended is not None and session.is_kept:
            # the cause may be an outdated page or server: the seat is given up only on request
            buttons.append(self._leaving("party.leave", 52, 0))
        message = ui.GlassBox(paragraph, 30, 20, h=150)
        return ui.Anchor(ui.Column((message, ui.Column(buttons, 16)), 20), 620, y=0.4)
