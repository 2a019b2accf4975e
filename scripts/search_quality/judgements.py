"""What people type, and which foods answer it: queries.tsv and foods.tsv."""

import csv
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
STARTER = os.path.join(HERE, "..", "..", "Services", "FoodCatalog", "Data", "starter-catalogue.csv")
SEPARATOR = " | "
# Before names that only the large set has.
LARGE_MARK = "+"
# A space too many or too few is a typing error as well.
TYPO_CLASSES = ("typo1", "typo2", "spacing")
# Only the large set has foods that answer these.
LARGE_CLASSES = ("branded",)
SUCCESS_AT_3_MIN, TYPO_SUCCESS_AT_3_MIN = 0.9, 0.8


class Query:
    """What somebody types, and the names of the foods that answer it."""

    def __init__(self, name_of_class, language, text, names):
        self.name_of_class, self.language, self.text = name_of_class, language, text
        self.names = [name.removeprefix(LARGE_MARK) for name in names]
        # Those that must be there whatever set is asked.
        self.starter_names = [name for name in names if not name.startswith(LARGE_MARK)]
        self.wanted = {folded(name) for name in self.names}

    def is_answered_by(self, food, starter_names):
        """Whether a result is one of the foods: by its id, whatever language it is shown in, or by brand and name."""
        brand, name = food.get("brand") or "", food["name"]
        told = {folded(name), folded(f"{brand}, {name}"), folded(starter_names.get(food["id"].lower(), name))}
        return not told.isdisjoint(self.wanted)


def folded(name):
    """Without what is only spelling: case and spaces."""
    return " ".join(name.split()).casefold()


def lines(file_name):
    with open(os.path.join(HERE, file_name), encoding="utf-8") as file:
        for number, line in enumerate(file, start=1):
            if line.strip() and not line.startswith("#"):
                yield number, line.rstrip("\n").split("\t")


def read():
    """All queries; stops if a file is not written as it ought to be."""
    foods = {key: names.split(SEPARATOR) for _, (key, names) in lines("foods.tsv")}
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
            problems.append(f"queries.tsv, line {number}: “{text}” is there twice")
        seen.add((language, text))
        queries.append(Query(name_of_class, language, text, names))
    if problems:
        sys.exit("\n".join(problems))
    return queries


def starter_names():
    """The names of the starter catalogue by id."""
    with open(STARTER, encoding="utf-8", newline="") as file:
        return {row["id"].lower(): row["name"] for row in csv.DictReader(file)}


def large_names(path):
    """The names of a large set, with brands, as far as queries want them."""
    with open(path, encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            if row["kcal"]:
                yield folded(row["name"])
                yield folded(f"{row['brand']}, {row['name']}")


def unknown_names(queries, names, of_large=False):
    """A sentence for each name that no food has: such a judgement judges nothing."""
    return [f"“{query.text}” wants “{name}”, and there is no such food" for query in queries
            for name in (query.names if of_large else query.starter_names) if folded(name) not in names]


def typed(queries, least=2):
    """What stands there while the queries are typed letter by letter, in order, each once."""
    texts = {}
    for query in queries:
        text = re.sub(r"\s+", " ", query.text).strip()
        for length in range(least, len(text) + 1):
            texts[(query.language, text[:length].strip())] = None
    return [text for text in texts if len(text[1]) >= least]
