"""The guided first round of dnuP: playing, beating, what comes home upside down, turning the hand, taking, adding.

The learner holds the star and goes out first. A card is twice its number, and one more with its higher value upright.
"""

from game.teaching.lesson import MOVE, Lesson, ask, made, tell

TURN = [3]

LESSON = Lesson(
    seats=3,
    seed=682,
    minutes=4,
    learned=("upright", "beat", "home", "turn", "add"),
    steps=(
        *tell("aim", "hand"),
        *ask([0, [6, 8]], "play", MOVE, wrong="play_other", answers=[(TURN, "play_turned")]),
        # a single 2, and a pair of 2s that beats the pair of 1s
        *made([0, [26]], [0, [18, 22]]),
        *tell("beaten", "card-3", "card-4"),
        *ask([0, [52]], "beat", MOVE, wrong="beat_other", answers=[([0, [7]], "beat_six"), (TURN, "beat_turned")]),
        # three 2s, and a pair of 6s
        *made([0, [16, 24, 56]], [0, [5, 59]]),
        *ask(TURN, "turn", "do-turn", wrong="turn_other"),
        # turned, too, and a pair of 3s
        *made(TURN, [0, [32, 36]]),
        *ask([0, [3, 21, 48, 61]], "many", MOVE, wrong="many_other", answers=[(TURN, "many_turned")]),
        # a single 10, and turned
        *made([0, [55]], TURN),
        *ask([2, 1], "take", MOVE, "card-3", "card-4", wrong="take_other"),
        # a pair of 2s, and a single 9
        *made([0, [26, 28]], [0, [15]]),
        *ask([1, 41, 2], "add", MOVE, wrong="add_other"),
        # the 10 again, and turned
        *made([0, [29]], TURN),
        *ask([0, [47, 51]], "last_ones", MOVE, wrong="last_other", answers=[(TURN, "last_turned")]),
        # a single 9, and an 8 for the learner's pair
        *made([0, [27]], [1, 13, 0]),
        *ask([0, [6, 8, 54]], "out", "card-set-0", MOVE, wrong="out_other"),
        *tell("letters", "letters"),
        *tell("end"),
    ),
)
