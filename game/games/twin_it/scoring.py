"""Scoring of sets, and the winners (rule text, sections 2, 4, 5 and 6)."""

from game.games.twin_it.state import CONTEST, MINUTE, Phase, State, WonSet

#: players -> points for bronze, silver and gold in the co-operative minute (our own table)
LEVELS = {1: (6, 10, 14), 2: (9, 14, 20), 3: (12, 18, 25), 4: (14, 21, 29), 5: (16, 24, 33), 6: (18, 27, 36)}
#: the names of these levels
LEVEL_NAMES = ("nothing", "bronze", "silver", "gold")


def is_valid(state: State, won: WonSet) -> bool:
    """Return True if all faces of a set are equal; only the honest mode has other sets."""
    return len({state.deck[face] for face in won.faces}) == 1


def points(state: State, seat: int) -> int:
    """Return the points of timed play: 1 for each valid pair of ``seat``, 2 for each valid triple (section 5).

    The honest mode checks validity at the end only: until then every set counts.
    """
    checked = not state.options.honest or state.phase == Phase.OVER
    return sum(len(won.faces) - 1 for won in state.sets[seat] if not checked or is_valid(state, won))


def scores(state: State) -> tuple[int, ...]:
    """Return the sets of each seat's side; in the minute the group's points, in the contest each seat's own."""
    seats = range(state.seats)
    if state.options.mode == MINUTE:
        return (sum(points(state, seat) for seat in seats),) * state.seats
    if state.options.mode == CONTEST:
        return tuple(points(state, seat) for seat in seats)
    return tuple(state.sets_of_side(state.side_of(seat)) for seat in seats)


def level(state: State) -> int:
    """Return the group's level in the co-operative minute: 0, or 1 to 3 for bronze to gold; -1 in other modes."""
    if state.options.mode != MINUTE:
        return -1
    total = scores(state)[0]
    return sum(total >= least for least in LEVELS[state.seats])


def _rank(state: State, seat: int) -> tuple[int, int]:
    """Return the rank: sets, then cards in them; in the timed contest points, then triples (sections 2 and 6)."""
    if state.options.timed:
        return points(state, seat), sum(len(won.faces) == 3 for won in state.sets[seat] if is_valid(state, won))
    sets = [won for member in state.members(state.side_of(seat)) for won in state.sets[member]]
    return len(sets), sum(len(won.faces) for won in sets)


def ties(state: State) -> tuple[int, ...]:
    """Return what breaks ties: the cards in the sets of each seat's side, in the contest its triples; else nothing."""
    return tuple(_rank(state, seat)[1] * (state.options.mode != MINUTE) for seat in range(state.seats))


def winners(state: State) -> tuple[int, ...]:
    """Return the winning seats; ties are shared. The group wins from bronze on; empty while the game runs."""
    if state.phase != Phase.OVER:
        return ()
    seats = range(state.seats)
    if state.options.mode == MINUTE:
        return tuple(seats) if level(state) else ()
    ranks = [_rank(state, seat) for seat in seats]
    return tuple(seat for seat in seats if ranks[seat] == max(ranks))
