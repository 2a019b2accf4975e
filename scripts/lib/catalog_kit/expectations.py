"""Known facts about foods, independent of food_types and allergens, to detect errors in their rules."""

import pathlib
import re
from decimal import Decimal

from . import allergens, portion_names, portions

SWIFT_ALLERGENS = pathlib.Path(__file__).resolve().parents[3] / "Shared/Base/Contracts/Profile/Allergen.swift"

# Looked up manually: name, type, allergens.
FOODS = [
    ("Bananas, raw", "generic", "none"), ("Apple, raw", "generic", "none"), ("Celery, raw", "generic", "celery"),
    ("Celeriac, raw", "generic", "celery"), ("Mustard greens, raw", "generic", "mustard"),
    ("Lupins, mature seeds, raw", "generic", "lupin"), ("Soybeans, green, raw", "generic", "soybeans"),
    ("Milk, whole", "generic", "milk"), ("Butter, salted", "generic", "milk"), ("Cheese, cheddar", "generic", "milk"),
    ("Peanut butter, creamy", "generic", "peanuts"), ("Almond butter", "generic", "nuts"),
    ("Almond milk, unsweetened", "generic", "nuts"), ("Soy milk, unsweetened", "generic", "soybeans"),
    ("Oat milk", "generic", "gluten"), ("Coconut milk", "generic", ""), ("Tahini", "generic", "sesame"),
    ("Egg, whole, raw, fresh", "generic", "eggs"), ("Egg, whole, cooked, hard-boiled", "generic", "eggs"),
    ("Eggplant, raw", "generic", "none"), ("Nuts, coconut meat, raw", "generic", "none"),
    ("Squash, winter, butternut, raw", "generic", "none"), ("Rice, white, cooked, no added fat", "generic", "none"),
    ("Rice noodles, cooked", "generic", "none"), ("Buckwheat groats, roasted, cooked", "generic", "none"),
    ("Oats, whole grain, rolled, old fashioned", "generic", "gluten"), ("Pasta, cooked", "generic", "gluten"),
    ("Noodles, egg, enriched, cooked", "generic", "eggs|gluten"), ("Barley, pearled, raw", "generic", "gluten"),
    ("Fish, tilapia, raw", "generic", "fish"), ("Crustaceans, shrimp, raw", "generic", "crustaceans"),
    ("Crayfish, cooked", "generic", "crustaceans"), ("Mussels", "generic", "molluscs"),
    ("Mushroom, oyster", "generic", "none"), ("Fish, butterfish, raw", "generic", "fish"),
    ("Mollusks, cuttlefish, mixed species, raw", "generic", "molluscs"), ("Fish sauce", "generic", "fish"),
    ("Soy sauce", "generic", "gluten|soybeans"), ("Beer", "generic", "gluten"), ("Wine, red", "generic", "sulphites"),
    ("Apples, dried, sulfured, uncooked", "generic", "sulphites"), ("Mustard", "generic", "mustard"),
    ("Chicken, breast, boneless, skinless, raw", "generic", "none"), ("Beef, ground, raw", "generic", "none"),
    ("Turkey, diced, light and dark meat, seasoned", "dish", None), ("Olive oil", "generic", "none"),
    ("Sesame oil", "generic", "sesame"), ("Peanut oil", "generic", "peanuts"),
    ("Spices, curry powder", "dish", "celery|mustard"), ("Bread, nut", "dish", "eggs|gluten|milk|nuts"),
    ("Bread, white", "dish", "gluten"), ("Bread, gluten free", "dish", ""),
    ("Pizza, cheese, stuffed crust", "dish", "gluten|milk"), ("Pizza, no cheese, thin crust", "dish", "gluten"),
    ("Cake, sponge", "dish", "eggs|gluten|milk"),
    ("Pad Thai, NFS", "dish", "crustaceans|eggs|fish|gluten|peanuts|soybeans"),
    ("Broccoli, fresh, cooked with oil", "dish", ""), ("Egg, whole, fried with butter", "dish", "eggs|milk"),
    ("Imitation crab meat", "dish", "crustaceans|eggs|fish|gluten"),
    ("Candies, SPECIAL DARK Chocolate Bar", "dish", "milk|soybeans"), ("Flour, 00", "generic", "gluten"),
    ("Taco shell, flour", "dish", "gluten"),
    ("Sushi roll, California", "dish", "crustaceans|eggs|fish|gluten|soybeans"),
    ("Whopper (Burger King)", "dish", None), ("Yogurt, Greek, plain, nonfat", "generic", "milk"),
    ("Yogurt, Greek, strawberry, nonfat", None, "milk"), ("Hummus, plain", "dish", "sesame"),
    ("Pesto sauce", "dish", "milk|nuts"), ("Mayonnaise, regular", "dish", "eggs|mustard|soybeans"),
    ("Vegan mayonnaise", "dish", "mustard|soybeans"),
    ("Tuna salad, made with mayonnaise", "dish", "eggs|fish|mustard|soybeans"),
    ("Fish, stick", "dish", "fish|gluten"), ("Liver, paste or pate", "dish", ""),
    ("Chicken, broilers or fryers, breast, meat only, cooked, roasted", "generic", "none"),
    ("Chicken, broilers or fryers, breast, meat only, cooked, fried", "dish", ""),
    ("Chicken, broilers or fryers, meat and skin and giblets and neck, raw", "generic", "none"),
    ("Turkey breast, pre-basted, meat and skin, cooked, roasted", None, ""),
    ("Beef, variety meats and by-products, tongue, cooked, simmered", "generic", "none"),
    ("Beef, chuck for stew, separable lean and fat, all grades, raw", "generic", "none"),
    ("Veal, leg (top round), separable lean and fat, cooked, pan-fried, breaded", "dish", "eggs|gluten"),
    ("Fish, flatfish (flounder and sole species), raw", "generic", "fish"),
    ("Mollusks, scallop, (bay and sea), cooked, steamed", "generic", "molluscs"),
    ("Beans, pinto, mature seeds, cooked, boiled, without salt", "generic", "none"),
    ("Tofu, raw, firm, prepared with calcium sulfate", "generic", "soybeans"),
    ("Celery, cooked, boiled, drained, without salt", "generic", "celery"),
    ("Potatoes, boiled, cooked in skin, flesh, without salt", "generic", "none"),
    ("Soup, cream of chicken, canned, prepared with equal volume milk", "dish", "celery|gluten|milk"),
    ("Milk, whole, 3.25% milkfat, with added vitamin D", "generic", "milk"),
]

