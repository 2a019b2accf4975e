"""USDA National Nutrient Database for Standard Reference, release 28 (public domain): foods and household portions.

sr28/ has the columns that the starter catalog uses, compressed. `make-starter-catalog --compact FOLDER` makes both
files again from the complete tables.
"""

import csv
import hashlib
import io
import lzma
import pathlib
import sys
from decimal import Decimal

from .portions import Measure
from .rules import NUTRIENTS, tidy

FOLDER = pathlib.Path(__file__).resolve().parent / "sr28"
# Name of each compact file, with its columns and the SHA-256 of its uncompressed text.
FOODS, PORTIONS = "foods.csv.xz", "portions.csv.xz"
COLUMNS = {FOODS: ["ndb", "name", "group", *NUTRIENTS], PORTIONS: ["ndb", "amount", "unit", "grams"]}
ORIGINALS = {FOODS: "sr28-foods.csv", PORTIONS: "sr28-portions.csv"}
SHA256 = {
    FOODS: "324b311c60d4863b6518b3eb1b69b5e7d16c318b8b5c18577c24611f79b3e0cb",
    PORTIONS: "2eafbc22ebdca0a5e85959100ac238d91bf92527a85a80c0a476928853fa0ee6",
}


def foods():
    """Returns the foods in the order of the table, with unknown nutrients as None."""
    return [{"ndb": row["ndb"], "name": tidy(row["name"]), "category": row["group"],
             **{column: Decimal(row[column]) if row[column] else None for column in NUTRIENTS}}
            for row in rows(FOODS)]


def measures(foods):
    """Returns the household weights of foods by their numbers, as lists."""
    by_number, found = {food["ndb"]: food for food in foods}, {}
    for row in rows(PORTIONS):
        food = by_number[row["ndb"]]
        found.setdefault(row["ndb"], []).append(
            Measure(Decimal(row["amount"]), row["unit"], Decimal(row["grams"]), food["name"], food["category"]))
    return found


def rows(name):
    text = lzma.decompress((FOLDER / name).read_bytes())
    if hashlib.sha256(text).hexdigest() != SHA256[name]:
        sys.exit(f"{name} is not the expected table: its SHA-256 differs.")
    return csv.DictReader(io.StringIO(text.decode("utf-8"), newline=""))


def compact(folder):
    """Writes the compact files from the complete tables in a folder; exits if these are not the expected ones."""
    for name, columns in COLUMNS.items():
        with open(pathlib.Path(folder) / ORIGINALS[name], encoding="utf-8", newline="") as file:
            text = table(csv.DictReader(file), columns)
        if hashlib.sha256(text).hexdigest() != SHA256[name]:
            sys.exit(f"{ORIGINALS[name]} is not the expected table: the SHA-256 of its columns differs.")
        (FOLDER / name).write_bytes(lzma.compress(text, preset=9))


def table(records, columns):
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([record[column] for column in columns] for record in records)
    return out.getvalue().encode("utf-8")
