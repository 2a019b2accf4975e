"""Lost connections, killed processes, several windows, and another version of the app: nothing is lost."""

from selenium.webdriver.common.keys import Keys

from .app import App
from .journey import card, open_add

# The numbers of kilocalories tell the entries apart.
FIRST_KCAL = 301
QUEUED = 50
# A process is killed each time so many entries were made, and so often again while they are sent.
KILL_EACH = 5
KILLS_LATER = 4
KILLED = ("gateway", "diary")
# The pauses between attempts double; coming back to the app ends them.
SENT_WITHIN_S = 120
# What Chromium says of requests without an answer, and of one that the gateway could not pass on.
NO_ANSWER = ("net::ERR_", "status of 502", "status of 503", "status of 504")
# The hint of another device comes by the event stream.
HINTED_WITHIN_S = 60
# Chromium ends a worker after 30 s without a request; only then a worker that was started again makes room.
RENEWED_WITHIN_S = 90


def quick(app, kcal):
    """Logs bare energy by keys."""
    app.put("#search", f"{kcal}{Keys.ENTER}")


def keep_app(app):
    """Waits until the worker has the app for use without a connection, and serves this window."""
    app.driver.execute_async_script("navigator.serviceWorker.ready.then(() => arguments[0]())")
    app.reload()
    app.wait(".summary .large-number")


def kcals(app):
    return sorted(entry["kcal"] for entry in app.entries())


def without_server(app):
    """Without a server, entries are shown and counted, also after a reload; they are sent when it is back."""
    stack = app.server
    app.expected += NO_ANSWER
    app.begin()
    keep_app(app)
    open_add(app, "dinner")
    stack.stop()
    for number in range(3):
        quick(app, FIRST_KCAL + number)
    app.tap(".tray > .button-main")
    app.count(f"{card('dinner')} .rows .row", 3)
    app.sees("3 waiting", ".chip-status")
    app.reload()
    app.count(f"{card('dinner')} .rows .row", 3)
    app.sees("3 waiting", ".chip-status")
    stack.start()
    app.all_sent(SENT_WITHIN_S)
    assert kcals(app) == [FIRST_KCAL + number for number in range(3)], kcals(app)


def silent_server(app):
    """A server that does not answer holds nothing up; what waits is sent when it goes on."""
    stack = app.server
    app.expected += NO_ANSWER
    app.begin()
    keep_app(app)
    stopped = stack.pause("gateway")
    try:
        app.tap(".extra-actions .chip", "250")
        app.sees("0.25 l", ".extras")
        app.sees("1 waiting", ".chip-status")
        # Typing another amount does not wait for the first one.
        open_add(app, "lunch")
        quick(app, FIRST_KCAL)
        app.tap(".tray > .button-main")
        app.sees("2 waiting", ".chip-status")
    finally:
        stack.resume(stopped)
    app.come_back()
    app.all_sent(SENT_WITHIN_S)
    assert kcals(app) == [FIRST_KCAL]
    app.has(lambda day: day["waterMl"] == 250)


def fifty_writes(app):
    """Fifty entries over killed gateways and diaries are on the server once each."""
    stack, killed = app.server, 0
    app.expected += NO_ANSWER
    app.begin()
    open_add(app, "snack")
    for number in range(QUEUED):
        quick(app, FIRST_KCAL + number)
        if number % KILL_EACH == KILL_EACH - 1:
            stack.kill(KILLED[killed % len(KILLED)])
            killed += 1
    app.tap(".tray > .button-main")
    app.count(f"{card('snack')} .rows .row", QUEUED)
    for _ in range(KILLS_LATER):
        app.come_back()
        stack.kill(KILLED[killed % len(KILLED)])
        killed += 1
    app.come_back()
    app.all_sent(SENT_WITHIN_S)
    expected = [FIRST_KCAL + number for number in range(QUEUED)]
    assert kcals(app) == expected, f"{killed} kills: {kcals(app)}"
    # A device without a copy shows the same.
    app.reload()
    app.count(f"{card('snack')} .rows .row", QUEUED)


def two_windows(app):
    """A change in one window appears in the other one, and the other one continues when the first is closed."""
    app.begin()
    first = app.driver.current_window_handle
    app.new_window()
    app.open("/")
    app.tap(".extra-actions .chip", "250")
    app.sees("0.25 l", ".extras")
    second = app.driver.current_window_handle
    app.driver.switch_to.window(first)
    app.sees("0.25 l", ".extras")
    app.driver.close()
    app.driver.switch_to.window(second)
    app.tap(".extra-actions .chip", "250")
    app.sees("0.5 l", ".extras")
    app.all_sent()
    app.has(lambda day: day["waterMl"] == 500)


