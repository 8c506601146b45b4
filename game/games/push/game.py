"""The game object of Push: its rules and its bots."""

from collections.abc import Sequence
from functools import partial
from math import sqrt

from game.ai.expert import RolloutPolicy, expert_think, rollout, win_chance, with_expert
from game.core.capabilities import Bots, Hints, Modes, Orders, PlayOuts, Records, Redaction, Thinking
from game.core.game import Bound, Game
from game.core.rng import Rng
from game.games.push import deck, ending, goals, judgement, lookahead, orders, rules, scoring
from game.games.push.bots import LEVELS, advise, explain, explain_action, think
from game.games.push.events import Event
from game.games.push.lesson import LESSON
from game.games.push.moments import moments
from game.games.push.reasons import flaw
from game.games.push.rules import Action, Phase, State, Verb, View

#: share of open points that is expected to stay unsecured and exposed to rolls
NEVER_SECURED = 0.5
#: points that can still be won or lost: a base, and this much for the root of each card left in the pile
APART, APART_EACH = 2.0, 1.3


class Lookahead(RolloutPolicy[State, Action, View]):
    """The rollout policy of Push."""

    # a turn lasts many cards; with lower levels in the rollouts, which place and stop badly, drawing on seems bad
    sample_counts = (8, 12, 20)

    def candidates(self, view: View) -> Sequence[Action]:
        """Return all legal actions, most promising first: hard weighs each of them."""
        values = lookahead.prospects(view)
        return sorted(values, key=values.__getitem__, reverse=True)

    def is_horizon(self, start: State, state: State) -> bool:
        """Return True when every seat has had a turn after this one."""
        return state.phase == Phase.CHOOSE and state.active_seat == start.active_seat

    def chance(self, state: State, seat: int) -> float:
        """Return the chance from every seat's points: the secured ones, and the expected rest of the open ones."""
        left = len(state.pile)
        stays = 1 - NEVER_SECURED * lookahead.exposure(left, state.store.options.thrill)
        both = zip(state.store.displays, state.store.secured, strict=True)
        points = [scoring.points_of(safe) + stays * scoring.points_of(shown) for shown, safe in both]
        return win_chance(points, APART + APART_EACH * sqrt(left), seat)


#: the quick levels, and the expert's rollout policy
QUICK, AHEAD = Bots(LEVELS, think), Lookahead()
_look_ahead = expert_think(rules, QUICK, AHEAD)


def expert(view: View, rng: Rng) -> Thinking[Action]:
    """Return the thinking of the expert, who plays the last cards exactly."""
    found = yield from ending.solve(view, ending.LONG)
    if found:
        yield None
        yield max(found, key=found.__getitem__)
    else:
        yield from _look_ahead(view, rng)


def redact(view: View) -> View:
    """Remove from ``view`` what only a player who remembers each secured card knows.

    The pile's cards tell the others' secured ones. They are replaced by as many of the cards that lie hidden somewhere,
    chosen without regard to the true ones but for the risk, if the house rules show it to everybody.
    """
    if view.counted_secured == view.secured:
        return view._replace(counted_secured=())
    visible = {view.card, *view.directions, *view.discard}
    visible.update(*view.rows, *view.displays, *view.secured)
    hidden = Rng(view.pile_count).shuffled(
        [card for card in rules.cards_of(view.options, len(view.displays)) if card not in visible]
    )
    guessed = hidden[: view.pile_count]
    if view.options.risk and view.drawing:
        rows = judgement.rows_of(view)
        stuck = judgement.stuck_cards(rows, view.unseen)
        misfits = judgement.stuck_cards(rows, hidden)
        others = [card for card in hidden if card not in misfits]
        guessed = [*misfits[: len(stuck)], *others[: view.pile_count - len(stuck)]]
    return view._replace(unseen=tuple(sorted(guessed)), counted_secured=())


def complete(view: View) -> View:
    """Fill in a redacted view: no secured cards but those that this seat sees."""
    return view if view.counted_secured else view._replace(counted_secured=view.secured)


def same_turn(start: State, state: State) -> bool:
    """Return True while the seat to draw at ``start`` has not ended its turn."""
    return state.active_seat == start.active_seat and state.phase != Phase.CHOOSE


def level_from(start: State) -> str:
    """Return the rollout level: hard at the start of a turn, since normal undervalues securing for later turns.

    Elsewhere hard would take five times as long.
    """
    return "hard" if start.phase == Phase.CHOOSE else "normal"


def compared(view: View) -> Sequence[Action]:
    """Return the actions that are compared, most promising first: of several colours to secure only the best."""
    found = AHEAD.candidates(view)
    best = next((action for action in found if action.verb == Verb.SECURE), None)
    return [action for action in found if action.verb != Verb.SECURE or action == best]


def progress(view: View) -> float:
    """Return roughly how much of a match is played, from 0 to 1."""
    shown = sum(map(len, (*view.rows, *view.displays, view.discard)))
    drawn = shown + sum(view.secured_counts)
    return drawn / max(1, drawn + view.pile_count)


class Push(Game[State, Action, Event, View]):
    """The rules half of Push."""

    name = rules.NAME
    min_seats, max_seats = rules.MIN_SEATS, rules.MAX_SEATS
    options = rules.OPTIONS
    # every card is drawn, placed, taken and secured at most once, with one stop each
    max_actions = Bound(5 * len(deck.CARDS))
    rules = rules
    bots = with_expert(QUICK, expert)
    hints = Hints(explain, explain_action, advise, exact=ending.exact, flaw=flaw)
    # normal draws on past every good stop, and plays the end of a game badly
    play_outs = PlayOuts(
        level_from,
        compared,
        turn_level="hard",
        same_turn=same_turn,
        proof_level="hard",
        outlook=partial(rollout, rules, QUICK, AHEAD),
    )
    orders = Orders(orders.choices, orders.action, orders.holds)
    redaction = Redaction(redact, complete)
    records = Records(moments=moments, goals=goals.GOALS, reached=goals.reached, progress=progress, ties=rules.ties)
    modes = Modes(available_options=rules.offers)
    lesson = LESSON

    steps = staticmethod(rules.steps)

    def needs_confirmation(self, action: Action, view: View) -> bool:
        return action.verb in (Verb.PLACE, Verb.TAKE, Verb.SECURE)
