"""Derives which of the EU's 14 allergens a food of the starter catalog contains, from its name and category.

People with allergies rely on the result. So an allergen is named rather too often than too rarely. Unknown allergens
leave the cell empty. `none` is used only for plain single foods that a rule of NONE_RULES matches.
"""

import re

from .allergen_words import BY_CATEGORY, BY_NAME
from .food_types import DISH, GENERIC

ALLERGENS = ["celery", "crustaceans", "eggs", "fish", "gluten", "lupin", "milk", "molluscs", "mustard", "nuts",
             "peanuts", "sesame", "soybeans", "sulphites"]
NONE = "none"

# Names that deny an allergen which the category or another word would indicate.
DENIED = [
    ("gluten", re.compile(r"gluten.free|flourless|crackers, rice|rice cake(?!.*(rye|multigrain))|rice paper|"
                          r"popcorn cake|masa harina|"
                          r"cake made with glutinous|leavening agents|millet, puffed|\btaco, corn|"
                          r"hard cider|hard seltzer|nutritional")),
    ("milk", re.compile(r"no cheese|gelatin shot|non-dairy milk|no dairy|formula.*\b(soy|amino acids)\b|haupia|yokan|"
                        r"^(cookie, )?meringues?$|smoothie.*non-dairy|vegan|yogurt, (almond|coconut|soy)|matzo|"
                        r"pita|chopped and formed")),
    ("eggs", re.compile(r"egg-free|vegan|eggless|without egg|rice cake|corn pone|matzo, plain|breadsticks")),
    ("soybeans", re.compile(r"non-soy")),
]

# The only foods with `none`: (category, name). The name must show that the food is plain.
WITHOUT_FAT = r"(boiled|steamed|baked|roasted|broiled|grilled|simmered|stewed|microwaved?|braised|dry heat|moist heat)"
PRODUCE = ("Apples|Bananas|Blueberries and other berries|Broccoli|Cabbage|Carrots|Citrus fruits|Corn|Grapes|"
           "Lettuce and lettuce salads|Mango and papaya|Melons|Onions|Other dark green vegetables|"
           "Other fruits and fruit salads|Other red and orange vegetables|Other starchy vegetables|"
           "Other vegetables and combinations|Peaches and nectarines|Pears|Pineapple|Spinach|Strawberries|String beans|"
           "Tomatoes|White potatoes, baked or boiled|Fruits and Fruit Juices|Vegetables and Vegetable Products|"
           "Not included in a food category|Mustard and other condiments")
MEAT = ("Beef Products|Beef, excludes ground|Ground beef|Lamb, Veal, and Game Products|Lamb, goat, game|Pork|"
        "Pork Products|Poultry Products|Chicken, whole pieces|Turkey, duck, other poultry|Liver and organ meats")
