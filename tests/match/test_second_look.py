"""The second look of a hint: it checks the first thought, says if another move is better, and says by how much."""

import pytest
from finished import finished
from offers import REVIEWED as COMPARED
from table_player import dock_of, match_of, offered_moves, sit

from game.ai import second_look
from game.ai.review import decision_points
from game.ai.second_look import HintComparison
from game.catalogue.registry import GAMES
from game.core.capabilities import SlowHints
from game.engine.texts import LANGUAGES, Texts
from game.games.nein_danke.rules import PAY, TAKE
from game.scenes.table import table_hint

GAME = GAMES["nein_danke"]


def look_of(name: str, others: int = 1) -> HintComparison:
    """Return a second look at a decision between so many actions, before its first slice."""
    match = finished(name, 3, 1)
    for step in filter(None, decision_points(match, 0)):
        look = HintComparison(match.game, match.game.view(step.state, 0), 0)
        if len(look._rows) > others:
            return look
    raise AssertionError("no decision between so many")


def fed(look: HintComparison, *chances: list[float]) -> HintComparison:
    """Return the look after these shares of games won, of the advised action and then of each other."""
    for row, found in zip(look._rows, chances, strict=False):
        row.found[:] = found
        look._leads[row.action][:] = [0.0] * len(found)
    return look


@pytest.mark.parametrize("name", COMPARED)
def test_every_candidate_action_has_a_reason(name):
    match = finished(name, 3, 1)
    for step in [step for step in decision_points(match, 0) if step is not None][::4]:
        seen = match.game.hints.permitted_view(match.game.view(step.state, 0))
        for action in match.game.play_outs.candidates(seen):
            assert action in match.game.legal_actions(step.state)
            advice = match.game.hints.explain_action(seen, action)
            assert advice.action == action
            assert advice.why


@pytest.mark.parametrize("name", COMPARED)
def test_a_comparison_thinks_in_slices_about_states_that_fit_the_permitted_view(name, monkeypatch):
    monkeypatch.setattr(second_look, "MOST", 3)
    look = look_of(name)
    advice, other = look.advice, look.other
    look.settle()
    for _ in range(20_000):
        look.go_on()
        look.measure()
        if look.done:
            break
    assert look.figure
    assert look.figure.other == other
    assert look.advice == advice


def test_without_reminders_it_forgets_what_lay_face_up():
    match = finished("keine_ahnung", 3, 1)
    views = [match.game.view(step.state, 0) for step in filter(None, decision_points(match, 0))]
    seen = next(view for view in views if view.sightings)
    assert not HintComparison(match.game, seen, 0).view.sightings
    reminded = seen._replace(options=seen.options._replace(reminders=True))
    assert HintComparison(match.game, reminded, 0).view.sightings


def test_a_clearly_better_action_replaces_the_first_with_its_own_reason():
    look = fed(look_of("nein_danke"), [0.0] * 20, [1.0, 1.0, 0.0, 1.0] * 5)
    first, other = look.advice, look.other
    look.settle()
    assert look.advice.action == other
    assert look.advice.why != first.why
    assert look.other == first.action


@pytest.mark.parametrize(
    ("own", "others"),
    [
        ([0.0, 1.0] * 10, [1.0, 0.0, 1.0, 1.0] * 5),
        # two errors: one of several looks is so far away from the truth
        ([0.0, 1.0] * 10, [1.0, 0.0, 1.0, 1.0, 1.0] * 4),
        # sure, but hardly more
        ([0.5] * 20, [0.51, 0.52] * 10),
        # a clear difference, but from too few games
        ([0.0] * 8, [1.0, 1.0, 0.0, 1.0] * 2),
        ([], []),
    ],
)
def test_within_the_error_the_first_action_stays(own, others):
    look = fed(look_of("nein_danke"), own, others)
    first = look.advice
    look.settle()
    assert look.advice == first
    look.measure()
    assert look.figure is None


@pytest.mark.parametrize(
    ("own", "others", "is_doubtful"),
    [
        ([], [], False),
        ([0.0, 1.0], [1.0, 1.0], True),
        ([1.0], [0.0], False),
        ([0.0] * 20, [1.0, 1.0, 0.0, 1.0] * 5, False),
    ],
)
def test_a_hint_looks_longer_while_another_move_seems_better_but_not_clearly(own, others, is_doubtful):
    assert fed(look_of("nein_danke"), own, others).is_doubtful == is_doubtful


