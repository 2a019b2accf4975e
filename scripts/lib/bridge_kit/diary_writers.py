"""Writers of diaries through one gateway, which repeat each entry until it is acknowledged."""

import collections
import datetime
import json
import threading

PASSWORD = "1234567A"
INTERVAL_S = 0.02
# Days over which entries are spread; a day holds at most 500.
DAYS = 30
LAST_WITHIN_S = 60


class Writer(threading.Thread):
    """Writes one entry at a time, each under a key, and repeats it until an answer confirms it."""

    def __init__(self, hosts, host):
        super().__init__(daemon=True)
        self.hosts, self.host = hosts, host
        self.is_over = threading.Event()
        self.acknowledged, self.retries = [], 0
        self.refusal = None
        today = datetime.datetime.now(datetime.timezone.utc).date()
        self.days = [str(today - datetime.timedelta(days=ago)) for ago in range(DAYS)]

    @staticmethod
    def text(body):
        return json.dumps(body)

    def register(self):
        person = {"email": f"host{self.host}@example.org", "password": PASSWORD, "passwordConfirmation": PASSWORD, "name": "Anna",
                  "sex": "female", "birthDate": "1990-05-17", "heightCm": 165, "weightKg": 65, "activityLevel": "light",
                  "goal": "keep"}
        status, answer = self.hosts.ask(self.host, "POST", "/v1/auth/register", self.text(person))
        if status not in (200, 201):
            raise RuntimeError(f"Registration through the gateway of host {self.host} failed: {status} {answer[:500]!r}")
        self.token = json.loads(answer)["accessToken"]

    def run(self):
        number = 0
        while not self.is_over.wait(INTERVAL_S) and self.refusal is None:
            number += 1
            self.write(f"host{self.host}-{number}", self.days[number % DAYS])

    def write(self, name, day):
        """Repeats the entry until it is acknowledged; an unexpected status ends the writer."""
        entry = self.text({"meal": "snack", "name": name, "kcal": 1})
        while True:
            status, answer = self.hosts.ask(self.host, "POST", f"/v1/diary/days/{day}/entries", entry, self.token, name)
            if status == 201:
                return self.acknowledged.append(name)
            if 0 < status <= 500 and status != 429:
                self.refusal = f"{status} {answer[:500]!r}"
                return None
            self.retries += 1
            self.is_over.wait(INTERVAL_S)

    def stop(self):
        self.is_over.set()
        self.join(LAST_WITHIN_S)
        if self.is_alive():
            self.refusal = f"the last write is not acknowledged within {LAST_WITHIN_S} s"

    def differences(self):
        """Returns a sentence about the difference between stored and acknowledged entries; None if there is none."""
        if self.refusal:
            return self.refusal
        stored = collections.Counter()
        for day in self.days:
            status, answer = self.hosts.ask(self.host, "GET", f"/v1/diary/days/{day}", token=self.token)
            if status != 200:
                return f"the day {day} cannot be read: {status} {answer[:500]!r}"
            stored.update(entry["name"] for meal in json.loads(answer)["meals"] for entry in meal["entries"])
        expected = collections.Counter(self.acknowledged)
        if stored == expected:
            return None
        return f"lost: {list(expected - stored)[:3]}, duplicated or never written: {list(stored - expected)[:3]}"
