"""Flows of drafts: what is typed survives an update without a worker, the end of a session, and a way back."""

from cases.faults import WITHOUT_WORKER

FORM = "/foods/own/new"
NAME, BRAND = "#food-name", "#food-brand"
GO = "history.pushState(null, '', arguments[0]); dispatchEvent(new PopStateEvent('popstate'))"


def typed(page):
    """Types a name and a brand in the form of an own food."""
    page.sign_in()
    page.open(FORM)
    page.type(NAME, "Rye bread")
    page.type(BRAND, "Mill")


def is_there(page):
    """Waits until the form has what was typed."""
    page.until(lambda driver: [page.wait(each).get_property("value") for each in (NAME, BRAND)] == ["Rye bread", "Mill"])


def draft_over_update(page):
    """A module of the next version is missing, so the page is loaded again; the form behind it is as it was."""
    driver, backend = page.driver, page.server.backend
    typed(page)
    driver.execute_script("window.isOld = true")
    backend.missing = {"modules/plan/views/plan.js"}
    driver.execute_script(GO, "/plan")
    page.until(lambda driver: driver.execute_script("return !window.isOld && document.readyState === 'complete'"))
    backend.missing = set()
    driver.execute_script(GO, FORM)
    is_there(page)
    page.until(lambda driver: "What you had typed is here again." in page.text)
    # A person that reloads the page has it, too.
    driver.refresh()
    is_there(page)
    # The old state comes back by one tap, and stays.
    page.click(".toast button")
    page.until(lambda driver: page.wait(NAME).get_property("value") == "")
    driver.refresh()
    page.settle()
    assert page.wait(NAME).get_property("value") == ""


def draft_over_session(page):
    """A session that is over leads to sign-in, and then back to the form with what was typed."""
    backend = page.server.backend
    typed(page)
    page.type("#food-kcal", "240")
    backend.is_signed_in = False
    page.click(".flow-foot .button-main, form .button-main")
    page.until(lambda driver: page.find("[role=alert]"))
    page.driver.execute_script(GO, "/welcome")
    page.type("#email", "anna@example.org")
    page.click(".button-main")
    page.type("#password", "secret")
    page.click(".button-main")
    page.until(lambda driver: driver.current_url.endswith(FORM))
    is_there(page)
    assert page.wait("#food-kcal").get_property("value") == "240"


def draft_of_amount(page):
    """An amount that was typed is there after a way back over another food, and not after it was logged."""
    page.sign_in()
    page.click(".meal .row-main")
    page.wait("#quantity")
    page.settle()
    path, before = page.driver.current_url, page.wait("#quantity").get_property("value")
    page.wait("#quantity").clear()
    page.type("#quantity", "3.5")
    page.driver.back()
    page.wait(".summary .large-number")
    page.driver.get(path)
    page.until(lambda driver: page.wait("#quantity").get_property("value") == "3.5")
    page.click(".flow-foot .button-main")
    page.until(lambda driver: page.server.backend.writes)
    assert page.server.backend.writes[-1][2]["quantity"] == 3.5, (before, page.server.backend.writes)
    page.driver.get(path)
    page.wait("#quantity")
    page.settle()
    kept = "return Object.keys(localStorage).filter((name) => name.startsWith('mealwire-draft'))"
    assert page.driver.execute_script(kept) == []


FLOWS = (draft_over_update, draft_over_session, draft_of_amount)
# A worker would still have the files.
OPTIONS = {draft_over_update: WITHOUT_WORKER}
