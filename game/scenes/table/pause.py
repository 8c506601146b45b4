"""The pause: the blurred table behind it, and everything that can be done about a running game."""

from abc import ABC, abstractmethod
from dataclasses import replace
from typing import NamedTuple

from game.catalogue.registry import GAMES
from game.core.match import AnyMatch, Match
from game.engine import containers as ui
from game.engine import fonts
from game.engine.game_table import AnyTable
from game.engine.layout import Box
from game.engine.palette import INK, SOFT_ON_PAPER
from game.engine.transitions import Pop, Push, Replace, Reset, Transition
from game.engine.widgets import Segment, UseAction
from game.player.lineup import new_seed
from game.player.settings import SPEEDS
from game.scenes.navigation import routes
from game.scenes.shared.common import Baked, veiled
from game.services.context import Context
from game.services.end_match import EndQuestion
from game.services.party_session import PartySession
from game.services.party_status import status_of
from game.wire.commands import Leave
from game.wire.messages import PartyPhase

#: width of the paper in a wide window
WIDE_PAPER = 640.0


class Ending(NamedTuple):
    """The button that ends the match: its id and icon, its label, and its question."""

    id: str
    icon: str
    label: str
    question: str


class PausePaper(Baked, ABC):
    """Resume, read the rules, change the settings, end the match, or return to the box."""

    stage = "table"
    ending: Ending
    #: text keys of the title, the match's state, and the box button's note
    title, note, kept = "pause.title", "pause.saved", "pause.kept"
    #: id, icon and text key of the third button, beside rules and settings
    third = ("log", "log", "button.log")

    def __init__(self, context: Context, game: str, table: AnyTable | None) -> None:
        super().__init__(context)
        self.game, self.table = game, table
        self.items.focus = "resume"

    def _speed(self, place: int) -> None:
        self.context.settings.speed = list(SPEEDS)[place]
        self.context.settings_changed()

    def _howto(self) -> Transition:
        return Push(routes.howto(self.context, self.game))

    def _settings(self) -> Transition:
        return Push(routes.settings(self.context))

    def _third(self) -> Transition:
        return Push(routes.log(self.context, self.table)) if self.table else None

    @abstractmethod
    def _end(self) -> Transition:
        """End the match by the ``ending`` button, after its confirmation."""

    def _home(self) -> Transition:
        return Reset(routes.title(self.context, self.game))

    def message_box(self) -> Box | None:
        """Return a box beside the paper of a wide window, or None above that of a tall one."""
        return None if self.frame.tall else Box(16, 24, (self.frame.width - WIDE_PAPER) / 2 - 32, 96)

    def noted(self, game: str) -> str:
        """Return the note below the title, about the game of that name."""
        return self.texts(self.note, game=game)

    def build(self) -> None:
        self.plate = veiled(self.context, self.game, self.table)
        tall, texts = self.frame.tall, self.texts
        third, icon, key = self.third
        choices = (
            self.choice("howto", texts("button.howto"), self._howto, "help"),
            self.choice("settings", texts("button.settings"), self._settings, "gear"),
            replace(self.choice(third, texts(key), self._third, icon), enabled=self.table is not None),
            self.fourth(),
        )
        note = self.noted(texts(f"game.{self.game}"))
        on = ui.ButtonPart(
            "resume", texts("pause.resume"), Pop, "primary", icon="play", size=34, keys=("pause", "back"), h=88
        )
        home = ui.ButtonPart("home", texts("button.home"), self._home, "dark", texts(self.kept), "home", size=27, h=76)
        head = ui.Column(
            (
                ui.TextLine(texts(self.title), 38 if tall else 46, face=fonts.DISPLAY, side="centre", h=56),
                ui.TextLine(note, 19, SOFT_ON_PAPER, side="centre", h=32),
            )
        )
        gap = 36 if tall else 24
        parts = (head, on, ui.Grid(choices, 2, (16, 28 if tall else 16)), self._speeds(), self.ways_out(home))
        paper = ui.PaperBox(ui.Column(parts, gap), 40, 28, radius=24)
        self.show(ui.Anchor(paper, 660 if tall else WIDE_PAPER).lay(self.plate, self.frame.table))

    def choice(self, id_: str, label: str, use: UseAction, icon: str) -> ui.ButtonPart:
        """Return one of the buttons in the middle."""
        return ui.ButtonPart(id_, label, use, icon=icon, size=20 if self.frame.tall else 23, h=76)

    def end_button(self) -> ui.ButtonPart:
        """Return the button that ends the match."""
        ending, texts = self.ending, self.texts
        button = self.choice(ending.id, texts(ending.label), self._end, ending.icon)
        return button.confirming(self.confirming == ending.id, texts(ending.question))

    def fourth(self) -> ui.ButtonPart:
        """Return the last button in the middle."""
        return self.end_button()

    def ways_out(self, home: ui.ButtonPart) -> ui.Part:
        """Return what is below everything else."""
        return home

    def _speeds(self) -> ui.RowOfParts:
        kit, texts, tall = self.kit, self.texts, self.frame.tall
        labels, name = [texts(f"speed.{name}") for name in SPEEDS], texts("settings.speed")
        at, size = list(SPEEDS).index(self.context.settings.speed), 16 if tall else 19
        bar = ui.CustomPart(
            lambda box: [Segment(kit, "speed", box, labels, at, self._speed, name=name, size=size)], h=56
        )
        return ui.RowOfParts((ui.ImagePart(kit.icon_plain("speed", 40, INK), w=40), bar), 8)


