"""Recorded answers of pictures, shared foods, reports, imports and hints."""

import functools
import math
import re
import struct
import zlib

import fixtures

REASONS = ("nutrients", "duplicate", "picture")
SIDE = 64
EATERS = [("Oksana", ("oatmeal", "coffee")), ("ปิยะ", ("rice", "chicken", "salad")), ("Wilhelmina Alexandra Featherstonehaugh-Montgomery", ("yogurt",))]
HINTS = {
    "paceOfLoss": ("700 kcal a day under your expenditure is about 0.6 kg a week at first, 0.9 % of your weight. Later it slows, because a lighter body uses less.",
                   "700 ккал на день менше за ваші витрати — це спочатку близько 0,6 кг на тиждень, 0,9 % ваги. Згодом темп сповільниться, бо легше тіло витрачає менше.",
                   "กินน้อยกว่าที่ใช้วันละ 700 kcal น้ำหนักช่วงแรกลดราวสัปดาห์ละ 0.6 กก. หรือ 0.9% ของน้ำหนักตัว"),
    "proteinForLoss": ("Eat about 127 g of protein a day, 1.8 g per kg: in a deficit it protects muscle. 4 meals with 32 g each use it well.",
                       "Їжте близько 127 г білка на день, 1,8 г на кг: за дефіциту він береже м’язи. Найкраще розподілити його на 4 прийоми їжі по 32 г.",
                       "กินโปรตีนราววันละ 127 กรัม หรือ 1.8 กรัมต่อกก. ช่วยรักษากล้ามเนื้อเมื่อลดพลังงาน แบ่งเป็น 4 มื้อ มื้อละ 32 กรัมจะใช้ได้ดี"),
    "activityForLoss": ("Work up from 150 to more than 250 minutes of brisk walking a week: it keeps lost weight off. Half an hour uses about 116 kcal at your weight.",
                        "Поступово дійдіть від 150 до понад 250 хвилин швидкої ходьби на тиждень: так втрачена вага не повертається.",
                        "เดินเร็วสัปดาห์ละ 150 นาที แล้วเพิ่มจนเกิน 250 นาที ช่วยไม่ให้น้ำหนักกลับมา"),
}


@functools.cache
def image(seed):
    """A PNG of a plate with something on it, in a colour of the seed."""
    hue = sum(map(ord, seed)) * 37 % 360
    color = [int(150 + 80 * math.cos(math.radians(hue + turn))) for turn in (0, 120, 240)]
    rows = []
    for y in range(SIDE):
        row = b"\0"
        for x in range(SIDE):
            far = math.hypot(x - SIDE / 2, y - SIDE / 2) / (SIDE / 2)
            shade = 1 - 0.3 * far * math.sin(x / 5) * math.sin(y / 7)
            row += bytes(min(255, int(part * shade)) for part in color) if far < 0.7 else b"\xf6\xf4\xee" if far < 0.95 else b"\xcf\xc6\xb4"
        rows.append(row)
    chunk = lambda kind, data: struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    head = struct.pack(">IIBBBBB", SIDE, SIDE, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"".join(rows))) + chunk(b"IEND", b"")


def picture(path, backend):
    """The bytes of a picture, which no browser can read for one food; None for another path."""
    match = re.fullmatch(r"/v1/foods/([\w-]+)/picture", path)
    if not match or backend.is_away:
        return None
    return b"damaged" if match[1] == fixtures.food_id("salad") else image(match[1])


def pictured(value, backend):
    """An answer of which each food has a picture, once a screen of this file was visited."""
    if not getattr(backend, "has_pictures", False):
        return value
    if isinstance(value, list):
        return [pictured(each, backend) for each in value]
    if not isinstance(value, dict):
        return value
    changed = {key: pictured(each, backend) for key, each in value.items()}
    food = value.get("foodId") or (value.get("id") if "portions" in value and "kcal" in value else None)
    if value.get("code") == "proteinLow":
        changed["params"] = {**value["params"], "food": fixtures.word(fixtures.NAMES, "yogurt", backend.language), "foodId": fixtures.food_id("yogurt"), "bringsG": "15.0"}
    if value.get("own") == [] and "common" in value:
        changed["own"] = changed["common"][:3]
    if "dailyKcal" in value and "formula" in value:
        changed["hints"] = [{"code": code, "params": {}, "text": texts[fixtures.LANGUAGES.index(backend.language)]} for code, texts in HINTS.items()]
    return {**changed, "picture": f"/v1/foods/{food}/picture"} if food else changed


