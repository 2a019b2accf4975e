#!/usr/bin/env python3
"""Runs flows of the web app in Chromium, with recorded answers instead of a stack.

Usage: flows.py [PART...]

A PART is a part of a flow's name. Needs the Python packages selenium and axe-playwright-python, and the Debian packages
chromium and chromium-driver.
"""

import importlib.util
import pathlib
import sys
import traceback

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

import features
import fixtures
import late_flows
import screenshots
import server as recorded
from pages import Pages, browser
from server import Server


def css(driver, selector):
    return driver.find_elements(By.CSS_SELECTOR, selector)


def text(driver):
    return driver.find_element(By.TAG_NAME, "body").text


def hostile_names(page):
    """Names of foods, portions and notes are text on every screen."""
    backend = page.server.backend
    backend.is_hostile = True
    page.sign_in()
    page.until(lambda driver: recorded.HOSTILE in text(driver))
    page.click(".row-menu")
    page.wait("dialog[open] .sheet-list")
    page.open(f"/add/{fixtures.TODAY}/lunch")
    page.type("#search", "abc")
    page.until(lambda driver: recorded.HOSTILE in text(driver))
    page.open(f"/amount/{fixtures.TODAY}/lunch/{fixtures.food_id('yogurt')}")
    page.until(lambda driver: recorded.HOSTILE in text(driver))
    assert page.driver.execute_script("return window.hacked") is None
    assert css(page.driver, "img, script:not([src])") == []


def two_taps(page):
    """A food that was logged before takes two taps, and Today has it at once."""
    page.sign_in()
    page.click(".meal:nth-child(3) .card-head a")
    page.click(".add-list .row .icon-button-soft")
    page.until(lambda driver: any(method == "PUT" for method, *_ in page.server.backend.writes))
    page.click(".tray .button-main")
    page.until(lambda driver: "Yogurt, Greek, plain" in driver.find_element(By.CSS_SELECTOR, ".meal:nth-child(3)").text)


def offline_over_reload(page):
    """Writes without a connection survive a reload, and are sent once when the server is back."""
    backend = page.server.backend
    page.sign_in()
    page.until(lambda driver: "skeleton" not in driver.page_source)
    page.open(f"/add/{fixtures.TODAY}/dinner")
    page.wait(".add-list .row")
    backend.is_away = True
    for number in (1, 2, 3):
        page.click(f".add-list .row:nth-child({number}) .icon-button-soft")
    page.click(".tray .button-main")
    page.until(lambda driver: "3 waiting" in text(driver))
    # The page itself comes from the server: the worker that keeps it is another part.
    page.driver.refresh()
    page.until(lambda driver: "3 waiting" in text(driver) and len(css(driver, ".meal:nth-child(3) .row")) == 3)
    assert backend.writes == []
    backend.is_away = False
    page.driver.execute_script("document.dispatchEvent(new Event('visibilitychange'))")
    page.until(lambda driver: "waiting" not in text(driver))
    # A request whose answer the reload has lost is repeated under its id: the server has each entry once.
    assert len(backend.entries) == 3 and {method for method, *_ in backend.writes} == {"PUT"}, backend.writes
    page.until(lambda driver: len(css(driver, ".meal:nth-child(3) .row")) == 3)


def offline_from_the_start(page):
    """Without the server the app opens with its day, and a write waits."""
    backend, driver = page.server.backend, page.driver
    page.sign_in()
    driver.execute_async_script("navigator.serviceWorker.ready.then(() => arguments[0]())")
    backend.is_away = backend.is_gone = True
    driver.get("about:blank")
    page.open("/")
    page.until(lambda driver: "Oatmeal" in text(driver))
    page.click(".extra-actions .chip")
    page.until(lambda driver: "Offline" in text(driver) and "1 waiting" in text(driver))
    page.open(f"/day/{fixtures.TODAY}")
    page.until(lambda driver: "1 waiting" in text(driver))
    backend.is_away = backend.is_gone = False
    driver.execute_script("document.dispatchEvent(new Event('visibilitychange'))")
    # Water has an id, so a repeated request adds nothing.
    page.until(lambda driver: "1 l" in text(driver) and "waiting" not in text(driver))
    assert [len(added) for added in backend.water.values()] == [1], backend.writes