class Pause(PausePaper):
    """The pause of a match on this device, which can be restarted."""

    ending = Ending("restart", "restart", "pause.restart", "pause.sure")

    def __init__(self, context: Context, match: AnyMatch, table: AnyTable | None) -> None:
        super().__init__(context, match.game.name, table)
        self.match = match

    def _end(self) -> Transition:
        if self.match.actions and not self.confirmed("restart"):
            return None
        # cards seen in this deal would be an advantage; the same deal is available by its number in the set-up
        seed = new_seed(self.context.clock.wall_ms())
        fresh = Match(self.match.game, self.match.options, self.match.seats, seed)
        return Reset(routes.table(self.context, fresh))


class OnlinePause(PausePaper):
    """The pause at a party's table."""

    ending = Ending("leave", "close", "party.leave", "party.leave_sure")
    title, note, kept = "party.pause", "party.pause_note", "party.pause_kept"
    # the log has a button of its own at the table
    third = ("people", "pawn", "party.at_table")

    def __init__(self, context: Context, game: str, table: AnyTable, session: PartySession) -> None:
        super().__init__(context, game, table)
        self.session = session
        self._shown: object = None
        # without a clock nobody waits for a player who pauses
        if GAMES[game].real_time and (session.remote.live_clock is None or session.remote.live_clock.lag):
            self.note = "party.pause_live"

    @property
    def _question(self) -> EndQuestion | None:
        """The question whether to end the match; None if no party is known."""
        party_state, seat = self.session.remote.party_state, self.session.remote.seat
        return EndQuestion(self.context, self.session, party_state, seat) if party_state else None

    def update(self, ms: float) -> Transition:
        """Show changes; close once the match is over, for the table to react."""
        party_state, ended = self.session.remote.party_state, self.session.remote.ended
        if party_state is None or party_state.phase != PartyPhase.PLAYING or ended is not None:
            return Pop()
        shown = (party_state.ending, status_of(self.context, self.session))
        if shown != self._shown:
            self._shown = shown
            self.build()
        return None

    def noted(self, game: str) -> str:
        """Return the question about the match's end, whose turn it is, or the delay that the slowest line requires."""
        question, status = self._question, status_of(self.context, self.session)
        if question and question.text:
            return question.text
        if status:
            texts, plays = self.context.texts, self.session.remote.seat >= 0
            return status if plays else texts.sentences([texts("party.watches"), status])
        party_state = self.session.remote.party_state
        going = party_state.live_clock if party_state else None
        if going is None or not going.lag:
            return super().noted(game)
        return self.texts("party.pause_live_lag", lag=going.lag)

    def fourth(self) -> ui.ButtonPart:
        """Return the button that proposes to end the match, or the answer to that."""
        texts, question = self.texts, self._question
        if question and question.buttons:
            answer = question.buttons[0]
            return self.choice(answer.id, answer.label, answer.press, "check" if question.asks else "close")
        ask = self.choice("end_match", texts("party.end.ask"), self._propose, "restart")
        ask = replace(ask, enabled=question is not None and question.may_propose)
        return ask.confirming(self.confirming == "end_match", texts("party.end.ask_sure"))

    def ways_out(self, home: ui.ButtonPart) -> ui.Part:
        if self.session.remote.seat < 0:
            # a watcher has nothing to lose
            home = replace(home, sub="")
        return ui.RowOfParts((replace(home, size=22), self.end_button()), 16, h=76)

    def _propose(self) -> Transition:
        """Ask everybody to end the match, and return to the table, where they are asked."""
        if not self.confirmed("end_match"):
            return None
        if self._question:
            self._question.propose()
        return Pop()

    def _end(self) -> Transition:
        if not self.confirmed(self.ending.id):
            return None
        return stand_up(self.context, self.session)

    def _third(self) -> Transition:
        return Replace(routes.people(self.context, self.session))

    def _home(self) -> Transition:
        # the seat is kept: the title leads back
        self.session.rest()
        return Reset(routes.title(self.context, self.game))


def stand_up(context: Context, session: PartySession) -> Transition:
    """Leave for good."""
    if session.remote.seat >= 0:
        session.do(Leave())
    session.leave()
    return Reset(routes.title(context))
