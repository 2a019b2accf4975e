"""Recorded answers of the API in three languages, for screenshots and tests without a stack."""

import datetime
import json

TODAY = "2026-11-22"
NAMES = {
    "oatmeal": ("Oatmeal with milk", "Вівсянка на молоці", "ข้าวโอ๊ตต้มนม"),
    "banana": ("Banana, raw", "Банан", "กล้วยหอม"),
    "chicken": ("Chicken breast, grilled", "Куряча грудка на грилі", "อกไก่ย่าง"),
    "rice": ("Rice, white, cooked", "Рис білий, варений", "ข้าวสวย"),
    "salad": ("Mixed salad with olive oil and pumpkin seeds", "Салат із овочів з олією та гарбузовим насінням", "สลัดผักรวมน้ำมันมะกอกและเมล็ดฟักทอง"),
    "yogurt": ("Yogurt, Greek, plain, whole milk", "Йогурт грецький, натуральний", "กรีกโยเกิร์ตรสธรรมชาติ"),
    "nonfat": ("Yogurt, Greek, nonfat", "Йогурт грецький знежирений", "กรีกโยเกิร์ตไขมันต่ำ"),
    "honey": ("Greek yogurt with honey", "Грецький йогурт з медом", "กรีกโยเกิร์ตน้ำผึ้ง"),
    "tzatziki": ("Tzatziki", "Дзадзикі", "ซัตซิกิ"),
    "coffee": ("Coffee with milk", "Кава з молоком", "กาแฟใส่นม"),
    "bread": ("Rye bread", "Житній хліб", "ขนมปังไรย์"),
}
PORTIONS = {
    "bowl": ("bowl", "миска", "ชาม"),
    "medium": ("medium", "середній", "ผลกลาง"),
    "container": ("container", "стаканчик", "ถ้วย"),
    "cup": ("cup", "склянка", "ถ้วยตวง"),
    "slice": ("slice", "скибка", "แผ่น"),
}
LANGUAGES = ("en", "uk", "th")
# kcal, protein, fat, carbohydrate, fibre, sugar, sodium in mg; each of 100 g.
FOODS = {
    "oatmeal": (107, 4.2, 3.1, 15.6, 1.7, 4.1, 41),
    "banana": (97, 0.7, 0.3, 23, 1.7, 15.8, 0),
    "chicken": (165, 31, 3.6, 0, 0, 0, 74),
    "rice": (130, 2.7, 0.3, 28.2, 0.4, 0.1, 1),
    "salad": (142, 3.1, 12.2, 5.4, 2.3, 2.6, 190),
    "yogurt": (94, 8.8, 4.4, 4.8, 0, 4.8, 34),
    "nonfat": (59, 10.2, 0.4, 3.6, 0, 3.2, 36),
    "honey": (124, 6.1, 3.8, 16.4, 0, 15.2, 40),
    "tzatziki": (90, 3.6, 6.9, 3.5, 0.4, None, None),
    "coffee": (22, 1.2, 0.9, 2.2, 0, 2.2, 20),
    "bread": (241, 8.3, 2.5, 45.8, 5.9, 3.8, 560),
}
KEYS = ("kcal", "proteinG", "fatG", "carbohydrateG", "fiberG", "sugarG", "saltG")


def word(table, key, language):
    return table[key][LANGUAGES.index(language)]


def amounts(key, grams):
    values = FOODS[key]
    values = values[:6] + (None if values[6] is None else values[6] * 0.0025,)
    return {name: None if value is None else round(value * grams / 100, 2) for name, value in zip(KEYS, values)}


def uuid(number):
    return f"00000000-0000-4000-8000-{number:012d}"


def food_id(key):
    return uuid(900 + list(FOODS).index(key))


def entry(number, date, meal, key, grams, portion, quantity, language):
    return {
        "id": uuid(number), "date": date, "meal": meal, "position": number, "at": f"{date}T08:00:00.000Z",
        "foodId": food_id(key), "name": word(NAMES, key, language), "imageURL": None, "grams": grams,
        "portion": portion and word(PORTIONS, portion, language), "quantity": quantity, "version": number, **amounts(key, grams),
    }


def total(entries):
    return {key: round(sum(each[key] or 0 for each in entries), 2) for key in KEYS}


TARGET = {"dailyKcal": 1917, "proteinG": 117, "fatG": 64, "carbohydrateG": 233}


