"""Words and categories that indicate the allergens of a food, for allergens.py."""

import re

# Allergens of whole categories of dishes.
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


def table(rows):
    """Compiles rows: an allergen, whole words for it, and phrases in which these words mean something else."""
    return [(allergen, re.compile(rf"\b({words})\b"), re.compile(phrases) if phrases else None)
            for allergen, words, phrases in rows]


# Matched against names in lower case.
BY_NAME = table([
    ("celery",
     r"bloody mary|bouillon|broth|celeriac|celery|chowder|clam and tomato|creole|curry powder|gumbo|jambalaya|"
     r"minestrone|mirepoix|poultry seasoning|soups?|stews?|stock|stuffing|tomato and vegetable juice|vegetable juice|"
     r"v8 v|yeast extract",
     r"no broth|stew meat|(chuck|cubed) for stew"),
    ("crustaceans",
     r"sushi roll, california|antipasto|bisque|bouillabaisse|crabs?|crawfish|crayfish|crustaceans|gumbo|kimchi|krill|"
     r"lobsters?|pad thai|"
     r"paella|prawns?|seafood|shellfish|shrimps?|surimi",
     r"crabapple|no seafood|tomato bisque"),
    ("eggs",
     r"aioli|batter|battered|big mac|sushi roll, california|chicken cornbread|whopper|"
     r"(beef|ham or pork|chicken or turkey|tuna|salmon|crab|shrimp|lobster|seafood|pea|macaroni or pasta|turkey|"
     r"chicken) salad|"
     r"benedict|blue or roquefort cheese dressing|breaded|brioche|brownies?|caesar|cakes?|carbonara|challah|"
     r"cheesecake|chicken kiev|clam cake|cobb salad|coleslaw|cookies?|cordon bleu|corn ?bread|corn dogs?|crab,? cake|"
     r"cream puff|creamy (italian|dressing)|creme brulee|crepes?|croissants?|croquettes?|custards?|danish|divinity|"
     r"doughnuts?|eclair|egg foo yung|eggnog|eggs?|fish,? cake|flan|french toast|frittata|fritters?|fry sauce|"
     r"fudge, vanilla|gefilte\w*|gin fizz|green goddess|hollandaise|honey mustard dip|hotcakes|huevos|hush pupp\w*|"
     r"imitation crab|kugel|ladyfingers?|macaroons?|marshmallow pie|matzo ball|mayo|mayonnaise|mcgriddles|mcmuffin|"
     r"meatballs?|meat ?loaf|meringues?|mock chicken legs|mousse|muffins?|mutton loaf|noodles?|nougat|nuggets|"
     r"omelets?|omelette|pad thai|pancakes?|parmesan casserole|parmi?giana|patty, breaded|"
     r"pie, (lemon|pumpkin|pecan|custard|chocolate cream|banana cream|coconut|key lime|vanilla)|pisco|popovers?|"
     r"poppy ?seed,? (creamy|dressing)|potato salad|quiche|ranch|rice, fried|russian dressing|salad spread|"
     r"salad with dressing|salmon cake|sandwich spread|shrimp, cake|souffles?|sour, gin|spaetzle|steak tartare|"
     r"surimi|tartar sauce|tarts?|tempura|thousand island|tiramisu|trifle|tuna cake|waffles?|whiskey sour",
     r"bean cake|chow mein|corn cakes?|crab ?apple|danish, domestic|custard-apple|egg-free|"
     r"tart cherr|cherries, tart|eggplant|juice, tart|no egg|"
     r"noodles?, (japanese|chinese, cellophane)|oat cakes?|popcorn,? cakes?|ramen noodle|ranch style|rice cakes?|"
     r"rice noodles|sandwich steak|vegan mayonnaise|wheat flour.*cake|without egg"),
    ("fish",
     r"anchov\w*|antipasto|bacalaitos|barbecue sauce|blackfish|bloody mary|bouillabaisse|caesar|catfish|caviar|"
     r"ceviche|cocktail sauce|cod|codfish|devilfish|eel|filet-o-fish|fish|fish sauce|fish-shaped|flounder|gefilte|"
     r"haddock|halibut|herring|imitation crab|kimchi|lau lau|lingcod|lomi|mackerel|mahi|michelada|pad thai|perch|pho|"
     r"pollock|puttanesca|reuben|roe|salmon|sardines?|sea ?bass|seafood|sheefish|smelt|snapper|steak sauce|surimi|"
     r"sushi|swordfish|thai|tilapia|trout|tuna|vietnamese|whitefish|whiting|worcestershire",
     r"crayfish|cuttlefish|fish-shaped|jellyfish|shellfish|starfish"),
    ("gluten",
     r"ale|apple crisp|atole de avena|au gratin|bagels?|baklava|barley|basbousa|batter|battered|beer|beignet|"
     r"big breakfast|big mac|biscuits?|bisque|blood sausage|bologna sandwich|bran|breadings?|bread\w*|brownies?|"
     r"bulgur|buns?|burgers?|burritos?|cakes?|cereals?|chappatti|cheeseburgers?|cheese sauce|chicken kiev|"
     r"chicken (patty|strips|fingers)|chick-n-strips|chili con carne|chimichanga|chop suey|chowder|chow mein|"
     r"churros?|(clams|oysters|scallops|shrimp|calamari|crayfish), fried|club|coated|cobblers?|coffee substitute|"
     r"cones?|cookies?|cordon bleu|corn dogs?|country fried|couscous|crackers?|"
     r"cream of (wheat|mushroom|chicken|celery|asparagus|shrimp|onion|potato|vegetable|tomato|broccoli)|cream sauce|"
     r"crepes?|crisp, (apple|berry|cherry|peach)|crispy chicken|croissants?|croque|croquettes?|croutons?|crumbs?|"
     r"crust|cupcakes?|chicken cornbread|flour, 00|sushi|taco shell, flour|dave's hot|divan|doughnuts?|dumplings?|"
     r"egg rolls?|einkorn|empanadas?|enchilada|fajita|falafel|"
     r"farina|farro|fish, .*fried|fish,? ?sticks?|flour tortillas?|focaccia|frankfurter, meatless|frescavena|"
     r"fried (broccoli|cauliflower|eggplant|green beans|green tomatoes|mushrooms|okra|onion|summer)|fritters?|"
     r"frybread|funnel cake|general tso|gluten|gnocchi|graham|100 grand|granola|gravy|gyro|haggis|hamburgers?|"
     r"hard seltzer|hoisin|hotcakes|hot dog,|hot pocket|hush pupp\w*|imitation crab|injera|johnnycake|kamut|khorasan|"
     r"kibbeh?|kibby|kit kat|knish|krackel|ladoo|lasagn[ae]|lean pockets?|lefse|lemon chicken|licorice|lo mein|"
     r"macaroni|macaroons?|malt\w*|manicotti|matzo|mcdonald's, (hash brown|french fries)|mcdouble|mcgriddles|"
     r"mcmuffin|mcnuggets|meatballs?|meat extender|meatless|meat ?loaf|melba|miso|mock chicken legs|mole sauce|"
     r"muesli|muffins?|multigrain|mush, blue|mushroom sauce|mutton loaf|naan|noodle|noodles?|nuggets?|oat(meal|s)|"
     r"oats?|onion rings|orange chicken|ovaltine|oyster sauce|pakora|pancakes?|paratha|parmi?giana|pasta|"
     r"pastr(y|ies)|patties|patty, breaded|pepperpot|phyllo|pickles, fried|pierogi|pies?|pita|pizza|popcorn chicken|"
     r"popovers?|pork, chop, stuffed|pot pie|pretzels?|puri|quarter pounder|quesadilla|quiche|ramen|ravioli|"
     r"restructured|rice-a-roni|rolls?|roti|roux|rye|salisbury|samosa|sandwich\w*|sausage gravy|scalloped|scallopini|"
     r"scones?|scrapple|seasoned|seitan|semolina|sesame chicken|shells? and|shepherd's|shoyu|snack mix|soba|"
     r"soft taco|somen|sopaipilla|souffle|soy-based|soy based|soy ?sauce|spaghetti|spelt|stroganoff|strudels?|"
     r"stuffed shells|stuffing|sub|surimi|sweet and sour (pork|chicken|shrimp)|swiss steak|tabbouleh|taco salad|"
     r"tamari|tarts?|tempura|tenders?|teriyaki|thermidor|tiramisu|toast\w*|tortellini|tortilla, flour|tortilla mix|"
     r"tortilla, nfs|tortilla, whole wheat|tostada|trail mix with pretzels|trifle|triticale|turnovers?|twizzlers|"
     r"udon|upma|vegetable protein|vegetarian|veggie|vermicelli|wafers?|waffles?|wasabi-flavored|wasabi peas|"
     r"wellington|welsh rarebit|whatchamacallit|wheat\w*|white sauce|whopper|wontons?|worcestershire|wrap|"
     r"yeast extract|zwieback",
     r"breadfruit|breadnut|buckwheat(?!.*(wheat flour|pancake|waffle|soba|noodle|dry mix))|caramel coated|"
     r"cereals, cream of rice|cheese spread|chewing|chocolate coated|chocolate.coated (peanuts|raisins)|club soda|"
     r"coated (raisins|peanuts|coffee)|corn bran|cornbread, gluten|corn cakes?|corn tortilla|crab,? without|"
     r"cream of rice|dressing, light|flourless|ginger ale|ginger ?bread fruit|gluten.free|honey roll|juice, tart|"
     r"oil, rice bran|popcorn,? cakes?|pork, roll|potato cake$|rice bran|rice cakes?|rice crackers?$|rice noodles|"
     r"rice paper|root beer|sandwich steak|sorghum bran|spaghetti squash|squash, winter, spaghetti|"
     r"(sugar|yogurt|candy).coated|sweetbreads?|taco, corn|taco shells?,? (corn|baked)|"
     r"tortillas, ready-to-bake or -fry, corn|tostada shells, corn|vermicelli, made from soy|"
     r"(mock|petite|shoulder|chuck) tender|(eye|cube|blade) roll,|tart cherr|cherries, tart|cellophane|"
     r"(seeds?|nuts|coconut),? [^|]*toasted"),
    ("lupin",
     r"lupine|lupins?",
     None),
    ("milk",
     r"doughnuts?|alcoholic coffee|alfredo|ambrosia|au gratin|barfi|batido|biscuits?|bisque|blizzard|"
     r"brandy alexander|brie|"
     r"brownies?|buffalo sauce|burfi|burrito, nfs|butter\w*|caesar|cakes?|calzone|candies|cannoli|cappuccino|"
     r"caramel\w*|casein|cheddar|cheese\w*|cheez|chilaquiles|chiles rellenos|chocolate|chowder|clam chowder|"
     r"cobb salad|cocoa mix|con leche|cookies?|cool ranch|cool whip|cordon bleu|cream|creamed|creamer|cream puff|"
     r"creams|creamsicle|creamy (italian|dressing|alfredo)|creme|croissants?|custards?|danish|divan|dulce de leche|"
     r"eggnog|enchiladas?|eskimo|fast foods?, (potato, mashed|biscuit)|feta|firni|flan|flurry|fondue|frappe|"
     r"frostings?|frosty|frozen coffee|frozen yogurts?|fudgesicle|fudge\w*|gelatin.*cream|gelato|ghee|greek salad|"
     r"green goddess|half and half|hazelnut spread|hollandaise|horchata, made with milk|hot chocolate|ice cream|"
     r"imitation cheese|infant formula|kefir|korma|lasagna|lassi|latte|licuado|macaroni and cheese|macchiato|malted|"
     r"margarine|mashed|mcdonald's, (hash brown|french fries)|mcdouble|mcflurry|milk\w*|milky|mocha|mousse|"
     r"mozzarella|muffins?|mushroom sauce|naan|nacho|nachos?|newburg|nougat|nutella|"
     r"(onion|spinach|vegetable|chipotle|layer|artichoke) dip|ovaltine|oysters rockefeller|palak|pancakes?|paneer|"
     r"panna|parfait|parmesan|parmi?giana|pediasure|pesto|philly|pizza|popsicle, cream|pre-lightened|provolone|"
     r"pudding|puddings?|quarter pounder with|quesadilla|queso|quiche|ranch|rarebit|rennin|reuben|ricotta|scalloped|"
     r"shakes?|sherbet|smoothie.*dairy|souffle|sour cream|spread, 35|stroganoff|syrup, nestle|table fat|taco salad|"
     r"tart, breakfast|tea, bubble|tetrazzini|thermidor|tikka|tiramisu|toddler formula|toffee|topping|tres leche|"
     r"trifle|tzatziki|waffles?|welsh rarebit|whey|whipped|white russian|white sauce|whopper.*cheese|yoghurt|yogurts?",
     r"danish, domestic|"
     r"(almond|coconut|soy|rice|oat|nut|non-dairy|soya|hemp|cashew)\s?milk|bean cake|butterbean|butter beans?|"
     r"butterbur|butterfish|butterhead|butternut|butternuts|caramel color|cheese fruit|cheesefruit|coconut cream|"
     r"corn cakes?|cream of (tartar|rice|wheat)|cream soda|creme de menthe|cream style|custard-apple|dairy-free|"
     r"desiccated\), creamed|fruit butters|head ?cheese|"
     r"liver cheese|milkfish|milk thistle|milkweed|no butter|no cheese|no dairy|non-dairy milk|"
     r"(peanut|almond|cashew|cocoa|apple|fruit|soy nut|sesame|seed|nutmeg|ucuhuba|shea ?nut|pumpkin|nut|"
     r"sunflower seed)\s?butters?(?!.*(chocolate|milk|cookie|cup|pie|cake|cream\b))|"
     r"popcorn,? cakes?|rice cakes?|soybean curd cheese|soybean, curd cheese|soymilk|soy yogurt|tofu yogurt|vegan|"
     r"wheat flour.*cake|yogurt, (almond|coconut|soy)"),
    ("molluscs",
     r"abalone|bouillabaisse|calamari|chiton|clams?|cockles?|conch|cuttlefish|devilfish|escargot|mollus[ck]s?|"
     r"mussels?|octopus|oysters?|paella|periwinkle|scallops?|seafood|shellfish|snails?|squid|whelk",
     r"crackers, oyster|emu, oyster|mushrooms?,? (king )?oyster|ostrich, oyster|oyster crackers|oyster mushroom|"
     r"scalloped|squash, summer, scallop|vegetable oyster|oyster blade"),
    ("mustard",
     r"barbecue sauce|"
     r"(beef|ham or pork|chicken or turkey|tuna|salmon|crab|shrimp|lobster|seafood|macaroni or pasta) salad|big mac|"
     r"caesar|cheeseburgers?|chow.?chow|chutney|coleslaw|corned beef|curry powder|deviled|french, home recipe|"
     r"french( or catalina)? dressing|fry sauce|hamburgers?|honey mustard|mayo|mayonnaise|mcdouble|mustard|"
     r"piccalilli|potato salad|quarter pounder|relish|salad with dressing|sambar|sandwich spread|steak sauce|"
     r"steak tartare|tartar sauce|thousand island|upma|vegetables, pickled|vinaigrette|whopper",
     None),
    ("nuts",
     r"acorns?|almondine|almonds?|alpen|amandine|amaretto|baklava|balance|barfi|beechnuts?|biscotti|black forest|"
     r"brazil ?nuts?|brazilnuts?|burfi|butternuts?|cashews?|chestnuts?|clif|creamer.*hazelnut|familia|filberts?|"
     r"firni|frangipane|german chocolate|ginkgo|100 grand|granola|hazelnuts?|heath|hickory ?nuts?|"
     r"ice creams?, .*(butter pecan|pistachio)|korma|lebkuchen|linzer|macadamias?|macaroons?|mars bar|marzipan|"
     r"mole sauce|mortadella|muesli|nonpareil|nougat|nutella|nutri-grain fruit and nut|nuts?|pecans?|pesto|"
     r"pfeffernusse|pilinuts?|pine ?nuts|pinon|pinyon|pistachios?|pot of gold|pound cake, nut|praline|rocky road|"
     r"rugelach|skor|symphony|5th avenue|toffee|trail mix|truffles?|turrones?|waldorf|walnuts?|yachtwurst",
     r"coconuts?(?!.*(almond|nut))|corn ?nuts|doughnuts?|grape.?nuts|lotus|mouse nuts|nutmeg|nuts, coconut|"
     r"pate, truffle|peanuts?(?!.*(almond|mixed nuts|other nuts|cashew|trail))|soy nuts?|"
     r"squash, winter, (acorn|butternut)|water chesnut|water ?che?s?t?nuts?|waterchestnuts?|without nuts"),
    ("peanuts",
     r"baby ruth|butterfinger|candy shell with nuts|candy with nuts|caramel filled with nuts|chunky|clif|goodbar|"
     r"granola.*peanut|ground ?nuts?|kung pao|milk chocolate candy with nuts|mixed nuts|m&m|mole sauce|"
     r"nougat filled with nuts|nutrageous|nuts and syrup|nuts in syrup|nuts, nfs|oh henry|oriental mix|oriental, mix|"
     r"pad thai|payday|peanuts?|reese'?s|satay|snickers|sundae|thai|5th avenue|tiger'?s milk|trail mix|"
     r"whatchamacallit",
     r"campbell'?s chunky|chunky beef|hot thai sauce|pistachio nuts, nfs|turkey, chunky|without peanuts"),
    ("sesame",
     r"baba ghanoush|bibimbap|big mac|eggplant dip|everything|falafel|gomasio|granola bar, mixed|halavah?|halva|"
     r"hamburger bun|hoisin|hummus|korean|lo mein|mixed seeds|mole sauce|multigrain|sesame|tahini|whopper",
     None),
    ("soybeans",
     r"adobo|bean curd|benecol|bibimbap|bulgogi|candies, (m&m|mars|nestle|krackel|symphony|rolo|skor|heath)|"
     r"candy bar|chocolate|chop suey|chow mein|cooking spray|creamer, soy|duck, peking|dukboki|edamame|egg foo yung|"
     r"egg rolls?|formulated bar|fuyu|general tso|hazelnut spread|hershey'?s|hoisin|hot and sour|hot dog, vegetarian|"
     r"house foods|kit kat|korean|koyadofu|kung pao|lecithin|lo mein|margarine|mayonnaise(?!, made)|meat extender|"
     r"meatless|meat substitute|milk, imitation, soy|miso|moo goo|moo shu|mori-nu|natto|non-stick|nutella|okara|"
     r"orange chicken|oyster sauce|pad thai|pam|pepper steak|protein bar|ramen|reese'?s|sesame chicken|shortening|"
     r"shoyu|silk|slim ?fast|snickers|soy\w*|stir.fr(y|ied)|sushi|szechuan|tamari|tempeh|teriyaki|"
     r"textured vegetable protein|thai|tofu|vegan|vegetable oil|vegetarian|veggie burger|vietnamese|vitasoy|"
     r"whipped topping|wonton|worcestershire",
     r"infant formula.*amino|mushrooms?, .*stir-fried|non-soy|vegetable oil, palm"),
    ("sulphites",
     r"(apricots?|apples?|peach(es)?|pears?|mango|papaya|pineapple), dried|balsamic|burgundy|candied fruit|champagne|"
     r"coconut, packaged|cooking wine|cooler|dried, fruit|fruitcake|fruit cake|glug|hard cider|horseradish|"
     r"(lemon|lime) juice.*(canned|bottled|ns as to form)|malt vinegar|manhattan|maraschino|marsala|martini|"
     r"mashed, from dry|mimosa|molasses|pectin, liquid|potatoes?,? .*(dry mix|dehydrated)|raisins, golden|sangria|"
     r"shrimp, dried|spritzer|sulfited|sulfured|sulphured|sun-dried tomatoes|tomatoes, sun-dried|trail mix.*fruit|"
     r"trail mix, tropical|vermouth|vinegar, (red wine|cider)|wine cooler|wines?",
     None),
])
