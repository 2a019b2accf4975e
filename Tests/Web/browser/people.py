"""Recorded answers for the questionnaire and for People."""

import fixtures

ANNA = fixtures.USER["id"]
GROUP = fixtures.uuid(700)
CHALLENGE = fixtures.uuid(701)
NAMES = ["Oksana", "ปิยะ", "Tom", "Мар’яна", "anna", "Lee", "Wilhelmina Alexandra Featherstonehaugh-Montgomery of Nether W"]


def target(**change):
    return {"from": fixtures.TODAY, "dailyKcal": 1404, "weeklyKcal": 9828, "monthlyKcal": 42120, "proteinG": 126.9, "fatG": 46.8,
            "carbohydrateG": 118.8, "formula": "harrisBenedict", "goal": "lose", "warnings": [], **change}


def profile(language, changes, shares):
    answers = {"sex": "female", "birthDate": "1990-02-28", "heightCm": 175, "weightKg": 70.5, "activityLevel": "light", "goal": "lose", "goalWeightKg": 65, **changes}
    return {**fixtures.profile(language), **answers, "formula": "harrisBenedict", "age": 36, "bmi": 23.0, "bmiCategory": "normal", "bmr": 1530.2,
            "target": target(), "shares": shares}


WORKINGS = {"bmr": 1530.2, "tdee": 2104.03, "rawKcal": 1404.03, "dailyKcal": 1404, "weeklyKcal": 9828, "monthlyKcal": 42120,
            "macros": {"proteinG": 126.9, "fatG": 46.8, "carbohydrateG": 118.8}, "bmi": 23.02, "bmiCategory": "normal", "formula": "harrisBenedict", "warnings": []}


def rows(metric, hostile=None):
    scores = {"adherence": [98.2, 95, 95, 88.4, 71.5, 60, 12], "streak": [412, 90, 33, 21, 14, 3, 1], "logged": [7, 7, 7, 6, 5, 4, 1]}[metric]
    ranks = [1 + sum(other > score for other in scores) for score in scores]
    return [{"rank": rank, "userId": ANNA if name == "anna" else fixtures.uuid(600 + index), "name": hostile or name, "score": score}
            for index, (rank, name, score) in enumerate(zip(ranks, NAMES, scores))]


def challenge(metric="adherence", finished=False):
    return {"id": CHALLENGE, "groupId": GROUP, "madeBy": ANNA, "metric": metric, "from": "2026-11-16", "to": "2026-11-29",
            "finalAt": "2026-12-03T11:00:00.000Z", "finished": finished, "standing": rows(metric)[1:5]}


def group(hostile=None):
    members = [{"userId": ANNA if name == "anna" else fixtures.uuid(600 + index), "name": hostile or name, "shares": index != 3,
                "joinedAt": "2026-10-01T08:00:00.000Z"} for index, name in enumerate(NAMES[:6])]
    summary = {key: challenge()[key] for key in ("id", "metric", "from", "to", "finished")}
    return {"id": GROUP, "name": hostile or "Family", "code": "7K2QM-X9D4R-0TBWC-5HJPE", "owner": ANNA, "members": members, "standing": rows("adherence", hostile)[:5],
            "challenges": [summary, {**summary, "id": fixtures.uuid(702), "metric": "streak", "from": "2026-10-01", "to": "2026-10-31", "finished": True}], "version": 3}


def answer(request):
    """Returns what the API would answer; None for other paths."""
    method, path, query, body, _, backend, hostile = request
    shares = backend.profile.get("shares", fixtures.BODY["shares"])
    if path == "/profile" and method == "PATCH":
        shares = backend.profile["shares"] = {**shares, **body.pop("shares", {})}
        backend.answers = {**backend.__dict__.get("answers", {}), **body}
        return profile(backend.language, backend.answers, shares)
    if path == "/profile" and backend.scenario == "people":
        return profile(backend.language, {}, shares)
    if path == "/calculator/target" and body.get("formula") == WORKINGS["formula"]:
        return WORKINGS
    if path == "/leaderboard":
        items = rows(query.get("metric", "adherence"), hostile)
        mine = next(row for row in items if row["userId"] == ANNA)
        if backend.scenario == "empty":
            return {"items": [], "me": None}
        # A long board has the own place outside of its top.
        return {"items": items[:4], "me": {**mine, "rank": 128}} if shares["leaderboard"] else {"items": items[:4], "me": None}
    if path == "/groups" and method == "GET":
        item = {"id": GROUP, "name": hostile or "Family", "owner": ANNA, "members": 6, "version": 3}
        return {"items": [] if backend.scenario == "empty" else [item, {**item, "id": fixtures.uuid(710), "name": "W" * 64, "members": 1}]}
    if path in ("/groups", "/groups/join") or path == f"/groups/{GROUP}":
        return group(hostile)
    if path.endswith("/challenges") or path == f"/challenges/{CHALLENGE}":
        return challenge()
    return None
