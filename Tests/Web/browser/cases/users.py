"""Flows of accounts and invitations."""

import users as answers
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

FOCUSED = "return document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent.trim()"


def account_by_keyboard(page):
    """An account is disabled by keyboard alone; the focus comes back to its row."""
    page.sign_in()
    page.open("/system/users")
    focused = lambda: page.driver.execute_script(FOCUSED)
    press = lambda key: page.driver.switch_to.active_element.send_keys(key)
    page.wait(".users-rows li:nth-child(2) .icon-button").send_keys(Keys.ENTER)
    page.until(lambda driver: focused() == "Oksana")
    press(Keys.TAB)
    press(Keys.TAB)
    assert focused() == "Disable the account", focused()
    press(Keys.ENTER)
    page.until(lambda driver: focused() == "Disable Oksana?")
    press(Keys.TAB)
    press(Keys.TAB)
    press(Keys.ENTER)
    page.until(lambda driver: "Oksana is disabled" in page.text)
    assert page.wait(".users-rows li:nth-child(2)").find_elements(By.CSS_SELECTOR, ".users-disabled")
    page.until(lambda driver: focused() == "Change Oksana")


def invitation_link(page):
    """The link of an invitation fills in its code, which then stands in no address; the new account is made with it."""
    backend = page.server.backend
    backend.is_signed_in = False
    page.open(f"/welcome#invitation={answers.CODE}")
    page.until(lambda driver: "You are invited." in page.text)
    assert page.driver.current_url.endswith("/welcome")
    page.type("#email", "new@example.org")
    page.click(".button-main")
    page.type("#name", "Bohdan")
    page.type("#password", "Password1")
    page.click(".button-main")
    page.wait(".summary .large-number")
    assert [body["invitation"] for body in backend.signed_in] == [answers.CODE]


def hostile_names_of_users(page):
    """Names of other people are text in the lists of admins, too."""
    page.server.backend.is_hostile = True
    page.sign_in()
    for path in ("/system/users", "/system/users/invitations"):
        page.open(path)
        page.until(lambda driver: "onerror=" in driver.page_source and page.find(".users-row"))
    assert page.driver.execute_script("return window.hacked") is None
    assert page.find("main img") == []


FLOWS = (account_by_keyboard, invitation_link, hostile_names_of_users)
