"""The canvas: the window's surface in logical pixels. Drawing does not change a scene's state."""

import pygame
from pygame import Surface

from game.engine import layout, palette, window_surface


class Canvas:
    """Draws prepared (run-length encoded or opaque) pictures at logical places."""

    def __init__(self, screen: window_surface.Screen, frame: layout.Frame) -> None:
        self.screen = screen
        self.frame = frame
        #: where something is announced in large letters, which the light of a film must not leave in the dark
        self.announced: list[layout.Box] = []

    def put(self, picture: Surface, x: float, y: float) -> None:
        """Draw ``picture`` with its upper left corner at a logical place."""
        self.screen.blit(picture, self.frame.to_real(x, y))

    def put_centred(self, picture: Surface, x: float, y: float) -> None:
        """Draw ``picture`` with its middle at a logical place."""
        # most of what a table draws comes this way, so ``to_real`` is written out
        frame, (wide, high) = self.frame, picture.get_size()
        scale = frame.scale
        left, top = round(x * scale) + frame.left, round(y * scale) + frame.top
        self.screen.blit(picture, (left - wide // 2, top - high // 2))

    def put_right(self, picture: Surface, x: float, y: float) -> None:
        """Draw ``picture`` with the middle of its right edge at a logical place."""
        left, top = self.frame.to_real(x, y)
        self.screen.blit(picture, (left - picture.get_width(), top - picture.get_height() // 2))

    def put_left(self, picture: Surface, x: float, y: float) -> None:
        """Draw ``picture`` with the middle of its left edge at a logical place."""
        left, top = self.frame.to_real(x, y)
        self.screen.blit(picture, (left, top - picture.get_height() // 2))

    def put_share(self, picture: Surface, x: float, y: float, share: float, from_right: bool = False) -> None:
        """Draw the left (or right) ``share`` of a picture whose upper left corner is at a logical place."""
        left, top = self.frame.to_real(x, y)
        wide = round(picture.get_width() * share)
        start = picture.get_width() - wide if from_right else 0
        self.screen.blit(picture, (left + start, top), (start, 0, wide, picture.get_height()))

    def inside(self, x: float, y: float, wide: float, high: float) -> tuple[float, float]:
        """Return the middle, as near to a logical place as possible, of a box of this size that is seen whole."""
        seen = self.screen.get_clip()
        (left, top), (right, low) = (self.frame.to_logical(*corner) for corner in (seen.topleft, seen.bottomright))
        return max(left + wide / 2, min(x, right - wide / 2)), max(top + high / 2, min(y, low - high / 2))

    def background(self, picture: Surface) -> None:
        """Cover the whole window with an opaque picture of its size."""
        self.screen.blit(picture, (0, 0))

    def fill(self, box: layout.Box, colour: palette.Colour) -> None:
        """Fill a box with one colour."""
        left, top = self.frame.to_real(box.x, box.y)
        self.screen.fill(colour, pygame.Rect(left, top, self.frame.px(box.w), self.frame.px(box.h)))