def test_a_doubtful_hint_is_checked_for_longer_but_not_for_ever(thinking, monkeypatch):
    monkeypatch.setattr(HintComparison, "is_doubtful", True)
    player = thinking
    checks = player.app.context.texts("hint.checking")
    player.wait(1200)
    assert dock_of(player).panel_text.body == checks
    assert player.wait(1800, lambda: dock_of(player).panel_text.body != checks)


@pytest.mark.parametrize(
    ("own", "others", "points"),
    [
        ([1.0, 1.0, 0.0, 1.0] * 25, [0.0] * 100, 75),
        ([0.0, 1.0] * 50, [1.0, 0.0] * 50, None),
        ([0.0, 1.0] * 50, [0.0, 1.0] * 50, 0),
        ([0.0, *[0.0, 1.0] * 49, 1.0], [1.0, *[0.0, 1.0] * 49, 0.0], 0),
        # a later result is reported without changing the advice
        ([0.0] * 100, [1.0, 1.0, 0.0, 1.0] * 25, -75),
    ],
)
def test_two_moves_are_called_equal_only_if_that_is_known_within_three_per_cent(own, others, points):
    look = look_of("nein_danke")
    look.settle()
    fed(look, own, others)
    look.measure()
    assert (look.figure.other, look.figure.points) == (look.other, points)


@pytest.mark.parametrize(
    ("own", "others", "is_ahead"),
    [
        # after every state, one of many looks is twice its error away from the truth
        ([1.0, 1.0, 0.0, 1.0] * 6, [0.0] * 24, False),
        ([1.0, 1.0, 0.0, 1.0] * 10, [0.0] * 40, True),
        ([1.0, 0.0, 0.0, 0.0] * 10, [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0] * 5, False),
        # against the advice nothing is told before all states are known
        ([0.0] * 99, [1.0, 1.0, 0.0] * 33, False),
    ],
)
def test_a_clear_difference_is_told_early_in_words_and_only_later_in_points(own, others, is_ahead):
    look = look_of("nein_danke")
    look.settle()
    fed(look, own, others)
    look.measure()
    assert look.figure is None
    assert look.is_ahead == is_ahead
    # further results tell how large it is
    half = [1.0, 0.0] * 50
    fed(look, [*own, *half][:100], [*others, *half][:100])
    look.measure()
    # in steps of five: so few games tell it no more exactly
    shares = [sum([*row, *half][:100]) for row in (own, others)]
    chances, mean = look.figure.chances, 5 * round(sum(shares) / 10)
    assert look.figure.outcome in ("better", "worse", "likely", "near")
    if look.figure.points:
        assert look.figure.points == 5 * round((shares[0] - shares[1]) / 5)
        # a chance of one is less than a step
        assert chances[0] - chances[1] == look.figure.points or min(chances) == 1
        assert all(abs(chance - share) <= 5 for chance, share in zip(chances, shares, strict=True))
    else:
        likely = tuple(5 * round(share / 5) for share in shares)
        assert chances == (likely if look.figure.outcome == "likely" else (mean, mean))


def test_a_figure_is_from_other_states_than_those_that_chose_the_advice(monkeypatch):
    look, worlds = look_of("nein_danke"), list[object]()
    sample = look.game.sample_state
    monkeypatch.setattr(look.game, "sample_state", lambda *how: worlds.append(sample(*how)) or worlds[-1])
    for settled in (False, True):
        while min(len(row.found) for row in look._rows) < 3:
            look.go_on()
        if not settled:
            first = len(worlds)
            look.settle()
            assert [row.found for row in look._rows] == [[], []]
    assert worlds[first:]
    assert all(world not in worlds[:first] for world in worlds[first:])


@pytest.mark.parametrize(
    ("own", "other", "told", "points"),
    [
        # in each state nearly alike: the difference is known well, but neither chance is
        (0.816, 0.626, (80, 60), 20),
        (0.19, 0.11, (20, 10), 10),
        # both would be rounded to the same
        (0.22, 0.19, (25, 20), 5),
        (0.99, 0.96, (99, 95), 5),
        (0.04, 0.01, (5, 1), 5),
        # clear, but less than a step
        (0.41, 0.4, (40, 40), 0),
    ],
)
def test_chances_are_told_in_steps_as_far_apart_as_the_headline_says(own, other, told, points):
    look = look_of("nein_danke")
    look.settle()
    fed(look, [own] * 100, [other] * 99 + [other - 0.01])
    look.measure()
    assert (look.figure.chances, look.figure.points) == (told, points)


