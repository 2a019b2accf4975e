"""Tells which of the EU's 14 allergens a food of the starter catalogue holds, as far as name and category tell.

Somebody with an allergy relies on it. So an allergen is rather named once too often than left out, what is not known
stays empty, and `none` is written only for plain single foods that a rule of NONE names.
"""

import re

from .food_types import DISH, GENERIC

ALLERGENS = ["celery", "crustaceans", "eggs", "fish", "gluten", "lupin", "milk", "molluscs", "mustard", "nuts",
             "peanuts", "sesame", "soybeans", "sulphites"]
NONE = "none"

# What a whole category of dishes holds by its nature.
BY_CATEGORY = {
    "Bagels and English muffins": "gluten",
    "Baked Products": "gluten",
    "Biscuits, muffins, quick breads": "eggs gluten milk",
    "Breakfast Cereals": "gluten",
    "Burgers": "gluten sesame",
    "Butter and animal fats": "",
    "Cakes and pies": "eggs gluten milk",
    "Candy containing chocolate": "milk soybeans",
    "Cereal bars": "gluten",
    "Cheese": "milk",
    "Cheese sandwiches": "gluten milk",
    "Chicken fillet sandwiches": "gluten",
    "Cookies and brownies": "eggs gluten milk",
    "Cottage/ricotta cheese": "milk",
    "Cream and cream substitutes": "milk",
    "Cream cheese, sour cream, whipped cream": "milk",
    "Deli and cured meat sandwiches": "gluten",
    "Doughnuts, sweet rolls, pastries": "eggs gluten milk",
    "Egg/breakfast sandwiches": "eggs gluten",
    "Eggs and omelets": "eggs",
    "Fish": "fish",
    "Flavored milk, lowfat": "milk",
    "Flavored milk, nonfat": "milk",
    "Flavored milk, reduced fat": "milk",
    "Flavored milk, whole": "milk",
    "Frankfurter sandwiches": "gluten",
    "Fried rice and lo/chow mein": "gluten soybeans",
    "Ice cream and frozen dairy desserts": "milk",
    "Macaroni and cheese": "gluten milk",
    "Margarine": "milk soybeans",
    "Mayonnaise": "eggs mustard",
    "Meat and BBQ sandwiches": "gluten",
    "Milk shakes and other dairy drinks": "milk",
    "Milk, lowfat": "milk",
    "Milk, nonfat": "milk",
    "Milk, reduced fat": "milk",
    "Milk, whole": "milk",
    "Nutrition bars": "milk nuts peanuts soybeans",
    "Oatmeal": "gluten",
    "Pancakes, waffles, French toast": "eggs gluten milk",
    "Pasta mixed dishes, excludes macaroni and cheese": "gluten",
    "Peanut butter and jelly sandwiches": "gluten",
    "Pizza": "gluten milk",
    "Pretzels/snack mix": "gluten",
    "Protein and nutritional powders": "milk soybeans",
    "Pudding": "milk",
    "Ramen and Asian broth-based soups": "gluten soybeans",
    "Ready-to-eat cereal, higher sugar (>21.2g/100g)": "gluten",
    "Ready-to-eat cereal, lower sugar (=<21.2g/100g)": "gluten",
    "Rolls and buns": "gluten",
    "Saltine crackers": "gluten",
    "Seafood sandwiches": "gluten",
    "Soups, broth-based": "celery",
    "Soups, cream-based": "celery gluten milk",
    "Stir-fry and soy-based sauce mixtures": "gluten soybeans",
    "Turnovers and other grain-based items": "gluten",
    "Vegetable sandwiches/burgers": "gluten",
    "Wine": "sulphites",
    "Yeast breads": "gluten",
    "Yogurt, Greek": "milk",
    "Yogurt, regular": "milk",
    "Beer": "gluten",
    "Crackers, excludes saltines": "gluten",
    "Formula, prepared from powder": "milk",
    "Formula, ready-to-feed": "milk",
    "Infant formulas": "milk",
    "Baby food: yogurt": "milk",
}

