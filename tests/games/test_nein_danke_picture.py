"""Numbers on the table of Nein Danke! and their labels."""

from itertools import product

import nein_danke_states
import pytest
import table_player
from finished import finished
from player import Player
from table_player import sit

from game.catalogue.lengths import BOT_S
from game.catalogue.registry import GAMES
from game.core.match import FIGURES, Match, Seat
from game.engine import fonts
from game.engine.canvas import Canvas
from game.engine.kit import Kit
from game.engine.layout import frame_for, overlap
from game.engine.texts import LANGUAGES
from game.engine.transitions import Push
from game.engine.widgets import Button
from game.games.nein_danke import deck, layout
from game.games.nein_danke.deck import GREEN_IDS
from game.games.nein_danke.events import ChipPaid
from game.games.nein_danke.rules import PAY, TAKE
from game.games.nein_danke.scoring import score
from game.player.settings import LONGEST_NAME
from game.scenes.navigation import routes
from game.services import launch_request


def test_the_chips_below_the_points_are_labelled_as_part_of_them(monkeypatch):
    said: list[str] = []
    plain, line = Kit.line_plain, Kit.line

    def line_plain(self, text, *rest, **more):
        said.append(text)
        return plain(self, text, *rest, **more)

    monkeypatch.setattr(Kit, "line_plain", line_plain)
    monkeypatch.setattr(Kit, "line", lambda *given, **more: said.append(given[1]) or line(*given, **more))
    player = Player(wish=launch_request.LaunchRequest("nein_danke", (), 5))
    player.draw()
    assert player.app.context.texts("nein_danke.chips_count") in said
    # in a replay as in play
    said.clear()
    player.app.stack.carry_out(Push(routes.replay(player.app.context, finished("nein_danke", 3))))
    player.draw()
    assert player.app.context.texts("nein_danke.points") in said
    assert player.app.context.texts("nein_danke.chips_count") in said


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("size", [(1280, 720), (390, 844), (844, 390)])
def test_both_buttons_of_the_auction_say_in_the_same_words_what_comes_of_it(size, language):
    wish = launch_request.LaunchRequest("nein_danke", ("human", "easy", "easy"), 5)
    player = Player(size, wish=wish, language=language)
    player.app.context.settings.speed = "off"
    player.wait(20_000, lambda: "do-pay" in player.ids())
    scene = player.scene
    subs = {widget.items[0].id: widget.sub for widget in scene.widgets if isinstance(widget, Button)}
    view = scene.match.view(0)
    (paid, then), (gained, result) = (subs[id_].split(", ") for id_ in ("do-pay", "do-take"))
    word, left, unit = then.split()
    assert left == str(view.chips[0] - 1)
    assert result.split()[::2] == [word, unit]
    assert all("chip" in chips.casefold() for chips in (paid, gained))


def test_at_full_tables_others_pay_in_half_the_time():
    def taken(seats: int, seat: int) -> tuple[float, float]:
        people = [Seat(str(number), "easy" if number else "human", FIGURES[number]) for number in range(seats)]
        match = Match(GAMES["nein_danke"], {}, people, 3)
        table = sit(match, speed="normal").scene.table
        view = match.view(0)._replace(turn=seat)
        return sum(table.script(ChipPaid(seat, 1), view)), table.thinking_time(view, PAY)

    usual = taken(5, 1)
    assert [taken(7, 0), taken(7, 1)] == [usual, tuple(part / 2 for part in usual)]


def test_bots_hardly_think_about_an_obvious_decision():
    people = [Seat(str(number), "easy" if number else "human", FIGURES[number]) for number in range(3)]
    match = Match(GAMES["nein_danke"], {}, people, 3)
    table = sit(match, speed="normal").scene.table
    view = match.view(0)._replace(turn=1, card=20)
    plain, close, worth = (table.thinking_time(view._replace(pot=pot), TAKE) for pot in (1, 8, 19))
    assert plain == worth < close / 2
    # a card that gains is not obvious: more may be had for it
    gains = view._replace(displays=((), (21,), ()), pot=1)
    assert table.thinking_time(gains, TAKE) == close
    table.teaches = True
    assert table.thinking_time(view._replace(pot=1), TAKE) == close


