"""Flows of a browser without what Safari 15.4 lacks, and of an update of the app."""

import fixtures
from app_files import WEB
from cases.offline import reconnect

# What the page of docs/reference/browsers.md lists, and what later versions of Safari have. The worker uses none of it;
# this script does not reach it. `trustedTypes` stays: Chromium enforces the policy of the page with it.
LACKED = {
    "globalThis": ["BarcodeDetector", "BroadcastChannel", "CompressionStream", "DecompressionStream", "Iterator", "Notification",
                   "OffscreenCanvas", "PushManager", "cancelIdleCallback", "navigation", "requestIdleCallback", "scheduler",
                   "structuredClone"],
    "Navigator.prototype": ["clipboard", "locks", "permissions", "setAppBadge", "storage", "userActivation", "vibrate", "wakeLock"],
    "Crypto.prototype": ["randomUUID"],
    "AbortSignal": ["any", "timeout"],
    "Document.prototype": ["adoptedStyleSheets", "startViewTransition"],
    "HTMLElement.prototype": ["attachInternals", "inert", "popover", "showPopover"],
    "Element.prototype": ["checkVisibility", "moveBefore"],
    "HTMLInputElement.prototype": ["showPicker"],
    "HTMLFormElement.prototype": ["requestSubmit"],
    "Array": ["fromAsync"],
    "Array.prototype": ["toReversed", "toSorted", "toSpliced", "with"],
    "Object": ["groupBy"],
    "Promise": ["try", "withResolvers"],
    "Set.prototype": ["difference", "intersection", "isSubsetOf", "union"],
    "URL": ["canParse", "parse"],
}
REMOVE = "".join(f"delete {owner}[{name!r}];" for owner, names in LACKED.items() for name in names)
LEFT = "return [" + ",".join(f"{name!r} in {owner} && {name!r}" for owner, names in LACKED.items() for name in names) + "].filter(Boolean)"
OLD = {"first_script": REMOVE}
WORKER_READY = "navigator.serviceWorker.ready.then(() => arguments[0](true))"
# Lets the worker look for another version, and tells whether it has one whole.
HAS_NEXT = """
const done = arguments[0];
navigator.serviceWorker.getRegistration().then((found) => found.update().then(() => done(found.waiting !== null))).catch(() => done(false));
"""
TAKE_NEXT = """
const done = arguments[0];
navigator.serviceWorker.addEventListener("controllerchange", () => done(true));
navigator.serviceWorker.getRegistration().then(({ waiting }) => waiting.postMessage("swap"));
"""
LOADED = "return performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname).filter((path) => path.startsWith('/app/'))"


def old_browser(page):
    """Without all that Safari 15.4 lacks, the app logs an entry, opens without the server, and sends it later."""
    backend, driver = page.server.backend, page.driver
    page.sign_in()
    assert driver.execute_script(LEFT) == []
    driver.execute_async_script(WORKER_READY)
    page.open(f"/add/{fixtures.TODAY}/dinner")
    page.wait(".add-list .row")
    backend.is_away = True
    page.click(".add-list .row:nth-child(1) .icon-button-soft")
    page.click(".tray .button-main")
    page.until(lambda driver: "1 waiting" in page.text)
    backend.is_gone = True
    driver.get("about:blank")
    page.open("/")
    page.until(lambda driver: "1 waiting" in page.text and len(page.find(".meal:nth-child(3) .row")) == 1)
    assert driver.execute_script(LEFT) == [] and backend.writes == []
    reconnect(page)
    page.until(lambda driver: "waiting" not in page.text)
    assert len(backend.entries) == 1, backend.writes
    for path, shown in (("/history", ".history-day"), ("/progress", ".chart-plot"), ("/more", ".more"), ("/scan", ".scan")):
        page.open(path)
        page.wait(shown)


def one_changed_file(page):
    """Another version with one changed file fetches this file and the page, and starts without the server."""
    backend, driver = page.server.backend, page.driver
    # Chromium does not end an idle worker with a debugger, and the next one waits for that.
    driver.execute_cdp_cmd("Target.setAutoAttach", {"autoAttach": False, "waitForDebuggerOnStart": False, "flatten": True})
    page.sign_in()
    driver.execute_async_script(WORKER_READY)
    page.open("/")
    page.until(lambda driver: driver.execute_script("return navigator.serviceWorker.controller !== null"))
    page.loaded()
    backend.asked.clear()
    backend.changes = {"modules/history/views/history.js": (WEB / "modules/history/views/history.js").read_bytes() + b"globalThis.isChanged = true;\n"}
    backend.version = "next"
    page.until(lambda driver: driver.execute_async_script(HAS_NEXT))
    assert set(backend.asked) == {"/", "/worker.js", "/app/next/modules/history/views/history.js"}, backend.asked
    assert driver.execute_async_script(TAKE_NEXT)
    backend.is_away = backend.is_gone = True
    driver.get("about:blank")
    page.open("/history")
    page.wait(".history-day")
    assert driver.execute_script("return globalThis.isChanged")
    loaded = driver.execute_script(LOADED)
    assert loaded and all(path.startswith("/app/next/") for path in loaded), loaded


FLOWS = (old_browser, one_changed_file)
OPTIONS = {old_browser: OLD}
