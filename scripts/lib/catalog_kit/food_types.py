"""Classifies foods of the starter catalog as one ingredient (`generic`) or a mixture (`dish`)."""

import re

GENERIC = "generic"
DISH = "dish"
TYPES = [GENERIC, DISH]

# Categories of single ingredients, unless the name indicates otherwise (MIXED, MAKER).
GENERIC_CATEGORIES = {
    # FNDDS
    "Apple juice", "Apples", "Bacon", "Bananas", "Beans, peas, legumes", "Beef, excludes ground", "Beer",
    "Blueberries and other berries", "Bottled water", "Broccoli", "Butter and animal fats", "Cabbage", "Carrots",
    "Cheese", "Chicken, whole pieces", "Citrus fruits", "Citrus juice", "Coffee", "Corn", "Cottage/ricotta cheese",
    "Cream and cream substitutes", "Cream cheese, sour cream, whipped cream", "Diet soft drinks", "Dried fruits",
    "Eggs and omelets", "Fish", "Flavored or carbonated water", "Grapes", "Grits and other cooked cereals",
    "Ground beef", "Lamb, goat, game", "Lettuce and lettuce salads", "Liver and organ meats", "Mango and papaya",
    "Melons", "Milk, lowfat", "Milk, nonfat", "Milk, reduced fat", "Milk, whole", "Not included in a food category",
    "Nuts and seeds", "Oatmeal", "Olives, pickles, pickled vegetables", "Onions", "Other dark green vegetables",
    "Other fruit juice", "Other fruits and fruit salads", "Other red and orange vegetables",
    "Other starchy vegetables", "Other vegetables and combinations", "Pasta, noodles, cooked grains",
    "Peaches and nectarines", "Pears", "Pineapple", "Plant-based milk", "Plant-based yogurt", "Popcorn", "Pork",
    "Rice", "Shellfish", "Soft drinks", "Spinach", "Strawberries", "String beans", "Sugar substitutes",
    "Sugars and honey", "Tap water", "Tea", "Tomatoes", "Turkey, duck, other poultry", "Vegetable juice",
    "White potatoes, baked or boiled", "Wine", "Yogurt, Greek", "Yogurt, regular",
    # Foundation and SR Legacy
    "American Indian/Alaska Native Foods", "Beef Products", "Beverages", "Cereal Grains and Pasta",
    "Dairy and Egg Products", "Fats and Oils", "Finfish and Shellfish Products", "Fruits and Fruit Juices",
    "Lamb, Veal, and Game Products", "Legumes and Legume Products", "Nut and Seed Products", "Pork Products",
    "Poultry Products", "Spices and Herbs", "Vegetables and Vegetable Products",
}

# Single ingredients in categories of dishes.
GENERIC_NAMES = re.compile(
    r"(almond|canola|coconut|corn|cottonseed|flaxseed|olive|peanut|safflower|sesame|soybean|sunflower|walnut|"
    r"wheat germ) oil|vegetable oil, nfs|"
    r"ham|ham, (canned|ground|prosciutto)|ketchup|catsup|mustard|vinegar|horseradish|garlic, (raw|cooked)|pimiento|"
    r"(lemon|lime) juice, 100%.*|peppers, hot, (raw|cooked)|"
    r"coconut water, unsweetened|brandy|gin|rum|scotch|tequila|vodka|whiskey|corn syrup|"
    r"soybean curd|textured vegetable protein, dry|(fish|soy) sauce|natto|miso|"
    r"potato, (canned|boiled|baked|roasted)|"
    r"leavening agents, .*|millet, puffed|cereals, farina, unenriched, dry|"
    r"cereals, whole wheat hot natural cereal, dry|"
    r"snacks, popcorn, air-popped( \(unsalted\))?|wasabi|"
    r"honey|molasses|sugar, turbinado|sugars, (brown|maple|powdered|granulated)|syrup, maple, canadian|"
    r"syrups, (maple|corn, dark|corn, light|sorghum|malt)|syrup, cane|sweetener, syrup, agave|"
    r"cocoa, dry powder, unsweetened|gelatins, dry powder, unsweetened"
)

# Words that resemble a mixture but are none; they are removed before the search for MIXED.
HARMLESS = re.compile(
    r"\b(lean and fat|meat and skin|flesh and skin|solids and liquids|light and dark|pink and red|red and white|"
    r"black and red|atlantic and pacific|half and half|ripe and slightly ripe|coarse and semi-coarse|"
    r"green and/or yellow|original and vanilla|boiled and steamed|flour, corn, yellow, fine meal, enriched|"
    r"popcorn, ready-to-eat|(with|without|with added|without added) (salt|skin|peel|vitamin d|calcium added|oil from)|"
    r"with (high vitamin c|calcium added|iron|nigari|seeds|omega-3|peel|skin|bone|salt added|omega)|"
    r"with (no|fruit other than)|70% and over|no added fat|fried no added fat|mixed species|unsweetened|unflavored|"
    r"stew meat|sandwich steak|salad or cooking|bread, white, enriched, unbleached|"
    r"flour, (pastry|bread)[^|]*|wheat flour[^|]*|bulb and lower leaf-portion|excluding honey roasted|not a blend|"
    r"lower sodium and lower sugar|drumsticks and thighs|variety meats and by-products|arm and blade|shank and sirloin|"
    r",? and giblets and neck|shoulder top and center|includes tops and bulb|includes baby and lesuer types|"
    r"domestic, and pointed types|(leg, )?loin,?( and)? shoulder( blade)?|loin and shoulder( blade)?|and spareribs|"
    r"leg and shoulder|fore and hind|solids and liquid|skin and bones|with added nonfat milk solids|cottage, creamed|"
    r"(chuck|cubed) for stew( or kabob)?|prepared with (calcium sulfate|nigari)|"
    r"flounder and sole|pacific and jack|bay and sea|crookneck and straightneck|pumpkin and squash|"
    r"skin and bone|bulb and lower-leaf portion|steaks and roasts|loin and ribs|soles and heels|head and feet|"
    r"top and bottom|fat, (patty|loaf|crumbles)|mock tender|calcium sulfate and magnesium chloride|"
    r"(with|without) added vitamins? a(,| and) (vitamin )?d|with added (vitamin a|ascorbic acid|vitamin c|calcium)|"
    r"fortified with vitamin d|brewed, prepared with (tap|distilled) water|solids with bone and liquid|"
    r"boiled,? with salt|roasted with salt|imported, frozen|fine/coarse|choice and select)"
)

