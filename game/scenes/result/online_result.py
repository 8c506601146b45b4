"""The result of a party's match, and the sums between two of its rounds: from there the same people play on."""

from __future__ import annotations

from collections.abc import Callable

from game.app.context import Context
from game.app.visits import Visit
from game.core.match import AnyMatch
from game.engine.transitions import Pop, Replace, Transition
from game.engine.widgets import Use
from game.scenes.navigation import routes
from game.scenes.result.result import Result
from game.wire.deeds import Choose, Start
from game.wire.messages import Phase

#: so long one can still read the sums of a round when somebody else has gone on, in milliseconds
READ_MS = 2_500.0


class OnlineRound(Result):
    """The sums of a round: whoever is first goes on for all."""

    def __init__(self, context: Context, match: AnyMatch, go_on: Callable[[], None], visit: Visit) -> None:
        super().__init__(context, match, go_on)
        self.visit = visit
        self._reads_ms = READ_MS

    def update(self, ms: float) -> Transition:
        """Make room for what comes next."""
        visit = self.visit
        if visit.told or visit.is_anew or visit.remote.ended is not None:
            self._reads_ms -= ms
            if self._reads_ms <= 0:
                return Pop()
        return super().update(ms)

    def back(self) -> Transition:
        """Back to the table."""
        return self._next()


class OnlineResult(Result):
    """The sums of the whole match, and the way to the next one."""

    onward = ("party.again", "restart")
    #: from a party's address nothing leads here
    shown_once = True

    def __init__(self, context: Context, match: AnyMatch, visit: Visit) -> None:
        self.visit = visit
        super().__init__(context, match)
        #: what the buttons were made for
        self._waiting = self._waits_for()
        if not visit.remote.is_fair:
            context.tell("party.unfair")

    def update(self, ms: float) -> Transition:
        """Wherever the party goes, this device goes along."""
        visit = self.visit
        standing = visit.remote.standing
        if visit.remote.ended is not None or standing is None or standing.phase == Phase.GATHERING:
            return Replace(routes.lobby(self.context, visit))
        if standing.phase == Phase.PLAYING and any(told.happened.what == Start.__name__ for told in visit.told):
            return Replace(routes.online_table(self.context, visit))
        if visit.is_anew and standing.phase == Phase.PLAYING:
            return Replace(routes.online_table(self.context, visit))
        if self._waiting != (waiting := self._waits_for()):
            self._waiting = waiting
            self.build()
        return super().update(ms)

    def _small(self) -> list[tuple[str, str, Use]]:
        return [(id_, "party.people" if id_ == "home-button" else key, use) for id_, key, use in super()._small()]

    def _waits_for(self) -> str:
        """All wait for the owner; while that one is away, whoever sits here may begin."""
        standing, seat = self.visit.remote.standing, self.visit.remote.seat
        if standing is None or standing.owner in (seat, -1):
            return ""
        owner = standing.places[standing.owner]
        return "" if owner.away and seat >= 0 else self.context.texts("party.waits", name=owner.name)

    def _again(self) -> Transition:
        """Once more with the same people."""
        if not self.visit.waits_for(Start) and not self.visit.waits_for(Choose):
            self.visit.do(Start())
        return None

    def back(self) -> Transition:
        """To the people: from there one can choose another game, or leave."""
        return Replace(routes.lobby(self.context, self.visit))
