"""Queries and the foods that answer them: queries.tsv and foods.tsv."""

import csv
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
STARTER = os.path.join(HERE, "..", "..", "..", "Services", "FoodCatalog", "Data", "starter-catalog.csv")
SEPARATOR = " | "
# Prefix of names that only the large catalog has, and of patterns of names of the starter catalog.
LARGE_MARK, PATTERN_MARK = "+", "~"
# An extra or missing space counts as a typing error.
TYPO_CLASSES = ("typo1", "typo2", "spacing")
# Classes with answers only in the large catalog.
LARGE_CLASSES = ("branded",)
SUCCESS_AT_3_MIN, TYPO_SUCCESS_AT_3_MIN = 0.9, 0.8


class Query:
    """A typed text, and the names of the foods that answer it."""

    def __init__(self, name_of_class, language, text, names):
        self.name_of_class, self.language, self.text = name_of_class, language, text
        self.names = [name.removeprefix(LARGE_MARK) for name in names]
        # Names in every catalog.
        self.starter_names = [name for name in names if not name.startswith(LARGE_MARK)]
        self.wanted = {folded(name) for name in self.names}

    def is_answered_by(self, food, starter_names):
        """Returns whether a result is one of the foods: by its id, whatever its language, or by brand and name."""
        brand, name = food.get("brand") or "", food["name"]
        known = {folded(name), folded(f"{brand}, {name}"), folded(starter_names.get(food["id"].lower(), name))}
        return not known.isdisjoint(self.wanted)


def folded(name):
    """Normalizes case and spaces."""
    return " ".join(name.split()).casefold()


def lines(file_name):
    with open(os.path.join(HERE, file_name), encoding="utf-8") as file:
        for number, line in enumerate(file, start=1):
            if line.strip() and not line.startswith("#"):
                yield number, line.rstrip("\n").split("\t")


def read():
    """Returns all queries; exits if a file is malformed."""
    catalog = list(dict.fromkeys(starter_names().values()))
    foods = {key: [name for item in names.split(SEPARATOR) for name in matching(item, catalog)]
             for _, (key, names) in lines("foods.tsv")}
    queries, seen, problems = [], set(), []
    for number, fields in lines("queries.tsv"):
        if len(fields) != 4:
            problems.append(f"queries.tsv, line {number}: there are {len(fields)} fields instead of 4")
            continue
        name_of_class, language, text, wanted = fields
        names = []
        for item in wanted.split(SEPARATOR):
            if item.startswith("@") and item[1:] not in foods:
                problems.append(f"queries.tsv, line {number}: there is no {item} in foods.tsv")
            names += foods.get(item[1:], []) if item.startswith("@") else [item]
        if (language, text) in seen:
            problems.append(f"queries.tsv, line {number}: “{text}” occurs twice")
        seen.add((language, text))
        queries.append(Query(name_of_class, language, text, names))
    if problems:
        sys.exit("\n".join(problems))
    return queries


def matching(item, catalog):
    """Returns the names that a pattern matches, or the item itself; exits if a pattern matches none."""
    if not item.startswith(PATTERN_MARK):
        return [item]
    pattern = re.compile(item.removeprefix(PATTERN_MARK), re.IGNORECASE)
    names = [name for name in catalog if pattern.search(name)]
    if not names:
        sys.exit(f"foods.tsv: no food of the starter catalog matches {item}")
    return names


def starter_names():
    """Returns the names of the starter catalog by id."""
    with open(STARTER, encoding="utf-8", newline="") as file:
        return {row["id"].lower(): row["name"] for row in csv.DictReader(file)}


def large_names(path):
    """Yields the normalized names of a large catalog, with and without brands."""
    with open(path, encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            if row["kcal"]:
                yield folded(row["name"])
                yield folded(f"{row['brand']}, {row['name']}")


def unknown_names(queries, names, of_large=False):
    """Returns a sentence for each name without a food; such a judgement would have no effect."""
    return [f"“{query.text}” expects “{name}”, which no food has" for query in queries
            for name in (query.names if of_large else query.starter_names) if folded(name) not in names]


def typed(queries, least=2):
    """Returns the intermediate texts while the queries are typed letter by letter, in order, without repetitions."""
    texts = {}
    for query in queries:
        text = re.sub(r"\s+", " ", query.text).strip()
        for length in range(least, len(text) + 1):
            texts[(query.language, text[:length].strip())] = None
    return [text for text in texts if len(text[1]) >= least]