def two_windows(page):
    """Two windows show the same queue, one sends it, and the other continues when that one is closed."""
    backend, driver = page.server.backend, page.driver
    page.sign_in()
    page.until(lambda driver: "skeleton" not in driver.page_source)
    first = driver.current_window_handle
    driver.switch_to.new_window("tab")
    page.open("/")
    page.wait(".summary .large-number")
    page.click(".extra-actions .chip")
    page.until(lambda driver: len(backend.writes) == 1)
    page.until(lambda driver: "1 l" in text(driver) and "waiting" not in text(driver))
    second = driver.current_window_handle
    driver.switch_to.window(first)
    page.until(lambda driver: "1 l" in text(driver))
    driver.close()
    driver.switch_to.window(second)
    page.click(".extra-actions .chip")
    page.until(lambda driver: len(backend.writes) == 2)


def conflict(page):
    """A field that another device changed, too, asks; the answer is sent."""
    backend = page.server.backend
    page.sign_in()
    page.click(".meal .row-main")
    page.wait("#quantity").clear()
    page.type("#quantity", "3")
    backend.conflict = {**backend.day(fixtures.TODAY)["meals"][0]["entries"][0], "quantity": 2, "grams": 500, "kcal": 535, "version": 50}
    page.click(".flow-foot .button-main")
    page.until(lambda driver: "Not accepted" in text(driver))
    page.click(".row-menu")
    page.wait(".decide")
    page.click(".decide .button-main")
    page.until(lambda driver: "Not accepted" not in text(driver) and "waiting" not in text(driver))
    assert backend.writes[-1][2]["quantity"] == 3, backend.writes


def session_over(page):
    """A session that is over keeps data and writes; the same user continues."""
    backend = page.server.backend
    page.sign_in()
    backend.is_signed_in = False
    page.click(".extra-actions .chip")
    page.until(lambda driver: "Sign in to send 1 entry" in text(driver))
    assert "Oatmeal" in text(page.driver)
    page.click(".day-status a")
    page.type("#email", "anna@example.org")
    page.click(".button-main")
    page.type("#password", "secret")
    page.click(".button-main")
    page.until(lambda driver: len(backend.writes) == 1 and "0.75" not in text(driver))


def keyboard_alone(page):
    """A food is logged by keys alone, and the focus is on the heading or the field of each screen."""
    driver = page.driver
    focused = lambda script: driver.execute_script(f"const e = document.activeElement; return {script}")
    press = lambda key: ActionChains(driver).send_keys(key).perform()
    page.sign_in()
    page.until(lambda driver: "skeleton" not in driver.page_source)
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
    page.until(lambda driver: focused("e.tagName === 'H1'"))


def typed_meal(page):
    """A line of several foods is shown as understood, and Enter logs all of them at once."""
    backend = page.server.backend
    page.sign_in()
    page.click(".meal:nth-child(3) .card-head a")
    page.wait(".add-list .row")
    page.type("#search", "2 eggs, toast 40 g")
    page.until(lambda driver: len(css(driver, ".understood .row")) == 2)
    page.type("#search", Keys.ENTER)
    page.until(lambda driver: len([1 for method, *_ in backend.writes if method == "PUT"]) == 2)
    page.click(".toast button")
    page.until(lambda driver: len(backend.removed) == 2 and css(driver, ".tray") == [])


