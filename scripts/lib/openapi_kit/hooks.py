"""What schemathesis needs to know about users and objects: tokens, passwords, codes, ids and files.

A schema cannot say which password is right or which id exists. Valid requests therefore get real ones here, about every
second time, so that each operation also succeeds. Requests that are meant to be wrong stay as they are.
"""

import itertools
import json
import os
import urllib.parse

import schemathesis
from hypothesis import strategies
from schemathesis.generation.meta import TestPhase

from openapi_kit.bodies import BODIES
from openapi_kit.kept import PORT, ROLE, main_person, planner, staff
from openapi_kit.people import CSV, PNG, Person, client_address
from openapi_kit.stack import METRICS_TOKEN
from openapi_kit.values import correct_body, new_id, with_check_digit, with_word

# Operations that end sessions, or change what signs in.
DISPOSABLE = {
    "authLogout", "authPasswordChange", "authSessionsEndOthers", "authSessionsEnd", "authAccountDelete", "authTotpBegin",
    "authTotpConfirm", "authTotpRemove", "authEmailChange", "authTokensMake", "authTokensRevoke",
}
# Operations that use up a limit of one account; a sequence of calls uses it up slowly, and needs one account.
LIMITED = {
    "authExportsCreate", "authExportsGet", "catalogFoodsAdd", "catalogRecipesAdd", "diaryPlansMake", "diaryPlansApply",
    "diaryImportsMake", "diaryImportsApply", "diaryCartCheckout", "diaryFavouritesAdd",
}
LIMITED_PATHS = ("/v1/groups", "/v1/challenges")

for media_type in ("image/png", "image/jpeg", "image/webp"):
    schemathesis.openapi.media_type(media_type, strategies.just(PNG))
for media_type in ("text/csv", "text/plain", "text/tab-separated-values", "application/csv", "application/octet-stream",
                   "application/vnd.ms-excel"):
    schemathesis.openapi.media_type(media_type, strategies.just(CSV))

person_of_token = {}
cursors = {}
turns = itertools.count()


def operation_id(case):
    return case.operation.definition.raw["operationId"]


def is_sequence(case):
    return case.meta is not None and case.meta.phase.name == TestPhase.STATEFUL


def person_for(case):
    name = operation_id(case)
    is_limited = name in LIMITED or case.operation.path.startswith(LIMITED_PATHS)
    if name in DISPOSABLE or is_limited and not is_sequence(case):
        return Person(PORT)
    return planner() if case.operation.path.startswith("/v1/plans/") and not is_sequence(case) else main_person()


if ROLE != "anonymous":
    @schemathesis.auth(refresh_interval=None)
    class Session:
        """Signs in for operations that need it."""

        def get(self, case, _context):
            if not case.operation.definition.raw["security"]:
                return None
            return person_for(case)

        def set(self, case, person, _context):
            if person is not None:
                person_of_token[f"Bearer {person.token}"] = person
                case.headers = {**(case.headers or {}), "Authorization": f"Bearer {person.token}"}


def is_positive(case):
    return case.meta is not None and case.meta.generation.mode.is_positive


@schemathesis.hook
def before_call(_context, case, _kwargs):
    case.headers = {**(case.headers or {}), "X-Forwarded-For": client_address()}
    if case.operation.path == "/metrics":
        case.headers["Authorization"] = f"Bearer {METRICS_TOKEN}"
    if not is_positive(case):
        return
    name = operation_id(case)
    person = person_of_token.get(case.headers.get("Authorization"))
    if person is None and case.operation.definition.raw["security"]:
        return
    turn = next(turns)
    # An example is one request, which should succeed.
    is_example = case.meta.phase.name == TestPhase.EXAMPLES
    if (turn % 4 != 0 or is_example) and "If-Match" in case.headers:
        del case.headers["If-Match"]
    # A key belongs to one request; a sequence of examples has the same one.
    if turn % 4 != 0 and "Idempotency-Key" in case.headers:
        case.headers["Idempotency-Key"] = new_id()
    correct_query(case, name)
    correct_body(case, person)
    BODIES.get(name, lambda case, person: None)(case, person)
    # A sequence uses the ids of its earlier answers.
    if lacks_values(case) or is_example or turn % 4 != 3 and not is_sequence(case):
        fill_path(case, person, name)
    elif "gtin" in (case.path_parameters or {}):
        case.path_parameters["gtin"] = with_check_digit(case.path_parameters["gtin"])


def lacks_values(case):
    """Whether an earlier answer of a sequence lacked the value of a required parameter, which is None then."""
    values = {**(case.path_parameters or {}), **(case.query or {})}
    parameters = case.operation.definition.raw.get("parameters", [])
    required = [each["name"] for each in parameters if each["in"] in ("path", "query") and each.get("required")]
    return any(values.get(name) in (None, "None") for name in required)