# FNDDS's cooked meats may contain fat or broth; those of Foundation and SR Legacy are cooked without additions.
MEAT_OF_TABLES = "Beef Products|Lamb, Veal, and Game Products|Pork Products|Poultry Products"
NONE_RULES = [(re.compile(category), re.compile(name)) for category, name in [
    (PRODUCE, r"(?!.*(seaweed|canned|dried)).*\b(raw|cooked, no added fat|fresh, cooked, no added fat|"
              r"frozen, cooked, no added fat)$"),
    (PRODUCE, r"(?!.*(seaweed|canned|dried)).*, raw, (?!sulf).*|(basil|chives|cilantro|parsley), raw"),
    ("Vegetables and Vegetable Products", rf".*\bcooked, {WITHOUT_FAT}.*|.*\bcooked, (with|without|no) salt.*|spinach, "
                                          r"(baby|mature)|mushrooms?, (?!.*(canned|dried|stir)).*|tomato, roma|"
                                          r"(?!.*processing).*\bfrozen, unprepared|"
                                          r"potatoes, .*(baked|flesh).*|parsley, fresh|.*microwaved"),
    ("White potatoes, baked or boiled", r"potato, (baked, peel (not )?eaten|boiled, nfs)"),
    ("Fruits and Fruit Juices", r".*\bfrozen,? unsweetened.*|plantains, .*(boiled|baked)"),
    ("Blueberries and other berries|Strawberries|Mango and papaya|Pineapple|Melons|Peaches and nectarines",
     r"[a-z]+, frozen"),
    ("Other fruits and fruit salads", r"cherries, frozen|dragon fruit|lychee|rhubarb|starfruit, raw"),
    ("Spices and Herbs", r"(basil|dill weed|peppermint|rosemary|spearmint|thyme), fresh|salt, table"),
    ("Beans, peas, legumes", r".*from dried, no added fat|(fava|mung|pink) beans, cooked"),
    ("Legumes and Legume Products", r"(beans|blackeye|broadbeans|cowpeas|hyacinth|lentils|lima|mothbeans|mung|peas|"
                                    r"pigeon"
                                    r"|winged|yardlong|chickpeas).*\b(raw|dry)\b.*|lentils, dry"),
    ("Legumes and Legume Products", r"(beans|broadbeans|chickpeas|cowpeas|hyacinth beans|lentils|lima beans|mung beans|"
                                    r"mungo beans|peas|pigeon peas).*, cooked, boiled,? (with|without) salt"),
    ("Cereal Grains and Pasta", r"(rice|wild rice),? .*\b(raw|cooked|uncooked|dry)\b.*|(quinoa|amaranth grain|teff|"
                                r"millet|"
                                r"buckwheat groats, roasted), (cooked|uncooked|raw|dry|whole grain)|buckwheat(, whole "
                                r"grain)?|(sorghum|fonio),? (?!.*flour).*grain.*|sorghum grain|corn grain, .*"),
    ("Rice", r"rice, (white|brown|wild, 100%), cooked, (no added fat|glutinous)"),
    ("Pasta, noodles, cooked grains", r"quinoa, no added fat|rice noodles, cooked"),
    (MEAT, r"(?!.*(cured|bacon|ham\b|additives|frozen, prepared|prepackaged|seasoned|basted|enhanced|commodity|"
           r"sandwich)).*\braw$"),
    (MEAT_OF_TABLES, r"(?!.*(cured|bacon|ham\b|rotisserie|sauce|coated|patt|dinner|canned|basted|enhanced|bbq|"
                     r"commodity)).*"
                     rf"\b(cooked, )?{WITHOUT_FAT}(,.*)?$"),
    ("Butter and animal fats|Fats and Oils", r"lard|fat, (beef tallow|chicken|goose|turkey)"),
    ("Salad dressings and vegetable oils|Fats and Oils",
     r"(olive|canola|sunflower|safflower|corn|flaxseed) oil|oil, (olive, salad or cooking|canola|avocado|"
     r"flaxseed, cold "
     r"pressed|grapeseed|sunflower, .*|rice bran|palm)"),
    ("Nuts and seeds|Nut and Seed Products", r"(chia|flax) seeds|chia seeds, dry, raw|flaxseed, ground|"
                                             r"seeds, (chia seeds, "
                                             r"dried|flaxseed|hemp seed, hulled|pumpkin seeds \(pepitas\), raw|"
                                             r"sunflower "
                                             r"seed, kernel, raw|sunflower seed kernels, dried)|coconut, fresh|nuts, "
                                             r"coconut meat, raw|pumpkin seeds, unsalted|"
                                             r"sunflower seeds, plain, unsalted"),
    ("Sugars and honey|Sweets", r"honey|sugars?, (nfs|brown|white, granulated or lump|granulated|powdered|turbinado)|"
                                r"syrups?, maple.*"),
    ("Tap water|Bottled water|Beverages", r"water, (nfs|tap|bottled, plain|bottled, generic)|"
                                          r"beverages, water, tap, .*"),
    ("Flavored or carbonated water", r"water, carbonated, plain"),
    ("Coffee", r"coffee, (brewed|espresso|turkish)(, decaffeinated)?|iced coffee, brewed(, decaffeinated)?"),
    ("Tea", r"tea, hot, leaf, (black|green|oolong)(, decaffeinated)?|tea, iced, brewed, (black|green), unsweetened"),
    ("Beverages", r"beverages, tea, (oolong, brewed|green, brewed, .*)|beverages, coffee, brewed, breakfast blend"),
]]


def allergens(name, category, food_type):
    """Returns the names of the allergens, sorted; [NONE] if there are certainly none; [] if they are unknown."""
    plain = name.lower()
    found = set(BY_CATEGORY.get(category, "").split())
    for allergen, words, exceptions in BY_NAME:
        if words.search(exceptions.sub(" ", plain) if exceptions else plain):
            found.add(allergen)
    found -= {allergen for allergen, denial in DENIED if denial.search(plain)}
    if found:
        return sorted(found)
    if food_type == GENERIC and any(kind.fullmatch(category) and words.fullmatch(plain) for kind, words in NONE_RULES):
        return [NONE]
    return []


def cell(name, category, food_type):
    """Returns the text of the column `allergens`."""
    return "|".join(allergens(name, category, food_type))


def cell_violations(text, food_type):
    """Returns the errors in the text of the column `allergens`."""
    found = text.split("|") if text else []
    if found == [NONE]:
        return ["a dish cannot have `none`"] if food_type == DISH else []
    if not set(found) <= set(ALLERGENS) or found != sorted(set(found)):
        return [f"the allergens {text} are not sorted, distinct names of allergens"]
    return []
