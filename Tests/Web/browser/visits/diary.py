"""Visits of Today, Add, Amount and Progress.

Each yields the name of a screen while the browser shows it.
"""

from selenium.webdriver.common.keys import Keys

import fixtures


def day(page):
    page.sign_in()
    page.wait(".advice")
    page.loaded()
    yield "today"
    page.click(".row-menu")
    page.wait("dialog[open] .sheet-list")
    yield "today-menu"
    page.click("dialog .is-over")
    page.wait(".toast")
    yield "today-removed"
    page.click(".toast button")


def close_sheet(page):
    """Closes the open sheet. The next one must not open before the event of the dialog that closes."""
    page.click("dialog[open] .icon-button")
    page.until(lambda driver: not page.find("dialog[open]"))
    page.settle()


def sheets(page):
    """The sheets of Today."""
    page.open("/")
    page.click(".day-pick")
    page.wait(".calendar-dot")
    yield "sheet-calendar"
    close_sheet(page)
    page.click(".extra-foot .button")
    page.click('dialog[open] [data-date="2026-11-21"]')
    page.wait("dialog[open] .copy-list")
    yield "sheet-copy"
    close_sheet(page)
    page.click(".extra .icon-button-soft")
    page.wait("dialog[open] #activity")
    yield "sheet-exercise-energy"
    page.driver.execute_script("const e = document.querySelector('#activity'); e.value = 'briskWalking'; e.dispatchEvent(new Event('change'))")
    page.click("dialog[open] .chips .chip:nth-child(2)")
    page.until(lambda driver: page.find('dialog[open] .chip[aria-checked="true"]'))
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
    page.until(lambda driver: len(page.find(".understood .row")) == 3)
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
    page.until(lambda driver: len(page.find(".icon-button-done")) == 2)
    yield "add-logged"
    page.click(".tray-head")
    yield "add-tray"
    page.click(".tray-head")
    page.type("#search", "yog")
    page.until(lambda driver: len(page.find(".add-list .row")) >= 3)
    yield "add-search"
    page.wait("#search").clear()
    page.type("#search", "350")
    page.wait(".quick")
    yield "add-quick"


def amount(page):
    page.open(f"/amount/{fixtures.TODAY}/dinner/{fixtures.food_id('yogurt')}")
    page.wait(".quantity .chip")
    page.wait(".numbers .bar-before")
    yield "amount"
    field = page.wait("#quantity")
    field.clear()
    field.send_keys("1,234")
    yield "amount-ask"


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


def states(page):
    backend = page.server.backend
    backend.scenario = "over"
    page.open("/")
    page.wait(".mark-over")
    yield "today-over"
    backend.is_away = True
    page.click(".extra-actions .chip")
    page.until(lambda driver: page.find(".day-status .chip-status"))
    yield "today-offline"
    backend.is_away = False
    backend.scenario = "empty"
    page.open("/day/2026-11-20")
    page.wait(".meal")
    page.loaded()
    yield "today-empty"
    backend.scenario = "day"
