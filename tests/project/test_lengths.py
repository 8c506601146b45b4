"""The announced length of a match: measured at the table, and adjusted for its players and house rules."""

from datetime import date

import lengths as measuring
import pytest
from ladder import tables_of
from player import Player

from game.catalogue.lengths import (
    BOT_S,
    DECKS,
    MEASURED,
    QUICK_LOOK_S,
    QUICK_S,
    SLOW_LOOK_S,
    SLOW_S,
    box_minutes,
    minutes_of,
    span_of,
)
from game.catalogue.registry import GAMES
from game.core.match import HUMAN
from game.engine.texts import Texts
from game.player import daily_deal, lineup
from game.table.turns.local import THINK_MS

TEXTS = Texts("de")
#: how far a recorded length may be from a measured one: matches differ, and animations become longer or shorter
OFF = 0.35
#: so many matches are enough to see that
ENOUGH = 5
#: the games whose length is measured; others have a text
KNOWN = [game for game in GAMES if not TEXTS.has(f"game.{game}.minutes")]


def rows(game, seats=4, people=1, **options):
    """Return the seats of a set-up."""
    made = lineup.default_lineup(game, TEXTS, seats)
    for seat in range(people):
        made.seats[seat] = made.seats[seat]._replace(kind=HUMAN)
    made.options |= options
    return made


DEALT = [(game, deck) for game in KNOWN for deck in DECKS.get(game, ("base",))]


@pytest.mark.parametrize(("game", "deck"), DEALT)
def test_the_recorded_lengths_match_measurements(game, deck):
    # by turns with the fewest and the most players
    seats = tables_of(game, deck)[-(DEALT.index((game, deck)) % 2)]
    said = MEASURED[game, deck, seats]
    seeds = min(measuring.MORE_SEEDS.get((game, deck), measuring.SEEDS), ENOUGH)
    found = measuring.measured(game, deck, seats, seeds)
    assert found.seconds == pytest.approx(said.seconds, rel=OFF), seats
    assert found.decisions == pytest.approx(said.decisions, rel=OFF), seats
    assert found.thought == pytest.approx(said.thought, rel=OFF), seats


def test_exactly_the_offered_tables_have_recorded_lengths():
    tables = {(game, deck, seats) for game, deck in DEALT for seats in tables_of(game, deck)}
    assert set(MEASURED) == tables


def test_bots_think_as_long_as_assumed():
    assert sum(THINK_MS) / 2000 == BOT_S


def test_people_take_longer_for_each_of_their_decisions():
    length = MEASURED["push", "base", 4]
    for people in (1, 3):
        span = span_of(rows("push", people=people))
        more = people * length.decisions
        assert span.quick == length.seconds + more * (QUICK_S - length.thought)
        assert span.slow == length.seconds + more * (SLOW_S - length.thought)
    # in real time players do not wait for each other
    assert span_of(rows("twin_it", people=3)).slow == MEASURED["twin_it", "base", 4].seconds


def test_without_a_clock_a_look_for_a_pair_takes_people_longer_than_another_decision():
    length = MEASURED["twin_it", "calm", 4]
    for people in (1, 3):
        span = span_of(rows("twin_it", people=people, calm=True, looks=0, sets=7))
        more = people * length.decisions
        assert span.quick == pytest.approx(length.seconds + more * (QUICK_LOOK_S - length.thought))
        assert span.slow == pytest.approx(length.seconds + more * (SLOW_LOOK_S - length.thought))
    assert span.slow > 3 * 60


@pytest.mark.parametrize(
    ("game", "options", "said"),
    [
        ("twin_it", {"mode": "minute"}, "1"),
        ("twin_it", {"mode": "contest", "minute": 90}, "1,5"),
        ("twin_it", {"mode": "contest", "minute": 120}, "2"),
        ("twin_it", {"mode": "minute", "calm": True}, "3–7"),
    ],
)
def test_a_match_with_a_time_limit_lasts_that_long(game, options, said):
    assert minutes_of(rows(game, **options), TEXTS) == said


def test_more_sets_make_a_calm_match_longer():
    five, ten = (span_of(rows("twin_it", calm=True, sets=sets)) for sets in (5, 10))
    assert ten.slow == pytest.approx(2 * five.slow)


def test_rounds_and_special_cards_make_a_match_longer():
    one, four = (span_of(rows("nein_danke", rounds=rounds)) for rounds in (1, 4))
    assert four.slow == pytest.approx(4 * one.slow)
    assert span_of(rows("nein_danke", specials=True)).quick > 1.5 * one.quick


def test_the_set_up_shows_the_length_of_its_table_and_the_title_that_of_all():
    player = Player()
    text, box = minutes_of(rows("push"), TEXTS), box_minutes("push", TEXTS)
    assert f"etwa {box}\u00a0Min" in player.scene.items.find("push").label
    player.tap("push")
    assert player.scene.items.find("start").label.endswith(f"zu viert, etwa {text}\u00a0Min")
    player.tap("level-1-0")
    more = minutes_of(rows("push", people=2), TEXTS)
    assert more != text
    assert player.scene.items.find("start").label.endswith(f"etwa {more}\u00a0Min")
    player.tap("back")
    player.tap("back")
    # a match tried out or played once does not change the length on the title
    assert f"etwa {box}\u00a0Min" in player.scene.items.find("push").label


def test_a_box_names_half_minutes_as_the_set_up_does():
    assert minutes_of(rows("twin_it", 2), TEXTS) == "1,5"
    assert box_minutes("twin_it", TEXTS) == "1,5–2"
    assert box_minutes("twin_it", Texts("en")) == "1.5–2"


def bounds_of(text: str) -> tuple[float, float]:
    """Return the least and the most of minutes as text."""
    found = [float(number.replace(",", ".")) for number in text.split("\u2013")]
    return found[0], found[-1]


@pytest.mark.parametrize("game", KNOWN)
def test_every_daily_deal_lasts_as_long_as_its_box_says(game):
    least, most = bounds_of(box_minutes(game, TEXTS))
    for day in (date(2026, 1, 1) + daily_deal.ONE_DAY * number for number in range(200)):
        deal = daily_deal.deal_of(day)
        if deal.game == game:
            seats = lineup.named_seats(deal.kinds, TEXTS)
            quick, slow = bounds_of(minutes_of(lineup.Lineup(game, seats, dict(deal.match(seats).options)), TEXTS))
            assert least <= quick <= slow <= most
