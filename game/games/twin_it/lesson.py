"""The tutorial of Twin It!: cards in play, two hands, a wrong claim, a contest, a stolen pair.

The script is a tape: every action has the stamp at which it counts, also the learner's. Time stands still until the
learner has done what is asked for; what the rules do by themselves is never due before that.

The stacks begin with 132, 133 and 134. Equal on the way are 134 and 129 in the middle, the tops 123 and 131, 130 in the
middle and the top 117, 127 and the pair won with 123, and 124 and the top 111. Almost equal are 132 and 130.
"""

from game.core.options import Json
from game.tutorial.lesson import LEARNER, MOVE, Lesson, LessonStep, asked_step, recorded_steps, text_step

TICK, FLIP, TOUCH = 0, 1, 2


def card(number: int) -> str:
    """Return the target name of a card."""
    return f"card-{number}"


def flip(at: int, seat: int) -> list[Json]:
    """Encode a flip by ``seat``."""
    return [FLIP, at, seat]


def hands(at: int, seat: int, *cards: int) -> list[Json]:
    """Encode ``seat`` putting one hand or both on cards."""
    return [TOUCH, at, seat, *cards]


def turn(at: int, key: str, *points: str) -> tuple[LessonStep, ...]:
    """Ask the learner for a flip."""
    return asked_step(flip(at, LEARNER), key, *points, MOVE, wrong="flip_first")


LESSON = Lesson(
    seats=3,
    seed=37769,
    minutes=4,
    learned=("play", "hands", "wrong", "contest", "steal"),
    steps=(
        *turn(1400, "aim", card(132), "sets"),
        *recorded_steps(flip(2900, 1), flip(4400, 2)),
        # the newest card of the middle, and the top that it uncovered
        *turn(5900, "two_new", card(134), card(131)),
        *asked_step(hands(7800, LEARNER, 134, 129), "pair", MOVE, wrong="unequal_free"),
        *turn(9300, "winner", card(134)),
        # the tops of the learner and of seat 2
        *recorded_steps(hands(10200, 1, 123), hands(10450, 1, 131)),
        *text_step("theirs", card(123), card(120), card(128)),
        *recorded_steps(flip(11900, 1)),
        *asked_step(hands(13800, LEARNER, 132, 130), "almost", MOVE, wrong="almost_other"),
        *turn(15300, "lost", card(120)),
        *recorded_steps(hands(16100, 1, 130)),
        *asked_step(hands(16500, LEARNER, 130, 117), "both", MOVE, wrong="unequal_free"),
        *recorded_steps([TICK, 19500]),
        *recorded_steps(flip(21000, 1)),
        # only the pair is marked: the third card is for the learner to find
        *asked_step(hands(23000, LEARNER, 127, 123), "steal", card(123), wrong="unequal_free"),
        *turn(24500, "clock", card(123), "bar"),
        *recorded_steps(flip(26000, 1)),
        *asked_step(hands(28300, LEARNER, 124, 111), "find", wrong="unequal"),
        *text_step("end", "sets"),
    ),
)