# (allergens, words that tell them, words in which these mean something else). Names are in lower case.
BY_NAME = [(allergens, re.compile(rf"\b({words})\b"), re.compile(exceptions) if exceptions else None)
           for allergens, words, exceptions in [
    ("celery", r"celery|celeriac|mirepoix|bouillon|broth|stock\b|soups?\b|stews?\b|gumbo|creole|jambalaya|bloody mary|"
               r"tomato and vegetable juice|vegetable juice|v8 v|yeast extract|minestrone|chowder|stuffing|"
               r"poultry seasoning|curry powder|clam and tomato", r"stew meat|no broth"),
    ("crustaceans", r"shrimps?|prawns?|crabs?\b|lobsters?|crayfish|crawfish|crustaceans|krill|bouillabaisse|gumbo|"
                    r"seafood|shellfish|kimchi|pad thai|paella|surimi|bisque|antipasto",
                    r"crabapple|no seafood|tomato bisque"),
    ("eggs", r"eggs?\b|omelets?|omelette|eggnog|mayonnaise|mayo\b|meringues?|custards?|quiche|souffles?|hollandaise|"
             r"benedict|challah|brioche|french toast|frittata|ladyfingers?|tiramisu|caesar|ranch|tartar sauce|"
             r"thousand island|coleslaw|potato salad|aioli|marshmallow pie|nougat|divinity|flan\b|creme brulee|"
             r"egg foo yung|carbonara|huevos|mcmuffin|tempura|breaded|battered|batter\b|meat ?loaf|meatballs?|"
             r"popovers?|cakes?\b|muffins?|waffles?|pancakes?|doughnuts?|brownies?|macaroons?|cream puff|eclair|"
             r"surimi|imitation crab|sour, gin|gin fizz|whiskey sour|pisco|fudge, vanilla|mousse|trifle|"
             r"russian dressing|green goddess|sandwich spread|creamy (italian|dressing)|poppy ?seed,? (creamy|dressing)|"
             r"croissants?|danish|cookies?|noodles?|spaetzle|matzo ball|gefilte\w*|kugel|croquettes?|crab,? cake|fish,? cake|"
             r"salmon cake|tuna cake|clam cake|shrimp, cake|corn ?bread|hush pupp\w*|corn dogs?|fritters?|cheesecake|"
             r"quiche|chicken kiev|cordon bleu|parmi?giana|parmesan casserole|cobb salad|patty, breaded|nuggets|"
             r"honey mustard dip|blue or roquefort cheese dressing|salad spread|crepes?|pad thai|rice, fried|tarts?\b|"
             r"pie, (lemon|pumpkin|pecan|custard|chocolate cream|banana cream|coconut|key lime|vanilla)|"
             r"salad with dressing|fry sauce|steak tartare|mock chicken legs|mutton loaf|mcgriddles|hotcakes|"
             r"(beef|ham or pork|chicken or turkey|tuna|salmon|crab|shrimp|lobster|seafood|pea|macaroni or pasta|turkey|"
             r"chicken) salad",
             r"eggplant|egg-free|no egg|without egg|noodles?, (japanese|chinese, cellophane)|rice noodles|"
             r"rice cakes?|corn cakes?|popcorn,? cakes?|oat cakes?|vegan mayonnaise|ranch style|bean cake|crab ?apple|"
             r"ramen noodle|chow mein|custard-apple|wheat flour.*cake|sandwich steak|juice, tart"),
    ("fish", r"fish\b|anchov\w*|cod\b|codfish|tuna|salmon|sardines?|mackerel|herring|trout|tilapia|halibut|haddock|"
             r"pollock|snapper|swordfish|catfish|flounder|caviar|roe\b|surimi|worcestershire|caesar|sea ?bass|mahi|"
             r"bacalaitos|gefilte|bouillabaisse|seafood|sushi|fish sauce|pad thai|kimchi|pho\b|bloody mary|michelada|"
             r"steak sauce|smelt|whitefish|eel\b|imitation crab|thai|vietnamese|lomi|lau lau|whiting|perch|"
             r"devilfish|blackfish|sheefish|lingcod|filet-o-fish|ceviche|puttanesca|antipasto|reuben|fish-shaped|"
             r"cocktail sauce|barbecue sauce",
             r"crayfish|shellfish|starfish|jellyfish|cuttlefish|fish-shaped"),
    ("gluten", r"bread\w*|breadings?|rolls?\b|buns?\b|bagels?|muffins?|mcmuffin|biscuits?|crackers?|cookies?|cakes?\b|"
               r"cupcakes?|pies?\b|pastr(y|ies)|doughnuts?|pancakes?|waffles?|crepes?|pizza|pasta|spaghetti|macaroni|"
               r"noodles?|lasagn[ae]|ravioli|tortellini|manicotti|gnocchi|sandwich\w*|hamburgers?|cheeseburgers?|"
               r"burgers?\b|whopper|big mac|mcdouble|quarter pounder|burritos?|flour tortillas?|tortilla, flour|"
               r"tortilla, nfs|tortilla, whole wheat|tortilla mix|wheat\w*|barley|rye\b|malt\w*|ovaltine|oats?\b|oat(meal|s)|bran\b|"
               r"couscous|bulgur|semolina|farina|spelt|farro|einkorn|khorasan|kamut|triticale|seitan|gluten|coated|"
               r"battered|batter\b|stuffing|stuffed shells|dumplings?|wontons?|egg rolls?|empanadas?|turnovers?|"
               r"hot pocket|lean pockets?|croissants?|brownies?|strudels?|pretzels?|beer\b|ale\b|ramen|udon|soba|somen|"
               r"gravy|white sauce|cream sauce|cobblers?|crisp, (apple|berry|cherry|peach)|apple crisp|tempura|"
               r"croquettes?|kibby|kibbeh?|tabbouleh|quiche|pot pie|corn dogs?|hush pupp\w*|fritters?|funnel cake|"
               r"churros?|meat ?loaf|meatballs?|soy ?sauce|soy-based|soy based|shoyu|tamari|teriyaki|hoisin|oyster sauce|"
               r"miso\b|chow mein|chop suey|lo mein|cereals?|granola|muesli|wafers?|graham|matzo|phyllo|croutons?|"
               r"melba|zwieback|toast\w*|naan|paratha|chappatti|roti|puri\b|pita|focaccia|samosa|upma|wellington|"
               r"stroganoff|chicken kiev|cordon bleu|parmi?giana|scallopini|country fried|nuggets?|fish ?sticks?|"
               r"tenders?|licorice|twizzlers|kit kat|worcestershire|yeast extract|surimi|imitation crab|vegetable protein|"
               r"souffle|welsh rarebit|tostada|chimichanga|enchilada|quesadilla|fajita|gyro|falafel|"
               r"pierogi|knish|lefse|popovers?|scones?|johnnycake|beignet|sopaipilla|croque|bologna sandwich|"
               r"sausage gravy|roux|thermidor|scalloped|au gratin|cream of (wheat|mushroom|chicken|celery|asparagus|"
               r"shrimp|onion|potato|vegetable|tomato|broccoli)|seasoned|chili con carne|meatless|vegetarian|veggie|"
               r"meat extender|frankfurter, meatless|atole de avena|frescavena|macaroons?|tarts?\b|tiramisu|trifle|"
               r"baklava|basbousa|injera|sub\b|hot dog,|club\b|wrap\b|general tso|orange chicken|sesame chicken|"
               r"sweet and sour (pork|chicken|shrimp)|patty, breaded|patties|mole sauce|blood sausage|haggis|scrapple|"
               r"restructured|multigrain|vermicelli|noodle|shells? and|mush, blue|coffee substitute|cheese sauce|cones?\b|ladoo|"
               r"crumbs?|crust|frybread|shepherd's|chicken (patty|strips|fingers)|crispy chicken|chick-n-strips|popcorn chicken|"
               r"mcnuggets|hotcakes|mcgriddles|soft taco|onion rings|lemon chicken|dave's hot|big breakfast|taco salad|"
               r"mcdonald's, (hash brown|french fries)|divan|mushroom sauce|mock chicken legs|mutton loaf|pork, chop, "
               r"stuffed|fried (broccoli|cauliflower|eggplant|green beans|green tomatoes|mushrooms|okra|onion|summer)|"
               r"pickles, fried|pakora|(clams|oysters|scallops|shrimp|calamari|crayfish), fried|fish, .*fried|rice-a-roni|"
               r"swiss steak|salisbury|hard seltzer|whatchamacallit|krackel|100 grand|"
               r"pepperpot|bisque|chowder|wasabi-flavored|wasabi peas|snack mix|trail mix with pretzels",
               r"gluten.free|flourless|buckwheat(?!.*(wheat flour|pancake|waffle|soba|noodle|dry mix))|"
               r"rice noodles|rice paper|rice crackers?$|breadfruit|breadnut|sweetbreads?|ginger ?bread fruit|"
               r"sushi rolls?|cornbread, gluten|vermicelli, made from soy|corn tortilla|taco shells?,? (corn|baked)|tostada shells, corn|"
               r"tortillas, ready-to-bake or -fry, corn|ginger ale|rice cakes?|corn cakes?|"
               r"popcorn,? cakes?|rice bran|corn bran|oil, rice bran|crab,? without|pork, roll|honey roll|"
               r"club soda|cheese spread|sorghum bran|dressing, light|cream of rice|chewing|taco, corn|potato cake$|"
               r"root beer|spaghetti squash|squash, winter, spaghetti|sandwich steak|juice, tart|coated (raisins|peanuts|coffee)|chocolate.coated (peanuts|raisins)|"
               r"cereals, cream of rice|(sugar|yogurt|candy).coated|caramel coated|chocolate coated"),
    ("lupin", r"lupins?|lupine", None),
    ("milk", r"milk\w*|butter\w*|cheese\w*|cheddar|mozzarella|parmesan|ricotta|provolone|brie\b|feta|queso|quesadilla|"
             r"yogurts?|yoghurt|kefir|cream\b|creams\b|creamed|creamer|creamy (italian|dressing|alfredo)|creme|whey|casein|"
             r"ghee|custards?|ice cream|gelato|sherbet|pudding|latte|cappuccino|mocha|macchiato|con leche|"
             r"pre-lightened|frozen coffee|alfredo|au gratin|scalloped|stroganoff|white sauce|chowder|bisque|pizza|"
             r"calzone|lasagna|ranch|caesar|tzatziki|hollandaise|half and half|dulce de leche|eggnog|puddings?|caramel\w*|toffee|"
             r"fudge\w*|milky|chocolate|nougat|white russian|brandy alexander|cordon bleu|parmi?giana|"
             r"tetrazzini|souffle|quiche|cannoli|tiramisu|panna|flan\b|paneer|palak|barfi|burfi|firni|naan|"
             r"mashed|margarine|spread, 35|fondue|rarebit|nachos?|enchiladas?|burrito, nfs|"
             r"chiles rellenos|macaroni and cheese|mcdouble|quarter pounder with|whopper.*cheese|candies|"
             r"ovaltine|cocoa mix|hot chocolate|malted|whipped|topping|croissants?|danish|biscuits?|shakes?|smoothie.*dairy|"
             r"licuado|batido|horchata, made with milk|mousse|trifle|tres leche|reuben|philly|nutella|hazelnut spread|"
             r"eskimo|popsicle, cream|creamsicle|fudgesicle|rennin|welsh rarebit|pesto|tikka|korma|green goddess|mushroom sauce|divan|ambrosia|buffalo sauce|frosty|alcoholic coffee|"
             r"(onion|spinach|vegetable|chipotle|layer|artichoke) dip|mcdonald's, (hash brown|french fries)|taco salad|infant formula|"
             r"toddler formula|pediasure|clam chowder|thermidor|newburg|oysters rockefeller|gelatin.*cream|"
             r"cheez|cream puff|parfait|chilaquiles|tart, breakfast|frappe|mcflurry|blizzard|flurry|fast foods?, (potato, mashed|biscuit)|"
             r"lassi|cool whip|imitation cheese|sour cream|cool ranch|nacho|cobb salad|greek salad|tea, bubble|syrup, nestle|"
             r"cookies?|muffins?|cakes?\b|pancakes?|waffles?|brownies?|frostings?|frozen yogurts?|table fat",
             r"(almond|coconut|soy|rice|oat|nut|non-dairy|soya|hemp|cashew)\s?milk|soymilk|milkfish|milkweed|"
             r"(peanut|almond|cashew|cocoa|apple|fruit|soy nut|sesame|seed|nutmeg|ucuhuba|shea ?nut|pumpkin|nut|sunflower seed)\s?butters?(?!.*(chocolate|milk|cookie|cup|pie|cake|cream\b))|"
             r"fruit butters|butternut|butternuts|butterfish|butterbur|butterhead|butter beans?|cream of (tartar|rice|wheat)|cream soda|"
             r"coconut cream|head ?cheese|liver cheese|soybean curd cheese|soybean, curd cheese|yogurt, (almond|coconut|soy)|soy yogurt|tofu yogurt|"
             r"no cheese|non-dairy milk|rice cakes?|corn cakes?|popcorn,? cakes?|dairy-free|no dairy|no butter|custard-apple|wheat flour.*cake|"
             r"milk thistle|cheese fruit|vegan|caramel color|butterbean|cheesefruit|bean cake"),
    ("molluscs", r"clams?|mussels?|oysters?|scallops?|squid|calamari|octopus|cuttlefish|abalone|snails?|escargot|conch|"
                 r"devilfish|whelk|mollus[ck]s?|seafood|shellfish|cockles?|chiton|periwinkle|bouillabaisse|paella",
                 r"crackers, oyster|mushrooms?,? (king )?oyster|oyster crackers|vegetable oyster|oyster mushroom|"
                 r"squash, summer, scallop|emu, oyster|ostrich, oyster|scalloped"),
    ("mustard", r"mustard|mayonnaise|mayo\b|honey mustard|french( or catalina)? dressing|deviled|coleslaw|potato salad|"
                r"thousand island|tartar sauce|curry powder|piccalilli|chow.?chow|sambar|upma|caesar|cheeseburgers?|hamburgers?|big mac|"
                r"mcdouble|quarter pounder|whopper|corned beef|barbecue sauce|steak sauce|sandwich spread|relish|"
                r"salad with dressing|fry sauce|steak tartare|(beef|ham or pork|chicken or turkey|tuna|salmon|crab|shrimp|lobster|"
                r"seafood|macaroni or pasta) salad|french, home recipe|vinaigrette|vegetables, pickled|chutney", None),
    ("nuts", r"nuts?\b|almonds?|cashews?|walnuts?|pecans?|hazelnuts?|filberts?|pistachios?|macadamias?|brazil ?nuts?|"
             r"brazilnuts?|hickory ?nuts?|butternuts?|beechnuts?|pilinuts?|pine ?nuts|pinon|pinyon|chestnuts?|acorns?|"
             r"ginkgo|marzipan|praline|nougat|baklava|nutella|frangipane|pesto|amaretto|biscotti|trail mix|granola|"
             r"muesli|macaroons?|barfi|burfi|firni|skor|heath|mole sauce|rugelach|linzer|lebkuchen|clif|waldorf|"
             r"pfeffernusse|nutri-grain fruit and nut|pound cake, nut|toffee|alpen|familia|almondine|amandine|turrones?|"
             r"balance|truffles?|symphony|pot of gold|rocky road|5th avenue|100 grand|black forest|german chocolate|"
             r"mortadella|yachtwurst|korma|ice creams?, .*(butter pecan|pistachio)|creamer.*hazelnut|nonpareil|mars bar",
             r"coconuts?(?!.*(almond|nut))|nutmeg|peanuts?(?!.*(almond|mixed nuts|other nuts|cashew|trail))|water ?che?s?t?nuts?|"
             r"water chesnut|waterchestnuts?|doughnuts?|corn ?nuts|soy nuts?|squash, winter, (acorn|butternut)|mouse nuts|lotus|nuts, coconut|"
             r"without nuts|grape.?nuts|pate, truffle"),
    ("peanuts", r"peanuts?|ground ?nuts?|satay|pad thai|mixed nuts|nuts, nfs|trail mix|snickers|reese'?s|butterfinger|"
                r"baby ruth|payday|goodbar|5th avenue|oh henry|nutrageous|whatchamacallit|kung pao|mole sauce|"
                r"milk chocolate candy with nuts|candy with nuts|m&m|chunky|clif|tiger'?s milk|oriental mix|"
                r"granola.*peanut|thai|oriental, mix|candy shell with nuts|nougat filled with nuts|caramel filled with nuts|"
                r"nuts and syrup|nuts in syrup|sundae",
                r"without peanuts|campbell'?s chunky|chunky beef|turkey, chunky|hot thai sauce|pistachio nuts, nfs"),
    ("sesame", r"sesame|tahini|hummus|halavah?|halva|hoisin|baba ghanoush|eggplant dip|falafel|big mac|bibimbap|everything|"
               r"mole sauce|mixed seeds|whopper|korean|multigrain|gomasio|hamburger bun|lo mein|granola bar, mixed",
               None),
    ("soybeans", r"soy\w*|tofu|tempeh|edamame|miso\b|natto|okara|teriyaki|hoisin|shoyu|tamari|chow mein|lo mein|"
                 r"kung pao|general tso|moo shu|moo goo|egg foo yung|chop suey|stir.fr(y|ied)|szechuan|ramen|"
                 r"textured vegetable protein|meatless|vegetarian|veggie burger|margarine|chocolate|silk\b|vitasoy|mori-nu|"
                 r"house foods|oyster sauce|sushi|bibimbap|korean|lecithin|hershey'?s|shortening|worcestershire|"
                 r"vegetable oil|wonton|egg rolls?|bean curd|candy bar|reese'?s|snickers|kit kat|meat extender|"
                 r"vegan|orange chicken|sesame chicken|pepper steak|hot and sour|whipped topping|non-stick|cooking spray|pam\b|"
                 r"candies, (m&m|mars|nestle|krackel|symphony|rolo|skor|heath)|pad thai|thai|vietnamese|bulgogi|"
                 r"dukboki|adobo|hot dog, vegetarian|mayonnaise(?!, made)|nutella|hazelnut spread|milk, imitation, soy|"
                 r"protein bar|formulated bar|slim ?fast|meat substitute|fuyu|koyadofu|benecol|creamer, soy|duck, peking",
                 r"non-soy|mushrooms?, .*stir-fried|infant formula.*amino|vegetable oil, palm"),
    ("sulphites", r"wines?\b|sangria|champagne|mimosa|vermouth|hard cider|sulfured|sulphured|sulfited|balsamic|"
                  r"(apricots?|apples?|peach(es)?|pears?|mango|papaya|pineapple), dried|raisins, golden|maraschino|"
                  r"wine cooler|potatoes?,? .*(dry mix|dehydrated)|mashed, from dry|candied fruit|fruitcake|fruit cake|"
                  r"dried, fruit|(lemon|lime) juice.*(canned|bottled|ns as to form)|cooler|spritzer|molasses|"
                  r"vinegar, (red wine|cider)|burgundy|marsala|shrimp, dried|horseradish|trail mix.*fruit|"
                  r"trail mix, tropical|glug|malt vinegar|coconut, packaged|"
                  r"martini|manhattan|cooking wine|pectin, liquid|tomatoes, sun-dried|sun-dried tomatoes",
                  None),
]]

