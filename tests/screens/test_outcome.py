"""The outcome of a match as a value, and the count that shows it: without a window, for every game."""

import pytest
from finished import finished

from game.catalogue.presentations import PRESENTATIONS
from game.catalogue.registry import GAMES
from game.engine.match_texts import name_of
from game.engine.score_sheet import ScoreRow, ScoreSheet, Term, filled_in
from game.engine.texts import LANGUAGES, Texts
from game.games.keine_ahnung import deck
from game.player import stats
from game.scenes.result.outcome import outcome_of
from game.scenes.result.result_rows import LONGEST_MS, PIECE_MS, READ_MS, WAY_MS, CountedRow, CountUp
from game.server.standings import points_of

TEXTS = Texts("en")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("people", [(0,), (0, 1)])
def test_every_row_adds_up_and_has_its_place(game, people):
    match = finished(game, GAMES[game].max_seats, people=people)
    scores, winners = match.game.scores(match.state), match.game.winners(match.state)
    outcome = outcome_of(TEXTS, match)
    columns = {tuple(term.key for term in placed.row.terms) for placed in outcome.rows}
    assert len(columns) == 1, "numbers of one kind stand below each other"
    for placed in outcome.rows:
        row = placed.row
        assert sum(term.value for term in row.terms) == row.total
        assert row.counts[-1] == row.terms[0].value
        assert placed.won == (row.seat in winners)
        assert placed.own == (people == (row.seat,))
        assert placed.names == match.seats[row.seat].name
        assert placed.place == match.places[row.seat]
    # the word that dnuP spells has no more letters
    most = [min(score, 4 if game == "dnup" else score) for score in scores]
    assert [placed.row.total for placed in outcome.rows] == sorted(most, reverse=True)
    assert outcome.of(winners[0]).place == 1
    assert outcome.spoken(TEXTS).startswith(outcome.headline.title)


def test_places_below_the_first_are_told_apart_as_the_rules_break_ties_too():
    match = finished("keine_ahnung", 4, people=(0,))
    found = deck.PRIZE
    # as many stars, but one has a card without stars more
    store = match.state.store._replace(trophies=((4,), (9,), (4,), (4,)), prizes=((), (), (found,), ()))
    match.state = match.state._replace(store=store)
    outcome = outcome_of(TEXTS, match)
    assert [(placed.row.seat, placed.place) for placed in outcome.rows] == [(1, 1), (2, 2), (0, 3), (3, 3)]
    assert match.places == [3, 1, 2, 3]
    assert outcome.rule == TEXTS("keine_ahnung.result.rule"), "it says what breaks ties"
    assert points_of(match) == (0, 4, 2, 0)
    assert stats.entry_of(match, 0).place == 3


def row(seat: int, *values: int, before: int = 0, counts: tuple[int, ...] = ()) -> ScoreRow:
    terms = tuple(Term(f"term {number}", value) for number, value in enumerate(values))
    return ScoreRow(seat, terms, sum(values) + before, counts or (0, values[0]), f"P{seat}", (seat,))


def test_terms_that_are_zero_for_all_are_left_out_and_earlier_rounds_added():
    sheet = filled_in(ScoreSheet((row(0, 0, 0, 3, before=7), row(1, 5, 0, 0)), "rule"))
    assert [[term.value for term in one.terms] for one in sheet.rows] == [[0, 3, 7], [5, 0, 0]]
    assert sheet.rows[0].terms[-1].key == "result.before"
    assert sheet.columns == 3
    single = filled_in(ScoreSheet((row(0, 4, 0), row(1, 2, 0)), "rule"))
    assert single.columns == 0, "a single number would only say the sum twice"


def test_rows_are_counted_from_lowest_to_highest_and_then_moved_to_their_places():
    low, high = row(0, 3, 1, counts=(0, 1, 3)), row(1, 5, 2)
    count = CountUp([low, high], [high, low])
    seen = []
    while not count.done:
        if count.pass_ms(16):
            seen.append((count.counted(0), count.counted(1)))
        assert count.order == ([1, 0] if count.done else [0, 1])
    assert seen[0] == (CountedRow(0, -1, False), CountedRow(0, 0, False)) or seen[0][0].terms == -1
    both = [pair for pair in seen if pair[0].terms >= 0]
    assert all(pair[1].done for pair in both), "one row after the other"
    assert [pair[0].pieces for pair in both] == sorted(pair[0].pieces for pair in both)
    assert count.current == -1
    assert count.total == low.total + high.total


def test_the_total_grows_with_every_card_and_term():
    count, totals = CountUp([row(0, 3, 4, counts=(0, 1, 3))], [row(0, 3, 4, counts=(0, 1, 3))]), [0]
    while not count.done:
        count.pass_ms(16)
        totals.append(count.total)
    assert list(dict.fromkeys(totals)) == [0, 1, 3, 7]


def test_rows_already_in_place_do_not_move():
    high, low = row(0, 5), row(1, 3)
    count = CountUp([high, low], [high, low])
    count.pass_ms(LONGEST_MS)
    assert count.done
    assert not count.moves
    other = CountUp([low, high], [high, low])
    other.pass_ms(LONGEST_MS)
    assert not other.done
    other.pass_ms(READ_MS + WAY_MS / 2)
    assert other.moves
    assert other.at(0) == pytest.approx(0.5)
    other.finish()
    assert other.order == [0, 1]


@pytest.mark.parametrize("seats", [2, 4, 7])
def test_counting_takes_at_most_three_and_a_half_seconds(seats):
    rows = [row(seat, 5 + seat, 4, 3, 2, counts=tuple(range(9))) for seat in range(seats)]
    count, spent = CountUp(rows, rows[::-1]), 0
    while not count.done:
        count.pass_ms(16)
        spent += 16
    assert spent <= 3_516


def test_pieces_of_an_earlier_result_are_shown_from_the_start():
    old, new = row(0, 3, counts=(0, 1, 2, 3))._replace(known=3), row(1, 2, counts=(0, 1, 2))._replace(known=1)
    count = CountUp([old, new], [old, new])
    assert [count.counted(number).pieces for number in (0, 1)] == [3, 1]
    count.pass_ms(PIECE_MS + 1)
    assert count.counted(1).pieces == 2


@pytest.mark.parametrize("game", GAMES)
def test_only_a_real_time_game_has_a_page_beside_the_totals(game):
    assert (type(PRESENTATIONS[game]).look_back is not type(PRESENTATIONS["push"]).look_back) == GAMES[game].real_time


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_best_moment_of_anybody_but_a_person_who_has_won_says_whose_it_is(language):
    texts, seen = Texts(language), set()
    for seed in range(1, 9):
        for people in ((0,), (0, 1)):
            match = finished("push", 4, seed, people)
            for moment in match.game.records.moments(match):
                won, is_own = moment.seat in match.game.winners(match.state), moment.seat in people
                title = outcome_of(texts, match, moment).title
                own = texts("result.moment_of", name=name_of(match.seats, moment.seat))
                expected = texts("result.moment") if is_own and won else own
                assert title == (expected if moment.glad else texts("review.moment"))
                seen.add((won, is_own, moment.glad))
    assert len(seen) > 4
