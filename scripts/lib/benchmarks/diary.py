"""The diary: writes compared with the same insert in one process, and reads with ten years of entries."""

import contextlib
import datetime
import glob
import json
import os
import random
import sqlite3
import statistics
import subprocess
import sys
import time
import urllib.request

from .logins import register
from .table import Row, median_text, ratios
from .workbench import ROOT, is_listening, needs, wait_until
from ports import free_port

WRITERS = 64
# The entries spread over these users and days, so that no day reaches its limit of 500 entries.
PEOPLE = 16
DAYS = 365
MEALS = ("breakfast", "lunch", "dinner", "snack")
# Number of different requests in one measurement.
REQUESTS = 4_096
# Timeout for the subscribers of the diary to apply all writes of one measurement.
APPLIED_WITHIN_SECONDS = 120
YEARS = 10
OLD_DAYS = 3_652
# Percentage of days without entries in the old diary; the unbroken diary has no such day.
MISSED_PERCENT = 4
# Duration of a sync on a common solid-state disk, in microseconds; the disk of a virtual machine may only buffer
# writes.
SLOW_SYNC_US = 1_000
# Milliseconds and ratios.
LIMITS = {"writes / one process": 1.5, "an old diary's day / a new one's": 1.2, "progress p99": 20}
DONE = """
function done(summary, latency, requests)
  io.write(string.format("RESULT %f %f %f %d %d\\n", summary.requests / (summary.duration / 1e6),
    latency:percentile(50), latency:percentile(99), summary.requests, summary.errors.status + summary.errors.connect
    + summary.errors.read + summary.errors.write + summary.errors.timeout))
end
"""
WRITES = """
local requests, place = {{}}, 0
function init(arguments)
  local entries = {{ {entries} }}
  for number, entry in ipairs(entries) do
    requests[number] = wrk.format("POST", "/v1/diary/days/" .. entry[2] .. "/entries",
      {{["Authorization"] = "Bearer " .. entry[1], ["Content-Type"] = "application/json"}}, entry[3])
  end
end
function request()
  place = place % #requests + 1
  return requests[place]
end
""" + DONE.replace("{", "{{").replace("}", "}}")
READS = """
wrk.headers["Authorization"] = "Bearer {token}"
""" + DONE.replace("{", "{{").replace("}", "}}")


def load(bench, port, script, connections, path="/"):
    """Returns requests a second, median and 99th percentile in milliseconds, and the number of requests."""
    file_name = bench.path(f"diary-{connections}.lua")
    with open(file_name, "w", encoding="utf-8") as file:
        file.write(script)
    rate, median, last, requests, errors = bench.result(
        "wrk", "-t1", f"-c{connections}", f"-d{bench.options.seconds}s", "-s", file_name,
        f"http://127.0.0.1:{port}{path}")
    if errors:
        sys.exit(f"{errors:.0f} requests to port {port} failed.")
    return rate, median / 1_000, last / 1_000, requests


class Writes:
    """Entries of users with known tokens, over many connections."""

    def __init__(self, bench, port, tokens):
        self.bench, self.port, self.tokens = bench, port, tokens
        self.acknowledged = self.turn = 0

    def measure(self):
        # Both sides get the same entries within a round, and other entries in the next round.
        self.turn += 1
        result = load(self.bench, self.port, WRITES.format(entries=self.entries(random.Random(self.turn))), WRITERS)
        self.acknowledged += int(result[3])
        return result

    def entries(self, chosen):
        today = datetime.date.today()
        rows = []
        for _ in range(REQUESTS):
            entry = {"meal": chosen.choice(MEALS), "name": "Bread with butter and cheese",
                     "kcal": chosen.randint(50, 900), "proteinG": chosen.randint(0, 40), "fatG": chosen.randint(0, 40),
                     "carbohydrateG": chosen.randint(0, 90)}
            day = today - datetime.timedelta(chosen.randrange(DAYS))
            rows.append(f'{{"{chosen.choice(self.tokens)}", "{day}", {json.dumps(json.dumps(entry))}}}')
        return ",\n".join(rows)


