"""What follows a result: another match, the next round, the comparison of a day, or whatever a party does."""

from collections.abc import Callable
from typing import NamedTuple

from game.app.context import Context
from game.app.visits import Visit
from game.core.match import AnyMatch, Match
from game.core.stored_words import class_word
from game.engine.transitions import Pop, Replace, Reset, Transition
from game.player import lineup, saves
from game.scenes.navigation import routes
from game.wire import deeds, messages

#: so long one can still read the sums of a round when somebody else has gone on, in milliseconds
READ_MS = 2_500.0


class Onward(NamedTuple):
    """The large button: its id, the text key of what it says, and its icon."""

    id: str
    key: str
    icon: str
    #: who has to use it in the place of whoever sits here, in words; "" for whoever may
    waiting: str = ""


class After:
    """After a match of this device's own: once more, or home."""

    #: further rounds follow
    between = False
    #: text key of the button that leads away
    home = "button.home"
    #: what is seen here is not found again at its address
    shown_once = False

    def __init__(self, context: Context, match: AnyMatch) -> None:
        self.context, self.match = context, match

    @property
    def address(self) -> str:
        """The finished match, where it is kept."""
        return saves.address_of("result", self.context, self.match)

    @property
    def onward(self) -> Onward:
        """The large button."""
        return Onward("again", "result.again", "restart")

    def go_on(self) -> Transition:
        """Deal anew: the same seats and house rules, other cards."""
        match = self.match
        seed = lineup.fresh_seed(self.context.clock.wall_ms() + match.seed)
        return Reset(routes.table(self.context, Match(match.game, match.options, match.seats, seed)))

    def leave(self) -> Transition:
        """Leave; a match between rounds stays saved."""
        return Reset(routes.title(self.context, self.match.game.name))

    def update(self, ms: float) -> Transition:
        """Let time pass: where others play along they may lead elsewhere."""
        del ms
        return None


class AfterRound(After):
    """After a round: the next one, which ``deal`` deals at the table below."""

    between = True
    address = ""
    onward = Onward("next", "result.next", "play")

    def __init__(self, context: Context, match: AnyMatch, deal: Callable[[], None]) -> None:
        super().__init__(context, match)
        self._deal = deal

    def go_on(self) -> Transition:
        """Deal the next round."""
        self._deal()
        return Pop()


class AfterPartyRound(AfterRound):
    """After a round at a party: whoever is first goes on for all."""

    def __init__(self, context: Context, match: AnyMatch, deal: Callable[[], None], visit: Visit) -> None:
        super().__init__(context, match, deal)
        self.visit = visit
        self._reads_ms = READ_MS

    def update(self, ms: float) -> Transition:
        """Make room for what comes next."""
        visit = self.visit
        if visit.told or visit.is_anew or visit.remote.ended is not None:
            self._reads_ms -= ms
        return Pop() if self._reads_ms <= 0 else None

    def leave(self) -> Transition:
        """Back to the table."""
        return self.go_on()


class AfterParty(After):
    """After a party's match: once more with the same people, or to them."""

    home = "party.people"
    # from a party's address nothing leads here
    shown_once = True

    def __init__(self, context: Context, match: AnyMatch, visit: Visit) -> None:
        super().__init__(context, match)
        self.visit = visit
        if not visit.remote.is_fair:
            context.tell("party.unfair")

    @property
    def onward(self) -> Onward:
        """All wait for the owner; while that one is away, whoever sits here may begin."""
        standing, seat, waiting = self.visit.remote.standing, self.visit.remote.seat, ""
        if standing is not None and standing.owner not in (seat, -1):
            owner = standing.places[standing.owner]
            if not owner.away or seat < 0:
                waiting = self.context.texts("party.waits", name=owner.name)
        return Onward("again", "party.again", "restart", waiting)

    def update(self, ms: float) -> Transition:
        """Wherever the party goes, this device goes along."""
        del ms
        visit, standing = self.visit, self.visit.remote.standing
        if visit.remote.ended is not None or standing is None or standing.phase == messages.Phase.GATHERING:
            return self.leave()
        starts = any(told.happened.what == class_word(deeds.Start) for told in visit.told)
        if standing.phase == messages.Phase.PLAYING and (starts or visit.is_anew):
            return Replace(routes.online_table(self.context, visit))
        return None

    def go_on(self) -> Transition:
        """Once more with the same people."""
        if not self.visit.waits_for(deeds.Start) and not self.visit.waits_for(deeds.Choose):
            self.visit.do(deeds.Start())
        return None

    def leave(self) -> Transition:
        """To the people: from there one can choose another game, or leave."""
        return Replace(routes.lobby(self.context, self.visit))