# Household weights of a food's table: amount, unit, grams, the food, and the portion that they become, if any.
PORTIONS = [
    ("1", "cup, sliced", "150", "Bananas, raw", "1 cup, sliced=150"),
    ("1", 'medium (7" to 7-7/8" long)', "118", "Bananas, raw", "1 medium banana=118"),
    ("3", "oz", "85", "Beef, brisket, cooked, braised", "1 serving=85"),
    (".5", "cup, chopped or diced", "75", "Peppers, hot chili, red, raw", "1/2 cup, chopped or diced=75"),
    ("3", "cookies", "34", "Cookies, oatmeal", "1 cookie=11.33"),
    ("10", "grapes", "49", "Grapes, raw", "10 grapes=49"),
    ("2", "tbsp", "33", "Peanut butter, smooth", "1 tbsp=16.5"),
    ("1", "serving 1/4 cup", "61", "Sauce, pesto", "1/4 cup=61"),
    ("1", "cup (1 NLEA serving)", "30", "Cereals, oats", "1 cup=30"),
    ("1", "chop, excluding refuse (yield from 1 raw chop, with refuse, weighing 113 g)", "67", "Pork, loin",
     "1 chop=67"),
    ("1", "frank 1 NLEA serving", "57", "Frankfurter, beef", "1 sausage=57"),
    ("1", "cherry", "17", "Tomatoes, red, ripe, raw", "1 cherry tomato=17"),
    ("1", "piece, cooked, excluding refuse (yield from 1 lb raw meat with refuse)", "264", "Beef, brisket", None),
    ("1", "fruit yields", "86", "Orange juice, raw", None),
    ("1", "lb", "453.6", "Beef, ground", None),
    ("1", "cup", "2000", "Oil, olive", None),
]

