"""The text of starter-catalog.csv, and the rules that it must satisfy."""

import collections
import csv
import io
import re
from decimal import Decimal

from . import allergens, expectations, food_types
from .rules import NUTRIENTS, PARTS, SOURCES, exceeds_its_whole, food_id, is_plain_number, number, refusal, tidy

HEADER = ["id", "name", "source", "category", *NUTRIENTS, "portions", "type", "allergens"]
PORTIONS_MAX = 8
# Maximum of own foods' portions in Shared/Base/Contracts/FoodCatalog/Own/FoodChange.swift.
PORTION_NAME_LENGTH_MAX = 60
# The catalog is part of each package, and a fresh stack reads it into memory.
FILE_BYTES_MAX = 3_000_000


def sort_key(food):
    return (food["name"], food["source"])


def csv_text(foods):
    """Returns the text of the catalog; each food has `portions` as pairs of name and grams."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(HEADER)
    for food in sorted(foods, key=sort_key):
        portions = "|".join(f"{name}={number(grams)}" for name, grams in food["portions"])
        writer.writerow([food["id"], food["name"], food["source"], food["category"],
                         *(number(food[column]) for column in NUTRIENTS), portions, *type_and_allergens(food)])
    return out.getvalue()


def type_and_allergens(food):
    food_type = food_types.food_type(food["name"], food["category"])
    return [food_type, allergens.cell(food["name"], food["category"], food_type)]


def violations(text):
    """Returns a sentence for each rule that the catalog violates."""
    rows = list(csv.reader(io.StringIO(text, newline="")))
    if not rows or rows[0] != HEADER:
        return ["The header is not " + ",".join(HEADER) + "."]
    found, foods = [], []
    for line, row in enumerate(rows[1:], start=2):
        if len(row) != len(HEADER):
            found.append(f"Row {line} has {len(row)} columns instead of {len(HEADER)}.")
            continue
        food = dict(zip(HEADER, row))
        found += [f"Row {line} ({food['name']}): {problem}." for problem in row_violations(food)]
        foods.append(food)
    ids = collections.Counter(food["id"] for food in foods)
    found += [f"The id {value} occurs more than once." for value, times in ids.items() if times > 1]
    if foods != sorted(foods, key=sort_key):
        found.append("The rows are not sorted by name and source.")
    if not foods:
        found.append("The catalog contains no food.")
    size = len(text.encode("utf-8"))
    if size > FILE_BYTES_MAX:
        found.append(f"The catalog has {size} bytes; the maximum is {FILE_BYTES_MAX}.")
    return (found + expectations.food_violations(foods) + expectations.allergen_violations()
            + expectations.portion_violations())


def row_violations(food):
    problems = []
    if food["source"] not in SOURCES.values():
        problems.append(f"the source {food['source']} is unknown")
    if not food["name"] or food["name"] != tidy(food["name"]):
        problems.append("the name is empty or has superfluous white space")
    if food["id"] != food_id(food["source"], food["name"]):
        problems.append("the id does not match source and name")
    for column in NUTRIENTS:
        if food[column] and not is_plain_number(food[column]):
            return problems + [f"{column} is not a plain number: {food[column]}"]
    numbers = {column: Decimal(food[column]) if food[column] else None for column in NUTRIENTS}
    judged = {**food, **numbers}
    if refusal(judged):
        problems.append(refusal(judged))
    problems += [f"{part} is above {whole}" for part, whole in PARTS.items() if exceeds_its_whole(judged, part, whole)]
    problems += allergens.cell_violations(food["allergens"], food["type"])
    if [food["type"], food["allergens"]] != type_and_allergens(food):
        problems.append("type and allergens do not match name and category")
    return problems + portion_violations(food["portions"])


def portion_violations(text):
    portions = text.split("|") if text else []
    problems = [f"the portion {portion} is not name=grams" for portion in portions
                if not re.fullmatch(r"[^=]*\S=[0-9.]+", portion) or not is_plain_number(portion.split("=")[1])
                or Decimal(portion.split("=")[1]) <= 0]
    names = [portion.split("=")[0] for portion in portions]
    problems += [f"the portion {name} has more than {PORTION_NAME_LENGTH_MAX} characters, or odd ones"
                 for name in names if len(name) > PORTION_NAME_LENGTH_MAX or ODD.search(name)]
    if len(portions) > PORTIONS_MAX or len(set(names)) < len(names):
        problems.append("there are too many or repeated portions")
    return problems


# Portions have words of a kitchen: no codes, no space before a comma, no parentheses.
ODD = re.compile(r"  | ,|,,|,$|[()<>{}_=|;]|\b(NFS|NS|NLEA|refuse|yields?)\b", re.IGNORECASE)

