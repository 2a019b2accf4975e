"""The web app in Chromium, against a stack with the data of a demonstration, over HTTPS with HTTP/2.

The throttling of Chromium's developer tools delays each request; it does not delay the handshake of TLS.
"""

import datetime
import os
import statistics
import sys

import browser_kit

from .diary import MEALS
from .logins import PASSWORD, register
from .table import Row
from ports import free_port

# With the processor and the line of a phone.
STARTS = {
    "kb": ("web, first load", 52, "KB"),
    "sign-in": ("web, sign-in usable, phone, cold", 1.8, "s"),
    "kept": ("web, today, phone, from the store", 0.5, "s"),
    "empty": ("web, today, phone, empty store", 1.5, "s"),
}
# Milliseconds. A frame is late when the eye sees it; a result is late when the finger waits for it.
TAP, FRAME, RESULT = 50, 50, 150
# The objects of all screens take 3 MB; a phone of 2 GB has tens of them for a page.
HEAP_MB, HEAP_GROWTH = 12, 1.2
ENTRIES = 200
DAYS = 31
VISITS = 10
# The keys of WebDriver, which is not imported before it is installed.
BACKSPACE, CONTROL = "\ue003", "\ue009"
# One for each round, so that no answer is known.
WORDS = ("yogurt", "salmon", "cheese", "apple", "potato", "bread", "tomato", "chicken", "onion", "carrot", "lentil")
PATHS = ("/", "/progress", "/people", "/foods", "/history", "/plan", "/target", "/more", "/more/display")
# Calls back when a frame with the results of the last text was painted, with the time since its last key.
RESULTS = """
const [text, done] = arguments;
const field = document.querySelector("#search");
performance.clearResourceTimings();
let last = 0;
field.addEventListener("keydown", ({ timeStamp }) => last = timeStamp);
const isAsked = ({ name }) => name.includes(`/v1/foods?q=${text}&`);
const observer = new MutationObserver(() => {
  if (field.value !== text || !performance.getEntriesByType("resource").some(isAsked)) return;
  if (!document.querySelector(".add-list .row .row-name")) return;
  observer.disconnect();
  requestAnimationFrame(() => setTimeout(() => window.found = performance.now() - last));
});
window.found = 0;
observer.observe(document.querySelector(".add"), { childList: true, subtree: true, characterData: true });
done();
"""
# Scrolls as fast as a thumb, and calls back with the longest time between two frames.
SCROLL = """
const [days, done] = arguments;
let longest = 0, last = 0, frames = 0;
const step = (now) => {
  if (last) longest = Math.max(longest, now - last);
  last = now;
  frames += 1;
  scrollBy(0, 100);
  const shown = document.querySelectorAll(".history-day").length;
  const isEnd = shown >= days && innerHeight + scrollY >= document.documentElement.scrollHeight - 1;
  if (isEnd || frames > 2000) done([longest, shown]);
  else requestAnimationFrame(step);
};
requestAnimationFrame(step);
"""


def fill_day(device):
    """Logs foods today, so that the day is long and Add has recent foods."""
    foods = device.ask("/v1/foods?q=bread&limit=40")["items"]
    for number in range(ENTRIES):
        entry = {"meal": MEALS[number % len(MEALS)], "foodId": foods[number % len(foods)]["id"], "grams": 10}
        device.ask("/v1/diary/days/today/entries", "POST", entry)


def starts(device):
    """Measures a first visit and later ones; returns seconds by name, and the first load in KB and requests."""
    device.slow()
    sign_in = device.load("/", "sign-in")
    requests, size = device.first_load(sign_in)
    device.fast()
    device.enter()
    device.keep_app()
    device.slow()
    # The first later visit compiles the scripts that the worker has kept.
    device.open("/", "today")
    kept = device.open("/", "today")
    device.empty_store()
    empty = device.load("/", "today")
    return {"sign-in": sign_in, "kept": kept, "empty": empty, "kb": size / 1_024, "requests": requests}