# A name that denies an allergen which its category or another word would tell.
DENIED = [
    ("gluten", re.compile(r"gluten.free|flourless|crackers, rice|rice cake|rice paper|popcorn cake|masa harina|"
                          r"cake made with glutinous|leavening agents|millet, puffed|\btaco, corn|hard cider|hard seltzer|nutritional")),
    ("milk", re.compile(r"no cheese|gelatin shot|non-dairy milk|no dairy|formula.*\b(soy|amino acids)\b|haupia|yokan|"
                        r"meringues?$|smoothie.*non-dairy|vegan|yogurt, (almond|coconut|soy)|matzo|"
                        r"pita|chopped and formed")),
    ("eggs", re.compile(r"egg-free|vegan|eggless|without egg|rice cake|corn pone|matzo, plain|breadsticks")),
    ("soybeans", re.compile(r"non-soy")),
]

# The only foods of which `none` is said: (category, name). The name must tell how plain the food is.
WITHOUT_FAT = r"(boiled|steamed|baked|roasted|broiled|grilled|simmered|stewed|microwave[d]?|braised|dry heat|moist heat)"
PRODUCE = ("Apples|Bananas|Blueberries and other berries|Broccoli|Cabbage|Carrots|Citrus fruits|Corn|Grapes|"
           "Lettuce and lettuce salads|Mango and papaya|Melons|Onions|Other dark green vegetables|"
           "Other fruits and fruit salads|Other red and orange vegetables|Other starchy vegetables|"
           "Other vegetables and combinations|Peaches and nectarines|Pears|Pineapple|Spinach|Strawberries|String beans|"
           "Tomatoes|White potatoes, baked or boiled|Fruits and Fruit Juices|Vegetables and Vegetable Products|"
           "Not included in a food category|Mustard and other condiments")
