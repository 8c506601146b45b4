"""Stored reviews: read again, damaged, of another version, and limited in number."""

import json

import pygame
import pytest
from finished import finished, made_up_review
from offers import REVIEWED
from player import Player
from review_pages import nein_danke, opened, whole

from game.ai.review import decision_points
from game.player import reviews


def test_closing_the_window_stores_the_judgements_so_far(quick):
    player = opened(nein_danke())
    assert player.wait(60_000, lambda: player.scene.found and player.scene.found.decisions)
    assert player.scene.awake
    count = len(player.scene.found.decisions)
    player.feed(pygame.QUIT)
    assert not player.app.running
    assert len(json.loads(player.storage.read("reviews"))[0]["decisions"]) == count


@pytest.mark.parametrize("game", REVIEWED)
def test_a_stored_review_can_be_read_again(game):
    player, match = Player(), finished(game, 3, 1)
    found, other = made_up_review(match), finished(game, 3, 2)
    reviews.store_review(player.app.context, match, found)
    reviews.store_review(player.app.context, other, made_up_review(other, 0, 1))
    steps = {step.place: step for step in decision_points(match, 0) if step}
    assert reviews.stored_decisions(player.app.context, match, 0, steps) == found.decisions
    assert reviews.stored_decisions(player.app.context, match, 1, steps) == ()
    assert not player.app.context.notices


def damaged(text: str, how: str) -> str:
    """Return a stored review that has become invalid."""
    rows = json.loads(text)
    decisions = rows[0]["decisions"]
    match how:
        case "no json":
            return text[:-9]
        case "no list":
            return json.dumps({"a": 1})
        case "no rows":
            return json.dumps([1, *rows])
        case "no place":
            decisions[0][0] = 100_000
        case "no action":
            decisions[0][1] = "nonsense"
        case "no blank":
            decisions[0][2] = ["pays", {}]
        case "no chance":
            decisions[0][3] = 7
        case "no number":
            decisions[0][4] = None
        case "no margin":
            decisions[0].pop()
        case "no order":
            decisions.reverse()
        case "no decisions":
            rows[0]["decisions"] = 7
    return json.dumps(rows)


HOW = (
    "no json",
    "no list",
    "no rows",
    "no place",
    "no action",
    "no blank",
    "no chance",
    "no number",
    "no margin",
)


@pytest.mark.parametrize("how", [*HOW, "no order", "no decisions"])
def test_an_invalid_stored_review_is_reported_and_set_aside(how, quick):
    player, match = Player(), nein_danke()
    reviews.store_review(player.app.context, match, made_up_review(match))
    player.storage.write("reviews", damaged(player.storage.read("reviews"), how))
    told = []
    player.app.context.tell = lambda key, **blanks: told.append((key, blanks))
    opened(match, player)
    assert player.wait(60_000, lambda: player.scene.found is not None)
    assert [key for key, _blanks in told] == ["notice.damaged"]
    assert player.storage.read("reviews-damaged")
    # an invalid row beside it does no other harm
    assert bool(player.scene.found.decisions) == (how == "no rows")


def test_a_reason_that_only_an_older_version_gave_is_left_out(quick):
    player, match = Player(), nein_danke()
    reviews.store_review(player.app.context, match, made_up_review(match))
    rows = json.loads(player.storage.read("reviews"))
    known, unknown = rows[0]["decisions"][:2]
    known[2], unknown[2] = ["last_shares", {}], ["older", {"limit": 9}]
    player.storage.write("reviews", json.dumps(rows))
    told = []
    player.app.context.tell = lambda key, **blanks: told.append(key)
    opened(match, player)
    assert player.wait(60_000, lambda: player.scene.found is not None)
    assert not told
    by_place = {row.place: row.why for row in player.scene.found.decisions}
    assert by_place[known[0]].key == "last_shares"
    assert by_place[unknown[0]] is None


def test_a_review_set_aside_is_computed_anew(quick):
    player, match = Player(), nein_danke()
    player.storage.write("reviews", '{"a": 1}')
    opened(match, player)
    whole(player)
    assert len(json.loads(player.storage.read("reviews"))) == 1


def test_a_review_of_another_version_is_computed_anew_silently(quick):
    player, match = Player(), nein_danke()
    reviews.store_review(player.app.context, match, made_up_review(match))
    stored, version = player.storage.read("reviews"), f'"version":{reviews.VERSION}'
    player.storage.write("reviews", stored.replace(version, '"version":1'))
    opened(match, player)
    assert not player.scene.found.decisions
    assert not player.app.context.notices
    assert not [name for name in player.storage.names() if "damaged" in name]


def test_only_a_limited_number_of_reviews_is_kept():
    player = Player()
    for seed in range(reviews.KEPT + 2):
        match = finished("nein_danke", 3, 2)
        match.seed = seed
        reviews.store_review(player.app.context, match, made_up_review(nein_danke(), 0, 1))
    assert len(json.loads(player.storage.read("reviews"))) == reviews.KEPT
