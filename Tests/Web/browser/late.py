"""Recorded answers of Foods, Target, History, barcodes, Plan and System."""

import datetime
import math
import re

import fixtures

FOOD = fixtures.uuid(800)
RECIPE = fixtures.uuid(801)
PLAN = fixtures.uuid(802)
LONG = "Wholemeal sourdough with sunflower seeds, Featherstonehaugh’s No. 5"
WORDS = {
    "bar": ("Oat bar with cranberries", "Вівсяний батончик із журавлиною", "ขนมอบข้าวโอ๊ตแครนเบอร์รี"),
    "soup": ("Lentil soup", "Суп із сочевиці", "ซุปถั่วเลนทิล"),
    "fruit": ("Fruit", "Фрукти", "ผลไม้"),
    "cereals": ("Cereals", "Крупи", "ธัญพืช"),
    "meat": ("Meat", "М’ясо", "เนื้อสัตว์"),
    "dairy": ("Dairy", "Молочне", "ผลิตภัณฑ์นม"),
    "vegetables": ("Vegetables", "Овочі", "ผัก"),
    "why": ("Rich in protein and fibre, and it keeps you full for long.", "Багато білка й клітковини, надовго насичує.", "มีโปรตีนและใยอาหารสูง อิ่มนาน"),
}


def word(key, language):
    return WORDS[key][fixtures.LANGUAGES.index(language)]


def named(key, language, hostile):
    return hostile or fixtures.word(fixtures.NAMES, key, language)


def own_food(language, hostile):
    return {**fixtures.food("honey", language), "id": FOOD, "name": hostile or word("bar", language), "brand": hostile or "Bakery Anna", "own": True,
            "shared": False, "barcode": "04006381333931", "ingredients": "oats, cranberries", "kcal": 402, "fatG": 12.5, "saturatedFatG": 2.1,
            "carbohydrateG": 61, "sugarG": 24, "fiberG": 7.2, "proteinG": 8.4, "sodiumMg": 120, "portions": [{"name": "1 serving", "grams": 40}],
            "allergens": ["gluten", "nuts"], "version": 3}


def own_foods(language, hostile):
    """The own foods of the list: one with a label, one with a long name, and two others."""
    others = [{**fixtures.food(key, language), "name": hostile or (LONG if key == "bread" else fixtures.word(fixtures.NAMES, key, language))}
              for key in ("bread", "tzatziki", "coffee")]
    return [own_food(language, hostile), *others]


def nutrients(key):
    values = dict(zip(("kcal", "proteinG", "fatG", "carbohydrateG", "fiberG", "sugarG", "sodiumMg"), fixtures.FOODS[key]))
    return {**values, "saturatedFatG": None, "nutrients": {}}


def recipe(language, hostile):
    parts = [("chicken", 400), ("rice", 300), ("salad", 250)]
    return {"id": RECIPE, "name": hostile or word("soup", language), "language": language, "servings": 4, "cookedGrams": 1400, "grams": 1400, "servingG": 350,
            "ingredients": [{"foodId": fixtures.food_id(key), "name": named(key, language, hostile), "grams": grams, "per100g": nutrients(key), "flags": [],
                             "allergens": []} for key, grams in parts],
            "steps": ["…"], "perServing": {**nutrients("chicken"), "kcal": 352}, "per100g": nutrients("chicken"), "incomplete": [], "allergens": [],
            "allergensComplete": True, "flags": [], "shared": False, "imageURL": None, "own": True, "version": 1}


def planned(number, language, hostile):
    rows = {"breakfast": [("oatmeal", "bowl", 250, 1), ("banana", "medium", 118, 1)], "lunch": [("chicken", "slice", 75, 2), ("rice", "cup", 160, 2)],
            "dinner": [("salad", "bowl", 210, 2)], "snack": [("yogurt", "container", 170, 1)]}
    meals = []
    for meal, dishes in rows.items():
        items = []
        for key, portion, grams, quantity in dishes:
            amounts = fixtures.amounts(key, grams * quantity)
            items.append({"foodId": fixtures.food_id(key), "name": named(key, language, hostile), "portion": fixtures.word(fixtures.PORTIONS, portion, language),
                          "quantity": quantity, "grams": grams * quantity,
                          "nutrients": {name: amounts[name] or 0 for name in ("kcal", "proteinG", "fatG", "carbohydrateG")}})
        meals.append({"meal": meal, "targetKcal": 500, "totals": total(items), "items": items})
    totals = total([item for meal in meals for item in meal["items"]])
    return {"day": number, "fits": True, "target": fixtures.TARGET, "totals": totals, "meals": meals,
            "deviations": {"kcalPercent": -3, "proteinPercent": -14, "fatPercent": 2, "carbohydratePercent": 1}}


