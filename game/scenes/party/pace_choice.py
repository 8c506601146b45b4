"""The pace of a party: a time limit in seconds while all are together, or in hours and days over days."""

from collections.abc import Callable, Sequence

from game.engine import containers as ui
from game.engine.kit import Kit
from game.engine.layout import Box
from game.engine.palette import SOFT
from game.engine.transitions import Push, Transition
from game.engine.widgets import Segment, Widget
from game.scenes.navigation import routes
from game.scenes.party.quiet_hours import QuietHours
from game.services.context import Context
from game.services.party_session import PartySession
from game.wire.commands import OVER_DAYS_S, SetTimeLimit
from game.wire.messages import PartyPhase, PartyState

HOUR_S, DAY_S = 3600, 24 * 3600
#: time limits of a turn to choose from, in seconds: together, where 0 is no limit, and over days
TOGETHER = (0, 30, 60, 120)
OVER_DAYS = (OVER_DAYS_S, 8 * HOUR_S, DAY_S, 2 * DAY_S, 3 * DAY_S, 7 * DAY_S)
#: height of the sentence below the choice, logical: in a wide window and in a tall one
RULE, RULE_TALL = 56.0, 72.0


def choice_row(
    kit: Kit, id_: str, name: str, labels: Sequence[str], at: int, choose: Callable[[int], None], h: float
) -> ui.Part:
    """Return values side by side, in a row among others: its targets are as high as the row."""

    def bar(box: Box) -> Sequence[Widget]:
        segment = Segment(kit, id_, box, labels, at, choose, name=name, size=18)
        for item in segment.items:
            item.box = item.box._replace(y=box.y, h=box.h)
        return [segment]

    return ui.CustomPart(bar, h=h)


class PaceChoice:
    """The pace of a party as it stands, in words and as a choice."""

    def __init__(self, context: Context, session: PartySession, party_state: PartyState) -> None:
        self.context, self.session, self.seconds = context, session, party_state.seconds
        #: over days the owner alone changes the pace, and a match that has begun over days stays so
        self._is_owner = party_state.owner == session.remote.seat
        self._is_played = party_state.phase == PartyPhase.PLAYING

    @property
    def is_over_days(self) -> bool:
        """True if people need not be there at the same time."""
        return self.seconds >= OVER_DAYS_S

    @property
    def sentences(self) -> list[str]:
        """The time per turn, and what happens when it is over, in sentences."""
        texts, seconds = self.context.texts, self.seconds
        if not seconds:
            return [texts("party.time_none")]
        amount = self._said_days(seconds) if self.is_over_days else texts("party.time_said", count=seconds)
        return [amount, texts("party.time_over")]

    def _said_days(self, seconds: int) -> str:
        whole = seconds % DAY_S == 0
        return self.context.texts(
            "party.days_said" if whole else "party.hours_said", count=seconds // (DAY_S if whole else HOUR_S)
        )

    def _label(self, seconds: int) -> str:
        texts = self.context.texts
        if not seconds:
            return texts("party.any_time")
        if seconds < OVER_DAYS_S:
            return texts("party.seconds", count=seconds)
        if seconds % DAY_S:
            return texts("party.hours", count=seconds // HOUR_S)
        return texts("party.days", count=seconds // DAY_S)

    def parts(self, h: float) -> list[ui.Part]:
        """Return the choice between together and over days, the time limits of the chosen one, and what they mean.

        What cannot be changed is left out, with a sentence why.
        """
        texts, kit = self.context.texts, self.context.kit
        limits = OVER_DAYS if self.is_over_days else TOGETHER
        at = limits.index(self.seconds) if self.seconds in limits else 0
        paces = [texts("party.pace.together"), texts("party.pace.days")]

        def choose_pace(at: int) -> None:
            self._choose(DAY_S if at else 0)

        def choose_limit(at: int) -> None:
            self._choose(limits[at])

        labels = [self._label(seconds) for seconds in limits]
        tall = self.context.frame.tall
        high = RULE_TALL if tall else RULE
        pace = choice_row(kit, "pace", texts("party.pace"), paces, int(self.is_over_days), choose_pace, h)
        limit = choice_row(kit, "time", texts("party.time"), labels, at, choose_limit, h)
        # the limit itself stands in the row above
        rows, said = [pace, limit], self.sentences[-1:]
        if self.is_over_days and not self._is_owner:
            rows, said = [], [*self.sentences, texts("party.pace.owner")]
        elif self.is_over_days and self._is_played:
            rows, said = [limit], [*said, texts("party.pace.kept")]
        high += (2 - len(rows)) * h
        return [*rows, ui.Paragraph(texts.sentences(said), 20 if tall else 17, SOFT, y=0.5, limit=high, h=high)]

    def _choose(self, seconds: int) -> None:
        if seconds != self.seconds:
            self.session.do(SetTimeLimit(seconds))

    def quiet_button(self, h: float) -> list[ui.ButtonPart]:
        """Return the way to one's own nights and holidays, at a table over days."""
        label = self.context.texts("quiet.button")
        return [ui.ButtonPart("quiet", label, self._open_quiet, size=20, h=h)] if self.is_over_days else []

    def notices_button(self, h: float) -> list[ui.ButtonPart]:
        """Return the way to be told when it is one's turn, at a table over days, unless the player is told already."""
        if not self.is_over_days or self.context.settings.notices:
            return []
        label, spoken = self.context.texts("party.tell_me"), self.context.texts("party.tell_me_spoken")
        return [ui.ButtonPart("notices", label, self._open_notices, size=20, spoken=spoken, h=h)]

    def _open_quiet(self) -> Transition:
        return Push(QuietHours(self.context))

    def _open_notices(self) -> Transition:
        return Push(routes.notices(self.context))
