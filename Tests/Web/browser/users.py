"""Recorded answers of Users and Invitations."""

import re

import fixtures

CODE = "7K2QM-X9D4R-0TBWC-5HJPE"
# A name of the most signs that the server takes, in the widest letter.
WIDEST = "W" * 64
ACCOUNTS = ((fixtures.USER["name"], fixtures.USER["email"], ["user", "admin"], False), ("Oksana", "oksana@example.org", ["user", "staff"], False),
            (WIDEST, "wilhelmina.alexandra.featherstonehaugh-montgomery@example.org", ["user"], False),
            ("ปิยะดา วงศ์สุวรรณ", "piyada@example.org", ["user"], True), ("Bohdan", "bohdan@example.org", ["user"], False))
STATES = (("open", "For the running club, until the end of the season", 3), ("usedUp", None, 1), ("expired", "Bohdan", 1), ("revoked", "ปิยะ", 5))


def account(number, hostile):
    name, email, roles, is_disabled = ACCOUNTS[number]
    id = fixtures.USER["id"] if number == 0 else fixtures.uuid(900 + number)
    return {"id": id, "email": hostile or email, "name": hostile or name, "roles": roles, "disabled": is_disabled, "createdAt": f"2026-11-{20 - number:02}T08:00:00.000Z",
            "lastUsedAt": None if is_disabled else "2026-11-22T08:00:00.000Z"}


def invitation(number, hostile, **change):
    state, note, most = STATES[number]
    return {"id": fixtures.uuid(950 + number), "note": hostile or note, "state": state, "uses": most if state == "usedUp" else 0, "usesMax": most,
            "createdAt": f"2026-11-{20 - number:02}T08:00:00.000Z", "expiresAt": "2026-11-29T08:00:00.000Z", **change}


def answer(request):
    """The answer of a route; None for one of another screen."""
    method, path, query, body, _, _, hostile = request
    if (method, path) == ("GET", "/admin/users"):
        rows = [account(number, hostile) for number in range(len(ACCOUNTS))]
        fits = [row for row in rows if query.get("q", "") in row["name"] + row["email"] and query.get("role", "user") in row["roles"]
                and (query.get("state") != "disabled" or row["disabled"])]
        if len(fits) < len(rows) or "cursor" in query:
            return {"items": fits[4:] if "cursor" in query else fits, "nextCursor": None}
        return {"items": fits[:4], "nextCursor": fits[3]["id"]}
    if match := re.fullmatch(r"/admin/users/([\w-]+)", path):
        return next({**row, **body} for row in (account(number, hostile) for number in range(len(ACCOUNTS))) if row["id"] == match[1])
    if (method, path) == ("GET", "/admin/invitations"):
        return {"items": [invitation(number, hostile) for number in range(len(STATES))], "nextCursor": None}
    if (method, path) == ("POST", "/admin/invitations"):
        return {"invitation": invitation(0, hostile, id=fixtures.uuid(960), note=body.get("note"), usesMax=body["uses"]), "code": CODE}
    return None
