"""Chromium with the web app in it, for screenshots and flows."""

import contextlib

from selenium import webdriver
from selenium.common.exceptions import TimeoutException
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

from server import Server

SIZES = {"phone": (360, 780), "desk": (1280, 800)}
# Long enough for a machine that builds at the same time.
WAIT_S = 30
# The app's clock: an evening of the recorded day.
CLOCK = """
const offset = Date.parse('2026-11-22T18:10:00Z') - Date.now();
const RealDate = Date;
Date = class extends RealDate {
  constructor(...parts) { super(...(parts.length ? parts : [RealDate.now() + offset])); }
  static now() { return RealDate.now() + offset; }
};
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


def browser(size, theme, language):
    """Starts Chromium with a size, a theme and a language; animations are reduced."""
    options = webdriver.ChromeOptions()
    options.binary_location = "/usr/lib/chromium/chromium"
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--disable-dev-shm-usage",
                     "--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream", f"--lang={language}"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService("/usr/bin/chromedriver"))
    driver.set_script_timeout(4 * WAIT_S)
    width, height = SIZES[size]
    is_phone = size == "phone"
    set_size(driver, width, height, is_phone)
    set_theme(driver, theme, is_phone)
    driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": CLOCK + REQUESTS + f"localStorage.setItem('mealwire-language', '{language}');"})
    return driver


def set_size(driver, width, height, is_phone):
    """Sets the size of the window in pixels of the page; phones have two pixels of the screen for each."""
    metrics = {"width": width, "height": height, "deviceScaleFactor": 2 if is_phone else 1, "mobile": is_phone}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)


def set_theme(driver, theme, is_phone):
    """Sets what the page can query of the device: its theme, reduced motion, and whether it has a mouse."""
    features = [{"name": "prefers-color-scheme", "value": theme}, {"name": "prefers-reduced-motion", "value": "reduce"}]
    features.append({"name": "hover", "value": "none" if is_phone else "hover"})
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})


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
def opened(size, theme, language):
    """Yields the pages of a browser with a server of its own, and ends both."""
    server = Server().start()
    server.backend.language = language
    driver = browser(size, theme, language)
    try:
        yield Pages(driver, server)
    finally:
        driver.quit()
        server.shutdown()
