"""The texts of Twin It!: names of patterns and items, prompts, log lines, and the table for screen readers."""

import re
from typing import get_args

import pytest
from twin_it_states import W, X, Y, Z, spot, state_of, touch

from game.core.live import NEVER
from game.core.match import Seat
from game.core.rng import Rng
from game.engine.history import History
from game.engine.texts import LANGUAGES, Texts
from game.games.twin_it import bots, events, howto, rules
from game.games.twin_it.deck import FAMILIES, PATTERN_COUNT
from game.games.twin_it.state import Action, Buzz, Phase, Touch, Verb
from game.games.twin_it.texts import TwinItTexts

NAMES = ("Toni", "Frida", "Ole", "Mika", "Kim", "Juna")
#: patterns of real families for the fillers under and behind everything
F = (10, 13, 16, 18, 20, 22)


def texts_of(language="en", kinds=("human", "hard", "hard")):
    return TwinItTexts(Texts(language), [Seat(name, kind) for name, kind in zip(NAMES, kinds, strict=False)])


def table(**how):
    """Return a state in which every visible pattern has a name; seats as many as in ``texts_of``."""
    seats = how.get("seats", 3)
    how.setdefault("stacks", [[F[seat], F[seat]] for seat in range(seats)])
    return state_of(**how)


def label(state, language="en", kinds=("human", "hard", "hard"), viewer=0, place=0):
    """Return the label of the ``place``-th item in play."""
    view = rules.view(state, viewer)
    return texts_of(language, kinds).thing(view.faces[place], view)


# ---- names ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_pattern_has_a_name_of_its_own(language):
    say = texts_of(language)
    names = [say.motif(pattern) for pattern in range(PATTERN_COUNT)]
    assert len(set(names)) == PATTERN_COUNT == 119
    assert max(len(name.rpartition(" ")[0]) for name in names) <= 16
    assert len({name.rpartition(" ")[0] for name in names}) == len(FAMILIES)


def test_near_twins_differ_only_by_their_letter():
    say = texts_of("de")
    assert [say.motif(pattern) for pattern in (0, 1, 2, 3)] == ["Ringe A", "Ringe B", "Ringe C", "Rauten A"]
    assert texts_of("en").motif(PATTERN_COUNT - 1) == "Squares B"


# ---- items in play -------------------------------------------------------------------------------------------


def test_an_item_says_what_it_shows_and_where_it_is():
    state = table(spots=[X], sets=[[[Y, Y]], [[Z, Z, Z]]])
    view = rules.view(state, 0)
    said = {texts_of("de").thing(face, view) for face in view.faces}
    assert {"Ringe B, in der Mitte", "Dein Paar Ringe C", "Drilling Rauten A von Frida"} <= said
    assert "Strahlen A, dein Stapel, 2 Karten" in said
    assert "Schuppen A, Stapel von Frida, 2 Karten" in said


def test_the_last_card_of_a_stack_is_called_the_last():
    assert label(table(stacks=[[W], [W, F[1]], [F[2]]])) == "Diamonds B, your stack, last card"


@pytest.mark.parametrize("kinds", [("human", "human", "hard"), ("hard", "hard", "hard")])
def test_with_several_people_or_none_everybody_is_named(kinds):
    state = table(sets=[[[Y, Y]]])
    view = rules.view(state, 0)
    said = [texts_of("en", kinds).thing(face, view) for face in view.faces]
    assert not any("your" in line.lower() for line in said)
    assert "Toni’s pair of Rings C" in said


def test_a_forbidden_pattern_is_labelled():
    state = table(spots=[X, W], beside=[X, Y, Z], options={"forbidden": 0})
    view = rules.view(state, 0)
    said = [texts_of("en").thing(face, view) for face in view.faces]
    assert "Rings B, in the middle (forbidden for you)" in said
    assert "Diamonds B, in the middle" in said
    assert "Rings C, beside your stack (forbidden)" in said
    others = rules.view(state, 1)
    told = [texts_of("en", ("hard", "human", "hard")).thing(face, others) for face in others.faces]
    assert "Rings B, in the middle" in told
    assert "Rings C, beside Toni’s stack (forbidden)" in told


