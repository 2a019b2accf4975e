"""Two hundred people who sign in at once, and what others notice of them."""

import asyncio
import http.client
import json
import os
import statistics
import threading
import time
from concurrent.futures import ProcessPoolExecutor

from .mealwire_set import MealwireSet
from .pipeline import BODY, PATH
from .table import Row, ratios

LOGINS = 200
PEOPLE = 20
PASSWORD = "1234567A"
# Nobody waits for longer than this, and whoever does counts as not answered.
PATIENCE_SECONDS = 30
# Of each of the two requests that others make: slower than the set answers, so that none waits for the one before.
RHYTHM_SECONDS = 0.02
# As auth hashes by default: so many passwords at once, in so much memory each.
HASHING_THREADS, HASH_MB = 2, 19
# For requests, their answers and the stacks of threads; next to nothing was measured, and a third hash would not fit.
OTHER_MEMORY_MB = 10
# Two hashes keep both of two processors busy, and a request of others passes three processes or four, each of which may
# wait for a turn of some milliseconds. Medians of 2 to 17 were measured; far more would mean that others wait for whole
# hashes, one after the other.
LATENCY_RATIO_MAX = 25
JSON = {"Content-Type": "application/json"}


def register(port, number):
    """Somebody's address and access token."""
    email = f"person-{number}@example.org"
    body = {"email": email, "password": PASSWORD, "passwordConfirmation": PASSWORD, "name": f"Person {number}",
            "sex": "female", "heightCm": 165, "weightKg": 65}
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_SECONDS)
    connection.request("POST", "/v1/auth/register", json.dumps(body), JSON)
    session = json.loads(connection.getresponse().read())
    connection.close()
    return email, session["accessToken"]


async def login(port, email):
    """The status of the answer, and whether it says when to come again; 0 if there was no answer."""
    body = json.dumps({"email": email, "password": PASSWORD})
    head = (f"POST /v1/auth/login HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n")
    try:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write((head + body).encode())
        answer = await asyncio.wait_for(reader.read(), PATIENCE_SECONDS)
        writer.close()
    except (OSError, asyncio.TimeoutError):
        return 0, False
    return (int(answer[9:12]) if answer else 0), b"\r\nretry-after:" in answer.lower()


def burst(port, emails):
    """The answers to all logins at once; in a process of its own, so that it does not slow the other client down."""
    async def all_logins():
        return await asyncio.gather(*(login(port, emails[number % len(emails)]) for number in range(LOGINS)))
    return asyncio.run(all_logins())


def is_answered(status, has_retry_after):
    return status == 200 or status in (429, 503) and has_retry_after


class SteadyClient(threading.Thread):
    """Asks the same again and again in a steady rhythm until it is stopped.

    Latencies count from when a request was due, so that a late answer does not hide how long the next would have taken.
    """

    def __init__(self, port, method, path, body=None, headers=None):
        super().__init__()
        self.port, self.request = port, (method, path, body, headers or {})
        self.latencies, self.failures, self.is_over = [], 0, threading.Event()

    def run(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_SECONDS)
        due = time.monotonic()
        while not self.is_over.is_set():
            connection.request(*self.request)
            answer = connection.getresponse()
            answer.read()
            self.failures += answer.status != 200
            self.latencies.append(time.monotonic() - due)
            due += RHYTHM_SECONDS
            time.sleep(max(0, due - time.monotonic()))
        connection.close()


class Others:
    """Those who are signed in already, while the body runs."""

    def __init__(self, port, token):
        self.clients = [SteadyClient(port, "GET", "/v1/diary/days/today", None, {"Authorization": f"Bearer {token}"}),
                        SteadyClient(port, "POST", PATH, BODY, JSON)]

    def __enter__(self):
        for client in self.clients:
            client.start()
        return self

    def __exit__(self, *error):
        for client in self.clients:
            client.is_over.set()
            client.join()

    def percentiles(self):
        """The 95th percentiles of diary and calculator, in milliseconds."""
        return [1_000 * statistics.quantiles(client.latencies, n=20)[-1] for client in self.clients]


def memory_mb(pid, field):
    with open(f"/proc/{pid}/status") as file:
        return next(int(line.split()[1]) for line in file if line.startswith(f"{field}:")) / 1024


def auth_of(meals):
    for pid in meals.processes():
        with open(f"/proc/{pid}/cmdline", "rb") as file:
            if os.path.basename(file.read().split(b"\0")[0]) == b"auth":
                return pid
    raise SystemExit("auth does not run.")


class Measurements:
    """Rounds with a burst and rounds without, on one set."""

    def __init__(self, bench, executor):
        self.bench, self.executor, self.meals = bench, executor, MealwireSet(bench, "logins")
        self.meals.start()
        people = [register(self.meals.port, number) for number in range(PEOPLE)]
        self.emails, self.token = [email for email, _ in people], people[0][1]
        self.auth = auth_of(self.meals)
        self.burst()

    def quiet(self):
        with Others(self.meals.port, self.token) as others:
            time.sleep(self.bench.options.seconds)
        return others.percentiles()

    def burst(self):
        idle = memory_mb(self.auth, "VmRSS")
        # From now on the kernel remembers the peak anew: no sample can miss it.
        with open(f"/proc/{self.auth}/clear_refs", "w") as file:
            file.write("5")
        with Others(self.meals.port, self.token) as others:
            begin = time.monotonic()
            answers = self.executor.submit(burst, self.meals.port, self.emails).result()
            seconds = time.monotonic() - begin
        growth = memory_mb(self.auth, "VmHWM") - idle
        failures = sum(client.failures for client in others.clients)
        return others.percentiles(), growth, answers, failures, seconds


def rows(bench):
    with ProcessPoolExecutor(1) as executor:
        measurements = Measurements(bench, executor)
        results = bench.rounds({"quiet": measurements.quiet, "burst": measurements.burst})
        measurements.meals.stop()
    bursts, quiet = results["burst"], results["quiet"]
    signed_in = [sum(status == 200 for status, _ in answers) for _, _, answers, _, _ in bursts]
    latencies = {name: ([result[0][index] for result in bursts], [result[index] for result in quiet])
                 for index, name in enumerate(("diary", "calculator"))}
    bench.notes.append(f"{LOGINS} logins at once: {statistics.median(signed_in):.0f} signed in, the others refused, in "
                       f"{statistics.median(result[4] for result in bursts):.1f} s; p95 of others: " + ", ".join(
                           f"{name} {statistics.median(during):.1f} ms, without {statistics.median(without):.1f} ms"
                           for name, (during, without) in latencies.items()))
    return [
        Row("logins, answered of 200", [sum(is_answered(*answer) for answer in result[2]) for result in bursts],
            ">=", LOGINS, ""),
        Row("logins, failures of others meanwhile", [result[3] for result in bursts], "<=", 0, ""),
        Row("logins, auth above idle, 2 hashes + 10 MB", [result[1] for result in bursts],
            "<=", HASHING_THREADS * HASH_MB + OTHER_MEMORY_MB, "MB"),
        *(Row(f"logins, p95 of {name} / without logins", ratios(during, without), "<=", LATENCY_RATIO_MAX)
          for name, (during, without) in latencies.items()),
    ]
