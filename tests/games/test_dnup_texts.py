"""The words of dnuP fit where they are shown, in every window, language and scale."""

import pygame
import pytest
from boxes import apart, within

from game.core.match import Seat
from game.engine import fonts
from game.engine.kit import Kit
from game.engine.layout import Box, frame_for
from game.engine.texts import LANGUAGES, Texts
from game.games.dnup import events as ev
from game.games.dnup import layout
from game.games.dnup.rules import MAX_SEATS, MIN_SEATS
from game.games.dnup.scoring import goal_of
from game.games.dnup.texts import DnupTexts

#: the longest set, and names of usual length
BLANKS = {"name": "Frida", "owner": "Juna", "value": 10, "number": 2}
LABELS = ("play_short", "add_short", "take_set", "turn")
LEADS_TO = ("play_free", "play_out", "play_beats", "play_beats_own", "play_beats_out", "add_to", "add_beats")
NOTES = ("take_note", "turn_note", "why.must_be_higher")
MOVES = ("SetPlayed", "SetTaken", "CardAdded", "HandTurned", "WentOut")

each_look = pytest.mark.parametrize(
    ("kit", "text_of"),
    [
        pytest.param((size, scale), language, id=f"{size[0]} {scale} {language}")
        for size in ((1280, 720), (1920, 1080), (844, 390), (390, 844), (768, 1024))
        for scale in (1.0, 1.3)
        for language in LANGUAGES
    ],
    indirect=True,
)


@pytest.fixture
def kit(request):
    pygame.display.init()
    size, scale = request.param
    pygame.display.set_mode(size)
    fonts.forget()
    return Kit(frame_for(size), scale)


@pytest.fixture
def text_of(request):
    """Return the texts of the game with everything that may be inserted in them."""
    texts = Texts(request.param)

    def say(key: str) -> str:
        return texts(f"dnup.{key}", set=DnupTexts(texts, ()).set_of(3, 7), count=13, **BLANKS)

    return say


def test_a_line_break_does_not_separate_a_sign_from_its_word():
    said = "Der Ruf ist falsch: × Passt doch! Du bekommst keine Trophäe."
    for most in range(80, 400, 20):
        lines = fonts.wrapped(said, fonts.STRONG, 20, most)
        assert " ".join(lines) == said
        assert any("× Passt" in line for line in lines)


@each_look
def test_no_button_cuts_its_label(kit, text_of, monkeypatch):
    whole, cut = fonts.cut, []

    def watched(line, face, size, most):
        shown = whole(line, face, size, most)
        cut.extend([shown] if shown != line else [])
        return shown

    monkeypatch.setattr(fonts, "cut", watched)
    box = layout.spots(kit.frame.width, kit.frame.height, 3).buttons[0]
    for key in LABELS:
        kit.button_plain(box.w, box.h, text_of(key), sub=text_of(NOTES[0]), icon="turn", size=27)
    for key in LEADS_TO + NOTES:
        kit.button_plain(box.w, box.h, text_of(LABELS[0]), sub=text_of(key), icon="turn", size=27)
    assert not cut


@each_look
@pytest.mark.parametrize("seats", range(MIN_SEATS, MAX_SEATS + 1))
def test_the_last_move_fits_beside_the_letters_and_on_the_table(kit, text_of, seats):
    frame = kit.frame
    goal = goal_of(seats)
    for box in layout.spots(frame.width, frame.height, seats - 1, frame.side).opponents:
        panel = layout.panel(box, frame.tall, goal)
        (x, y), side = panel.letters, panel.letter
        letters = Box(x - side / 2, y - side / 2, side + panel.step * (goal - 1), side)
        (left, row), back = panel.fan, panel.back
        cards = Box(left, row - back * 0.7, panel.fan_width + 1.8 * back, back * 1.4)
        for move in MOVES:
            pill = kit.pill(text_of(f"move.{move}"), 16, max_width=layout.room_for_last(panel, goal))
            wide, high = pill.get_width() / kit.scale, pill.get_height() / kit.scale
            right, middle, *_ = panel.last
            place = Box(right - wide, middle - high / 2, wide, high)
            assert apart(place, letters), move
            assert frame.tall or apart(place, cards), move
            assert within(place, box.grown(30)), move


@pytest.mark.parametrize(
    ("after", "told"),
    [
        ((ev.HandTurned(1, (39,)),), "Frida legt bei Toni an und dreht die ganze Hand"),
        ((ev.WentOut(1, 0, 1),), "Frida legt bei Toni an und gewinnt die Runde"),
        ((), "Frida legt bei Toni an: jetzt drei Sechsen"),
    ],
)
def test_a_row_of_the_log_ends_with_what_a_set_is_now_or_leaves_it_out(after, told):
    texts = DnupTexts(Texts("de"), [Seat("Toni", "easy"), Seat("Frida", "easy")])
    assert texts.summary((ev.CardAdded(1, 0, 0, 7, 3, 0), *after), ()).text == told
