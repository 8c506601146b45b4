"""A review in progress: computed in slices of a frame, and stored whenever it is left."""

from collections.abc import Iterator, Set
from math import ceil

from game.ai.review import AnyDecisionPoint, AnyReview, decision_points, review_match, rough_chance
from game.core.match import AnyMatch
from game.host import device
from game.player import reviews
from game.services.context import Context

#: milliseconds of a frame for thinking: a native frame stays below 8; a browser's has no other work meanwhile
SLICE_MS = 11.0 if device.WEB else 5.0
#: milliseconds of a slice of a review: a frame has room for several, with a check for input between them
PART_MS = 5.5 if device.WEB else 5.0
#: maximum number of steps, in case the clock stands still
MOST_SLICES = 400
#: the progress after which the remaining time is estimated
LEAST_DONE = 0.05
#: by how many minutes an estimate has to exceed the told ones to take their place
HIGHER = 0.5
#: the remaining milliseconds of the last stage that are told as almost nothing
SOON_MS = 10_000.0
#: resolution of the progress that is shown while nothing is found
VISIBLE = 100
#: longest time between two frames that counts: beyond it the screen was covered or the window unfocused
LONGEST_GAP_MS = 2000.0


class ReviewWorker:
    """The review of one seat of a finished match."""

    def __init__(self, context: Context, match: AnyMatch, seat: int) -> None:
        self.context, self.match, self.seat = context, match, seat
        #: decisions by place, once they have been found
        self.steps: dict[int, AnyDecisionPoint] = {}
        #: rough chances by the place of a turn's first decision, for the turns not judged yet
        self.sketch: dict[int, float] = {}
        #: progress from 0 to 1, and the review so far
        self.share = 0.0
        self.found: AnyReview | None = None
        #: time of the computation; its time and progress at the start of the present stage
        self.elapsed_ms, self._begun_ms, self._share_before = 0.0, 0.0, 0.0
        #: the time at which the progress last grew
        self._grown_ms = 0.0
        self._counted_ms = context.clock.now_ms()
        #: the remaining minutes that were told last
        self._told_minutes: int | None = None
        self._kept = 0
        self._work = self._slices()

    @property
    def turns(self) -> tuple[tuple[int, ...], ...]:
        """The places of the decisions found, together those of one turn."""
        play_outs, found = self.match.game.play_outs, list[list[int]]()
        for place, step in self.steps.items():
            if found and play_outs and play_outs.same_turn(self.steps[found[-1][0]].state, step.state):
                found[-1].append(place)
            else:
                found.append([place])
        return tuple(map(tuple, found))

    @property
    def by_turns(self) -> bool:
        """True if a turn has several decisions, so that the chances are shown turn by turn."""
        return bool(self.match.game.play_outs and self.match.game.play_outs.turn_level)

    @property
    def tells_others(self) -> bool:
        """True if the others' play is measured after the decisions."""
        return bool(self.match.game.play_outs and self.match.game.play_outs.outlook)

    @property
    def done(self) -> bool:
        """True once every decision has been judged."""
        return self.share == 1

    @property
    def stage(self) -> str:
        """The present computation: the first judgements (``first``), their proofs (``proofs``), or the others' play."""
        found = self.found
        if found is None or len(found.decisions) < len(self.steps):
            return "first"
        return "proofs" if found.estimated else "others"

    @property
    def remaining_ms(self) -> float | None:
        """The time to the end as estimated when the progress last grew, less what has passed since.

        None while too little of a stage has been done, as each has a pace of its own, and once the estimate has run
        out.
        """
        done = self.share - self._share_before
        if done < LEAST_DONE * (1 - self._share_before) or self.done:
            return None
        left = (self._grown_ms - self._begun_ms) * (1 - self.share) / done - (self.elapsed_ms - self._grown_ms)
        return left if left > 0 else None

    def tell_left(self) -> int | None:
        """Return the remaining minutes, rounded up: 0 if it is almost done, None while they are unknown.

        Decisions take so unequal times that seconds would be untrue. Only a clearly higher estimate raises the minutes.
        """
        ms, told = self.remaining_ms, self._told_minutes
        if ms is not None:
            now = 0 if self.stage == "others" and ms <= SOON_MS else ceil(ms / 60_000)
            if told is None or now < told or ms > (told + HIGHER) * 60_000:
                self._told_minutes = now
        return self._told_minutes

    def count_time(self) -> None:
        """Count the real time since the last frame, which a scene's step caps in slow frames."""
        now = self.context.clock.now_ms()
        self.elapsed_ms += min(now - self._counted_ms, LONGEST_GAP_MS)
        self._counted_ms = now

    def _slices(self) -> Iterator[tuple[float, AnyReview | None]]:
        """Find the decisions, load the stored judgements, and judge the rest."""
        for step in decision_points(self.match, self.seat):
            if step is not None:
                self.steps[step.place] = step
            yield 0.0, None
        known = reviews.stored_decisions(self.context, self.match, self.seat, self.steps)
        others = reviews.stored_effect(self.context, self.match, self.seat)
        self._kept = len(known) + bool(others)
        yield from self._sketched({row.place for row in known})
        yield from review_match(self.match, self.seat, known, others if len(known) == len(self.steps) else None)

    def _sketched(self, known: Set[int]) -> Iterator[tuple[float, None]]:
        """Estimate the chance of each turn that has no judgement in ``known``."""
        play_outs = self.match.game.play_outs
        for turn in self.turns if play_outs and play_outs.outlook else ():
            if known.isdisjoint(turn):
                point = self.steps[turn[0]]
                for chance in rough_chance(self.match.game, point, self.seat, self.match.seed ^ point.place):
                    if chance is not None:
                        self.sketch[point.place] = chance
                    yield 0.0, None

    def go_on(self) -> bool:
        """Continue for a part of a frame; return True if there is something new to show."""
        clock = self.context.clock
        end = clock.now_ms() + PART_MS
        for _ in range(MOST_SLICES):
            if self.done:
                return False
            if self._take(*next(self._work)):
                return True
            if clock.now_ms() >= end:
                break
        return False

    def _take(self, share: float, found: AnyReview | None) -> bool:
        """Adopt the progress, and what has been found; return True if there is something new to show."""
        before, stage, is_first = self.share, self.stage, self.found is None
        if share > before:
            self.share, self._grown_ms = share, self.elapsed_ms
        if found is None:
            # judgements follow each other quickly, and show the progress as well
            return stage != "first" and round(self.share * VISIBLE) > round(before * VISIBLE)
        self.found = found
        if is_first or self.stage != stage:
            self._share_before, self._begun_ms = self.share, self.elapsed_ms
        if self.done:
            self.keep()
        return True

    def keep(self) -> None:
        """Store new judgements."""
        if self.found and len(self.found.proved) + bool(self.found.others) > self._kept:
            self._kept = len(self.found.proved) + bool(self.found.others)
            reviews.store_review(self.context, self.match, self.found)
