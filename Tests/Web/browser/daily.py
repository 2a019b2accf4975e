"""Recorded answers of the first request, water and exercise by id, notes, favourites and typed meals."""

import re

import fixtures
import late

# What the parser has understood of "2 eggs, toast 40 g": words, food, grams, portion, its count, and other foods.
MEALS = {
    "egg": ("Egg, whole, boiled", "Яйце варене", "ไข่ต้ม", (155, 12.6, 10.6, 1.1, 0, 1.1, 124)),
    "fried": ("Egg, whole, fried", "Яйце смажене", "ไข่ดาว", (196, 13.6, 14.8, 0.8, 0, 0.4, 207)),
    "toast": ("Bread, white, toasted", "Тост із білого хліба", "ขนมปังปิ้ง", (290, 9, 4, 54.4, 2.7, 5.7, 592)),
}


def food(key, language):
    name, values = MEALS[key][fixtures.LANGUAGES.index(language)], MEALS[key][3]
    return {
        **fixtures.food("banana", language), "id": fixtures.uuid(990 + list(MEALS).index(key)), "name": name, "portions": [],
        **dict(zip(("kcal", "proteinG", "fatG", "carbohydrateG", "fiberG", "sugarG"), values)), "sodiumMg": values[6],
    }


def typed(food_id, language):
    """The food of a typed meal by its id; None if it is another."""
    return next((found for found in (food(key, language) for key in MEALS) if found["id"] == food_id), None)


def line(words, grams, key, language, portion=None, others=()):
    return {
        "words": {"text": words, "start": 0, "end": len(words)}, "food": key and food(key, language), "grams": grams,
        "portion": portion, "amountSource": "portion" if portion else "stated" if key else None, "confidence": 0.9 if key else 0,
        "alternatives": [{"food": food(other, language), "grams": grams, "confidence": 0.1} for other in others],
    }


def parse(text, language):
    """Reads the lines of the screenshots; another text has no food."""
    words = [part.strip() for part in re.split(r"[,;]", text) if part.strip()]
    lines = []
    for part in words:
        if re.search(r"egg|яйц|ไข่", part):
            lines.append(line(part, 100, "egg", language, {"name": {"en": "large", "uk": "велике", "th": "ฟอง"}[language], "grams": 50, "count": 2}, ("fried",)))
        elif re.search(r"toast|тост|ขนมปัง", part):
            lines.append(line(part, 40, "toast", language))
        else:
            lines.append(line(part, None, None, language))
    return {"lines": lines}


def favourites(language, backend):
    items = [{**row, "addedAt": f"{fixtures.TODAY}T08:00:00.000Z"} for row in fixtures.recents(language) if row["foodId"] in backend.favourites]
    return [{key: value for key, value in item.items() if key not in ("meal", "count", "lastAt")} for item in items]


def offline(language, scenario, hostile):
    own = [] if scenario == "empty" else late.own_foods(language, hostile)
    recent = [{"food": fixtures.food(key, language, hostile), "grams": 170, "portion": None, "quantity": None, "count": 3} for key in ("yogurt", "oatmeal")]
    common = [fixtures.food(key, language, hostile) for key in fixtures.FOODS]
    return {"language": language, "own": own, "common": common, "recent": recent, "unavailable": [], "digest": "d1"}


def extras(date, backend):
    day = backend.day(date)
    return {"date": date, "waterMl": day["waterMl"], "note": day["note"], "isComplete": day["isComplete"], "version": backend.extras}


def answer(request):
    """Returns the answer to a request of a daily screen; None for other requests."""
    method, path, _, body, _, backend, hostile = request
    language = backend.language
    if path == "/start":
        day = backend.day(fixtures.TODAY)
        return {
            "day": day, "target": day["target"], "recents": [] if backend.scenario == "empty" else fixtures.recents(language),
            "cart": None, "waiting": {"importId": None, "planId": None}, "cursor": "1",
            "profile": {**fixtures.profile(language), **fixtures.BODY, **backend.profile}, "unavailable": [],
        }
    if match := re.fullmatch(r"/diary/days/([\d-]+)/water/([\w-]+)", path):
        backend.writes.append((method, path, body))
        added = backend.water.setdefault(match[1], {})
        added.update({match[2]: body["ml"]}) if method == "PUT" else added.pop(match[2], None)
        return extras(match[1], backend)
    if match := re.fullmatch(r"/diary/days/([\d-]+)/(note|complete)", path):
        backend.writes.append((method, path, body))
        backend.extras += 1
        kept = backend.notes if match[2] == "note" else backend.complete
        kept[match[1]] = body["text"] if match[2] == "note" else method == "PUT"
        return extras(match[1], backend)
    if match := re.fullmatch(r"/foods/([\w-]+)/favourite", path):
        backend.writes.append((method, path, body))
        (backend.favourites.add if method == "PUT" else backend.favourites.discard)(match[1])
        return {"foodId": match[1]}
    if path == "/foods/favourites":
        return {"items": favourites(language, backend)}
    if path == "/foods/offline":
        return offline(language, backend.scenario, hostile)
    if path == "/foods/parse":
        return parse(body["text"], language)
    if method == "GET" and path == "/profile/measurements":
        return {"items": list(backend.measured.values()), "nextCursor": None}
    if match := re.fullmatch(r"/profile/measurements/([\w-]+)", path):
        backend.writes.append((method, path, body))
        unit = "kcal" if body.get("kind") == "activeEnergy" else "kg"
        measured = {"id": match[1], **body, "unit": unit, "date": fixtures.TODAY, "source": None, "externalId": None}
        if unit == "kcal":
            backend.measured[match[1]] = measured
        if method == "DELETE":
            backend.measured.pop(match[1], None)
        return measured
    return None
