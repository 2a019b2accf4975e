"""Bodies of valid requests, with what no schema can say: passwords, codes, tokens and stored objects."""

import time

from openapi_kit.kept import PORT, main_person
from openapi_kit.people import PASSWORD, Person
from openapi_kit.values import amounts_of_food, value_of_kind, weight_of_recipe


def put(**values):
    """Returns a function that sets fields of a body; a value may be a function of the person."""
    def change(case, person):
        if isinstance(case.body, dict):
            for field, value in values.items():
                case.body[field] = value(person) if callable(value) else value
    return change


def confirmed(person):
    person.confirm_totp()
    return person


def reset_token(_person):
    other = Person(PORT)
    other.ask("POST", "/v1/auth/password/forgot", {"email": other.email})
    return other.mailed_token()


def email_token(_person):
    other, address = Person(PORT), f"new-{time.monotonic_ns()}@example.org"
    other.ask("PUT", "/v1/auth/email", {"email": address, "currentPassword": PASSWORD})
    return other.mailed_token(address)


def login_with_totp(case, _person):
    other = confirmed(Person(PORT))
    put(challenge=other.challenge(), code=other.code(0))(case, other)


def file_of_table(case, _person):
    if case.media_type == "application/json":
        return
    case.query = {**(case.query or {}), "format": "table"}


def filled_cart(_case, person):
    person.fill_cart()


def without_food(case, _person):
    """A food of the list may link only to a food that all users see."""
    if isinstance(case.body, dict):
        case.body.pop("foodId", None)


def day_with_entry(case, person):
    """A day with a lunch: there must be something to copy."""
    if not isinstance(case.body, dict):
        return
    case.body["from"] = person.day_to_copy()
    if isinstance(case.body.get("meals"), list):
        case.body["meals"] = list(dict.fromkeys([*case.body["meals"], "lunch"]))


def complete_profile(case, _person):
    """Other operations need a target, which needs a sex, and body fat if the stored formula uses it."""
    if not isinstance(case.body, dict):
        return
    if "sex" in case.body and case.body["sex"] is None:
        case.body["sex"] = "female"
    if "bodyFatPercent" in case.body and case.body["bodyFatPercent"] is None:
        case.body.setdefault("formula", "mifflinStJeor")


def begun(person):
    person.begin_totp()
    return person.code(0)


BODIES = {
    "authRegister": put(email=lambda _: f"r{time.monotonic_ns()}@example.org", password=PASSWORD,
                        passwordConfirmation=PASSWORD),
    "authLogin": put(email=lambda _: main_person().email, password=PASSWORD),
    "authLoginDemo": put(account="anna"),
    "authLoginTotp": login_with_totp,
    "authRefresh": put(refreshToken=lambda _: Person(PORT).refresh),
    "authPasswordReset": put(token=reset_token, password=PASSWORD),
    "authEmailConfirm": put(token=email_token),
    "authPasswordChange": put(currentPassword=PASSWORD, password=f"{PASSWORD} 2",
                              passwordConfirmation=f"{PASSWORD} 2"),
    "authEmailChange": put(email=lambda _: f"c{time.monotonic_ns()}@example.org", currentPassword=PASSWORD),
    "authAccountDelete": put(password=PASSWORD),
    "authExportsCreate": put(password=PASSWORD),
    "authTotpBegin": put(password=PASSWORD),
    "authTotpConfirm": put(code=begun),
    "authTotpRemove": put(password=PASSWORD, code=lambda person: confirmed(person).code(0)),
    "authTokensMake": put(password=PASSWORD, expiresAt=lambda _: time.strftime(
        "%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + 86_400))),
    "leaderboardGroupsJoin": put(code=lambda _: Person(PORT).group()["code"]),
    "catalogFoodsAdd": amounts_of_food,
    "catalogFoodsUpdate": amounts_of_food,
    "catalogRecipesAdd": weight_of_recipe,
    "catalogRecipesUpdate": weight_of_recipe,
    "profileMeasurementsAdd": value_of_kind,
    "profileMeasurementsPut": value_of_kind,
    "profileUpdate": complete_profile,
    "catalogHealthyAdd": without_food,
    "catalogHealthyUpdate": without_food,
    "catalogRemoteImport": put(source="openFoodFacts", sourceId="3017620422003"),
    "diaryImportsMake": file_of_table,
    "diaryCartCheckout": filled_cart,
    "diaryDaysCopy": day_with_entry,
    "leaderboardChallengesAdd": put(**{"from": "today", "to": "today"}),
}
