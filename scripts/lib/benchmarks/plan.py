"""Meal plans of two workers, compared with one."""

import csv
import json
import os
import random
import statistics

from .bus import Broker
from .table import Row, ratios
from .workbench import ROOT

CATALOG = os.path.join(ROOT, "Services", "FoodCatalog", "Data", "starter-catalog.csv")
CANDIDATES = 300
DAYS = 1
# Twice the plans that two workers compute concurrently, so that no worker waits for the client.
IN_FLIGHT = 4
TARGET = {"dailyKcal": 2000, "proteinG": 110, "fatG": 67, "carbohydrateG": 240}
# By words of the category: grams of a portion, and the meals it suits. The catalog's own table
# (Services/FoodCatalog/PlannableFoods) has more.
PORTIONS = [
    ("Yogurt", 170, ["breakfast", "snack"]), ("Ready-to-eat cereal", 40, ["breakfast"]),
    ("Oatmeal", 240, ["breakfast"]), ("Eggs and omelets", 110, ["breakfast", "lunch"]),
    ("Yeast breads", 30, ["breakfast", "lunch", "dinner"]), ("Rolls and buns", 50, ["breakfast", "lunch", "dinner"]),
    ("berries", 145, ["breakfast", "snack"]), ("Nuts and seeds", 30, ["breakfast", "snack"]),
    ("Pasta", 200, ["lunch", "dinner"]), ("Rice", 160, ["lunch", "dinner"]), ("Fish", 130, ["lunch", "dinner"]),
    ("Pork", 120, ["lunch", "dinner"]), ("Beef", 120, ["lunch", "dinner"]), ("Soups", 245, ["lunch", "dinner"]),
    ("Vegetable", 100, ["lunch", "dinner"]), ("vegetables", 90, ["lunch", "dinner"]),
    ("Beans, peas", 130, ["lunch", "dinner"]), ("Cookies", 25, ["snack"]), ("Cheese", 30, ["breakfast", "snack"]),
]


def candidates():
    """Returns foods of the starter catalog, always the same."""
    foods = []
    with open(CATALOG, encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            line = next((line for line in PORTIONS if line[0] in row["category"]), None)
            if row["source"] != "fndds" or not line or row["category"].startswith("Baby"):
                continue
            nutrients = {key: float(row[key]) for key in ("kcal", "proteinG", "fatG", "carbohydrateG")}
            foods.append({"foodId": row["id"], "name": row["name"], "category": row["category"],
                          "per100G": nutrients, "portions": [{"name": "1 portion", "grams": line[1]}],
                          "meals": line[2], "allergens": []})
    return random.Random(1).sample(foods, CANDIDATES)


class Workers:
    """A broker of its own, with a number of calculators."""

    def __init__(self, bench, name, count):
        self.bench = bench
        self.broker = Broker(bench, name)
        for number in range(1, count + 1):
            bench.start(bench.binary("calorie-calculator"), "--data", self.broker.data, "--instance", f"{name}-{number}")

    def measure(self, request):
        """Returns a measurement of plans a second."""
        words = ("plans", self.broker.data, IN_FLIGHT, request, self.bench.options.seconds)
        return lambda: self.bench.result(self.bench.binary("BusBenchmark"), *map(str, words))[0]


def rows(bench):
    request = bench.path("plan.json")
    with open(request, "w", encoding="utf-8") as file:
        json.dump({"days": DAYS, "targets": [TARGET], "candidates": candidates()}, file)
    results = bench.rounds({f"{count}": Workers(bench, f"plan-{count}", count).measure(request) for count in (1, 2)})
    bench.notes.append(f"plans of {DAYS} day out of {CANDIDATES} foods, a minute: " + ", ".join(
        f"{60 * statistics.median(results[count]):,.0f} by {name}"
        for count, name in (("1", "one worker"), ("2", "two workers"))))
    return [Row("plans, two workers / one", ratios(results["2"], results["1"]), ">=", 1.6)]
