"""Makes readable portions, such as "1 cup, sliced", of the household measures of USDA's tables."""

import re
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from typing import NamedTuple

from .portion_words import How, Size, Unit, words
from .rules import tidy


class Measure(NamedTuple):
    """A household weight of a source."""
    amount: Decimal
    unit: str
    grams: Decimal
    # The food of the source, which names what a bare size means.
    name: str
    category: str


class Portion(NamedTuple):
    amount: Fraction
    size: Size
    # A text if the word is not in portion-words.tsv.
    unit: Unit
    hows: tuple
    grams: Decimal


# Weights that are no portion: what a pound of raw meat yields, a whole roast, a unit of weight or volume by itself.
NO_PORTION = re.compile(
    r"yield from 1 lb|recipe yield|package yield|ready[- ]to[- ]cook|^(lb|g|grams?|ml|liter|quart|pint|raw pr g)\b|"
    r"^1 ?lb|^pound|in shell|crust not eaten|inch sub|cubic inch|amount (of dry mix )?to make|^portion, dough|^roast\b|"
    r"^(leg|shank|oz|lb) .*(shank|rump|spiral|trotter|heel|bottom)|^full rump|(in|out)side drum|(fan|flat) fillet|"
    r"carcass|separable fat|dry.*yields?|as purchased|^(package|can).*yields?|^spray|from 19\d\d\d|"
    r"serving size varied", re.I)
BRANDS = re.compile(
    r"\b(gerber|heinz|beech[- ]?nut|earth's best|dannon sprinkl'ins|pepperidge farm.*|little debbie|swiss miss|alba|"
    r"hersheys|bakers|mcdonald's|wasa rye|cheez-its|wheat thins|triscuits?|rye krisp)\b.*", re.I)
NOISE = re.compile(
    r",? ?\d+/lb\b|\b(1|one) (NLEA )?serving\b|\bNLEA\b|\bNFS\b|\bNS as to .*|,? ?(excluding|without) refuse|"
    r",? ?edible (portion|yield)|\byields?\b|\bserving size\b|\bapprox\w*\.?|,? without skin and seeds?|"
    r",? without seeds|\bdiameter\b|\bregular size\b|\btotal can contents\b|\bpoured from box\b|"
    r"\bspooned into cup\b|\bstirred\b|\bin hulls\b|\bpresliced\b|\bassorted\b|\bwithout ice\b|\bto \d+ per lb\b", re.I)
INNER = re.compile(
    r"^servings?,? ((?:\d+ )?\d*\.?\d+(?:/ ?\d+)?) (cups?|tbsp|tsp|tablespoons?|teaspoons?|cookies|slices|pieces|"
    r"crackers|biscuits?|pats?|bars?|mints|links?)\b")
MEASURE_IN_SERVING = re.compile(r"^serving .*\b(oz|fl oz|ml|g|gram|ounce|fluid)\b.*")
# Fractions that the tables round to two or three decimals.
FRACTIONS = {".33": "1/3", ".333": "1/3", ".34": "1/3", ".66": "2/3", ".666": "2/3", ".667": "2/3", ".67": "2/3",
             ".167": "1/6", ".083": "1/12", ".99": "1", "1.33": "4/3", "1.333": "4/3", "2.33": "7/3", "2.7": "8/3"}