# ---- prompts -------------------------------------------------------------------------------------------------


def prompt(state, humans=(0,), viewer=0, language="en", seats=3):
    say = texts_of(language, tuple("human" if seat in humans else "hard" for seat in range(seats)))
    return say.prompt(rules.view(state, viewer), viewer, humans)


def test_the_prompt_names_the_player_who_flips():
    assert prompt(table()) == "A match? If not, flip!"
    assert "Frida" in prompt(table(turn=1))
    assert "Frida flips" in prompt(table(turn=1), (0, 1))
    assert prompt(table(turn=1), ()) == "Frida is about to flip"
    buzzing = table(options={"buzzers": True}, turn=1)
    assert "Buzz" in prompt(buzzing, (0, 1))


def test_after_the_first_touch_the_prompt_asks_for_the_second():
    state = table(spots=[X, X])
    after, _ = rules.apply(state, touch(500, 0, 0), Rng(1))
    assert prompt(after) == "And where is the other one?"
    assert prompt(after, (1,), 1) == prompt(state, (1,), 1)
    assert prompt(after, (0, 1)) == prompt(state, (0, 1))


def test_in_teams_the_prompt_names_the_pattern_a_mate_touches():
    state = table(spots=[X, X], seats=4, options={"mode": "teams"})
    after, _ = rules.apply(state, touch(500, 2, spot(state, 0)), Rng(1))
    assert prompt(after, seats=4) == "Help Ole: Rings B!"
    own, _ = rules.apply(state, touch(500, 0, spot(state, 0)), Rng(1))
    assert "your team" in prompt(own, seats=4)


def test_the_prompt_after_a_buzz_names_the_player_who_buzzed():
    state = table(spots=[X, X], options={"buzzers": True}, phase=Phase.BUZZED, due=3000, buzzes=(Buzz(1, 10),))
    assert prompt(state) == "Frida points at two matching patterns"
    assert prompt(state, (0, 1)) == "Frida: point at two matching patterns"
    assert prompt(state, (1,), 1) == "Point at two matching patterns"
    pointed = state._replace(buzzes=(Buzz(1, 10, (Touch(1, spot(state, 0), 20),)),))
    assert prompt(pointed, (1,), 1) == "And where is the other one?"
    both = state._replace(buzzes=(Buzz(1, 10), Buzz(2, 12)))
    assert prompt(both) == "Buzzed at the same time: Frida and Ole"


def test_the_prompt_after_an_error_names_the_player_who_chooses():
    state = table(sets=[[[X, X], [Y, Y]]], phase=Phase.CHOOSE, due=3000)
    assert prompt(state) == "A mistake! Choose the set you lose"
    assert prompt(state, (0, 1)) == "Toni: choose the set you lose"
    assert prompt(state, (1,), 1) == "Toni chooses the set to lose"


def test_calm_mode_names_the_player_who_looks():
    state = table(options={"calm": True}, due=NEVER)
    assert prompt(state) == "Frida is looking"
    assert prompt(state._replace(passes=2)) == "Your look: spot a match?"
    assert prompt(state._replace(passes=3)) == "Flip your next card"
    assert "last look" in prompt(state._replace(passes=2, phase=Phase.LAST_LOOK))


def test_in_the_minute_the_prompt_asks_to_collect():
    alone = state_of(seats=1, options={"mode": "minute"})
    assert prompt(alone, seats=1) == "Collect matches"
    assert "together" in prompt(state_of(seats=2, options={"mode": "minute"}), seats=2)
    assert "than anyone" in prompt(state_of(seats=2, options={"mode": "contest"}), seats=2)
    calm = state_of(seats=1, options={"mode": "minute", "calm": True})
    assert prompt(calm, seats=1).startswith("60 looks left")
    assert prompt(calm._replace(passes=60), seats=1).startswith("No looks left")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("humans", [(), (0,), (1,), (0, 1)])
