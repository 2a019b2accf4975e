"""The users that a role keeps during a run."""

import os
import threading
import time

from openapi_kit.people import Person

PORT = int(os.environ["MEALWIRE_CHECK_PORT"])
ROLE = os.environ["MEALWIRE_CHECK_ROLE"]
TOKEN_SECONDS = 30 * 60

# schemathesis may call hooks on several threads.
lock = threading.Lock()
people = {}


def kept_person(role):
    """A user of the run, with a token that is renewed before it expires."""
    with lock:
        if role not in people:
            person = Person(PORT)
            if role == "staff":
                make_staff(person)
            people[role] = person
        person = people[role]
        if time.monotonic() - person.signed_in_at > TOKEN_SECONDS:
            person.token = None
            person.log_in()
        return person


def main_person():
    return kept_person(ROLE)


def make_staff(person):
    os.system(os.environ["MEALWIRE_CHECK_MAKE_STAFF"].format(email=person.email))
    person.log_in()


def planner():
    """A user whose profile keeps its first values: other allergens or targets may leave no food for a menu."""
    return kept_person("planner")


def staff():
    return kept_person("staff")
