"""Requests of a user to the stack of the containers."""

import http.client
import json

from .engine import Failure

PASSWORD = "1234567A"
EMAIL = "anna@example.org"


def ask(port, method, path, body=None, token=None):
    """Sends a request; returns the decoded reply."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=15)
    headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {token}"} if token else {})}
    connection.request(method, path, json.dumps(body) if body is not None else None, headers)
    answer = connection.getresponse()
    data = answer.read()
    connection.close()
    if not 200 <= answer.status < 300:
        raise Failure(f"{method} {path} was answered {answer.status}: {data[:500]!r}")
    return json.loads(data) if data else None


def register(port):
    """Registers a user, and logs a food; returns a token."""
    person = {"email": EMAIL, "password": PASSWORD, "passwordConfirmation": PASSWORD, "name": "Anna", "sex": "female",
              "birthDate": "1990-05-17", "heightCm": 165, "weightKg": 65, "activityLevel": "light", "goal": "lose"}
    token = ask(port, "POST", "/v1/auth/register", person)["accessToken"]
    log(port, token)
    require_entries(port, token, 1)
    return token


def sign_in(port):
    """Signs in the registered user; returns a token."""
    return ask(port, "POST", "/v1/auth/login", {"email": EMAIL, "password": PASSWORD})["accessToken"]


def log(port, token):
    """Logs a food of the catalog."""
    food = ask(port, "GET", "/v1/foods?q=banana&limit=1", token=token)["items"][0]["id"]
    ask(port, "POST", "/v1/diary/days/today/entries", {"meal": "breakfast", "foodId": food, "grams": 120}, token)


def require_entries(port, token, count):
    """Fails if the day does not have so many entries."""
    day = ask(port, "GET", "/v1/diary/days/today", token=token)
    found = sum(len(meal["entries"]) for meal in day["meals"])
    if found != count:
        raise Failure(f"the day should have {count} entries, but has {found}: {day}")


def calculate(port):
    """Calculates a target so often that each calculator has some requests."""
    for _ in range(20):
        ask(port, "POST", "/v1/calculator/target", {"sex": "female", "age": 30, "heightCm": 165, "weightKg": 65,
                                                    "activityLevel": "light", "goal": "lose"})
