"""The window's surface: only changes are drawn, with the same pixels as if everything were."""

import asyncio
import random
from typing import Any

import pygame
import pytest
from player import Player
from pygame import Rect, Surface

from game.app import app as program
from game.catalogue.registry import GAMES
from game.engine.surfaces import ready, rounded
from game.engine.window_surface import MOST_RECTS, WindowSurface, longest_increasing, merged_rects
from game.services import launch_request

SIZE = (320, 240)
FELT = (20, 90, 50)


class Board:
    """A window and some pictures to put on it, in any order."""

    def __init__(self) -> None:
        pygame.display.init()
        self.screen = pygame.display.set_mode(SIZE)
        self.painting = WindowSurface(self.screen)
        self.felt = Surface(SIZE).convert()
        self.felt.fill(FELT)
        self.cards = [ready(rounded((40, 60), 8, (colour, 255 - colour, 90), 200)) for colour in range(0, 250, 25)]

    def show(self, *cards: tuple[int, int, int]) -> list[Rect]:
        """Draw a frame with these cards, each with its place; return the redrawn rectangles."""
        self.painting.blit(self.felt, (0, 0))
        for card, x, y in cards:
            self.painting.blit(self.cards[card], (x, y))
        return self.painting.finish()

    def whole(self, *cards: tuple[int, int, int]) -> bytes:
        """Return the pixels of such a frame, drawn from nothing."""
        picture = Surface(SIZE).convert()
        picture.blit(self.felt, (0, 0))
        for card, x, y in cards:
            picture.blit(self.cards[card], (x, y))
        return pygame.image.tobytes(picture, "RGB")

    def pixels(self) -> bytes:
        """Return the pixels that the window shows."""
        return pygame.image.tobytes(self.screen, "RGB")


def area(parts: list[Rect]) -> int:
    return sum(part.w * part.h for part in parts)


@pytest.fixture
def board() -> Board:
    return Board()


def test_the_first_frame_is_drawn_completely_and_an_unchanged_one_not_at_all(board):
    cards = (0, 10, 10), (1, 30, 20)
    assert board.show(*cards) == [Rect(0, 0, *SIZE)]
    assert board.show(*cards) == []
    assert board.pixels() == board.whole(*cards)
    board.screen.fill((1, 2, 3))
    board.painting.forget()
    assert board.show(*cards) == [Rect(0, 0, *SIZE)]
    assert board.pixels() == board.whole(*cards)


def test_a_moving_card_redraws_its_old_and_new_place(board):
    board.show((0, 10, 10), (1, 200, 100))
    changed = board.show((0, 14, 12), (1, 200, 100))
    assert area(changed) == 44 * 62
    assert board.pixels() == board.whole((0, 14, 12), (1, 200, 100))
    # far away these are two places, without the space between
    assert area(board.show((0, 250, 170), (1, 200, 100))) == 2 * 40 * 60
    assert board.pixels() == board.whole((0, 250, 170), (1, 200, 100))


def test_a_changed_order_redraws_the_overlap(board):
    board.show((0, 100, 100), (1, 120, 110), (2, 10, 10))
    changed = board.show((1, 120, 110), (0, 100, 100), (2, 10, 10))
    assert 0 < area(changed) <= 60 * 70
    assert board.pixels() == board.whole((1, 120, 110), (0, 100, 100), (2, 10, 10))


def test_subsurfaces_and_clips_are_told_apart(board):
    board.show((0, 20, 20))
    for wide in (40, 30, 30):
        board.painting.blit(board.felt, (0, 0))
        board.painting.set_clip((0, 0, 45, 45))
        board.painting.blit(board.cards[0], (20, 20), (0, 0, wide, 60))
        assert board.painting.get_clip() == (0, 0, 45, 45)
        board.painting.set_clip(Rect(0, 0, *SIZE))
        board.painting.fill((200, 10, 10), Rect(300, 200, 40, 10))
        board.painting.finish()
        plain = Surface(SIZE).convert()
        plain.blit(board.felt, (0, 0))
        plain.set_clip((0, 0, 45, 45))
        plain.blit(board.cards[0], (20, 20), (0, 0, wide, 60))
        plain.set_clip(None)
        plain.fill((200, 10, 10), Rect(300, 200, 40, 10))
        assert board.pixels() == pygame.image.tobytes(plain, "RGB")


