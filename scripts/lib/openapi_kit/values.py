"""Values that obey the rules that no schema can say: a known time zone, a check digit, an age."""

import datetime
import secrets
import unicodedata

from openapi_kit.people import PORTION, PORTION_GRAMS

# Ages outside of 13 to 120 years are refused.
BIRTH_YEARS = range(1930, 2010)
# In 100 g.
KCAL_MAX, AMOUNT_MAX = 4_000, 1_000_000
# Slices, of which an entry may have 10 kg.
QUANTITY_MAX = 200
# A serving has at least a gram.
SERVINGS_MAX = 10
# A letter that the server leaves out of words.
APOSTROPHE = "\u02bc"
FORMULAS_WITH_BODY_FAT = ("katchMcArdle", "cunningham")


def correct_body(case, person):
    if not isinstance(case.body, dict):
        return
    for field, correct in VALUES.items():
        if isinstance(case.body.get(field), (str, list, dict)):
            case.body[field] = correct(case.body[field], person)
    if case.body.get("formula") in FORMULAS_WITH_BODY_FAT and case.body.get("bodyFatPercent") is None:
        case.body["bodyFatPercent"] = 24
    for field in ("quantity", "more"):
        if isinstance(case.body.get(field), (int, float)):
            case.body[field] = min(case.body[field], QUANTITY_MAX)


def amounts_of_food(case, _person):
    """Limits amounts to those that are allowed in the weight that they refer to."""
    body = case.body
    if not isinstance(body, dict):
        return
    share = ((body.get("per") or {}).get("grams") or 100) / 100
    for amounts in (body, body.get("nutrients") or {}):
        for field, value in amounts.items():
            most = KCAL_MAX if field == "kcal" else AMOUNT_MAX
            if field not in ("per", "servingG") and isinstance(value, (int, float)) and not isinstance(value, bool):
                amounts[field] = min(value, most * share)


def weight_of_recipe(case, _person):
    """A cooked weight and servings that fit the ingredients, so that 100 g have a possible energy."""
    body = case.body
    if not isinstance(body, dict):
        return
    items = [item for item in body.get("ingredients") or [] if isinstance(item, dict)]
    weight = sum(item.get("grams") or PORTION_GRAMS * (item.get("quantity") or 1) for item in items)
    if isinstance(body.get("cookedGrams"), (int, float)):
        body["cookedGrams"] = max(body["cookedGrams"], weight)
    if isinstance(body.get("servings"), (int, float)):
        body["servings"] = min(body["servings"], SERVINGS_MAX)


def value_of_kind(case, _person):
    """A value that each kind of measurement allows."""
    if isinstance(case.body, dict) and "value" in case.body:
        case.body["value"] = 65


def has_word(text):
    return any(unicodedata.category(character)[0] in "LN" and character != APOSTROPHE for character in text)


def with_word(value, _person=None):
    """Makes the last character of each text a letter, if a text has none: patterns are not exact above U+00FF."""
    if isinstance(value, dict):
        return {key: with_word(item) for key, item in value.items()}
    return value if not isinstance(value, str) or not value or has_word(value) else value[:-1] + "a"


def with_check_digit(barcode, _person=None):
    """Replaces the last digit by the check digit of GS1; the number 0 is no barcode."""
    digits = [int(character) for character in barcode if character in "0123456789"]
    digits[0] = digits[0] or 4
    total = sum(digit * (3 if index % 2 == 0 else 1) for index, digit in enumerate(reversed(digits[:-1])))
    digits[-1] = -total % 10
    return "".join(map(str, digits))


def birth_date(text, _person):
    try:
        date = datetime.date.fromisoformat(text)
    except ValueError:
        return text
    return f"{BIRTH_YEARS[date.year % len(BIRTH_YEARS)]}-{date.month:02}-{min(date.day, 28):02}"


def ingredients(items, person):
    if person is None or isinstance(items, str):
        return items
    return [heavy_enough(item) | {"foodId": person.bread()} if isinstance(item, dict) else item for item in items]


def heavy_enough(item):
    """An ingredient of which each serving has a gram."""
    least = {"grams": SERVINGS_MAX, "quantity": 1}
    return item | {field: max(item[field], value) for field, value in least.items()
                   if isinstance(item.get(field), (int, float))}


def new_id(_id=None, _person=None):
    """An id that no object has: the examples of a document all have the same one."""
    return f"0192f0c1-2b4e-7d11-8a55-{secrets.token_hex(6)}"


def meals(items, _person):
    """Each meal once, with percentages that add up to 100."""
    if not all(isinstance(item, dict) for item in items):
        return items
    found = list({item["meal"]: item for item in items}.values())
    return [item | {"percent": 100 / len(found)} for item in found]


def without_brackets(address, _person):
    return address.replace("[", "a").replace("]", "a")


def portions(items, _person):
    """Portions of a food with different names; other lists have no names."""
    if not all(isinstance(item, dict) and "name" in item for item in items):
        return items
    return list({item["name"].strip(): item | {"name": with_word(item["name"])} for item in items}.values())


VALUES = {
    "id": new_id,
    # The clock decides which times have passed.
    "at": lambda _text, _person: "2026-03-10T12:00:00Z",
    "timeZone": lambda _text, _person: "Europe/Kyiv",
    "birthDate": birth_date,
    "barcode": with_check_digit,
    "foodId": lambda text, person: person.bread() if person else text,
    "portion": lambda _text, _person: PORTION,
    "ingredients": ingredients,
    "meals": meals,
    "portions": portions,
    # schemathesis ends with an error for an address in a response that has one bracket of an IPv6 address.
    "imageURL": without_brackets, "recipeURL": without_brackets,
    "name": with_word, "names": with_word, "brand": with_word, "category": with_word, "description": with_word,
    "descriptions": with_word,
}