def search_without_server(page):
    """The device searches its own foods while the server is away, and logs what it finds."""
    backend, driver = page.server.backend, page.driver
    page.sign_in()
    page.open(f"/add/{fixtures.TODAY}/dinner")
    page.wait(".add-list .row")
    page.until(screenshots.has_kept_foods)
    backend.is_away = True
    page.type("#search", "rye")
    page.wait(".add-kept")
    page.click(".add-list .row .icon-button-soft")
    page.until(lambda driver: css(driver, ".tray"))
    page.click(".add-list .row-main")
    page.wait(".quantity .chip")
    driver.back()
    page.click(".tray .button-main")
    page.until(lambda driver: "1 waiting" in text(driver))
    backend.is_away = False
    driver.execute_script("document.dispatchEvent(new Event('visibilitychange'))")
    page.until(lambda driver: any(method == "PUT" for method, *_ in backend.writes) and "waiting" not in text(driver))


def swipe_and_calendar(page):
    """A finger sideways changes the day; the calendar works by keys alone."""
    driver = page.driver
    page.sign_in()
    page.until(lambda driver: "skeleton" not in driver.page_source)

    def swipe(start, end):
        touch = lambda kind, points: driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        touch("touchStart", [{"x": start, "y": 300}])
        for n in range(1, 6):
            touch("touchMove", [{"x": start + (end - start) * n / 5, "y": 302}])
        touch("touchEnd", [])

    swipe(80, 260)
    page.until(lambda driver: driver.current_url.endswith("/day/2026-11-21"))
    page.until(lambda driver: "Yesterday" in text(driver))
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
    page.until(lambda driver: driver.current_url.endswith("/day/2026-10-01") and css(driver, "dialog[open]") == [])


def dragged_entry(page):
    """An entry is dragged to another meal; the menu moves it back to its place."""
    backend = page.server.backend
    page.sign_in()
    page.until(lambda driver: "skeleton" not in driver.page_source)
    page.driver.execute_script("""
      const data = new DataTransfer();
      const fire = (selector, type) => document.querySelector(selector).dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: data }));
      fire('.meal .row', 'dragstart');
      fire('.meal:nth-child(2) .row', 'dragover');
      fire('.meal:nth-child(2) .row', 'drop');""")
    page.until(lambda driver: "Oatmeal" in css(driver, ".meal:nth-child(2) .row")[0].text)
    page.until(lambda driver: backend.writes and backend.writes[-1][2].get("position") == 0)
    assert backend.writes[-1][2]["meal"] == "lunch", backend.writes


def note_and_exercise(page):
    """Exercise and a note are kept without the server, whatever closes their sheets, and are sent later."""
    backend, driver = page.server.backend, page.driver
    page.sign_in()
    page.until(lambda driver: "skeleton" not in driver.page_source)
    page.click(".extra .icon-button-soft")
    page.wait("dialog[open] #exercise-value")
    backend.is_away = True
    page.type("dialog[open] #exercise-value", "200")
    page.click("dialog[open] .button-main")
    page.until(lambda driver: "440 kcal" in text(driver))
    page.click(".extra .chip[aria-haspopup]")
    page.type("dialog[open] textarea", "A walk")
    ActionChains(driver).send_keys(Keys.ESCAPE).perform()
    page.until(lambda driver: "A walk" in css(driver, ".extras")[0].text and "2 waiting" in text(driver))
    driver.refresh()
    page.until(lambda driver: "2 waiting" in text(driver) and "A walk" in text(driver) and "440 kcal" in text(driver))
    backend.is_away = False
    driver.execute_script("document.dispatchEvent(new Event('visibilitychange'))")
    page.until(lambda driver: "waiting" not in text(driver))
    assert sorted(path.split("/")[1] for _, path, _ in backend.writes) == ["diary", "profile"], backend.writes


def second_factor(page):
    """A right password with a second factor asks for the code."""
    page.open("/welcome")
    page.type("#email", "anna@example.org")
    page.click(".button-main")
    page.type("#password", "factor")
    page.click(".button-main")
    page.type("#code", "123456")
    page.click(".button-main")
    page.wait(".summary .large-number")


