"""The tutorial of Keine Ahnung: fitting, remembering, a prize, the three functions, stopping, calling.

The learner's cards are blue 2, purple 2 (clear up), green 2 in the upper row and yellow 4, grey 5 (one more), a prize
in the lower.
"""

from game.tutorial.lesson import MOVE, Lesson, asked_step, recorded_steps, text_step

DRAW, CALL, STOP = [0], [4], [5]

LESSON = Lesson(
    seats=2,
    seed=546,
    minutes=3,
    learned=("fit", "remember", "signs", "call", "stars"),
    steps=(
        *text_step("aim", "own"),
        *asked_step(DRAW, "draw", MOVE),
        # purple 3 begins a pile
        *asked_step([3, 3], "reveal", MOVE, wrong="any_card"),
        *text_step("back", "card-3", "card-pile-0"),
        # grey 3, 2, 5 and 6 on one pile
        *recorded_steps(DRAW, [3, 2], [3, 4], [3, 5], STOP),
        *asked_step(DRAW, "their_turn", "rival-1", MOVE),
        # grey 4: now the yellow 4 fits
        *asked_step([3, 3], "remember", "card-pile-0", wrong="forgotten"),
        *asked_step([3, 5], "go_on", MOVE, wrong="any_card", answers=[(STOP, "go_on_stopped")]),
        *text_step("prize", "shelf"),
        # blue 3, and two REFILL cards
        *recorded_steps(DRAW, [3, 1], [3, 3], STOP),
        *asked_step(DRAW, "one_left", "rival-1", MOVE),
        # green 1 refills the opponent's grid
        *asked_step([3, 0], "refill", "rival-1", MOVE, wrong="any_card"),
        *asked_step(STOP, "stop", MOVE, wrong="stop_not", answers=[(CALL, "stop_called")]),
        # grey 1, and purple 5, which does not fit
        *recorded_steps(DRAW, [3, 2]),
        *asked_step(DRAW, "their_bad_luck", "rival-1-card-2"),
        # blue 1 fits both piles, and the drawn card is a red 3
        *asked_step([1, 0], "choose", "card-pile-0", wrong="choose_other"),
        *asked_step([3, 1], "plus", "card-pile-2", MOVE, wrong="any_card", answers=[(CALL, "plus_called")]),
        # purple 2 clears up
        *asked_step(
            [3, 2], "remove", MOVE, wrong="remove_other", answers=[(CALL, "remove_called"), (STOP, "remove_stopped")]
        ),
        *text_step("calling", "card-4"),
        *asked_step(CALL, "call", "card-4", "do-call", wrong="call_not", answers=[(STOP, "call_stopped")]),
        *asked_step([3, 4], "show", MOVE),
        *text_step("trophy", "shelf"),
        *text_step("end"),
    ),
)
