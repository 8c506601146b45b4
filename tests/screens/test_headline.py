"""The headline of a result: the winner, the margin, and whom it addresses."""

import pytest
from finished import NAMES, finished

from game.catalogue.presentations import PRESENTATIONS
from game.catalogue.registry import GAMES
from game.core.capabilities import Records
from game.engine.score_sheet import ScoreRow, ScoreSheet, Term
from game.engine.texts import Texts
from game.scenes.result.outcome import Headline, headline_of, outcome_of, place_of, ranked


def sums(seats, totals, teams=()) -> ScoreSheet:
    """Return totals for a test; those of a team where there are ``teams``."""
    rows = [
        ScoreRow(
            number,
            (Term("x", total),),
            total,
            (total,),
            f"Team {number + 1}" if teams else seats[number].name,
            teams[number] if teams else (number,),
            in_team=bool(teams),
        )
        for number, total in enumerate(totals)
    ]
    return ScoreSheet(tuple(rows), "", "Runde 1 von 2")


#: what the sheet of a group with a medal says of it
REACHED = "Silber: 9 Punkte"


class Rules:
    """The rules of a game with given winners."""

    name = "some game"

    def __init__(self, winners, medal=-1):
        self._winners, self.records = winners, Records(medal=lambda _state: medal)

    def winners(self, state):
        return self._winners


class Table:
    """A match that is over, or not."""

    def __init__(self, people, winners, over=True, medal=-1, count=3):
        match = finished("nein_danke", count, people=people)
        self.seats, self.humans, self.state = match.seats, match.humans, match.state
        self.game, self.is_over = Rules(winners, medal), over


def head(people, winners, totals, teams=(), language="de", **more) -> Headline:
    table = Table(people, winners, count=max(3, len(totals) if not teams else 4), **more)
    sheet = sums(table.seats, totals, teams)
    return headline_of(
        Texts(language), table, sheet._replace(reached=REACHED if table.game.records.medal(()) > 0 else "")
    )


@pytest.mark.parametrize(
    ("people", "winners", "totals", "title", "under", "glad"),
    [
        ((0,), (0,), (20, 8, 3), "Du gewinnst!", "12 Punkte Vorsprung", True),
        ((0,), (0,), (9, 8, 3), "Du gewinnst!", "1 Punkt Vorsprung", True),
        ((1,), (2,), (3, 8, 13), "Ole gewinnt", "2. Platz für dich, 5 Punkte Rückstand", False),
        ((0,), (2,), (3, 8, 13), "Ole gewinnt", "3. Platz für dich, 10 Punkte Rückstand", False),
        # two on one device are called by their names
        ((0, 1), (1,), (3, 8, 3), "Frida gewinnt!", "5 Punkte Vorsprung", True),
        ((0, 1), (2,), (3, 8, 13), "Ole gewinnt", "2. Platz für Frida, 5 Punkte Rückstand", False),
        ((0, 1), (1,), (8, 8, 3), "Frida gewinnt!", "Gleichstand: Die Zusatzregel entscheidet.", True),
        # a tie that no total shows
        ((0,), (1,), (8, 8, 3), "Frida gewinnt", "Gleichstand: Die Zusatzregel entscheidet.", False),
        ((0,), (0, 1), (8, 8, 3), "Geteilter Sieg!", "Du teilst ihn dir mit Frida.", True),
        (
            (0,),
            (1, 2),
            (3, 8, 8),
            "Geteilter Sieg!",
            "Frida und Ole teilen ihn sich. 3. Platz für dich, 5 Punkte Rückstand.",
            False,
        ),
        ((0, 1), (1, 2), (3, 8, 8), "Geteilter Sieg!", "Frida und Ole teilen ihn sich.", True),
        # a shared place
        ((0,), (2,), (8, 8, 13), "Ole gewinnt", "Du teilst dir den 2. Platz mit Frida, 5 Punkte Rückstand", False),
        ((0, 1), (2,), (8, 8, 13), "Ole gewinnt", "Toni teilt sich den 2. Platz mit Frida, 5 Punkte Rückstand", False),
        ((), (1,), (3, 8, 3), "Frida gewinnt", "5 Punkte Vorsprung", False),
    ],
)
def test_the_headline_names_the_winner_and_the_margin(people, winners, totals, title, under, glad):
    found = head(people, winners, totals)
    assert (found.title, found.under, found.glad) == (title, under, glad)
    assert found.seat in winners


