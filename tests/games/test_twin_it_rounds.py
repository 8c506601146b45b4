"""The calm mode in rounds: cards are flipped until two are alike, then everyone looks once; and how a find is shown."""

from collections import Counter
from itertools import pairwise

import pytest
from twin_it_events import act, at, faces
from twin_it_player import Person, events_of
from twin_it_states import CALM, X, Y, Z, events_after, refusal_of, spot, state_after, state_of, top, touch

from game.catalogue.registry import GAMES
from game.core.match import Match, Seat
from game.core.rng import Rng
from game.engine.canvas import Canvas
from game.engine.layout import overlap
from game.engine.palette import CREAM
from game.engine.texts import Texts
from game.games.twin_it import pieces, rules
from game.games.twin_it.bots import look
from game.games.twin_it.events import CardFlipped, ErrorMade, SeatPassed, SetWon
from game.games.twin_it.gaze import EACH_MS, TRAIL_MS
from game.games.twin_it.result import sheet_of
from game.games.twin_it.scheduler import forced_action
from game.games.twin_it.state import SPOT, STACK, Action, Phase, Verb

ROUNDS = CALM | {"looks": 0}
GAME = GAMES["twin_it"]


def played(seed: int, seats: int, overlooks: float = 0.4) -> tuple[Match, list[int]]:
    """Return a calm match played to its end, and the seats that looked first in its rounds."""
    match = Match(GAME, ROUNDS, [Seat(f"P{number}", "normal") for number in range(seats)], seed)
    rng, firsts = Rng(seed), []
    while not match.is_over:
        state = match.state
        view = match.view(rules.to_move(state))
        if state.say >= 0 and not state.passes:
            firsts.append(state.say)
        if state.phase == Phase.CHOOSE:
            match.apply(rules.legal_actions(state)[0])
        else:
            if state.say >= 0:
                assert state.has_match, "nobody is asked to look for nothing"
            match.apply(look(view, rng, overlooks))
    return match, firsts


@pytest.mark.parametrize("seats", [2, 3, 4, 6])
def test_players_look_only_for_a_match_and_the_first_look_rotates(seats):
    for seed in range(1, 6):
        match, firsts = played(seed, seats)
        steps = {(after - before) % seats for before, after in pairwise(firsts)}
        assert steps <= {1 % seats}
        assert max(Counter(firsts).values()) - min(Counter(firsts).get(seat, 0) for seat in range(seats)) <= 1
        flips = sum(isinstance(event, CardFlipped) for events in match.events for event in events)
        passes = sum(isinstance(event, SeatPassed) for events in match.events for event in events)
        assert flips > 10
        assert passes < 2 * flips


def test_cards_are_flipped_until_two_are_alike():
    state = state_of(spots=[Z], stacks=[[50, (52, X)], [53, (54, X)], [55, 56]], options=ROUNDS, passes=3)
    assert state.say == -1
    state = state_after(state, Action(Verb.FLIP, 1, 0))
    assert (state.say, state.turn) == (-1, 1), "no match yet: the next card is flipped"
    state = state_after(state, Action(Verb.FLIP, 2, 1))
    assert state.has_match
    assert state.say >= 0


def test_new_tables_flip_two_cards_more_so_that_neither_of_two_alike_is_the_newest():
    fillers = [[number, (number + 1, number + 50), number + 2] for number in (60, 63, 66)]
    state = state_of(spots=[X], stacks=[[50, (52, X)], *fillers[1:]], options=ROUNDS | {"further": 2}, passes=3)
    state = state_after(state, Action(Verb.FLIP, 1, 0))
    assert state.has_match
    assert (state.say, state.turn) == (-1, 1)
    state = state_after(state, Action(Verb.FLIP, 2, 1))
    assert (state.say, state.turn) == (-1, 2)
    state = state_after(state, Action(Verb.FLIP, 3, 2))
    assert state.say >= 0
    after = state_after(state, Action(Verb.PASS, 4, state.say))
    assert after.say >= 0, "the round goes on"
    empty = state_of(spots=[X], stacks=[[(52, X)], [], []], options=ROUNDS | {"further": 2}, passes=3)
    empty = state_after(empty, Action(Verb.FLIP, 1, 0))
    assert empty.phase == Phase.LAST_LOOK
    assert empty.say >= 0, "with no card left to flip all look at once"


