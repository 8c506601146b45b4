"""The guided first turns of Push: rows, a dice card, the direction, stopping, taking, securing, going too far.

In the first turn come a dice card, purple 4, yellow 6, purple 2, yellow 1 and a direction card; in the third red 5, a
dice card, blue 5, purple 4, a dice card, purple 3, and purple 5, which fits nowhere.
"""

from game.teaching.lesson import MOVE, Lesson, Step, ask, made, tell

DRAW, STOP = [0], [3]


def secure(colour: int) -> list[int]:
    """Secure a colour."""
    return [1, colour]


def place(row: int) -> list[int]:
    """Place the drawn card."""
    return [2, row]


def take(row: int) -> list[int]:
    """Take a row."""
    return [4, row]


def more(key: str) -> tuple[Step, ...]:
    """Draw on in the third turn, which is to go too far; the words before have said so already."""
    return ask(DRAW, key, MOVE, wrong="more_stopped")


LESSON = Lesson(
    seats=3,
    seed=60723,
    minutes=5,
    learned=("rows", "stop", "dice", "secure", "bust"),
    steps=(
        *tell("aim", "rows"),
        *ask(DRAW, "first", MOVE),
        *made(place(0)),
        *ask(DRAW, "dice", "row-0", MOVE, wrong="dice_stopped"),
        *ask(place(1), "new_row", MOVE, wrong="new_row_not"),
        *ask(DRAW, "new_row", MOVE, wrong="new_row_stopped"),
        *ask(place(1), "row", MOVE, wrong="row_not"),
        *ask(DRAW, "ten", "row-1", MOVE, wrong="ten_stopped"),
        *ask(place(2), "third_row", MOVE, wrong="third_row_not"),
        *ask(DRAW, "risk", MOVE, wrong="risk_stopped"),
        *ask(place(0), "low", MOVE, wrong="low_not"),
        *ask(DRAW, "low", MOVE, wrong="low_stopped"),
        *ask(STOP, "direction", "order", MOVE, wrong="direction_drawn"),
        *ask(take(1), "take", MOVE, wrong="take_other"),
        *made(take(2), take(0)),
        *tell("rolled", "rival-1", "die"),
        # yellow is secured; red 5, 4 and 2 in a row each
        *made(secure(3), DRAW, place(0), DRAW, place(1), DRAW, place(2), STOP, take(0)),
        *ask(take(1), "their_rows", MOVE, wrong="their_rows_other"),
        *made(take(2)),
        *ask(secure(3), "secure", MOVE, wrong="secure_other", answers=[(DRAW, "secure_drawn")]),
        # both secure red
        *made(secure(0), secure(0)),
        *ask(DRAW, "secured", "safe", MOVE, wrong="secured_again"),
        *made(place(0)),
        *more("secured"),
        *ask(place(1), "another_die", MOVE, wrong="elsewhere"),
        *more("another_die"),
        *ask(place(2), "same_number", MOVE, wrong="elsewhere"),
        *more("same_number"),
        *ask(place(2), "beside", MOVE, wrong="elsewhere"),
        *more("beside"),
        *ask(place(0), "one_die", MOVE, wrong="one_die_not"),
        *more("one_die"),
        *ask(place(1), "open", MOVE, wrong="elsewhere"),
        *more("dare"),
        # the die is spoken of before somebody else rolls it
        *tell("bust", "rows", "die"),
        *tell("kept", "die", "safe"),
        *made(take(2), take(0)),
        *tell("end"),
    ),
)
