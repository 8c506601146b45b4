"""The tutorial of Push: rows, a dice card, stopping or daring, an opponent's bust, taking a row, securing.

The first turn draws green 4, red 5, green 4, green 2, a dice card and purple 2. Then an opponent goes on at a risk of
almost 30 % and busts. The learner decides where the dice card goes, whether to draw once more, and which row to take.
"""

from game.core.options import Json
from game.tutorial.lesson import MOVE, Lesson, LessonStep, asked_step, decision_step, recorded_steps, text_step

DRAW, STOP = [0], [3]
RED, BLUE, GREEN = range(3)

Steps = tuple[LessonStep, ...]


def secure(colour: int) -> list[int]:
    """Encode securing a colour."""
    return [1, colour]


def place(row: int) -> list[int]:
    """Encode placing the drawn card."""
    return [2, row]


def take(row: int) -> list[int]:
    """Encode taking a row."""
    return [4, row]


def drawn(*rows: int) -> list[Json]:
    """Encode cards that are drawn and placed in these rows."""
    return [move for row in rows for move in (DRAW, place(row))]


def banked(key: str, point: str, colour: int) -> Steps:
    """Return the steps after the learner has taken a row: its text, an opponent's move, and securing a colour."""
    return (
        *text_step(key, point),
        *recorded_steps(secure(BLUE)),
        *asked_step(secure(colour), "secure", MOVE, wrong="secure_other", answers=[(DRAW, "secure_drawn")]),
    )


def opponents(dice_row: int, rows: list[Json], left: int, dice: int) -> Steps:
    """Return the others' turns: they take the learner's other rows, then one of them busts.

    ``rows`` are the moves up to that. Row ``left`` is taken by the other one; row ``dice`` has a dice card.
    """
    plain = 3 - left - dice
    return (
        *recorded_steps(take(3 - dice_row), take(dice_row), *rows),
        *text_step("greedy", "rows"),
        *recorded_steps(DRAW, take(left)),
        *decision_step(
            "pick",
            f"row-{dice}",
            f"row-{plain}",
            branches=[
                (take(dice), banked("rolled", "die", RED)),
                (take(plain), banked("not_rolled", "pile", GREEN)),
            ],
        ),
    )


def dare(dice_row: int) -> Steps:
    """Return the steps from the decision to draw once more on, with the dice card in ``dice_row``."""
    stopped = opponents(dice_row, drawn(0, 1, 0, 2, 0, 2, 1, 0), left=1, dice=0)
    dared = opponents(dice_row, drawn(0, 1, 2, 1, 2, 0, 1), left=0, dice=1)
    return decision_step(
        "dare",
        "do-draw",
        "do-stop",
        branches=[
            (STOP, (*asked_step(take(0), "stopped", MOVE, wrong="take_other"), *stopped)),
            (
                DRAW,
                (
                    *asked_step(place(0), "dared", MOVE, wrong="dared_elsewhere"),
                    *asked_step(STOP, "dared", MOVE, wrong="dared_drawn"),
                    *asked_step(take(0), "dared", MOVE, wrong="take_other"),
                    *dared,
                ),
            ),
        ],
    )


LESSON = Lesson(
    seats=3,
    seed=1219033,
    minutes=3,
    learned=("rows", "stop", "dice", "secure", "bust"),
    steps=(
        *asked_step(DRAW, "aim", MOVE),
        *recorded_steps(place(0)),
        *asked_step(DRAW, "aim", MOVE, wrong="aim_stopped"),
        *asked_step(place(0), "row", MOVE, wrong="row_not"),
        *asked_step(DRAW, "row", MOVE, wrong="row_stopped"),
        # the other green cards have no choice
        *recorded_steps(place(1)),
        *asked_step(DRAW, "new_row", "row-1", MOVE, wrong="new_row_stopped"),
        *recorded_steps(place(2)),
        *asked_step(DRAW, "third_row", MOVE, wrong="third_row_stopped"),
        *decision_step(
            "dice",
            "row-1",
            "row-2",
            branches=[(place(1), dare(1)), (place(2), dare(2))],
            wrong="dice_other",
        ),
        *text_step("end"),
    ),
)
