"""What the devices of one person were answered: what must be in their diary in the end, and nothing else."""

import threading

# What moving others changes without a new version.
PLACE = "position"
# In a cart, a step of a food that is there by weight.
GRAMS_PER_STEP = 10
# Among how many entries a device chooses what it changes.
NEWEST = 40


def without_place(entry):
    return {field: value for field, value in entry.items() if field != PLACE}


def steps(item):
    """In how many steps so much of a food was put into a cart."""
    return item["grams"] / GRAMS_PER_STEP if item["quantity"] is None else item["quantity"]


class Book:
    """Entries by id, each as the answer of its highest version has it; several threads write to it."""

    def __init__(self):
        self.lock = threading.Lock()
        self.entries, self.order = {}, []
        self.removed, self.missed = set(), set()
        # Steps of food that were put into the cart, and those that were logged.
        self.steps = self.logged_steps = 0
        self.violations = []

    def take(self, entry):
        with self.lock:
            if entry["id"] in self.removed:
                return
            known = self.entries.get(entry["id"])
            if known is None:
                self.order.append(entry["id"])
            elif known["version"] == entry["version"] and without_place(known) != without_place(entry):
                self.violations.append(f"two answers call themselves version {entry['version']} of {entry['name']}")
            if known is None or known["version"] < entry["version"]:
                self.entries[entry["id"]] = entry

    def take_checkout(self, entries, food):
        for entry in entries:
            self.take(entry)
        with self.lock:
            self.logged_steps += sum(steps(entry) for entry in entries if entry["foodId"] == food)

    def remove(self, entry_id):
        with self.lock:
            self.entries.pop(entry_id, None)
            self.removed.add(entry_id)

    def miss(self, entry_id):
        """Notes that a device was told that an entry is not there: then the other device must have removed it."""
        with self.lock:
            self.missed.add(entry_id)

    def add_step(self):
        with self.lock:
            self.steps += 1

    def any_entry(self, rng):
        """One of the newest, so that two devices often meet; None if it is gone."""
        with self.lock:
            newest = self.order[-NEWEST:]
            return self.entries.get(rng.choice(newest)) if newest else None

    # MARK: Once nobody writes any more

    def entries_by_day(self):
        days = {}
        for entry in self.entries.values():
            days.setdefault(entry["date"], {})[entry["id"]] = entry
        return days

    def kcal_by_day(self):
        return {day: round(sum(entry["kcal"] for entry in entries.values()), 2)
                for day, entries in self.entries_by_day().items()}
