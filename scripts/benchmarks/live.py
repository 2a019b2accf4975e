"""A thousand devices that listen to one gateway: how soon they hear of a change, and what they cost."""

import asyncio
import json
import resource
import statistics
import time

from .logins import JSON, register
from .mealwire_set import MealwireSet
from .table import Row

PEOPLE = 125
# As many as the gateway lets one user open.
DEVICES = 8
LISTENERS = PEOPLE * DEVICES
# Of changes, one after the other: slower than they are told, so that each is measured alone.
RHYTHM_SECONDS = 0.05
# Nobody waits for a hint for longer, and one that has not come by then is missed.
PATIENCE_SECONDS = 5
# A change is told within the second in which people look at their other device; a tenth of it feels like at once.
HINT_MS = 100
# Sockets, the request that is kept to ask again who calls, and the buffers of HTTP.
LISTENER_KB = 60
# Each is sent a sign of life every 15 s.
IDLE_PERCENT = 3
# Threads that came up for so many at once end after some seconds, and take the time that they ran along.
SETTLING_SECONDS = 7


async def answer(reader):
    """The status and body of an answer that tells its length."""
    head = await reader.readuntil(b"\r\n\r\n")
    length = next(int(line.split(b":")[1]) for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:"))
    return int(head[9:12]), await reader.readexactly(length)


class Device:
    """A connection on which hints come."""

    def __init__(self, port, token):
        self.port, self.token, self.heard = port, token, asyncio.Event()

    async def listen(self):
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        self.writer.write(f"GET /v1/events HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {self.token}\r\n\r\n".encode())
        head = await self.reader.readuntil(b"\r\n\r\n")
        if not head.startswith(b"HTTP/1.1 200"):
            raise SystemExit(f"A device may not listen: {head.decode()}")
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
    """Somebody with several devices that listen, and one that logs food."""

    def __init__(self, port, token):
        self.port, self.token = port, token
        self.devices = [Device(port, token) for _ in range(DEVICES)]

    async def listen(self):
        for device in self.devices:
            await device.listen()
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)

    async def log(self):
        """Milliseconds from sending a quick entry until it is answered, and until every device has heard of it."""
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
        _, missing = await asyncio.wait(hears, timeout=PATIENCE_SECONDS)
        for hear in missing:
            hear.cancel()
        return 1_000 * answered, 1_000 * (time.monotonic() - begin), len(missing)

    def close(self):
        self.writer.close()
        for device in self.devices:
            device.close()


async def round_of(people, seconds):
    """One change after the other, of one person after the other."""
    changes, end, number = [], time.monotonic() + seconds, 0
    while time.monotonic() < end:
        changes.append(await people[number % len(people)].log())
        number += 1
        await asyncio.sleep(RHYTHM_SECONDS)
    answers, hints, missing = zip(*changes)
    return statistics.median(answers), statistics.median(hints), statistics.quantiles(hints, n=20)[-1], sum(missing)


async def idle(meals, seconds):
    await asyncio.sleep(SETTLING_SECONDS)
    before = meals.processor_seconds()
    await asyncio.sleep(seconds)
    return 100 * (meals.processor_seconds() - before) / seconds


async def measured(bench, meals, people):
    memory = meals.memory_mb()
    await asyncio.gather(*(person.listen() for person in people))
    taken = 1_000 * (meals.memory_mb() - memory) / LISTENERS
    share = await idle(meals, bench.options.idle_seconds)
    rounds = [await round_of(people, bench.options.seconds) for _ in range(bench.options.rounds + 1)]
    for person in people:
        person.close()
    return taken, share, rounds[1:]


def rows(bench):
    # Each device takes a descriptor here, too.
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    meals = MealwireSet(bench, "live")
    meals.start()
    people = [Person(meals.port, register(meals.port, number)[1]) for number in range(PEOPLE)]
    # The first few warm up what everybody needs, so that the memory of listeners is theirs alone.
    asyncio.run(warm_up(meals.port, people[0].token))
    memory, share, results = asyncio.run(measured(bench, meals, people))
    meals.stop()
    answers, hints, lasts, missing = zip(*results)
    bench.notes.append(
        f"{LISTENERS:,} listeners at one gateway: a change of somebody is answered after {statistics.median(answers):.1f} ms and "
        f"heard of by {DEVICES} devices after {statistics.median(hints):.1f} ms (medians)")
    return [
        Row(f"live: change to hint, p95, {LISTENERS:,} listeners", lasts, "<=", HINT_MS, "ms"),
        Row("live: hints that did not come", missing, "<=", 0, ""),
        Row("live: memory of a listener", [memory], "<=", LISTENER_KB, "kB"),
        Row(f"live: idle processor, {LISTENERS:,} listeners", [share], "<=", IDLE_PERCENT, "%"),
    ]


async def warm_up(port, token):
    person = Person(port, token)
    await person.listen()
    for _ in range(5):
        await person.log()
    person.close()
