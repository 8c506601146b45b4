"""The tutorials of Nein Danke!: paying, the pot, runs, taking in time; and the special cards.

The others' recorded moves are those of the level hard.
"""

from game.tutorial.lesson import Lesson, asked_step, decision_step, recorded_steps, text_step

PAY, TAKE, DECLINE = [0], [1], [2]

#: the first card of this deal is +20, the second a red one
SPECIALS = Lesson(
    seats=3,
    seed=667,
    minutes=2,
    learned=("green", "decline", "red"),
    options={
        "specials": True,
        "kinds": ("bonus10", "bonus15", "bonus20", "highest_doubled", "number_40", "minus_per_card"),
    },
    steps=(
        *asked_step(PAY, "green", "centre", "do-pay", wrong="green_declined"),
        *recorded_steps(PAY, PAY),
        *asked_step(PAY, "bid", "pot", "do-pay", wrong="bid_declined"),
        *recorded_steps(PAY, PAY),
        *decision_step(
            "bid_more",
            "do-pay",
            "do-decline",
            branches=[
                (PAY, (*recorded_steps(DECLINE), *text_step("bid_won", "card-107"))),
                (DECLINE, text_step("bid_sold", "chips")),
            ],
        ),
        *text_step("free"),
        *text_step("red", "centre"),
        *text_step("read"),
    ),
)

#: the first cards of this deal are 25, 16, 24, 15 and 17
LESSON = Lesson(
    seats=3,
    seed=35249,
    minutes=3,
    learned=("pay", "pot", "run", "chips"),
    about={"specials": SPECIALS},
    steps=(
        # 25: the cost of a card and the use of a chip
        *text_step("aim", "centre"),
        *asked_step(PAY, "first", "chips", "do-pay", wrong="first_taken"),
        *recorded_steps(PAY, PAY),
        *asked_step(PAY, "pot", "pot", "do-pay", wrong="pot_taken"),
        *recorded_steps(PAY, PAY),
        *asked_step(PAY, "secret", "rival-1", "rival-2", "do-pay", wrong="secret_taken"),
        *recorded_steps(PAY, TAKE, PAY),
        # 16: a card is taken once its pot makes up for it
        *asked_step(PAY, "next", "rival-2", "do-pay", wrong="next_taken"),
        *recorded_steps(PAY, PAY),
        *asked_step(TAKE, "good", "pot", "do-take", wrong="good_paid"),
        # 24: an opponent's run
        *asked_step(PAY, "their_run", "rival-2", "centre", "do-pay", wrong="their_run_taken"),
        *recorded_steps(PAY, PAY),
        *asked_step(PAY, "their_run", "rival-2", "centre", "do-pay", wrong="their_run_taken"),
        *recorded_steps(PAY, TAKE, PAY),
        # 15: the learner's own run
        *decision_step(
            "run",
            "centre",
            "card-16",
            branches=[
                (TAKE, text_step("run_safe", "cards")),
                (PAY, (*recorded_steps(PAY, PAY), *asked_step(TAKE, "run_back", "do-take", wrong="run_back_paid"))),
            ],
        ),
        # 17: the same question again
        *decision_step(
            "third",
            "centre",
            "cards",
            branches=[
                (TAKE, text_step("third_safe", "cards")),
                (PAY, (*recorded_steps(PAY, PAY), *asked_step(TAKE, "third_back", "do-take", wrong="third_back_paid"))),
            ],
        ),
        *text_step("empty", "chips"),
        *text_step("end", "plate"),
    ),
)