@schemathesis.hook
def after_call(_context, case, response):
    """Notes each success of an operation, and keeps the cursor of a page for later requests."""
    if 200 <= response.status_code < 300:
        with open(os.environ["MEALWIRE_CHECK_SUCCEEDED"], "a", encoding="utf-8") as file:
            print(operation_id(case), file=file)
    if response.status_code == 200 and b'"nextCursor"' in response.content:
        cursor = json.loads(response.content).get("nextCursor")
        if isinstance(cursor, str):
            cursors[operation_id(case)] = cursor


def correct_query(case, name):
    query = case.query or {}
    if "cursor" in query:
        query["cursor"] = cursors.get(name)
        if query["cursor"] is None:
            del query["cursor"]
    if "q" in query:
        query["q"] = with_word(query["q"])
    # The maximum number of days differs, and one day is always allowed.
    if "from" in query or "to" in query:
        query["from"] = query["to"] = query.get("from") or query["to"]


# MARK: Paths

OBJECTS = {
    "/v1/diary/entries/{id}": Person.entry,
    "/v1/foods/healthy/{id}": lambda person: staff().healthy_food(),
    "/v1/foods/{id}": Person.food,
    "/v1/recipes/{id}": Person.recipe,
    "/v1/profile/measurements/{id}": Person.measurement,
    "/v1/groups/{id}": lambda person: person.group()["id"],
    "/v1/challenges/{id}": Person.challenge_of_group,
    "/v1/auth/sessions/{id}": Person.session,
    "/v1/auth/tokens/{id}": Person.personal_token,
    "/v1/plans/{id}": Person.plan,
    "/v1/diary/imports/{id}": Person.diary_import,
    "/v1/account/exports/{id}": Person.export,
    "/v1/admin/invitations/{id}": Person.invitation,
    "/v1/admin/food-reports/{id}": Person.food_report,
    "/v1/admin/users/{id}": lambda person: Person(PORT).id,
    "/v1/leaderboard/users/{id}": lambda person: sharing(person).id,
}
IMAGES = {"/v1/profile/image/{id}": "profile", "/v1/foods/image/{id}": "foods", "/v1/diary/image/{id}": "diary"}


def sharing(person):
    person.ask("PATCH", "/v1/profile", {"shares": {"leaderboard": True, "foods": True}})
    return person


def fill_path(case, person, name):
    path = case.operation.path
    if path in IMAGES:
        url = urllib.parse.urlsplit(main_person().image_url(IMAGES[path]))
        case.path_parameters["id"] = url.path.rsplit("/", 1)[1]
        case.query = {key: values[0] for key, values in urllib.parse.parse_qs(url.query).items()}
        return
    if person is None:
        return
    if name == "diaryEntriesPut":
        # A stored entry can only be replaced by its version.
        case.path_parameters["id"] = new_id()
        return
    if path == "/v1/groups/{id}/members/{userId}":
        case.path_parameters.update(id=person.group()["id"], userId=person.id)
        return
    if name == "diaryWaterRemove":
        case.path_parameters["id"] = person.water(case.path_parameters["date"])
        return
    if name == "catalogReportsAdd":
        case.path_parameters["id"] = person.shared_food()
        return
    if path == "/v1/foods/barcode/{gtin}":
        case.path_parameters["gtin"] = person.barcode()
    if path.startswith("/v1/plans/{id}/"):
        # A plan of one day, with a dish that it has.
        plan = person.ask("GET", f"/v1/plans/{person.plan()}")
        dish = plan["menu"]["days"][0]["meals"][0]["items"][0]
        case.path_parameters["id"] = plan["id"]
        if "foodId" in case.path_parameters:
            case.path_parameters["foodId"] = dish["foodId"]
        for values in filter(lambda values: isinstance(values, dict), (case.query, case.body)):
            has_dish = name == "diaryPlansAlternatives" or values.get("day") and values.get("foodId")
            if has_dish:
                values |= {"day": 1, "foodId": dish["foodId"]}
            # With null or no value, the server chooses a food. It refuses the request if none meets the target.
            if name == "diaryPlansExchange" and values is case.body and values.get("to", "any") is not None:
                values["to"] = person.alternative(plan["id"], dish["foodId"])
        return
    if path == "/v1/diary/cart/items/{foodId}":
        case.path_parameters["foodId"] = person.bread()
    for prefix in sorted(OBJECTS, key=len, reverse=True):
        if path.startswith(prefix) and "id" in (case.path_parameters or {}):
            case.path_parameters["id"] = OBJECTS[prefix](person)
            return