@pytest.mark.parametrize("seen_first", [True, False])
def test_all_look_at_once_for_a_pair_that_a_find_uncovers_but_not_in_older_matches(seen_first):
    options = ROUNDS | {"further": 2, "seen_first": seen_first}
    stacks = [[50, Y, X], [53, 54], [56, 57]]
    state = state_of(
        spots=[X, Y], stacks=stacks, options=options, flipper=2, passes=0, now=9, flips=(7, 8) * seen_first
    )
    state = state._replace(shown=(0, 7, *[0] * 133))
    state = state_after(state, touch(10, 0, spot(state, 0), top(state, 0)))
    assert (state.say >= 0) == seen_first, "the other card of the pair is one of the newest"
    if seen_first:
        wrong = touch(11, state.say, spot(state, 1), top(state, 1))
        after = state_after(state, wrong)
        assert after.say == 2, "after an error the others still look for it"
        assert state_after(after, Action(Verb.PASS, 12, 2), Action(Verb.PASS, 13, 0)).say == -1


def test_two_cards_come_after_a_pair_and_none_off_a_stack_whose_top_is_one_of_it():
    options = ROUNDS | {"further": 2, "seen_first": True}
    stacks = [[50, 51, (52, Y)], [53, 54, Z], [56, 57, Z]]
    state = state_of(spots=[X], stacks=stacks, options=options, passes=3)
    assert state.flips == (0,)
    assert not state.asks_to_look, "two tops were alike from the start"
    state = state_after(state, Action(Verb.FLIP, 1, 0))
    assert (state.say, state.turn) == (-1, 0), "the same seat flips again"
    state = state_after(state, Action(Verb.FLIP, 2, 0))
    assert state.flips == (1, 2)
    assert state.say >= 0
    after = state_after(state, *(Action(Verb.PASS, 3 + number, (state.say + number) % 3) for number in range(3)))
    assert (after.say, after.turn) == (-1, 1), "all have looked"


@pytest.mark.parametrize("seats", [2, 3])
def test_no_pair_goes_by_a_flip_before_all_have_had_the_chance_to_see_it(seats):
    options, gone = ROUNDS | {"further": 2, "seen_first": True, "sets": 7}, 0
    for seed in range(6):
        match = Match(GAME, options, [Seat(str(seat), "normal") for seat in range(seats)], seed)
        rng, looked = Rng(seed), -1
        while not match.is_over:
            state, view = match.state, match.view(rules.to_move(match.state))
            choosing = state.phase == Phase.CHOOSE
            action = rules.legal_actions(state)[0] if choosing else look(view, rng, 0.5)
            looked = state.now if action.verb == Verb.PASS else looked
            for event in match.apply(action):
                flipped = next((face for face in view.faces if face.card == getattr(event, "card", -1)), None)
                if isinstance(event, CardFlipped) and flipped:
                    pair = sorted(face.shown_at for face in view.faces if face.pattern == flipped.pattern)
                    assert len(pair) == 1 or pair[1] <= looked
                    gone += len(pair) > 1
        assert match.is_over
    assert gone, "a pair that all have missed can go"


@pytest.mark.parametrize(("sets", "over"), [(5, True), (7, False)])
def test_the_fifth_set_ends_a_calm_match_unless_more_are_needed(sets, over):
    won = [[[50 + number] * 2 for number in range(4)], [], []]
    state = state_of(spots=[X, X], sets=won, options=ROUNDS | {"sets": sets}, flipper=2, passes=0)
    state = state_after(state, touch(5, 0, spot(state, 0), spot(state, 1)))
    assert (state.phase == Phase.OVER) == over


