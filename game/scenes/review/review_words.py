"""The words and figures of a review, finished or still being computed, for one seat."""

from functools import cached_property
from typing import NamedTuple

from game.ai.expert import strongest_quick_level
from game.ai.judgement import JudgedDecision
from game.ai.review import AnyReview
from game.ai.rollouts import SURE
from game.catalogue.presentations import PRESENTATIONS
from game.core.game import Action
from game.core.match import AnyMatch
from game.core.records import Moment
from game.engine.match_texts import name_of
from game.engine.score_sheet import ScoreSheet
from game.player.review_worker import ReviewWorker
from game.scenes.result import outcome, reel
from game.scenes.review import review_list
from game.scenes.review.review_list import MINUS
from game.scenes.review.standing_card import PersonResult
from game.services.context import Context

#: a number that is not known yet, or of a match without decisions
NOTHING = "\u2013"
#: the numbers: what was given away, the others' play, and luck; the last two are one if the second is not measurable
NUMBERS, TOGETHER = ("by_mistakes", "others", "luck"), ("by_mistakes", "rest")
#: a change of chance from which all of them are told in wins: "-143 %" means nothing to anybody
WHOLE = 100
#: what is being computed, by the stage of a review
WORKING = {"first": "review.working_first", "proofs": "review.working_proofs", "others": "review.working_rivals"}
#: what takes the place of the count of checked decisions once each has a judgement
AFTERWARDS = {"proofs": "review.checking_again", "others": "review.checking_others"}
#: while it is computed, what is known takes the place of the others' play and luck
MEANWHILE = ("by_mistakes", "checked", "place")
#: least share of decisions that a good bot would have made alike of which the player is told
OFTEN_ALIKE = 0.6


class Figures(NamedTuple):
    """The figures of a review in whole per cent; the start less the cost, plus others and luck, is the result."""

    start: int
    cost: int
    #: the effects of the others' play, and of cards and dice; both together as luck if they cannot be told apart
    others: int
    luck: int
    result: int