def test_others_pay_in_half_a_second_from_the_second_chip_on_a_card_on():
    people = [Seat(str(number), "easy" if number else "human", FIGURES[number]) for number in range(5)]
    match = Match(GAMES["nein_danke"], {}, people, 3)
    table = sit(match, speed="normal").scene.table
    # close enough to think about
    card = match.view(0)._replace(turn=1, card=20)

    def takes_ms(seat: int, pot: int) -> float:
        view = card._replace(turn=seat, pot=pot)
        thought = table.thinking_time(view, PAY) * 1000 * BOT_S
        return thought + sum(table.script(ChipPaid(seat, pot + 1), view._replace(pot=pot + 1)))

    first, later, own = takes_ms(1, 0), [takes_ms(1, pot) for pot in (1, 4, 8, 15)], takes_ms(0, 8)
    assert 350 < later[0] == later[1] < 500 < first
    # in later laps round the card it is no news that they do
    assert later[1] > later[2] > later[3] > 200
    assert own > later[0]
    # taking keeps its time
    assert table.thinking_time(card._replace(pot=8), TAKE) > 4 * table.thinking_time(card._replace(pot=8), PAY)


@pytest.mark.parametrize("scale", [1.0, 1.3])
@pytest.mark.parametrize("size", [(1280, 720), (844, 390), (390, 844), (360, 640)])
def test_the_longest_names_fit_the_panels_of_a_full_table(size, scale):
    frame = frame_for(size)
    kit = Kit(frame, scale)
    spots = layout.spots(frame.width, frame.height, 6, frame.side)
    panel = layout.panel(spots.opponents[0], spots.roomy, frame.tall)
    least = round(round(kit.fitting(22, panel.line) * kit.text_scale) * fonts.LEAST_READABLE)
    for name in ("Friederike", "Maximilian", "Konstantin"):
        assert len(name) == LONGEST_NAME
        assert fonts.width(name, fonts.BLACK, least) <= kit.px(panel.name.w), name


def test_chips_and_cards_count_when_they_have_arrived():
    player = Player(wish=launch_request.LaunchRequest("nein_danke", ("human", "easy", "easy"), 5))
    for _ in range(2):
        player.wait(20_000, lambda: "do-pay" in player.ids())
        player.wait(300)
        player.tap("do-pay")
        player.wait(20)
        # the chip is on its way, and no longer mine
        table = player.scene.table
        assert table.counts.chips(0) == player.scene.match.view(0).chips[0]
        player.wait(600)
    player.wait(20_000, lambda: "do-take" in player.ids())
    player.wait(300)
    view, before = player.scene.match.view(0), (table.counts.chips(0), table.counts.total(0))
    assert view.pot > 1
    seen = []
    player.tap("do-take")
    for _ in range(45):
        seen.append((table.counts.chips(0), table.counts.total(0)))
        player.wait(20)
    after = player.scene.match.view(0)
    chips = [chips for chips, _total in seen]
    assert seen[10] == before, "nothing has arrived after a fifth of a second"
    assert chips == sorted(chips)
    assert len(set(chips)) == view.pot + 1, "one chip after the other"
    assert seen[-1] == (after.chips[0], score(after.displays[0], after.chips[0]).total)
    assert min(total for _chips, total in seen) < min(before[1], seen[-1][1]), "the card counts before the chips"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(1280, 720), (390, 844), (844, 390)])
def test_the_outcome_of_taking_is_not_cut_at_large_text(size, language):
    match = table_player.match_of(GAMES["nein_danke"], ("human", "easy", "easy"), 7)
    match.state = nein_danke_states.state_of(34, pot=21)
    player = sit(match, size, language=language)
    player.app.context.settings.scale = 1.3
    player.app.context.settings_changed()
    player.wait(5000, lambda: "do-take" in player.ids())
    (take,) = (widget for widget in player.scene.widgets if widget.items and widget.items[0].id == "do-take")
    assert player.app.context.texts.number(-34 + 21 + match.state.chips[0]) in take.sub
    assert take.kit.sub_reads(take.box.w, take.box.h, take.sub, take.icon)


