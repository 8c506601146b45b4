"""The cards of Nein Danke! as data.

A card is a small int: 3 to 35 are the number cards, from 100 on the special cards, each copy with an
id of its own. Number 40 is a red special that counts as a number card (rule text, section 4.1).
"""

Cards = tuple[int, ...]
#: seat -> cards
Displays = tuple[Cards, ...]

NUMBERS = tuple(range(3, 36))
ASIDE = 9
CHIPS = {3: 11, 4: 11, 5: 11, 6: 9, 7: 7}
TACTICAL_CHIPS = 10
TACTICAL_ASIDE = (10, 20, 30)

#: kind -> copies; green cards help, red ones harm (section 1)
GREEN = {
    "bonus5": 2,
    "bonus10": 2,
    "bonus15": 3,
    "bonus20": 2,
    "joker": 1,
    "plus_per_card": 1,
    "skip": 1,
    "give_left": 1,
    "peek_nine": 1,
    "remove_one": 1,
    "double_chips": 1,
}
RED = {
    "take_first_pink": 1,
    "chips_negative": 1,
    "highest_doubled": 1,
    "halve_chips": 1,
    "number_40": 1,
    "minus_per_card": 1,
}
KINDS = (*GREEN, *RED)
#: resolved at once and then discarded
IMMEDIATE = frozenset({"give_left", "peek_nine", "remove_one", "take_first_pink"})
BONUS = {"bonus5": 5, "bonus10": 10, "bonus15": 15, "bonus20": 20}

FIRST_SPECIAL = 100
#: id -> kind, for every special card of the box
SPECIALS: dict[int, str] = dict(
    enumerate((kind for deck in (GREEN, RED) for kind, copies in deck.items() for _ in range(copies)), FIRST_SPECIAL)
)
GREEN_IDS = frozenset(card for card, kind in SPECIALS.items() if kind in GREEN)
#: number value of a card that counts as a number card
NUMBER_OF: dict[int, int] = {n: n for n in NUMBERS} | {c: 40 for c, kind in SPECIALS.items() if kind == "number_40"}
IMMEDIATE_IDS = frozenset(card for card, kind in SPECIALS.items() if kind in IMMEDIATE)
SKIP_IDS = frozenset(card for card, kind in SPECIALS.items() if kind == "skip")


def is_green(card: int) -> bool:
    """Return True for a green back (section 1); all other cards are pink."""
    return card in GREEN_IDS


def kind_of(card: int) -> str:
    """Return the special card's kind, or ``"number"``."""
    return SPECIALS.get(card, "number")


def specials_of(kinds: tuple[str, ...]) -> tuple[list[int], list[int]]:
    """Return all special cards of the given kinds as (green, red)."""
    chosen = [card for card, kind in SPECIALS.items() if kind in kinds]
    return [c for c in chosen if c in GREEN_IDS], [c for c in chosen if c not in GREEN_IDS]