# A mixture, or food cooked with ingredients that have nutrients and allergens.
MIXED = re.compile(
    r"\b(with|and|made with|fat added|cooked with|breaded|battered|coated|fried|sauteed|stuffed|filled|glazed|candied|"
    r"creamed|flavou?red|flavors?|in syrup|(heavy|light) syrup|syrup pack|sweetened|pre-sweetened|pre-lightened|"
    r"seasoned|"
    r"sauce|salads?|soup|stew|casserole|souffle|pudding|pie|sandwich(es)?|burgers?|gravy|dip|dressing|spread|mix|mixed|"
    r"mixture|blend|cocktail|scampi|honey roasted|oil roasted|chocolate|mocha|latte|cappuccino|macchiato|"
    r"cafe con leche|"
    r"frozen coffee|bubble|caramel|kettle|butter flavored|omelet|scrambled|deviled|benedict|rancheros|dinner|"
    r"restaurant|"
    r"fast.food|school|barbecue|bbq|imitation|substitute|replacement|creamer|topping|eggnog|shakes?|ice cream|"
    r"sundae|drink|cooler|spritzer|sangria|mimosa|punch|daiquiri|colada|sunrise|sour mix|whiskey sour|lemonade|"
    r"meatless|"
    r"vegetarian|veggie|nuggets?|patty|patties|loaf|meatballs?|puerto rican|curry|franks|refried|baked beans|"
    r"beans, baked|pork and beans|dal|papad|relish|ambrosia|kimchi|chili|quick bread|bread|frybread|tortilla|tamales?|"
    r"fruit|parfait|tube|smoothie|nfs, diet|as ingredient|for use|puffs|hash brown|pancakes?|au gratin|scalloped|"
    r"o'brien|mashed|falafel|hummus|cheese ball|mozzarella sticks|fish.?stick|fish sticks|tenders|yokan|harvard|"
    r"tapenade|jai|fufu|upma|congee|mock|trail|rice dessert|croquette|michelada|hard seltzer|energy|sports?|powder mix|"
    r"protein powder|malted|margarine|shortening|mayonnaise|mayo|spreads?|oriental style|pumpkin pie mix|gefiltefish|"
    r"surimi|maraschino|orange pineapple|cheese food|cheese product|pasteurized process|processed|table fat|"
    r"extract spread|seasoning|pumpkin pie spice|chili powder|curry powder|dulce de leche|mush|succotash|"
    r"corned beef|peking|whiskey sour|fish, stick|pate|(?<!pistachio )nuts, nfs|meat extender|almond paste|chow mein|"
    r"bottled/canned|"
    r"chicken roll|ready-to-eat|(fish|egg), .*pickled)\b"
)
# Names in which a word of MIXED is the food itself.
NOT_MIXED = re.compile(
    r"^(peppers?,.*chil[ei]|peppers, hot chil|fruit, nfs|.*passion.?fruit|.*breadfruit|kiwi ?fruit|.*dragon fruit|"
    r"grapefruit|(fish|soy) sauce$|soy sauce made|sugar substitute, |tomatoes?,? .*(sauce|products)|applesauce|"
    r"soft drink, (cola|ginger ale|root beer|cream soda|pepper type)(, (diet|decaffeinated))*$|beer, nonalcoholic|"
    r"beverages, (carbonated|coffee, brewed|tea, .*brewed|tea, black)|beverages, water|"
    r"chayote, fruit|cream, |butter, |rice, white, cooked, glutinous|pasta, (cooked|dry)|nuts, almond butter|"
    r"nuts, cashew butter|peanut butter, (smooth|chunk|creamy)|seasoning$)"
)

# Capitals or the name of a maker: a product, which is never a single ingredient.
MAKER = re.compile(
    r"\b(?!NFS\b|BBQ\b|USDA\b)[A-Z][A-Z'&]{2,}\b|Andrea's|Archway|Keebler|Kraft|Nabisco|Schar\b|Udi's|Van's|Glutino|"
    r"Oscar Mayer|"
    r"Hormel|Vitasoy|Reddi Wip|Lean Pockets|Goya|Gamesa|\bPost\b|Swanson|"
    r"\((McDonalds|Burger King|Ritz|Cheez-It|Goldfish|Doritos|Fritos|Cheetos|Monster|Rockstar|Red Bull)"
)


def food_type(name, category):
    """Returns `generic` or `dish`, by name and category."""
    plain = name.lower()
    if MAKER.search(name):
        return DISH
    if GENERIC_NAMES.fullmatch(plain):
        return GENERIC
    if category not in GENERIC_CATEGORIES:
        return DISH
    if NOT_MIXED.match(plain) and not re.search(r"\bwith (?!salt|added salt|skin|peel)|\bfor use|as ingredient", plain):
        return GENERIC
    return DISH if MIXED.search(HARMLESS.sub("", plain)) else GENERIC
