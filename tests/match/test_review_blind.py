"""Whole reviews of blind play and of the expert's, as stored by ``make_reviews``."""

import json
from collections.abc import Iterator
from statistics import fmean
from typing import NamedTuple

import pytest
from make_reviews import BLIND, EXPERT, FILE, ReviewedMatch, reviewed_matches
from offers import REVIEWED
from player import Player

from game.ai import judgement
from game.ai.judgement import judge_decision
from game.ai.review import Review, decision_points, review_match
from game.ai.rollouts import SURE, win_share
from game.player import reviews


class Reviewed(NamedTuple):
    """A stored match with its stored review."""

    stored: ReviewedMatch
    review: Review

    @property
    def name(self) -> str:
        return f"{self.stored.match.game.name} {self.stored.policy} {self.stored.match.seed}"


def stored_reviews() -> Iterator[Reviewed]:
    """Yield the stored matches with their reviews."""
    player = Player()
    player.storage.write("reviews", json.dumps(json.loads(FILE.read_text(encoding="utf-8"))["reviews"]))
    for stored in reviewed_matches():
        match = stored.match
        steps = {step.place: step for step in decision_points(match, 0) if step}
        rows = reviews.stored_decisions(player.app.context, match, 0, steps)
        assert len(rows) == len(steps), "a review of another version has to be made again"
        others = reviews.stored_effect(player.app.context, match, 0)
        yield Reviewed(stored, Review(0, rows, win_share(match.game, match.state, 0), others))


ALL = list(stored_reviews())


def of(policy: str, game: str = "") -> list[Review]:
    return [row.review for row in ALL if row.stored.policy == policy and game in ("", row.stored.match.game.name)]


def lost_by(found: Review) -> float:
    """Return the loss by all decisions that are suspected to be mistakes."""
    return sum(row.loss for row in found.decisions if row.best != row.played)


@pytest.mark.parametrize("row", [row for row in ALL if row.stored.policy == BLIND], ids=lambda row: row.name)
def test_blind_play_is_costly_beyond_its_uncertainty_and_not_called_bad_luck(row):
    found = row.review
    assert found.cost > SURE * found.cost_error
    assert found.cost > 0.5 * found.start, "most of what was lost was given away"
    assert found.others
    assert found.start - found.cost + found.others.chance + found.luck == pytest.approx(found.result)
    # a single figure for the others' play of a whole match is worth showing
    assert found.others.error < 0.15


@pytest.mark.parametrize("game", REVIEWED)
def test_the_suspected_decisions_of_the_expert_lose_far_less_than_blind_play(game):
    """The sum of losses is unbiased; a single one listed as a mistake may be partly chance."""
    assert fmean(lost_by(found) for found in of(EXPERT, game)) < 0.15
    assert fmean(lost_by(found) for found in of(EXPERT, game)) < 0.5 * fmean(found.cost for found in of(BLIND, game))


def test_reviews_find_less_than_half_as_much_lost_by_the_expert_as_by_blind_players():
    expert, blind = (fmean(found.cost for found in of(policy)) for policy in (EXPERT, BLIND))
    assert expert < 0.4 * blind


def test_a_move_that_the_expert_of_nein_danke_would_make_is_no_mistake(monkeypatch):
    rows = [row for row in ALL if row.stored.policy == EXPERT and row.stored.match.game.name == "nein_danke"]
    assert not [row.name for row in rows if row.review.mistakes]
    # hard's play-outs alone would call this one wrong
    match, place = rows[0].stored.match, 62
    (point,) = (step for step in decision_points(match, 0) if step and step.place == place)
    seed, asked = match.seed ^ (place + 1) * 0x9E3779B1, []
    monkeypatch.setattr(judgement, "_strongest_choice", lambda *_given: asked.append(point.played) or iter(()))
    *_, alone = judge_decision(match.game, point.state, place, point.played, seed)
    assert asked
    assert alone.cost > 0.1


def test_several_blind_matches_only_the_joint_test_finds():
    """In these matches each mistake alone lies within its uncertainty."""
    assert [found for found in of(BLIND) if not found.costliest and found.cost]


@pytest.mark.parametrize("row", [row for row in ALL if row.review.doubtful], ids=lambda row: row.name)
def test_a_stored_judgement_comes_out_the_same_again(row):
    # a proof by dnuP's strongest level takes a minute; test_review_exact has proofs of its own
    late = next((judged for judged in reversed(row.review.doubtful) if judged.unproved), row.review.doubtful[-1])
    known = [judged for judged in row.review.decisions if judged is not late]
    *_, (share, found) = review_match(row.stored.match, 0, known, row.review.others)
    assert share == 1
    assert found.decisions == row.review.decisions
