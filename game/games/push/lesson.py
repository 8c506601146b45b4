"""The tutorial of Push: rows, a dice card, the direction, stopping, taking, securing, a bust.

The first turn draws a dice card, purple 4, yellow 6, purple 2, yellow 1 and a direction card; the third red 5, a dice
card, blue 5, purple 4, a dice card, purple 3, and purple 5, which fits no row.
"""

from game.tutorial.lesson import MOVE, Lesson, LessonStep, asked_step, decision_step, recorded_steps, text_step

DRAW, STOP = [0], [3]


def secure(colour: int) -> list[int]:
    """Encode securing a colour."""
    return [1, colour]


def place(row: int) -> list[int]:
    """Encode placing the drawn card."""
    return [2, row]


def take(row: int) -> list[int]:
    """Encode taking a row."""
    return [4, row]


def more(key: str, *rows: int) -> tuple[LessonStep, ...]:
    """Ask to place cards in these rows in the third turn, and to draw again after each."""
    onward = asked_step(DRAW, key, MOVE, wrong="more_stopped")
    return sum((asked_step(place(row), key, MOVE, wrong="elsewhere") + onward for row in rows), ())


LESSON = Lesson(
    seats=3,
    seed=60723,
    minutes=5,
    learned=("rows", "stop", "dice", "secure", "bust"),
    steps=(
        *asked_step(DRAW, "aim", MOVE),
        *recorded_steps(place(0)),
        *asked_step(DRAW, "dice", "row-0", MOVE, wrong="dice_stopped"),
        *asked_step(place(1), "new_row", MOVE, wrong="new_row_not"),
        *asked_step(DRAW, "new_row", MOVE, wrong="new_row_stopped"),
        *asked_step(place(1), "row", MOVE, wrong="row_not"),
        *asked_step(DRAW, "row", "row-1", MOVE, wrong="ten_stopped"),
        *asked_step(place(2), "third_row", MOVE, wrong="third_row_not"),
        *asked_step(DRAW, "third_row", MOVE, wrong="risk_stopped"),
        *asked_step(place(0), "low", MOVE, wrong="low_not"),
        *asked_step(DRAW, "low", MOVE, wrong="low_stopped"),
        *asked_step(STOP, "direction", "order", MOVE, wrong="direction_drawn"),
        *asked_step(take(1), "direction", MOVE, wrong="take_other"),
        *recorded_steps(take(2), take(0)),
        *text_step("rolled", "rival-1", "die"),
        # yellow is secured; then red 5, 4 and 2 in one row each
        *recorded_steps(secure(3), DRAW, place(0), DRAW, place(1), DRAW, place(2), STOP, take(0)),
        *asked_step(take(1), "their_rows", MOVE, wrong="their_rows_other"),
        *recorded_steps(take(2)),
        *asked_step(secure(3), "secure", MOVE, wrong="secure_other", answers=[(DRAW, "secure_drawn")]),
        # both secure red
        *recorded_steps(secure(0), secure(0)),
        *asked_step(DRAW, "secured", "safe", MOVE, wrong="secured_again"),
        *recorded_steps(place(0)),
        *asked_step(DRAW, "secured", MOVE, wrong="more_stopped"),
        *more("another_die", 1, 2),
        *more("one_die", 2, 0),
        *asked_step(place(1), "one_die", MOVE, wrong="elsewhere"),
        *decision_step(
            "dare",
            MOVE,
            "do-stop",
            branches=[
                # the die is explained before an opponent rolls it
                (
                    DRAW,
                    (
                        *text_step("bust", "rows", "die"),
                        *text_step("kept", "die", "safe"),
                        *recorded_steps(take(2), take(0)),
                    ),
                ),
                (
                    STOP,
                    (
                        *asked_step(take(2), "dare_not", MOVE, wrong="dare_other"),
                        *recorded_steps(take(0), take(1)),
                        *text_step("dare_safe", "pile"),
                    ),
                ),
            ],
        ),
        *text_step("end"),
    ),
)
