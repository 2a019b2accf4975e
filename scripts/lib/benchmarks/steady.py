"""Writes at a constant rate: the longest latencies within ten minutes, and the cost of a large table of replies."""

import asyncio
import collections
import datetime
import json
import os
import random
import sqlite3
import statistics
import tempfile
import threading
import time
import uuid

from .logins import register
from .table import Row, ratios

RATE = 300
# Half of the requests read a day, as apps do after a change. Only the writes are measured.
READ_SHARE = 0.5
CONNECTIONS = 64
PEOPLE = 50
DAYS = 365
LONG_SECONDS = 600
# Number of writes near the 99.99th percentile of ten minutes.
LONGEST_SHOWN = 15
# Rounds of the comparison are shorter, because it is a ratio of two stacks that take turns.
SHORT_SECONDS = 15
REPLIES = 1_000_000
REPLY_BYTES = 300
# A write does not count if the disk stalled: a probe's own sync took longer than this at that time.
DISK_STALL_SECONDS = 0.02
# Shorter than a stall, which could otherwise begin and end between two syncs of the probe.
PROBE_INTERVAL_SECONDS = 0.01
LIMITS = {"p99.99": 50, "with replies / fresh": 1.2}
TIMEOUT_SECONDS = 30
MEALS = ("breakfast", "lunch", "dinner", "snack")


class DiskProbe(threading.Thread):
    """Repeatedly writes a page to its own file and syncs it; records the syncs that took long."""

    def __init__(self, directory):
        super().__init__(daemon=True)
        self.directory, self.stalls, self.longest, self.is_over = directory, [], 0.0, threading.Event()

    def run(self):
        with tempfile.TemporaryFile(dir=self.directory) as file:
            while not self.is_over.wait(PROBE_INTERVAL_SECONDS):
                begin = time.monotonic()
                file.seek(0)
                file.write(os.urandom(4096))
                file.flush()
                os.fsync(file.fileno())
                end = time.monotonic()
                self.longest = max(self.longest, end - begin)
                if end - begin > DISK_STALL_SECONDS:
                    self.stalls.append((begin, end))

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.is_over.set()
        self.join()

    def was_stalled(self, begin, end):
        return any(begin < stall_end and stall_begin < end for stall_begin, stall_end in self.stalls)


