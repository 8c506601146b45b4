"""Logs in Redis or a compatible server, shared by any number of processes on any number of machines.

A log is a list, and ``append`` one script that Redis runs atomically: it checks the lease and the length, writes, and
publishes on the log's channel to every process that follows it. All keys of a log have its name in braces, so that a
Redis Cluster keeps them on one node. Redis itself expires logs, and its clock is the one for leases.

A missing answer raises :class:`~game.server.ledger.Unreachable`: the line may have been written or not, and the writer
checks before trying again. How safe an acknowledged line is depends on the settings of Redis, see ``README.md``.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from hashlib import sha1
from typing import NamedTuple, TypeVar, cast

from redis import exceptions as wrong
from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.asyncio.cluster import RedisCluster
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

from game.server.ledger import (
    PUT_OFF_MS,
    DamagedLog,
    LeaseLost,
    Ledger,
    LedgerError,
    LogNotifier,
    NoLog,
    NoRoom,
    Signal,
    Unreachable,
    is_set,
    shown,
)
from game.server.metrics import Metric

#: all settings that are checked, as ``/metrics`` names them
SETTINGS = ("appendonly", "appendfsync", "no-appendfsync-on-rewrite", "maxmemory-policy", "replica")
#: settings that only CONFIG GET tells
CONFIGURED = ("appendfsync", "no-appendfsync-on-rewrite")


class DurabilityRisk(NamedTuple):
    """A setting that may lose acknowledged moves."""

    setting: str
    #: what to do about it and its present value, as part of a sentence
    remedy: str


class Durability(NamedTuple):
    """Possible losses of one Redis or a whole cluster."""

    losses: tuple[DurabilityRisk, ...]
    #: settings that could not be determined
    unknown: tuple[str, ...]
    #: number of replicas: one that takes over may lack the last moves
    replicas: int

    @property
    def remedies(self) -> str:
        """The changes needed so that nothing is lost; "" if none are."""
        *most, last = [loss.remedy for loss in self.losses] or [""]
        return f"{', '.join(most)} and {last}" if most else last


def durability_of(settings: Mapping[str, object]) -> Durability:
    """Return the durability of a Redis from its rows of INFO and CONFIG GET, as far as it tells them."""
    losses: list[DurabilityRisk] = []
    if _is(settings, "role", "slave"):
        where = f"{settings.get('master_host', '?')}:{settings.get('master_port', '?')}"
        losses.append(DurabilityRisk("replica", f"name its master {where} (it is a replica)"))
    if _is(settings, "aof_enabled", "0"):
        losses.append(_set("appendonly", "yes", "no"))
    if "appendfsync" in settings and not _is(settings, "appendfsync", "always"):
        losses.append(_set("appendfsync", "always", str(settings["appendfsync"])))
    if _is(settings, "no-appendfsync-on-rewrite", "yes"):
        losses.append(_set("no-appendfsync-on-rewrite", "no", "yes"))
    # without a memory limit nothing is ever evicted
    is_bound = not _is(settings, "maxmemory", "0")
    if is_bound and "maxmemory_policy" in settings and not _is(settings, "maxmemory_policy", "noeviction"):
        losses.append(_set("maxmemory-policy", "noeviction", str(settings["maxmemory_policy"])))
    fields = {"appendonly": "aof_enabled", "maxmemory-policy": "maxmemory_policy", "replica": "role"}
    unknown = tuple(one for one in SETTINGS if fields.get(one, one) not in settings)
    followed = str(settings.get("connected_slaves", "0"))
    return Durability(tuple(losses), unknown, int(followed) if followed.isdigit() else 0)


def combined(all_: Iterable[Durability]) -> Durability:
    """Return the durability of a cluster: it may lose anything that one of its nodes may lose."""
    found = [*all_]
    losses = {loss.setting: loss for one in found for loss in one.losses}
    unknown = {setting for one in found for setting in one.unknown}
    return Durability(
        tuple(losses[setting] for setting in SETTINGS if setting in losses),
        tuple(setting for setting in SETTINGS if setting in unknown),
        sum(one.replicas for one in found),
    )


def _is(settings: Mapping[str, object], field: str, value: str) -> bool:
    return str(settings.get(field)) == value


def _set(setting: str, wanted: str, found: str) -> DurabilityRisk:
    return DurabilityRisk(setting, f"set {setting} {wanted} (it is {found})")


T = TypeVar("T")

LOG = logging.getLogger(__name__)

#: timeout of an answer, in seconds
PATIENCE_S = 2.0
#: most requests at once, each with a connection
AT_ONCE = 32
#: interval of pings on the subscription, its longest silence, and the wait before it is renewed, in seconds
TRY_S, SILENCE_S, AGAIN_S = 2.0, 5.0, 0.2
#: time without a waiter after which a channel is unsubscribed, in seconds
HEARD_S = 120.0
#: longer than any log: reading from there returns the length alone
NOTHING = 2**31
#: a channel of every process, so that its subscription is never empty
EVERYBODY = "kartenkiste"


class Script(NamedTuple):
    """Lua script that Redis runs atomically, called by its SHA-1."""

    text: str
    sum: str


def _script(text: str) -> Script:
    return Script(text, sha1(text.encode(), usedforsecurity=False).hexdigest())


#: KEYS: the log, its lease, its attachments
CREATE = _script("""
if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end
redis.call('RPUSH', KEYS[1], ARGV[1])
redis.call('PEXPIREAT', KEYS[1], ARGV[2])
redis.call('PUBLISH', KEYS[1], '')
return 1
""")
APPEND = _script("""
local length = redis.call('LLEN', KEYS[1])
if length == 0 then return -1 end
if ARGV[3] ~= '0' and redis.call('HGET', KEYS[2], 'epoch') ~= ARGV[3] then return -2 end
if length ~= tonumber(ARGV[1]) then return 0 end
redis.call('RPUSH', KEYS[1], ARGV[2])
redis.call('PUBLISH', KEYS[1], '')
return 1
""")
READ = _script("""
return {redis.call('LLEN', KEYS[1]), redis.call('LRANGE', KEYS[1], ARGV[1], -1)}
""")
KEEP = _script("""
redis.call('PEXPIREAT', KEYS[2], ARGV[1])
redis.call('PEXPIREAT', KEYS[3], ARGV[1])
return redis.call('PEXPIREAT', KEYS[1], ARGV[1])
""")
# the rule of Lease.asked; the epoch lives as long as the log, through all holders
LEASE = _script("""
local left = redis.call('PTTL', KEYS[1])
if left == -2 then return -1 end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local held = redis.call('HMGET', KEYS[2], 'epoch', 'holder', 'until')
local epoch, holder, till = tonumber(held[1] or '0'), held[2] or '', tonumber(held[3] or '0')
if holder ~= ARGV[1] then
  if holder ~= '' and now < till and till <= now + ARGV[2] then return 0 end
  epoch = epoch + 1
