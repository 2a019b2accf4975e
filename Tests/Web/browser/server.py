"""Serves the web app as the gateway does, with recorded answers instead of a stack."""

import datetime
import http.server
import json
import re
import sys
import threading
import urllib.parse

import daily
import features
import fixtures
import recorded
from app_files import TYPES, WEB, first_modules, hashes, is_screen, served

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; media-src 'self' blob:; "
    "connect-src 'self'; worker-src 'self'; manifest-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'; "
    "require-trusted-types-for 'script'; trusted-types mealwire"
)
HOSTILE = "<img src=x onerror=\"window.hacked=1\"><script>window.hacked=1</script>${{7*7}}'\"&amp;"


class Backend:
    """The state of the recorded server; a test changes it."""

    def __init__(self):
        self.language = "en"
        self.scenario = "day"
        self.is_signed_in = True
        self.is_away = False
        # True while the server does not send the page either.
        self.is_gone = False
        self.is_hostile = False
        # Additions of water by day and id, notes and marks by day, favourites, exercise by id.
        self.water, self.notes, self.complete, self.favourites, self.measured = {}, {}, {}, set(), {}
        self.extras = 1
        self.entries = {}
        self.removed = set()
        self.writes = []
        # The ticks of the shopping list that were sent, by food.
        self.ticks = {}
        # The bodies of sign-ins and registrations.
        self.signed_in = []
        # The state of an entry that another device has made; writes of other versions get 412.
        self.conflict = None
        # The settings that were changed.
        self.profile = {}
        # A problem that all requests of Users get.
        self.refusal = None
        # The version of the app, the changed files of another one, and the paths that are asked for without the API.
        self.version, self.changes, self.asked = "test", {}, []
        # Files of the app that another version no longer has, and those that do not arrive before the event.
        self.missing, self.silent, self.silence_ends = set(), set(), threading.Event()

    def day(self, date):
        day = {**fixtures.day(date, self.language, self.scenario), "isComplete": False, "extrasVersion": self.extras}
        if self.scenario == "empty":
            return day
        rows = [e for meal in day["meals"] for e in meal["entries"] if e["id"] not in self.removed and e["id"] not in self.entries]
        rows += [e for e in self.entries.values() if e["date"] == date and e["id"] not in self.removed]
        if self.is_hostile:
            rows = [{**e, "name": HOSTILE, "portion": e["portion"] and HOSTILE} for e in rows]
            day["note"] = HOSTILE
        for meal in day["meals"]:
            meal["entries"] = sorted((e for e in rows if e["meal"] == meal["meal"]), key=lambda e: e["position"])
            meal["totals"] = fixtures.total(meal["entries"])
        before = day["totals"]["kcal"]
        day["totals"] = fixtures.total(rows)
        if day["remaining"]:
            for key in ("kcal", "proteinG", "fatG", "carbohydrateG"):
                name = "dailyKcal" if key == "kcal" else key
                day["remaining"][key] = round(day["target"][name] - day["totals"][key], 2)
            day["week"]["remaining"] += before - day["totals"]["kcal"]
            day["month"]["remaining"] += before - day["totals"]["kcal"]
        day["waterMl"] += sum(self.water.get(date, {}).values())
        day["note"] = self.notes.get(date, day["note"])
        day["isComplete"] = self.complete.get(date, False)
        day["exerciseKcal"] = (day["exerciseKcal"] or 0) + sum(each["value"] for each in self.measured.values() if date == fixtures.TODAY) or None
        return day


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def date_time_string(self, timestamp=None):
        # The clock of the recorded day, as in the pages: the app uses the server's time.
        return "Sun, 22 Nov 2026 18:10:00 GMT"

    @property
    def backend(self):
        return self.server.backend

    def answer(self, status, body=b"", content_type="application/json", headers=()):
        self.send_response(status)
        self.send_header("Content-Type", content_type)
        self.send_header("Content-Length", str(len(body)))
        for name, value in headers:
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def problem(self, status, code, **params):
        body = fixtures.dumps({"type": "about:blank", "title": code, "status": status, "code": code, "detail": code, "params": params})
        self.answer(status, body, "application/problem+json")

    def recorded(self, status, value):
        if status == 200:
            return self.json(value)
        if value is None:
            return self.answer(status)
        body = {"type": "about:blank", "title": "", "status": status, "detail": "", "params": {}, **value}
        return self.answer(status, fixtures.dumps(body), "application/problem+json")

    def json(self, value):
        self.answer(200, fixtures.dumps(features.pictured(value, self.backend)))

    def body(self):
        content = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        return json.loads(content or b"{}") if "json" in (self.headers.get("Content-Type") or "json") else {}

    def do_GET(self):
        url = urllib.parse.urlsplit(self.path)
        query = dict(urllib.parse.parse_qsl(url.query))
        app = f"/app/{self.backend.version}"
        if not url.path.startswith("/v1/"):
            self.backend.asked.append(url.path)
        if url.path.startswith(app + "/") and not self.backend.is_gone:
            name = url.path[len(app) + 1:]
            if name in self.backend.silent:
                self.backend.silence_ends.wait()
                self.close_connection = True
                return None
            file = WEB / name
            content = None if name in self.backend.missing else self.backend.changes.get(name) or served(file)
            if content is None:
                return self.answer(404)
            return self.answer(200, content, TYPES.get(file.suffix, "application/octet-stream"), [("Cache-Control", "max-age=31536000, immutable")])
        if self.backend.is_gone:
            self.close_connection = True
            return self.connection.close()
        if url.path == "/worker.js":
            text = (WEB / "worker.js").read_text().replace("/app/DIGEST", app)
            text = text.replace('{ "FILES": "" }', json.dumps(hashes(self.backend.changes)))
            return self.answer(200, text.encode(), "text/javascript", [("Cache-Control", "no-cache"), ("Content-Security-Policy", "default-src 'none'; connect-src 'self'")])
        if is_screen(url.path):
            modules = first_modules()
            text = (WEB / "index.html").read_text().replace("/app/DIGEST", app).replace(
                "<!-- PRELOAD -->", "\n    ".join(f'<link rel="modulepreload" href="{app}/{name}">' for name in modules))
            return self.answer(200, text.encode(), "text/html; charset=utf-8",
                               [("Content-Security-Policy", POLICY), ("Cache-Control", "no-cache")])
        if not url.path.startswith("/v1/"):
            return self.answer(404)
        if content := features.picture(url.path, self.backend):
            return self.answer(200, content, "image/png", [("Cache-Control", "max-age=3600")])
        self.api("GET", url.path[3:], query, {})

    def do_POST(self):
        url = urllib.parse.urlsplit(self.path)
        self.api(self.command, url.path[3:], dict(urllib.parse.parse_qsl(url.query)), self.body())

    do_PUT = do_POST
    do_PATCH = do_POST
    do_DELETE = do_POST

    def api(self, method, path, query, body):
        backend = self.backend
        language = backend.language
        if backend.is_away:
            self.close_connection = True
            self.connection.close()
            return None
        if path.startswith("/auth/refresh") or (not backend.is_signed_in and not path.startswith(("/auth/", "/meta"))):
            return self.problem(401, "unauthenticated")
        if path == "/meta":
            return self.json({"registration": "open", "features": [], "version": "0.9.0"})
        if path == "/auth/email-status":
            return self.json({"registered": "new" not in body["email"]})
        if path == "/auth/login":
            if body["password"] == "factor":
                return self.problem(401, "secondFactorRequired", challenge="challenge")
            if body["password"] == "wrong":
                return self.problem(401, "wrongCredentials")
        if path in ("/auth/login", "/auth/register", "/auth/login/totp"):
            backend.is_signed_in = True
            backend.signed_in.append(body)
            return self.json({"user": fixtures.USER, "accessTokenExpiresAt": "2026-11-22T20:00:00.000Z", "profileMissing": []})
        if backend.refusal and path.startswith("/admin/"):
            status, code, params = backend.refusal
            return self.problem(status, code, **params)
        version = re.fullmatch(r'"(\d+)"', self.headers.get("If-Match") or "")
        hostile = HOSTILE if backend.is_hostile else None
        request = recorded.Request(method, path, query, body, version and int(version[1]), backend, hostile)
        if found := recorded.answer(request):
            return self.recorded(*found)
        if path == "/profile":
            backend.profile.update(body)
            return self.json({**fixtures.profile(language), **fixtures.BODY, **backend.profile})
        if answered := self.account(method, path):
            return answered()
        if match := re.fullmatch(r"/diary/days/([\d-]+)", path):
            return self.json(backend.day(match[1]))
        if match := re.fullmatch(r"/diary/entries/([\w-]+)", path):
            backend.writes.append((method, path, body))
            if backend.conflict and self.headers.get("If-Match") != f'"{backend.conflict["version"]}"':
                return self.recorded(412, {"code": "versionMismatch", "current": backend.conflict})
            if method == "DELETE":
                backend.removed.add(match[1])
                return self.answer(204)
            return self.json(self.put(match[1], body))
        if path == "/advice":
            return self.json({"items": [{"code": "proteinLow", "params": {"meanG": "71.2", "targetG": "117", "days": "7"}, "severity": "hint"}]} if backend.scenario == "day" else {"items": []})
        if path == "/diary/progress":
            return self.json(fixtures.progress(query["from"], query["to"], query["by"], backend.scenario))
        if path == "/diary/expenditure":
            return self.json(fixtures.expenditure(backend.scenario))
        if path == "/calculator/projection":
            return self.json(fixtures.projection(body))
        if path == "/foods/recent":
            return self.json({"items": [] if backend.scenario == "empty" else fixtures.recents(language)})
        if path == "/foods":
            keys = ["yogurt", "nonfat", "honey", "tzatziki"]
            hostile = HOSTILE if backend.is_hostile else None
            found = [] if query.get("q") == "zzz" else [fixtures.food(key, language, hostile) for key in keys]
            return self.json({"items": found, "nextCursor": None})
        for key in fixtures.FOODS:
            if path == f"/foods/{fixtures.food_id(key)}":
                return self.json(fixtures.food(key, language, HOSTILE if backend.is_hostile else None))
        if path == "/events":
            return self.answer(204)
        return self.problem(404, "notFound")

    def account(self, method, path):
        """Answers what the settings and the pages of mail ask, without checking passwords or codes."""
        name = HOSTILE if self.backend.is_hostile else "Firefox on Linux"
        at = "2026-11-20T08:00:00.000Z"
        if method == "GET" and path == "/auth/sessions":
            items = [{"id": str(i), "device": device, "createdAt": at, "lastUsedAt": at, "isCurrent": i == 0}
                     for i, device in enumerate((name, "iPhone", None))]
            return lambda: self.json({"items": items, "nextCursor": None})
        if method == "GET" and path == "/auth/tokens":
            return lambda: self.json({"items": [{"id": "1", "name": name, "scopes": ["diary:read", "profile:write"], "createdAt": at, "expiresAt": at, "lastUsedAt": None}]})
        if method == "POST" and path == "/auth/tokens":
            return lambda: self.json({"id": "2", "token": "mw_" + "abcdefgh" * 6})
        if method == "POST" and path == "/account/exports":
            return lambda: self.json({"id": "1", "createdAt": at, "expiresAt": at})
        if path in ("/auth/logout", "/account/deletion", "/auth/email", "/auth/email/confirm", "/auth/password", "/auth/password/forgot", "/auth/password/reset") or method == "DELETE":
            return None if path.startswith("/diary/") else lambda: self.answer(204)
        return None

    def put(self, id, body):
        key = next((key for key in fixtures.FOODS if fixtures.food_id(key) == body.get("foodId")), None)
        grams = body.get("grams")
        if key and grams is None:
            portions = {p["name"]: p["grams"] for p in fixtures.food(key, self.backend.language)["portions"]}
            known = {r["foodId"]: r["grams"] / (r["quantity"] or 1) for r in fixtures.recents(self.backend.language)}
            grams = portions.get(body["portion"], known.get(body["foodId"], 100)) * body["quantity"]
        values = fixtures.amounts(key, grams) if key else {k: body.get(k) for k in fixtures.KEYS}
        name = fixtures.word(fixtures.NAMES, key, self.backend.language) if key else body.get("name")
        if typed := daily.typed(body.get("foodId"), self.backend.language):
            grams = grams or 50 * body["quantity"]
            name, values = typed["name"], {k: round((typed.get(k) or 0) * grams / 100, 2) for k in fixtures.KEYS}
        entry = {"id": id, "date": body["date"], "meal": body["meal"], "position": body.get("position", 1000), "at": body["at"], "foodId": body.get("foodId"), "name": name,
                 "imageURL": None, "grams": grams, "portion": body.get("portion"), "quantity": body.get("quantity"), "version": 100 + len(self.backend.writes), **values}
        self.backend.entries[id] = entry
        return entry


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, port=0):
        super().__init__(("127.0.0.1", port), Handler)
        self.backend = Backend()
        self.url = f"http://127.0.0.1:{self.server_port}"

    def handle_error(self, request, client_address):
        # A page that is left closes its connections; only other errors are those of the server.
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)

    def start(self):
        threading.Thread(target=self.serve_forever, daemon=True).start()
        return self


if __name__ == "__main__":
    server = Server(8099)
    print(f"{datetime.datetime.now():%H:%M} {server.url}")
    server.serve_forever()