class ReviewWords:
    """Says what is known of one seat's review."""

    def __init__(self, context: Context, match: AnyMatch, seat: int, now: ReviewWorker) -> None:
        self.context, self.match, self.seat, self.now = context, match, seat, now
        #: the mistakes of the list, and the review that they are of
        self._dearest: tuple[AnyReview | None, tuple[JudgedDecision[Action], ...]] | None = None

    @property
    def found(self) -> AnyReview | None:
        """The review so far."""
        return self.now.found

    def mistakes(self) -> tuple[JudgedDecision[Action], ...]:
        """Return the costliest mistake of each turn, costliest first; none while too little is known."""
        if self.is_early:
            return ()
        if self._dearest is None or self._dearest[0] is not self.found:
            self._dearest = (self.found, self.found.dearest_of(self.now.turns) if self.found else ())
        return self._dearest[1]

    def _beside(self, row: JudgedDecision[Action]) -> int:
        """Return what the other mistakes of a mistake's turn cost, in whole per cent."""
        turn = next(turn for turn in self.now.turns if row.place in turn)
        others = (other for other in self.found.costliest if other.place != row.place) if self.found else ()
        return sum(round(100 * other.cost) for other in others if other.place in turn)

    def name(self) -> str:
        """Return the seat's name, or what stands for it if that is the reader."""
        return name_of(self.match.seats, self.seat)

    def figures(self) -> Figures:
        """Return the figures in whole per cent, with a consistent sum."""
        found = self.found
        assert found is not None
        start, result = round(100 * found.start), round(100 * found.result)
        cost = sum(round(100 * row.cost) for row in found.costliest) + self.small
        others = round(100 * found.told_others.chance) if found.told_others and found.told_others.measured else 0
        return Figures(start, cost, others, result - start + cost - others, result)

    @property
    def small(self) -> int:
        """The cost of mistakes that can only be measured together, in whole per cent."""
        return round(100 * self.found.small) if self.found else 0

    def sums(self) -> str:
        """Return all that is said of how the chances led from start to result, or the progress until that is known."""
        texts = self.context.texts
        if not self.now.done or self.found is None:
            alone = self.now.stage == "first" and not self.now.tells_others
            return texts("review.working_on" if alone else WORKING[self.now.stage], name=self.name())
        figures = self.figures()
        named, parts = False, list[str]()
        for name, share in (("cost", figures.cost), ("others", figures.others), ("luck", figures.luck)):
            part = "rest" if name == "luck" and not self._others_measured else name
            if share:
                # the unit is named once
                amount = abs(share) if named else texts("review.chance", count=abs(share))
                parts.append(texts(f"review.part_{part}{'' if share > 0 else '_bad'}", amount=amount))
                named = True
            elif name == "cost":
                parts.append(texts("review.part_none"))
        sums = texts("review.sums", start=figures.start, result=figures.result, parts=", ".join(parts))
        sentences = [sums]
        if self.small and self.found.costliest:
            sentences.append(texts("review.sums_small", small=self.small))
        if points := self._points_alone():
            sentences.append(texts("review.sums_points", amount=texts(f"unit.{self._sheet.unit}", count=points)))
        sentences += [texts("review.luck_is"), texts("review.as_if", level=self._level)]
        return texts.sentences(sentences)

    def run(self) -> str:
        """Return the chances at the start and before the last move, or the progress until all is known."""
        texts, found = self.context.texts, self.found
        if not self.now.done or found is None or not found.decisions:
            return self.sums()
        last = max(found.decisions, key=lambda row: row.place).best_chance
        key = "run_decision" if len(found.decisions) > 1 else "run_start"
        return texts(f"review.{key}", start=self.figures().start, last=round(100 * last))

    def quiet(self) -> str:
        """Return the small print below that: the level, how exact the figures are, and the small mistakes."""
        if not self.now.done or self.found is None or not self.found.decisions:
            return ""
        texts, off = self.context.texts, round(100 * SURE * self.found.cost_error)
        said = [texts("review.worked_out", level=self._level)]
        costliest = self.found.costliest
        if off and costliest:
            amount = texts("review.per_cent", number=off)
            if self._in_wins(self.figures()):
                amount = texts("review.wins", number=texts.number(off / WHOLE, 1))
            alone = len(costliest) == 1 and not self.small
            said = [
                texts("review.worked_out_at", level=self._level),
                texts("review.within_one" if alone else "review.within_sum", amount=amount),
            ]
        elif off:
            said = [texts("review.worked_out_within", level=self._level, number=off)]
        if self.small and self.found.costliest:
            said.append(texts("review.small_together", number=self.small))
        return texts.sentences(said)

    @property
    def _level(self) -> str:
        """The name of the level that plays on behind the figures, for everybody."""
        game = self.match.game
        level = game.play_outs.proved_by(self.match.state) if game.play_outs else strongest_quick_level(game.bots)
        return self.context.texts(f"level.{level}")

    @property
    def _others_measured(self) -> bool:
        return not (self.found and self.found.told_others) or self.found.told_others.measured

    @property
    def labels(self) -> tuple[str, ...]:
        """The names of the numbers."""
        if not self.now.done:
            return MEANWHILE
        return NUMBERS if self._others_measured else TOGETHER

    def values(self) -> list[tuple[str, str]]:
        """Return the numbers, each with the words below it; while they are computed, what is known."""
        found = self.found
        if self.now.done and not (found and found.decisions):
            return [(NOTHING, "")] * 3
        if not self.now.done or not found:
            return self._values_so_far()
        figures, texts = self.figures(), self.context.texts
        # the sum can exceed the whole: what a mistake gives away, luck can bring back before the next
        in_wins = self._in_wins(figures)
        of = texts("review.of_wins" if in_wins else "review.of_chance")
        say = self._wins if in_wins else self._signed
        cost = (say(-figures.cost), of if in_wins else texts("review.in_all"))
        if self.tells_lead:
            amount = texts(f"unit.{self._sheet.unit}", count=self._points_alone())
            cost = (f"{MINUS}{amount}", texts("review.of_lead"))
        others = [(say(figures.others), of)] if self._others_measured else []
        return [cost, *others, (say(figures.luck), of)]

    def _values_so_far(self) -> list[tuple[str, str]]:
        """Return the numbers while they are computed."""
        texts, found, most = self.context.texts, self.found, len(self.now.steps)
        lost = checked = (NOTHING, texts("review.not_known"))
        if found and self.now.stage in AFTERWARDS:
            checked = (NOTHING, texts(AFTERWARDS[self.now.stage]))
        elif found:
            checked = (f"{len(found.proved)}/{most}", texts("review.decisions", count=most))
        if found and found.decisions and not self.is_early:
            cost = sum(round(100 * row.cost) for row in found.costliest)
            lost = (
                (self._signed(-cost), texts("review.until_now")) if cost else (NOTHING, texts("review.nothing_so_far"))
            )
        return [lost, checked, self._standing]

    @staticmethod
    def _in_wins(figures: Figures) -> bool:
        """Return True if a change is as much as a whole win."""
        return max(map(abs, (figures.cost, figures.others, figures.luck))) >= WHOLE

    def _wins(self, share: int) -> str:
        """Return a change in per cent as a number of wins."""
        return f"{'+' if share > 0 else ''}{self.context.texts.number(share / WHOLE, 1)}"

    def _signed(self, share: int) -> str:
        """Return a change in per cent."""
        texts = self.context.texts
        return texts("review.per_cent", number=f"{'+' if share > 0 else ''}{texts.number(share)}")

    @cached_property
    def _sheet(self) -> ScoreSheet:
        return PRESENTATIONS[self.match.game.name].score_sheet(self.context.texts, self.match)

    @property
    def _standing(self) -> tuple[str, str]:
        """Return the place of the seat, and its total with the unit."""
        winners = self.match.game.winners(self.match.state)
        row = next(row for row in self._sheet.rows if self.seat in row.members)
        place = outcome.place_of(row, outcome.ranked(self._sheet, winners), winners)
        return str(place), self._amount(row.total)

    @property
    def _place(self) -> str:
        """The result of the seat in a word or two."""
        texts, winners, seats = self.context.texts, self.match.game.winners(self.match.state), len(self.match.seats)
        key = "shared" if len(winners) > 1 else "won"
        if self.seat not in winners:
            key = "lost" if seats == 2 else "placed"
        return texts(f"review.{key}", name=self.name(), place=self._standing[0], count=seats)

    @cached_property
    def standings(self) -> tuple[PersonResult, ...]:
        """The result of all seats, from first to last."""
        seats, winners = self.match.seats, self.match.game.winners(self.match.state)
        return tuple(
            PersonResult(
                seats[row.seat].figure,
                seats[row.seat].name,
                self._amount(row.total),
                row.seat in winners,
                row.seat == self.seat,
            )
            for row in outcome.ranked(self._sheet, winners)
        )

    def _amount(self, total: int) -> str:
        """Return a sum with its unit."""
        count = total if total == 1 else self.context.texts.number(total)
        return self.context.texts(f"unit.{self._sheet.unit}", count=count)

    @cached_property
    def _headline(self) -> outcome.Headline:
        return outcome.headline_of(self.context.texts, self.match, self._sheet, seat=self.seat)

    @property
    def result(self) -> str:
        """The result of the seat in words, which is known before anything has been judged."""
        return self.context.texts.sentences([self._headline.title, self._headline.under])

    @property
    def tells_lead(self) -> bool:
        """True if the first number is the lead lost, because nothing was lost in chances; never while computing."""
        done = self.now.done and self.found and self.found.decisions
        return bool(done and self._points_alone() and not self.figures().cost)

    def _points_alone(self) -> int:
        """Return the lead lost by decisions whose cost in chances cannot be measured, as their rows show it."""
        return sum(round(row.points) for row in self.found.point_losses) if self.found else 0

    def chances(self) -> list[float]:
        """Return all chances that the line has to show; none while too few are known."""
        if self.found is None or self.now.stage == "first":
            return []
        judged = [chance for row in self.found.decisions for chance in (row.chance, row.best_chance)]
        return [*judged, *self.now.sketch.values(), self.found.result]

    def review_line(self, row: JudgedDecision[Action]) -> review_list.ReviewLine:
        """Return the texts of a listed mistake."""
        return review_list.review_line_of(
            self.context.texts,
            self.match,
            self.seat,
            row,
            self.now.steps[row.place],
            self._sheet.unit,
            self._beside(row),
        )

    def verdict(self) -> review_list.Verdict | None:
        """Return the verdict of a review without mistakes, once it is known."""
        if not self.now.done or self.found is None or self.mistakes():
            return None
        return review_list.verdict_of(self.context.texts, self.found, len(self.match.seats), self.name())

    @cached_property
    def moments(self) -> list[Moment]:
        """The greatest moments, to look at while the review is computed: first the seat's own if there are any."""
        return reel.moments_for(self.match, self.seat)

    def _first_verdict(self) -> str:
        """Return how many decisions a good bot would have made alike, or "" if they are few or not known."""
        texts, same, count = self.context.texts, self.found.expected if self.found else None, len(self.now.steps)
        if same is None or same < OFTEN_ALIKE * count:
            return ""
        level = texts(f"level.{strongest_quick_level(self.match.game.bots)}")
        key = "alike_all" if same == count else "alike_some"
        return texts(f"review.{key}", level=level, same=same, count=count, name=self.name())

    def heading(self) -> tuple[str, str]:
        """Return the result and the costliest mistake in chances, and the note on what is listed."""
        texts, rows = self.context.texts, self.mistakes()
        if not self.found or not rows:
            key, first = "early" if self.is_early else f"none_{self.now.stage}", self._first_verdict()
            so_far = self._so_far(self.found, key) if self.found and self.found.decisions else ""
            return (first if self.is_early and first else so_far or first or self.result), self._meanwhile
        note = texts("review.listed", count=len(rows))
        if not self.found.costliest:
            # what cost points alone did not cost the match
            done = texts.sentences([self._place, texts("review.many" if self.small else "review.lead_only")])
            return done if self.now.done else self._so_far(self.found, "lead_decisions"), note
        dearest = rows[0]
        view = self.match.game.view(self.now.steps[dearest.place].state, self.seat)
        match_texts = PRESENTATIONS[self.match.game.name].match_texts(texts, self.match.seats)
        mistake, cost = (
            match_texts.mistake(dearest.played, dearest.best, view),
            self._signed(-round(100 * dearest.cost)),
        )
        key = "dearest" if self.now.done else "dearest_so_far"
        told = texts(f"review.{key}", name=self.name(), mistake=f"{mistake}, {cost}")
        return texts.sentences([self._place, told])[:-1] if self.now.done else told, note

    @property
    def _meanwhile(self) -> str:
        """The note above the moments."""
        if not self.moments:
            return ""
        own = [one.seat == self.seat for one in self.moments]
        whose = "own" if all(own) else "all" if any(own) else "others"
        return self.context.texts(f"review.meanwhile_{whose}", name=self.name())

    @property
    def has_moments(self) -> bool:
        """True if moments are the seat's own."""
        return any(one.seat == self.seat for one in self.moments)

    @property
    def is_early(self) -> bool:
        """True while fewer than half of the decisions have been judged: too few for a mistake or a sum."""
        judged = len(self.found.decisions) if self.found else 0
        return not self.now.done and 2 * judged < len(self.now.steps)

    def _so_far(self, found: AnyReview, key: str) -> str:
        """Return how many decisions have been checked, and what that has shown."""
        most = len(self.now.steps)
        return self.context.texts(f"review.{key}", count=len(found.proved), most=most, name=self.name())

    def spoken(self, first: int, count: int) -> str:
        """Return all that is said with so many listed mistakes from the ``first``, which is counted from 0."""
        texts = self.context.texts
        parts = [texts("review.title"), self.sums()]
        rows = self.mistakes()
        if verdict := self.verdict():
            parts += [verdict.title, verdict.text, verdict.agreed]
        else:
            parts += self.heading()
            for number, row in list(enumerate(rows, 1))[first : first + count]:
                line = self.review_line(row)
                parts.append(f"{number}: {line.place}, {line.cost} ({line.error})")
                parts += [line.played, line.best, line.why]
        return texts.sentences(parts)