end
redis.call('HSET', KEYS[2], 'epoch', epoch, 'holder', ARGV[1], 'until', now + ARGV[2])
if left > 0 then redis.call('PEXPIRE', KEYS[2], left) end
return epoch
""")
ATTACH = _script("""
local left = redis.call('PTTL', KEYS[1])
if left == -2 then return -1 end
if ARGV[3] ~= '0' and redis.call('HGET', KEYS[2], 'epoch') ~= ARGV[3] then return -2 end
if ARGV[2] == '' then redis.call('HDEL', KEYS[3], ARGV[1]) else redis.call('HSET', KEYS[3], ARGV[1], ARGV[2]) end
if left > 0 then redis.call('PEXPIRE', KEYS[3], left) end
return 1
""")
ATTACHMENTS = _script("""
if redis.call('EXISTS', KEYS[1]) == 0 then return false end
return redis.call('HGETALL', KEYS[3])
""")
RELEASE = _script("""
if redis.call('HGET', KEYS[2], 'epoch') ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[2], 'holder', '', 'until', 0)
return 1
""")
# KEYS: the times at which logs need a process, for all logs
WAKE = _script("""
if ARGV[2] == '0' then return redis.call('ZREM', KEYS[1], ARGV[1]) end
return redis.call('ZADD', KEYS[1], ARGV[2], ARGV[1])
""")
DUE = _script("""
local names = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1], 'LIMIT', 0, ARGV[2])
for _, name in ipairs(names) do redis.call('ZADD', KEYS[1], ARGV[3], name) end
return names
""")
WAKES = "kartenkiste:{wakes}"


def _keys(name: str) -> tuple[str, ...]:
    return tuple(f"kartenkiste:{{{name}}}:{part}" for part in ("log", "lease", "attachments"))


@asynccontextmanager
async def _ledger_errors(what: str) -> AsyncIterator[None]:
    """Translate errors of Redis into those of the ledger."""
    try:
        yield
    except (wrong.ConnectionError, wrong.TimeoutError, wrong.ClusterError, wrong.TryAgainError, OSError) as error:
        raise Unreachable(f"{what}: {error}") from error
    except (wrong.OutOfMemoryError, wrong.ReadOnlyError) as error:
        raise NoRoom(f"{what}: {error}") from error
    except wrong.ResponseError as error:
        full = str(error).startswith(("MISCONF", "OOM", "NOREPLICAS"))
        kind = NoRoom if full else DamagedLog if "WRONGTYPE" in str(error) else LedgerError
        raise kind(f"{what}: {error}") from error
    except (wrong.RedisError, wrong.RedisClusterException) as error:
        raise Unreachable(f"{what}: {error}") from error


class RedisLedger(Ledger):
    """Ledger in Redis. Create it with :meth:`open`."""

    def __init__(self, address: str) -> None:
        self.address = shown(address)
        self._bell = LogNotifier()
        self._at_once = asyncio.Semaphore(AT_ONCE)
        self._redis: Redis | RedisCluster | None = None
        self._bells: _Bells | None = None
        self._asking: set[asyncio.Task[object]] = set()
        #: no request is sent before this time: waiting for a dead Redis would hold up others
        self._gone_until = 0.0
        #: as determined last
        self.durability = Durability((), SETTINGS, 0)

    @classmethod
    async def open(cls, address: str) -> "RedisLedger":
        """Connect to the ledger; raise Unreachable, or LedgerError for an invalid address."""
        ledger = cls(address)
        async with _ledger_errors(ledger.address):
            try:
                one = _one(address)
            except ValueError as error:
                raise LedgerError(f"{ledger.address}: {error}") from None
            try:
                if not await _is_cluster(one):
                    ledger._redis = one
                else:
                    ledger._redis = RedisCluster.from_url(
                        address, decode_responses=True, protocol=2, socket_timeout=PATIENCE_S
                    )
                    await ledger._redis.initialize()
            finally:
                if ledger._redis is not one:
                    await one.aclose()
            try:
                ledger.durability = await ledger._look(ledger._redis)
            except BaseException:
                await ledger.close()
                raise
        ledger._bells = _Bells(address, ledger._bell)
        return ledger

    # ---- durability -----------------------------------------------------------------------------

    async def _look(self, redis: Redis | RedisCluster) -> Durability:
        """Query the durability, of all primaries in a cluster."""
        if isinstance(redis, RedisCluster):
            return combined([durability_of(await _said(redis, target_nodes=one)) for one in redis.get_primaries()])
        return durability_of(await _said(redis))

    def say_what_it_keeps(self) -> None:
        """Log what may be lost, and what is unknown."""
        keeping = self.durability
        if keeping.losses:
            LOG.warning("%s may lose moves that players have seen. To prevent it: %s.", self.address, keeping.remedies)
        if keeping.unknown:
            LOG.warning("%s doesn't report its %s: moves may be lost.", self.address, ", ".join(keeping.unknown))
        if keeping.replicas:
            LOG.warning("%s: a replica that takes over may lack the last moves that players have seen.", self.address)

    def metrics(self) -> list[Metric]:
        """Return the durability as metrics."""
        losses, unknown = {loss.setting for loss in self.durability.losses}, self.durability.unknown
        may_lose = "1 if this setting lets the ledger lose moves that players have seen"
        unreported = "1 if the ledger doesn't report this setting"
        return [
            *(Metric("ledger_may_lose", may_lose, one in losses, f'setting="{one}"') for one in SETTINGS),
            *(Metric("ledger_untold", unreported, one in unknown, f'setting="{one}"') for one in SETTINGS),
            Metric(
                "ledger_replicas",
                "replicas of the ledger; each may lack the last moves",
                self.durability.replicas,
            ),
        ]

    # ---- requests -------------------------------------------------------------------------------

    async def _do(self, script: Script, name: str, *given: str | int) -> object:
        return await self._run(script, _keys(name), *given)

    async def _run(self, script: Script, keys: Sequence[str], *given: str | int) -> object:
        redis = self._redis
        if redis is None:
            raise LedgerError("the ledger is closed")
        # shielded: the library mishandles a caller's cancellation, losing or mixing up answers
        asking = asyncio.create_task(self._ask(redis, script, keys, given))
        self._asking.add(asking)
        asking.add_done_callback(self._asked)
        return await asyncio.shield(asking)

    def _asked(self, asking: asyncio.Task[object]) -> None:
        self._asking.discard(asking)
        if not asking.cancelled():
            # marks the exception as retrieved if the caller has given up
            asking.exception()

    async def _ask(
        self, redis: Redis | RedisCluster, script: Script, keys: Sequence[str], given: Sequence[str | int]
    ) -> object:
        clock = asyncio.get_running_loop()
        async with self._at_once:
            if clock.time() < self._gone_until:
                raise Unreachable(f"{self.address}: no answer a moment ago")
            try:
                async with _ledger_errors(self.address):
                    try:
                        return await _answer(redis.evalsha(script.sum, len(keys), *keys, *given))
                    except wrong.NoScriptError:
                        return await _answer(redis.eval(script.text, len(keys), *keys, *given))
            except Unreachable:
                self._gone_until = clock.time() + AGAIN_S
                raise

    async def _number(self, script: Script, name: str, *given: str | int) -> int:
        found = await self._do(script, name, *given)
        assert isinstance(found, int), f"expected a number from the script, got {type(found).__name__}"
        return found

    async def create(self, name: str, line: str, until_ms: int) -> bool:
        return await self._number(CREATE, name, line, until_ms) == 1

    async def append(self, name: str, length: int, line: str, epoch: int = 0) -> bool:
        done = await self._number(APPEND, name, length, line, epoch)
        if done == -1:
            raise NoLog(name)
        if done == -2:
            raise LeaseLost(name)
        return done == 1

    async def _read(self, name: str, start: int) -> tuple[int, Sequence[str]]:
        found = cast("tuple[int, list[str]]", await self._do(READ, name, start))
        if not found[0]:
            raise NoLog(name)
        return found[0], found[1]

    async def read(self, name: str, start: int = 0) -> Sequence[str]:
        return (await self._read(name, start))[1]

    async def wait(self, name: str, length: int, seconds: float) -> bool:
        end = asyncio.get_running_loop().time() + seconds
        key = _keys(name)[0]
        while True:
            if self._bells is None:
                raise LedgerError("the ledger is closed")
            # before the check, so that nothing in between is missed
            rung = self._bell.heard(key)
            await self._bells.hear(key)
            if (await self._read(name, NOTHING))[0] > length:
                return True
            if not await self._bell.rings(key, end, rung):
                return False

    async def lease(self, name: str, holder: str, ms: int) -> int:
        epoch = await self._number(LEASE, name, holder, ms)
        if epoch < 0:
            raise NoLog(name)
        return epoch

    async def release(self, name: str, epoch: int) -> None:
        await self._do(RELEASE, name, epoch)

    async def attach(self, name: str, key: str, text: str, epoch: int = 0) -> None:
        done = await self._number(ATTACH, name, key, text, epoch)
        if done < 0:
            raise NoLog(name) if done == -1 else LeaseLost(name)

    async def attachments(self, name: str) -> Mapping[str, str]:
        found = cast("list[str] | None", await self._do(ATTACHMENTS, name))
        if found is None:
            raise NoLog(name)
        return dict(zip(found[::2], found[1::2], strict=True))

    async def keep(self, name: str, until_ms: int) -> None:
        if not await self._number(KEEP, name, until_ms):
            raise NoLog(name)

    async def expire(self, now_ms: int) -> None:
        """Wake all waiters, as Redis expires logs by itself, and check the durability again.

        It may be another Redis by now, after a failover or a restart.
        """
        self._bell.ring_all()
        if self._redis is not None:
            before = self.durability
            async with _ledger_errors(self.address):
                self.durability = await self._look(self._redis)
            if self.durability != before:
                self.say_what_it_keeps()

    async def wake(self, name: str, at_ms: int) -> None:
        await self._run(WAKE, [WAKES], name, at_ms)

    async def due(self, now_ms: int, most: int) -> Sequence[str]:
        return cast("list[str]", await self._run(DUE, [WAKES], now_ms, most, now_ms + PUT_OFF_MS))

    async def close(self) -> None:
        redis, bells, self._redis, self._bells = self._redis, self._bells, None, None
        if bells is not None:
            await bells.close()
        if redis is not None:
            if self._asking:
                await asyncio.wait(self._asking)
            with suppress(wrong.RedisError, OSError):
                await redis.aclose()
        self._bell.ring_all()


def _one(address: str, tries: int = 1) -> Redis:
    """Return a client for a single Redis; raise ValueError for an invalid address."""
    return Redis.from_url(
        address,
        decode_responses=True,
        protocol=2,
        socket_timeout=PATIENCE_S,
        socket_connect_timeout=PATIENCE_S,
        # an idle connection may have ended; an append checks the log before it is tried again
        retry=Retry(NoBackoff(), tries, supported_errors=(wrong.ConnectionError,)),
    )


async def _is_cluster(one: Redis) -> bool:
    """Return True if it belongs to a cluster. HELLO is allowed even to users without INFO."""
    try:
        found: Mapping[str, object] = await _answer(one.info("cluster"))
        return bool(found.get("cluster_enabled"))
    except wrong.ResponseError:
        # names and values alternate
        greeting: list[object] = await _answer(one.execute_command("HELLO"))  # type: ignore[no-untyped-call]
        return ("mode", "cluster") in zip(greeting[::2], greeting[1::2], strict=False)


async def _said(redis: Redis | RedisCluster, **at: object) -> dict[str, object]:
    """Return what Redis tells about its durability. The operator may have forbidden parts of it."""
    settings: dict[str, object] = {}
    for section in ("persistence", "memory", "replication"):
        with suppress(wrong.ResponseError):
            info: dict[str, object] = await _answer(redis.info(section, **at))
            settings |= info
    for setting in CONFIGURED:
        with suppress(wrong.ResponseError):
            row: Mapping[str | None, object] = await _answer(redis.config_get(setting, **at))
            settings |= {str(name): value for name, value in row.items()}
    return settings


async def _answer(asked: Awaitable[T] | T) -> T:
    # the library's types leave open which of its two clients it is
    return await cast("Awaitable[T]", asked)


class _Bells:
    """Subscription to the logs' channels. After every interruption all waiters wake, as messages may be missed."""

    def __init__(self, address: str, bell: LogNotifier) -> None:
        self._bell = bell
        self._client = _one(address, tries=0)
        self._line: PubSub | None = None
        #: the subscribed channels; set once Redis has confirmed
        self._heard: dict[str, Signal] = {}
        #: when somebody last waited for it
        self._used: dict[str, float] = {}
        self._task = asyncio.create_task(self._listen())

    async def hear(self, key: str) -> None:
        """Return once a log's channel is subscribed; raise Unreachable."""
        self._used[key] = asyncio.get_running_loop().time()
        heard = self._heard.get(key)
        if heard is None:
            heard = self._heard[key] = Signal()
            if self._line is not None:
                async with _ledger_errors("bells"):
                    await self._line.subscribe(key)
        if not heard.is_set() and not await is_set(heard, PATIENCE_S):
            raise Unreachable("bells: no answer from Redis")

    async def _listen(self) -> None:
        while True:
            line = self._client.pubsub()
            try:
                known = [*self._heard]
                await line.subscribe(EVERYBODY, *known)
                self._line = line
                if late := [key for key in self._heard if key not in known]:
                    await line.subscribe(*late)
                await self._carry(line)
            except (wrong.RedisError, OSError):
                pass
            finally:
                self._line = None
                for heard in self._heard.values():
                    heard.clear()
                with suppress(wrong.RedisError, OSError):
                    await _answer(line.aclose())  # type: ignore[no-untyped-call]
            self._bell.ring_all()
            await asyncio.sleep(AGAIN_S)

    async def _carry(self, line: PubSub) -> None:
        """Pass on messages until the connection is silent."""
        loop = asyncio.get_running_loop()
        spoken = tried = loop.time()
        while loop.time() - spoken < SILENCE_S:
            message = await line.get_message(timeout=TRY_S)
            now = loop.time()
            if message is not None:
                spoken = now
                kind, key = str(message["type"]), str(message["channel"])
                if kind == "message":
                    self._bell.ring(key)
                elif kind == "subscribe" and key in self._heard:
                    self._heard[key].set()
            if now - tried >= TRY_S:
                tried = now
                await line.ping()
                if old := [key for key in self._heard if now - self._used[key] > HEARD_S]:
                    for key in old:
                        del self._heard[key], self._used[key]
                    await line.unsubscribe(*old)

    async def close(self) -> None:
        """Stop listening."""
        while not self._task.done():
            # the library sometimes swallows a cancellation
            self._task.cancel()
            await asyncio.wait([self._task], timeout=0.1)
        with suppress(wrong.RedisError, OSError):
            await self._client.aclose()
