"""Flows of the queue of writes: without the server, in two windows, after a conflict or the end of a session."""

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

import fixtures
import late
from visits.diary import has_kept_foods


def reconnect(page):
    """Lets the server answer again, and makes the app try at once."""
    page.server.backend.is_away = page.server.backend.is_gone = False
    page.driver.execute_script("document.dispatchEvent(new Event('visibilitychange'))")


def offline_over_reload(page):
    """Writes without a connection survive a reload, and are sent once when the server is back."""
    backend = page.server.backend
    page.sign_in()
    page.loaded()
    page.open(f"/add/{fixtures.TODAY}/dinner")
    page.wait(".add-list .row")
    backend.is_away = True
    for number in (1, 2, 3):
        page.click(f".add-list .row:nth-child({number}) .icon-button-soft")
    page.click(".tray .button-main")
    page.until(lambda driver: "3 waiting" in page.text)
    # The page itself comes from the server: another flow covers the worker.
    page.driver.refresh()
    page.until(lambda driver: "3 waiting" in page.text and len(page.find(".meal:nth-child(3) .row")) == 3)
    assert backend.writes == []
    reconnect(page)
    page.until(lambda driver: "waiting" not in page.text)
    # A request without an answer before the reload is repeated under its id: the server has each entry once.
    assert len(backend.entries) == 3 and {method for method, *_ in backend.writes} == {"PUT"}, backend.writes
    page.until(lambda driver: len(page.find(".meal:nth-child(3) .row")) == 3)


def offline_from_the_start(page):
    """Without the server the app opens with its day, and a write waits."""
    backend, driver = page.server.backend, page.driver
    page.sign_in()
    driver.execute_async_script("navigator.serviceWorker.ready.then(() => arguments[0]())")
    backend.is_away = backend.is_gone = True
    driver.get("about:blank")
    page.open("/")
    page.until(lambda driver: "Oatmeal" in page.text)
    page.click(".extra-actions .chip")
    page.until(lambda driver: "Offline" in page.text and "1 waiting" in page.text)
    page.open(f"/day/{fixtures.TODAY}")
    page.until(lambda driver: "1 waiting" in page.text)
    reconnect(page)
    # Water has an id, so a repeated request adds nothing.
    page.until(lambda driver: "1 l" in page.text and "waiting" not in page.text)
    assert [len(added) for added in backend.water.values()] == [1], backend.writes


def two_windows(page):
    """Two windows show the same queue, one sends it, and the other continues when that one is closed."""
    backend, driver = page.server.backend, page.driver
    page.sign_in()
    page.loaded()
    first = driver.current_window_handle
    driver.switch_to.new_window("tab")
    page.open("/")
    page.wait(".summary .large-number")
    page.click(".extra-actions .chip")
    page.until(lambda driver: len(backend.writes) == 1)
    page.until(lambda driver: "1 l" in page.text and "waiting" not in page.text)
    second = driver.current_window_handle
    driver.switch_to.window(first)
    page.until(lambda driver: "1 l" in page.text)
    driver.close()
    driver.switch_to.window(second)
    page.click(".extra-actions .chip")
    page.until(lambda driver: len(backend.writes) == 2)


def conflict(page):
    """A field that another device changed, too, is a conflict; the decision is sent."""
    backend = page.server.backend
    page.sign_in()
    page.click(".meal .row-main")
    page.wait("#quantity")
    # The food fills an empty field when it arrives.
    page.settle()
    page.wait("#quantity").clear()
    page.type("#quantity", "3")
    backend.conflict = {**backend.day(fixtures.TODAY)["meals"][0]["entries"][0], "quantity": 2, "grams": 500, "kcal": 535, "version": 50}
    page.click(".flow-foot .button-main")
    page.until(lambda driver: "Not accepted" in page.text)
    page.click(".row-menu")
    page.wait(".decide")
    page.click(".decide .button-main")
    page.until(lambda driver: "Not accepted" not in page.text and "waiting" not in page.text)
    assert backend.writes[-1][2]["quantity"] == 3, backend.writes


def session_over(page):
    """A session that is over keeps data and writes; the same user continues."""
    backend = page.server.backend
    page.sign_in()
    backend.is_signed_in = False
    page.click(".extra-actions .chip")
    page.until(lambda driver: "Sign in to send 1 entry" in page.text)
    assert "Oatmeal" in page.text
    page.click(".day-status a")
    page.type("#email", "anna@example.org")
    page.click(".button-main")
    page.type("#password", "secret")
    page.click(".button-main")
    page.until(lambda driver: len(backend.writes) == 1 and "0.75" not in page.text)