@pytest.mark.parametrize(
    ("kinds", "worth"),
    [
        ((), "Chips zählen als Punkte"),
        (("chips_negative",), "Jeder Chip zählt −1"),
        (("double_chips",), "Jeder Chip zählt 2"),
        (("halve_chips",), "Jeder Chip zählt ½"),
        (("halve_chips", "chips_negative"), "Jeder Chip zählt −½"),
        (("double_chips", "halve_chips"), "Chips zählen als Punkte"),
    ],
)
def test_the_note_on_chips_says_what_they_count_with_the_cards_held(monkeypatch, kinds, worth):
    plain, held = Kit.line, tuple(map(nein_danke_states.special, kinds))
    each = worth.removeprefix("Jeder Chip zählt ")
    # one's own cards, then a rival's, whose chips are open
    for displays in (((20, *held), (), ()), ((20,), held, ())):
        said: list[str] = []
        monkeypatch.setattr(
            Kit, "line", lambda *given, said=said, **more: said.append(given[1]) or plain(*given, **more)
        )
        match = table_player.match_of(GAMES["nein_danke"], ("human", "easy", "easy"), 7, open_chips=True, specials=True)
        match.state = nein_danke_states.state_of(34, options=match.options, displays=displays)
        player = sit(match)
        player.wait(2000)
        player.draw()
        own = "Chips zählen als Punkte" if displays[1] else worth
        rivals = {f"je {each}"} if displays[1] and each != worth else set()
        assert {text for text in said if "zähl" in text or text.startswith("je ")} == {own, *rivals}


@pytest.mark.parametrize(("size", "docked", "told"), [((390, 844), False, True), ((768, 1024), True, False)])
def test_the_next_back_is_named_only_where_the_prompt_does_not_cover_it(size, docked, told, monkeypatch):
    player = sit(table_player.match_of(GAMES["nein_danke"], ("human", *["easy"] * 5), 3, specials=True), size)
    player.wait(2000)
    table, texts = player.scene.table, []
    table.make_room(docked)
    monkeypatch.setattr(table, "text", lambda key, **blanks: texts.append(key) or key)
    player.scene.dirty = True
    player.draw()
    assert any(key.startswith("next_") for key in texts) == told


@pytest.mark.parametrize("scale", [1.0, 1.3])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_note_on_a_green_card_can_be_read_on_a_phone_on_its_side(language, scale, monkeypatch):
    match = table_player.match_of(GAMES["nein_danke"], table_player.kinds_of("hbbb", "easy"), 3, specials=True)
    state = nein_danke_states.state_of(min(GREEN_IDS), seats=4, options={"specials": True})
    player = table_player.player_at(match, state, size=(844, 390), language=language)
    player.app.context.settings.scale = scale
    player.app.context.settings_changed()
    player.wait(100)
    note, sizes = player.scene.table.text("green_auction").split("|"), []
    line = Kit.line

    def watched(kit, text, size, *look, **how):
        if text in note:
            sizes.append(round(size * kit.text_scale))
            assert fonts.width(text, fonts.BLACK, 11) <= kit.px(look[-1])
        return line(kit, text, size, *look, **how)

    monkeypatch.setattr(Kit, "line", watched)
    player.scene.dirty = True
    player.draw()
    assert len(sizes) == 2
    assert min(sizes) >= 11


@pytest.mark.parametrize("scale", [1.0, 1.3])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_own_last_move_on_a_phone_lies_beside_the_chips(language, scale):
    player = sit(
        table_player.match_of(GAMES["nein_danke"], ("human", "easy", "easy"), 3), (390, 844), language=language
    )
    player.app.context.settings.scale = scale
    player.app.context.settings_changed()
    player.wait(100)
    table, pills, ends = player.scene.table, [], []
    table.make_room(True)
    canvas, pill = Canvas(player.draw(), player.app.context.frame), table.kit.pill
    table.kit.pill = lambda *look, **more: pills.append(pill(*look, **more)) or pills[-1]
    canvas.put_left = lambda made, x, y: ends.append(x + made.get_width() / table.kit.scale) if made in pills else None
    moves = [*table.match_texts.moves()]
    for move in moves:
        table.moves.note(0, move)
        table.signs.draw_plate(canvas)
    assert len(ends) == len(moves)
    assert max(ends) <= table.spots.chips.x


