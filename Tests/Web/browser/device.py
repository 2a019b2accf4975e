"""Recorded answers for waist, sleep and steps, the seven days of a person, and sources outside of the server."""

import datetime

import fixtures

MEASURES = {"waist": ("cm", [84.5, 84, 83.2, 83.4, 82.1]), "sleep": ("min", [432, 401, 465, 388, 450]), "steps": ("count", [8214, 5120, 11034, 7630, 4022])}
PERSON = fixtures.uuid(600)


def measures(kind, hostile):
    unit, values = MEASURES[kind]
    today = datetime.date.fromisoformat(fixtures.TODAY)
    items = []
    for index, value in enumerate(reversed(values)):
        date = (today - datetime.timedelta(days=index * (7 if kind == "waist" else 1))).isoformat()
        items.append({"id": fixtures.uuid(800 + index), "kind": kind, "value": value, "unit": unit, "at": f"{date}T07:00:00.000Z", "date": date,
                      "source": hostile, "externalId": None})
    return {"items": items, "nextCursor": None}


def person(hostile):
    today = datetime.date.fromisoformat(fixtures.TODAY)
    eaten = [1890, 2310, 1450, None, 1920, 2010, 640]
    days = [{"date": (today - datetime.timedelta(days=6 - index)).isoformat(), "kcal": kcal, "targetKcal": kcal and 1950, "adherence": 90}
            for index, kcal in enumerate(eaten)]
    scores = [{"period": period, "metric": metric, "score": score} for period in ("week", "month") for metric, score in (("adherence", 91.4), ("streak", 12), ("logged", 6))]
    return {"userId": PERSON, "name": hostile or "Oksana", "imageURL": None, "days": days, "scores": scores}


def remote(query, hostile):
    food = {"source": "openFoodFacts", "sourceId": "5449000000996", "name": hostile or f"{query['q'].capitalize()} with lemon", "language": "en", "brand": hostile or "Zedan",
            "kcal": 263, "picture": None}
    sources = [{"source": "openFoodFacts", "state": "answered"}, {"source": "edamam", "state": "timedOut"}]
    return {"items": [food, {**food, "sourceId": "2", "name": "W" * 60}], "sources": sources}


def answer(request):
    """Returns what the API would answer; None for other paths."""
    method, path, query, _, _, _, hostile = request
    if method == "GET" and path == "/profile/measurements" and query.get("kind") in MEASURES:
        return measures(query["kind"], hostile)
    if path.startswith("/leaderboard/users/"):
        return person(hostile)
    if method == "GET" and path == "/foods/remote":
        return remote(query, hostile)
    return None
