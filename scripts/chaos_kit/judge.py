"""What must be true in the end, whatever was done to the set."""

import collections
import datetime
import glob
import os
import sqlite3
import time

from .people import Refused

FOLLOWS_WITHIN_S = 30
PERIODS = {"week": 7, "month": 30}


class Judge:
    """Compares what the set tells with what it acknowledged."""

    def __init__(self, people):
        self.people = people
        self.violations = []
        self.lost = self.duplicates = 0
        self.targets = {}

    def judge(self):
        for person in self.people:
            try:
                for day in sorted(person.acknowledged):
                    self.judge_day(person, day)
                self.judge_progress(person)
            except Refused as refusal:
                self.violations.append(str(refusal))
        self.judge_leaderboard()

    # MARK: The diary

    def judge_day(self, person, day):
        """Each acknowledged entry is there, once, and nothing else."""
        answer = person.insist("GET", f"/v1/diary/days/{day}")
        acknowledged = person.acknowledged[day]
        stored = [(entry["name"], entry["kcal"]) for meal in answer["meals"] for entry in meal["entries"]]
        counts = collections.Counter(name for name, _ in stored)
        lost = [name for name in acknowledged if counts[name] == 0]
        doubled = [name for name, count in counts.items() if count > 1]
        strange = [name for name, kcal in stored if acknowledged.get(name) != kcal]
        self.lost += len(lost)
        self.duplicates += len(doubled)
        where = f"{person.name}'s {day}"
        self.expect(not lost, f"{where} has lost {lost[:3]}")
        self.expect(not doubled, f"{where} has {doubled[:3]} more than once")
        self.expect(not strange, f"{where} has {strange[:3]}, which nobody wrote like that")
        self.expect(abs(answer["totals"]["kcal"] - sum(acknowledged.values())) < 0.01, f"{where} adds up wrongly")
        self.targets[person.name, day] = (answer["target"] or {}).get("dailyKcal")

    def judge_progress(self, person):
        first = min(person.acknowledged, default=None)
        if first is None:
            return
        progress = person.insist("GET", f"/v1/diary/progress?from={first}&to={person.today}&by=day")
        told = {item["from"]: (item["kcal"], item["loggedDays"]) for item in progress["items"] if item["loggedDays"]}
        expected = {day: (sum(entries.values()), 1) for day, entries in person.acknowledged.items()}
        wrong = [day for day in told.keys() | expected.keys() if told.get(day) != expected.get(day)]
        self.expect(not wrong, f"{person.name}'s progress is wrong on {sorted(wrong)[:3]}")

    # MARK: The leaderboard

    def judge_leaderboard(self):
        """Events may still be on their way; then they arrive soon."""
        deadline = time.monotonic() + FOLLOWS_WITHIN_S
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
        asking = self.people[0]
        today = datetime.date.fromisoformat(asking.insist("GET", "/v1/diary/days/today")["date"])
        for period in PERIODS:
            for metric in ("adherence", "streak", "logged"):
                board = asking.insist("GET", f"/v1/leaderboard?period={period}&metric={metric}")
                told = {row["userId"]: row["score"] for row in board["items"]}
                expected = {person.id: self.score(person, today, PERIODS[period], metric)
                            for person in self.people if person.acknowledged}
                if told != expected:
                    differences.append(f"leaderboard of {period}, {metric}: {told} instead of {expected}")
        return differences

    def score(self, person, today, length, metric):
        """A second coding of the scores, from the entries that were acknowledged."""
        days = {datetime.date.fromisoformat(day): sum(entries.values()) for day, entries in person.acknowledged.items()}
        one = datetime.timedelta(1)
        last = today if today in days else today - one
        if metric == "streak":
            count = 0
            while last - count * one in days:
                count += 1
            return count
        first = last - (length - 1) * one
        within = [day for day in days if first <= day <= last]
        if metric == "logged":
            return len(within)
        first = max(first, min(days))
        mean = sum(self.adherence(person, day, days[day]) for day in within) / ((last - first).days + 1)
        return int(mean * 1_000 + 0.5) / 10

    def adherence(self, person, day, kcal):
        target = self.targets[person.name, day.isoformat()]
        return max(0, 1 - abs(kcal - target) / target) if target else 0

    # MARK: The databases

    def judge_databases(self, data):
        """Once nobody has them open any more."""
        paths = glob.glob(os.path.join(data, "**", "*.sqlite"), recursive=True)
        self.expect(paths, f"there is no database in {data}")
        for path in paths:
            with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as database:
                verdict = database.execute("PRAGMA integrity_check").fetchone()[0]
            self.expect(verdict == "ok", f"{path}: {verdict}")

    def expect(self, is_so, violation):
        if not is_so:
            self.violations.append(violation)