def total(items):
    return {name: round(sum(item["nutrients"][name] for item in items), 1) for name in ("kcal", "proteinG", "fatG", "carbohydrateG")}


def plan(backend, hostile):
    days = [planned(number, backend.language, hostile) for number in range(1, 8)]
    return {"id": PLAN, "name": hostile, "createdAt": "2026-11-22T08:00:00.000Z", "from": fixtures.TODAY, "appliedFrom": None, "version": 1,
            "menu": {"fits": True, "reasons": [{"code": "varietyRelaxed", "params": {}}], "days": days},
            "logged": [{"day": 1, "foodId": fixtures.food_id("oatmeal"), "entryId": fixtures.uuid(1), "date": fixtures.TODAY}]}


def shopping(backend, hostile):
    language = backend.language
    rows = [("banana", "fruit", 826, "medium", 7), ("oatmeal", "cereals", 1750, "bowl", 7), ("rice", "cereals", 2240, "cup", 14),
            ("chicken", "meat", 1050, "slice", 14), ("yogurt", None, 1190, "container", 7)]
    items = [{"foodId": fixtures.food_id(key), "name": named(key, language, hostile), "category": hostile or (category and word(category, language)),
              "grams": grams, "portions": [{"name": fixtures.word(fixtures.PORTIONS, portion, language), "quantity": count}], "isTicked": backend.ticks.get(fixtures.food_id(key), index == 1)}
             for index, (key, category, grams, portion, count) in enumerate(rows)]
    return {"planId": PLAN, "items": items, "version": 1}


def system():
    at = datetime.datetime(2026, 11, 22, 18, 10, tzinfo=datetime.UTC)
    text = lambda moment: moment.strftime("%Y-%m-%dT%H:%M:%S.000Z")
    rates = {"gateway": 2397, "broker": 2397, "auth": 12, "calorie-calculator": 2104, "diary": 146, "food-catalog": 108, "leaderboard": 9, "profile": 18}
    services = []
    for index, (name, rate) in enumerate(rates.items()):
        count = 3 if name == "calorie-calculator" else 1
        processes = [{"process": f"{name}-{number + 1}", "version": "0.9.0", "startedAt": "2026-11-22T09:12:00.000Z", "memoryBytes": 11_500_000 + 900_000 * index,
                      "processorPercent": 4 + index} for number in range(count)]
        services.append({"service": name, "isReady": True, "processes": processes, "restarts": 0, "perSecond": rate, "failedPerSecond": 0.2,
                         "inFlight": 41 if name == "broker" else 312 if name == "gateway" else index, "medianMs": 0.6 + index / 5, "p99Ms": 1 + index})
    queues = [{"queue": name, "workers": 1, "capacity": 64, "inFlight": 3, "queued": 0, "perSecond": rate, "medianMs": 1, "p99Ms": 4, "shed": 0, "retried": 0,
               "lostWorkers": 0} for name, rate in rates.items() if name not in ("gateway", "broker")]
    history = [{"at": text(at - datetime.timedelta(seconds=10 * (359 - index))), "perSecond": 1800 + 600 * math.sin(index / 40), "p99Ms": 4 + 2 * math.sin(index / 9) ** 2,
                "held": 20, "queued": 12 if 200 < index < 215 else 0, "memoryBytes": 141e6 + 1e5 * index, "lagSeconds": 1.2 if index > 350 else 0} for index in range(360)]
    storage = [{"service": name, "databaseBytes": size, "logBytes": 400_000, "writesWaiting": 0}
               for name, size in (("auth", 2e6), ("diary", 410e6), ("food-catalog", 38e6), ("leaderboard", 9e6), ("profile", 5e6))]
    return {"at": text(at), "version": "0.9.0", "sampleSeconds": 10, "services": services, "queues": queues, "storage": storage,
            "subscribers": [{"service": "leaderboard", "source": "diary", "events": 31, "seconds": 1.2}], "diskFreeBytes": 62e9, "diskBytes": 100e9,
            "lastBackupAt": "2026-11-22T02:00:00.000Z", "liveListeners": 24, "history": history}