class Load:
    """Open-loop requests; latencies count from the time when a request is due."""

    def __init__(self, port, tokens, seconds, seed):
        self.port, self.tokens, self.seconds, self.chosen = port, tokens, seconds, random.Random(seed)
        self.writes, self.failures = [], collections.Counter()

    def run(self):
        asyncio.run(self.send_all())
        if self.failures:
            raise SystemExit(f"Requests failed: {dict(self.failures)}")
        return self.writes

    async def send_all(self):
        due = asyncio.Queue()
        senders = [asyncio.create_task(self.send(due)) for _ in range(CONNECTIONS)]
        begin = time.monotonic()
        for number in range(self.seconds * RATE):
            moment = begin + number / RATE
            await asyncio.sleep(max(0.0, moment - time.monotonic()))
            due.put_nowait((moment, self.chosen.random() >= READ_SHARE))
        for _ in senders:
            due.put_nowait(None)
        await asyncio.gather(*senders)

    async def send(self, due):
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        while (task := await due.get()) is not None:
            moment, is_write = task
            writer.write(self.entry() if is_write else self.day())
            status = await asyncio.wait_for(answer(reader), TIMEOUT_SECONDS)
            if status not in (200, 201):
                self.failures[status] += 1
            elif is_write:
                self.writes.append((moment, time.monotonic()))
        writer.close()

    def any_day(self):
        return datetime.date.today() - datetime.timedelta(self.chosen.randrange(DAYS))

    def entry(self):
        body = json.dumps({"meal": self.chosen.choice(MEALS), "name": "Bread with butter", "kcal": self.chosen.randint(50, 900)})
        return self.request("POST", f"/v1/diary/days/{self.any_day()}/entries",
                            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n", body)

    def day(self):
        return self.request("GET", f"/v1/diary/days/{self.any_day()}")

    def request(self, method, path, fields="", body=""):
        token = self.chosen.choice(self.tokens)
        return (f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {token}\r\n"
                f"{fields}\r\n{body}").encode()


async def answer(reader):
    """Reads an answer to its end; returns its status."""
    head = await reader.readuntil(b"\r\n\r\n")
    for line in head.split(b"\r\n"):
        name, _, value = line.partition(b":")
        if name.lower() == b"content-length":
            await reader.readexactly(int(value))
    return int(head[9:12])


def percentile(values, share):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


def started(bench, name):
    stack = bench.stack(name)
    stack.start()
    return stack, [register(stack.port, number)[1] for number in range(PEOPLE)]


def store_replies(directory):
    """Fills the diary's table of replies with expiry times spread evenly over its retention, the oldest first."""
    now, kept = int(time.time()), 48 * 3_600
    with sqlite3.connect(os.path.join(directory, "diary.sqlite")) as database:
        database.executemany(
            "INSERT INTO stored_reply (caller, method, key, hash, reply, expires) VALUES (?, ?, ?, ?, ?, ?)",
            ((str(uuid.uuid4()), "diary.entries.add", str(uuid.uuid4()), os.urandom(32), os.urandom(REPLY_BYTES),
              now + 1 + number * kept // REPLIES) for number in range(REPLIES)))
        # Empties the write-ahead log, as a clean exit does.
        database.commit()
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    database.close()


def longest_waits(bench):
    stack, tokens = started(bench, "steady")
    with DiskProbe(stack.directory) as probe:
        writes = Load(stack.port, tokens, LONG_SECONDS, seed=1).run()
    stack.stop()
    times = [(end - begin) * 1_000 for begin, end in writes if not probe.was_stalled(begin, end)]
    every = [(end - begin) * 1_000 for begin, end in writes]
    bench.notes.append(
        f"steady, {RATE} requests a second for {LONG_SECONDS} s: {len(writes):,} writes, p50 {percentile(every, 0.5):.1f} ms, "
        f"p99 {percentile(every, 0.99):.1f}, p99.9 {percentile(every, 0.999):.1f}, p99.99 {percentile(every, 0.9999):.1f}, "
        f"longest {max(every):.0f}; the probe's own sync took over {DISK_STALL_SECONDS * 1_000:g} ms {len(probe.stalls)} times "
        f"(longest {probe.longest * 1_000:.0f} ms), which excludes {len(every) - len(times)} writes; the longest of the others "
        + ", ".join(f"{time:.0f}" for time in sorted(times)[-LONGEST_SHOWN:]) + " ms")
    return [Row("steady, writes p99.99 without disk stalls", [percentile(times, 0.9999)], "<=", LIMITS["p99.99"], "ms")]


def beside_replies(bench):
    stacks = {"fresh": started(bench, "steady-fresh"), "full": started(bench, "steady-full")}
    stacks["full"][0].stop()
    store_replies(stacks["full"][0].directory)
    stacks["full"][0].start()

    def measure(name):
        stack, tokens = stacks[name]
        turns = iter(range(1_000))
        return lambda: percentile(
            [(end - begin) * 1_000 for begin, end in Load(stack.port, tokens, SHORT_SECONDS, next(turns)).run()], 0.99)

    results = bench.rounds({name: measure(name) for name in stacks})
    for stack, _ in stacks.values():
        stack.stop()
    bench.notes.append("steady, p99 of writes: " + ", ".join(
        f"{what} {statistics.median(results[name]):.1f} ms"
        for name, what in (("fresh", "fresh stack"), ("full", f"with {REPLIES:,} stored replies"))))
    return [Row(f"steady, writes p99 with {REPLIES:,} replies / fresh", ratios(results["full"], results["fresh"]), "<=",
                LIMITS["with replies / fresh"])]


def rows(bench):
    return longest_waits(bench) + beside_replies(bench)
