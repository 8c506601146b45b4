"""News about a match: told once, and only about the match that was just recorded."""

from finished import finished

from game.core.records import MatchRecord
from game.player.stats import News, StatsEntry, entry_of, news_of

MATCH = finished("nein_danke", 3)
NOW = entry_of(MATCH, 1000.0)


def entry(score: int, won: bool = False, level: str = "normal", medal: int = -1, **more: object) -> StatsEntry:
    own = MatchRecord(medal=medal, best_ms=more.pop("best_ms", 0), mode=more.pop("mode", ""))
    return NOW._replace(score=score, won=won, level=level, own=own, **more)


def keys(*rows: StatsEntry) -> list[str]:
    return [one.key for one in news_of(MATCH, rows[-1], rows[:-1])]


def test_a_record_needs_other_matches_of_the_same_kind():
    assert keys(entry(-20), entry(-30), entry(-10)) == ["best"]
    assert keys(entry(-20), entry(-30), entry(-20)) == []
    assert keys(entry(-20), entry(-10)) == []
    assert keys(entry(-20, seats=5), entry(-30, seats=5), entry(-10)) == []
    # matches against the easiest opponents alone do not count
    assert keys(entry(-20, level="easy"), entry(-30, level="easy"), entry(-10)) == []


def test_wins_are_counted_back_to_the_last_defeat():
    assert keys(entry(0), entry(0, won=True)) == ["first_win"]
    assert news_of(MATCH, entry(0, won=True), [entry(0, won=True)] * 2) == (News("streak", (("count", 3),)),)
    assert keys(entry(0, won=True), entry(0), entry(0, won=True)) == []
    assert keys(entry(0, won=True), entry(0), entry(0, won=True, level="hard")) == ["first_against"]


def test_a_medal_is_news_once():
    assert keys(entry(8, won=True, medal=1), entry(8, won=True, medal=2)) == ["medal.2"]
    assert keys(entry(8, won=True, medal=2), entry(8, won=True, medal=2)) == []


def test_a_quickest_claim_and_a_round_number_of_matches_are_news():
    assert keys(entry(0, best_ms=900), entry(0, best_ms=800)) == ["quickest"]
    assert keys(entry(0), entry(0, best_ms=800)) == []
    assert keys(*[entry(0)] * 10) == ["count"]
