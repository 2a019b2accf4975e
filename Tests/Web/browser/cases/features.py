"""Flows of pictures, shared foods, reports and imports."""

import fixtures
from visits.features import choose_file


def hostile_names_of_features(page):
    """Names of other people are text on these screens, too."""
    page.server.backend.is_hostile = True
    page.sign_in()
    for path in ("/people/foods", "/system/reports", f"/foods/report/{fixtures.food_id('yogurt')}"):
        page.open(path)
        page.until(lambda driver: "onerror=" in driver.page_source and page.find("main h1"))
    assert list(choose_file(page)) == ["import-file", "import-preview"]
    page.until(lambda driver: "onerror=" in driver.page_source)
    assert page.driver.execute_script("return window.hacked") is None


def pictures_without_a_connection(page):
    """The device shows the pictures that it has, and leaves no mark of one that it has not."""
    page.server.backend.has_pictures = True
    page.sign_in()
    controlled = "return navigator.serviceWorker.controller !== null"
    kept = "const done = arguments[0]; caches.open('mealwire-pictures').then((cache) => cache.keys()).then((keys) => done(keys.length))"
    page.until(lambda driver: driver.execute_async_script("navigator.serviceWorker.ready.then(() => arguments[0](true))"))
    page.open("/")
    page.until(lambda driver: driver.execute_script(controlled))
    page.wait(".meal img.picture")
    page.driver.execute_script("scrollTo(0, 400)")
    page.until(lambda driver: driver.execute_async_script(kept) > 0)
    page.server.backend.is_gone = page.server.backend.is_away = True
    page.open("/")
    page.wait(".meal img.picture")
    shown = "return [...document.querySelectorAll('.meal img.picture')].map((each) => [each.naturalWidth > 0, each.hidden])"
    page.driver.execute_script("scrollTo(0, 400)")
    page.until(lambda driver: [True, False] in driver.execute_script(shown))
    page.until(lambda driver: all(is_there != is_hidden for is_there, is_hidden in driver.execute_script(shown)[:2]))


def scanner_leads_back(page):
    """Closing the scanner leads to where it was opened."""
    page.sign_in()
    page.open("/foods")
    page.click('a[href^="/scan/"]')
    page.click(".scan .flow-head a")
    page.until(lambda driver: driver.current_url.endswith("/foods"))


FLOWS = (hostile_names_of_features, pictures_without_a_connection, scanner_leads_back)
