"""The commonest foods: those with everyday names in starter-names.csv, and the healthy ones."""

import csv
import io

# The documented minimum.
FOODS_MIN = 500
# Foods of which no table of the USDA has a household weight.
WITHOUT_PORTION = {"Dragon fruit", "Chicken kiev", "Restaurant, Italian, cheese ravioli with marinara sauce"}


def violations(names_text, healthy_text, foods):
    """Returns a sentence for each common food without a portion; `foods` are those of the catalog by id."""
    common = [foods[food_id] for food_id in ids(names_text, healthy_text) if food_id in foods]
    found = [f"The common food {food['name']} has no portion." for food in common
             if not food["portions"] and food["name"] not in WITHOUT_PORTION]
    if len(common) < FOODS_MIN:
        found.append(f"There are {len(common)} common foods; the minimum is {FOODS_MIN}.")
    return found


def ids(names_text, healthy_text):
    """Returns the ids of the common foods, in the order of the files."""
    named = [row["id"] for row in csv.DictReader(io.StringIO(names_text, newline=""))]
    healthy = [row["foodId"] for row in csv.DictReader(io.StringIO(healthy_text, newline=""))]
    return list(dict.fromkeys(named + healthy))
