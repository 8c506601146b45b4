"""Make the stored reviews of blind play and of the expert's: ``python tests/make_reviews.py`` (about ten minutes).

``tests/reviewed.json`` has the matches and what is stored of their reviews, see ``test_review_blind``. Make it again
when the judgement changes, with its version (``reviews.VERSION``).
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "build")]

from player import Player  # noqa: E402

from game.ai.levels import chosen_by  # noqa: E402
from game.ai.review import review_match  # noqa: E402
from game.catalogue.registry import GAMES  # noqa: E402
from game.core.game import Action  # noqa: E402
from game.core.match import AnyMatch, Match, Seat, load  # noqa: E402
from game.core.rng import Rng  # noqa: E402
from game.player import reviews  # noqa: E402

FILE = Path(__file__).parent / "reviewed.json"
BLIND, EXPERT = "blind", "expert"
#: the level that the others play at
OTHERS = {BLIND: "normal", EXPERT: "hard"}
#: the matches: game, policy of the first of four seats, seed
MATCHES = [
    *(("nein_danke", BLIND, seed) for seed in (1, 3)),
    ("push", BLIND, 2),
    *(("keine_ahnung", BLIND, seed) for seed in (1, 2)),
    ("dnup", BLIND, 1),
    *(("nein_danke", EXPERT, seed) for seed in (1, 2, 3)),
    *((game, EXPERT, 1) for game in ("push", "keine_ahnung", "dnup")),
]


class ReviewedMatch(NamedTuple):
    """A stored match: the first seat's policy, and its save."""

    policy: str
    match: AnyMatch


def blind_action(match: AnyMatch, number: int, rng: Rng) -> Action:
    """Return an action that ignores the position: pay, pay, take in Nein Danke!, any action elsewhere."""
    legal = match.game.legal_actions(match.state)
    if match.game.name != "nein_danke":
        return rng.choice(legal)
    return next(action for action in legal if action.verb.name == ("TAKE" if number % 3 == 2 else "PAY"))


def played(game: str, policy: str, seed: int) -> AnyMatch:
    """Return a match of four whose first seat plays by a policy, the others at one level."""
    others, number = OTHERS[policy], 0
    match: AnyMatch = Match(GAMES[game], {}, [Seat(f"P{seat}", others) for seat in range(4)], seed)
    rng, rngs = Rng(seed * 7919 + 5), [Rng(seed * 31 + seat) for seat in range(4)]
    while not match.is_over:
        seat, legal = match.game.to_move(match.state), match.game.legal_actions(match.state)
        if seat == 0 and len(legal) > 1 and policy == BLIND:
            action, number = blind_action(match, number, rng), number + 1
        elif len(legal) == 1:
            action = legal[0]
        else:
            level = EXPERT if policy == EXPERT and not seat else others
            action = chosen_by(match.game.bots.think(match.view(seat), rngs[seat], level))
        match.apply(action)
    return match


def reviewed_matches() -> Iterator[ReviewedMatch]:
    """Yield the stored matches."""
    for row in json.loads(FILE.read_text(encoding="utf-8"))["matches"]:
        yield ReviewedMatch(row["policy"], load(row["save"], GAMES))


def main() -> None:
    """Play, review and write."""
    player, rows = Player(), []
    for game, policy, seed in MATCHES:
        match = played(game, policy, seed)
        *_, (_share, found) = review_match(match, 0)
        assert found
        reviews.store_review(player.app.context, match, found)
        rows.append({"policy": policy, "save": match.save()})
    stored = json.loads(player.storage.read("reviews"))
    FILE.write_text(json.dumps({"matches": rows, "reviews": stored}, separators=(",", ":")) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