@pytest.mark.parametrize(("wins", "told"), [(100, 100), (99, 99), (98, 99), (97, 95), (2, 1), (0, 0)])
def test_no_chance_becomes_certain_by_rounding(wins, told):
    look = look_of("nein_danke")
    look.settle()
    fed(look, [1.0] * wins + [0.0] * (100 - wins), [0.0, 1.0] * 50)
    look.measure()
    assert look.figure.chances[0] == told


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_chance_beyond_the_last_step_is_called_less_or_more_than_that_step(language):
    texts = Texts(language)
    for wins in (table_hint._wins, table_hint._both_win):
        said = [wins(texts, count) for count in (1, 5, 95, 99)]
        assert len({*said}) == 4
        assert ["95" in one for one in said] == [False, False, True, True]


def test_a_figure_is_told_no_more_exactly_than_it_is_known():
    look = look_of("nein_danke")
    look.settle()
    # 72.6 and 53.6 per cent, with a standard error of the difference of 4
    fed(look, [1.0] * 72 + [0.6] + [0.0] * 27, [1.0] * 53 + [0.6] + [0.0] * 46)
    look.measure()
    assert look.figure.chances == (75, 55)
    assert look.figure.points == 20


def test_an_advice_that_play_outs_chose_has_no_numbers_of_the_judgement_that_they_refute():
    look = look_of("push")
    assert look.advice.numbers
    assert len(look.possible) > 1
    assert not any(advice.numbers for advice in look.possible[1:])


def test_no_points_are_told_while_it_is_uncertain_which_move_is_better():
    look = look_of("nein_danke")
    look.settle()
    # against the advice, but within three errors
    fed(look, [0.0, 1.0] * 50, [1.0, 0.0, 1.0, 0.0, 1.0, 1.0, 1.0, 0.0, 0.0, 1.0] * 10)
    look.measure()
    assert look.figure.points is None


def test_a_move_that_gains_points_is_not_called_equal_to_one_with_the_same_chance():
    look = look_of("nein_danke")
    look.settle()
    fed(look, [0.0] * 100, [0.0] * 100)
    look._leads[look.advice.action][:] = [1.0] * 100
    look.measure()
    assert look.figure.points is None


def test_without_a_clear_chance_the_lead_in_points_is_told_as_exactly_as_it_is_known():
    look = look_of("push")
    look.settle()
    half = [0.0, 1.0] * 50
    for leads, told in (([4.0, 6.0] * 50, 5), ([-20.0, 32.0] * 50, 5), ([-30.0, 42.0] * 50, 0)):
        fed(look, half, half[::-1])
        look._leads[look.advice.action][:] = leads
        look.figure = None
        look.measure()
        assert (look.figure.points, look.figure.lead) == (None, told)


@pytest.mark.parametrize(
    ("own", "leads", "outcome"),
    [
        ([1.0] * 15, [0.0], "likely"),
        # a chance to win that is told as the same for both is never called better
        ([1.0] * 3, [0.0], "near"),
        ([], [3.0, -2.2], "near"),
        ([], [0.5, -0.5], "near"),
        # a better chance, fewer points
        ([1.0] * 15, [0.5, -1.0], "near"),
    ],
)
def test_within_the_error_a_move_seems_better_or_about_as_good(own, leads, outcome):
    look = look_of("push")
    look.settle()
    fed(look, [*own, *[0.0, 1.0] * 50][:100], [*[0.0] * len(own), *[1.0, 0.0] * 50][:100])
    look._leads[look.advice.action][:] = [10 * lead for lead in leads * 100][:100]
    look.measure()
    assert look.figure.outcome == outcome
    assert (outcome == "likely") == (look.figure.chances[0] > look.figure.chances[1])


def test_in_a_hurry_a_figure_rests_on_fewer_states_but_not_on_a_few():
    look = look_of("nein_danke")
    look.settle()
    fed(look, [1.0] * 39, [0.0, 0.1, 0.0] * 13)
    look.measure(hurry=True)
    assert look.figure is None
    fed(look, [1.0] * 40, [0.0, 0.1] * 20)
    look.measure()
    assert look.figure is None
    look.measure(hurry=True)
    assert look.figure.points == 95


@pytest.fixture
def thinking(monkeypatch):
    """Return a person who has asked for a hint at Nein Danke!, and it takes its time."""
    monkeypatch.setattr(table_hint, "LOOK_MS", 600.0)
    monkeypatch.setattr(table_hint, "MOST_SLICES", 30)
    player = sit(match_of(GAME, ("human", "easy", "easy"), 3))
    assert player.wait(5000, lambda: bool(offered_moves(player)))
    player.tap("hint")
    return player


