"""Users with an account and a diary."""

import datetime
import http.client
import json
import time

from .acknowledged_writes import AcknowledgedWrites

ANSWERS_WITHIN_S = 15
PAUSE_S = 0.05
PASSWORD = "1234567A"


class Refused(Exception):
    """An answer with an unexpected status."""


class Person:
    """A user with an account and a diary."""

    def __init__(self, port, name, address):
        self.port, self.name, self.email = port, name, f"{name.lower()}-{address}@example.org"
        self.token = None
        self.id = None
        self.today = None
        # A food for the cart.
        self.food = None
        self.writes = AcknowledgedWrites()

    # MARK: Requests

    def ask(self, method, path, body=None, key=None, connection=None, version=None):
        """Returns the status and the JSON of an answer; raises OSError or HTTPException without an answer."""
        own = connection or http.client.HTTPConnection("127.0.0.1", self.port, timeout=ANSWERS_WITHIN_S)
        headers = {"Content-Type": "application/json"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        if key:
            headers["Idempotency-Key"] = key
        if version is not None:
            headers["If-Match"] = f'"{version}"'
        try:
            own.request(method, path, json.dumps(body) if body is not None else None, headers)
            answer = own.getresponse()
            data = answer.read()
        finally:
            if connection is None:
                own.close()
        return answer.status, json.loads(data) if data else None

    def insist(self, method, path, body=None, until=None):
        """Repeats a request until it succeeds; returns the JSON of the answer."""
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
            time.sleep(PAUSE_S)

    def register(self):
        account = {"email": self.email, "password": PASSWORD, "passwordConfirmation": PASSWORD, "name": self.name,
                   "sex": "female", "birthDate": "1990-05-17", "heightCm": 165, "weightKg": 65,
                   "activityLevel": "light", "goal": "keep"}
        session = self.insist("POST", "/v1/auth/register", account)
        self.token, self.id = session["accessToken"], session["user"]["id"]
        self.insist("PATCH", "/v1/profile", {"shares": {"leaderboard": True}})
        # After this, no day's target changes.
        day = self.insist("GET", "/v1/diary/days/today", until=lambda day: day["target"] is not None)
        self.today = datetime.date.fromisoformat(day["date"])
        self.food = self.insist("GET", "/v1/foods?q=banana&limit=1")["items"][0]["id"]

    def sign_in(self):
        """Signs in again after the access token has expired."""
        try:
            status, session = self.ask("POST", "/v1/auth/login", {"email": self.email, "password": PASSWORD})
        except (OSError, http.client.HTTPException):
            return
        if status == 200:
            self.token = session["accessToken"]