@pytest.mark.parametrize("size", [(1280, 720), (390, 844), (844, 390)])
@pytest.mark.parametrize("goal", [7, 10])
def test_the_own_panel_has_a_place_for_every_set_that_is_needed(size, goal):
    table = person(size=size, sets=goal).table_scene.table
    own = table.places.areas[0]
    boxes = [cell.box for cell in own.cells]
    assert len(boxes) == goal
    assert min(box.w for box in boxes) >= 50
    assert not any(overlap(one, other) for number, one in enumerate(boxes) for other in boxes[:number])
    for box in boxes:
        assert not overlap(box, own.top.box)
        assert own.box.x <= box.x
        assert box.x + box.w <= own.box.x + own.box.w
        assert own.box.y <= box.y
        assert box.y + box.h <= own.box.y + own.box.h


def test_after_a_find_without_another_match_the_finder_flips():
    state = state_of(spots=[X, X, Y], options=ROUNDS, flipper=2, passes=0)
    assert state.say == 0
    claim = touch(5, 0, spot(state, 0), spot(state, 1))
    assert any(isinstance(event, SetWon) for event in events_after(state, claim))
    state = state_after(state, claim)
    assert (state.say, state.turn) == (-1, 0)


def test_after_a_find_with_another_match_the_next_seat_looks_first():
    state = state_of(spots=[X, X, Y, Y], options=ROUNDS, flipper=2, passes=0)
    state = state_after(state, touch(5, 0, spot(state, 0), spot(state, 1)))
    assert state.say == 1


def test_a_flip_is_refused_during_a_look():
    state = state_of(spots=[X, X], options=ROUNDS, flipper=2, passes=0)
    assert refusal_of(state, Action(Verb.FLIP, 5, 0)) == "others_look"


def test_the_last_look_is_skipped_when_nothing_is_alike():
    state = state_of(spots=[Z], stacks=[[50], [], []], options=ROUNDS, passes=3)
    state = state_after(state, Action(Verb.FLIP, 5, 0))
    assert state.phase == Phase.OVER


def test_cards_of_everybody_are_flipped_unasked_but_not_in_older_matches():
    several = [Seat("A", "human"), Seat("B", "human")]
    match = Match(GAME, ROUNDS, several, 3)
    assert forced_action(match) == Action(Verb.FLIP, 1, match.state.turn)
    assert forced_action(Match(GAME, CALM, several, 3)) is None


def test_a_match_stored_without_the_rule_keeps_a_look_before_every_card():
    match = Match(GAME, CALM, [Seat("A", "human"), Seat("B", "easy")], 3)
    assert match.state.options.looks == 1
    assert match.state.say >= 0


def person(**how) -> Person:
    """Return a person at a calm table in rounds with two bots."""
    return Person(("human", "normal", "normal"), seed=7, language="en", calm=True, looks=0, **how)


@pytest.mark.parametrize("size", [(1280, 720), (390, 844)])
@pytest.mark.parametrize("seats", [2, 3, 6])
def test_the_order_of_looks_is_shown_by_figures_alone_within_its_strip(seats, size):
    player = Person(("human", *["easy"] * (seats - 1)), size=size, calm=True, looks=0)
    table = player.table_scene.table
    assert table.panels.shows_order

    def drawn(view) -> list[int]:
        found, box = [], table.spots.order
        table.view = view

        def put(surface, x, y):
            wide, high = (side / table.kit.scale for side in surface.get_size())
            assert box.x <= x - wide / 2
            assert x + wide / 2 <= box.x + box.w
            # the edge of an active figure may reach over the low strip of a phone
            assert y + high / 2 <= player.app.context.frame.height

        canvas, figure = Canvas(player.screen, player.app.context.frame), table.panels._figure
        canvas.put_centred = put
        table.panels._figure = lambda seat, *rest: found.append(seat) or figure(seat, *rest)
        table.panels.draw_order(canvas, box)
        table.panels._figure = figure
        return found

    view = player.view
    first = (view.flipper + 1) % seats
    for looker in range(seats):
        assert drawn(view._replace(looker=looker)) == [(first + place) % seats for place in range(seats)]
    assert drawn(view._replace(looker=-1))[0] == (first + 1) % seats, "the next round begins with the next seat"


