"""The game object of Twin It!: its rules, its bots and its clock."""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from game.core.capabilities import Advice, Bots, Hints, Modes, Records
from game.core.live import ActionResult, LiveGame
from game.core.options import Json
from game.core.records import MatchRecord, Moment
from game.games.twin_it import goals, history, pace, rules, scheduler, scoring
from game.games.twin_it.bots import LEVELS, RISING, explain, played_level, reason, think
from game.games.twin_it.deck import CARD_COUNT
from game.games.twin_it.events import CardTurned, Event, GameEnded, SeatPassed, SetCollected, SetStolen, SetWon
from game.games.twin_it.lesson import LESSON
from game.games.twin_it.scheduler import HANDS, TwinItMatch, TwinItScheduler
from game.games.twin_it.state import MINUTE, SETS_TO_WIN, Action, State, Verb
from game.games.twin_it.view import BACK, View, expecting

#: the reaction time, in milliseconds, that impresses as much as a stolen pair
STOLEN_MS = 700
#: the same for an own pair that becomes a triple
TRIPLE_MS = 1300
#: and for the winning set, which every game has: shown only if there is nothing else
FIFTH_MS = 600_000
#: and, without a clock, for a pair that others had passed, and for any other, told in a film for want of better ones
PASSED_MS, FOUND_MS = 2600, 900_000


def _wins(match: TwinItMatch, step: history.HistoryStep, seat: int) -> bool:
    """Return True if ``seat`` won the game in this step with its last set."""
    state = match.state
    ended = any(isinstance(event, GameEnded) for event in step.events)
    return ended and state.sets_of_side(state.side_of(seat)) >= state.options.sets


def moments(match: TwinItMatch) -> Iterator[Moment]:
    """Yield the highlights of a finished match."""
    calm = match.state.options.calm
    last = "fifth" if match.state.options.sets == SETS_TO_WIN else "winning"
    passed = False
    for length, step in enumerate(history.steps_of(match, (match.humans or [0])[0]), 1):
        for event in step.events:
            if isinstance(event, SetStolen):
                card = (event.pattern,)
                if match.state.side_of(event.owner) == match.state.side_of(event.seat):
                    yield Moment("triple", event.seat, length, 1000 / TRIPLE_MS, card)
                else:
                    yield Moment("stolen", event.seat, length, 1000 / STOLEN_MS, card, other=event.owner)
            elif isinstance(event, SetWon) and calm:
                key, ms = ("passed", PASSED_MS) if passed else ("found", FOUND_MS)
                yield Moment(key, event.seat, length, 1000 / ms, (event.pattern,))
            if isinstance(event, SetWon | SetStolen) and _wins(match, step, event.seat):
                yield Moment(last, event.seat, length, 1000 / FIFTH_MS, (event.pattern,))
        passed = any(isinstance(event, SeatPassed) for event in step.events)
        if not calm:
            for claim in history.claims_of([step]):
                if claim.ms < pace.CREDIBLE_MS:
                    continue
                seconds = round(claim.ms / 1000, 1)
                numbers, key = (("seconds", seconds),), "together" if claim.mate >= 0 else "quick"
                yield Moment(key, claim.seat, length, 1 / seconds, (claim.pattern,), numbers, other=claim.mate)


#: the house rules that make another game of it
VARIANTS: Mapping[str, Mapping[str, Json]] = MappingProxyType(
    {
        "base": {},
        "contest": {"mode": "contest"},
        "teams": {"mode": "teams"},
        "minute": {"mode": "minute"},
        "buzzers": {"buzzers": True},
        "calm": {"calm": True, "looks": 0},
    }
)


def explain_action(view: View, action: Action) -> Advice[Action]:
    """Return the reason why a hand or a set is right, even if the hint would have found another first."""
    return Advice(action, (), reason(view, action))


def progress(view: View) -> float:
    """Return how much of a match is played, from 0 to 1: by sets and cards, or in the minute by its time or looks."""
    options = view.options
    if options.timed:
        return 1 - view.looks_left / options.minute if options.calm else min(1.0, view.now / (1000 * options.minute))
    return max(max(view.scores) / options.sets, 1 - sum(view.stack_counts) / CARD_COUNT)


