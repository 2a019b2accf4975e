"""Chooses and orders the portions of a food."""

import re
from decimal import Decimal
from fractions import Fraction

from . import portion_names
from .catalog_file import PORTION_NAME_LENGTH_MAX, PORTIONS_MAX
from .portion_words import words
from .portions import OUNCE_GRAMS, Portion, portion

ORDER = {"piece": 0, "serving": 1, "volume": 2, "container": 3, "weight": 4}
SIZE_ORDER = ["medium", "", "regular", "large", "small", "extra large", "extra small", "mini", "baby", "thick", "thin"]
# A portion that is not eaten at once is not offered first: by energy, or a whole head of lettuce by weight.
KCAL_OF_FIRST_MAX = 500
GRAMS_OF_FIRST_MAX = {"piece": 310, "serving": 450, "container": 450}
WHOLES = {"head", "bunch"}
# A piece below this weight, such as one almond, is offered after servings and cups.
PIECE_OF_FIRST_GRAMS_MIN = 19
OWN_MEASURES = {"clove", "egg"}
# Eggs are sold and counted as large ones.
USUAL_EGG = SIZE_ORDER[0]
# Rich and salty foods are measured by the spoon, others by the cup.
SPOON_KCAL_MIN, SPOON_SODIUM_MG_MIN = 150, 700
SPOON_NAME = re.compile(r"^(spices|vinegar)", re.IGNORECASE)
SPOONS = {"tbsp", "tsp"}
# Two portions are the same amount if their weights differ by at most this share.
SAME_WEIGHT_SHARE = 0.01
# What a drink is measured by, in fluid ounces, where the table has only these.
FLUID_OUNCES = [(re.compile(pattern, re.IGNORECASE), unit, Decimal(count)) for pattern, unit, count in [
    (r": .*espresso", "shot", "1"), (r": alcoholic beverage, (distilled|liqueur|creme)", "shot", "1.5"),
    (r": alcoholic beverage, wine", "glass", "5"),
    (r"^(beverages|soups.*|fruits and fruit juices|dairy.*): (?!alcoholic)", "cup", "8"),
]]


def chosen(food, counts):
    """Returns the portions of a food's measures, the most useful first."""
    made = []
    for measure in food["measures"]:
        found = portion(measure, food)
        if found is None:
            counts["portions left out: no portion of a meal"] += 1
        elif not portion_names.is_known(found):
            counts["portions left out: a word that the table does not have"] += 1
        elif len(portion_names.english(found)) > PORTION_NAME_LENGTH_MAX:
            counts["portions left out: a long name"] += 1
        else:
            made.append(found)
    kept = without_weights(without_repetitions(made, counts), food, counts)
    ordered = sorted(enumerate(kept), key=lambda pair: (*rank(pair[1], food), pair[0]))
    counts["portions left out: more than the maximum"] += max(0, len(ordered) - PORTIONS_MAX)
    result = [found for _, found in ordered[:PORTIONS_MAX]]
    counts["portions kept"] += len(result)
    return result


def without_repetitions(made, counts):
    """Removes repeated names, halves beside wholes, and amounts that weigh as much as a plainer one."""
    by_name = {}
    for found in made:
        by_name.setdefault(portion_names.english(found), []).append(found)
    # Sizes that the names do not tell, such as those of packages: the middle one.
    unique = [sorted(same, key=lambda found: found.grams)[(len(same) - 1) // 2] for same in by_name.values()]
    wholes = {found[1:4] for found in unique if found.amount == 1}
    result = [found for found in unique if (found.amount >= 1 or found[1:4] not in wholes)
              and not any(is_plainer(other, found) and has_same_weight(other, found) for other in unique)]
    counts["portions left out: repeated or derivable"] += len(made) - len(result)
    return result


def is_plainer(other, found):
    """Returns whether another portion names the same amount better."""
    if other is found or other.unit.kind == "weight":
        return False
    if found.unit.name == "serving":
        return other.unit.name != "serving"
    return other[:3] == found[:3] and len(other.hows) < len(found.hows)


def has_same_weight(portion, other):
    return abs(portion.grams - other.grams) <= SAME_WEIGHT_SHARE * float(other.grams)


def without_weights(made, food, counts):
    """Removes ounces, which are no portion, unless a food has nothing else; drinks get a cup or a shot instead."""
    kept = [found for found in made if found.unit.kind != "weight"]
    if kept or not made:
        counts["portions left out: a unit of weight"] += len(made) - len(kept)
        return kept
    ounces = next((found for found in made if found.unit.name == "fl oz" and found.amount == 1), None)
    source = food["measures"][0]
    for pattern, unit, count in FLUID_OUNCES:
        if ounces and pattern.search(f"{source.category}: {source.name}"):
            grams = (ounces.grams * count).quantize(Decimal("0.1"))
            return [Portion(ounces.amount, None, words().units[unit], (), grams)]
    first = made[0]
    if first.unit.name == "oz":
        first = Portion(Fraction(1), None, first.unit, (), OUNCE_GRAMS)
    return [first]


def rank(found, food):
    """Returns the place of a portion among those of a food; lower ones come first."""
    kcal, unit = float(food["kcal"] * found.grams) / 100, found.unit
    size = found.size.name if found.size else ""
    if unit.name == "egg" and size == "large":
        size = USUAL_EGG
    is_large = (kcal > KCAL_OF_FIRST_MAX or unit.name in WHOLES
                or found.grams > GRAMS_OF_FIRST_MAX.get(unit.kind, found.grams))
    is_crumb = unit.kind == "piece" and found.grams < PIECE_OF_FIRST_GRAMS_MIN and unit.name not in OWN_MEASURES
    by_spoon = (food["kcal"] >= SPOON_KCAL_MIN or (food["sodiumMg"] or 0) >= SPOON_SODIUM_MG_MIN
                or SPOON_NAME.search(food["name"]) is not None)
    is_less_usual = unit.kind == "volume" and (unit.name in SPOONS) != by_spoon
    return (is_large, is_crumb, ORDER[unit.kind], is_less_usual, SIZE_ORDER.index(size) if size in SIZE_ORDER else 99)