def test_the_second_of_two_is_told_no_place():
    assert head((0,), (1,), (8, 20)).under == "Du verlierst mit 12 Punkten Rückstand"
    assert head((0,), (1,), (8, 20), language="en").under == "You lose by 12 points"


def test_english_writes_places_as_words():
    assert head((0,), (2,), (3, 8, 13), language="en").under == "You finish third, 10 points behind"
    shared = head((1,), (0,), (13, 8, 8, 8), language="en").under
    assert shared == "You tie for second with Ole and Mika, 5 points behind"
    most = max(game.max_seats for game in GAMES.values())
    assert len({Texts("en").place(number) for number in range(1, most + 1)}) == most


@pytest.mark.parametrize(
    ("people", "winners", "title", "under", "glad"),
    [
        ((0,), (0, 2), "Dein Team gewinnt 5:3!", "Team 1: Toni und Ole", True),
        ((1,), (0, 2), "Dein Team verliert 3:5", "Team 2: Frida und Mika", False),
        ((0, 1), (0, 2), "Team 1 gewinnt!", "2 Punkte Vorsprung", True),
    ],
)
def test_teams_win_and_lose_together(people, winners, title, under, glad):
    found = head(people, winners, (5, 3), teams=((0, 2), (1, 3)))
    assert (found.title, found.under, found.glad) == (title, under, glad)


def test_between_rounds_the_headline_names_the_leader():
    assert head((0,), (), (5, 3, 1), over=False) == Headline(
        "Runde 1 von 2", "Du führst, 2 Punkte Vorsprung.", -1, False
    )
    assert head((2,), (), (5, 3, 1), over=False).under == "Toni führt, du liegst 4 Punkte zurück."
    assert head((0, 1), (), (5, 3, 1), over=False).under == "Toni führt, 2 Punkte Vorsprung."
    assert head((0, 1), (), (5, 5, 1), over=False).under == "Toni und Frida liegen gemeinsam vorn."
    assert head((0,), (), (5, 5, 1), over=False).under == "Du liegst mit Frida gemeinsam vorn."
    assert head((2,), (), (5, 5, 1), over=False).under == (
        "Toni und Frida liegen gemeinsam vorn. Du liegst 4 Punkte zurück."
    )


def test_a_group_celebrates_its_medal():
    assert head((0, 1), (), (5, 3, 1), medal=0).glad is False
    assert head((0, 1), (0, 1, 2), (5, 3, 1), medal=2) == Headline("Stark!", REACHED, 0, True)


def test_after_a_tie_break_only_the_winners_are_first():
    table = Table((0,), (1,))
    rows = ranked(sums(table.seats, (8, 8, 3)), (1,))
    assert [row.seat for row in rows] == [1, 0, 2]
    assert [place_of(row, rows, (1,)) for row in rows] == [1, 2, 3]


@pytest.mark.parametrize("game", PRESENTATIONS)
def test_every_game_has_a_headline_in_both_languages(game):
    rules = PRESENTATIONS[game].game
    for seats in (rules.min_seats, rules.max_seats):
        options = {"mode": "minute"} if game == "twin_it" and seats == 1 else {}
        match = finished(game, seats, **options)
        for language in ("de", "en"):
            found = outcome_of(Texts(language), match).headline
            assert found.title
            assert found.seat in range(seats)
            assert all(name not in found.title for name in NAMES[1:seats]) or not found.glad


@pytest.mark.parametrize(
    ("game", "said"),
    [
        ("push", "Gleichstand: Wer mehr Karten hat, gewinnt."),
        ("nein_danke", "Gleichstand: Wer mehr Chips hat, gewinnt."),
        ("keine_ahnung", "Gleichstand: Wer mehr Trophäen und Preise hat, gewinnt."),
    ],
)
def test_the_headline_says_how_a_tie_was_broken(game, said, monkeypatch):
    monkeypatch.setattr(Rules, "name", game)
    test_the_headline_names_the_winner_and_the_margin([0], (1,), [5, 5, 3], "Frida gewinnt", said, False)