def narrow_and_large(page):
    """No screen scrolls sideways at 320 px, with 200 % text, and with a name of 64 characters."""
    page.sign_in()
    paths = ["/", f"/add/{fixtures.TODAY}/lunch", f"/amount/{fixtures.TODAY}/lunch/{fixtures.food_id('yogurt')}"]
    for width, scale in ((320, "100%"), (360, "200%"), (640, "200%")):
        page.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": width, "height": 700, "deviceScaleFactor": 1, "mobile": True})
        for path in paths:
            page.open(path)
            page.wait(".screen .row, .screen .chip")
            page.driver.execute_script(f"document.documentElement.style.fontSize = '{scale}'")
            wide = page.driver.execute_script("return document.documentElement.scrollWidth")
            # Elements that overflow, without those inside of one that scrolls by itself.
            outside = page.driver.execute_script("""
              return [...document.querySelectorAll('#app *')].filter((e) => e.getBoundingClientRect().right > arguments[0] + 1)
                .map((e) => e.tagName + '.' + e.getAttribute('class')).slice(0, 6)""", width)
            assert wide <= width, f"{path} is {wide} wide at {width} with {scale}: {outside}"


def axe(page):
    """axe finds nothing on any screen."""
    package = pathlib.Path(importlib.util.find_spec("axe_playwright_python").origin).parent
    source = (package / "axe.min.js").read_text()

    def check(name):
        # The policy forbids scripts of others on the page, so axe comes by the debugger.
        page.driver.execute_cdp_cmd("Runtime.evaluate", {"expression": source})
        found = page.driver.execute_async_script("axe.run().then(result => arguments[0](result.violations.map(v => v.id + ': ' + v.nodes.map(n => n.html).slice(0, 3).join(' | '))))")
        assert found == [], f"{name}: {found}"

    page.open("/welcome")
    page.wait("#email")
    check("welcome")
    page.sign_in()
    page.wait(".advice")
    check("today")
    page.click(".row-menu")
    page.wait("dialog[open]")
    check("menu")
    for name in screenshots.sheets(page):
        check(name)
    for name in screenshots.typed(page):
        check(name)
    page.open(f"/add/{fixtures.TODAY}/lunch")
    page.click(".add-list .row .icon-button-soft")
    page.click(".tray-head")
    check("add")
    page.open(f"/amount/{fixtures.TODAY}/lunch/{fixtures.food_id('yogurt')}")
    page.wait(".quantity .chip")
    check("amount")
    page.open("/progress")
    page.wait(".chart-expected")
    page.click(".chart-table summary")
    check("progress")


def questionnaire_and_people(page):
    """axe finds nothing in both themes, and nothing scrolls sideways at 320 px and with 200 % text."""
    late_flows.look_at(page, (screenshots.questions, screenshots.people))


FLOWS = (hostile_names, two_taps, offline_over_reload, offline_from_the_start, two_windows, conflict, session_over,
         keyboard_alone, typed_meal, search_without_server, swipe_and_calendar, dragged_entry, note_and_exercise,
         second_factor, narrow_and_large, axe, questionnaire_and_people, *late_flows.FLOWS, *features.FLOWS)


def main():
    if sys.argv[1:] in (["-h"], ["--help"]):
        print(__doc__)
        return
    failures = 0
    for flow in FLOWS:
        if sys.argv[1:] and not any(part in flow.__name__ for part in sys.argv[1:]):
            continue
        for theme in ("light", "dark") if flow is axe else ("light",):
            server = Server().start()
            driver = browser("phone", theme, "en")
            try:
                flow(Pages(driver, server))
                print(f"ok      {flow.__name__} {theme}")
            except Exception as error:
                failures += 1
                print(f"FAILED  {flow.__name__} {theme}: {type(error).__name__} {str(error).splitlines()[:3]}")
                traceback.print_exc(limit=-3, chain=False)
                print(text(driver)[:400])
                print([line["message"] for line in driver.get_log("browser")][-5:])
            finally:
                driver.quit()
                server.shutdown()
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
