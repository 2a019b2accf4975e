"""Checks Services/FoodCatalog/Data/healthy-foods.csv, which is edited manually."""

import collections
import csv
import io
import re
import uuid

from .words import text_violations

HEADER = ["id", "slug", "name", "nameUk", "nameTh", "category", "kcal", "foodId", "description", "descriptionUk",
          "descriptionTh", "recipeURL", "imageURL"]
CATEGORIES = ["dairy", "egg", "fish", "fruit", "grain", "legume", "meat", "nut", "oil", "seed", "vegetable"]
NAMESPACE = uuid.uuid5(uuid.NAMESPACE_DNS, "healthy-foods.mealwire")
NAME_LENGTH_MAX = 100
DESCRIPTION_LENGTH = range(60, 501)
# The documented minimum.
FOODS_MIN = 60
SLUG = re.compile(r"[a-z]+(-[a-z]+)*")
RECIPE_URL = re.compile(r"https://en\.wikibooks\.org/wiki/Cookbook:[A-Z][A-Za-z_-]*")
LANGUAGES = {"": "en", "Uk": "uk", "Th": "th"}


def violations(text, foods):
    """Returns a sentence for each violated rule; `foods` are the foods of the starter catalog by id."""
    rows = list(csv.reader(io.StringIO(text, newline="")))
    if not rows or rows[0] != HEADER:
        return ["The header is not " + ",".join(HEADER) + "."]
    found, healthy = [], []
    for line, row in enumerate(rows[1:], start=2):
        if len(row) != len(HEADER):
            found.append(f"Row {line} has {len(row)} columns instead of {len(HEADER)}.")
            continue
        food = dict(zip(HEADER, row))
        found += [f"Row {line} ({food['name']}): {problem}." for problem in row_violations(food, foods)]
        healthy.append(food)
    for column in ["slug", "name", "nameUk", "nameTh", "foodId", "description", "descriptionUk", "descriptionTh"]:
        values = collections.Counter(food[column] for food in healthy)
        found += [f"The {column} {value} occurs {times} times." for value, times in values.items() if times > 1]
    if len(healthy) < FOODS_MIN:
        found.append(f"There are {len(healthy)} foods; the minimum is {FOODS_MIN}.")
    return found


def row_violations(food, foods):
    problems = []
    if not SLUG.fullmatch(food["slug"]):
        problems.append(f"the slug {food['slug']} is not words joined by hyphens")
    if food["id"] != food_id(food["slug"]):
        problems.append(f"the id does not match the slug; it must be {food_id(food['slug'])}")
    if food["category"] not in CATEGORIES:
        problems.append(f"the category {food['category']} is not one of {', '.join(CATEGORIES)}")
    starter = foods.get(food["foodId"])
    if starter is None:
        problems.append("the foodId is not in the starter catalog")
    elif food["kcal"] != starter["kcal"]:
        problems.append(f"kcal is {food['kcal']}, but the starter food has {starter['kcal']}")
    if not RECIPE_URL.fullmatch(food["recipeURL"]):
        problems.append("the recipeURL is not a page of the Wikibooks Cookbook")
    if food["imageURL"] and not food["imageURL"].startswith("https://"):
        problems.append("the imageURL is not https")
    return problems + [problem for suffix, language in LANGUAGES.items() for problem in texts(food, suffix, language)]


def texts(food, suffix, language):
    """Returns the errors in the name and the description in one language."""
    name, description = food["name" + suffix], food["description" + suffix]
    problems = [f"name{suffix} {problem}" for problem in text_violations(language, name)]
    # Vitamins have Latin letters in every language.
    plain = re.sub(r"\b[ABCDEK](?=[\d\s,.;]|$)", "", description) if language == "uk" else description
    problems += [f"description{suffix} {problem}" for problem in text_violations(language, " ".join(plain.split()))]
    if len(name) > NAME_LENGTH_MAX:
        problems.append(f"name{suffix} has more than {NAME_LENGTH_MAX} characters")
    if len(description) not in DESCRIPTION_LENGTH:
        problems.append(f"description{suffix} has {len(description)} characters instead of "
                        f"{DESCRIPTION_LENGTH.start} to {DESCRIPTION_LENGTH.stop - 1}")
    return problems


def food_id(slug):
    return str(uuid.uuid5(NAMESPACE, slug))
