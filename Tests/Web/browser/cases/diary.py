"""Flows that log and move entries: by taps, keys, a typed line, a finger and a mouse."""

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

import fixtures


def two_taps(page):
    """A food that was logged before takes two taps, and Today has it at once."""
    page.sign_in()
    page.click(".meal:nth-child(3) .card-head a")
    page.click(".add-list .row .icon-button-soft")
    page.until(lambda driver: any(method == "PUT" for method, *_ in page.server.backend.writes))
    page.click(".tray .button-main")
    page.until(lambda driver: "Yogurt, Greek, plain" in page.find(".meal:nth-child(3)")[0].text)


def keyboard_alone(page):
    """A food is logged by keys alone, and the focus is on the heading or the field of each new screen."""
    driver = page.driver
    focused = lambda script: driver.execute_script(f"const e = document.activeElement; return {script}")
    press = lambda key: ActionChains(driver).send_keys(key).perform()
    page.sign_in()
    page.loaded()
    driver.execute_script("document.querySelector('.meal .card-head a').focus()")
    press(Keys.ENTER)
    page.wait(".add-list .row")
    page.until(lambda driver: focused("e.id === 'search' || e.tagName === 'H1'"))
    for _ in range(20):
        if focused("e.classList.contains('icon-button-soft')"):
            break
        press(Keys.TAB)
    press(Keys.ENTER)
    page.wait(".tray")
    for _ in range(40):
        if focused("e.matches('.tray .button-main')"):
            break
        press(Keys.TAB)
    press(Keys.ENTER)
    page.wait(".today")
    # The way back leads to the link that was followed.
    page.until(lambda driver: focused("e.matches('.today .meal .card-head a')"))


def typed_meal(page):
    """A line of several foods is shown as understood, and Enter logs all of them at once."""
    backend = page.server.backend
    page.sign_in()
    page.click(".meal:nth-child(3) .card-head a")
    page.wait(".add-list .row")
    page.type("#search", "2 eggs, toast 40 g")
    page.until(lambda driver: len(page.find(".understood .row")) == 2)
    page.type("#search", Keys.ENTER)
    page.until(lambda driver: len([1 for method, *_ in backend.writes if method == "PUT"]) == 2)
    page.click(".toast button")
    page.until(lambda driver: len(backend.removed) == 2 and page.find(".tray") == [])


def swipe_and_calendar(page):
    """A finger sideways changes the day; the calendar works by keys alone."""
    driver = page.driver
    page.sign_in()
    page.loaded()

    def swipe(start, end):
        touch = lambda kind, points: driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        touch("touchStart", [{"x": start, "y": 300}])
        for n in range(1, 6):
            touch("touchMove", [{"x": start + (end - start) * n / 5, "y": 302}])
        touch("touchEnd", [])

    swipe(80, 260)
    page.until(lambda driver: driver.current_url.endswith("/day/2026-11-21"))
    page.until(lambda driver: "Yesterday" in page.text)
    swipe(260, 80)
    page.until(lambda driver: not driver.current_url.endswith("/day/2026-11-21"))
    driver.execute_script("document.querySelector('.day-pick').focus()")
    press = lambda key: ActionChains(driver).send_keys(key).perform()
    press(Keys.ENTER)
    page.wait("dialog[open] .calendar")
    driver.execute_script("""document.querySelector('dialog[open] .calendar-day[tabindex="0"]').focus()""")
    focused = lambda date: lambda driver: driver.execute_script("return document.activeElement.dataset.date") == date
    press(Keys.ARROW_UP)
    page.until(focused("2026-11-15"))
    press(Keys.PAGE_UP)
    page.until(focused("2026-10-01"))
    press(Keys.ENTER)
    page.until(lambda driver: driver.current_url.endswith("/day/2026-10-01") and page.find("dialog[open]") == [])


def dragged_entry(page):
    """An entry is dragged to another meal; the menu moves it back to its place."""
    backend = page.server.backend
    page.sign_in()
    page.loaded()
    page.driver.execute_script("""
      const data = new DataTransfer();
      const fire = (selector, type) => document.querySelector(selector).dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: data }));
      fire('.meal .row', 'dragstart');
      fire('.meal:nth-child(2) .row', 'dragover');
      fire('.meal:nth-child(2) .row', 'drop');""")
    page.until(lambda driver: "Oatmeal" in page.find(".meal:nth-child(2) .row")[0].text)
    page.until(lambda driver: backend.writes and backend.writes[-1][2].get("position") == 0)
    assert backend.writes[-1][2]["meal"] == "lunch", backend.writes


FLOWS = (two_taps, keyboard_alone, typed_meal, swipe_and_calendar, dragged_entry)
