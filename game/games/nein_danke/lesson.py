"""The tutorial of Nein Danke!: paying, the pot, runs, running out of chips, and green cards with and without bids.

The first cards of this deal are 28, 23, 24, 20 and 19, then the bonus cards +20 and +10.
"""

from game.tutorial.lesson import Lesson, asked_step, recorded_steps, text_step

PAY, TAKE, DECLINE = [0], [1], [2]

LESSON = Lesson(
    seats=3,
    seed=323866,
    minutes=4,
    learned=("pay", "run", "chips", "green"),
    options={
        "specials": True,
        "kinds": ("bonus10", "bonus15", "bonus20", "highest_doubled", "number_40", "minus_per_card"),
    },
    steps=(
        # 28: the cost of a card and the use of a chip
        *text_step("aim", "centre"),
        *text_step("chips", "chips"),
        *asked_step(PAY, "first", "centre", "do-pay", wrong="first_taken"),
        *recorded_steps(PAY, PAY),
        *asked_step(PAY, "pot", "pot", "do-pay", wrong="pot_taken"),
        *recorded_steps(PAY, PAY),
        *asked_step(PAY, "secret", "rival-1", "rival-2", "do-pay", wrong="secret_taken"),
        *recorded_steps(TAKE, PAY, PAY),
        # 23: the player who takes a card starts the next auction
        *asked_step(PAY, "next", "rival-1", "do-pay", wrong="next_taken"),
        *recorded_steps(PAY, PAY),
        *asked_step(PAY, "buttons", "do-pay", "do-take", wrong="buttons_taken"),
        *recorded_steps(PAY, TAKE, PAY),
        # 24: a run, and an opponent's run
        *asked_step(PAY, "their_run", "rival-2", "centre", "do-pay", wrong="their_run_taken"),
        *recorded_steps(PAY, PAY),
        *asked_step(PAY, "milked", "do-pay", wrong="milked_taken"),
        *recorded_steps(PAY, PAY),
        *asked_step(PAY, "few", "chips", "do-pay", wrong="few_taken"),
        *recorded_steps(PAY, TAKE, PAY),
        # 20: the chips run out
        *asked_step(PAY, "dear", "rival-2", "do-pay", wrong="dear_taken"),
        *recorded_steps(PAY, PAY),
        *asked_step(PAY, "fewer", "chips", "do-pay", wrong="fewer_taken"),
        *recorded_steps(PAY, PAY),
        *asked_step(PAY, "last", "chips", "do-pay", wrong="last_taken"),
        *recorded_steps(PAY, PAY),
        *asked_step(TAKE, "forced", "pot", "do-take"),
        # 19: the player's own run
        *asked_step(PAY, "fits", "centre", "card-20", "do-pay", wrong="fits_taken"),
        *recorded_steps(PAY, PAY),
        *asked_step(TAKE, "run", "centre", "do-take", wrong="run_paid"),
        *text_step("counted", "cards"),
        # +20: bids for a green card
        *asked_step(PAY, "green", "centre", "do-pay", wrong="green_declined"),
        *recorded_steps(PAY, PAY),
        *asked_step(PAY, "bid", "pot", "do-pay", wrong="bid_declined"),
        *recorded_steps(DECLINE),
        *text_step("won", "card-107", "rival-1"),
        # +10: no bids
        *recorded_steps(DECLINE),
        *text_step("free", "card-103", "rival-1"),
        *text_step("red", "pile"),
        *text_step("end", "plate"),
    ),
)
