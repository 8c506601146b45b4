"""The tutorial of Keine Ahnung: fitting, remembering, a prize, the three functions, stopping, calling.

The learner's cards are blue 2, purple 2 (clear up), green 2 in the upper row and yellow 4, grey 5 (one more), a prize
in the lower.
"""

from collections.abc import Sequence

from game.games.keine_ahnung.rules import State
from game.tutorial.lesson import (
    MOVE,
    HiddenCards,
    Lesson,
    LessonStep,
    asked_step,
    decision_step,
    recorded_steps,
    text_step,
)

DRAW, CALL, STOP = [0], [4], [5]


def arranged(state: State, places: Sequence[int]) -> State:
    """Return the state with the first seat's cards at these places."""
    cards = dict(zip(places, state.grids[0], strict=True))
    return state._replace(grids=(tuple(cards[place] for place in range(len(cards))), *state.grids[1:]))


def their_turn(key: str) -> tuple[LessonStep, ...]:
    """Return the opponent's turn, grey 1 and purple 5, which does not fit, and the request that follows it."""
    return (*recorded_steps(DRAW, [3, 2]), *asked_step(DRAW, key, "card-4", "rival-1-card-2"))


LESSON = Lesson(
    seats=2,
    seed=546,
    minutes=3,
    hidden=HiddenCards(6, 3, arranged),
    learned=("fit", "remember", "signs", "call", "stars"),
    steps=(
        *asked_step(DRAW, "aim", MOVE),
        # purple 3 begins a pile
        *asked_step([3, 3], "reveal", MOVE, any_hidden=True),
        *text_step("back", "card-3", "card-pile-0"),
        # grey 3, 2, 5 and 6 on one pile
        *recorded_steps(DRAW, [3, 2], [3, 4], [3, 5], STOP),
        # grey 4: now the yellow 4 fits
        *recorded_steps(DRAW),
        *asked_step([3, 3], "remember", "card-pile-0", wrong="forgotten"),
        *asked_step([3, 5], "go_on", MOVE, answers=[(STOP, "go_on_stopped")], any_hidden=True),
        *text_step("prize", "shelf"),
        # blue 3, and two REFILL cards
        *recorded_steps(DRAW, [3, 1], [3, 3], STOP),
        # green 1 refills the opponent's grid
        *recorded_steps(DRAW),
        *asked_step([3, 0], "refill", "rival-1", MOVE, any_hidden=True),
        # the grey 5 does not fit: either way the turn is over
        *decision_step(
            "stop",
            "card-4",
            MOVE,
            branches=[(STOP, their_turn("stop_safe")), ([3, 4], their_turn("stop_dared"))],
            answers=[(CALL, "stop_called")],
            any_hidden=True,
        ),
        # blue 1 fits both piles, and the drawn card is a red 3
        *asked_step([1, 0], "choose", "card-pile-0", wrong="choose_other"),
        *asked_step(
            [3, 1],
            "plus",
            "card-pile-2",
            MOVE,
            wrong="remove_other",
            answers=[(CALL, "plus_called")],
            any_hidden=True,
        ),
        # purple 2 clears up
        *asked_step(
            [3, 2], "remove", MOVE, wrong="remove_other", answers=[(CALL, "remove_called"), (STOP, "remove_stopped")]
        ),
        *asked_step(CALL, "call", "card-4", "do-call", wrong="call_not", answers=[(STOP, "call_stopped")]),
        *asked_step([3, 4], "call", MOVE),
        *text_step("trophy", "shelf"),
    ),
)