# A food with `none` must not contain any of these words.
ALARMING = re.compile(
    r"milk|cheese|cream|butter(?!nut|bur)|yogurt|whey|ghee|\begg(?!plant)|mayo|wheat(?!.*buckwheat)(?<!buckwheat)|"
    r"\brye|barley|"
    r"\boat|bread(?!fruit|nut)(?<!sweetbread)|pasta|noodle(?<!rice noodle)|flour|malt|soy|tofu|peanut|almond|cashew|"
    r"walnut|"
    r"pecan|hazelnut|pistachio|macadamia|\bfish|salmon|tuna|shrimp|crab(?!appl)|lobster|clam|"
    r"oyster(?! blade)(?<!mushroom, oyster)(?<!vegetable oyster)(?<!king oyster)"
    r"(?<!mushrooms, oyster)(?<!emu, oyster)(?<!ostrich, oyster)|mussel|squid|sesame|mustard|celery|celeriac|lupin|"
    r"wine|"
    r"sulf|sauce|seasoned|breaded|coated|cured|basted|enhanced|\bwith (?!salt|skin|peel|seeds)", re.IGNORECASE)


# Raw fruits and vegetables contain no other allergens.
RAW_PRODUCE = {"celery", "mustard", "soybeans", allergens.NONE, ""}
RAW_PRODUCE_CATEGORIES = {"Fruits and Fruit Juices", "Vegetables and Vegetable Products"}


def food_violations(foods):
    """Returns a sentence for each food that contradicts the known facts."""
    found = []
    by_name = {}
    for food in foods:
        by_name.setdefault(food["name"], []).append(food)
        if food["allergens"] == allergens.NONE and ALARMING.search(food["name"]):
            found.append(f"{food['name']} cannot be without allergens.")
        if food["category"] in RAW_PRODUCE_CATEGORIES and re.search(r"\braw\b", food["name"]):
            if not set(food["allergens"].split("|")) <= RAW_PRODUCE:
                found.append(f"{food['name']} is raw and cannot contain {food['allergens']}.")
    for name, food_type, expected in FOODS:
        for food in by_name.get(name, []):
            if food_type is not None and food["type"] != food_type:
                found.append(f"{name} is a {food['type']} instead of a {food_type}.")
            if expected is not None and food["allergens"] != expected:
                found.append(f"{name} has the allergens {food['allergens'] or 'unknown'} "
                             f"instead of {expected or 'unknown'}.")
        if name not in by_name:
            found.append(f"The food {name} is missing.")
    return found


def allergen_violations():
    """Returns a sentence if the allergens differ from those of profiles."""
    cases = re.findall(r"^\s*case (\w+)$", SWIFT_ALLERGENS.read_text(encoding="utf-8"), re.MULTILINE)
    return [] if sorted(cases) == allergens.ALLERGENS else [f"The allergens differ from those of {SWIFT_ALLERGENS.name}."]


def portion_violations():
    """Returns a sentence for each household weight that does not become the known portion."""
    found = []
    for amount, unit, grams, name, expected in PORTIONS:
        measure = portions.Measure(Decimal(amount), unit, Decimal(grams), name, "")
        portion = portions.portion(measure, {"name": name, "category": "", "kcal": Decimal(100)})
        made = portion and f"{portion_names.english(portion)}={portion.grams.normalize():f}"
        if made != expected:
            found.append(f"{amount} {unit} of {name} is {made or 'no portion'} instead of {expected or 'none'}.")
    return found
