#!/usr/bin/env python3
"""Takes screenshots of every screen on a phone and on a desk, in both themes and three languages.

Usage: screenshots.py DIRECTORY [PART...]

A PART is a part of a file name, such as `today` or `phone-dark-uk`; only those are taken. Needs the Python package
selenium, and the Debian packages chromium and chromium-driver.
"""

import pathlib
import sys

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

import features
import fixtures
import late
import people as answers
from pages import SIZES, Pages, browser
from server import Server


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


def day(page):
    page.sign_in()
    page.wait(".advice")
    page.until(lambda driver: "skeleton" not in driver.page_source)
    yield "today"
    page.click(".row-menu")
    page.wait("dialog[open] .sheet-list")
    yield "today-menu"
    page.click("dialog .is-over")
    page.wait(".toast")
    yield "today-removed"
    page.click(".toast button")


def sheets(page):
    """The sheets of Today."""
    page.open("/")
    page.click(".day-pick")
    page.wait(".calendar-dot")
    yield "sheet-calendar"
    page.click("dialog[open] .icon-button")
    page.click(".extra-foot .button")
    page.click('dialog[open] [data-date="2026-11-21"]')
    page.wait("dialog[open] .copy-list")
    yield "sheet-copy"
    page.click("dialog[open] .icon-button")
    page.click(".extra .icon-button-soft")
    page.wait("dialog[open] #activity")
    yield "sheet-exercise-energy"
    page.driver.execute_script("const e = document.querySelector('#activity'); e.value = 'briskWalking'; e.dispatchEvent(new Event('change'))")
    page.click("dialog[open] .chips .chip:nth-child(2)")
    page.until(lambda driver: driver.find_elements(By.CSS_SELECTOR, 'dialog[open] .chip[aria-checked="true"]'))
    yield "sheet-exercise"
    page.click("dialog[open] .button-main")
    page.wait(".toast")
    page.click(".extra .chip[aria-haspopup]")
    page.type("dialog[open] textarea", {"en": "Slept badly, then a long walk by the river.", "uk": "Спалося погано, потім довга прогулянка.", "th": "นอนไม่ค่อยหลับ แล้วเดินเล่นริมแม่น้ำ"}[page.server.backend.language])
    yield "sheet-note"
    page.click("dialog[open] .button-main")
    page.click(".extra-foot .button:nth-child(2)")
    page.wait(".note-text")
    page.driver.execute_script("scrollTo(0, 9999)")
    yield "today-complete"


def has_kept_foods(driver):
    """True once the device has its foods."""
    return driver.execute_async_script("""
      const done = arguments[0];
      const open = indexedDB.open('mealwire');
      open.onsuccess = () => {
        const get = open.result.transaction('values').objectStore('values').getAllKeys();
        get.onsuccess = () => { open.result.close(); done(get.result.some((key) => key[1] === 'offline')); };
      };""")


def typed(page):
    """A typed meal, favourites, and a search without the server."""
    page.open(f"/amount/{fixtures.TODAY}/dinner/{fixtures.food_id('yogurt')}")
    page.click(".star")
    page.wait('.star[aria-pressed="true"]')
    page.open(f"/add/{fixtures.TODAY}/dinner")
    page.wait(".add-tabs")
    page.click(".add-tabs .chip:nth-child(3)")
    page.wait(".add-list .row .icon-small")
    yield "add-favourites"
    page.type("#search", {"en": "2 eggs, toast 40 g, xyz", "uk": "2 яйця, тост 40 г, абв", "th": "ไข่ 2 ฟอง, ขนมปัง 40 ก, กขค"}[page.server.backend.language])
    page.until(lambda driver: len(driver.find_elements(By.CSS_SELECTOR, ".understood .row")) == 3)
    yield "add-understood"
    page.click(".understood .button-main")
    page.wait(".tray")
    yield "add-understood-logged"
    page.until(has_kept_foods)
    page.server.backend.is_away = True
    page.type("#search", {"en": "ban", "uk": "бан", "th": "กล้วย"}[page.server.backend.language])
    page.wait(".add-kept")
    yield "add-kept"
    page.server.backend.is_away = False