def log_entry(port, token, day, entry):
    """Adds an entry to a day of the user of `token`."""
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}/v1/diary/days/{day}/entries", method="POST", data=json.dumps(entry).encode(),
        headers={"Authorization": f"Bearer {token}", "Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=30):
        pass


def stored(path):
    with contextlib.closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as database:
        return database.execute("SELECT count(*) FROM entry").fetchone()[0]


def have_applied(directory):
    """Returns whether all subscribers have applied all events of the diary."""
    def value(path, statement):
        with contextlib.closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as database:
            return database.execute(statement).fetchone()[0]
    last = value(os.path.join(directory, "diary.sqlite"), "SELECT coalesce(max(sequence), 0) FROM outbox")
    cursors = [value(path, "SELECT min(sequence) FROM cursor WHERE source = 'diary'")
              for path in glob.glob(os.path.join(directory, "*.sqlite"))]
    return all(cursor is None or cursor >= last for cursor in cursors)


def settle(directory):
    """Waits until all subscribers have applied the writes, so that the other side has the disk alone."""
    deadline = time.monotonic() + APPLIED_WITHIN_SECONDS
    while not have_applied(directory):
        if time.monotonic() > deadline:
            sys.exit("The diary's subscribers have not applied the writes of one measurement in time.")
        time.sleep(0.05)


def write_rows(bench, stack, tokens, where=""):
    """Measures writes of the stack and of one process; `where` names a special disk in the table."""
    port, path = free_port(), bench.path(f"one-process-diary{len(where)}.sqlite")
    bench.start(bench.binary("OneProcessDiary"), str(port), path)
    wait_until(lambda: is_listening(port), "OneProcessDiary")
    # The baseline trusts the user id in the request.
    users = [f"00000000-0000-7000-8000-{number:012d}" for number in range(PEOPLE)]
    sides = {"stack": Writes(bench, stack.port, tokens), "one": Writes(bench, port, users)}
    seconds = []

    def measured_stack():
        result = sides["stack"].measure()
        begin = time.monotonic()
        settle(stack.directory)
        seconds.append(time.monotonic() - begin)
        return result

    results = bench.rounds({"stack": measured_stack, "one": sides["one"].measure})
    files = {"stack": os.path.join(stack.directory, "diary.sqlite"), "one": path}
    lost = sum(max(0, side.acknowledged - stored(files[name])) for name, side in sides.items())
    rates = {name: [result[0] for result in results[name]] for name in results}
    bench.notes.append(f"diary, writes at {WRITERS} connections{where}: " + ", ".join(
        f"{what} {statistics.median(rates[name]):,.0f} a second, p50 {statistics.median(r[1] for r in results[name]):.1f} "
        f"ms, p99 {statistics.median(r[2] for r in results[name]):.1f} ms"
        for name, what in (("stack", "Mealwire"), ("one", "one process"))))
    bench.notes.append(f"diary, after {bench.options.seconds} s of writes{where} the subscribers had applied all in "
                       + median_text("", seconds, "s").strip())
    return [
        Row(f"diary, writes at {WRITERS} connections / one process{where}", ratios(rates["stack"], rates["one"]),
            ">=", LIMITS["writes / one process"]),
        Row(f"diary, acknowledged writes not stored{where}", [lost], "<=", 0, ""),
    ]


class Diaries:
    """Diaries made by scripts/data/make-large-diary on a stopped stack: a new one, an old one, an old one without gaps."""

    KINDS = {"new": ("--days", "7"), "old": ("--days", str(OLD_DAYS), "--missed", str(MISSED_PERCENT)),
             "unbroken": ("--days", str(OLD_DAYS))}

    def __init__(self, bench):
        self.bench, self.stack = bench, bench.stack("diary")
        self.stack.start()
        people = [register(self.stack.port, number) for number in range(PEOPLE + len(self.KINDS))]
        self.tokens = [token for _, token in people[:PEOPLE]]
        owners = dict(zip(self.KINDS, people[PEOPLE:]))
        days = {kind: self.ask(token, "/v1/diary/days/today") for kind, (_, token) in owners.items()}
        self.today = days["new"]["date"]
        users = {kind: self.ask(token, "/v1/profile")["userId"] for kind, (_, token) in owners.items()}
        self.stack.stop()
        for kind, words in self.KINDS.items():
            command = [os.path.join(ROOT, "scripts", "data", "make-large-diary"), os.path.join(self.stack.directory, "diary.sqlite"),
                       "--user", users[kind], "--to", self.today, "--kcal", str(days[kind]["target"]["dailyKcal"]), *words]
            subprocess.run(command, check=True, stderr=subprocess.DEVNULL, timeout=300)
        self.stack.start()
        self.owners = {kind: token for kind, (_, token) in owners.items()}

    def ask(self, token, path):
        """Returns an answer as JSON; waits until a day has its target."""
        request = urllib.request.Request(f"http://127.0.0.1:{self.stack.port}{path}",
                                         headers={"Authorization": f"Bearer {token}"})
        deadline = time.monotonic() + 30
        while True:
            with urllib.request.urlopen(request, timeout=30) as answer:
                reply = json.load(answer)
            # The diary receives the target soon after the registration.
            if reply.get("target", "none") is not None or time.monotonic() > deadline:
                return reply
            time.sleep(0.05)

    def read(self, kind, path, connections=1):
        """Returns a measurement of reads by the owner of a diary."""
        script = READS.format(token=self.owners[kind])
        return lambda: load(self.bench, self.stack.port, script, connections, path)


def read_rows(bench, diaries):
    day = f"/v1/diary/days/{diaries.today}"
    first = datetime.date.fromisoformat(diaries.today) - datetime.timedelta(365)
    year = f"/v1/diary/progress?from={first}&to={diaries.today}&by=day"
    streaks = diaries.ask(diaries.owners["unbroken"], year)["streaks"]
    if streaks != {"logged": OLD_DAYS, "onTarget": OLD_DAYS}:
        sys.exit(f"The diary without gaps has the streaks {streaks}.")
    results = bench.rounds({
        "new": diaries.read("new", day), "old": diaries.read("old", day),
        "year": diaries.read("old", year), "unbroken": diaries.read("unbroken", year),
        "year of 8": diaries.read("unbroken", year, 8),
    })
    medians = {name: [result[1] for result in results[name]] for name in results}
    bench.notes.append(f"diary, one connection: a day of a new diary {statistics.median(medians['new']):.2f} ms, with "
                       f"{YEARS} years behind it {statistics.median(medians['old']):.2f} ms; a year's progress by day "
                       f"{statistics.median(medians['year']):.1f} ms, without a missed day "
                       f"{statistics.median(medians['unbroken']):.1f} ms, with eight connections p99 "
                       f"{statistics.median(result[2] for result in results['year of 8']):.1f} ms")
    return [
        Row(f"diary, a day after {YEARS} years / of a new diary", ratios(medians["old"], medians["new"]),
            "<=", LIMITS["an old diary's day / a new one's"]),
        Row("diary, a year's progress p99", [result[2] for result in results["year"]],
            "<", LIMITS["progress p99"], "ms"),
        Row(f"  the same, no day missed in {YEARS} years", [result[2] for result in results["unbroken"]],
            "<", LIMITS["progress p99"], "ms"),
    ]


def slow_rows(bench):
    """Measures the writes with syncs that take as long as on a common disk."""
    with bench.slow_syncs(SLOW_SYNC_US):
        stack = bench.stack("slow-diary")
        stack.start()
        tokens = [register(stack.port, number)[1] for number in range(PEOPLE)]
        figures = write_rows(bench, stack, tokens, f", {SLOW_SYNC_US / 1_000:g} ms a sync")
        stack.stop()
    return figures


def rows(bench):
    needs("wrk", "wrk")
    diaries = Diaries(bench)
    figures = read_rows(bench, diaries) + write_rows(bench, diaries.stack, diaries.tokens)
    diaries.stack.stop()
    return figures + slow_rows(bench)