WORKINGS = {"bmr": 1382, "tdee": 1900.25, "rawKcal": 1200.25, "dailyKcal": 1750, "weeklyKcal": 12250, "monthlyKcal": 52500,
            "macros": {"proteinG": 98, "fatG": 54, "carbohydrateG": 218}, "bmi": 22.7, "bmiCategory": "normal", "formula": "mifflinStJeor",
            "warnings": [{"code": "raisedToFloor", "params": {}}]}


def answer(request):
    """Returns the answer of a route; None for a route of another screen."""
    method, path, query, body, _, backend, hostile = request
    language, is_empty = backend.language, backend.scenario == "empty"
    if path == f"/foods/{FOOD}":
        return own_food(language, hostile)
    if path == "/recipes":
        return {"items": [] if is_empty else [recipe(language, hostile)], "nextCursor": None}
    if path == f"/recipes/{RECIPE}":
        return recipe(language, hostile)
    if path == "/foods/healthy":
        kinds = {"yogurt": "dairy", "salad": "vegetables", "oatmeal": "cereals", "chicken": "meat"}
        return {"nextCursor": None, "items": [{"id": str(index), "name": named(key, language, hostile), "kcal": fixtures.FOODS[key][0],
                "description": hostile or word("why", language), "imageURL": None, "recipeURL": "https://example.org/", "category": hostile or word(kind, language),
                "foodId": fixtures.food_id(key), "version": 1} for index, (key, kind) in enumerate(kinds.items())]}
    if path == "/profile/targets" and method == "GET":
        target = fixtures.BODY["target"]
        return {"items": [{**target, "from": "2026-08-03", "dailyKcal": 1917, "goal": "keep"}, {**target, "from": "2026-10-05", "byHand": True, "dailyKcal": 1800}, target]}
    if path == "/calculator/target":
        return WORKINGS
    if path == "/diary/days":
        first, last = (datetime.date.fromisoformat(query[name]) for name in ("from", "to"))
        days = [] if is_empty else [backend.day((first + datetime.timedelta(days=n)).isoformat()) for n in range((last - first).days + 1)]
        return {"items": days, "nextFrom": None}
    if path == "/diary/entries" and method == "GET":
        day = backend.day(fixtures.TODAY)
        found = [] if query["q"] == "zzz" else [entry for meal in day["meals"] for entry in meal["entries"]][:3]
        return {"items": found, "nextCursor": None}
    if path == "/plans":
        return plan(backend, hostile) if method == "POST" else {"items": [] if is_empty else [plan(backend, hostile)], "nextCursor": None}
    if path == f"/plans/{PLAN}":
        return plan(backend, hostile)
    if path.startswith(f"/plans/{PLAN}/shopping"):
        if method == "PUT":
            backend.ticks[path.rpartition("/")[2]] = body["isTicked"]
        return shopping(backend, hostile)
    if path == f"/plans/{PLAN}/alternatives":
        return {"items": [{"dish": {"foodId": fixtures.food_id(key), "name": named(key, language, hostile), "portion": fixtures.word(fixtures.PORTIONS, "cup", language),
                           "quantity": 1, "grams": 200, "nutrients": {"kcal": 188}}, "fits": index == 0, "totals": {"kcal": 1890 - 120 * index}, "deviations": {}}
                          for index, key in enumerate(("honey", "tzatziki"))]}
    if path == "/auth/totp" and method == "GET":
        return {"enabled": False, "recoveryCodesLeft": 0}
    if path == "/auth/totp" and method == "POST":
        secret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"
        return {"secret": secret, "uri": f"otpauth://totp/Mealwire:anna@example.org?secret={secret}&issuer=Mealwire"}
    if path == "/auth/totp/confirm":
        return {"recoveryCodes": [f"ABCD-EFGH-{number}234" for number in range(8)]}
    if re.fullmatch(r"/admin/system", path):
        return system()
    return None