# A serving of 3 oz is how the tables give the weight of cooked meat and fish.
MEAT_SERVING = (Fraction(3), Decimal(84), Decimal(86))
# Categories in which an ounce is the usual serving.
OUNCE_SERVING = re.compile(r"^(Nut and Seed Products|Snacks)$")
OUNCE_SERVING_NAME = re.compile(r"^cheese, (?!cottage|ricotta)", re.I)
# Foods of which a measure of another name is meant: singular nouns for bare sizes.
NOUNS = [(re.compile(pattern, re.I), noun) for pattern, noun in [
    (r"^eggs?,", "egg"), (r"^apples?, raw", "apple"), (r"^apricots?, raw", "apricot"),
    (r"^bananas?\b.*raw", "banana"), (r"^oranges?, raw", "orange"), (r"^tangerines?\b.*raw", "tangerine"),
    (r"^clementines?, raw", "clementine"), (r"^grapefruit, raw", "grapefruit"), (r"^lemons?, raw", "lemon"),
    (r"^limes?, raw", "lime"), (r"^(pears?, raw|pears, asian)", "pear"), (r"^peach(es)?,.* raw", "peach"),
    (r"^nectarines?, raw", "nectarine"), (r"^plums?, raw", "plum"), (r"^mangos?, raw", "mango"),
    (r"^kiwi.*(raw|green)", "kiwi"), (r"^papayas?, raw", "papaya"), (r"^pineapple, raw", "pineapple"),
    (r"^persimmons, japanese, raw", "persimmon"), (r"^plantains?, raw", "plantain"), (r"^figs?, raw", "fig"),
    (r"^strawberries, raw", "strawberry"), (r"^olives,", "olive"), (r"^pickles?, cucumber", "pickle"),
    (r"^cucumber", "cucumber"), (r"^tomatoes", "tomato"), (r"^carrots", "carrot"), (r"^onions,", "onion"),
    (r"^potatoes,", "potato"), (r"^sweet potato,", "sweet potato"), (r"^radishes, raw", "radish"),
    (r"^turnips, raw", "turnip"), (r"^peppers?,", "pepper"), (r"^mushrooms?, white", "mushroom"),
    (r"^mushrooms?, ", "mushroom"), (r"^squash, (summer|zucchini)", "squash"), (r"^avocados, raw", "avocado"),
    (r"^crustaceans, shrimp", "shrimp"), (r"^mollusks, oyster", "oyster"), (r"^mollusks, clam", "clam"),
    (r"^mollusks, mussel", "mussel"), (r"^bagels", "bagel"), (r"^croissants", "croissant"), (r"^muffins", "muffin"),
    (r"^doughnuts", "doughnut"), (r"^cookies,", "cookie"), (r"^(rolls|fast foods, miniature cinn)", "roll"),
    (r"^biscuits", "biscuit"),
    (r"rice cake", "rice cake"), (r"^potato pancake", "potato pancake"),
    (r"^pancakes", "pancake"), (r"^waffles", "waffle"), (r"^candies, marshmallow", "marshmallow"),
    (r"cheeseburger|hamburger;|whopper|big mac|quarter pounder|wendy's, (classic|jr)", "burger"),
    (r"^fast foods, (hotdog|hot dog)", "hot dog"), (r"sandwich|biscuit, with|filet-o-fish|mcchicken", "sandwich"),
    (r"burrito", "burrito"), (r"taco bell, soft taco", "taco"), (r"^egg rolls?", "egg roll"),
]]
# General words of the table that mean something else in some foods: the word, the food, the noun.
RENAMED = [(unit, re.compile(pattern, re.I), noun) for unit, pattern, noun in [
    ("cherry", r"^tomatoes", "cherry tomato"), ("cake", r"rice cake", "rice cake"),
    ("shoot", r"^brussels", "Brussels sprout"), ("piece", r"^potato pancake", "potato pancake"),
    ("spear", r"^pickles", "piece"), ("wafer", r"^(cookies|snacks)", "cookie"),
    ("biscuit", r"^cereals|^babyfood", "piece"),
]]
# What yields juice is no portion of it.
JUICE, SQUEEZED = re.compile(r"\bjuice\b", re.I), {"fruit", "lemon", "lime", "orange", "wedge"}
OUNCE_GRAMS = Decimal("28.35")
KCAL_MAX = 1_500
GRAMS_MAX = 1_500
# Pieces of at least this weight are counted one by one; of lighter ones a number is the portion.
COUNTED_GRAMS_MIN = 5


def portion(measure, food):
    """Returns the portion of a measure of a food, or None if it is none."""
    amount, text, grams = fraction(measure.amount), tidy(measure.unit).lower(), measure.grams
    text = text.replace("with pits, yields", "with pits")
    if grams <= 0 or grams > GRAMS_MAX or NO_PORTION.search(text):
        return None
    if text.startswith("oz") and amount == MEAT_SERVING[0] and MEAT_SERVING[1] <= grams <= MEAT_SERVING[2]:
        text, amount = "serving", Fraction(1)
    text = without_notes(text)
    inner = INNER.match(text)
    if inner:
        amount, text = amount * fraction_of_text(inner[1]), inner[2]
    elif MEASURE_IN_SERVING.match(text):
        text = "serving"
    size, unit, hows = parsed(text)
    size, unit = with_noun(size, unit, measure)
    if isinstance(unit, Unit) and unit.name in SQUEEZED and JUICE.search(measure.name):
        return None
    if unit is None or (size and isinstance(unit, Unit) and unit.kind == "volume"):
        return None
    return normalized(Portion(amount, size, unit, hows, grams), food, measure)


def without_notes(text):
    """Removes notes in parentheses, brands and words that say nothing to a user."""
    while re.search(r"\([^()]*\)", text):
        text = re.sub(r"\([^()]*\)", " ", text)
    text = BRANDS.sub(" ", text.replace("each ", "", 1) if text.startswith("each ") else text)
    text = NOISE.sub(" ", text)
    # Dimensions and weights beside a unit: 4" long, 1/8 of 9" dia, 12 fl oz.
    text = re.sub(r"[,]? ?(about )?[\d\-/. ]*\d(\"|''| ?in\.?\b| inch)[^,]*", " ", text)
    text = re.sub(r"(?<=[a-z]),? (of )?[\d./]+ ?(fl ?oz|oz|ml|g)\b.*", " ", text)
    text = re.sub(r"\b(per )?1/\d+ (of |per )?(the )?(pizza|pie|loaf|cake)\b", " ", text)
    text = re.sub(r"\([^()]*$", " ", text)
    return tidy(re.sub(r"\s+,", ",", text)).strip(" ,")


