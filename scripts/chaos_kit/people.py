"""Users who write their diaries, each write under a key, again and again until it is acknowledged."""

import collections
import datetime
import http.client
import json
import threading
import time

ANSWERS_WITHIN_S = 15
RESTS_S = 0.05
PASSWORD = "1234567A"
# Days over which a user's entries lie at first; more of them as the entries grow, since a day takes at most 500.
DAYS = 28
ENTRIES_FOR_ANOTHER_DAY = 80


class Refused(Exception):
    """An answer that nothing excuses."""


class Person:
    """Somebody with an account and a diary."""

    def __init__(self, port, name, address):
        self.port, self.name, self.email = port, name, f"{name.lower()}-{address}@example.org"
        self.token = None
        self.id = None
        self.today = None
        self.lock = threading.Lock()
        self.begun = 0
        self.acknowledged = collections.defaultdict(dict)

    # MARK: What they ask

    def ask(self, method, path, body=None, key=None, connection=None):
        """The status and the JSON of an answer.

        - Raises OSError or HTTPException where there is none.
        """
        own = connection or http.client.HTTPConnection("127.0.0.1", self.port, timeout=ANSWERS_WITHIN_S)
        headers = {"Content-Type": "application/json"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        if key:
            headers["Idempotency-Key"] = key
        try:
            own.request(method, path, json.dumps(body) if body is not None else None, headers)
            answer = own.getresponse()
            data = answer.read()
        finally:
            if connection is None:
                own.close()
        return answer.status, json.loads(data) if data else None

    def insist(self, method, path, body=None, until=None):
        """The JSON of a good answer, however often one has to ask."""
        deadline = time.monotonic() + 60
        while True:
            try:
                status, answer = self.ask(method, path, body)
                if status < 300 and (until is None or until(answer)):
                    return answer
                if status == 401:
                    self.sign_in()
                elif 400 <= status < 500 and status != 429:
                    raise Refused(f"{method} {path}: {status} {answer}")
            except (OSError, http.client.HTTPException) as error:
                status, answer = 0, error
            if time.monotonic() > deadline:
                raise Refused(f"{method} {path} gets no good answer: {status} {str(answer)[:500]}")
            time.sleep(RESTS_S)

    def register(self):
        account = {"email": self.email, "password": PASSWORD, "passwordConfirmation": PASSWORD, "name": self.name,
                   "sex": "female", "birthDate": "1990-05-17", "heightCm": 165, "weightKg": 65,
                   "activityLevel": "light", "goal": "keep"}
        session = self.insist("POST", "/v1/auth/register", account)
        self.token, self.id = session["accessToken"], session["user"]["id"]
        self.insist("PATCH", "/v1/profile", {"shares": {"leaderboard": True}})
        # From here on no day's target changes any more.
        day = self.insist("GET", "/v1/diary/days/today", until=lambda day: day["target"] is not None)
        self.today = datetime.date.fromisoformat(day["date"])

    def sign_in(self):
        """Once the access token has run out."""
        try:
            status, session = self.ask("POST", "/v1/auth/login", {"email": self.email, "password": PASSWORD})
        except (OSError, http.client.HTTPException):
            return
        if status == 200:
            self.token = session["accessToken"]

    # MARK: What they write

    def next_entry(self, rng):
        """A day and an entry that was not written before."""
        with self.lock:
            number = self.begun
            self.begun += 1
        day = self.today - datetime.timedelta(rng.randrange(DAYS + number // ENTRIES_FOR_ANOTHER_DAY))
        meal = rng.choice(("breakfast", "lunch", "dinner", "snack"))
        return day.isoformat(), {"meal": meal, "name": f"{self.name}-{number}", "kcal": rng.randint(1, 60)}

    def acknowledge(self, day, entry):
        with self.lock:
            self.acknowledged[day][entry["name"]] = entry["kcal"]


class Load:
    """Threads that write until they are told to stop, and then until their last entry is acknowledged."""

    def __init__(self, people, writers_each, seeded):
        self.is_over = threading.Event()
        self.lock = threading.Lock()
        self.acknowledged = self.retries = 0
        self.violations = []
        self.threads = [
            threading.Thread(target=self.write, args=(person, seeded(f"{person.name}-{number}")), daemon=True)
            for person in people for number in range(writers_each)]

    def start(self):
        for thread in self.threads:
            thread.start()

    def stop(self, within_s):
        """Waits for the writers; false if one of them gets no answer."""
        self.is_over.set()
        deadline = time.monotonic() + within_s
        for thread in self.threads:
            thread.join(max(0, deadline - time.monotonic()))
        return not any(thread.is_alive() for thread in self.threads)

    def write(self, person, rng):
        connection = http.client.HTTPConnection("127.0.0.1", person.port, timeout=ANSWERS_WITHIN_S)
        while not self.is_over.is_set():
            day, entry = person.next_entry(rng)
            try:
                self.write_until_acknowledged(person, connection, day, entry)
            except Refused as refusal:
                self.violations.append(str(refusal))
            time.sleep(rng.uniform(0, RESTS_S))
        connection.close()

    def write_until_acknowledged(self, person, connection, day, entry):
        path = f"/v1/diary/days/{day}/entries"
        while True:
            try:
                status, answer = person.ask("POST", path, entry, entry["name"], connection)
            except (OSError, http.client.HTTPException, ValueError):
                # Also an answer that was cut off.
                status, answer = 0, None
                connection.close()
            if status == 201:
                person.acknowledge(day, entry)
                with self.lock:
                    self.acknowledged += 1
                return
            if status == 401:
                person.sign_in()
            elif 0 < status <= 500 and status != 429:
                raise Refused(f"{entry['name']} on {day}: {status} {answer}")
            with self.lock:
                self.retries += 1
            time.sleep(RESTS_S)
