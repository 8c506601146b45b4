"""The history: single moves grouped into rows, tested without a window."""

import dnup_states
import pytest
from finished import finished
from history_parts import WORDS, history_of, part, rows_of

from game.engine.match_texts import LogLine
from game.games.dnup import events as dnup
from game.games.dnup.deck import END_OF_CARDS, FIRST_CARD
from game.games.dnup.faces import face_of
from game.games.keine_ahnung import events as keine_ahnung
from game.games.nein_danke import events as nein_danke
from game.games.nein_danke.deck import SPECIALS
from game.games.push import events as push
from game.games.push.scoring import points_of
from game.games.twin_it import events as twin_it


@pytest.mark.parametrize("game", WORDS)
@pytest.mark.parametrize("language", ["de", "en"])
def test_every_line_is_in_exactly_one_row_in_order(game, language):
    history = history_of(finished(game, 3), language=language)
    single = [line for row in rows_of(history) for _at, line in row.lines]
    assert single == history.lines
    texts, events = history._texts(), finished(game, 3).past(0)
    # what is told after its cause has the place behind the next event
    numbers = [at + 1.5 * texts.follows(events[at]) for row in rows_of(history) for at, _line in row.lines]
    assert numbers == sorted(numbers)
    assert len(rows_of(history)) < 0.75 * len(history.lines)
    assert all("[" not in row.line.text and "{" not in row.line.spoken for row in rows_of(history))


@pytest.mark.parametrize("game", WORDS)
def test_a_history_made_event_by_event_is_the_same_as_at_once(game):
    match = finished(game, 3)
    whole, growing = history_of(match), history_of(match)
    growing.rewrite(())
    for event in match.past(0):
        growing.add(event)
        list(growing.newest())
    assert rows_of(growing) == rows_of(whole)


def test_a_card_bid_on_is_a_row_with_its_chips_and_its_taker():
    events = [
        nein_danke.CardRevealed(1, 28),
        nein_danke.ChipPaid(1, 1),
        nein_danke.ChipPaid(2, 2),
        nein_danke.CardTaken(0, 28, 2),
        nein_danke.CardRevealed(0, 9),
        nein_danke.ChipPaid(0, 1),
    ]
    first, second = rows_of(part("nein_danke", *events))
    assert first.line == LogLine(0, "You take the 28", cards=("n28",), chips=2, spoken=first.line.spoken)
    assert first.line.spoken == "You take the 28 (2\u00a0chips in the pot)"
    assert len(first.lines) == 3
    assert second.is_open
    assert (second.line.text, second.line.chips) == ("On the table: the 9", 1)


def test_a_declined_card_says_who_gets_it_and_hits_that_seat():
    history = part("nein_danke", nein_danke.CardRevealed(1, 101), nein_danke.CardDeclined(1, 101, 0, 0))
    (row,) = rows_of(history)
    assert row.line.text.startswith("Frida declines, you get ")
    assert [line.text for line in history.hits(0)] == [row.lines[1][1].text]
    assert not history.hits(1)


def test_a_card_that_brings_another_one_is_told_with_it_in_one_line():
    taken = next(card for card, kind in SPECIALS.items() if kind == "take_first_pink")
    events = [nein_danke.CardRevealed(1, taken), nein_danke.CardTaken(0, taken, 0), nein_danke.PinkDrawn(0, 11, True)]
    history = part("nein_danke", *events)
    (row,) = rows_of(history)
    assert row.line.text.startswith("You take ")
    assert row.line.text.endswith(" and get the 11")
    assert row.line.cards[1] == "n11"
    assert not history.hits(0)


def test_a_turn_of_keine_ahnung_shows_the_cards_played_and_names_none_that_is_face_down():
    match = finished("keine_ahnung", 3)
    history = history_of(match)
    laid = [f"c{event.card}" for event in match.past(0) if isinstance(event, keine_ahnung.CardLaid)]
    assert [card for row in rows_of(history) for card in row.line.cards] == laid
    assert [card for line in history.lines for card in line.cards] == laid


def test_a_turn_of_dnup_tells_the_set_and_whose_it_beats():
    played, beaten, own = (16, 18), (2, 4), (22,)
    events = [
        dnup.SetPlayed(0, 0, own, 1),
        dnup.SetReturned(2, 2, beaten, 1),
        dnup.SetPlayed(1, 1, played, 2),
        dnup.SetReturned(0, 0, own, 2),
        dnup.SetPlayed(2, 2, (30,), 1),
    ]
    history = part("dnup", *events)
    one, two, three = rows_of(history)
    assert len(one.lines) == 1
    assert two.line.spoken.startswith("Frida plays ")
    assert two.line.text.startswith("Frida beats Ole’s two ")
    assert two.line.cards == ("c16", "c18")
    assert three.line.text.endswith(" of yours")
    assert [line.text[: len("You get a")] for line in history.hits(0)] == ["You get a"]
    # a beaten set goes back before the other is laid, but the cause is told first
    assert [line.text.partition(" ")[0] for _number, line in two.lines] == ["Frida", "Ole"]
    assert [line.text.partition(" ")[0] for line in history.lines] == ["You", "Frida", "Ole", "Ole", "You"]
    assert history.headline.text.startswith("Ole plays")


