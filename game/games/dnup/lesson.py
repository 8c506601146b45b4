"""The tutorial of dnuP: playing, beating, cards that come back upside down, turning the hand, taking, adding.

The learner holds the star and goes out first, in either order of the last two sets. A card is encoded as twice its
number, plus one with its higher value upright.
"""

from game.tutorial.lesson import MOVE, Lesson, asked_step, decision_step, recorded_steps, text_step

TURN = [3]
#: the learner's last two sets
EIGHTS, ONES = [0, [47, 51]], [0, [6, 8, 54]]

LESSON = Lesson(
    seats=3,
    seed=682,
    minutes=4,
    learned=("upright", "beat", "home", "turn", "add"),
    steps=(
        *text_step("aim", "hand"),
        *asked_step([0, [6, 8]], "play", MOVE, wrong="play_other", answers=[(TURN, "play_turned")]),
        # a single 2, and a pair of 2s that beats the pair of 1s
        *recorded_steps([0, [26]], [0, [18, 22]]),
        *text_step("beaten", "card-3", "card-4"),
        *asked_step(
            [0, [52]],
            "beat",
            MOVE,
            wrong="beat_other",
            answers=[
                ([0, [7]], "beat_six"),
                # the other single cards are higher than 2 as well
                *(([0, [card]], "beat_single") for card in (9, 40, 46, 49, 50, 60)),
                ([2, 1], "beat_taken"),
                (TURN, "beat_turned"),
            ],
        ),
        # three 2s, and a pair of 6s
        *recorded_steps([0, [16, 24, 56]], [0, [5, 59]]),
        *asked_step(TURN, "turn", "do-turn", wrong="turn_other"),
        # turned as well, and a pair of 3s
        *recorded_steps(TURN, [0, [32, 36]]),
        *asked_step([0, [3, 21, 48, 61]], "many", MOVE, wrong="many_other", answers=[(TURN, "many_turned")]),
        # a single 10, and turned
        *recorded_steps([0, [55]], TURN),
        *asked_step([2, 1], "take", MOVE, "card-3", "card-4", wrong="take_other"),
        # a pair of 2s, and a single 9
        *recorded_steps([0, [26, 28]], [0, [15]]),
        *asked_step([1, 41, 2], "add", MOVE, wrong="add_other"),
        # the 10 again, and turned
        *recorded_steps([0, [29]], TURN),
        # nobody can beat the pair or the three of a kind: either order wins the round
        *decision_step(
            "last_ones",
            "hand",
            wrong="last_other",
            answers=[(TURN, "last_turned")],
            branches=[
                (
                    EIGHTS,
                    (
                        # a single 9, and an 8 for the learner's pair
                        *recorded_steps([0, [27]], [1, 13, 0]),
                        *asked_step(ONES, "out", "card-set-0", MOVE, wrong="out_other"),
                    ),
                ),
                (
                    ONES,
                    (
                        # a single 3, and a single 7
                        *recorded_steps([0, [38]], [0, [45]]),
                        *asked_step(EIGHTS, "out_eights", MOVE, wrong="out_eights_other"),
                    ),
                ),
            ],
        ),
        *text_step("letters", "letters"),
        *text_step("end"),
    ),
)
