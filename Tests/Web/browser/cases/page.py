"""Flows of what the page does on all screens: ways back, forms and errors out of sight, the toast, the focus."""

from selenium.webdriver.common.action_chains import ActionChains

import fixtures
import late

SCROLLED = "return Math.round(scrollY)"
# True if nothing covers the middle of an element.
SEEN = """
const element = document.querySelector(arguments[0]);
const box = element.getBoundingClientRect();
const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
return top !== null && (element.contains(top) || top.contains(element));
"""


def scrolled(page):
    return page.driver.execute_script(SCROLLED)


def scroll(page, y):
    page.driver.execute_script("scrollTo(0, arguments[0])", y)
    page.until(lambda driver: scrolled(page) == y)


def is_seen(page, selector):
    return page.find(selector) and page.driver.execute_script(SEEN, selector)


def tap(page, selector):
    """Taps as a finger does: what lies above the element gets the tap."""
    ActionChains(page.driver).move_to_element(page.wait(selector)).click().perform()


def focused(page, selector):
    return page.driver.execute_script("return document.activeElement.matches(arguments[0])", selector)


def depth(page):
    return page.driver.execute_script("return history.state.at")


def kept_place(page):
    """Today is where it was after ‹, the browser's back and Save; a screen that is new begins at its top."""
    page.sign_in()
    page.settle()
    row = ".meal:nth-child(2) .row-main"
    scroll(page, 400)
    before = depth(page)
    for way_back in (".flow-head .icon-button", None, ".flow-foot .button-main"):
        page.click(row)
        page.wait("#quantity")
        page.settle()
        assert scrolled(page) == 0
        page.click(way_back) if way_back else page.driver.back()
        page.until(lambda driver: page.find(".today .meal") and not page.find("#quantity"))
        page.settle()
        assert scrolled(page) == 400 and focused(page, row), (way_back, scrolled(page))
        assert depth(page) == before, "no screen stays behind Today"


def moved_row(page):
    """A row that was moved to another meal is in view after it was saved."""
    page.sign_in()
    page.settle()
    scroll(page, 250)
    page.click(".meal:nth-child(1) .row-main")
    # A letter of the choice is no shortcut.
    page.wait(".flow-foot select").send_keys("Snack")
    page.click(".flow-foot .button-main")
    page.until(lambda driver: page.find(".meal:nth-child(4) .row-main"))
    page.settle()
    assert is_seen(page, ".meal:nth-child(4) .row-main") and focused(page, ".meal:nth-child(4) .row-main")


def saved_form(page):
    """A form that was opened by its address has nothing behind it; after Save it is no screen to come back to."""
    page.sign_in()
    page.settle()
    page.open(f"/entry/{fixtures.TODAY}/{fixtures.uuid(1)}")
    page.click(".flow-foot .button-main")
    page.wait(".today .meal")
    page.driver.back()
    page.until(lambda driver: not page.find("#quantity") and page.find(".today .meal"))


def problems_in_view(page):
    """Save with empty fields shows the first wrong field; forms that open below the window's edge are in view."""
    page.sign_in()
    page.open("/foods/own/new")
    page.click(".late-foot .button-main")
    page.until(lambda driver: is_seen(page, ".field-error") and focused(page, "#food-name"))
    page.server.backend.scenario = "people"
    page.open("/people")
    page.wait(".people-board .place")
    page.click(".card .people-actions .button:nth-child(1)")
    page.until(lambda driver: is_seen(page, "#people-create") and is_seen(page, ".people-form .button-main"))
    page.click(".people-form .button-main")
    page.until(lambda driver: is_seen(page, ".people-form .field-error"))
    page.open(f"/plan/{late.PLAN}")
    page.click(".plan-delete")
    page.until(lambda driver: is_seen(page, ".late-actions .is-over"))


def toast_beside_its_control(page):
    """A toast does not cover what was tapped, keeps taps on it, is closed by ✕, and goes with its screen."""
    page.sign_in()
    page.settle()
    chip = ".extra-actions .chip"
    # At the top, and where a toast usually is.
    for block in ("start", "end"):
        page.driver.execute_script("document.querySelector(arguments[0]).scrollIntoView({ block: arguments[1] })", chip, block)
        tap(page, chip)
        page.wait(".toast")
        page.settle()
        assert is_seen(page, chip), block
        tap(page, ".toast button:last-child")
        page.until(lambda driver: not page.find(".toast"))
    tap(page, chip)
    before = page.driver.current_url
    # A tap on its text, also when it has been there long enough.
    page.until(lambda driver: is_seen(page, ".toast"))
    tap(page, ".toast > span")
    tap(page, ".toast > span")
    assert page.driver.current_url == before and page.find(".toast") and not page.find("dialog[open]")
    page.click('.nav a[href="/progress"]')
    page.wait(".progress")
    page.until(lambda driver: not page.find(".toast"))
    # What Save says is shown on Today.
    page.click('.nav a[href="/"]')
    page.click(".meal .row-main")
    page.click(".flow-foot .button-main")
    page.until(lambda driver: page.find(".today .meal") and page.find(".toast"))


def tray_after_amount(page):
    """A food that was logged by its amount is in the tray of Add, as one that was logged from the list."""
    page.sign_in()
    page.click(".meal:nth-child(3) .card-head a")
    page.click(".add-list .row:nth-child(2) .row-main")
    page.click(".flow-foot .button-main")
    page.wait(".tray")
    assert "1 food logged" in page.find(".tray")[0].text
    assert page.find(".add-list .row:nth-child(2) .icon-button-done")
    page.click(".tray > .button-main")
    page.wait(".today .meal")
    page.settle()
    assert depth(page) == 0 or not page.find(".add")


def focus_of_the_search(page):
    """✕ and a logged meal leave the focus in the search field, and so does the first visit."""
    page.sign_in()
    page.click(".meal:nth-child(3) .card-head a")
    page.wait(".add-list .row")
    page.type("#search", "2 eggs, toast 40 g")
    page.until(lambda driver: len(page.find(".understood .row")) == 2 and page.find(".understood .button-main:not([aria-disabled])"))
    page.driver.execute_script("arguments[0].focus()", page.wait(".understood .button-main"))
    page.click(".understood .button-main")
    page.until(lambda driver: not page.find(".understood") and focused(page, "#search"))
    page.type("#search", "rye")
    tap(page, ".search button")
    page.until(lambda driver: page.wait("#search").get_property("value") == "" and focused(page, "#search"))


FLOWS = (kept_place, moved_row, saved_form, problems_in_view, toast_beside_its_control, tray_after_amount,
         focus_of_the_search)
