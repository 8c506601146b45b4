"""The box of Twin It! against section 1 of the rule text (scenario 16)."""

from collections import Counter
from pathlib import Path

import deck_maker
import pytest

from game.core.rng import Rng
from game.games.twin_it import deck, deck_table
from game.games.twin_it.deck import CARDS, FAMILIES, FAMILY_OF

FACES = [pattern for card in CARDS for pattern in card]


def test_16_the_box_has_135_cards_and_119_patterns():
    assert len(CARDS) == deck.CARD_COUNT == 135
    assert len(FACES) == 270
    assert set(FACES) == set(range(deck.PATTERN_COUNT)) == set(range(119))


def test_16_five_patterns_occur_once_77_twice_37_three_times():
    assert Counter(Counter(FACES).values()) == {1: 5, 2: 77, 3: 37}
    assert (deck.ONCE, deck.TWICE, deck.THRICE) == (5, 77, 37)


def test_16_no_card_has_equal_faces_and_no_two_cards_share_both():
    assert all(one != other for one, other in CARDS)
    assert len({frozenset(card) for card in CARDS}) == 135


def test_16_copies_of_a_pattern_are_on_different_cards():
    for pattern, count in Counter(FACES).items():
        assert sum(pattern in card for card in CARDS) == count


def test_near_twins_never_share_a_card():
    assert all(FAMILY_OF[one] != FAMILY_OF[other] for one, other in CARDS)


def test_every_pattern_has_a_near_twin():
    assert Counter(FAMILIES.values()) == {2: 34, 3: 17}
    assert len(FAMILY_OF) == 119
    assert all(deck.twins_of(pattern) for pattern in range(119))
    assert deck.twins_of(0) == (1, 2)


def test_a_pattern_that_occurs_once_has_a_more_frequent_near_twin():
    counts = Counter(FACES)
    for pattern in (p for p, count in counts.items() if count == 1):
        assert max(counts[twin] for twin in deck.twins_of(pattern)) > 1


def test_the_committed_table_is_what_the_generator_makes():
    made = deck_maker.make(FAMILY_OF, deck.ONCE, deck_maker.SEED)
    assert tuple(made) == CARDS
    assert Path(deck_table.__file__).read_text(encoding="utf-8") == deck_maker.source(made)


@pytest.mark.parametrize("once", [1, 10, 18])
def test_the_generator_makes_every_split_that_section_1_allows(once):
    faces = Counter(pattern for card in deck_maker.make(FAMILY_OF, once, 1) for pattern in card)
    assert Counter(faces.values()) == {1: once, 2: 87 - 2 * once, 3: 32 + once}


def test_a_game_has_the_same_cards_in_another_order():
    box = deck.shuffled(Rng(4))
    pairs = Counter(frozenset(box[c : c + 2]) for c in range(0, 270, 2))
    assert pairs == Counter(map(frozenset, CARDS))
    assert deck.shuffled(Rng(4)) == box != deck.shuffled(Rng(5))
