"""The checks after the faults."""

import collections
import datetime
import glob
import os
import sqlite3
import time

from .acknowledged_writes import steps, without_position
from .people import Refused

CATCHES_UP_WITHIN_S = 30
PERIODS = {"week": 7, "month": 30}
# The minimum target; lower ones are raised to it.
TARGET_MIN_KCAL = 1_200


class Judge:
    """Compares the stack's answers with the acknowledged writes."""

    def __init__(self, people):
        self.people = people
        self.violations = []
        self.lost = self.duplicates = 0
        self.targets = {}

    def judge(self):
        for person in self.people:
            try:
                self.judge_answers(person)
                days = person.writes.entries_by_day()
                for day in sorted(days):
                    self.judge_day(person, day, days[day])
                self.judge_changes(person)
                self.judge_progress(person)
                self.judge_cart(person)
            except Refused as refusal:
                self.violations.append(str(refusal))
        self.judge_leaderboard()

    # MARK: The diary

    def judge_answers(self, person):
        """Checks that the answers were consistent."""
        self.violations += [f"{person.name}: {violation}" for violation in person.writes.violations]
        unexpected = person.writes.missed - person.writes.removed
        self.expect(not unexpected, f"{person.name} got 404 for {sorted(unexpected)[:3]}, which no device has removed")

    def judge_day(self, person, day, acknowledged):
        """Checks that each acknowledged entry is stored, once and at its highest version, and nothing else."""
        answer = person.insist("GET", f"/v1/diary/days/{day}")
        stored = [entry for meal in answer["meals"] for entry in meal["entries"]]
        counts = collections.Counter(entry["id"] for entry in stored)
        names = collections.Counter(entry["name"] for entry in stored if entry["foodId"] is None)
        lost = [entry["name"] for entry_id, entry in acknowledged.items() if counts[entry_id] == 0]
        duplicated = [name for name, count in [*counts.items(), *names.items()] if count > 1]
        unexpected = [entry["name"] for entry in stored if not is_same(entry, acknowledged.get(entry["id"]))]
        self.lost += len(lost)
        self.duplicates += len(duplicated)
        where = f"{person.name}'s {day}"
        self.expect(not lost, f"{where} has lost {lost[:3]}")
        self.expect(not duplicated, f"{where} has {duplicated[:3]} more than once")
        self.expect(not unexpected, f"{where} has {unexpected[:3]}, which differ from the acknowledged writes")
        kcal = sum(entry["kcal"] for entry in acknowledged.values())
        self.expect(abs(answer["totals"]["kcal"] - kcal) < 0.01, f"{where} has a wrong total")
        self.targets[person.name, day] = (answer["target"] or {}).get("dailyKcal")

    def judge_changes(self, person):
        """Checks that all changes from the beginning lead to the acknowledged entries, on any day."""
        entries, cursor, is_more = {}, None, True
        while is_more:
            since = f"&since={cursor}" if cursor else ""
            page = person.insist("GET", f"/v1/diary/changes?limit=500{since}")
            self.expect(not (cursor and page["reset"]), f"{person.name} is told to start again from the beginning")
            entries |= {entry["id"]: entry for entry in page["items"]}
            for entry_id in page["deleted"]:
                entries.pop(entry_id, None)
            cursor, is_more = page["cursor"], page["isMore"]
        acknowledged = person.writes.entries
        wrong = [entry_id for entry_id in entries.keys() | acknowledged.keys()
                 if not is_same(entries.get(entry_id), acknowledged.get(entry_id))]
        self.expect(not wrong, f"{person.name} gets changes that differ from the acknowledged writes, of {sorted(wrong)[:3]}")

    def judge_cart(self, person):
        """Checks that each step put into the cart was logged, or is still in it."""
        left = sum(steps(item) for item in person.insist("GET", "/v1/diary/cart")["items"])
        put, logged = person.writes.steps, person.writes.logged_steps
        self.expect(abs(left + logged - put) < 0.001, f"{person.name} put {put} into the cart: {logged} logged, {left} left")

    def judge_progress(self, person):
        expected = person.writes.kcal_by_day()
        if not expected:
            return
        progress = person.insist("GET", f"/v1/diary/progress?from={min(expected)}&to={person.today}&by=day")
        reported = {item["from"]: item["kcal"] for item in progress["items"] if item["loggedDays"] == 1}
        wrong = [day for day in reported.keys() | expected.keys() if abs(reported.get(day, -1) - expected.get(day, -1)) > 0.01]
        self.expect(not wrong, f"{person.name}'s progress is wrong on {sorted(wrong)[:3]}")

    # MARK: The leaderboard

    def judge_leaderboard(self):
        """Checks the leaderboard; waits for events that are still in transit."""
        deadline = time.monotonic() + CATCHES_UP_WITHIN_S
        while True:
            try:
                differences = self.leaderboard_differences()
            except Refused as refusal:
                differences = [str(refusal)]
            if not differences:
                return
            if time.monotonic() > deadline:
                self.violations += differences
                return
            time.sleep(0.2)

    def leaderboard_differences(self):
        differences = []
        viewer = self.people[0]
        today = datetime.date.fromisoformat(viewer.insist("GET", "/v1/diary/days/today")["date"])
        for period in PERIODS:
            for metric in ("adherence", "streak", "logged"):
                board = viewer.insist("GET", f"/v1/leaderboard?period={period}&metric={metric}")
                reported = {row["userId"]: row["score"] for row in board["items"]}
                expected = {person.id: self.score(person, today, PERIODS[period], metric)
                            for person in self.people if person.writes.entries}
                expected = {person: score for person, score in expected.items() if score is not None}
                if reported != expected:
                    differences.append(f"leaderboard of {period}, {metric}: {reported} instead of {expected}")
        return differences

    def score(self, person, today, length, metric):
        """Computes a score independently, from the acknowledged entries."""
        days = {datetime.date.fromisoformat(day): kcal for day, kcal in person.writes.kcal_by_day().items()}
        one = datetime.timedelta(1)
        last = today if today in days else today - one
        if metric == "streak":
            count = 0
            while last - count * one in days:
                count += 1
            return count
        if metric == "adherence":
            last = today - one
        first = last - (length - 1) * one
        within = [day for day in days if first <= day <= last]
        if metric == "logged":
            return len(within)
        if not within:
            return None
        mean = sum(self.adherence(person, day, days[day]) for day in within) / length
        return int(mean * 1_000 + 0.5) / 10

    def adherence(self, person, day, kcal):
        target = self.targets[person.name, day.isoformat()]
        if not target:
            return 0
        target = max(target, TARGET_MIN_KCAL)
        return max(0, 1 - abs(kcal - target) / target)

    # MARK: The databases

    def judge_databases(self, data):
        """Checks the integrity of all databases; call it after every process has closed them."""
        paths = glob.glob(os.path.join(data, "**", "*.sqlite"), recursive=True)
        self.expect(paths, f"there is no database in {data}")
        for path in paths:
            with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as database:
                verdict = database.execute("PRAGMA integrity_check").fetchone()[0]
            self.expect(verdict == "ok", f"{path}: {verdict}")

    def expect(self, is_so, violation):
        if not is_so:
            self.violations.append(violation)


def is_same(entry, other):
    return entry is not None and other is not None and without_position(entry) == without_position(other)
