"""Chromium with the web app in it, for screenshots and flows."""

import contextlib
import pathlib
import sys

from server import Server

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "scripts/lib"))
import browser_kit  # noqa: E402

browser_kit.install()
from browser_kit.chromium import chromium  # noqa: E402
from browser_kit.device import WAIT_S  # noqa: E402
from selenium.common.exceptions import TimeoutException  # noqa: E402
from selenium.webdriver.common.by import By  # noqa: E402
from selenium.webdriver.support.ui import WebDriverWait  # noqa: E402

# The app's clock: an evening of the recorded day.
CLOCK = """
const offset = Date.parse('2026-11-22T18:10:00Z') - Date.now();
const RealDate = Date;
Date = class extends RealDate {
  constructor(...parts) { super(...(parts.length ? parts : [RealDate.now() + offset])); }
  static now() { return RealDate.now() + offset; }
};
"""
# A check of a screen can take longer than a toast stays. Later steps of a visit press its button.
LASTING_TOASTS = """
const later = window.setTimeout;
window.setTimeout = (run, ms, ...rest) => later(run, ms === 8000 ? 600000 : ms, ...rest);
"""
# Counts the requests without an answer.
REQUESTS = """
const send = window.fetch;
window.openRequests = 0;
window.fetch = (...parts) => {
  window.openRequests += 1;
  return send.call(window, ...parts).finally(() => window.openRequests -= 1);
};
"""
# Returns, after the next frame is drawn, what the page still waits for; an endless animation does not count.
UNSETTLED = """
const done = arguments[0];
requestAnimationFrame(() => requestAnimationFrame(() => done([
  window.openRequests ? "requests" : null,
  document.querySelector(".skeleton") ? "skeletons" : null,
  document.fonts.status !== "loaded" ? "fonts" : null,
  [...document.images].some((image) => image.checkVisibility() && !image.complete
    && image.getBoundingClientRect().top < innerHeight) ? "images" : null,
  document.getAnimations().some((animation) => animation.playState === "running"
    && animation.effect.getComputedTiming().endTime !== Infinity) ? "animations" : null,
].filter(Boolean))));
"""

# Removes what is kept of open forms.
FORGET = """
for (const name of Object.keys(localStorage).filter((name) => name.startsWith("mealwire-draft"))) localStorage.removeItem(name);
"""


def browser(size, theme, language, has_lasting_toasts=False, first_script="", **options):
    """Starts Chromium with the clock of the recorded day, and without the scrollbars that differ by device."""
    script = first_script + CLOCK + REQUESTS + (LASTING_TOASTS if has_lasting_toasts else "") + f"localStorage.setItem('mealwire-language', '{language}');"
    return chromium(size, "--hide-scrollbars", language=language, theme=theme, script=script, **options)


class Pages:
    """The app in a browser: waits for what it shows, types and clicks."""

    def __init__(self, driver, server):
        self.driver, self.server = driver, server

    def wait(self, selector):
        return WebDriverWait(self.driver, WAIT_S).until(lambda driver: driver.find_element(By.CSS_SELECTOR, selector))

    def find(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    @property
    def text(self):
        return self.driver.find_element(By.TAG_NAME, "body").text

    def until(self, check):
        return WebDriverWait(self.driver, WAIT_S).until(lambda driver: check(driver))

    def loaded(self):
        """Waits until no skeleton stands in for content."""
        self.until(lambda driver: "skeleton" not in driver.page_source)

    def settle(self):
        """Waits until the page does not change any more by itself."""
        unsettled = []

        def is_settled(driver):
            unsettled[:] = driver.execute_async_script(UNSETTLED)
            return not unsettled

        try:
            self.until(is_settled)
        except TimeoutException as error:
            raise AssertionError(f"The page still waits for {' and '.join(unsettled)}.") from error

    def open(self, path):
        self.driver.get(self.server.url + path)

    def type(self, selector, text):
        self.wait(selector).send_keys(text)

    def click(self, selector):
        element = self.wait(selector)
        self.driver.execute_script("arguments[0].click()", element)

    def forget_drafts(self):
        """Removes the drafts of all forms; a page that is opened next starts with empty ones."""
        self.driver.execute_script(FORGET)

    def sign_in(self):
        """Signs in, unless a session is open; then the app shows Today at once."""
        self.server.backend.is_signed_in = True
        self.open("/welcome")
        self.wait("#email, .summary .large-number")
        if self.driver.find_elements(By.ID, "email"):
            self.type("#email", "anna@example.org")
            self.click(".button-main")
            self.type("#password", "secret")
            self.click(".button-main")
        return self.wait(".summary .large-number")


@contextlib.contextmanager
def opened(size, theme, language, **options):
    """Yields the pages of a browser with a server of its own, and ends both. The options are those of `browser`."""
    server = Server().start()
    server.backend.language = language
    driver = browser(size, theme, language, **options)
    try:
        yield Pages(driver, server)
    finally:
        driver.quit()
        server.shutdown()