def test_every_phase_has_a_prompt(language, humans):
    for options in ({}, {"mode": "teams"}, {"buzzers": True}, {"calm": True}, {"mode": "contest"}):
        state = state_of(seats=4, options=options, due=NEVER, buzzes=(Buzz(1, 10),), contest=(0, 1))
        for phase in Phase:
            if (phase == Phase.MINUTE) == (options.get("mode") == "contest"):
                assert prompt(state._replace(phase=phase), humans, 0, language, 4)


# ---- screen readers ------------------------------------------------------------------------------------------


def test_the_table_is_described_in_words():
    said = texts_of("en").table(rules.view(table(spots=[X, W], sets=[[[Y, Y]], [[Z, Z, Z]]], turn=1), 0))
    for part in (
        "2 cards in the middle.",
        "You: 1 set: pair of Rings C.",
        "Frida: 1 set: triple of Diamonds A.",
        "Ole: 0 sets.",
        "Your stack: 2 cards.",
        "Frida flips next.",
    ):
        assert part in said, part


def test_a_team_is_described_together():
    state = table(seats=4, sets=[[[X, X]], [], [[Y, Y]]], options={"mode": "teams"})
    said = texts_of("en", ("human", "hard", "hard", "hard")).table(rules.view(state, 0))
    assert "Toni and Ole: 2 sets: pair of Rings B, pair of Rings C." in said
    assert "Frida and Mika: 0 sets." in said


def test_the_minute_is_described_with_its_points_and_time():
    state = state_of(seats=2, options={"mode": "minute"}, sets=[[[X, X]], [[Y, Y, Y]]], now=15_000, due=60_000)
    said = texts_of("en", ("human", "hard")).table(rules.view(state, 0))
    assert "3 points." in said
    assert "45 seconds left." in said
    contest = state_of(seats=2, options={"mode": "contest"}, sets=[[[X, X]], [[Y, Y, Y]]], due=60_000)
    told = texts_of("en", ("human", "hard")).table(rules.view(contest, 0))
    assert "Frida: 2 points: triple of Rings C." in told


# ---- the log -------------------------------------------------------------------------------------------------

#: an event of every kind, and its log line
HAPPENED = (
    (events.GameStarted("competitive", 1), "Frida flips first"),
    (events.PatternsForbidden(1, (1, 2), (0, 3)), "Frida can’t take: Rings, Diamonds"),
    (events.CardFlipped(1, 5, 0, 2), ""),
    (events.TopUncovered(1, 5, 0), ""),
    (events.CardTouched(1, 5), ""),
    (events.TouchExpired(1, 5), ""),
    (events.SetWon(1, (5, 6), 0, 1840), "Frida wins Rings, 1.8\u00a0s"),
    (events.SetWon(2, (5, 6), 0, 1840, 1), "Frida and Ole win Rings, 1.8\u00a0s"),
    (events.SetStolen(1, 2, (5, 6, 7), 0, 900), "Frida steals Ole’s Rings"),
    (events.SetStolen(1, 1, (5, 6, 7), 0, 900), "Frida makes a triple of Rings"),
    (events.ContestStarted((0, 1), (5, 6)), "Tie: Toni and Frida"),
    (events.CardTurned(5, 0, 2), "A card is turned over"),
    (events.ErrorMade(1, (5, 6), "unequal"), "Frida makes a mistake"),
    (events.ErrorMade(1, (5, 6), "forbidden"), "Frida takes a forbidden pattern"),
    (events.ErrorMade(1, (5, 6), "alone"), "Frida points at both alone"),
    (events.ErrorMade(1, (), "late"), "Frida points too late"),
    (events.SetLost(1, 2, (5, 6)), "Ole loses a pair"),
    (events.SetLost(1, 1, (5, 6, 7)), "Frida loses a triple"),
    (events.PatternFreed(1, 0), "Frida may take Rings again"),
    (events.Buzzed(1), "Frida buzzes"),
    (events.SeatPassed(1), ""),
    (events.LastLookStarted(9), "All stacks empty: last look"),
    (events.CardDealt(1, 5, 0, 2), ""),
    (events.CardMoved(1, 5, 2), ""),
    (events.SetCollected(1, (5, 6)), "Frida collects a pair"),
    (events.SetCollected(1, (5, 6, 7)), "Frida collects a triple"),
    (events.SetExtended(1, 2, (5, 6, 7)), "Frida turns a pair into a triple"),
    (events.CollectRefused(1, (5, 6), 99), "Frida makes a mistake"),
    (events.GameEnded((1, 2)), "Won: Frida and Ole"),
    (events.GameEnded((0, 1), 2), "Silver"),
    (events.GameEnded((), 0), "No medal"),
)


