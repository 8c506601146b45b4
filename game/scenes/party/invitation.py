"""The code of a party in large letters, its QR code, and the buttons that share links."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from game.engine import containers as ui
from game.engine import fonts
from game.engine.kit import Kit
from game.engine.palette import GOLD, INK, SOFT_ON_PAPER
from game.host import device
from game.host.page import Copied
from game.scenes.shared import qr_code
from game.services import launch_request
from game.services.context import Context
from game.services.party_session import PartySession
from game.wire.join_link import JoinLink

#: size of the code's letters at most, and on a screen that is read from across the room
LETTERS, LARGE = 50.0, 112.0


class Invitation:
    """The paper with the code; ``tell`` shows a message in place of earlier ones."""

    def __init__(self, context: Context, session: PartySession, tell: Callable[[str], None]) -> None:
        self.context, self.session, self._tell = context, session, tell

    def part(self, button: float) -> ui.Part:
        """Return the paper, with buttons of that height."""
        title = ui.TextLine(self.context.texts("party.code"), 20, SOFT_ON_PAPER, fonts.BLACK, h=24)
        code = ui.Sticker(self.session.remote.code, LETTERS, GOLD, h=LETTERS + 10)
        # the words need the width of their icons
        buttons = [replace(one, icon="", h=button) for one in self._buttons()]
        if self.context.frame.tall:
            beside = [replace(one, weight=6 + len(one.label)) for one in buttons]
            row = ui.RowOfParts((ui.CentredColumn((title, code), 4, w=168), *beside), 12)
            return ui.PaperBox(row, 20, 14)
        row = ui.RowOfParts((ui.CentredColumn((title, code), 4, w=164), ui.CentredColumn(buttons, 8)), 16)
        return ui.PaperBox(row, 20, 12, h=132)

    def strip(self, button: float, *, is_open: bool) -> ui.Part:
        """Return the paper of a table in play: the code in a line if ``is_open``, and the way to move one's seat."""
        invites, *rest = self._buttons()
        rows: list[ui.Part] = [ui.RowOfParts(rest, 12, h=button)] if rest else []
        if is_open or not rest:
            rows.insert(0, ui.RowOfParts((ui.Sticker(self.session.remote.code, LETTERS, GOLD), invites), 12, h=button))
        return ui.PaperBox(ui.Column(rows, 8), 24, 12, h=len(rows) * (button + 8) + 16)

    def sheet(self, kit: Kit, high: float) -> ui.Part:
        """Return the paper of a shared screen: the code, and the QR code to scan where there is a link for it."""
        texts, session, tall = self.context.texts, self.session, self.context.frame.tall
        title = ui.TextLine(texts("party.code"), 20, SOFT_ON_PAPER, fonts.BLACK, h=26)
        code = ui.Sticker(session.remote.code, 0.64 * LARGE if tall else LARGE, GOLD, h=84.0 if tall else 110.0)
        # nobody touches a big screen
        share = [ui.RoundButtonPart("copy", texts("party.copy"), self._share, "export", 52, w=72)] if tall else []
        parts: list[ui.Part] = [ui.RowOfParts((ui.Column((title, code), 2), *share), h=code.h + 28)]
        if not session.link:
            high = code.h + 28 + 24
        else:
            scanned = qr_code.code_plain(kit, high - code.h - 146, session.link)
            door = ui.TextLine(self.session.join_link.door or session.link, 21, face=fonts.BLACK, side="centre", h=26)
            scan = ui.TextLine(texts("party.scan"), 32, INK, fonts.DISPLAY, "centre", h=42)
            parts += [scan, ui.ImagePart(scanned, weight=1), door]
        return ui.PaperBox(ui.Column(parts, 4), 24, 12, h=high)

    def _buttons(self) -> list[ui.ButtonPart]:
        texts, session, size = self.context.texts, self.session, 20
        found = [
            ui.ButtonPart(
                "copy", texts("party.invite"), self._share, icon="export", size=size, spoken=texts("party.copy")
            )
        ]
        if session.remote.over is not None:
            spoken = texts("party.proof")
            found.append(
                ui.ButtonPart("proof", texts("party.prove"), self._share_proof, icon="check", size=size, spoken=spoken)
            )
        elif session.remote.seat >= 0:
            along, spoken = partial(self._share, session.token), texts("party.take_along")
            label = texts("party.move_device")
            found.append(ui.ButtonPart("take_along", label, along, icon="pawn", size=size, spoken=spoken))
        return found

    def _share(self, token: str = "") -> None:
        """Share the link to the party, or with ``token`` the link to the player's own seat."""
        remote = self.session.remote
        join_link = JoinLink(self.session.join_link.server, remote.code, remote.party, token)
        link = f"{join_link.server.rpartition('/')[0]}/#{join_link.link}" if not device.WEB else ""
        command = " ".join([*launch_request.PROGRAM, "--join", link])
        device.page.share(join_link.link, command, lambda what: self._copied(what, bool(token)))

    def _copied(self, what: Copied, seat: bool) -> None:
        key = "setup.copied.failed" if what is Copied.NOTHING else f"party.copied.{'seat' if seat else 'link'}"
        self._tell(self.context.texts(key))

    def _share_proof(self) -> None:
        def copied(done: bool) -> None:
            self._tell(self.context.texts("party.proof_copied" if done else "setup.copied.failed"))

        device.page.copy_text(self.session.remote.proof(), copied)
