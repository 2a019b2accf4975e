"""A thousand devices with live streams at one gateway: latency of hints, and cost."""

import asyncio
import json
import resource
import statistics
import time

from .logins import JSON, register
from .table import Row

PEOPLE = 125
# The gateway's limit for one user.
DEVICES = 8
LISTENERS = PEOPLE * DEVICES
# Interval between changes, longer than their delivery takes, so that each is measured alone.
INTERVAL_SECONDS = 0.05
# A hint that has not arrived by then counts as missed.
TIMEOUT_SECONDS = 5
# Users look at another device within a second; a tenth of that feels instantaneous.
HINT_MS = 100
# Sockets, the request that is stored for repeated authentication, and the buffers of HTTP.
LISTENER_KB = 60
# Each stream gets a keep-alive every 15 s.
IDLE_PERCENT = 3
# Threads started for the connections end after some seconds; their processor time disappears with them.
SETTLING_SECONDS = 7


async def answer(reader):
    """Returns the status and body of an answer with Content-Length."""
    head = await reader.readuntil(b"\r\n\r\n")
    length = next(int(line.split(b":")[1]) for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:"))
    return int(head[9:12]), await reader.readexactly(length)


class Device:
    """A connection that receives hints."""

    def __init__(self, port, token):
        self.port, self.token, self.heard = port, token, asyncio.Event()

    async def listen(self):
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        self.writer.write(f"GET /v1/events HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {self.token}\r\n\r\n".encode())
        head = await self.reader.readuntil(b"\r\n\r\n")
        if not head.startswith(b"HTTP/1.1 200"):
            raise SystemExit(f"A stream was refused: {head.decode()}")
        await self.reader.readuntil(b": hello\n\n")
        self.task = asyncio.create_task(self.read())

    async def read(self):
        while line := await self.reader.readline():
            if line.startswith((b"event: hint", b"event: reset")):
                self.heard.set()

    def close(self):
        self.task.cancel()
        self.writer.close()


class Person:
    """A user with several listening devices, and a connection that logs food."""

    def __init__(self, port, token):
        self.port, self.token = port, token
        self.devices = [Device(port, token) for _ in range(DEVICES)]

    async def listen(self):
        for device in self.devices:
            await device.listen()
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)

    async def log(self):
        """Logs an entry; returns milliseconds to the answer and to the last hint, and the number of missed hints."""
        for device in self.devices:
            device.heard.clear()
        body = json.dumps({"meal": "snack", "name": "Biscuit", "kcal": 100}).encode()
        head = (f"POST /v1/diary/days/today/entries HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {self.token}\r\n"
                f"Content-Type: {JSON['Content-Type']}\r\nContent-Length: {len(body)}\r\n\r\n")
        begin = time.monotonic()
        hears = [asyncio.create_task(device.heard.wait()) for device in self.devices]
        self.writer.write(head.encode() + body)
        status, text = await answer(self.reader)
        if status != 201:
            raise SystemExit(f"An entry was refused: {text.decode()}")
        answered = time.monotonic() - begin
        _, missing = await asyncio.wait(hears, timeout=TIMEOUT_SECONDS)
        for hear in missing:
            hear.cancel()
        return 1_000 * answered, 1_000 * (time.monotonic() - begin), len(missing)

    def close(self):
        self.writer.close()
        for device in self.devices:
            device.close()


async def round_of(people, seconds):
    """Makes one change at a time, of one user after the other."""
    changes, end, number = [], time.monotonic() + seconds, 0
    while time.monotonic() < end:
        changes.append(await people[number % len(people)].log())
        number += 1
        await asyncio.sleep(INTERVAL_SECONDS)
    answers, hints, missing = zip(*changes)
    return statistics.median(answers), statistics.median(hints), statistics.quantiles(hints, n=20)[-1], sum(missing)


async def idle(stack, seconds):
    await asyncio.sleep(SETTLING_SECONDS)
    before = stack.processor_seconds()
    await asyncio.sleep(seconds)
    return 100 * (stack.processor_seconds() - before) / seconds


async def measured(bench, stack, people):
    memory = stack.memory_mb()
    await asyncio.gather(*(person.listen() for person in people))
    taken = 1_000 * (stack.memory_mb() - memory) / LISTENERS
    share = await idle(stack, bench.options.idle_seconds)
    rounds = [await round_of(people, bench.options.seconds) for _ in range(bench.options.rounds + 1)]
    for person in people:
        person.close()
    return taken, share, rounds[1:]


def rows(bench):
    # Each device takes a descriptor of this process.
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    stack = bench.stack("live")
    stack.start()
    people = [Person(stack.port, register(stack.port, number)[1]) for number in range(PEOPLE)]
    # Warms up what all requests share, so that the measured memory belongs to the streams.
    asyncio.run(warm_up(stack.port, people[0].token))
    memory, share, results = asyncio.run(measured(bench, stack, people))
    stack.stop()
    answers, hints, lasts, missing = zip(*results)
    bench.notes.append(
        f"{LISTENERS:,} streams at one gateway: a change is answered after {statistics.median(answers):.1f} ms and "
        f"all {DEVICES} devices have the hint after {statistics.median(hints):.1f} ms (medians)")
    return [
        Row(f"live: change to hint, p95, {LISTENERS:,} streams", lasts, "<=", HINT_MS, "ms"),
        Row("live: missed hints", missing, "<=", 0, ""),
        Row("live: memory of a stream", [memory], "<=", LISTENER_KB, "kB"),
        Row(f"live: idle processor, {LISTENERS:,} streams", [share], "<=", IDLE_PERCENT, "%"),
    ]


async def warm_up(port, token):
    person = Person(port, token)
    await person.listen()
    for _ in range(5):
        await person.log()
    person.close()