def add(page):
    page.open(f"/add/{fixtures.TODAY}/dinner")
    page.wait(".add .row")
    yield "add"
    page.click(".add-list .row .icon-button")
    page.wait(".tray")
    page.click(".add-list .row:nth-child(3) .icon-button")
    page.click(".add-list .row:nth-child(3) .icon-button")
    page.until(lambda driver: len(driver.find_elements(By.CSS_SELECTOR, ".icon-button-done")) == 2)
    yield "add-logged"
    page.click(".tray-head")
    yield "add-tray"
    page.click(".tray-head")
    page.type("#search", "yog")
    page.until(lambda driver: len(driver.find_elements(By.CSS_SELECTOR, ".add-list .row")) >= 3)
    yield "add-search"
    page.wait("#search").clear()
    page.type("#search", "350")
    page.wait(".quick")
    yield "add-quick"


def progress(page):
    for period in ("week", "month", "year", "day"):
        page.open(f"/progress/{period}/{fixtures.TODAY}")
        page.wait(".chart-plot")
        page.wait(".chart-expected")
        yield f"progress-{period}"
    page.open("/progress")
    page.wait(".chart-expected")
    plot = page.wait("#energy-title ~ * .chart-plot, .chart-plot")
    plot.send_keys(Keys.END, Keys.ARROW_LEFT, Keys.ARROW_LEFT, Keys.ARROW_LEFT)
    page.click(".chart-table summary")
    page.click(".weight-form .button-main")
    page.wait(".toast")
    yield "progress-chosen"


def amount(page):
    page.open(f"/amount/{fixtures.TODAY}/dinner/{fixtures.food_id('yogurt')}")
    page.wait(".quantity .chip")
    page.wait(".numbers .bar-before")
    yield "amount"
    field = page.wait("#quantity")
    field.clear()
    field.send_keys("1,234")
    yield "amount-ask"


def more(page):
    page.open("/more")
    page.wait(".more-list")
    yield "more"
    for section in ("account", "body", "food", "sharing", "display", "security", "data", "about"):
        page.open(f"/more/{section}")
        page.wait(".more .card")
        page.until(lambda driver: "skeleton" not in driver.page_source)
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
    page.until(lambda driver: driver.find_elements(By.CSS_SELECTOR, ".day-status .chip-status"))
    page.click('a[href="/more"]')
    page.wait(".more-list")
    page.click(".more > .button-wide")
    page.wait("dialog[open] .leave-list")
    yield "more-leave"
    page.server.backend.is_away = False


def states(page):
    backend = page.server.backend
    backend.scenario = "over"
    page.open("/")
    page.wait(".mark-over")
    yield "today-over"
    backend.is_away = True
    page.click(".extra-actions .chip")
    page.until(lambda driver: driver.find_elements(By.CSS_SELECTOR, ".day-status .chip-status"))
    yield "today-offline"
    backend.is_away = False
    backend.scenario = "empty"
    page.open("/day/2026-11-20")
    page.wait(".meal")
    page.until(lambda driver: "skeleton" not in driver.page_source)
    yield "today-empty"
    backend.scenario = "day"


def questions(page):
    page.sign_in()
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


def people(page):
    page.server.backend.scenario = "people"
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


def shoot(driver, path):
    path.parent.mkdir(parents=True, exist_ok=True)
    driver.save_screenshot(str(path))


def main():
    if len(sys.argv) < 2 or sys.argv[1] in ("-h", "--help"):
        print(__doc__)
        sys.exit(0 if len(sys.argv) > 1 else 64)
    target, parts = pathlib.Path(sys.argv[1]), sys.argv[2:]
    failures = 0
    for size in SIZES:
        for language in fixtures.LANGUAGES:
            for theme in ("light", "dark"):
                variant = f"{size}-{theme}-{language}"
                if parts and not any(part in variant or part.split("/")[0] == variant for part in parts):
                    continue
                server = Server().start()
                server.backend.language = language
                driver = browser(size, theme, language)
                try:
                    page = Pages(driver, server)
                    screens = (welcome, day, sheets, add, amount, typed, progress, states, questions, people, more, mail)
                    for screen in (*screens, late.screens, features.screens, leave):
                        for name in screen(page):
                            page.settle()
                            shoot(driver, target / variant / f"{name}.png")
                    errors = [line["message"] for line in driver.get_log("browser") if line["level"] == "SEVERE"
                              and not any(known in line["message"] for known in ("ERR_EMPTY_RESPONSE", "ERR_CONNECTION", "401", "favicon"))]
                    failures += len(errors)
                    for error in errors:
                        print(f"{variant}: {error}", file=sys.stderr)
                except Exception as error:
                    failures += 1
                    shoot(driver, target / variant / "failed.png")
                    print(f"{variant}: {type(error).__name__} {error}", file=sys.stderr)
                    print([line["message"] for line in driver.get_log("browser")], file=sys.stderr)
                    raise
                finally:
                    driver.quit()
                    server.shutdown()
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
