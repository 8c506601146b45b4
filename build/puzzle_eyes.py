"""Questions of Twin It!'s puzzles about open cards, answered by comparing pictures alone.

Each function looks at one view and returns the strength, the pattern that tells the puzzle from others, and the step,
or None if the view has no such question. All answers follow from the patterns of the cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from game.core.rng import Rng
from game.games.twin_it.bots import matches
from game.games.twin_it.deck import twins_of
from game.games.twin_it.state import Action, Verb
from game.games.twin_it.view import Face, View
from game.tutorial.puzzle import PARTS, Step

#: strength, pattern, step
Question = tuple[int, int, Step]
#: cards that are marked for the question which of them is alone; and the numbers to choose from for that of the pairs
MARKED, COUNTS = 4, (1, 2, 3, 4)
#: for every strength the fewest and most cards of the questions about dealt cards
CARDS = {1: (9, 15), 2: (16, 20), 3: (22, 30)}


def dealt(at: int) -> Action:
    """Return the action that deals the next card."""
    return Action(Verb.DEAL, at, 0)


def encoded(verb: Verb, *cards: int) -> list[int]:
    """Return an encoded move with these cards, at any time."""
    return [verb, 0, 0, *cards]


def claims(pair: Sequence[Face]) -> tuple[list[int], ...]:
    """Return the encoded moves that take two cards: either of them first."""
    one, other = (face.card for face in pair)
    return encoded(Verb.COLLECT, one, other), encoded(Verb.COLLECT, other, one)


def near_pairs(view: View) -> list[tuple[Face, Face]]:
    """Return the pairs of cards that are near-twins: alike, but not equal."""
    return [
        (other, one)
        for place, one in enumerate(view.faces)
        for other in view.faces[:place]
        if other.pattern in twins_of(one.pattern)
    ]


def strength_by_cards(view: View) -> int:
    """Return the strength for a number of dealt cards, or 0."""
    return next((strength for strength, (least, most) in CARDS.items() if least <= len(view.faces) <= most), 0)


def equal_pairs(view: View) -> list[tuple[Face, Face]] | None:
    """Return the pairs of equal cards, or None if a picture is there three times."""
    pairs = list(matches(view))
    return pairs if len({one.pattern for one, _ in pairs}) == len(pairs) else None


def pair_strength(cards: int, kin: int, alike: int) -> int:
    """Return the strength of finding a pair among ``cards``, with ``kin`` near-twins and ``alike`` pairs of them."""
    if 8 <= cards <= 13 and not kin and alike <= 1:
        return 1
    if 15 <= cards <= 21 and alike <= 6:
        return 2
    return 3 if cards >= 24 and kin and alike >= 5 else 0


def the_pair(view: View, _rng: Rng) -> Question | None:
    """Return the question for the only two equal cards."""
    pairs = list(matches(view))
    if len(pairs) != 1:
        return None
    pattern = pairs[0][0].pattern
    kin = sum(face.pattern in twins_of(pattern) for face in view.faces)
    strength = pair_strength(len(view.faces), kin, len(near_pairs(view)))
    return (strength, pattern, Step(claims(pairs[0]))) if strength else None


def the_lookalikes(view: View, _rng: Rng) -> Question | None:
    """Return the question for the only two near-twins, where no two cards are equal."""
    strength, near = strength_by_cards(view), near_pairs(view)
    if not strength or len(near) != 1 or any(matches(view)):
        return None
    pattern = near[0][0].pattern
    return strength, pattern, Step(claims(near[0]), ask="lookalikes", blanks={"card": pattern})


def the_one_alone(view: View, rng: Rng) -> Question | None:
    """Return the question which of some marked cards is there only once; the strongest ones have a near-twin."""
    strength, pairs = strength_by_cards(view), equal_pairs(view)
    if not strength or not pairs or len(pairs) < MARKED - 1:
        return None
    counts = Counter(face.pattern for face in view.faces)
    near = {face.pattern for pair in near_pairs(view) for face in pair}
    single = [face for face in view.faces if counts[face.pattern] == 1 and (face.pattern in near) == (strength > 1)]
    if not single:
        return None
    alone = rng.choice(single)
    others = [rng.choice(pair) for pair in rng.shuffled(pairs)[: MARKED - 1]]
    wrong = tuple((encoded(Verb.TURN, face.card), PARTS) for face in others)
    cards = tuple(sorted(face.card for face in (alone, *others)))
    right = (encoded(Verb.TURN, alone.card),)
    return strength, alone.pattern, Step(right, wrong, ask="alone", blanks={"card": alone.pattern}, about=cards)


def the_count(view: View, rng: Rng) -> Question | None:
    """Return the question how many pairs match; the answers are drawn, because few pairs are likelier."""
    strength, pairs = strength_by_cards(view), equal_pairs(view)
    if not strength or not pairs or len(pairs) != rng.choice(COUNTS):
        return None
    cards = tuple(sorted(face.card for pair in pairs for face in pair))
    wrong = tuple((count, PARTS) for count in COUNTS if count != len(pairs))
    step = Step((len(pairs),), wrong, ask="pairs", about=cards)
    return strength, pairs[0][0].pattern, step


#: the questions, "" for the pair
QUESTIONS: dict[str, Callable[[View, Rng], Question | None]] = {
    "": the_pair,
    "lookalikes": the_lookalikes,
    "alone": the_one_alone,
    "pairs": the_count,
}
