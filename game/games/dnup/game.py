"""dnuP as it is played: its rules and its computer players in one object."""

from __future__ import annotations

from game.core.capabilities import Bots, Hints, PlayOuts, Records, Redaction
from game.core.game import Game
from game.games.dnup import moments, rules
from game.games.dnup.bots import LEVELS, advise, explain, explained, think, tried
from game.games.dnup.events import Event
from game.games.dnup.lesson import LESSON
from game.games.dnup.rules import NEXT_ROUND, Action, Phase, State, View
from game.thinking.expert import EXPERT


def for_people(view: View) -> View:
    """``view`` without the perfect memory of what went to which hand and what lies in the discard (section 4).

    Between two rounds there is nothing to be remembered any more.
    """
    return view if view.phase == Phase.ROUND_OVER else view._replace(known=(), gone=())


def supposed(view: View) -> View:
    """As somebody would play who remembers nothing."""
    return view if view.known else view._replace(known=(frozenset(),) * len(view.hand_counts))


class Dnup(Game[State, Action, Event, View]):
    """dnuP, the half that plays."""

    name = rules.NAME
    min_seats, max_seats = rules.MIN_SEATS, rules.MAX_SEATS
    options = rules.OPTIONS
    # nothing ends it but going out: by chance alone 1,620 were the most in thousands of games, where every round was
    # broken after 100 turns; people and bots need 500
    most_actions = 20_000
    rules = rules
    bots = Bots((*LEVELS, EXPERT), think)
    hints = Hints(explain, explained, advise)
    # hard would take 110 to 200 times as long, 0.2 to 1.8 s instead of 2 to 9 ms for a whole game, and a review of
    # four seats a quarter of an hour instead of 7 s. In five decisions of reviews hard's own choice was better than
    # what was done by so many per cent of all games, as normal plays on in 400 positions and as hard does in 28 to 96:
    # +16 +-3 and +8 +-4, +15 +-3 and +6 +-8, +14 +-2 and +6 +-10, +4 +-2 and +11 +-9, +3 +-3 and -14 +-11. In ten
    # positions by hard two of nine had seemed to turn round, in these none does for sure. To play on by hard for three
    # or eight decisions takes six to twenty times as long and says what normal says; to the end of the round, fifteen
    # times as long, it said +13 +-4 of the first and -2 +-4 of the second
    play_outs = PlayOuts("normal", tried)
    redaction = Redaction(for_people, supposed)
    records = Records(moments=moments.moments)
    lesson = LESSON

    steps = staticmethod(rules.steps)
    encode = staticmethod(rules.encode)
    decode = staticmethod(rules.decode)
    reveals = staticmethod(rules.reveals)
    visible = staticmethod(rules.visible)

    def next_round(self) -> Action:
        """A round ends before the game does."""
        return NEXT_ROUND