def test_any_sequence_of_changes_gives_the_right_pixels(board):
    chance = random.Random(7)
    cards: list[tuple[int, int, int]] = []
    for _ in range(300):
        for _ in range(chance.randrange(4)):
            kind = chance.randrange(4)
            if kind == 0 or len(cards) < 3:
                cards.insert(
                    chance.randrange(len(cards) + 1),
                    (chance.randrange(10), chance.randrange(-30, 310), chance.randrange(-50, 230)),
                )
            elif kind == 1:
                cards.pop(chance.randrange(len(cards)))
            elif kind == 2:
                cards.insert(chance.randrange(len(cards)), cards.pop(chance.randrange(len(cards))))
            else:
                place = chance.randrange(len(cards))
                card, x, y = cards[place]
                cards[place] = (card, x + chance.randrange(-9, 10), y + chance.randrange(-9, 10))
        del cards[40:]
        board.show(*cards)
        assert board.pixels() == board.whole(*cards)


def test_the_longest_increasing_subsequence_is_found():
    for numbers in ([], [3], [1, 2, 3], [3, 2, 1], [9, 1, 2, 8, 3, 4], [5, 0, 6, 1, 7, 2, 3]):
        places = longest_increasing(numbers)
        assert places == sorted(places)
        assert [numbers[place] for place in places] == sorted(numbers[place] for place in places)
    assert len(longest_increasing([9, 1, 2, 8, 3, 4])) == 4
    assert longest_increasing([5, 0, 6, 1, 7, 2, 3]) == [1, 3, 5, 6]


def test_many_rectangles_are_merged_into_few_that_cover_them():
    parts = [Rect(40 * number, 900 * (number % 2), 10, 10) for number in range(60)]
    found = merged_rects(parts)
    assert len(found) <= MOST_RECTS
    assert all(any(whole.contains(part) for whole in found) for part in parts)


def asks(player: Player) -> bool:
    return any(id_.startswith(("do-", "card-", "go")) for id_ in player.ids())


@pytest.mark.parametrize("size", [(1280, 720), (390, 844)])
@pytest.mark.parametrize("game", list(GAMES))
def test_a_game_drawn_in_parts_looks_like_one_drawn_completely(game, size, monkeypatch):
    """From the title through the set-up to the table, with bots, hints, the pause and its pages."""
    frames: list[tuple[int, int]] = []
    finish = WindowSurface.finish

    def checked(painting: WindowSurface) -> list[Rect]:
        strokes: list[Any] = list(painting.strokes)
        changed = finish(painting)
        frames.append((area(changed), size[0] * size[1]))
        if len(frames) % 7 and changed != [painting.screen.get_rect()]:
            return changed
        other = WindowSurface(Surface(size).convert())
        other.strokes = strokes
        finish(other)
        assert pygame.image.tobytes(painting.screen, "RGB") == pygame.image.tobytes(other.screen, "RGB")
        return changed

    monkeypatch.setattr(WindowSurface, "finish", checked)
    player = Player(size)
    player.app.context.settings.speed = "fast"

    def wait(ms: float) -> None:
        for _ in range(int(ms / 32)):
            player.wait(32)
            player.draw()

    wait(100)
    player.tap(game)
    wait(200)
    player.press(pygame.K_DOWN)
    wait(500)
    seats = ("human", *(GAMES[game].bots.first_level,) * (GAMES[game].max_seats - 1))
    player = Player(size, launch_request.LaunchRequest(game, seats, 7))
    player.app.context.settings.speed = "fast"
    if "go" in player.ids():
        player.tap("go")
    at_table = len(frames)
    for number in range(5):
        wait(2000)
        mine = [id_ for id_ in player.ids() if id_.startswith(("do-", "card-"))]
        if mine:
            player.tap(mine[number % len(mine)])
    drawn, of = (sum(column) for column in zip(*frames[at_table + 1 :], strict=True))
    assert 0 < drawn < of * 0.1
    for key in (pygame.K_h, pygame.K_l, pygame.K_ESCAPE, pygame.K_ESCAPE, pygame.K_F1):
        player.press(key)
        wait(300)


def test_a_covered_window_is_shown_completely_again():
    player = Player()
    window = player.screen.get_rect()
    assert player.app.draw() == [window]
    player.scene.dirty = True
    assert player.app.draw() == []
    player.feed(pygame.WINDOWEXPOSED)
    assert player.app.draw() == [window]
    player.feed(pygame.WINDOWFOCUSLOST)
    player.feed(pygame.WINDOWFOCUSGAINED)
    assert player.app.draw() == [window]


def test_an_unchanged_frame_is_not_shown_again(monkeypatch):
    """The loop updates the parts of the window that were drawn, and nothing if there are none."""
    player = Player()
    shown: list[list[Rect]] = []
    monkeypatch.setattr(pygame.display, "update", shown.append)

    async def breathe() -> None:
        player.clock.pass_ms(17)
        player.scene.dirty = True
        player.app.stack.running = player.clock.now_ms() < 2000

    monkeypatch.setattr(program.device, "next_frame", breathe)
    asyncio.run(program.loop(player.app))
    assert len(shown) == 1
    assert shown[0] == [player.screen.get_rect()]
