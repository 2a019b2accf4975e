"""Visits of Welcome, the questionnaire, the settings and People.

Each yields the name of a screen while the browser shows it.
"""

import people as answers


def welcome(page):
    page.open("/welcome")
    page.wait("#email")
    yield "welcome-email"
    page.type("#email", "new@example.org")
    page.click(".button-main")
    page.wait("#name")
    page.type("#name", "Ann")
    page.type("#password", "short")
    page.click(".button-main")
    page.wait(".field-error")
    yield "welcome-register"
    page.click(".welcome-address .button")
    page.wait("#email").clear()
    page.type("#email", "anna@example.org")
    page.click(".button-main")
    page.type("#password", "wrong")
    page.click(".button-main")
    page.wait(".strip-problem")
    yield "welcome-wrong"


def questions(page):
    """The questionnaire of a new person: without answers in the profile, its fields are empty."""
    page.server.backend.profile["sex"] = None
    page.sign_in()
    page.settle()
    page.open("/questions")
    page.wait(".choice input")
    yield "questions-sex"
    page.click("#sex-female")
    page.click(".button-main")
    page.type("#day", "31")
    page.type("#month", "2")
    page.type("#year", "1990")
    page.click(".button-main")
    page.wait(".field-error")
    yield "questions-birth-date"
    page.wait("#day").clear()
    page.type("#day", "28")
    page.click(".button-main")
    page.type("#height-centimetres", "1,75")
    page.click(".button-main")
    page.click(".questions-body .chip:nth-child(3)")
    page.wait("#weight-stones")
    # The heading of the new question takes the focus first.
    page.settle()
    page.type("#weight-stones", "11")
    page.type("#weight-pounds", "1.5")
    yield "questions-weight"
    page.click(".button-main")
    page.click("#activity-light")
    yield "questions-activity"
    page.click(".button-main")
    page.click("#goal-keep")
    page.wait("#goal-keep:checked")
    page.click(".button-main")
    page.wait(".questions-steps li:nth-child(4)")
    yield "questions-result"
    del page.server.backend.profile["sex"]


def people(page):
    """People, before and after the consent to share."""
    page.server.backend.scenario = "people"
    page.server.backend.profile["shares"] = {"leaderboard": False, "foods": False}
    page.sign_in()
    page.open("/people")
    page.wait(".place")
    page.wait(".people-consent")
    yield "people"
    page.click(".people-consent .button-main")
    page.wait(".place-gap")
    page.click(".people-actions .button:nth-child(2)")
    page.wait("#people-join")
    yield "people-shared"
    page.open(f"/people/groups/{answers.GROUP}")
    page.wait(".people-code")
    page.click("#group-challenges ~ .people-actions .button")
    page.wait("#challenge-from")
    yield "people-group"
    page.open(f"/people/challenges/{answers.CHALLENGE}")
    page.wait(".people-mine")
    page.click(".people > .is-over")
    page.wait(".people-confirm")
    yield "people-challenge"
    page.open("/people/join/7K2QM-X9D4R-0TBWC-5HJPE")
    page.wait("#people-join")
    yield "people-join"
    page.server.backend.scenario = "empty"
    page.open("/people")
    page.wait(".people-board .empty")
    yield "people-empty"
    page.server.backend.scenario = "day"
    del page.server.backend.profile["shares"]


def more(page):
    page.open("/more")
    page.wait(".more-list")
    yield "more"
    for section in ("account", "body", "food", "sharing", "display", "security", "data", "about"):
        page.open(f"/more/{section}")
        page.wait(".more .card")
        page.loaded()
        yield f"more-{section}"


def mail(page):
    page.open("/reset-password")
    page.wait("#email")
    yield "mail-ask"
    page.open("/confirm-email#token=abc")
    page.wait(".mail-form .button-main")
    yield "mail-confirm"


def leave(page):
    page.server.backend.is_away = True
    page.open("/")
    page.wait(".extra-actions .chip")
    page.click(".extra-actions .chip")
    page.until(lambda driver: page.find(".day-status .chip-status"))
    page.click('a[href="/more"]')
    page.wait(".more-list")
    page.click(".more > .button-wide")
    page.wait("dialog[open] .leave-list")
    yield "more-leave"
    page.server.backend.is_away = False