def day(date, language, scenario):
    rows = {
        TODAY: [
            (1, "breakfast", "oatmeal", 250, "bowl", 1), (2, "breakfast", "banana", 118, "medium", 1),
            (3, "lunch", "chicken", 150, None, None), (4, "lunch", "rice", 180, None, None), (5, "lunch", "salad", 210, "bowl", 1),
        ],
        "2026-11-21": [
            (11, "breakfast", "oatmeal", 250, "bowl", 1), (12, "breakfast", "coffee", 200, "cup", 1),
            (13, "dinner", "chicken", 180, None, None), (14, "dinner", "salad", 210, "bowl", 1), (15, "snack", "yogurt", 170, "container", 1),
        ],
    }.get(date, [])
    if scenario == "over" and date == TODAY:
        rows = rows + [(6, "dinner", "chicken", 300, None, None), (7, "dinner", "rice", 420, None, None), (8, "snack", "bread", 140, "slice", 4)]
    if scenario == "empty":
        rows = []
    entries = [entry(number, date, *rest, language) for number, *rest in rows]
    meals = [{"meal": meal, "entries": [e for e in entries if e["meal"] == meal], "totals": total([e for e in entries if e["meal"] == meal])}
             for meal in ("breakfast", "lunch", "dinner", "snack")]
    totals = total(entries)
    target = None if scenario == "empty" else TARGET
    remaining = target and {
        "kcal": round(TARGET["dailyKcal"] - totals["kcal"], 2), "proteinG": TARGET["proteinG"] - totals["proteinG"],
        "fatG": TARGET["fatG"] - totals["fatG"], "carbohydrateG": TARGET["carbohydrateG"] - totals["carbohydrateG"],
        "fiberG": None, "sugarG": None, "saltG": None,
    }
    week = {"from": "2026-11-16", "kcal": 10200 + totals["kcal"], "targetKcal": target and 13419,
            "remaining": target and round(3219 - totals["kcal"], 2), "totals": totals, "incomplete": [], "target": target, "remainingNutrients": remaining}
    month = {"from": f"{date[:7]}-01", "kcal": 38200 + totals["kcal"], "targetKcal": target and 57510, "remaining": target and round(19310 - totals["kcal"], 2)}
    return {"date": date, "meals": meals, "totals": totals, "incomplete": [], "target": target, "remaining": remaining, "week": week, "month": month,
            "exerciseKcal": None if scenario == "empty" else 240, "waterMl": 0 if scenario == "empty" else 750, "note": ""}


def food(key, language, hostile=None):
    values = FOODS[key]
    portions = {"yogurt": [("container", 170), ("cup", 245)], "oatmeal": [("bowl", 250)], "banana": [("medium", 118)], "bread": [("slice", 35)]}
    return {
        "id": food_id(key), "name": hostile or word(NAMES, key, language), "brand": "Bakery Anna" if key == "honey" else None, "category": "food",
        **dict(zip(("kcal", "proteinG", "fatG", "carbohydrateG", "fiberG", "sugarG"), values)), "saturatedFatG": None, "sodiumMg": values[6],
        "portions": [{"name": word(PORTIONS, name, language), "grams": grams} for name, grams in portions.get(key, [])],
        "flags": [], "source": "USDA FNDDS", "imageURL": None, "allergens": [],
    }


def recents(language):
    rows = [("yogurt", 170, "container", 1), ("oatmeal", 250, "bowl", 1), ("banana", 118, "medium", 1), ("coffee", 200, "cup", 1),
            ("chicken", 150, None, None), ("bread", 70, "slice", 2), ("rice", 180, None, None), ("salad", 210, "bowl", 1)]
    return [{"foodId": food_id(key), "name": word(NAMES, key, language), "imageURL": None, "meal": "dinner", "grams": grams,
             "portion": portion and word(PORTIONS, portion, language), "quantity": quantity, "count": 5, "lastAt": f"{TODAY}T08:00:00.000Z", **amounts(key, grams)}
            for key, grams, portion, quantity in rows]


def kcal_of(date):
    """The recorded energy of a day; None for a day without entries."""
    week = {16: 1820, 17: 1960, 18: 1540, 19: 2210, 20: 1890, 21: 1760, 22: 1185}
    if date.year == 2026 and date.month == 11 and date.day in week:
        return week[date.day]
    seed = date.toordinal() * 7919 % 1000
    return None if seed % 19 == 3 else 1560 + seed * 3 // 5


