"""The acknowledged writes of one person's devices: the expected content of the diary, and nothing else."""

import threading

# The field that changes without a new version when other entries move.
POSITION = "position"
# In a cart, the weight of one step of a food.
GRAMS_PER_STEP = 10
# A device chooses the entry that it changes among this many.
NEWEST = 40


def without_position(entry):
    return {field: value for field, value in entry.items() if field != POSITION}


def steps(item):
    """Returns how many steps of a food were put into a cart."""
    return item["grams"] / GRAMS_PER_STEP if item["quantity"] is None else item["quantity"]


class AcknowledgedWrites:
    """Entries by id, each as in the answer with its highest version; several threads write to it."""

    def __init__(self):
        self.lock = threading.Lock()
        self.entries, self.order = {}, []
        self.removed, self.missed = set(), set()
        # Steps of food that were put into the cart, and those that were logged.
        self.steps = self.logged_steps = 0
        self.violations = []

    def record(self, entry):
        with self.lock:
            if entry["id"] in self.removed:
                return
            known = self.entries.get(entry["id"])
            if known is None:
                self.order.append(entry["id"])
            elif known["version"] == entry["version"] and without_position(known) != without_position(entry):
                self.violations.append(f"two different answers have version {entry['version']} of {entry['name']}")
            if known is None or known["version"] < entry["version"]:
                self.entries[entry["id"]] = entry

    def record_checkout(self, entries, food):
        for entry in entries:
            self.record(entry)
        with self.lock:
            self.logged_steps += sum(steps(entry) for entry in entries if entry["foodId"] == food)

    def remove(self, entry_id):
        with self.lock:
            self.entries.pop(entry_id, None)
            self.removed.add(entry_id)

    def record_missing(self, entry_id):
        """Records a 404 for an entry: the other device must have removed it."""
        with self.lock:
            self.missed.add(entry_id)

    def add_step(self):
        with self.lock:
            self.steps += 1

    def any_entry(self, rng):
        """Returns one of the newest entries, so that two devices often meet; None if it was removed."""
        with self.lock:
            newest = self.order[-NEWEST:]
            return self.entries.get(rng.choice(newest)) if newest else None

    # MARK: After all writers have stopped

    def entries_by_day(self):
        days = {}
        for entry in self.entries.values():
            days.setdefault(entry["date"], {})[entry["id"]] = entry
        return days

    def kcal_by_day(self):
        return {day: round(sum(entry["kcal"] for entry in entries.values()), 2)
                for day, entries in self.entries_by_day().items()}