def taps(device):
    """Measures taps in a day with many entries; returns milliseconds to the next paint, and to what the tap shows."""
    times, shown = {"water": device.tap(".extra-actions .chip")}, {}
    times["menu"], shown["menu"] = device.tap_for(".row-menu", "dialog[open] .sheet-list")
    device.tap("dialog[open] .icon-button")
    times["add"], shown["add"] = device.tap_for(".meal:nth-child(3) .card-head a", ".add-list .row")
    # The button is pressed until the tray and the row show what was logged.
    plus = ".add-list .row:first-child > button"
    times["log"], shown["log"] = device.tap_for(plus, f"{plus}:not(.is-pressed)")
    times["key"] = device.key("#search", "b")
    device.find("#search").send_keys(BACKSPACE)
    times["back"] = device.tap(".flow-head a.icon-button")
    # Today is in the page all the time.
    device.wait_until_gone(".screen.add")
    return times, shown


def search(device, text):
    """Returns the milliseconds from the last key to the results on the screen."""
    device.go(f"/add/{datetime.date.today()}/lunch")
    device.driver.execute_async_script(RESULTS, text)
    device.find("#search").send_keys(CONTROL, "a", CONTROL, text)
    return device.until(lambda driver: driver.execute_script("return window.found"), f"results for {text}")


def scroll(device):
    """Returns the longest time between two frames while a month of history is scrolled, in milliseconds."""
    device.go("/history")
    longest, days = device.driver.execute_async_script(SCROLL, DAYS)
    if days < DAYS:
        sys.exit(f"The history shows {days} days instead of {DAYS}.")
    device.go("/")
    return longest


def heaps(device):
    """Returns the memory after a visit of all screens, and after ten more."""
    def visit(times):
        for _ in range(times):
            for path in PATHS:
                device.go(path)
        return device.heap_mb()
    return visit(2), visit(VISITS)


def rows(bench):
    browser_kit.install()
    from .web_device import Device
    # The plain port registers a user.
    os.environ["MEALWIRE_HTTPS_PLAIN"] = "serve"
    stack, https = bench.stack("web"), free_port()
    stack.start("--demo", "--https", "--https-port", str(https))
    del os.environ["MEALWIRE_HTTPS_PLAIN"]
    url = f"https://127.0.0.1:{https}"
    email, _ = register(stack.port, 1)
    visits, frames = [], []
    for _ in range(bench.options.rounds):
        with Device(url) as device:
            visits.append(starts(device))
            device.slow(is_line=False)
            frames.append(scroll(device))
    with Device(url) as device:
        device.load("/", "sign-in")
        device.sign_in(email, PASSWORD)
        fill_day(device)
        results = [search(device, WORDS[number % len(WORDS)]) for number in range(bench.options.rounds)]
        device.go("/")
        device.slow(is_line=False)
        touches = [taps(device) for _ in range(bench.options.rounds)]
    with Device(url) as device:
        device.load("/", "sign-in")
        device.enter()
        first, last = heaps(device)
    stack.stop()
    kinds = (f"a tap in a day of {ENTRIES} entries", "from a tap to its sheet, its screen or the tray")
    for what, parts in zip(kinds, zip(*touches)):
        bench.notes.append(f"web, {what}: " + ", ".join(
            f"{name} {statistics.median(times[name] for times in parts):.0f} ms" for name in parts[0]))
    bench.notes.append(f"web, first load: {statistics.median(visit['requests'] for visit in visits):.0f} requests")
    slowest = [max(times.values()) for times, _ in touches]
    return [
        *(Row(name, [visit[key] for visit in visits], "<=", limit, unit)
          for key, (name, limit, unit) in STARTS.items()),
        Row(f"web, tap to paint, phone, {ENTRIES} entries", slowest, "<=", TAP, "ms"),
        Row("web, last key to results", results, "<=", RESULT, "ms"),
        Row("web, longest frame, phone, a month of history", frames, "<=", FRAME, "ms"),
        Row("web, memory after all screens", [first], "<=", HEAP_MB, "MB"),
        Row(f"  the same after {VISITS} more visits / before", [last / first], "<=", HEAP_GROWTH),
    ]
