"""Visits of pictures, shared foods, reports and imports."""

import pathlib
import tempfile

import fixtures
from features import EATERS


def choose_file(page):
    """Opens Import, and has a file read."""
    page.open("/more/data/import")
    page.click(".imports .chip:nth-child(3)")
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "servings.csv"
        file.write_text("Day,Food Name,Energy (kcal)\n2026-09-20,Oatmeal,320\n")
        page.wait(".imports input[type=file]").send_keys(str(file))
        page.wait(".import-name")
        yield "import-file"
        page.click(".imports .button-main")
        page.wait("#imports-preview")
        yield "import-preview"


def features(page):
    page.server.backend.has_pictures = True
    page.server.backend.scenario = "day"
    yogurt = f"/amount/{fixtures.TODAY}/dinner/{fixtures.food_id('yogurt')}"
    for name, path, selector in (("today-pictures", "/", ".meal .picture"), ("add-pictures", f"/add/{fixtures.TODAY}/dinner", ".add-list .picture"),
                                 ("amount-picture", yogurt, ".picture-large"), ("foods-pictures", "/foods", ".foods-rows .picture"),
                                 ("healthy-pictures", "/foods/healthy", ".healthy-picture"), ("target-hints", "/target", ".target-hint"),
                                 ("shared", "/people/foods", ".people-eater")):
        page.open(path)
        page.wait(selector)
        yield name
    page.click(".people .row .icon-button-soft")
    page.wait(".toast")
    page.click(".people > .button")
    page.until(lambda driver: len(page.find(".people-eater")) == len(EATERS))
    yield "shared-logged"
    page.click(".chips-scroll .chip:nth-child(3)")
    page.wait(".people .empty")
    yield "shared-empty"
    page.open(yogurt)
    page.click(".amount-report")
    page.wait(".report form")
    page.click(".report .button-main")
    page.wait(".field-error")
    yield "report"
    page.click(".report .chip")
    page.click(".report .button-main")
    page.wait('.report [role="status"]')
    yield "report-sent"
    page.open("/system/reports")
    page.wait(".report-list")
    page.click(".report-list .button")
    page.wait("#reports-answer")
    yield "reports"
    yield from choose_file(page)
    page.click(".imports .late-actions .button-main")
    page.wait("#imports-done")
    yield "import-done"
    page.server.backend.has_pictures = False
