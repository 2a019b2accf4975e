"""Devices that write diaries, each write under a key, repeated until it is acknowledged."""

import datetime
import http.client
import threading
import time
import uuid

from .people import ANSWERS_WITHIN_S, PAUSE_S, Refused

MEALS = ("breakfast", "lunch", "dinner", "snack")
# Few, so that most targets are requested more than once.
WEIGHTS_KG = (50, 90)
# Days of a user's entries at first. Their number grows with the entries, since a day holds at most 500.
DAYS = 28
ENTRIES_FOR_ANOTHER_DAY = 80


class Device:
    """One of several devices of a person; each may change what another has written."""

    def __init__(self, person, number, rng, load, port):
        self.person, self.writes, self.rng, self.load, self.port = person, person.writes, rng, load, port
        self.name, self.written = f"{person.name}-{number}", 0
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=ANSWERS_WITHIN_S)

    def write(self):
        """Makes one write of any kind, until it is acknowledged, or one calculation."""
        self.written += 1
        # Most are entries, so that diaries grow.
        self.rng.choice((self.add, self.add, self.add, self.add, self.put, self.put, self.change, self.change, self.replace,
                         self.remove, self.add_to_cart, self.check_out, self.calculate))()

    # MARK: Kinds of writes

    def add(self):
        day, entry = self.next_entry()
        _, stored = self.send("POST", f"/v1/diary/days/{day}/entries", entry, expected={201})
        self.record_created(stored, {**entry, "date": day})

    def put(self):
        """Creates an entry under an id of the device, as an offline device does."""
        day, entry = self.next_entry()
        entry_id = str(uuid.UUID(int=self.rng.getrandbits(128)))
        _, stored = self.send("PUT", f"/v1/diary/entries/{entry_id}", {**entry, "date": day}, expected={200})
        self.record_created(stored, {**entry, "date": day, "id": entry_id})

    def change(self):
        entry = self.writes.any_entry(self.rng)
        if entry is None:
            return
        changes = [{"date": self.any_day()}, {"meal": self.rng.choice(MEALS)}, {"position": 0}]
        if entry["foodId"] is None:
            changes.append({"kcal": self.rng.randint(1, 60)})
        status, answer = self.send("PATCH", f"/v1/diary/entries/{entry['id']}", self.rng.choice(changes), entry["version"],
                                   expected={200, 404, 412})
        self.record_change(entry, status, answer)

    def replace(self):
        entry = self.writes.any_entry(self.rng)
        if entry is None or entry["foodId"] is not None:
            return
        day, wanted = self.next_entry()
        status, answer = self.send("PUT", f"/v1/diary/entries/{entry['id']}", {**wanted, "date": day}, entry["version"],
                                   expected={200, 412})
        self.record_change(entry, status, answer)

    def remove(self):
        entry = self.writes.any_entry(self.rng)
        if entry is None:
            return
        status, answer = self.send("DELETE", f"/v1/diary/entries/{entry['id']}", None, entry["version"],
                                   expected={204, 404, 412})
        if status == 204:
            self.writes.remove(entry["id"])
        else:
            self.record_change(entry, status, answer)

    def add_to_cart(self):
        self.send("PUT", f"/v1/diary/cart/items/{self.person.food}", {"more": 1, "first": "step"}, expected={200})
        self.writes.add_step()

    def check_out(self):
        target = {"date": self.any_day(), "meal": self.rng.choice(MEALS)}
        status, answer = self.send("POST", "/v1/diary/cart/checkout", target, expected={200, 409})
        # Nothing was in the cart.
        if status == 409:
            return
        logged = [entry for meal in answer["day"]["meals"] for entry in meal["entries"] if entry["id"] in answer["entries"]]
        # No other device knows the new ids yet, so no entry can be removed.
        if len(logged) != len(answer["entries"]):
            raise Refused(f"{self.key()}: the checkout was answered without its entries: {answer['entries']}")
        self.writes.record_checkout(logged, self.person.food)

    def calculate(self):
        """Requests a target, which must be the same from every calculator."""
        weight = self.rng.randint(*WEIGHTS_KG)
        body = {"sex": "female", "age": 30, "heightCm": 165, "weightKg": weight, "activityLevel": "light", "goal": "keep"}
        _, answer = self.send("POST", "/v1/calculator/target", body, expected={200}, is_write=False)
        if self.load.targets.setdefault(weight, answer) != answer:
            raise Refused(f"{self.key()}: a target is {answer}, and was {self.load.targets[weight]}")

    # MARK: Shared parts

    def any_day(self):
        days = DAYS + len(self.writes.order) // ENTRIES_FOR_ANOTHER_DAY
        return (self.person.today - datetime.timedelta(self.rng.randrange(days))).isoformat()

    def next_entry(self):
        """Returns a day and a new entry."""
        return self.any_day(), {"meal": self.rng.choice(MEALS), "name": self.key(), "kcal": self.rng.randint(1, 60)}

    def key(self):
        return f"{self.name}-{self.written}"

    def record_created(self, stored, wanted):
        if stored["version"] != 1 or any(stored[field] != value for field, value in wanted.items()):
            raise Refused(f"{self.key()} was answered with another entry: {stored}")
        self.writes.record(stored)

    def record_change(self, entry, status, answer):
        """Records the answer to a change; after a conflict, the current entry."""
        now = {200: answer, 404: None, 412: (answer or {}).get("current")}[status]
        if now is None:
            self.writes.record_missing(entry["id"])
            return
        is_right = now["version"] > entry["version"] if status == 412 else now["version"] == entry["version"] + 1
        if not is_right:
            raise Refused(f"{self.key()}: {status} with version {now['version']} for version {entry['version']}")
        self.writes.record(now)

    def send(self, method, path, body, version=None, expected=(), is_write=True):
        """Repeats a request until it gets one of the expected statuses."""
        while True:
            try:
                status, answer = self.person.ask(method, path, body, self.key(), self.connection, version)
            except (OSError, http.client.HTTPException, ValueError):
                # Includes truncated answers.
                status, answer = 0, None
                self.connection.close()
            if status in expected:
                self.load.count(self.port, is_acknowledged=is_write and status < 300)
                return status, answer
            if status == 401:
                self.person.sign_in()
            elif 0 < status <= 500 and status != 429:
                raise Refused(f"{self.key()}, {method} {path}: {status} {answer}")
            self.load.count(self.port, is_acknowledged=False, is_retry=True)
            time.sleep(PAUSE_S)


