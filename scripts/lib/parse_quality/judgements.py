"""Judged meals and the foods that they mean: lines.tsv and foods.tsv."""

import csv
import functools
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
SEARCH_FOODS = os.path.join(HERE, "..", "search_quality", "foods.tsv")
STARTER = os.path.join(HERE, "..", "..", "..", "Services", "FoodCatalog", "Data", "starter-catalog.csv")
SEPARATOR, MEANINGS, PATTERN_MARK = " | ", " || ", "~"
# Stands for a food that the catalog does not have.
NONE = "none"
HELD = "held"
SETS = ("dev", "second", HELD)
# Share by which a stated weight may differ: volumes depend on a density that is not exact.
TOLERANCE = 0.03
FOOD_MIN, AMOUNT_MIN = 0.95, 0.97


class Item:
    """A food that a meal means, with its grams."""

    def __init__(self, key, names, grams):
        self.key, self.names, self.grams = key, names, grams

    def has_food(self, name):
        """Returns whether a food answers it; None stands for a line without a food."""
        return name in self.names

    def has_grams(self, grams):
        return self.grams is None or grams is not None and self.grams[0] <= grams <= self.grams[1]

    @property
    def may_be_missing(self):
        return None in self.names


class Meal:
    """A typed text, and the lists of items that it may mean."""

    def __init__(self, name_of_set, language, text, meanings):
        self.name_of_set, self.language, self.text, self.meanings = name_of_set, language, text, meanings

    def score(self, lines):
        """Returns the best Score among the meanings, for lines as (name of the food, grams)."""
        return max((Score(items, lines) for items in self.meanings), key=lambda score: score.quality)


class Score:
    """How the lines of a reply agree with the items of a meal, in their order."""

    def __init__(self, items, lines):
        self.items, self.lines = items, lines
        self.foods, self.amounts, self.pairs = self.aligned()
        self.food_count, self.amount_count = max(len(items), len(lines)), len(items)

    @property
    def quality(self):
        return 2 * self.foods / self.food_count + self.amounts / self.amount_count

    @property
    def is_right(self):
        return self.foods == self.food_count and self.amounts == self.amount_count

    def aligned(self):
        """Returns the numbers of right foods and amounts, and the line of each item, for the best alignment."""
        @functools.cache
        def best(item, line):
            if item == len(self.items):
                return 0, 0, ()
            wanted = self.items[item]
            foods, amounts, pairs = best(item + 1, line)
            missing = int(wanted.may_be_missing)
            found = [(foods + missing, amounts + missing, (None, *pairs))]
            for index in range(line, len(self.lines)):
                name, grams = self.lines[index]
                foods, amounts, pairs = best(item + 1, index + 1)
                found.append((foods + wanted.has_food(name), amounts + wanted.has_grams(grams), (index, *pairs)))
            return max(found, key=lambda entry: (2 * entry[0] + entry[1], entry[0]))
        return best(0, 0)


def rows(path):
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, start=1):
            if line.strip() and not line.startswith("#"):
                yield number, line.rstrip("\n").split("\t")


def read():
    """Returns all meals and the names of foods by id; exits if a file is malformed."""
    names = starter_names()
    catalog = list(dict.fromkeys(names.values()))
    foods = {NONE: {None}}
    for path in (SEARCH_FOODS, os.path.join(HERE, "foods.tsv")):
        foods.update({key: frozenset(matching(text, catalog)) for _, (key, text) in rows(path)})
    meals, problems = [], []
    for number, fields in rows(os.path.join(HERE, "lines.tsv")):
        try:
            name_of_set, language, text, meanings = fields
            if name_of_set not in SETS:
                raise ValueError(f"the set is {name_of_set}")
            meals.append(Meal(name_of_set, language, text.replace("\\n", "\n"), [
                [item(part, foods) for part in meaning.split(SEPARATOR)] for meaning in meanings.split(MEANINGS)]))
        except ValueError as error:
            problems.append(f"lines.tsv, line {number}: {error}")
    if problems:
        sys.exit("\n".join(problems))
    return meals, names


def item(text, foods):
    key, _, amount = text.strip().partition(" ")
    if key not in foods:
        raise ValueError(f"there is no {key} in foods.tsv")
    if not amount:
        return Item(key, foods[key], None)
    least, _, most = amount.partition("-")
    grams = (float(least), float(most)) if most else (float(least) * (1 - TOLERANCE), float(least) * (1 + TOLERANCE))
    return Item(key, foods[key], grams)


def matching(text, catalog):
    """Yields the names of a key; exits if a name or pattern matches no food."""
    for part in text.split(SEPARATOR):
        if part == NONE:
            yield None
            continue
        if part.startswith(PATTERN_MARK):
            pattern = re.compile(part.removeprefix(PATTERN_MARK), re.IGNORECASE)
            found = [name for name in catalog if pattern.search(name)]
        else:
            found = [name for name in catalog if name.casefold() == part.casefold()]
        if not found:
            sys.exit(f"foods.tsv: no food of the starter catalog matches {part}")
        yield from found


def starter_names():
    """Returns the names of the starter catalog by id."""
    with open(STARTER, encoding="utf-8", newline="") as file:
        return {row["id"].lower(): row["name"] for row in csv.DictReader(file)}
