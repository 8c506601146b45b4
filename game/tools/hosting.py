"""The program that lets other devices play: the site and tables by one port, ``python3 build/tasks.py host``.

In one room it prints its address, shows a QR code and opens the big screen. With ``--name`` it is a public server
without a table of its own.
"""

import argparse
import asyncio
import errno
import gc
import logging
import os
import signal
import socket
import sys
import time
import webbrowser
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from urllib.parse import quote

from game import __version__
from game.catalogue.registry import GAMES
from game.engine.assets import INSTALLED, PACKAGE
from game.engine.texts import LANGUAGES, Texts
from game.host.storage import native_folder
from game.server.ledger import DamagedLog, Ledger, LedgerError, is_address, shown
from game.server.memory import run_collector
from game.server.metrics import MeasuredLedger
from game.server.notice_channels import ChannelOptions, InvalidOption, open_channels
from game.server.notifier import Channels
from game.server.parties import Parties
from game.server.replica import Clock
from game.server.sqlite_ledger import SqliteLedger
from game.server.static_site import NoSite, StaticSite
from game.wire.join_link import DOOR, PORT, WATCH, JoinLink
from game.wire.qr import as_letters, matrix

#: every network that this machine is in
EVERYWHERE = "0.0.0.0"
#: this machine, to itself
HERE = "127.0.0.1"
#: addresses outside every local network, to find the local one; nothing is sent
SOMEWHERE = ("192.0.2.1", "10.255.255.254", "172.31.255.254", "192.168.255.254")
#: terminal sequences for the QR code, light on dark, and for the end of it
COLOURS = ("\x1b[97;40m", "\x1b[0m")
#: longest time to leave, in seconds
LONGEST_LEAVE_S = 12.0
#: names the ledger where no option does: a command line, with the password in it, can be read by others
LEDGER = "KARTENKISTE_LEDGER"
#: and otherwise it is this
FILE = str(native_folder() / "tables.sqlite")
#: a released program brings the site
OWN_SITE = PACKAGE / "site.zip"
#: open files to ask the system for
FILES = 8192
#: how often the young memory is looked through for what went round in circles, as Python counts it: a little at a time,
#: for everybody waits meanwhile. All of it is tidying's
YOUNG = (1_000, 1, 100_000_000)
#: how long the ledger's thread may wait for its turn when there is much to do, in seconds: it needs several for a line,
#: and everybody at the table waits for that
SWITCH_S = 0.0005


class CannotHost(Exception):
    """Raised with the reason why the host cannot listen, in words for its operator."""


def parser() -> argparse.ArgumentParser:
    """The command line."""
    found = argparse.ArgumentParser(
        prog="kartenkiste-host" if INSTALLED else "python -m game.tools.hosting",
        description="Serve the game and its tables: phones in the same room scan the code and join.",
        epilog="Stop it with Ctrl+C. When you start it again, every table continues where it was.",
    )
    add = found.add_argument
    add("--version", action="version", version=f"Kartenkiste {__version__}")
    add("--address", default=EVERYWHERE, help="address to listen on (default: all networks of this machine)")
    add("--port", type=int, default=PORT, help="port to listen on (default: %(default)s; 0: any free port)")
    add("--no-screen", action="store_true", help="don't open the table in a browser on this machine")
    add(
        "--ledger",
        default=os.environ.get(LEDGER) or FILE,
        metavar="FILE",
        help=f"file for the tables, or redis://... for several servers (default: ${LEDGER}, or {FILE})",
    )
    may_lose = "start even if Redis is set up so that it may lose moves; /metrics and the log report it"
    add("--may-lose-moves", action="store_true", help=may_lose)
    add(
        "--site",
        type=Path,
        default=OWN_SITE if OWN_SITE.is_file() else None,
        metavar="PLACE",
        help="folder or zip of the built site that phones load; a downloaded program brings it",
    )
    _add_server(found)
    _add_notices(found)
    return found


def _add_server(found: argparse.ArgumentParser) -> None:
    add = found.add_argument_group("a server on the internet").add_argument
    add(
        "--name",
        action="append",
        default=[],
        help="host name of this server, such as cards.example.org; it opens no table of its own",
    )
    add(
        "--origin",
        action="append",
        default=[],
        metavar="URL",
        help="allow pages of this site to connect, such as the page on itch.io",
    )
    add(
        "--proxy",
        action="append",
        default=[],
        metavar="ADDRESS",
        help="trust the client addresses that this proxy forwards",
    )
    add(
        "--leave",
        type=float,
        default=0.0,
        metavar="SECONDS",
        help="time to move players to another server when it stops",
    )