def shared(query, language, hostile):
    """Foods of a day in two pages; nothing on other days."""
    rows = [{"userId": fixtures.uuid(600 + index), "name": hostile or name, "imageURL": None,
             "food": {"id": fixtures.uuid(650 + 10 * index + place), "meal": "lunch", "foodId": fixtures.food_id(key), "imageURL": None, "grams": 150,
                      "name": hostile or fixtures.word(fixtures.NAMES, key, language), **fixtures.amounts(key, 150)}}
            for index, (name, keys) in enumerate(EATERS) for place, key in enumerate(keys)]
    if query.get("date") != fixtures.TODAY:
        return {"date": query.get("date"), "items": [], "nextCursor": None}
    return {"date": fixtures.TODAY, "items": rows[4:] if "cursor" in query else rows[:4], "nextCursor": None if "cursor" in query else "1-4"}


def report(number, language, hostile, **change):
    key = ("tzatziki", "bread", "coffee")[number]
    return {"id": fixtures.uuid(750 + number), "foodId": fixtures.food_id(key), "foodName": hostile or fixtures.word(fixtures.NAMES, key, language), "reason": REASONS[number],
            "text": hostile or ("" if number == 1 else "The label says 12.4 g of sugar.\nIt stands on the back."), "createdAt": "2026-11-20T08:00:00.000Z",
            "closedAt": None, "answer": None, **change}


def preview(language, hostile):
    keys = ("oatmeal", "chicken", "yogurt")
    return {"id": fixtures.uuid(760), "format": "cronometer", "rows": 412, "entries": 398, "extras": 12, "plans": None, "days": 61, "from": "2026-09-20", "to": "2026-11-19",
            "kcal": 112240, "new": 371, "alreadyThere": 24, "differing": 9, "removedBefore": 6, "passedOver": 4, "refusedCount": 103,
            "refused": [{"line": 7, "reason": hostile or "has no energy"}, {"line": 210, "reason": hostile or "the date 31.02.2026 does not exist"}], "warnings": [],
            "otherMeals": [{"name": hostile or "Elevenses", "entries": 14}], "expiresAt": "2026-11-22T19:10:00.000Z",
            "sample": [{"date": "2026-09-20", "meal": "lunch", "name": hostile or fixtures.word(fixtures.NAMES, key, language), "kcal": 320} for key in keys]}


def answer(request):
    """The answer of a route; None for one of another screen."""
    method, path, query, _, _, backend, hostile = request
    language = backend.language
    if path == "/leaderboard/foods":
        return shared(query, language, hostile)
    if path.endswith("/reports") and method == "POST":
        return report(0, language, hostile)
    if path == "/admin/food-reports":
        closed = {"closedAt": "2026-11-21T08:00:00.000Z", "answer": "Corrected after the label."}
        rows = [report(2, language, hostile, **closed)] if query.get("state") == "closed" else [report(0, language, hostile), report(1, language, hostile, foodName=None)]
        return {"items": rows, "nextCursor": None}
    if path.startswith("/admin/food-reports/"):
        return report(0, language, hostile, closedAt="2026-11-22T08:00:00.000Z")
    if path == "/diary/imports":
        return preview(language, hostile)
    if path == f"/diary/imports/{fixtures.uuid(760)}/apply":
        return {"id": fixtures.uuid(760), "added": 371, "unchanged": 24, "kept": 15, "replaced": 0, "refused": 103, "fullDays": ["2026-10-04"]}
    return None
