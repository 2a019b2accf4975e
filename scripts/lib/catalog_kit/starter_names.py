"""Checks Services/FoodCatalog/Data/starter-names.csv, which is edited manually."""

import collections
import csv
import io

from .words import LANGUAGES, text_violations

HEADER = ["id", "language", "name"]
NAME_LENGTH_MAX = 200
# The documented minimum of foods with names in both languages.
FOODS_MIN = 300
REQUIRED = ["uk", "th"]


def violations(text, foods):
    """Returns a sentence for each violated rule; `foods` are the foods of the starter catalog by id."""
    rows = list(csv.reader(io.StringIO(text, newline="")))
    if not rows or rows[0] != HEADER:
        return ["The header is not " + ",".join(HEADER) + "."]
    found, seen, finished, previous = [], set(), set(), None
    languages = collections.defaultdict(set)
    for line, row in enumerate(rows[1:], start=2):
        if len(row) != len(HEADER):
            found.append(f"Row {line} has {len(row)} columns instead of {len(HEADER)}.")
            continue
        food, language, name = row
        found += [f"Row {line} ({name}): {problem}." for problem in row_violations(food, language, name, foods)]
        if (food, language, name.casefold()) in seen:
            found.append(f"Row {line} ({name}): the food already has this name.")
        if food in finished:
            found.append(f"Row {line} ({name}): the lines of a food must be adjacent.")
        if previous not in (None, food):
            finished.add(previous)
        seen.add((food, language, name.casefold()))
        languages[food].add(language)
        previous = food
    complete = sum(languages[food].issuperset(REQUIRED) for food in languages)
    if complete < FOODS_MIN:
        found.append(f"{complete} foods have names in {' and '.join(REQUIRED)}; the minimum is {FOODS_MIN}.")
    return found + ambiguous(rows[1:])


def row_violations(food, language, name, foods):
    if language not in LANGUAGES:
        return [f"the language {language} is not one of {', '.join(LANGUAGES)}"]
    problems = [] if food in foods else ["the id is not in the starter catalog"]
    if len(name) > NAME_LENGTH_MAX:
        problems.append(f"the name has more than {NAME_LENGTH_MAX} characters")
    return problems + ["the name " + problem for problem in text_violations(language, name)]


def ambiguous(rows):
    """Returns names shown for two foods: the first name in a language is the displayed one."""
    shown, found = {}, []
    firsts = {}
    for row in rows:
        if len(row) == len(HEADER):
            firsts.setdefault((row[0], row[1]), row[2])
    for (food, language), name in firsts.items():
        other = shown.setdefault((language, name.casefold()), food)
        if other != food:
            found.append(f"The name {name} is shown for two foods, {other} and {food}.")
    return found
