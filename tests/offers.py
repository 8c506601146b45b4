"""The games with a capability, for tests about it: a game may leave out any of them."""

from game.ai.expert import EXPERT
from game.ai.review import can_review
from game.catalogue.registry import GAMES
from game.player.puzzles import puzzles_of

TURNS = [name for name, game in GAMES.items() if not game.real_time]
#: turn-based games with hints, with everything that a review needs, and with the expert
HINTING = [name for name in TURNS if GAMES[name].hints]
REVIEWED = [name for name in TURNS if can_review(GAMES[name])]
EXPERTS = [name for name in TURNS if EXPERT in GAMES[name].bots.levels]
#: games with a lesson, or with puzzles
TAUGHT = [name for name, game in GAMES.items() if game.lesson]
PUZZLED = [name for name in GAMES if puzzles_of(name)]
