"""States of notices: shown, or why not."""

from enum import StrEnum


class NoticeState(StrEnum):
    """State of the notices of a page or a desktop; its text is ``notices.state.VALUE``."""

    #: a browser's answers; the third before the player was asked
    GRANTED = "granted"
    DENIED = "denied"
    DEFAULT = "default"
    #: a page on plain http, one inside another page, and one without any notices
    INSECURE = "insecure"
    FRAMED = "framed"
    NONE = "none"
    #: a desktop that shows them, one whose system failed to show the last one, and one without a program for them
    NATIVE = "native"
    UNSHOWN = "unshown"
    MISSING = "missing"
    #: one whose program the player can install
    UNINSTALLED = "uninstalled"