def parsed(text):
    """Returns the size, the unit and the ways of preparation of a text; the unit is a text if it is unknown."""
    known = words()
    size, hows = None, []
    first, *rest = [part.strip() for part in re.split(r"[,;]", text) if part.strip()] or [""]
    tokens = first.split()
    tokens, size = without_size(tokens, size)
    if size and tokens == ["whole"]:
        tokens = []
    unit, remaining = leading_unit(tokens)
    if remaining:
        rest = [" ".join(remaining), *rest]
    for part in rest:
        words_left, size = without_size(part.split(), size)
        part = " ".join(words_left)
        if part and part not in ("of", "only"):
            hows.append(how_of(part))
    return size, unit, tuple(dict.fromkeys(hows))


def without_size(tokens, size):
    sizes = words().sizes
    for length in (2, 1):
        for start in range(len(tokens) - length + 1):
            found = sizes.get(" ".join(tokens[start:start + length]))
            if found and size is None and tokens[start + length:start + length + 1] != ["curd"]:
                return tokens[:start] + tokens[start + length:], found
    return tokens, size


def leading_unit(tokens):
    """Returns the unit at the beginning, else at the end, and the other words."""
    units = words().units
    for length in range(min(4, len(tokens)), 0, -1):
        found = units.get(" ".join(tokens[:length]))
        if found:
            return found, tokens[length:]
    for length in range(min(2, len(tokens) - 1), 0, -1):
        found = units.get(" ".join(tokens[-length:]))
        if found:
            return found, tokens[:-length]
    return " ".join(tokens), []


def how_of(text):
    """Returns the way of preparation; combined ones are joined, and unknown ones stay texts."""
    hows = words().hows
    if text in hows:
        return hows[text]
    tokens = text.split()
    for end in range(1, len(tokens)):
        head, tail = " ".join(tokens[:end]), " ".join(tokens[end:])
        if head in hows and tail in hows:
            return How(f"{head}, {tail}", f"{hows[head].ukrainian}, {hows[tail].ukrainian}",
                       f"{hows[head].thai} {hows[tail].thai}")
    parts = re.split(r" or | and |/", text)
    if len(parts) > 1 and all(part.strip() in hows for part in parts):
        found = list(dict.fromkeys(hows[part.strip()] for part in parts))
        return How(" or ".join(how.name for how in found),
                   " або ".join(dict.fromkeys(how.ukrainian for how in found)),
                   "หรือ".join(dict.fromkeys(how.thai for how in found)))
    return text


def with_noun(size, unit, measure):
    """Names what a bare size or a general unit means: "1 medium" of bananas is a medium banana."""
    name = unit.name if isinstance(unit, Unit) else unit
    known = words().units
    for unit_name, pattern, noun in RENAMED:
        if name == unit_name and pattern.search(measure.name):
            return size, known[noun]
    if name in ("", "fruit") or (name == "piece" and size):
        noun = next((noun for pattern, noun in NOUNS if pattern.search(measure.name)), None)
        if noun and (size or name):
            return size, known[noun]
    if isinstance(unit, Unit):
        return size, unit
    if not name:
        return size, (known["piece"] if size else None)
    return size, (name if re.fullmatch(r"[a-z][a-z' -]{1,24}[a-z]", name) else None)


def normalized(found, food, measure):
    """Returns the portion of one unit where the table counts several that are eaten one by one."""
    amount, grams = found.amount, found.grams
    if isinstance(found.unit, Unit) and found.unit.name == "oz":
        grams = OUNCE_GRAMS * decimal(amount)
        if is_ounce_serving(measure):
            found = found._replace(unit=words().units["serving"], hows=())
    kind = found.unit.kind if isinstance(found.unit, Unit) else "piece"
    if amount > 1 and (kind != "piece" or found.size or grams / decimal(amount) >= COUNTED_GRAMS_MIN
                       or amount.denominator != 1) or amount.denominator > 12:
        grams, amount = grams / decimal(amount), Fraction(1)
    grams = grams.quantize(Decimal("0.01"), ROUND_HALF_UP)
    if grams <= 0 or food["kcal"] * grams / 100 > KCAL_MAX:
        return None
    return found._replace(amount=amount, grams=grams)


def is_ounce_serving(measure):
    return bool(OUNCE_SERVING.search(measure.category) or OUNCE_SERVING_NAME.search(measure.name))


def fraction(amount):
    text = format(amount.normalize(), "f").lstrip("0") or "0"
    return Fraction(FRACTIONS.get(text, text if not text.startswith(".") else "0" + text))


def fraction_of_text(text):
    return sum((Fraction(part) for part in text.replace("/ ", "/").split()), Fraction(0))


def decimal(value):
    return Decimal(value.numerator) / Decimal(value.denominator)
