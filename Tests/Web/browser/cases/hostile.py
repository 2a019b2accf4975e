"""Flows with names of other people that contain markup and code."""

import fixtures
import late
from server import HOSTILE


def hostile_names(page):
    """Names of foods, portions and notes are text on every screen."""
    backend = page.server.backend
    backend.is_hostile = True
    page.sign_in()
    page.until(lambda driver: HOSTILE in page.text)
    page.click(".row-menu")
    page.wait("dialog[open] .sheet-list")
    page.open(f"/add/{fixtures.TODAY}/lunch")
    page.type("#search", "abc")
    page.until(lambda driver: HOSTILE in page.text)
    page.open(f"/amount/{fixtures.TODAY}/lunch/{fixtures.food_id('yogurt')}")
    page.until(lambda driver: HOSTILE in page.text)
    assert page.driver.execute_script("return window.hacked") is None
    assert page.find("img, script:not([src])") == []


def hostile_names_later(page):
    """Names of other people are text on the screens of parts, too."""
    page.server.backend.is_hostile = True
    page.sign_in()
    for path in ("/foods", "/foods/recipes", "/foods/healthy", f"/foods/own/{late.FOOD}", f"/foods/recipes/{late.RECIPE}", "/history", "/plan", f"/plan/{late.PLAN}"):
        page.open(path)
        page.until(lambda driver: "onerror=" in driver.page_source and page.find("main h1"))
    assert page.driver.execute_script("return window.hacked") is None


FLOWS = (hostile_names, hostile_names_later)
