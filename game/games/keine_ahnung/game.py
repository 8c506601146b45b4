"""The game object of Keine Ahnung: its rules and its bots."""

from collections.abc import Iterator, Sequence
from functools import partial
from math import sqrt

from game.ai.expert import RolloutPolicy, expert_think, rollout, win_chance, with_expert
from game.core.capabilities import Bots, Hints, PlayOuts, Records, Redaction
from game.core.game import Game
from game.core.match import Match
from game.core.records import Moment
from game.games.keine_ahnung import deck, goals, odds, planning, rules
from game.games.keine_ahnung import events as ev
from game.games.keine_ahnung.bots import LEVELS, advise, advise_action, explain, explain_action, offers, think
from game.games.keine_ahnung.flaws import flaw
from game.games.keine_ahnung.lesson import LESSON
from game.games.keine_ahnung.rules import Action, Phase, State, Verb, View, results_of

#: average stars of a trophy
STARS = 3.8
#: stars that can still be won or lost: a base, and this much for the root of each trophy left
APART, APART_EACH = 0.6, 1.2


class Lookahead(RolloutPolicy[State, Action, View]):
    """The rollout policy of Keine Ahnung."""

    sample_counts = (12, 16, 24)

    def candidates(self, view: View) -> Sequence[Action]:
        """Return the actions that hard weighs; of the own unknown cards only one, since all are equivalent."""
        if view.phase not in (Phase.OWN, Phase.PLACE):
            return view.legal[:1]
        plan = planning.Plan(view, odds.memory_of(view, 1))
        values = {action: plan.prospect(action) for action in view.legal}
        ranked = sorted(values, key=values.__getitem__, reverse=True)
        unknown = [action for action in ranked if action.verb == Verb.REVEAL and action.which not in plan.mine]
        return [action for action in ranked if action not in unknown[1:]]

    def is_horizon(self, start: State, state: State) -> bool:
        """Return True when every seat has had a turn after this one."""
        return state.turns - start.turns >= len(state.grids)

    def chance(self, state: State, seat: int) -> float:
        """Return the chance from all seats' stars, and the trophies that their grids promise."""
        left = len(state.store.stack)
        stars = []
        for result, grid, shown in zip(results_of(state), state.grids, state.last_shown, strict=True):
            held = len(grid) - grid.count(deck.EMPTY)
            stars.append(result.total + STARS * planning.worth(held, len(shown) - shown.count(0)))
        return win_chance(stars, APART + APART_EACH * sqrt(left), seat)


#: a won call impresses as much as playing this many times its cards
CALL = 3.0
#: turns with fewer own cards played are no highlights
LEAST_LAID = 3


def moments(match: Match[State, Action, ev.Event, View]) -> Iterator[Moment]:
    """Yield the highlights of a finished match."""
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
                    numbers = (("count", float(len(laid))),)
                    yield Moment("laid", event.seat, length, float(len(laid)), tuple(laid), numbers)
            elif isinstance(event, ev.CallMade):
                shown.clear()
            elif isinstance(event, ev.CardRevealed):
                shown.append(event.card)
            elif isinstance(event, ev.CallWon):
                numbers = (("count", float(len(shown))),)
                calls = Moment("call", event.seat, length, CALL * len(shown), tuple(shown), numbers)
            elif isinstance(event, ev.TrophyWon) and calls is not None:
                # the trophy's stars decide between calls of equally many cards
                yield calls._replace(weight=calls.weight + event.stars / 10)
                calls = None


#: the quick levels, and the expert's rollout policy
QUICK, AHEAD = Bots(LEVELS, think), Lookahead()
EXPERT = expert_think(rules, QUICK, AHEAD)


def redact(view: View) -> View:
    """Remove the perfect memory from ``view``, unless the house rule of reminders shows it (section 3)."""
    return view._replace(sightings=view.sightings if view.options.reminders else (), found_prizes=())


def complete(view: View) -> View:
    """Fill in a redacted view: no prizes found by other seats."""
    found = tuple(view.prizes if seat == view.seat else () for seat in range(len(view.grids)))
    return view if view.found_prizes else view._replace(found_prizes=found)


def permitted_view(view: View) -> View:
    """Return the view the hint may use: without the house rule of reminders, no card now face down was ever seen."""
    return view if view.options.reminders else view._replace(sightings=())


def progress(view: View) -> float:
    """Return roughly how much of a match is played, from 0 to 1."""
    won = sum(view.trophy_counts)
    return won / max(1, won + view.stack_count)


class MemoryHints(Hints[Action, View]):
    """Hints that use no memory but where it is on the table."""

    limits_itself = True

    def offers(self, view: View, action: Action) -> bool:
        """Return False for a call that hardly ever succeeds."""
        return offers(view, action)


class KeineAhnung(Game[State, Action, ev.Event, View]):
    """The rules half of Keine Ahnung."""

    name = rules.NAME
    min_seats, max_seats = rules.MIN_SEATS, rules.MAX_SEATS
    options = rules.OPTIONS
    # nothing bounds a game but luck: random play took up to 9,800 actions in a thousand games under the slowest house
    # rules; people and bots need 2,000
    max_actions = 40_000
    rules = rules
    bots = with_expert(QUICK, EXPERT)
    hints = MemoryHints(explain, explain_action, advise, advise_action, permitted_view, flaw=flaw)
    play_outs = PlayOuts("hard", AHEAD.candidates, outlook=partial(rollout, rules, QUICK, AHEAD))
    redaction = Redaction(redact, complete)
    records = Records(moments=moments, goals=goals.GOALS, reached=goals.reached, progress=progress, ties=rules.ties)
    lesson = LESSON

    steps = staticmethod(rules.steps)
    encode = staticmethod(rules.encode)
    decode = staticmethod(rules.decode)

    def needs_confirmation(self, action: Action, view: View) -> bool:
        """Return True when touching a card before the draw would lose the turn."""
        return action.verb == Verb.REVEAL and view.phase == Phase.DRAW
