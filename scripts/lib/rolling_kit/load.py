"""Load on a stack during the replacement of its processes, with a count of failed requests."""

import collections
import datetime
import http.client
import json
import threading
import time

ANSWERS_WITHIN_S = 15
PASSWORD = "1234567A"
FAILURES_SHOWN = 10
# Days over which entries are spread; a day holds at most 500.
DAYS = 30


class Load:
    """Closed-loop threads with one kind of request each, over a persistent connection or new connections."""

    def __init__(self, port):
        self.port = port
        self.is_over = threading.Event()
        self.lock = threading.Lock()
        self.times = collections.defaultdict(list)
        self.failures = []
        self.entries = 0
        self.threads = []
        today = datetime.datetime.now(datetime.timezone.utc).date()
        self.days = [str(today - datetime.timedelta(days=ago)) for ago in range(DAYS)]
        self.token = self.register()

    def ask(self, connection, method, path, body=None, token=None):
        headers = {"Content-Type": "application/json"}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        connection.request(method, path, json.dumps(body) if body is not None else None, headers)
        answer = connection.getresponse()
        data = answer.read()
        return answer.status, json.loads(data) if data else None

    def connect(self):
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=ANSWERS_WITHIN_S)

    def register(self):
        person = {"email": "anna@example.org", "password": PASSWORD, "passwordConfirmation": PASSWORD, "name": "Anna",
                  "sex": "female", "birthDate": "1990-05-17", "heightCm": 165, "weightKg": 65, "activityLevel": "light",
                  "goal": "keep"}
        status, answer = self.ask(self.connect(), "POST", "/v1/auth/register", person)
        if status != 201 and status != 200:
            raise RuntimeError(f"registration failed: {status} {answer}")
        return answer["accessToken"]

    # Kind, method, path, body, pause after a request in seconds, and whether each request has a new connection.
    TARGET = {"sex": "female", "age": 30, "heightCm": 165, "weightKg": 65, "activityLevel": "light", "goal": "lose"}
    JOBS = (
        ("calculator", "POST", "/v1/calculator/target", TARGET, 0.005, False),
        ("calculator, new connection", "POST", "/v1/calculator/target", TARGET, 0.01, True),
        ("day", "GET", "/v1/diary/days/today", None, 0.01, False),
        ("entry", "POST", "/v1/diary/days/{day}/entries", {"meal": "snack", "name": "Apple", "kcal": 1}, 0.02, False),
        ("search", "GET", "/v1/foods?q=banana&limit=5", None, 0.02, False),
        ("search, new connection", "GET", "/v1/foods?q=apple&limit=5", None, 0.02, True),
        ("profile", "GET", "/v1/profile", None, 0.02, False),
        ("board", "GET", "/v1/leaderboard?period=week&metric=logged", None, 0.05, False),
        ("sign-in", "POST", "/v1/auth/login", {"email": "anna@example.org", "password": PASSWORD}, 0.3, False),
    )

    def start(self):
        for job in self.JOBS:
            self.threads.append(threading.Thread(target=self.work, args=job, daemon=True))
        for thread in self.threads:
            thread.start()

    def work(self, kind, method, path, body, rest_s, is_new):
        connection = self.connect()
        while not self.is_over.is_set():
            if is_new:
                connection.close()
                connection = self.connect()
            begin = time.monotonic()
            try:
                day = self.days[len(self.times[kind]) % DAYS]
                status, answer = self.ask(connection, method, path.format(day=day), body, self.token)
                failure = None if 200 <= status < 300 else f"{status} {answer}"
            except Exception as error:  # Any error, such as a truncated answer, must count without ending the thread.
                failure = f"{type(error).__name__}: {error}"
                connection.close()
                connection = self.connect()
            with self.lock:
                self.times[kind].append(time.monotonic() - begin)
                if failure:
                    self.failures.append(f"{kind}: {failure}"[:300])
                elif kind == "entry":
                    self.entries += 1
            self.is_over.wait(rest_s)
        connection.close()

    def stop(self):
        self.is_over.set()
        for thread in self.threads:
            thread.join()

    @property
    def count(self):
        with self.lock:
            return sum(map(len, self.times.values()))

    def stored_entries(self):
        count = 0
        for date in self.days:
            status, day = self.ask(self.connect(), "GET", f"/v1/diary/days/{date}", token=self.token)
            if status != 200:
                raise RuntimeError(f"the day {date} cannot be read: {status} {day}")
            count += sum(len(meal["entries"]) for meal in day["meals"])
        return count
