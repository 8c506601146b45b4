"""Reasons for which a server refuses a command."""

from enum import StrEnum


class Refusal(StrEnum):
    """Reason of a refused command, as it is sent; the text for the player is ``party.refused.`` and the word."""

    #: the same question was asked a minute ago
    ASKED_JUST_NOW = "asked_just_now"
    #: the same question was asked within the last day
    ASKED_TODAY = "asked_today"
    #: the match has begun
    BEGUN = "begun"
    #: the server has too much to do
    BUSY = "busy"
    #: the server's clock is wrong
    CLOCK = "clock"
    #: the command does not go with the evening's game
    EVENING = "evening"
    #: an error of the server, which has logged it
    FAILED = "failed"
    #: no figure of that name
    FIGURE = "figure"
    #: the party's log has no room for more moves
    FULL = "full"
    #: who is away may come back yet
    GRACE = "grace"
    #: a holiday that is too long, or too soon after the last one
    HOLIDAY = "holiday"
    #: not an id of a request
    ID = "id"
    #: the rules forbid it
    ILLEGAL = "illegal"
    #: the table lets nobody else in
    LOCKED = "locked"
    #: nothing is left of the name
    NAME = "name"
    #: somebody has the name
    NAME_TAKEN = "name_taken"
    #: a night that is too long
    NIGHT = "night"
    #: the server does not have the game
    NO_GAME = "no_game"
    #: the game has no such level of bots
    NO_LEVEL = "no_level"
    #: the order of moves no longer fits
    NO_ORDER = "no_order"
    #: no such party, or not any more
    NO_PARTY = "no_party"
    #: the proposal is settled
    NO_PROPOSAL = "no_proposal"
    #: nothing of that kind can be called across the table
    NO_REACTION = "no_reaction"
    #: the ledger takes nothing in
    NO_ROOM = "no_room"
    #: an empty seat, or a person without one
    NO_SEAT = "no_seat"
    #: nobody needs a bot
    NO_STAND_IN = "no_stand_in"
    #: the move can no longer be taken back
    NO_UNDO = "no_undo"
    #: only the host may do that
    NOT_OWNER = "not_owner"
    #: there is no match
    NOT_PLAYING = "not_playing"
    #: others are to move
    NOT_YOUR_TURN = "not_your_turn"
    #: others are to decide
    NOT_YOURS = "not_yours"
    #: house rules that do not go together
    OPTIONS = "options"
    #: the match goes on over days until its end
    OVER_DAYS = "over_days"
    #: a match is on
    PLAYING = "playing"
    #: others are not ready
    READY = "ready"
    #: the table is paused
    RESTS = "rests"
    #: it is so already
    SAME = "same"
    #: the person has a seat
    SEATED = "seated"
    #: a number of players that the game is not for
    SEATS = "seats"
    #: no such limit of time
    SECONDS = "seconds"
    #: the command came over an older connection
    SESSION = "session"
    #: too many attempts
    SLOW_DOWN = "slow_down"
    #: something else happened first
    STALE = "stale"
    #: all seats are taken
    TABLE_FULL = "table_full"
    #: somebody has the seat
    TAKEN = "taken"
    #: the link opens another seat
    TOKEN = "token"
    #: more people than the game has seats
    TOO_MANY = "too_many"
    #: too many tables opened from one address
    TOO_MANY_TABLES = "too_many_tables"
    #: the person called something a moment ago
    TOO_SOON = "too_soon"
