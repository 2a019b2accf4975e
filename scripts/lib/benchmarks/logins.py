"""Two hundred simultaneous sign-ins, and their effect on other requests."""

import asyncio
import http.client
import json
import os
import statistics
import threading
import time
from concurrent.futures import ProcessPoolExecutor

from .pipeline import BODY, PATH
from .table import Row, ratios

LOGINS = 200
PEOPLE = 20
PASSWORD = "1234567A"
# A request without an answer by then counts as unanswered.
TIMEOUT_SECONDS = 30
# Interval of each of the two other requests, longer than an answer takes, so that none waits for the one before.
INTERVAL_SECONDS = 0.02
# Auth's defaults: concurrent hashes, and the memory of each.
HASHING_THREADS, HASH_MB = 2, 19
# For requests, answers and thread stacks. The measured value is near zero; a third hash would exceed the limit.
OTHER_MEMORY_MB = 10
# Two hashes occupy two processors. Another request passes three or four processes, each of which may wait some
# milliseconds for a processor. Measured medians are 2 to 17. Far more would mean that requests wait for whole hashes,
# one
# after the other.
LATENCY_RATIO_MAX = 25
JSON = {"Content-Type": "application/json"}


def register(port, number):
    """Registers a user; returns the e-mail address and access token."""
    email = f"person-{number}@example.org"
    body = {"email": email, "password": PASSWORD, "passwordConfirmation": PASSWORD, "name": f"Person {number}",
            "sex": "female", "heightCm": 165, "weightKg": 65}
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=TIMEOUT_SECONDS)
    connection.request("POST", "/v1/auth/register", json.dumps(body), JSON)
    session = json.loads(connection.getresponse().read())
    connection.close()
    return email, session["accessToken"]


async def login(port, email):
    """Returns the status of the answer and whether it has Retry-After; the status is 0 without an answer."""
    body = json.dumps({"email": email, "password": PASSWORD})
    head = (f"POST /v1/auth/login HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n")
    try:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write((head + body).encode())
        answer = await asyncio.wait_for(reader.read(), TIMEOUT_SECONDS)
        writer.close()
    except (OSError, asyncio.TimeoutError):
        return 0, False
    return (int(answer[9:12]) if answer else 0), b"\r\nretry-after:" in answer.lower()


def burst(port, emails):
    """Returns the answers to all simultaneous sign-ins; runs in its own process, to leave the other client alone."""
    async def all_logins():
        return await asyncio.gather(*(login(port, emails[number % len(emails)]) for number in range(LOGINS)))
    return asyncio.run(all_logins())


def is_answered(status, has_retry_after):
    return status == 200 or status in (429, 503) and has_retry_after


class SteadyClient(threading.Thread):
    """Repeats one request at a constant rate until it is stopped.

    Latencies count from the time when a request was due, so that a late answer does not hide the delay of the next one.
    """

    def __init__(self, port, method, path, body=None, headers=None):
        super().__init__()
        self.port, self.request = port, (method, path, body, headers or {})
        self.latencies, self.failures, self.is_over = [], 0, threading.Event()

    def run(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=TIMEOUT_SECONDS)
        due = time.monotonic()
        while not self.is_over.is_set():
            connection.request(*self.request)
            answer = connection.getresponse()
            answer.read()
            self.failures += answer.status != 200
            self.latencies.append(time.monotonic() - due)
            due += INTERVAL_SECONDS
            time.sleep(max(0, due - time.monotonic()))
        connection.close()


class Others:
    """Requests of users that are already signed in, sent while the context lasts."""

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
        """Returns the 95th percentiles of diary and calculator, in milliseconds."""
        return [1_000 * statistics.quantiles(client.latencies, n=20)[-1] for client in self.clients]


def memory_mb(pid, field):
    with open(f"/proc/{pid}/status") as file:
        return next(int(line.split()[1]) for line in file if line.startswith(f"{field}:")) / 1024


def auth_of(stack):
    for pid in stack.processes():
        with open(f"/proc/{pid}/cmdline", "rb") as file:
            if os.path.basename(file.read().split(b"\0")[0]) == b"auth":
                return pid
    raise SystemExit("auth does not run.")


class Measurements:
    """Rounds with and without a burst, on one stack."""

    def __init__(self, bench, executor):
        self.bench, self.executor, self.stack = bench, executor, bench.stack("logins")
        self.stack.start()
        people = [register(self.stack.port, number) for number in range(PEOPLE)]
        self.emails, self.token = [email for email, _ in people], people[0][1]
        self.auth = auth_of(self.stack)
        self.burst()

    def quiet(self):
        with Others(self.stack.port, self.token) as others:
            time.sleep(self.bench.options.seconds)
        return others.percentiles()

    def burst(self):
        idle = memory_mb(self.auth, "VmRSS")
        # Resets the kernel's peak value, which no sampling can miss.
        with open(f"/proc/{self.auth}/clear_refs", "w") as file:
            file.write("5")
        with Others(self.stack.port, self.token) as others:
            begin = time.monotonic()
            answers = self.executor.submit(burst, self.stack.port, self.emails).result()
            seconds = time.monotonic() - begin
        growth = memory_mb(self.auth, "VmHWM") - idle
        failures = sum(client.failures for client in others.clients)
        return others.percentiles(), growth, answers, failures, seconds


def rows(bench):
    with ProcessPoolExecutor(1) as executor:
        measurements = Measurements(bench, executor)
        results = bench.rounds({"quiet": measurements.quiet, "burst": measurements.burst})
        measurements.stack.stop()
    bursts, quiet = results["burst"], results["quiet"]
    signed_in = [sum(status == 200 for status, _ in answers) for _, _, answers, _, _ in bursts]
    latencies = {name: ([result[0][index] for result in bursts], [result[index] for result in quiet])
                 for index, name in enumerate(("diary", "calculator"))}
    bench.notes.append(f"{LOGINS} simultaneous sign-ins: {statistics.median(signed_in):.0f} signed in, the others rejected, in "
                       f"{statistics.median(result[4] for result in bursts):.1f} s; p95 of other requests: " + ", ".join(
                           f"{name} {statistics.median(during):.1f} ms, without {statistics.median(without):.1f} ms"
                           for name, (during, without) in latencies.items()))
    return [
        Row("sign-ins answered, of 200", [sum(is_answered(*answer) for answer in result[2]) for result in bursts],
            ">=", LOGINS, ""),
        Row("sign-ins, failures of other requests", [result[3] for result in bursts], "<=", 0, ""),
        Row("sign-ins, auth above idle, 2 hashes + 10 MB", [result[1] for result in bursts],
            "<=", HASHING_THREADS * HASH_MB + OTHER_MEMORY_MB, "MB"),
        *(Row(f"sign-ins, p95 of {name} / without", ratios(during, without), "<=", LATENCY_RATIO_MAX)
          for name, (during, without) in latencies.items()),
    ]