class TwinIt(LiveGame[State, Action, Event, View]):
    """The rules half of Twin It!. Hands count as they come down, so no action is ever confirmed."""

    name = rules.NAME
    min_seats, max_seats = rules.MIN_SEATS, rules.MAX_SEATS
    options = rules.OPTIONS
    # random play took up to 1,486 actions in thousands of games, but people may touch at will: this bound is fifteen
    # touches a second while the slowest table flips its 135 cards
    max_actions = 20_000
    rules = rules
    # adaptive follows the player and has no rank among the others; it is the default because a first visitor's times
    # are unknown and no fixed level would suit everybody
    bots = Bots(LEVELS, think, RISING, "adaptive", lambda level, options: played_level(level, bool(options["calm"])))
    hints = Hints(explain, explain_action)
    records = Records(
        history.record_of, moments, scoring.level, goals.GOALS, goals.reached, progress, ties=scoring.ties
    )
    modes = Modes(VARIANTS, 3, rules.offers, rules.normalized_options, rules.sides, newest={"short_ties": True})
    lesson = LESSON

    seat_range = staticmethod(rules.seat_range)
    reveals = staticmethod(rules.reveals)
    encode = staticmethod(rules.encode)
    decode = staticmethod(rules.decode)
    bot_to_look = staticmethod(scheduler.bot_to_look)
    forced_action = staticmethod(scheduler.forced_action)
    is_look = staticmethod(scheduler.is_look)
    waits_for = staticmethod(scheduler.waits_for)

    def scheduler(self, match: TwinItMatch) -> TwinItScheduler:
        return scheduler.scheduler_of(match)

    def tuned_options(self, records: Sequence[MatchRecord], hand: str) -> Mapping[str, Json]:
        """Return the person's expected pace, for adaptive opponents, and the input device, for all."""
        return {"pace": pace.expected(records, hand), "hand": hand}

    def run(self, match: TwinItMatch) -> Iterator[ActionResult[Action, Event]]:
        return scheduler.drive(scheduler.scheduler_of(match))

    def has_clock(self, state: State) -> bool:
        """Return True except in the calm mode."""
        return not state.options.calm

    def now(self, state: State) -> int:
        return state.now

    def actor(self, action: Action) -> int:
        return action.seat

    def without_stamp(self, action: Action) -> Action:
        """Return the action without its stamp and with sorted hands, for comparison."""
        return action._replace(at_ms=0, cards=tuple(sorted(action.cards)))

    def stamp(self, action: Action) -> int:
        return action.at_ms

    def view_stamp(self, view: View) -> int:
        return view.now

    def with_pending(self, view: View, actions: Sequence[Action]) -> View:
        """Return ``view`` with own pending hands on their cards; other pending actions show only by their effects."""
        return expecting(view, actions)

    def covered(self, view: View) -> View:
        """Return ``view`` with backs, and without what follows from the faces: forbidden patterns, and who looks."""
        backs = tuple(face._replace(pattern=BACK) for face in view.faces)
        # looks that nobody needs are passed at the deal
        looks = max(view.looks_left, view.options.minute)
        return view._replace(faces=backs, barred=frozenset(), looker=-1, looks_left=looks, legal=())

    def stamped(self, action: Action, at_ms: int) -> Action:
        return action._replace(at_ms=at_ms)

    def overtaken_by(self, view: View, event: Event, actions: Sequence[Action]) -> tuple[int, int] | None:
        """Return the rival who was quicker on both cards of pending own hands, and the later hand's stamp; or None."""
        if not isinstance(event, SetWon | SetStolen | SetCollected) or view.options.mode == MINUTE:
            return None
        if view.seat < 0 or view.sides[event.seat] == view.sides[view.seat]:
            return None
        hands = {card: action.at_ms for action in actions for card in action.cards if action.verb in HANDS}
        both = [hands[card] for card in event.cards if card in hands]
        return (event.seat, max(both)) if len(both) > 1 else None

    def is_void(self, action: Action, event: Event) -> bool:
        """Return True for a pending hand on cards that ``event`` took away or turned over."""
        if isinstance(event, CardTurned):
            return action.verb in HANDS and event.card in action.cards
        if isinstance(event, SetWon | SetStolen):
            return action.verb == Verb.TOUCH and bool({*event.cards} & {*action.cards})
        return False

    def reaction(self, event: Event) -> tuple[int, int] | None:
        """Return seat and reaction time of a won set, counted from its later face; None with a partner's hand."""
        if isinstance(event, SetWon | SetStolen) and event.mate < 0:
            return event.seat, event.ms
        return None
