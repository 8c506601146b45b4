"""The guided first turns of Keine Ahnung: fitting, remembering, a prize, the three functions, stopping, calling.

The learner's cards are blue 2, purple 2 (clear up), green 2 above and yellow 4, grey 5 (one more), a prize below.
"""

from game.teaching.lesson import MOVE, Lesson, ask, made, tell

DRAW, CALL, STOP = [0], [4], [5]

LESSON = Lesson(
    seats=2,
    seed=546,
    minutes=3,
    learned=("fit", "remember", "signs", "call", "stars"),
    steps=(
        *tell("aim", "own"),
        *ask(DRAW, "draw", MOVE),
        # purple 3 begins a pile
        *ask([3, 3], "reveal", MOVE, wrong="any_card"),
        *tell("back", "card-3", "card-pile-0"),
        # grey 3, 2, 5 and 6 on one pile
        *made(DRAW, [3, 2], [3, 4], [3, 5], STOP),
        *ask(DRAW, "their_turn", "rival-1", MOVE),
        # grey 4: the yellow 4 fits now
        *ask([3, 3], "remember", "card-pile-0", wrong="forgotten"),
        *ask([3, 5], "go_on", MOVE, wrong="any_card", answers=[(STOP, "go_on_stopped")]),
        *tell("prize", "shelf"),
        # blue 3, and two cards that fill up
        *made(DRAW, [3, 1], [3, 3], STOP),
        *ask(DRAW, "one_left", "rival-1", MOVE),
        # green 1 fills the other one up
        *ask([3, 0], "refill", "rival-1", MOVE, wrong="any_card"),
        *ask(STOP, "stop", MOVE, wrong="stop_not", answers=[(CALL, "stop_called")]),
        # grey 1, and purple 5, which does not fit
        *made(DRAW, [3, 2]),
        *ask(DRAW, "their_bad_luck", "rival-1-card-2"),
        # blue 1 fits both piles, and brings a red 3
        *ask([1, 0], "choose", "card-pile-0", wrong="choose_other"),
        *ask([3, 1], "plus", "card-pile-2", MOVE, wrong="any_card", answers=[(CALL, "plus_called")]),
        # purple 2 clears up
        *ask([3, 2], "remove", MOVE, wrong="remove_other", answers=[(CALL, "remove_called"), (STOP, "remove_stopped")]),
        *tell("calling", "card-4"),
        *ask(CALL, "call", "card-4", "do-call", wrong="call_not", answers=[(STOP, "call_stopped")]),
        *ask([3, 4], "show", MOVE),
        *tell("trophy", "shelf"),
        *tell("end"),
    ),
)
