"""The leaderboard with a million users: the first hundred, one's own rank, and updates.

Requests go over the bus, as from a gateway. The time of an update ends when the leaderboard requests the next event: by
then the effect on all boards is written and readable.
"""

import datetime
import os
import random
import sqlite3
import statistics
import subprocess
import sys
import time
import uuid

from .bus import Broker
from .bus_peer import Answerer, Caller
from .table import Row
from .workbench import ROOT, end, wait_until

PEOPLE = 1_000_000
LIMIT_MS = 5
# Twice the rate of a million users with four entries a day, about the rate of a busy hour.
UPDATES_A_SECOND = 100
# Timeouts to fill the file and to compute the boards.
FILLED_WITHIN_SECONDS = 900
COUNTED_WITHIN_SECONDS = 3_600
METRICS, PERIODS = ("adherence", "streak", "logged"), ("week", "month")
SEED = 7
EPOCH = "bench"


class Source:
    """A source that delivers one event at a time and measures its processing time, or delivers no events."""

    def __init__(self, next_event=None):
        self.next_event, self.sequence, self.sent_at, self.due = next_event, 0, None, 0
        self.is_on, self.times = False, []

    def answer(self, method, payload):
        now = time.monotonic()
        # Each read of a board asks for pictures. The users of this board have none.
        if method == "profile.image.addresses":
            return {"items": []}
        if not method.endswith(".events.since"):
            raise SystemExit(f"The leaderboard calls {method}, which the benchmark does not implement.")
        if self.sent_at is not None and payload["sequence"] == self.sequence:
            self.times.append((now - self.sent_at) * 1_000)
        self.sent_at, events = None, []
        if self.is_on:
            self.wait_until_due(now)
            self.sequence += 1
            events = [self.next_event(self.sequence)]
            self.sent_at = time.monotonic()
        # Announces one more event, so that the leaderboard asks again at once.
        return {"epoch": EPOCH, "events": events, "last": self.sequence + (1 if self.is_on else 0), "reload": False}

    def wait_until_due(self, now):
        self.due = max(self.due + 1 / UPDATES_A_SECOND, now)
        time.sleep(self.due - now)

    def measure(self, seconds):
        """Returns the times of all updates within a number of seconds, in milliseconds."""
        self.times, self.is_on = [], True
        wait_until(lambda: self.times, "an update")
        self.times = []
        time.sleep(seconds)
        self.is_on = False
        return list(self.times)


class Board:
    """A leaderboard with a number of users, on a broker of its own."""

    def __init__(self, bench, people):
        self.bench, self.rng = bench, random.Random(SEED)
        self.broker = Broker(bench, "leaderboard")
        self.file = os.path.join(self.broker.data, "leaderboard.sqlite")
        process = self.start()
        wait_until(lambda: os.path.exists(self.file), "the leaderboard")
        self.caller = Caller(self.broker.data)
        self.caller.call("leaderboard", "leaderboard.ping", {})
        end(process)
        subprocess.run([os.path.join(ROOT, "scripts", "data", "make-large-leaderboard"), self.file, "--people", str(people)],
                       check=True, timeout=FILLED_WITHIN_SECONDS)
        self.users = self.chosen_users()
        self.diary = Source(self.event)
        for service, source in (("auth", Source()), ("profile", Source()), ("diary", self.diary)):
            Answerer(self.broker.data, service, source.answer).start()
        self.process = self.start()
        self.counted_in = self.wait_until_counted()
        self.read_file()

    def start(self):
        return self.bench.start(self.bench.binary("leaderboard"), "--data", self.broker.data, "--log-level", "error")

    def chosen_users(self):
        """Returns a random sample of users."""
        database = sqlite3.connect(self.file)
        users = [user for user, in database.execute("SELECT user_id FROM person")]
        database.close()
        return self.rng.sample(users, min(len(users), 50_000))

    def wait_until_counted(self):
        begin = time.monotonic()
        while time.monotonic() - begin < COUNTED_WITHIN_SECONDS:
            status = self.caller.call("leaderboard", "leaderboard.operator.status", {})
            if status["state"] == "settled":
                return time.monotonic() - begin
            print(f"{status['due']:,} users are still to be counted", file=sys.stderr)
            time.sleep(10)
        sys.exit("The boards were not computed in time.")

    def read_file(self):
        """Reads the file into the page cache, where it is after a longer run."""
        with open(self.file, "rb") as file:
            while file.read(1 << 24):
                pass

    def event(self, sequence):
        """Returns the event of an entry on a recent day."""
        now = datetime.datetime.now(datetime.timezone.utc)
        day = now.date() - datetime.timedelta(self.rng.choice((0, 0, 0, 1, 2)))
        data = f'{{"date":"{day}","kcal":{self.rng.randrange(100, 3000)},"targetKcal":2000,"entries":2}}'
        return {"specversion": "1.0", "id": str(uuid.uuid4()), "source": "diary", "type": "diary.day.changed",
                "subject": self.rng.choice(self.users), "time": now.strftime("%Y-%m-%dT%H:%M:%S.000Z"),
                "sequence": sequence, "data": data}

    def reads(self, limit, user):
        """Returns a measurement of reads of all boards in turn, each in milliseconds."""
        def measure():
            times, end_at, count = [], time.monotonic() + self.bench.options.seconds, 0
            while time.monotonic() < end_at:
                request = {"period": PERIODS[count % 2], "metric": METRICS[count % 3], "limit": limit}
                count, asking = count + 1, user()
                begin = time.monotonic()
                self.caller.call("leaderboard", "leaderboard.top", request, asking)
                times.append((time.monotonic() - begin) * 1_000)
            return times
        return measure


def p99(times):
    return statistics.quantiles(times, n=100)[-1]


def measured(bench, people):
    board = Board(bench, people)
    stranger = str(uuid.uuid4())
    results = bench.rounds({
        "top 100": board.reads(100, lambda: stranger),
        "own rank": board.reads(1, lambda: board.rng.choice(board.users)),
        "update": lambda: board.diary.measure(bench.options.seconds),
    })
    size = os.path.getsize(board.file) / 1e9
    bench.notes.append(f"leaderboard with {people:,} people: counted in {board.counted_in:.0f} s, {size:.1f} GB; " + ", ".join(
        f"{name} p50 {statistics.median(map(statistics.median, times)):.2f} ms, "
        f"{statistics.median(map(len, times)) / bench.options.seconds:,.0f} a second, one at a time"
        for name, times in results.items()))
    return [Row(f"leaderboard, {name}, p99", map(p99, times), "<", LIMIT_MS, "ms") for name, times in results.items()]


def rows(bench):
    return measured(bench, PEOPLE)
