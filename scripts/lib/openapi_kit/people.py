"""Users of the stack, and the objects that they have."""

import base64
import datetime
import email
import hashlib
import hmac
import http.client
import itertools
import json
import os
import pathlib
import re
import struct
import time
import uuid

PASSWORD = "Schemathesis 7 words"
ANSWERS_WITHIN_S = 30
TOTP_STEP_S = 30
MAIL_WITHIN_S = 15
# The smallest PNG: one transparent pixel.
PNG = base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==")
PORTION, PORTION_GRAMS = "slice", 40
# The portion that says the density.
VOLUME = "100 ml"
BARCODE = "4006381333931"
# A day holds 500; requests of the run add to it, too.
ENTRIES_PER_DAY = 200
# No request of the run names a day this long ago, or the day after it.
FIRST_DAY_AGO = 60
CSV = b"Date,Meal,Food,Calories\n2026-03-10,Breakfast,Porridge,310\n"


clients = itertools.count(1)


def client_address():
    """An address of a private network that no request had before, because mail is limited by client."""
    number = next(clients)
    return f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"


def days_ago(days):
    return datetime.datetime.now(datetime.UTC).date() - datetime.timedelta(days=days)


class Person:
    """A registered user."""

    def __init__(self, port):
        self.port, self.email, self.secret = port, f"{uuid.uuid4().hex}@example.org", None
        self.entries = itertools.count()
        self.kept_food = self.kept_barcode = self.kept_plan = self.kept_day = None
        account = {"email": self.email, "password": PASSWORD, "passwordConfirmation": PASSWORD, "name": "Tester",
                   "sex": "female", "birthDate": "1990-05-17", "heightCm": 165, "weightKg": 65,
                   "activityLevel": "light", "goal": "keep"}
        self.token = None
        session = self.ask("POST", "/v1/auth/register", account)
        self.token, self.refresh, self.id = session["accessToken"], session["refreshToken"], session["user"]["id"]
        self.signed_in_at = time.monotonic()

    def ask(self, method, path, body=None, media_type="application/json"):
        """Makes a request that must succeed; returns the JSON of the answer, or its bytes."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=ANSWERS_WITHIN_S)
        headers = {"Content-Type": media_type, "X-Forwarded-For": client_address()}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        data = body if isinstance(body, bytes) else json.dumps(body) if body is not None else None
        connection.request(method, path, data, headers)
        answer = connection.getresponse()
        content = answer.read()
        connection.close()
        if answer.status >= 300:
            raise RuntimeError(f"{method} {path}: {answer.status} {content[:500]}")
        return json.loads(content) if "json" in (answer.getheader("Content-Type") or "") else content

    def log_in(self):
        """Begins another session, and uses it from now on."""
        session = self.ask("POST", "/v1/auth/login", {"email": self.email, "password": PASSWORD})
        self.token, self.refresh = session["accessToken"], session["refreshToken"]
        self.signed_in_at = time.monotonic()

    # MARK: Second factor

    def begin_totp(self):
        self.secret = self.ask("POST", "/v1/auth/totp", {"password": PASSWORD})["secret"]

    def confirm_totp(self):
        self.begin_totp()
        self.ask("POST", "/v1/auth/totp/confirm", {"code": self.code(-1)})

    def code(self, steps=0):
        """The code of RFC 6238; the server accepts each once, and those of the neighbouring steps."""
        key = base64.b32decode(self.secret + "=" * (-len(self.secret) % 8))
        digest = hmac.new(key, struct.pack(">Q", int(time.time()) // TOTP_STEP_S + steps), hashlib.sha1).digest()
        offset = digest[-1] & 15
        return f"{(struct.unpack('>I', digest[offset:offset + 4])[0] & 0x7FFFFFFF) % 1_000_000:06d}"

    def challenge(self):
        """The challenge of a sign-in that needs a code."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=ANSWERS_WITHIN_S)
        body = json.dumps({"email": self.email, "password": PASSWORD})
        headers = {"Content-Type": "application/json", "X-Forwarded-For": client_address()}
        connection.request("POST", "/v1/auth/login", body, headers)
        problem = json.loads(connection.getresponse().read())
        connection.close()
        return problem["params"]["challenge"]

    # MARK: Mail

    def mailed_token(self, address=None):
        """The token of the newest mail to an address."""
        directory = pathlib.Path(os.environ["MEALWIRE_CHECK_DATA"]) / "mail"
        deadline = time.monotonic() + MAIL_WITHIN_S
        while time.monotonic() < deadline:
            for path in sorted(directory.glob("new/*"), key=lambda path: path.stat().st_mtime, reverse=True):
                message = email.message_from_bytes(path.read_bytes())
                if (address or self.email) in message["To"]:
                    text = message.get_payload(decode=True).decode()
                    found = re.search(r"(?:#token=|asked for it:\s+)(\S+)", text)
                    if found:
                        return found[1]
            time.sleep(0.02)
        raise RuntimeError(f"There is no mail to {address or self.email}.")

    # MARK: Objects

    def food(self):
        """The id of a new food, which a request may remove."""
        return self.ask("POST", "/v1/foods", {"name": "Test bread", "kcal": 250})["id"]

    def bread(self):
        """The id of a food with a portion and a density; a new one if a request has removed or changed it."""
        kept = self.found(f"/v1/foods/{self.kept_food}") if self.kept_food else None
        if kept is None or [portion["name"] for portion in kept["portions"]] != [PORTION, VOLUME]:
            portions = [{"name": PORTION, "grams": PORTION_GRAMS}, {"name": VOLUME, "grams": 100}]
            body = {"name": "Sliced bread", "kcal": 250, "portions": portions}
            self.kept_food = self.ask("POST", "/v1/foods", body)["id"]
        return self.kept_food

    def barcode(self):
        """The barcode of a food."""
        if self.kept_barcode is None:
            self.ask("POST", "/v1/foods", {"name": "Marker", "kcal": 1, "barcode": BARCODE})
            self.kept_barcode = BARCODE
        return self.kept_barcode

    def found(self, path):
        """An object; None if it does not exist."""
        try:
            return self.ask("GET", path)
        except RuntimeError:
            return None

    def fill_cart(self):
        self.ask("PUT", f"/v1/diary/cart/items/{self.bread()}", {"grams": 80})

    def recipe(self):
        ingredient = {"foodId": self.bread(), "grams": 80}
        return self.ask("POST", "/v1/recipes", {"name": "Porridge", "servings": 2, "ingredients": [ingredient]})["id"]

    def entry(self):
        """The id of a new entry, on another day when one is nearly full."""
        return self.entry_of(days_ago(FIRST_DAY_AGO + next(self.entries) // ENTRIES_PER_DAY))

    def entry_of(self, date):
        entry = {"meal": "lunch", "name": "Soup", "kcal": 300}
        return self.ask("POST", f"/v1/diary/days/{date}/entries", entry)["id"]

    def day_to_copy(self):
        """A day with one entry, so that copies do not fill the day that gets them."""
        if self.kept_day is None:
            self.kept_day = str(days_ago(FIRST_DAY_AGO - 1))
            self.entry_of(self.kept_day)
        return self.kept_day

    def measurement(self):
        return self.ask("POST", "/v1/profile/measurements", {"kind": "weight", "value": 65})["id"]

    def group(self):
        return self.ask("POST", "/v1/groups", {"name": "Test group"})

    def challenge_of_group(self):
        body = {"metric": "logged", "from": "today", "to": "today"}
        return self.ask("POST", f"/v1/groups/{self.group()['id']}/challenges", body)["id"]

    def session(self):
        """The id of another session of the user."""
        Person.__new__(Person).like(self).log_in()
        return self.ask("GET", "/v1/auth/sessions")["items"][0]["id"]

    def like(self, person):
        self.__dict__ |= person.__dict__ | {"token": None}
        return self

    def personal_token(self):
        expires = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + 86_400))
        body = {"name": "Test", "scopes": ["diary:read"], "expiresAt": expires, "password": PASSWORD}
        return self.ask("POST", "/v1/auth/tokens", body)["id"]

    def plan(self):
        """The id of a plan of one day; a new one if a request has removed it, because a plan takes a second to make."""
        if self.kept_plan is None or self.found(f"/v1/plans/{self.kept_plan}") is None:
            self.kept_plan = self.ask("POST", "/v1/plans", {"days": 1})["id"]
        return self.kept_plan

    def alternative(self, plan, food):
        """The id of a food that can replace a dish of the first day of a plan; None if there is none."""
        items = self.ask("GET", f"/v1/plans/{plan}/alternatives?day=1&foodId={food}&limit=1")["items"]
        return items[0]["dish"]["foodId"] if items else None

    def diary_import(self):
        return self.ask("POST", "/v1/diary/imports?format=mealwire", self.ask("GET", "/v1/diary/export?format=csv"),
                        "text/csv")["id"]

    def export(self):
        return self.ask("POST", "/v1/account/exports", {"password": PASSWORD})["id"]

    def invitation(self):
        return self.ask("POST", "/v1/admin/invitations", {})["invitation"]["id"]

    def healthy_food(self):
        body = {"name": "Kale", "kcal": 35, "description": "A cabbage.", "category": "vegetable"}
        return self.ask("POST", "/v1/foods/healthy", body)["id"]

    def food_report(self):
        """The id of a new report of a wrong food, which staff may close; private foods cannot be reported."""
        return self.ask("POST", f"/v1/foods/{self.shared_food()}/reports", {"reason": "nutrients"})["id"]

    def shared_food(self):
        return self.ask("POST", "/v1/foods", {"name": "Test bread", "kcal": 250, "shared": True})["id"]

    def water(self, date):
        """The id of a new amount of water of a day."""
        amount = str(uuid.uuid4())
        self.ask("PUT", f"/v1/diary/days/{date}/water/{amount}", {"ml": 1})
        return amount

    def image_url(self, kind):
        """Stores an image, and returns its signed URL."""
        path = {"profile": lambda: "/v1/profile/image", "foods": lambda: f"/v1/foods/{self.food()}/image",
                "diary": lambda: f"/v1/diary/entries/{self.entry()}/image"}[kind]
        reply = self.ask("PUT", path(), PNG, "image/png")
        return next(value for key, value in reply.items() if key.startswith("image"))
