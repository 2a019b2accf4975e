"""Visits of Foods, Target, History, barcodes, Plan and System.

Each yields the name of a screen while the browser shows it.
"""

import fixtures
from late import FOOD, PLAN, RECIPE


def foods(page):
    page.server.backend.scenario = "day"
    page.open("/foods")
    page.wait(".foods-rows .row")
    yield "foods"
    page.open("/foods/recipes")
    page.wait(".foods-rows .row")
    yield "foods-recipes"
    page.open("/foods/healthy")
    page.wait(".healthy")
    yield "foods-healthy"
    page.open(f"/foods/own/{FOOD}")
    page.wait("#food-kcal")
    yield "foods-form"
    page.open("/foods/code/96385074")
    page.wait("#food-kcal")
    page.type("#food-kcal", "1,234")
    page.click(".late-foot .button-main")
    page.wait(".field-error")
    yield "foods-scanned"
    page.open(f"/foods/recipes/{RECIPE}")
    page.wait("#recipe-serving")
    yield "foods-recipe"


def target(page):
    page.open("/target")
    page.wait(".target-step")
    page.wait("#target-history")
    yield "target"
    page.click(".target > .button")
    page.wait("#target-goal")
    page.click(".target form .button-main")
    page.wait(".target-table")
    yield "target-preview"
    page.click(".target form .chip:nth-child(2)")
    page.wait("#target-dailyKcal")
    page.click("#target-weekdays")
    page.wait("#target-monday")
    page.click(".target form .button-main")
    page.wait(".target form .field-error")
    yield "target-hand"


def history(page):
    page.open("/history")
    page.wait(".history-day")
    yield "history"
    page.type("#history-search", "yog")
    page.until(lambda driver: len(page.find(".history-day")) == 1)
    yield "history-search"


def scan(page):
    page.open(f"/scan/{fixtures.TODAY}/dinner")
    page.wait("#scan-number")
    page.type("#scan-number", "12345678")
    page.click(".scan-number .button")
    page.wait(".field-error")
    yield "scan"


def plan(page):
    page.open("/plan")
    page.wait(".plan .rows")
    yield "plan"
    page.open(f"/plan/{PLAN}")
    page.wait(".plan-dish")
    page.click(".plan li:nth-child(2) .icon-button")
    page.wait(".plan-choices .row-main")
    yield "plan-menu"
    page.click(".plan > .chips .chip:nth-child(2)")
    page.wait(".plan-item")
    yield "plan-shopping"


def system(page):
    page.open("/system")
    page.wait(".system-spark")
    yield "system"
    page.click(".system-services li:nth-child(4) .system-node")
    page.wait("#system-chosen")
    yield "system-chosen"


def factor(page):
    page.open("/more/security/factor")
    page.wait(".factor .button-main")
    page.click(".factor .button-main")
    page.type("#factor-password", "secret")
    page.click(".factor .button-main")
    page.wait(".factor-code")
    yield "factor-scan"
    page.type("#factor-code", "123456")
    page.click(".factor .button-main")
    page.wait(".factor-codes")
    yield "factor-codes"


def offline(page):
    """Lists without entries, and screens without the server."""
    backend = page.server.backend
    backend.scenario = "empty"
    page.open("/foods")
    page.wait(".empty")
    yield "foods-empty"
    page.open("/history")
    page.wait(".history .empty")
    yield "history-empty"
    backend.scenario = "day"
    for name in ("foods", "history", "plan", "target"):
        page.open("/more")
        page.wait(".more-list")
        backend.is_away = True
        page.click(f'a[href="/{name}"]')
        page.wait(".target-macros" if name == "target" else ".strip-problem")
        yield f"{name}-offline"
        backend.is_away = False
