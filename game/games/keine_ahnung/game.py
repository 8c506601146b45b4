"""Keine Ahnung as it is played: its rules and its computer players in one object."""

from collections.abc import Iterator, Sequence
from math import sqrt

from game.ai.expert import RolloutPolicy, expert_think, win_chance, with_expert
from game.core.capabilities import Bots, Hints, PlayOuts, Records, Redaction
from game.core.game import Game
from game.core.match import Match
from game.core.records import Moment
from game.games.keine_ahnung import deck, odds, planning, rules
from game.games.keine_ahnung import events as ev
from game.games.keine_ahnung.bots import LEVELS, advise, advise_action, explain, explain_action, think
from game.games.keine_ahnung.lesson import LESSON
from game.games.keine_ahnung.rules import Action, Phase, State, Verb, View, results_of

#: stars that a trophy brings on the whole
STARS = 3.8
#: how many stars may still be won or lost: these, and so many for the root of each trophy left
APART, APART_EACH = 0.6, 1.2


class Lookahead(RolloutPolicy[State, Action, View]):
    """Keine Ahnung, looked ahead."""

    sample_counts = (12, 16, 24)

    def candidates(self, view: View) -> Sequence[Action]:
        """What hard weighs too; of the own cards that nobody knows one, as they are all alike."""
        if view.phase not in (Phase.OWN, Phase.PLACE):
            return view.legal[:1]
        plan = planning.Plan(view, odds.memory_of(view, 1))
        values = {action: plan.prospect(action) for action in view.legal}
        ranked = sorted(values, key=values.__getitem__, reverse=True)
        unknown = [action for action in ranked if action.verb == Verb.REVEAL and action.which not in plan.mine]
        return [action for action in ranked if action not in unknown[1:]]

    def is_horizon(self, start: State, state: State) -> bool:
        """When everybody has had a turn after this one."""
        return state.turns - start.turns >= len(state.grids)

    def chance(self, state: State, seat: int) -> float:
        """By everybody's stars, and the trophies that the cards before each promise."""
        left = len(state.store.stack)
        stars = []
        for result, grid, shown in zip(results_of(state), state.grids, state.shown, strict=True):
            held = len(grid) - grid.count(deck.EMPTY)
            stars.append(result.total + STARS * planning.worth(held, len(shown) - shown.count(0)))
        return win_chance(stars, APART + APART_EACH * sqrt(left), seat)


#: a call with so many cards impresses as much as laying so many times as many
CALL = 3.0
#: a turn with fewer own cards laid is nothing to tell
LEAST_LAID = 3


def moments(match: Match[State, Action, ev.Event, View]) -> Iterator[Moment]:
    """What of a finished match is worth telling once more."""
    shown: list[int] = []
    laid: list[int] = []
    calls: Moment | None = None
    for length, events in enumerate(match.events, 1):
        for event in events:
            if isinstance(event, ev.TurnStarted):
                laid.clear()
            elif isinstance(event, ev.CardLaid) and event.place >= 0:
                laid.append(event.card)
                if len(laid) >= LEAST_LAID:
                    told = (("count", float(len(laid))),)
                    yield Moment("laid", event.seat, length, float(len(laid)), tuple(laid), told)
            elif isinstance(event, ev.CallMade):
                shown.clear()
            elif isinstance(event, ev.CardRevealed):
                shown.append(event.card)
            elif isinstance(event, ev.CallWon):
                told = (("count", float(len(shown))),)
                calls = Moment("call", event.seat, length, CALL * len(shown), tuple(shown), told)
            elif isinstance(event, ev.TrophyWon) and calls is not None:
                # the trophy tells one call of as many cards from the other
                yield calls._replace(weight=calls.weight + event.stars / 10)
                calls = None


#: its quick levels, and how its expert looks ahead
QUICK, AHEAD = Bots(LEVELS, think), Lookahead()
EXPERT = expert_think(rules, QUICK, AHEAD)


def redact(view: View) -> View:
    """``view`` without the perfect memory, but where the house rule of reminders shows it (section 3)."""
    return view._replace(sightings=view.sightings if view.options.reminders else (), found=())


def complete(view: View) -> View:
    """As if nobody else had found a prize."""
    found = tuple(view.prizes if seat == view.seat else () for seat in range(len(view.grids)))
    return view if view.found else view._replace(found=found)


def permitted_view(view: View) -> View:
    """Without the house rule of reminders the hint is that of somebody who has seen no card that lies face down."""
    return view if view.options.reminders else view._replace(sightings=())


class KeineAhnung(Game[State, Action, ev.Event, View]):
    """Keine Ahnung, the half that plays."""

    name = rules.NAME
    min_seats, max_seats = rules.MIN_SEATS, rules.MAX_SEATS
    options = rules.OPTIONS
    # nothing ends it but luck: by chance alone 9,800 were the most in a thousand games under the slowest house rules;
    # people and bots need 2,000
    max_actions = 40_000
    rules = rules
    bots = with_expert(QUICK, EXPERT)
    hints = Hints(explain, explain_action, advise, advise_action, permitted_view)
    play_outs = PlayOuts("hard", AHEAD.candidates)
    redaction = Redaction(redact, complete)
    records = Records(moments=moments)
    lesson = LESSON

    steps = staticmethod(rules.steps)
    encode = staticmethod(rules.encode)
    decode = staticmethod(rules.decode)

    def needs_confirmation(self, action: Action, view: View) -> bool:
        """Whether a card is turned up by a touch of it: what has been seen cannot be unseen.

        In a call all of them are turned up in any case.
        """
        return action.verb == Verb.REVEAL and view.phase != Phase.CALL
