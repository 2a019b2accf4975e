"""A phone on a slow line: Chromium with the throttling of its developer tools."""

import json
import sys

from browser_kit.app import ask
from browser_kit.chromium import chromium
from browser_kit.device import WAIT_S
from selenium.common.exceptions import TimeoutException
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

# A processor of a quarter of the speed, and a line of 1.6 Mbit/s with 150 ms to each answer.
PROCESSOR_RATE = 4
LINE = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 93_750}
FAST_LINE = {"offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
# What is usable when it is painted.
SCREENS = {"sign-in": "#email", "today": ".summary .large-number"}
# Records when the first frame with each screen was painted, in milliseconds after the navigation began.
PAINTED = """
window.painted = {};
const screens = Object.entries(%s);
new MutationObserver(() => {
  for (const [name, selector] of screens) {
    if (name in painted || !document.querySelector(selector)) continue;
    painted[name] = 0;
    requestAnimationFrame(() => setTimeout(() => painted[name] = performance.now()));
  }
}).observe(document, { childList: true, subtree: true });
"""
# Records the time from each input to the next paint, as browsers report it: in steps of 8 ms, from 16 ms.
INTERACTIONS = """
window.interactions = [];
new PerformanceObserver((list) => {
  for (const { interactionId, duration } of list.getEntries()) if (interactionId) interactions.push(duration);
}).observe({ type: "event", durationThreshold: 16 });
"""
# Two frames after an input, the browser has reported its paint.
SLOWEST = """
const done = arguments[0];
requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done(Math.max(0, ...interactions)), 100)));
"""
# Scrolls to an element, and calls back when it stands still: rows that come near the window get their own heights.
SCROLL_TO = """
const [element, done] = arguments;
const scroll = (before) => {
  element.scrollIntoView({ block: "center" });
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => {
    const { top } = element.getBoundingClientRect();
    if (top !== before) return scroll(top);
    interactions.length = 0;
    done();
  })));
};
scroll();
"""
# Records how long after the next tap the first frame with an element was painted, in milliseconds.
SHOWN = """
const selector = arguments[0];
window.shown = 0;
addEventListener("click", ({ timeStamp }) => {
  const look = () => requestAnimationFrame(document.querySelector(selector)
    ? () => setTimeout(() => window.shown = performance.now() - timeStamp)
    : look);
  look();
}, { capture: true, once: true });
"""
# The store keeps the user alone, as on a device that has opened the app long ago.
EMPTY_STORE = """
const done = arguments[0];
const open = indexedDB.open("mealwire");
open.onsuccess = () => {
  const changes = open.result.transaction(["days", "entries", "values"], "readwrite");
  changes.objectStore("days").clear();
  changes.objectStore("entries").clear();
  changes.objectStore("values").openCursor().onsuccess = ({ target: { result: cursor } }) => {
    if (!cursor) return;
    if (cursor.key[0] !== "device") cursor.delete();
    cursor.continue();
  };
  changes.oncomplete = () => {
    open.result.close();
    done();
  };
};
"""
# A page of the same address without the app.
OTHER_PAGE = "/legal/privacy"


class Device:
    """A browser with an empty profile."""

    def __init__(self, url):
        self.url = url
        # Chromium knows no certificate authority of this stack.
        self.driver = chromium("phone", "--ignore-certificate-errors", logs=("browser", "performance"))
        script = PAINTED % json.dumps(SCREENS) + INTERACTIONS
        self.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": script})

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.driver.quit()

    def slow(self, is_line=True):
        """Slows the processor, and the line if asked."""
        self.driver.execute_cdp_cmd("Emulation.setCPUThrottlingRate", {"rate": PROCESSOR_RATE})
        self.driver.execute_cdp_cmd("Network.emulateNetworkConditions", LINE if is_line else FAST_LINE)

    def fast(self):
        self.driver.execute_cdp_cmd("Emulation.setCPUThrottlingRate", {"rate": 1})
        self.driver.execute_cdp_cmd("Network.emulateNetworkConditions", FAST_LINE)

    def until(self, check, what):
        try:
            return WebDriverWait(self.driver, WAIT_S, 0.05).until(lambda driver: check(driver))
        except TimeoutException:
            text = self.driver.find_element(By.TAG_NAME, "body").text[:300]
            sys.exit(f"The web app did not show {what} within {WAIT_S} s. It shows: {text}")

    def find(self, selector):
        return self.until(lambda driver: driver.find_elements(By.CSS_SELECTOR, selector), selector)[0]

    def wait_until_gone(self, selector):
        self.until(lambda driver: not driver.find_elements(By.CSS_SELECTOR, selector), f"no {selector}")

    def tap(self, selector):
        """Taps as a finger does, so that the browser measures it; returns the milliseconds to the next paint."""
        element = self.find(selector)
        self.driver.execute_async_script(SCROLL_TO, element)
        element.click()
        return self.driver.execute_async_script(SLOWEST)

    def tap_for(self, selector, shown):
        """Taps; returns the milliseconds to the next paint, and those to the first one that shows another element."""
        self.driver.execute_script(SHOWN, shown)
        time = self.tap(selector)
        return time, self.until(lambda driver: driver.execute_script("return window.shown"), shown)

    def key(self, selector, text):
        """Types a sign; returns the milliseconds to the next paint."""
        element = self.find(selector)
        self.driver.execute_script("interactions.length = 0")
        element.send_keys(text)
        return self.driver.execute_async_script(SLOWEST)

    def open(self, path, screen):
        """Opens the app anew; returns the seconds until a screen was painted."""
        self.driver.get(self.url + OTHER_PAGE)
        return self.load(path, screen)

    def load(self, path, screen):
        self.driver.get(self.url + path)
        painted = f"return window.painted?.['{screen}'] || 0"
        return self.until(lambda driver: driver.execute_script(painted), screen) / 1_000

    def go(self, path):
        """Opens a screen as a link of the app does."""
        script = "history.pushState(null, '', arguments[0]); dispatchEvent(new PopStateEvent('popstate'))"
        self.driver.execute_script(script, path)
        # An element that WebDriver returns stays in memory with its whole screen, so this asks in the page.
        loaded = "return document.querySelector('main h1') !== null && document.querySelector('.skeleton') === null"
        self.until(lambda driver: driver.execute_script(loaded), path)

    def keep_app(self):
        """Waits until the worker has the app for use without a connection."""
        self.driver.execute_async_script("navigator.serviceWorker.ready.then(() => arguments[0]())")

    def empty_store(self):
        self.driver.get(self.url + OTHER_PAGE)
        self.driver.execute_async_script(EMPTY_STORE)

    def ask(self, path, method="GET", body=None):
        return ask(self.driver, path, method, body)

    def enter(self):
        """Continues as the first user of the demonstration."""
        self.tap(".welcome-form .button-wide:not(.button-main)")
        self.find(SCREENS["today"])

    def sign_in(self, email, password):
        for selector, text in (("#email", email), ("#password", password)):
            self.find(selector).send_keys(text)
            self.tap(".welcome-form .button-main")
        self.find(SCREENS["today"])

    def first_load(self, seconds):
        """Returns the number of the requests of the last page that began within the seconds, and their bytes."""
        log = [json.loads(line["message"])["message"] for line in self.driver.get_log("performance")]
        starts, sizes = {}, {}
        for message in log:
            values = message["params"]
            if message["method"] == "Network.requestWillBeSent":
                starts[values["requestId"]] = values["timestamp"]
            if message["method"] == "Network.loadingFinished":
                sizes[values["requestId"]] = values["encodedDataLength"]
        begin = min(starts.values())
        sizes = [sizes.get(request, 0) for request, start in starts.items() if start - begin <= seconds]
        return len(sizes), sum(sizes)

    def heap_mb(self):
        """Returns the memory of the page's objects after a collection of those that are not used."""
        self.driver.execute_cdp_cmd("HeapProfiler.collectGarbage", {})
        self.driver.execute_cdp_cmd("Performance.enable", {})
        metrics = self.driver.execute_cdp_cmd("Performance.getMetrics", {})["metrics"]
        return next(metric["value"] for metric in metrics if metric["name"] == "JSHeapUsedSize") / 2**20