def two_devices(app):
    """A change on one device appears on the other one without a reload."""
    app.begin()
    other = App(app.server, app.browser.NAME)
    try:
        other.open("/")
        other.sign_in(app.email)
        app.tap(".extra-actions .chip", "250")
        other.until(lambda driver: other.found(".extras", "0.25 l"), HINTED_WITHIN_S)
        open_add(other, "lunch")
        quick(other, FIRST_KCAL)
        other.tap(".tray > .button-main")
        app.until(lambda driver: app.found(f"{card('lunch')} .row", str(FIRST_KCAL)), HINTED_WITHIN_S)
        app.unexpected += other.faults()
    finally:
        other.close()


def version(driver):
    return driver.execute_script("return document.querySelector('script[type=module]')?.src.split('/')[4]")


def has_next_version(driver):
    """Lets the worker look for another version, as it does each hour, and tells whether it has one whole."""
    return driver.execute_async_script("""
      const done = arguments[0];
      navigator.serviceWorker.getRegistration()
        .then((registration) => registration.update().then(() => done(registration.waiting !== null)))
        .catch(() => done(false));""")


def hide(app):
    """Covers the window with another one for a moment."""
    window = app.driver.current_window_handle
    app.new_window()
    app.driver.close()
    app.driver.switch_to.window(window)
    return True


def release_workers(app):
    """Detaches the debugger from workers, where the driver attaches one.

    Chromium does not end an idle worker with a debugger. A request in the moment in which the next worker wants to take
    over starts the old one again, and then the next one waits until the old one ends.
    """
    if app.browser.NAME == "chromium":
        app.driver.execute_cdp_cmd("Target.setAutoAttach", {
            "autoAttach": False, "waitForDebuggerOnStart": False, "flatten": True})


def other_version(app):
    """Another version of the app waits until nothing that is typed would be lost."""
    stack, driver = app.server, app.driver
    release_workers(app)
    app.expected += NO_ANSWER
    app.begin()
    keep_app(app)
    before = version(driver)
    open_add(app, "lunch")
    app.type("#search", "half a wo")
    after = stack.change_app()
    app.until(has_next_version)
    # A hidden window with typed text is not loaded again.
    hide(app)
    assert app.wait("#search").get_property("value") == "half a wo"
    # The version that is open goes on whole: parts that were not loaded before, and writes.
    app.put("#search", f"{FIRST_KCAL}{Keys.ENTER}")
    app.tap(".tray > .button-main")
    app.go("/people")
    app.wait(".people-board")
    assert version(driver) == before
    app.tap('.nav a[href="/"]')
    app.sees(str(FIRST_KCAL), card("lunch"))
    # On Today, a window that is hidden takes the next version; at the latest when it is hidden again.
    app.until(lambda driver: hide(app) and version(driver) == after, RENEWED_WITHIN_S)
    app.sees(str(FIRST_KCAL), card("lunch"))
    app.all_sent()
    assert kcals(app) == [FIRST_KCAL]


def plain_http(app):
    """Plain HTTP of a local network has no worker: the app works, and takes each other version by a reload."""
    # Files of a version that is gone, and a header for which Chromium wants HTTPS.
    app.expected += (*NO_ANSWER, "/app/", "Cross-Origin-Opener-Policy")
    app.begin()
    assert not app.driver.execute_script("return isSecureContext || 'serviceWorker' in navigator")
    app.tap(".extra-actions .chip", "250")
    app.sees("0.25 l", ".extras")
    app.all_sent()
    # A form that is left for such a screen keeps what is typed.
    app.open("/foods/own/new")
    app.type("#food-name", "Rye bread")
    after = app.server.change_app()
    app.go("/progress")
    app.until(lambda driver: version(driver) == after and app.found("main h1"))
    app.driver.back()
    app.until(lambda driver: app.wait("#food-name").get_property("value") == "Rye bread")
    app.put("#food-name", Keys.BACKSPACE)
    app.go("/")
    for path in ("/people", "/more"):
        # The files of this screen belong to a version that the server has no more.
        after = app.server.change_app()
        app.go(path)
        app.until(lambda driver: version(driver) == after and app.found("main h1"))
        app.shows(path)
    app.tap('.nav a[href="/"]')
    app.sees("0.25 l", ".extras")


# Each with options of its browser.
FLOWS = ((without_server, {}), (silent_server, {}), (fifty_writes, {}), (two_windows, {}), (two_devices, {}),
         (other_version, {}), (plain_http, {"is_trusted": False}))
