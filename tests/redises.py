"""A Redis of a test's own: a real server on a free port, in a temporary folder."""

import random
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import pytest

PROGRAM = "redis-server"
#: how long it may take to start, in seconds
LONG_S = 60.0
#: below those that Linux takes for outgoing connections
PORTS = range(20_000, 32_000)


def free_ports() -> tuple[int, int]:
    """Return two different ports that nobody uses.

    The system gives outgoing connections, of which other tests have many, none of PORTS.
    """
    found: list[int] = []
    for port in random.sample(PORTS, len(PORTS)):
        with suppress(OSError), closing(socket.create_server(("127.0.0.1", port))):
            found.append(port)
            if len(found) == 2:
                return found[0], found[1]
    raise OSError("no port is free")


class Server:
    """A process of Redis, with ``more`` options. With ``is_kept`` an entry is on the disk before it is acknowledged."""

    def __init__(self, folder: Path, *, is_cluster: bool, is_kept: bool, more: Sequence[str] | None) -> None:
        self.folder = folder / "data"
        self.folder.mkdir()
        self._copy = folder / "copy"
        self._output = folder / "output"
        # the bus of a cluster has a port of its own, ten thousand further by default
        self.port, bus = free_ports()
        self._command = [PROGRAM, "--bind", "127.0.0.1", "--port", str(self.port), "--dir", str(self.folder)]
        # by default it saves now and then
        self._command += ["--save", ""] if more is None else more
        self._command += ["--appendonly", "yes", "--appendfsync", "always"] if is_kept else []
        self._command += ["--cluster-enabled", "yes", "--cluster-port", str(bus)] if is_cluster else []
        self._process: subprocess.Popen[bytes] | None = None
        self.start()
        if is_cluster:
            self.tell("CLUSTER", "ADDSLOTSRANGE", "0", "16383")
            end = time.monotonic() + LONG_S
            while b"cluster_state:ok" not in self.tell("CLUSTER", "INFO"):
                assert time.monotonic() < end, "the cluster does not begin"
                time.sleep(0.02)

    @property
    def address(self) -> str:
        """The address of the server."""
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        """Start it, or restart it with the stored data."""
        end = time.monotonic() + LONG_S
        self._process = None
        while time.monotonic() < end:
            # another server of a test may have taken one of its ports in between; then it ends at once
            if self._process is None or self._process.poll() is not None:
                with self._output.open("wb") as output:
                    self._process = subprocess.Popen(self._command, stdout=output)
            if self._answers():
                return
            time.sleep(0.01)
        self.kill()
        raise AssertionError(f"Redis does not begin:\n{self._output.read_text()}")

    def _answers(self) -> bool:
        try:
            return self.tell("PING") == b"+PONG\r\n"
        except OSError:
            return False

    def tell(self, *words: str) -> bytes:
        """Send a command and return its answer, as it comes."""
        text = f"*{len(words)}\r\n" + "".join(f"${len(word.encode())}\r\n{word}\r\n" for word in words)
        with closing(socket.create_connection(("127.0.0.1", self.port), LONG_S)) as line:
            line.sendall(text.encode())
            return line.recv(65536)

    def keep_copy(self) -> None:
        """Copy all its data on the disk aside, as a backup."""
        shutil.rmtree(self._copy, ignore_errors=True)
        shutil.copytree(self.folder, self._copy)

    def lose_all(self) -> None:
        """Delete its data on the disk while it is not running."""
        shutil.rmtree(self.folder)
        self.folder.mkdir()

    def put_back(self) -> None:
        """Restore the backup while it is not running."""
        shutil.rmtree(self.folder)
        shutil.copytree(self._copy, self.folder)

    def empty(self) -> None:
        """Delete all keys."""
        self.tell("FLUSHALL")

    def kill(self) -> None:
        """Kill it as a power cut would."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()

    def signal(self, number: signal.Signals) -> None:
        """Send it a signal."""
        assert self._process is not None, "it has been started"
        self._process.send_signal(number)


@contextmanager
def running(*, is_cluster: bool = False, is_kept: bool = False, more: Sequence[str] | None = None) -> Iterator[Server]:
    """Run a server as long as it is needed; skip the test if none is installed.

    With ``more=()`` it has its default settings.
    """
    if shutil.which(PROGRAM) is None:
        pytest.skip(f"{PROGRAM} is not installed (Debian: apt install redis-server)")
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), is_cluster=is_cluster, is_kept=is_kept, more=more)
        try:
            yield server
        finally:
            server.kill()