def progress(start, end, by, scenario):
    """Progress of some sixty days of a person that loses weight."""
    first, last = (datetime.date.fromisoformat(day) for day in (start, end))
    dates = [first + datetime.timedelta(days=n) for n in range((last - first).days + 1)]
    is_empty = scenario == "empty"
    groups = {}
    for date in dates:
        groups.setdefault(date.isoformat() if by == "day" else date.strftime("%Y-%m"), []).append(date)
    items = []
    for group in groups.values():
        known = [] if is_empty else [kcal_of(date) for date in group if kcal_of(date) and datetime.date(2026, 3, 9) <= date <= datetime.date(2026, 11, 22)]
        share, days = sum(known) / 1917, len(group)
        items.append({
            "from": group[0].isoformat(), "to": group[-1].isoformat(), "kcal": sum(known), "targetKcal": None if is_empty else 1917 * days,
            "proteinG": round(98 * share, 1), "fatG": round(61 * share, 1), "carbohydrateG": round(214 * share, 1), "fiberG": None, "sugarG": None,
            "saltG": None, "incomplete": [], "loggedDays": len(known), "targetProteinG": 117 * days, "targetFatG": 64 * days, "targetCarbohydrateG": 233 * days,
        })
    trend, smooth = [], 66.4
    for n, date in enumerate(dates if not is_empty else []):
        left = (datetime.date(2026, 11, 22) - date).days
        weight = round(65.0 + left * 0.024 + ((date.toordinal() * 7919 % 100) - 50) / 90, 1)
        smooth = weight if n == 0 else smooth * 0.9 + weight * 0.1
        is_measured = date.toordinal() * 31 % 7 < 4
        if by == "day" and left < 64:
            trend.append({"date": date.isoformat(), "weightKg": weight if is_measured else None, "trendKg": round(smooth, 2)})
    if by == "month":
        trend = [{"date": item["to"], "weightKg": 69.2 - 0.4 * n, "trendKg": 69.3 - 0.4 * n} for n, item in enumerate(items)]
    logged = 0 if is_empty else 23
    return {"items": items, "averages": {}, "streaks": {"logged": logged, "onTarget": min(logged, 2)}, "longestStreak": 41, "weightTrend": trend}


def expenditure(scenario):
    span = {"from": "2026-10-26", "to": "2026-11-22", "bounded": False, "offer": None}
    if scenario == "empty":
        reasons = [{"code": "tooFewDays", "params": {"have": "3", "need": "14"}}]
        return {"kcal": None, "low": None, "high": None, "days": 3, "weights": 0, "enough": False, "reasons": reasons, **span}
    return {"kcal": 2140, "low": 2010, "high": 2270, "days": 26, "weights": 17, "enough": True, "reasons": [], **span}


def projection(body):
    start = body["weightKg"]
    points = [{"day": n, "weightKg": start - 0.03 * n, "lowKg": start - 0.048 * n, "highKg": start - 0.012 * n} for n in range(0, body["days"] + 1, 7)]
    return {"target": {}, "intakeKcal": body.get("intakeKcal", 1917), "points": points, "settledKg": 60, "milestones": [], "goal": None, "warnings": []}


USER = {"id": uuid(1), "email": "anna@example.org", "name": "anna", "roles": ["user", "admin"]}


def profile(language):
    return {"userId": USER["id"], "name": "anna", "displayName": "Anna", "units": "metric", "timeZone": "Etc/UTC", "dayStartHour": 0,
            "weekStart": 1, "language": language, "version": 1, "missing": [], "sex": "female", "birthDate": "1990-05-01", "heightCm": 168, "weightKg": 65.2, "goalWeightKg": 63, "bodyFatPercent": None,
            "activityLevel": "light", "goal": "lose", "formula": "mifflinStJeor", "target": {"dailyKcal": 1917}}


# What the settings show of a profile.
BODY = {"firstName": None, "lastName": None, "sex": "female", "birthDate": "1990-02-28", "heightCm": 170, "weightKg": 65.5, "goalWeightKg": 62,
        "bodyFatPercent": None, "activityLevel": "light", "goal": "lose", "formula": "mifflinStJeor", "allergens": ["milk", "nuts"],
        "dislikes": ["Beetroot", "Blue cheese"], "shares": {"leaderboard": True, "foods": False}, "imageURL": None, "age": 36, "bmi": 22.7,
        "bmiCategory": "normal", "bmr": 1382,
        "target": {"from": TODAY, "dailyKcal": 1750, "weeklyKcal": 12250, "monthlyKcal": 52500, "proteinG": 98, "fatG": 54, "carbohydrateG": 218,
                   "formula": "mifflinStJeor", "goal": "lose", "warnings": []}}


def dumps(value):
    return json.dumps(value, ensure_ascii=False).encode()