def test_the_examples_have_every_kind_of_event():
    assert {type(event) for event, _ in HAPPENED} == set(get_args(events.Event))


def test_every_event_has_its_log_line():
    options = table().options
    for event, said in HAPPENED:
        lines = texts_of("en").lines(event, options)
        assert [line.text for line in lines] == ([said] if said else [])
        assert all(line.seat == getattr(event, "seat", -1) for line in lines)


def test_in_teams_completing_a_mates_pair_is_no_theft():
    options = table(seats=4, options={"mode": "teams"}).options
    say = texts_of("en", ("human", "hard", "hard", "hard"))
    assert say.lines(events.SetStolen(0, 2, (5, 6, 7), 0, 900), options)[0].text == "You make a triple of Rings"
    assert "You steal" in say.lines(events.SetStolen(0, 1, (5, 6, 7), 0, 900), options)[0].text


def test_events_of_seats_have_a_last_move_and_others_none():
    say = texts_of("en")
    assert say.move(events.CardFlipped(1, 5, 0, 2)) == "flips"
    assert say.move(events.CardTurned(5, 0, 2)) == ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_log_lines_name_everybody_in_both_languages(language):
    options = table().options
    for event, _ in HAPPENED:
        for line in texts_of(language).lines(event, options):
            assert not re.search(r"\b(you|your|du|dein\w*|dir|dich)\b", line.text.lower())


# ---- the hint ------------------------------------------------------------------------------------------------


def test_the_hint_names_its_move():
    say = texts_of("en")
    state = table(spots=[X, Y, X])
    view = rules.view(state, 0)
    assert say.action(bots.explain(view).action, view) == "Two that match: Rings"
    assert say.action(Action(Verb.FLIP, 9, 0), view) == "Flip"
    choosing = rules.view(table(sets=[[[X, X], [Y, Y]]], phase=Phase.CHOOSE, due=3000), 0)
    assert say.action(bots.explain(choosing).action, choosing).startswith("Give up the pair of Rings")


# ---- help pages -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_help_page_has_its_texts(language):
    texts = Texts(language)
    for page in howto.PAGES:
        keys = [page.title, page.tip]
        for paper in page.papers:
            keys += [paper.title, paper.body]
            keys += [figure.key for figure in paper.drawings if getattr(figure, "key", "")]
        for key in keys:
            assert texts.has(key), key


# ---- rows of the log -----------------------------------------------------------------------------------------


def rows_of(*told, kinds=("human", "hard", "hard")):
    """Return the texts of the log's rows after some events, oldest first."""
    say, options = texts_of(kinds=kinds), table().options
    history = History(lambda event: say.lines(event, options), lambda: say)
    history.rewrite(told)
    return [row.line.text for row in history.newest()][::-1]


def error(seat):
    return events.ErrorMade(seat, (1, 2), "unequal")


def test_errors_of_one_seat_in_a_row_that_cost_nothing_are_one_row_of_the_log():
    card, won = events.CardFlipped(0, 9, X, 0), events.SetWon(1, (3, 4), X, 900)
    assert rows_of(error(1)) == ["Frida makes a mistake"]
    assert rows_of(error(1), card, error(1), error(1)) == ["Frida makes 3 mistakes"]
    assert rows_of(error(0), error(0)) == ["You make 2 mistakes"]
    assert rows_of(error(1), error(2)) == ["Frida makes a mistake", "Ole makes a mistake"]
    assert rows_of(error(1), won, error(1))[::2] == ["Frida makes a mistake"] * 2
    lost = events.SetLost(1, 1, (3, 4))
    assert len(rows_of(error(1), lost, error(1))) == 2, "what an error cost stays with it"
    refused = events.CollectRefused(1, (1, 2), 900)
    assert rows_of(refused, refused) == ["Frida makes 2 mistakes"]