MEAT = ("Beef Products|Beef, excludes ground|Ground beef|Lamb, Veal, and Game Products|Lamb, goat, game|Pork|"
        "Pork Products|Poultry Products|Chicken, whole pieces|Turkey, duck, other poultry|Liver and organ meats")
# FNDDS's cooked meats may hold fat or broth, those of Foundation and SR Legacy are cooked without anything.
MEAT_OF_TABLES = "Beef Products|Lamb, Veal, and Game Products|Pork Products|Poultry Products"
NONE_RULES = [(re.compile(category), re.compile(name)) for category, name in [
    (PRODUCE, r"(?!.*(seaweed|canned|dried)).*\b(raw|cooked, no added fat|fresh, cooked, no added fat|frozen, cooked, no added fat)$"),
    (PRODUCE, r"(?!.*(seaweed|canned|dried)).*, raw, (?!sulf).*|(basil|chives|cilantro|parsley), raw"),
    ("Vegetables and Vegetable Products", rf".*\bcooked, {WITHOUT_FAT}.*|.*\bcooked, (with|without|no) salt.*|spinach, "
                                          r"(baby|mature)|mushrooms?, (?!.*(canned|dried|stir)).*|tomato, roma|.*\bfrozen, unprepared|"
                                          r"potatoes, .*(baked|flesh).*|parsley, fresh|.*microwaved"),
    ("White potatoes, baked or boiled", r"potato, (baked, peel (not )?eaten|boiled, nfs)"),
    ("Fruits and Fruit Juices", r".*\bfrozen,? unsweetened.*|plantains, .*(boiled|baked)"),
    ("Blueberries and other berries|Strawberries|Mango and papaya|Pineapple|Melons|Peaches and nectarines",
     r"[a-z]+, frozen"),
    ("Other fruits and fruit salads", r"cherries, frozen|dragon fruit|lychee|rhubarb|starfruit, raw"),
    ("Spices and Herbs", r"(basil|dill weed|peppermint|rosemary|spearmint|thyme), fresh|salt, table"),
    ("Beans, peas, legumes", r".*from dried, no added fat|(fava|mung|pink) beans, cooked"),
    ("Legumes and Legume Products", r"(beans|blackeye|broadbeans|cowpeas|hyacinth|lentils|lima|mothbeans|mung|peas|pigeon"
                                    r"|winged|yardlong|chickpeas).*\b(raw|dry)\b.*|lentils, dry"),
    ("Cereal Grains and Pasta", r"(rice|wild rice),? .*\b(raw|cooked|uncooked|dry)\b.*|(quinoa|amaranth grain|teff|millet|"
                                r"buckwheat groats, roasted), (cooked|uncooked|raw|dry|whole grain)|buckwheat(, whole "
                                r"grain)?|(sorghum|fonio),? .*grain.*|sorghum grain|corn grain, .*"),
    ("Rice", r"rice, (white|brown|wild, 100%), cooked, (no added fat|glutinous)"),
    ("Pasta, noodles, cooked grains", r"quinoa, no added fat|rice noodles, cooked"),
    (MEAT, r"(?!.*(cured|bacon|ham\b|additives|frozen, prepared|prepackaged|seasoned)).*\braw$"),
    (MEAT_OF_TABLES, rf"(?!.*(cured|bacon|ham\b|rotisserie|sauce|coated|patt|dinner|canned)).*\b(cooked, )?{WITHOUT_FAT}(,.*)?$"),
    ("Butter and animal fats|Fats and Oils", r"lard|fat, (beef tallow|chicken|goose|turkey)"),
    ("Salad dressings and vegetable oils|Fats and Oils",
     r"(olive|canola|sunflower|safflower|corn|flaxseed) oil|oil, (olive, salad or cooking|canola|avocado|flaxseed, cold "
     r"pressed|grapeseed|sunflower, .*|rice bran|palm)"),
    ("Nuts and seeds|Nut and Seed Products", r"(chia|flax) seeds|chia seeds, dry, raw|flaxseed, ground|seeds, (chia seeds, "
                                             r"dried|flaxseed|hemp seed, hulled|pumpkin seeds \(pepitas\), raw|sunflower "
                                             r"seed, kernel, raw|sunflower seed kernels, dried)|coconut, fresh|nuts, "
                                             r"coconut meat, raw|pumpkin seeds, unsalted|sunflower seeds, plain, unsalted"),
    ("Sugars and honey|Sweets", r"honey|sugars?, (nfs|brown|white, granulated or lump|granulated|powdered|turbinado)|"
                                r"syrups?, maple.*"),
    ("Tap water|Bottled water|Beverages", r"water, (nfs|tap|bottled, plain|bottled, generic)|beverages, water, tap, .*"),
    ("Flavored or carbonated water", r"water, carbonated, plain"),
    ("Coffee", r"coffee, (brewed|espresso|turkish)(, decaffeinated)?|iced coffee, brewed(, decaffeinated)?"),
    ("Tea", r"tea, hot, leaf, (black|green|oolong)(, decaffeinated)?|tea, iced, brewed, (black|green), unsweetened"),
    ("Beverages", r"beverages, tea, (oolong, brewed|green, brewed, .*)|beverages, coffee, brewed, breakfast blend"),
]]


def allergens(name, category, food_type):
    """The names of the allergens, sorted; [NONE] where there are certainly none; [] where it is not known."""
    plain = name.lower()
    told = set(BY_CATEGORY.get(category, "").split())
    for allergen, words, exceptions in BY_NAME:
        if words.search(exceptions.sub(" ", plain) if exceptions else plain):
            told.add(allergen)
    told -= {allergen for allergen, denial in DENIED if denial.search(plain)}
    if told:
        return sorted(told)
    if food_type == GENERIC and any(kind.fullmatch(category) and words.fullmatch(plain) for kind, words in NONE_RULES):
        return [NONE]
    return []


def cell(name, category, food_type):
    """The text of the column `allergens`."""
    return "|".join(allergens(name, category, food_type))


def cell_violations(text, food_type):
    """What is wrong with the text of the column `allergens`."""
    found = text.split("|") if text else []
    if found == [NONE]:
        return ["a dish never has no allergens for certain"] if food_type == DISH else []
    if not set(found) <= set(ALLERGENS) or found != sorted(set(found)):
        return [f"the allergens {text} are not names of them, sorted, each once"]
    return []