def search_without_server(page):
    """The device searches its own foods while the server is away, and logs what it finds."""
    backend, driver = page.server.backend, page.driver
    page.sign_in()
    page.open(f"/add/{fixtures.TODAY}/dinner")
    page.wait(".add-list .row")
    page.until(has_kept_foods)
    backend.is_away = True
    page.type("#search", "rye")
    page.wait(".add-kept")
    page.click(".add-list .row .icon-button-soft")
    page.until(lambda driver: page.find(".tray"))
    page.click(".add-list .row-main")
    page.wait(".quantity .chip")
    driver.back()
    page.click(".tray .button-main")
    page.until(lambda driver: "1 waiting" in page.text)
    reconnect(page)
    page.until(lambda driver: any(method == "PUT" for method, *_ in backend.writes) and "waiting" not in page.text)


def note_and_exercise(page):
    """Exercise and a note are kept without the server, whatever closes their sheets, and are sent later."""
    backend, driver = page.server.backend, page.driver
    page.sign_in()
    page.loaded()
    page.click(".extra .icon-button-soft")
    page.wait("dialog[open] #exercise-value")
    backend.is_away = True
    page.type("dialog[open] #exercise-value", "200")
    page.click("dialog[open] .button-main")
    page.until(lambda driver: "440 kcal" in page.text)
    page.click(".extra .chip[aria-haspopup]")
    page.type("dialog[open] textarea", "A walk")
    ActionChains(driver).send_keys(Keys.ESCAPE).perform()
    page.until(lambda driver: "A walk" in page.find(".extras")[0].text and "2 waiting" in page.text)
    driver.refresh()
    page.until(lambda driver: "2 waiting" in page.text and "A walk" in page.text and "440 kcal" in page.text)
    reconnect(page)
    page.until(lambda driver: "waiting" not in page.text)
    assert sorted(path.split("/")[1] for _, path, _ in backend.writes) == ["diary", "profile"], backend.writes


def logged_again(page):
    """What History logs again is a write of this device, and survives a lost connection."""
    page.sign_in()
    page.open("/history")
    page.wait(".history-day .icon-button-soft")
    page.server.backend.is_away = True
    page.click(".history-day .icon-button-soft")
    page.wait(".toast")
    reconnect(page)
    page.until(lambda driver: any(path.startswith("/diary/entries/") for _, path, _ in page.server.backend.writes))


def history_without_server(page):
    """History shows and searches the days of the device, and asks again when the server is back."""
    page.sign_in()
    page.loaded()
    page.server.backend.is_away = True
    page.open("/history")
    page.until(lambda driver: "Oatmeal" in page.text and "older days cannot be shown" in page.text)
    page.type("#history-search", "oatm")
    page.until(lambda driver: {row.text for row in page.find(".history-day .row-name")} == {"Oatmeal with milk"})
    page.click(".history-top .icon-button")
    reconnect(page)
    # The recorded diary has two days, so the end is soon found.
    page.until(lambda driver: "cannot be shown" not in page.text and page.find(".history-end"))


def shop_without_server(page):
    """A shopping list is there without a connection, also after a reload, and its ticks are sent later."""
    backend = page.server.backend
    page.sign_in()
    page.open(f"/plan/{late.PLAN}")

    def open_list():
        page.wait(".plan > .chips")
        page.click(".plan > .chips .chip:nth-child(2)")
        page.wait(".plan-item")
    open_list()
    page.settle()
    backend.is_away = True
    page.click(".plan-item:not(.is-ticked)")
    page.until(lambda driver: len(page.find(".plan-item.is-ticked")) == 2)
    page.driver.refresh()
    open_list()
    page.until(lambda driver: "kept on this device" in page.text and len(page.find(".plan-item.is-ticked")) == 2)
    assert backend.ticks == {}
    reconnect(page)
    page.until(lambda driver: list(backend.ticks.values()) == [True] and "kept on this device" not in page.text)
    page.until(lambda driver: len(page.find(".plan-item.is-ticked")) == 2)


FLOWS = (offline_over_reload, offline_from_the_start, two_windows, conflict, session_over, search_without_server,
         note_and_exercise, logged_again, history_without_server, shop_without_server)
