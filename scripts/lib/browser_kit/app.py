"""The app in one browser: taps, waits, and what the server has."""

import json
import uuid

from selenium.common.exceptions import (ElementClickInterceptedException, ElementNotInteractableException,
                                        StaleElementReferenceException, TimeoutException)
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

from .browsers import BROWSERS
from .device import WAIT_S

PASSWORD = "Browser 7 Words"
# A screen draws again while a test looks at it, and a toast hides what is below it for a while.
PASSING = (StaleElementReferenceException, ElementClickInterceptedException, ElementNotInteractableException)
POLL_S = 0.1
# A tap reaches the page at once, or comes down beside its element.
TAP_S = 3
# Brings an element into view, as a person does by a finger or a wheel, and notes whether the next tap reaches it.
AIM = """
const [element] = arguments;
dispatchEvent(new Event("wheel"));
element.scrollIntoView({ block: "center" });
window.hasHit = false;
element.addEventListener("click", () => window.hasHit = true, { capture: true, once: true });
"""
# A tap that has opened another document has reached its element.
HAS_HIT = "return window.hasHit !== false"
# Sends a request of the page's session, and returns the status and the text of the answer.
ASK = """
const [path, method, body, done] = arguments;
const headers = { "X-Session": "cookie", "Content-Type": "application/json" };
fetch(path, { method, headers, body: body === null ? undefined : JSON.stringify(body) })
  .then(async (response) => done([response.status, await response.text()]), (error) => done([0, String(error)]));
"""


def ask(driver, path, method="GET", body=None):
    """Returns what the server answers to the session of a page."""
    status, text = driver.execute_async_script(ASK, path, method, body)
    assert 200 <= status < 300, f"{method} {path} was answered with {status}: {text[:300]}"
    return json.loads(text) if text else None


def text_of(element):
    """Returns the text that a person sees, on one line. WebDriver's own text lacks shortened names in WebKit."""
    return " ".join(element.get_property("innerText").split())


class App:
    """The app in a browser of its own, as a new device has it."""

    def __init__(self, stack, browser="chromium", size="phone", is_trusted=True):
        """Starts a browser. Without trust, the address is one for which it offers only what plain HTTP has."""
        self.server, self.size = stack, size
        self.browser = BROWSERS[browser](size, stack.port)
        self.driver = self.browser.driver
        self.url = f"http://{'127.0.0.1' if is_trusted else self.browser.PLAIN_HOST}:{stack.port}"
        # The step of a long flow, for the message of a failure.
        self.step = ""
        # Parts of messages of the console that a flow causes on purpose.
        self.expected = []
        self.unexpected = []

    def close(self):
        self.browser.close()

    # MARK: Screens

    def open(self, path):
        self.driver.get(self.url + path)

    def reload(self):
        """Opens the page again. WebDriver's own refresh goes past the worker in Firefox."""
        self.driver.get(self.driver.current_url)

    def until(self, check, seconds=WAIT_S):
        wait = WebDriverWait(self.driver, seconds, POLL_S, ignored_exceptions=PASSING)
        return wait.until(check)

    def wait(self, selector):
        """Waits for an element, and returns it."""
        return self.until(lambda driver: driver.find_element(By.CSS_SELECTOR, selector))

    def type(self, selector, text):
        self.wait(selector).send_keys(text)

    def found(self, selector, text=""):
        """Returns the elements that a person sees, with a text in them."""
        elements = self.driver.find_elements(By.CSS_SELECTOR, selector)
        return [each for each in elements if each.is_displayed() and text in text_of(each)]

    def tap(self, selector, text="", inside=None):
        """Taps the first element that is seen, has a text and can be tapped; or a part of it."""
        def is_tapped(driver):
            for element in self.found(selector, text)[:1]:
                target = element.find_element(By.CSS_SELECTOR, inside) if inside else element
                driver.execute_script(AIM, target)
                target.click()
                return self.has_hit()
            return False
        self.until(is_tapped)

    def has_hit(self):
        """Returns whether the last tap came down on its element, which may have moved meanwhile."""
        try:
            return WebDriverWait(self.driver, TAP_S, POLL_S).until(lambda driver: driver.execute_script(HAS_HIT))
        except TimeoutException:
            return False

    def put(self, selector, text):
        """Replaces the text of a field."""
        def is_put(driver):
            for element in self.found(selector)[:1]:
                element.send_keys(Keys.CONTROL, "a")
                element.send_keys(text)
                return True
            return False
        self.until(is_put)

    def sees(self, text, selector="body"):
        """Waits until a text is on the screen."""
        def is_seen(driver):
            elements = self.found(selector)
            if any(text in text_of(each) for each in elements):
                return True
            # Browsers skip the content of a meal that is far from the screen, and WebKit has no text of it.
            for element in elements[:1]:
                driver.execute_script("arguments[0].scrollIntoView({ block: 'nearest' })", element)
            return False
        self.until(is_seen)

    def count(self, selector, count):
        """Waits until a number of elements is seen."""
        self.until(lambda driver: len(self.found(selector)) == count)

    def shows(self, path):
        """Waits until the address is that of a screen."""
        self.until(lambda driver: driver.current_url.removeprefix(self.url) == path)

    def go(self, path):
        """Opens a screen by one of the links that are seen, and waits for it."""
        self.tap(f'a[href="{path}"]')
        self.shows(path)

    def all_sent(self, seconds=WAIT_S):
        """Waits until no write waits."""
        self.until(lambda driver: "waiting" not in text_of(driver.find_element(By.TAG_NAME, "body")), seconds)

    def new_window(self):
        """Opens another window of the same browser, and turns to it."""
        self.driver.switch_to.new_window("tab")
        self.browser.set_size(self.size)

    def come_back(self):
        """Tells the app what it learns when a person comes back to it, so that it sends without its pause."""
        self.driver.execute_script("document.dispatchEvent(new Event('visibilitychange'))")

    # MARK: The server

    def ask(self, path):
        """Returns what the server answers to this session."""
        return ask(self.driver, path)

    def entries(self, date="today"):
        """Returns the entries that the server has of a day."""
        return [entry for meal in self.ask(f"/v1/diary/days/{date}")["meals"] for entry in meal["entries"]]

    def has(self, check, path="/v1/diary/days/today"):
        """Waits until the server's answer is as expected."""
        self.until(lambda driver: check(self.ask(path)))

    # MARK: Accounts

    def register(self):
        """Makes an account, and leaves the app at the questionnaire."""
        self.name = f"Anna {uuid.uuid4().hex[:8]}"
        self.email = f"{self.name.replace(' ', '-').lower()}@example.org"
        self.open("/")
        self.type("#email", self.email)
        self.tap(".welcome-form .button-main")
        self.type("#name", self.name)
        self.type("#password", PASSWORD)
        self.tap(".welcome-form .button-main")
        self.wait("#sex-female")

    def begin(self):
        """Makes an account without a target, and shows Today."""
        self.register()
        self.go("/")
        self.wait(".summary .large-number")

    def sign_in(self, email):
        """Signs in from Welcome."""
        self.wait("#email")
        self.put("#email", email)
        self.tap(".welcome-form .button-main")
        self.type("#password", PASSWORD)
        self.tap(".welcome-form .button-main")
        self.wait("#sex-female, .summary .large-number")
        # Without a target, the questionnaire comes first.
        if self.found("#sex-female"):
            self.go("/")
        self.wait(".summary .large-number")

    # MARK: The console

    def faults(self):
        """Returns the errors of the console that no flow has caused on purpose."""
        self.unexpected += [text for text in self.browser.errors() if not any(part in text for part in self.expected)]
        return self.unexpected