class Load:
    """Threads that write until they are stopped, and then until their last write is acknowledged."""

    def __init__(self, people, devices_each, seeded, ports):
        """The devices of a person alternate between the gateways at the ports."""
        self.is_over = threading.Event()
        self.lock = threading.Lock()
        self.retries = 0
        # By the port of the gateway.
        self.acknowledged = dict.fromkeys(ports, 0)
        self.violations = []
        # Answers by weight.
        self.targets = {}
        devices = [Device(person, number, seeded(f"{person.name}-{number}"), self, ports[number % len(ports)])
                   for person in people for number in range(devices_each)]
        self.threads = [threading.Thread(target=self.write, args=(device,), daemon=True) for device in devices]

    def start(self):
        for thread in self.threads:
            thread.start()

    def stop(self, within_s):
        """Waits for the writers; returns False if one of them gets no answer."""
        self.is_over.set()
        deadline = time.monotonic() + within_s
        for thread in self.threads:
            thread.join(max(0, deadline - time.monotonic()))
        return not any(thread.is_alive() for thread in self.threads)

    def count(self, port, is_acknowledged, is_retry=False):
        with self.lock:
            self.acknowledged[port] += is_acknowledged
            self.retries += is_retry

    def write(self, device):
        while not self.is_over.is_set():
            try:
                device.write()
            except Refused as refusal:
                self.violations.append(str(refusal))
            time.sleep(device.rng.uniform(0, PAUSE_S))
        device.connection.close()
