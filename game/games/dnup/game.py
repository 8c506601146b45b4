"""dnuP as it is played: its rules and its computer players in one object."""

from collections.abc import Iterator

from game.ai.expert import EXPERT
from game.core.capabilities import Bots, Hints, PlayOuts, Records, Redaction
from game.core.game import Game
from game.core.match import Match
from game.core.records import Moment
from game.games.dnup import deck, rules
from game.games.dnup import events as ev
from game.games.dnup.bots import LEVELS, advise, explain, explain_action, rollout_candidates, think
from game.games.dnup.lesson import LESSON
from game.games.dnup.rules import NEXT_ROUND, Action, Phase, State, Verb, View

#: sets of fewer cards are nothing to tell
LEAST_SET = 2
#: who turned the hand goes out after so many own moves at most, for it to have been the right time
SOON = 3
#: as many cards as being out so soon impresses like
TURNED = 5.0
#: a hand of more cards than these is not shown whole
MOST_SHOWN = 8


def moments(match: Match[State, Action, ev.Event, View]) -> Iterator[Moment]:
    """What of a finished match is worth telling once more."""
    #: seat -> when it turned its hand in this round, the hand then, and how many moves it has made since
    turned: dict[int, tuple[int, tuple[int, ...], int]] = {}
    #: place -> the set that was made there last
    sets: dict[int, tuple[int, ...]] = {}
    for length, (action, mover, events) in enumerate(zip(match.actions, match.movers, match.events, strict=True), 1):
        made = _made(events, sets)
        if mover in turned and action.verb != Verb.TURN:
            at, hand, moves = turned[mover]
            turned[mover] = (at, hand, moves + 1)
        for event in events:
            if isinstance(event, ev.RoundStarted):
                turned.clear()
            elif isinstance(event, ev.HandTurned):
                turned[event.seat] = (length, event.hand, 0)
            elif isinstance(event, ev.SetReturned) and len(event.cards) >= LEAST_SET and event.by != event.seat:
                yield _beaten(event, made, length)
            elif isinstance(event, ev.SetPlayed) and len(event.cards) > LEAST_SET and _out(events, event.seat):
                told = (("count", float(len(event.cards))),)
                yield Moment("last", event.seat, length, len(event.cards) + 0.5, event.cards, told)
            elif isinstance(event, ev.WentOut) and event.seat in turned:
                at, hand, moves = turned[event.seat]
                if moves <= SOON:
                    told = (("count", float(moves)),)
                    yield Moment("turned", event.seat, at, TURNED - moves, hand[:MOST_SHOWN], told)


def _made(events: tuple[ev.Event, ...], sets: dict[int, tuple[int, ...]]) -> tuple[int, ...]:
    """The set that these events of one action made on the table, if they made one; it is noted among ``sets``."""
    for event in events:
        if isinstance(event, ev.SetPlayed):
            sets[event.place] = event.cards
        elif isinstance(event, ev.CardAdded):
            sets[event.place] += (event.card,)
        else:
            continue
        return sets[event.place]
    return ()


def _beaten(event: ev.SetReturned, made: tuple[int, ...], length: int) -> Moment:
    """The set that was sent home, with the one of as many cards that did it."""
    count = len(event.cards)
    told = (("count", float(count)), ("high", float(deck.ACTIVE[made[0]])), ("low", float(deck.ACTIVE[event.cards[0]])))
    return Moment("beaten", event.by, length, float(count), made, told, event.seat, event.cards)


def _out(events: tuple[ev.Event, ...], seat: int) -> bool:
    """Whether ``seat`` has gone out in the course of these events."""
    return any(isinstance(event, ev.WentOut) and event.seat == seat for event in events)


def redact(view: View) -> View:
    """``view`` without the perfect memory of what went to which hand and what lies in the discard (section 4).

    Between two rounds there is nothing to be remembered any more.
    """
    return view if view.phase == Phase.ROUND_OVER else view._replace(known=(), gone=())


def complete(view: View) -> View:
    """As somebody would play who remembers nothing."""
    return view if view.known else view._replace(known=(frozenset(),) * len(view.hand_counts))


class Dnup(Game[State, Action, ev.Event, View]):
    """dnuP, the half that plays."""

    name = rules.NAME
    min_seats, max_seats = rules.MIN_SEATS, rules.MAX_SEATS
    options = rules.OPTIONS
    # nothing ends it but going out: by chance alone 1,620 were the most in thousands of games, where every round was
    # broken after 100 turns; people and bots need 500
    max_actions = 20_000
    rules = rules
    bots = Bots((*LEVELS, EXPERT), think)
    hints = Hints(explain, explain_action, advise)
    # hard would take 110 to 200 times as long, 0.2 to 1.8 s instead of 2 to 9 ms for a whole game, and a review of
    # four seats a quarter of an hour instead of 7 s. In five decisions of reviews hard's own choice was better than
    # what was done by so many per cent of all games, as normal plays on in 400 positions and as hard does in 28 to 96:
    # +16 +-3 and +8 +-4, +15 +-3 and +6 +-8, +14 +-2 and +6 +-10, +4 +-2 and +11 +-9, +3 +-3 and -14 +-11. In ten
    # positions by hard two of nine had seemed to turn round, in these none does for sure. To play on by hard for three
    # or eight decisions takes six to twenty times as long and says what normal says; to the end of the round, fifteen
    # times as long, it said +13 +-4 of the first and -2 +-4 of the second
    play_outs = PlayOuts("normal", rollout_candidates)
    redaction = Redaction(redact, complete)
    records = Records(moments=moments)
    lesson = LESSON

    steps = staticmethod(rules.steps)
    encode = staticmethod(rules.encode)
    decode = staticmethod(rules.decode)
    reveals = staticmethod(rules.reveals)
    visible = staticmethod(rules.visible)

    def next_round(self) -> Action:
        """A round ends before the game does."""
        return NEXT_ROUND
