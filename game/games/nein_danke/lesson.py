"""The guided first game of Nein Danke!: paying, the pot, runs, running out of chips, green cards, also without a bid.

The first cards of this deal are 28, 23, 24, 20 and 19, then the bonus cards +20 and +10.
"""

from game.teaching.lesson import Lesson, ask, made, tell

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
        # 28: what a card costs, and what a chip is for
        *tell("aim", "centre"),
        *tell("chips", "chips"),
        *ask(PAY, "first", "centre", "do-pay", wrong="first_taken"),
        *made(PAY, PAY),
        *ask(PAY, "pot", "pot", "do-pay", wrong="pot_taken"),
        *made(PAY, PAY),
        *ask(PAY, "secret", "rival-1", "rival-2", "do-pay", wrong="secret_taken"),
        *made(TAKE, PAY, PAY),
        # 23: who takes a card begins with the next one
        *ask(PAY, "next", "rival-1", "do-pay", wrong="next_taken"),
        *made(PAY, PAY),
        *ask(PAY, "buttons", "do-pay", "do-take", wrong="buttons_taken"),
        *made(PAY, TAKE, PAY),
        # 24: a run, and another one's
        *ask(PAY, "their_run", "rival-2", "centre", "do-pay", wrong="their_run_taken"),
        *made(PAY, PAY),
        *ask(PAY, "milked", "do-pay", wrong="milked_taken"),
        *made(PAY, PAY),
        *ask(PAY, "few", "chips", "do-pay", wrong="few_taken"),
        *made(PAY, TAKE, PAY),
        # 20: the chips run out
        *ask(PAY, "dear", "rival-2", "do-pay", wrong="dear_taken"),
        *made(PAY, PAY),
        *ask(PAY, "fewer", "chips", "do-pay", wrong="fewer_taken"),
        *made(PAY, PAY),
        *ask(PAY, "last", "chips", "do-pay", wrong="last_taken"),
        *made(PAY, PAY),
        *ask(TAKE, "forced", "pot", "do-take"),
        # 19: a run of one's own
        *ask(PAY, "fits", "centre", "card-20", "do-pay", wrong="fits_taken"),
        *made(PAY, PAY),
        *ask(TAKE, "run", "centre", "do-take", wrong="run_paid"),
        *tell("counted", "cards"),
        # +20: bids for a green card
        *ask(PAY, "green", "centre", "do-pay", wrong="green_declined"),
        *made(PAY, PAY),
        *ask(PAY, "bid", "pot", "do-pay", wrong="bid_declined"),
        *made(DECLINE),
        *tell("won", "card-107", "rival-1"),
        # +10: nobody bids
        *made(DECLINE),
        *tell("free", "card-103", "rival-1"),
        *tell("red", "pile"),
        *tell("end", "plate"),
    ),
)