def test_a_bot_is_seen_to_look_from_card_to_card():
    player = person()
    seen = set()
    table = player.table_scene.table
    if player.wait(60_000, lambda: player.view.looker >= 0) and player.view.looker == 0:
        player.tap("do-pass")
        player.wait(EACH_MS)
    for _ in range(4):
        seen.add(table.above.gaze.card)
        player.wait(EACH_MS)
    assert len(seen) > 2
    assert "do-pass" not in [item.id for item in player.scene.items.items], "only an own look can be passed"
    assert player.wait(60_000, lambda: player.view.looker == 0)
    player.wait(32)
    assert table.above.gaze.card == -1
    assert "do-pass" in player.ids()


def test_looks_of_bots_stay_visible_while_the_next_one_looks():
    player = Person(("human", *["normal"] * 3), seed=11, calm=True, looks=0)
    table, lookers, cards, marked, dealt = player.table_scene.table, set(), set(), set(), 0
    for _ in range(12_000 // 16):
        if "do-pass" in player.ids():
            player.tap("do-pass")
        player.wait(16)
        passed = set(table.announcements.passed)
        flips = len(events_of(player, CardFlipped))
        assert passed >= marked or flips > dealt, "it lasts for the round"
        marked, dealt = passed, flips
        lookers.add(len({looker for looker, _left in table.above.gaze.trail.values()}))
        cards.add(len(table.above.gaze.trail))
    assert max(lookers) > 1
    assert max(cards) > 2
    player.wait(TRAIL_MS)
    assert all(left <= TRAIL_MS for _seat, left in table.above.gaze.trail.values())


def test_the_looks_of_five_bots_take_at_most_five_seconds_with_three_cards_each():
    player = Person(("human", *["normal"] * 5), seed=7, calm=True, looks=0)
    table, cards, took = player.table_scene.table, [], []
    while len(took) < 5:
        cards.append(set())
        while not player.wait(5000, lambda: player.view.looker > 0):
            assert player.view.looker == 0
            player.tap("do-pass")
        seat, since = player.view.looker, player.clock.now_ms()
        while player.view.looker == seat:
            cards[-1].add(table.above.gaze.card)
            player.wait(16)
        took.append(player.clock.now_ms() - since)
        if player.view.looker == 0:
            player.tap("do-pass")
    assert sum(took) <= 5000
    assert all(len(one - {-1}) >= 3 for one in cards)


def test_cards_are_dealt_quickly_while_nothing_is_to_be_found():
    player = Person(("human", "normal", "normal"), seed=5, calm=True, looks=0)
    since = player.clock.now_ms()
    assert player.wait(10_000, lambda: player.view.looker >= 0)
    flips = sum(isinstance(event, CardFlipped) for events in player.match.events for event in events)
    assert flips > 6
    assert player.clock.now_ms() - since <= 180 * flips


@pytest.mark.parametrize(
    ("happened", "most"),
    [
        ([SetWon(0, (1, 2), X, 900)] * 3, 3),
        ([SetWon(0, (1, 2), X, 900), SetWon(1, (1, 2), X, 900), SetWon(0, (1, 2), X, 900)], 2),
        ([SetWon(0, (1, 2), X, 900), SeatPassed(1), SeatPassed(0), SetWon(0, (1, 2), X, 900)], 1),
        ([SetWon(0, (1, 2), X, 900)] * 2 + [ErrorMade(0, (1, 2), "unequal"), SetWon(0, (1, 2), X, 900)], 2),
    ],
)
def test_a_goal_of_the_calm_mode_counts_pairs_found_without_missing_one(happened, most):
    match, _firsts = played(1, 3)
    match.events = [tuple(happened), *[()] * (len(match.events) - 1)]
    assert GAME.records.reached(match, 0)["row"] == most


def test_no_seconds_are_shown_in_calm_mode():
    player = person()
    player.wait(60_000, lambda: sum(player.view.set_counts) > 0 or player.view.looker == 0)
    if not sum(player.view.set_counts):
        player.claim()
        player.wait(2000)
    told = [line.text for line in player.table_scene.table.log]
    assert any(" win" in text for text in told)
    assert not any(" s" in text.split(",")[-1] and any(sign.isdigit() for sign in text) for text in told)


def test_an_own_find_is_brighter_than_anothers_and_louder_than_an_error():
    player = Person(("human", "normal", "normal"), seed=7, language="en")
    table, heard = player.table_scene.table, {}
    player.app.context.audio.play = lambda name, volume=1.0: heard.update({name: volume})
    cards, pattern = tuple(face.card for face in player.view.faces[:2]), player.view.faces[0].pattern
    for seat in (1, 0):
        table.happened(SetWon(seat, cards, pattern, 900))
        assert len(table.announcements.shouts) == (seat == 0), "only the own find has its large word"
        assert table.announcements.bump(seat) > 1
    table.happened(ErrorMade(0, cards, "unequal"))
    assert heard["twin"] > heard["wrong"] > 0
    assert heard["twin"] > heard["claim"]
    table.update(2000)
    assert (table.announcements.shouts, table.announcements.bump(0)) == ([], 1.0)


def test_with_each_new_card_the_field_closes_up_without_holes():
    whole, rng = Match(GAME, ROUNDS, [Seat(str(number), "normal") for number in range(3)], 7), Rng(7)
    places = person().table_scene.table.places
    moved = 0
    while not whole.is_over and len(whole.actions) < 120:
        view = whole.view(0)
        before = {face.card: places.slot(face) for face in places.in_sight() if face.where == SPOT}
        places.view = view
        places.close_up()
        places.ground.hold(places.used, view.now)
        lying = {face.card: places.slot(face) for face in view.faces if face.where == SPOT}
        assert len(set(lying.values())) == len(lying), "no two cards at one place"
        stayed = {card for card in lying if before.get(card) == lying[card]}
        if set(lying) - set(before):
            # full columns around the middle
            assert {*lying.values()} == {*places.ground.grid.closed[: len(lying)]}
            moved += len(set(before) & set(lying) - stayed)
        else:
            assert stayed == set(lying), "no card moves during a look"
        mover = rules.to_move(whole.state)
        choosing = whole.state.phase == Phase.CHOOSE
        whole.apply(rules.legal_actions(whole.state)[0] if choosing else look(whole.view(mover), rng, 0.2))
    assert moved


def test_the_result_of_the_calm_mode_tells_the_level_that_bots_have_played_at():
    seats = [Seat("A", "human"), Seat("B", "adaptive"), Seat("C", "hard")]
    for options, level in ((ROUNDS, "normal"), ({}, "adaptive")):
        rows = sheet_of(Texts("en"), seats, Match(GAME, options, seats, 3).state).rows
        assert [row.level for row in rows] == ["human", level, "hard"]


def looking_last(**how) -> Person:
    """Return a person who looks after two bots that see nothing, with one pair among the cards."""
    person = at(kinds=("human", "easy", "easy"), calm=True, looks=0, spots=[50, 10, 20, 50], **how)
    person.match.state = person.match.state._replace(flipper=0, passes=0)
    person.table_scene._show(0)
    person.driver._bot_looks._action = Action(Verb.PASS, person.driver.clock.now, 1)
    person.driver._bot_looks._remaining_ms = 900.0
    assert person.view.looker == 1
    return person


def test_a_pair_tapped_while_a_bot_looks_is_claimed_at_the_own_look():
    person = looking_last()
    table = person.table_scene.table
    pair = [face for face in faces(person) if face.pattern == 50]
    for face in pair:
        person.lay(face)
        person.wait(16)
    assert person.view.looker == 1, "a tap on a card does not end the look"
    assert {*table.visible_input.planned} == {face.card for face in pair}
    assert table.prompt(person.view) == person.app.context.texts("twin_it.prompt.planned")
    for rival in (1, 2):
        act(person, Action(Verb.PASS, person.driver.clock.now, rival))
    assert person.wait(500, lambda: person.view.set_counts[0] == 1)
    assert not table.visible_input.planned


def test_a_pair_tapped_while_cards_are_flipped_is_claimed_at_the_own_look_to_come():
    person = Person(("human", "normal", "normal"), seed=7, language="en", calm=True, looks=0)
    table, texts = person.table_scene.table, person.app.context.texts
    assert person.wait(60_000, lambda: person.view.looker < 0 and person.pair())
    assert table.prompt(person.view) == texts("twin_it.prompt.turning_on")
    pair = person.pair()
    for face in pair:
        person.lay(face)
    person.wait(16)
    assert person.view.looker < 0
    assert {*table.visible_input.planned} == {face.card for face in pair}
    assert table.prompt(person.view) == texts("twin_it.prompt.planned")
    assert person.wait(30_000, lambda: person.view.looker == 0 or sum(person.view.set_counts))
    person.wait(64)
    assert sum(person.view.set_counts) == 1, "by the own look, or a bot's before it"
    assert not table.visible_input.planned


def test_the_tick_of_a_marked_card_is_above_the_rings_of_new_ones():
    person = Person(("human", "normal", "normal"), seed=7, calm=True, looks=0)
    table, drawn = person.table_scene.table, []
    assert person.wait(60_000, lambda: person.view.looker < 0 and person.pair())
    for face in person.pair():
        person.lay(face)
    assert any(not ring.sign for ring in table.announcements.rings)

    class Noting(Canvas):
        def put_centred(self, picture, x, y):
            drawn.append(picture)

    table.above.draw(Noting(person.draw(), person.app.context.frame))
    tick = table.kit.scene_image(pieces.tick_plain, 16.0)
    assert drawn[-1] is tick


def test_a_plan_is_dropped_once_a_flip_shows_another_face_of_its_card():
    person = Person(("human", "normal", "normal"), seed=7, calm=True, looks=0)
    doing = person.table_scene.table.visible_input
    assert person.view.looker < 0
    own = next(face for face in faces(person, STACK) if face.place == person.view.turn)
    person.lay(own)
    person.wait(16)
    assert doing.planned == (own.card,)
    assert person.wait(5000, lambda: not any(face.seen == own.seen for face in person.view.faces))
    person.wait(32)
    assert not doing.planned


def test_a_second_tap_takes_a_card_off_the_plan_and_letting_go_drops_it():
    person = looking_last()
    doing = person.table_scene.table.visible_input
    one, other, third = faces(person)[:3]
    for face in (one, other, third, third):
        person.lay(face)
        person.wait(200)
    assert doing.planned == (other.card,)
    person.table_scene.live_input.let_go()
    assert not doing.planned


def test_a_pair_that_all_have_missed_is_told_and_named_once_a_flip_takes_it():
    person = looking_last(language="en")
    told, flipped = person.table_scene.table.announcements, person.view
    told.tell(SeatPassed(2), False, 0)
    assert not told.sentence.text
    told.tell(SeatPassed(0), False, 0)
    assert told.sentence.text == "Nobody saw the pair"
    top = next(face for face in flipped.faces if face.where == STACK)
    person.table_scene.table.places.view = flipped._replace(
        faces=tuple(face._replace(pattern=50) if face is top else face for face in flipped.faces)
    )
    told.tell(CardFlipped(top.place, top.card, 3, 0), False, 0)
    assert told.sentence.text.startswith("A pair is gone: ")
    assert told.sentence.line == CREAM, "it is nobody's error"
    told.forget()
    told.tell(CardFlipped(top.place, top.card, 3, 0), False, 0)
    assert not told.sentence.text, "nobody has looked for it"