def _add_notices(found: argparse.ArgumentParser) -> None:
    add = found.add_argument_group("notices to people who are away").add_argument
    add(
        "--webhook",
        default="",
        metavar="URL",
        help="post a JSON message here whenever somebody who is away should know something",
    )
    add(
        "--webhook-key",
        type=Path,
        metavar="FILE",
        help="sign those messages (Standard Webhooks) with the key in this file, as openssl rand -base64 32 makes it",
    )
    add(
        "--push-key",
        type=Path,
        metavar="FILE",
        help="private key for Web Push, in PEM (default: one made at the first start, kept with the tables)",
    )
    add(
        "--contact",
        default="",
        metavar="ADDRESS",
        help="whom push services write to, such as mailto:you@example.org (default: this server's name)",
    )
    add(
        "--near-service",
        action="append",
        default=[],
        metavar="URL",
        help="allow notices to this service in a private network, such as http://192.168.1.5:8080",
    )


def addresses() -> list[str]:
    """This machine's addresses in its networks, the one that is most likely meant first."""
    found: list[str] = []
    for there in SOMEWHERE:
        with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
            asking.connect((there, 9))
            found.append(str(asking.getsockname()[0]))
    with suppress(OSError):
        found += [str(row[4][0]) for row in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    return [one for one in dict.fromkeys(found) if not one.startswith("127.") and one != EVERYWHERE]


def names() -> list[str]:
    """Return the names of this machine, its own and those its neighbours use."""
    own = socket.gethostname().lower()
    short = own.partition(".")[0]
    return ["localhost", own, short, f"{short}.local", f"{short}.lan", f"{short}.home", f"{short}.fritz.box"]


def listen_error(error: OSError, address: str, port: int) -> str:
    """Return why the host cannot listen there, and what would help."""
    if error.errno == errno.EADDRINUSE:
        return f"Port {port} is in use, perhaps by another host. Choose another one with --port."
    if error.errno in (errno.EACCES, errno.EPERM):
        return f"You may not listen on port {port}. Choose another one with --port, such as {PORT}."
    if error.errno == errno.EADDRNOTAVAIL or isinstance(error, socket.gaierror):
        own = ", ".join([HERE, *addresses()])
        return (
            f"{address} isn't an address of this machine. It has {own}. Without --address it listens on all networks."
        )
    return f"Can't listen on {address}, port {port}: {error.strerror or error}"


async def open_ledger(place: str, may_lose: bool = False) -> MeasuredLedger:
    """The file in which the tables lie, or the Redis, which keeps all unless it ``may_lose``; raise CannotHost."""
    if is_address(place):
        return await _open_redis(place, may_lose)
    path = Path(place)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        # deals lie in it that nobody else on this machine shall know
        path.touch(0o600)
        return MeasuredLedger(await SqliteLedger.open(path))
    except DamagedLog as error:
        raise CannotHost(f"Can't use the tables file: {error}. Choose another one with --ledger.") from None
    except (LedgerError, OSError) as error:
        raise CannotHost(
            f"Can't write to {path} ({error}): is the disk full or read-only? Choose another file with --ledger."
        ) from None


async def _open_redis(address: str, may_lose: bool) -> MeasuredLedger:
    try:
        from game.server.redis_ledger import RedisLedger
    except ImportError:
        raise CannotHost("This needs the Python package redis: pip install 'kartenkiste[redis]'") from None
    try:
        ledger = await RedisLedger.open(address)
    except LedgerError as error:
        raise CannotHost(f"Can't use Redis: {error}") from None
    if ledger.durability.losses and not may_lose:
        await ledger.close()
        raise CannotHost(
            f"{ledger.address} may lose moves that players have seen: {ledger.durability.remedies}, "
            "or start anyway with --may-lose-moves."
        )
    ledger.say_what_it_keeps()
    return MeasuredLedger(ledger, ledger.metrics)


async def _open_channels(ledger: Ledger, given: argparse.Namespace) -> Channels:
    name = next(iter(given.name), "")
    options = ChannelOptions(name, given.push_key, given.contact, given.webhook, given.webhook_key, given.near_service)
    return await open_channels(ledger, options, {language: Texts(language) for language in LANGUAGES})


def now_ms() -> int:
    """Milliseconds since 1970."""
    return int(time.time() * 1000)


class Host:
    """One run of the program. ``tell`` writes a line for the operator."""

    def __init__(self, given: argparse.Namespace, tell: Callable[[str], None], clock: Clock = now_ms) -> None:
        self._given = given
        self._tell = tell
        self._clock = clock
        #: set once it is to end
        self.ending = asyncio.Event()

    async def run(self) -> None:
        """Serve until it is to end; raise CannotHost."""
        given = self._given
        try:
            from game.server.web_server import WebServer
        except ImportError:
            raise CannotHost("This needs the Python package websockets: pip install 'kartenkiste[server]'") from None
        try:
            site = await asyncio.to_thread(StaticSite, given.site) if given.site else None
        except NoSite as error:
            raise CannotHost(str(error)) from None
        ledger = await open_ledger(given.ledger, given.may_lose_moves)
        try:
            try:
                channels = await _open_channels(ledger, given)
            except (InvalidOption, LedgerError) as error:
                raise CannotHost(str(error)) from None
            parties = Parties(ledger, GAMES, self._clock, channels=channels)
            if site:
                await asyncio.to_thread(site.read_ahead)
            hosts = [*given.name, *(() if given.name else names())]
            gate = WebServer(parties, site, hosts, given.origin, given.proxy, ledger.metrics)
            try:
                port = await gate.open(given.address, given.port)
            except (OSError, OverflowError) as error:
                wrong = error if isinstance(error, OSError) else OSError(str(error))
                raise CannotHost(listen_error(wrong, given.address, given.port)) from None
            tidying = asyncio.create_task(run_collector(gate.traffic))
            try:
                await self._welcome(parties, port, bool(site))
                await self.ending.wait()
                self._tell("Stopping: players will be back when it starts again.")
                if given.leave > 0:
                    await gate.leave(min(given.leave, LONGEST_LEAVE_S))
            finally:
                tidying.cancel()
                await gate.close()
        finally:
            await ledger.close()

    async def _welcome(self, parties: Parties, port: int, has_site: bool) -> None:
        """Say where it is, and lay the table."""
        given = self._given
        if given.name:
            named = ", ".join(given.name)
            self._tell(f"Kartenkiste {__version__} is listening on {given.address}, port {port}, for {named}.")
            return
        try:
            code = (await parties.of_the_house()).party.code
        except LedgerError as error:
            raise CannotHost(f"Can't open a table in {shown(given.ledger)}: {error}") from None
        everywhere = given.address in (EVERYWHERE, "::", "")
        found = addresses() or [HERE] if everywhere else [given.address]
        doors = [f"http://{f'[{one}]' if ':' in one else one}:{port}/" for one in found]
        self._tell(f"Kartenkiste {__version__}: one table for all devices in this room. Its code is {code}.")
        self._tell("")
        for door in doors:
            self._tell(f"  {door}#{JoinLink(code=code).link}" if has_site else f"  kartenkiste --join {door}{code}")
        self._tell("")
        if has_site:
            self._show_code(f"{doors[0]}#{JoinLink(code=code).link}")
            own = f"http://{HERE}:{port}/" if everywhere else doors[0]
            screen = f"{own}#{WATCH}={code}&{DOOR}={quote(doors[0], safe='')}"
            self._tell(f"On the big screen: {screen}")
            if not given.no_screen and has_desktop():
                await asyncio.to_thread(webbrowser.open, screen)
        if found == [HERE]:
            self._tell("It only listens on this machine: nobody else can join.")
        else:
            self._tell("Can't a phone connect? It has to be on the same Wi-Fi (not a guest network, no mobile data, no")
            self._tell(f"VPN), and this machine's firewall has to allow port {port}.")
        self._tell(f"The tables are kept in {shown(given.ledger)}. Stop with Ctrl+C; start again to continue.")

    def _show_code(self, link: str) -> None:
        before, after = COLOURS if sys.stdout.isatty() else ("", "")
        # too long an address has none, and a terminal may not have the letters
        with suppress(ValueError):
            for line in as_letters(matrix(link)).split("\n"):
                self._tell(f"  {before}{line}{after}")
            self._tell("")


def has_desktop() -> bool:
    """Return True if there is a screen to open a page on; without one a terminal browser would start."""
    return sys.platform in ("win32", "darwin") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def settle_memory() -> None:
    """Set the interpreter up for a server: what stays for good is frozen, garbage is looked for a little at a time."""
    for game in GAMES.values():
        game.view_codec()
        game.event_codec()
    gc.freeze()
    gc.set_threshold(*YOUNG)
    sys.setswitchinterval(SWITCH_S)


def _may_have_many_lines() -> None:
    """Ask the system for as many files as lines may come."""
    if sys.platform != "win32":
        import resource

        with suppress(ValueError, OSError):
            _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
            resource.setrlimit(resource.RLIMIT_NOFILE, (FILES if most < 0 else min(FILES, most), most))


async def serve(given: argparse.Namespace, tell: Callable[[str], None]) -> None:
    """Serve until a signal ends it; raise CannotHost."""
    host = Host(given, tell)
    loop = asyncio.get_running_loop()
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        # Windows has none in a loop: there Ctrl+C cancels all of it
        with suppress(NotImplementedError, AttributeError):
            number = getattr(signal, name)
            loop.add_signal_handler(number, host.ending.set)
            # a busy loop may have no room for the word of it that the system leaves there: Python itself says so, too
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(host.ending.set))
    await host.run()


def _tell(line: str) -> None:
    # a terminal may lack letters of the code, or be gone
    with suppress(UnicodeEncodeError, OSError):
        print(line, flush=True)


def main(argv: Sequence[str] | None = None) -> int:
    """Read the command line, and serve."""
    given = parser().parse_args(argv)
    logging.basicConfig(format="%(asctime)s %(levelname)s %(name)s: %(message)s", level=logging.WARNING)
    _may_have_many_lines()
    settle_memory()
    try:
        asyncio.run(serve(given, _tell))
    except CannotHost as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        pass
    return 0


if __name__ == "__main__":
    sys.exit(main())