def test_a_first_thought_is_called_so_and_has_its_reason_only_once_it_holds(thinking, monkeypatch):
    for name, value in (("MOST", 14), ("EXACT", 9.0), ("EVEN", 999.0)):
        # whatever is found, it is told
        monkeypatch.setattr(second_look, name, value)
    player = thinking
    texts, table = player.app.context.texts, player.scene.table
    advice, first = player.scene.advice, dock_of(player)
    other = table.match_texts.action(PAY if advice.action == TAKE else TAKE, table.view)
    why, move = table.match_texts.why(advice.why), table.match_texts.action(advice.action, table.view)
    assert first.panel_text.title == texts("hint.first", move=move)
    assert first.panel_text.body == texts("hint.checking")
    player.scene.take_announcement()
    assert player.wait(1500, lambda: dock_of(player).panel_text.figure == texts("hint.compares", move=other))
    held = dock_of(player)
    assert (held.panel_text.title, held.panel_text.body) == (move, why)
    assert why in player.scene.take_announcement()
    assert player.wait(20_000, lambda: player.scene.table_hint.measured)
    assert player.scene.advice == advice
    last = dock_of(player)
    assert last.panel_text._replace(figure="") == held.panel_text._replace(figure="")
    assert other in last.panel_text.figure
    assert last.paper == held.paper, "nothing moves when the figure comes"
    assert last.paper == first.paper._replace(h=last.paper.h)
    assert first.paper.h < last.paper.h, "no empty paper below the first words"
    assert last.panel_text.figure in player.scene.take_announcement()


def test_a_second_request_or_a_move_ends_the_thinking(thinking):
    player = thinking
    player.tap("hint")
    assert not player.scene.table_hint.open
    assert dock_of(player) is None
    player.tap("hint")
    assert player.scene.table_hint.open
    player.tap("do-pay")
    assert not player.scene.table_hint.open
    player.wait(1000)
    assert player.scene.advice is None


def test_a_second_look_that_finds_another_move_says_so(thinking, monkeypatch):
    player = thinking
    hint, texts = player.scene.table_hint, player.app.context.texts
    comparison, first = hint._comparison, hint.advice
    player.scene.take_announcement()
    better = next(advice for advice in comparison.possible if advice.action != first.action)
    monkeypatch.setattr(comparison, "settle", lambda: setattr(comparison, "advice", better))
    monkeypatch.setattr(HintComparison, "other", first.action)
    player.tap("hint-more")
    assert dock_of(player).panel_text.turn == texts("hint.less")
    assert player.wait(3000, lambda: player.scene.advice != first)
    names = [player.scene.table.match_texts.action(one.action, player.scene.table.view) for one in (better, first)]
    assert [name for name, _chance in dock_of(player).panel_text.rows[:2]] == names
    assert dock_of(player).panel_text.turn == texts("hint.less")
    player.tap("hint-more")
    panel_text = dock_of(player).panel_text
    assert panel_text.turn == texts("hint.more")
    assert panel_text.figure == texts("hint.changed.compares", move=names[1])
    assert panel_text.head == texts("hint.second_look")
    assert panel_text.title == player.scene.table.match_texts.action(better.action, player.scene.table.view)
    assert panel_text.head in player.scene.take_announcement()


def test_an_only_move_is_told_in_a_sentence_and_nothing_is_computed(monkeypatch):
    monkeypatch.setattr(table_hint, "LOOK_MS", 600.0)
    match = match_of(GAME, ("human", "easy", "easy"), 3)
    match.state = match.state._replace(chips=(0, *match.state.chips[1:]), turn=0)
    player = sit(match)
    player.wait(1000)
    assert not match.has_choice
    player.tap("hint")
    panel_text = dock_of(player).panel_text
    assert panel_text.body == player.app.context.texts("hint.only_move")
    assert not panel_text.figure + panel_text.turn
    assert player.scene.table_hint._comparison is None


def test_dnup_thinks_ahead_of_a_request(monkeypatch):
    thought = []
    monkeypatch.setattr(SlowHints, "first_thought", lambda hints, view: thought.append(view) or hints._advise(view))
    player = sit(match_of(GAMES["dnup"], ("human", "easy", "easy"), 3))
    assert player.wait(9000, lambda: bool(offered_moves(player)))
    player.wait(500)
    assert player.scene.table_hint._thought.advice
    player.tap("hint")
    assert len(thought) == 1
    assert player.scene.advice


def test_with_a_single_candidate_the_advice_comes_at_once(monkeypatch):
    monkeypatch.setattr(table_hint, "LOOK_MS", 600.0)
    player = sit(match_of(GAMES["keine_ahnung"], ("human", "easy"), 3))
    assert player.wait(9000, lambda: bool(offered_moves(player)))
    player.tap("hint")
    assert player.scene.advice
    assert not dock_of(player).panel_text.figure
