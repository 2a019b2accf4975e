"""Visits of what the device asks, of the lists of Add, of measures, of a person, and of the calculator."""

import fixtures
from device import PERSON


def key(page, name):
    page.driver.find_element("tag name", "body").send_keys(name)


def is_ready(driver):
    """True once the part of the device has arrived."""
    return driver.find_elements("css selector", 'link[href$="modules/device/styles.css"]')


def calculator(page):
    page.open("/welcome/calculator")
    page.wait("#sex-female")
    yield "calculator"


def device(page):
    page.server.backend.scenario = "day"
    page.open("/")
    page.wait(".summary .large-number")
    page.until(is_ready)
    # The page may lack the focus after a visit, so the key goes to its body; it works once the style sheet is there.
    page.until(lambda driver: key(page, "?") or page.find("dialog[open] .keys"))
    yield "keys"
    page.click("dialog[open] .icon-button")
    # Another time zone is asked about.
    page.driver.execute_cdp_cmd("Emulation.setTimezoneOverride", {"timezoneId": "Asia/Bangkok"})
    page.open("/")
    page.wait("dialog[open] #zone-title")
    yield "zone"
    page.click("dialog[open] .button-wide:not(.button-main)")
    page.driver.execute_cdp_cmd("Emulation.setTimezoneOverride", {"timezoneId": "Etc/UTC"})


def lists(page):
    page.open(f"/add/{fixtures.TODAY}/dinner")
    page.wait(".add-tabs")
    for number, name in ((4, "own"), (5, "recipes"), (6, "healthy")):
        page.click(f".add-tabs .chip:nth-child({number})")
        page.loaded()
        yield f"add-{name}"
    page.type("#search", "hummus")
    page.click(".add-list > .button-wide")
    page.wait(".outside .row")
    yield "add-outside"
    page.click(".search .icon-button")


def measures(page):
    page.open("/progress")
    page.wait("#measure")
    page.loaded()
    for number, name in ((1, "waist"), (2, "sleep"), (3, "steps")):
        page.click(f'[aria-labelledby="measures-title"] .chip:nth-child({number})')
        page.wait('[aria-labelledby="measures-title"] .chart')
        page.driver.execute_script("document.querySelector('#measures-title').scrollIntoView()")
        yield f"progress-{name}"


def person(page):
    page.open(f"/people/users/{PERSON}")
    page.wait(".person-day")
    yield "person"


def waiting(page):
    """The list of what waits, without a connection."""
    page.open("/")
    page.wait(".extra-actions .chip")
    page.until(is_ready)
    page.server.backend.is_away = True
    page.click(".extra-actions .chip")
    page.until(lambda driver: page.find(".day-status button.chip-status"))
    page.click(".day-status button.chip-status")
    page.wait("dialog[open] .waits-row")
    yield "waiting"
    page.click("dialog[open] .icon-button")
    page.server.backend.is_away = False
    page.driver.execute_script("document.dispatchEvent(new Event('visibilitychange'))")
    page.until(lambda driver: not page.find(".day-status button.chip-status"))