def test_both_goes_of_one_of_two_players_are_a_row_and_all_that_was_missed_is_told():
    events = [
        dnup.SetPlayed(0, 0, (2,), 1),
        dnup.HandTurned(0, (2,)),
        dnup.SetPlayed(1, 2, (4,), 1),
        dnup.HandTurned(1, (6,)),
    ]
    history = part("dnup", *events, seats=2)
    assert len(rows_of(history)) == 2
    (missed,) = [line for line in history.since(1) if line.seat == 1]
    assert missed.text.startswith("Frida plays ")
    assert missed.text.endswith(" and rotates their whole hand")
    assert [line.text for line in missed.steps] == ["Frida plays a 1", "Frida rotates their whole hand"]
    assert [len(line.cards) for line in missed.steps] == [1, 0]
    # in the middle of a row the single moves are told
    assert [line.text for line in history.since(3)] == ["Frida rotates their whole hand"]


def test_the_payments_since_a_move_fold_into_the_line_of_their_card():
    bids = [nein_danke.CardRevealed(1, 28), nein_danke.ChipPaid(0, 1), nein_danke.ChipPaid(1, 2)]
    rest = [nein_danke.CardTaken(2, 28, 2), nein_danke.CardRevealed(2, 9)]
    paid = [nein_danke.ChipPaid(2, 1), nein_danke.ChipPaid(1, 2)]
    history = part("nein_danke", *bids, *rest, *paid)
    mine = history.first_after_move(0)
    told = [line.text for line in history.since(mine, folded=True)]
    assert told == ["Ole takes the 28", "On the table: the 9"]
    assert [line.chips for line in history.since(mine, folded=True)] == [2, 2]
    # one payment needs no folding
    (line,) = part("nein_danke", *bids).since(mine, folded=True)
    assert line.text == "Frida pays (2 in the pot)"


def test_two_goes_in_one_row_say_which_of_them_has_beaten():
    events = [dnup.SetReturned(0, 0, (4,), 1), dnup.SetPlayed(1, 2, (30,), 1), dnup.SetPlayed(1, 3, (8, 10), 2)]
    (row,) = rows_of(part("dnup", *events, seats=2))
    first, beats, second = row.line.text.replace(" and ", ", ").split(", ")
    assert first.startswith("Frida plays ")
    assert beats.startswith("beats ")
    assert second.startswith("plays two ")


def test_a_turn_of_push_tells_what_it_brought_its_player_and_the_others():
    events = [
        push.TurnStarted(1),
        push.CardDrawn(1, 1),
        push.CardPlaced(1, 1, 0),
        push.DrawingStopped(1, False),
        push.RowTaken(1, 0, (1,), 0),
        push.RowTaken(0, 1, (2,), 3),
        push.DieRolled(0, 0),
        push.CardsLost(0, (2,)),
        push.RowTaken(2, 2, (0, 3), 0),
        push.TurnStarted(2),
    ]
    history = part("push", *events)
    (row,) = rows_of(history)
    assert row.line.seat == 1
    assert row.line.spoken.startswith("Frida draws one card and takes ")
    # what one takes and loses again is no gain
    assert row.line.spoken.endswith(f" (Ole +{points_of((0, 3))})")
    assert row.line.text.endswith(f" (Ole +{points_of((0, 3))})")
    (own,) = rows_of(part("push", *events[:6]))
    assert own.line.text.endswith(f" (you +{points_of((2,))})")
    assert [line.hit for line in history.hits(0)] == [0]


def test_a_pair_is_a_row_with_what_led_to_it():
    events = [
        twin_it.ContestStarted((0, 1), (3, 4)),
        twin_it.SetWon(1, (3, 4), 7, 900),
        twin_it.CardFlipped(2, 8, 2, 1),
        twin_it.ErrorMade(2, (5, 6), "unequal"),
        twin_it.SetLost(2, 2, (1, 2)),
        twin_it.SetStolen(1, 0, (1, 2, 9), 4, 500),
    ]
    history = part("twin_it", *events)
    pair, error, stolen = rows_of(history)
    assert len(pair.lines) == 2
    assert pair.line.cards == ("d7",)
    assert len(error.lines) == 2
    assert error.line.hit == 2
    assert stolen.line.cards == ("t4",)
    assert history.hits(0) == [stolen.line]


def test_a_hit_is_told_until_the_next_move_of_its_seat():
    events = [dnup.SetReturned(0, 0, (8,), 1), dnup.SetPlayed(1, 1, (10,), 1), dnup.HandTurned(2, ())]
    history = part("dnup", *events)
    assert len(history.hits(0)) == 1
    history.add(dnup.HandTurned(0, (9,)))
    assert not history.hits(0)


@pytest.mark.parametrize(
    ("cards", "german", "english"),
    [
        ("4/2 4/2", "Du bekommst zwei Vieren als zwei Zweien zurück", "You get two 4s back as two 2s"),
        ("8/1", "Du bekommst eine 8 als eine 1 zurück", "You get an 8 back as a 1"),
        ("7/3 7/1", "Du bekommst zwei Siebenen als eine 1 und eine 3 zurück", "You get two 7s back as a 1 and a 3"),
    ],
)
def test_cards_that_come_back_are_told_and_shown_as_they_are_in_the_hand(cards, german, english):
    beaten = dnup_states.cards_of(cards, range(FIRST_CARD, END_OF_CARDS))
    for language, said in (("de", german), ("en", english)):
        events = dnup.SetReturned(0, 0, beaten, 1), dnup.SetPlayed(1, 1, (30,), 1)
        (line,) = part("dnup", *events, language=language).hits(0)
        assert line.text == said
        assert line.cards == tuple(face_of(card ^ 1) for card in beaten)