@pytest.mark.parametrize("size", [(1280, 720), (390, 844)])
@pytest.mark.parametrize("open_chips", [False, True])
def test_the_log_tells_once_that_chips_are_secret(size, open_chips, monkeypatch):
    match = table_player.match_of(GAMES["nein_danke"], ("human", "easy", "easy"), 3, open_chips=open_chips)
    player, drawn = sit(match, size, language="de"), []
    line = Kit.line
    monkeypatch.setattr(
        Kit, "line", lambda kit, text, *how, **more: drawn.append(text) or line(kit, text, *how, **more)
    )
    table_player.wait_until(player, lambda: bool(player.scene.table.log))
    player.scene.table.draw(Canvas(player.draw(), player.app.context.frame))
    assert "geheim" not in drawn
    assert sum("geheim" in line.text for line in player.scene.table.log) == (not open_chips)
    assert any("Neun Karten" in line.text for line in player.scene.table.log)


@pytest.mark.parametrize("size", [(1280, 720), (390, 844), (844, 390)])
def test_without_own_cards_the_table_says_how_they_will_count(size, monkeypatch):
    drawn: list[str] = []
    paragraph = Kit.paragraph
    monkeypatch.setattr(Kit, "paragraph", lambda kit, text, *how: drawn.append(text) or paragraph(kit, text, *how))
    for display, told in (((), True), ((20,), False)):
        match = table_player.match_of(GAMES["nein_danke"], ("human", "easy", "easy"), 3)
        match.state = nein_danke_states.state_of(26, seats=3, displays=(display, (), ()))
        player = sit(match, size)
        drawn.clear()
        player.scene.table.draw(Canvas(player.draw(), player.app.context.frame))
        assert (player.app.context.texts("nein_danke.result.rule") in drawn) == told


@pytest.mark.parametrize("size", [(1280, 720), (390, 844), (844, 390)])
@pytest.mark.parametrize("display", [(), (20,), (5, 9, 13, 17, 21, 25, 29)])
def test_the_effect_of_the_card_on_offer_covers_no_own_card(size, display):
    match = table_player.match_of(GAMES["nein_danke"], ("human", "easy", "easy"), 3, specials=True)
    card = next(card for card, kind in deck.SPECIALS.items() if kind == "take_first_pink")
    match.state = nein_danke_states.state_of(card, seats=3, displays=(display, (), ()))
    player = sit(match, size)
    player.wait(500)
    table = player.scene.table
    effect = table.signs.effect()
    assert bool(effect) == (size[0] > size[1] or len(display) < 2)
    assert not effect or not any(overlap(lying.body, effect[1]) for lying in table.spreads[0].cards)


@pytest.mark.parametrize("scale", [1.0, 1.3])
@pytest.mark.parametrize("language", ["de", "en"])
def test_every_last_move_of_a_full_table_is_whole_on_a_phone(scale, language, monkeypatch):
    match = table_player.match_of(GAMES["nein_danke"], ("human", *["expert"] * 6), 3, specials=True)
    player = sit(match, (390, 844), language=language)
    player.app.context.settings.scale = scale
    player.app.context.settings_changed()
    player.wait(100)
    table, cut = player.scene.table, []
    plain = fonts.cut
    monkeypatch.setattr(fonts, "cut", lambda text, *how: cut.append((text, plain(text, *how))) or cut[-1][1])
    canvas = Canvas(player.draw(), player.app.context.frame)
    for seat, move in product(table.panels, table.match_texts.moves()):
        table.moves.note(seat, move)
        table.signs.draw_last(canvas, seat)
    assert all(before == after for before, after in cut)
