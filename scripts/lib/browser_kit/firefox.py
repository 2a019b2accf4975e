"""Firefox ESR, driven by selenium over Marionette."""

import contextlib
import json
import os
import subprocess
import tempfile

from benchmarks.workbench import wait_until
from selenium import webdriver

from .device import SCALES, SCRIPT_S, SIZES
from .marionette import Marionette

PROGRAM = "/usr/bin/firefox-esr"
# Firefox writes the port of Marionette into its profile.
PORT_FILE = "MarionetteActivePort"
ENDS_WITHIN_S = 60
# The window of the browser, in which the page is as large as that of the device.
WINDOW = {"MOZ_HEADLESS_WIDTH": "2600", "MOZ_HEADLESS_HEIGHT": "2000"}
# The bits of `ui.primaryPointerCapabilities` for a finger, and for a mouse that can hover.
FINGER, MOUSE = 1, 6
SET_SIZE = """
const [width, height] = arguments;
gBrowser.selectedBrowser.style.width = width + "px";
gBrowser.selectedBrowser.style.height = height + "px";
"""
# Returns the errors of pages and workers since the last call; those of Firefox itself have other addresses.
ERRORS = """
const errors = Services.console.getMessageArray().filter((message) => message instanceof Ci.nsIScriptError
  && !(message.flags & (message.warningFlag | message.infoFlag)) && /^https?:/.test(message.sourceName));
Services.console.reset();
return errors.map(({ category, sourceName, errorMessage }) => `${category} ${sourceName} ${errorMessage}`);
"""


def preferences(size, plain_host):
    pointer = FINGER if size == "phone" else MOUSE
    return {
        # Any free port.
        "marionette.port": 0,
        "intl.accept_languages": "en",
        "layout.css.devPixelsPerPx": str(SCALES[size]),
        "layout.css.prefers-color-scheme.content-override": 1,
        "network.dns.localDomains": plain_host,
        "ui.allPointerCapabilities": pointer,
        "ui.prefersReducedMotion": 1,
        "ui.primaryPointerCapabilities": pointer,
        "ui.useOverlayScrollbars": int(size == "phone"),
    }


class Firefox:
    """Firefox with an empty profile and reduced motion."""

    NAME = "firefox"
    # A name of this machine for which Firefox offers what it offers over plain HTTP.
    PLAIN_HOST = "mealwire.test"

    def __init__(self, size, port):
        with contextlib.ExitStack() as ends:
            directory = ends.enter_context(
                tempfile.TemporaryDirectory(prefix="mealwire-firefox-", ignore_cleanup_errors=True))
            ends.callback(end, start(directory, preferences(size, self.PLAIN_HOST)))
            port_file = os.path.join(directory, PORT_FILE)
            wait_until(lambda: os.path.exists(port_file) and os.path.getsize(port_file), "Firefox")
            with open(port_file, encoding="utf-8") as file:
                self.marionette = Marionette(int(file.read()))
            self.driver = webdriver.Remote(command_executor=self.marionette, options=webdriver.FirefoxOptions())
            ends.callback(self.driver.quit)
            self.driver.set_script_timeout(SCRIPT_S)
            self.set_size(size)
            self.ends = ends.pop_all()

    def set_size(self, size):
        """Sets the size of the page in the current window."""
        self.marionette.privileged(SET_SIZE, *SIZES[size])

    def errors(self):
        """Returns the errors of the console since the last call."""
        return self.marionette.privileged(ERRORS)

    def close(self):
        self.ends.close()


def start(directory, values):
    """Starts Firefox with a profile; returns its process."""
    with open(os.path.join(directory, "user.js"), "w", encoding="utf-8") as file:
        for name, value in values.items():
            file.write(f"user_pref({json.dumps(name)}, {json.dumps(value)});\n")
    # Without the rights of the system, the size of a page and the errors of its console cannot be reached.
    command = [PROGRAM, "--headless", "--no-remote", "--profile", directory, "--marionette",
               "--remote-allow-system-access"]
    return subprocess.Popen(command, env={**os.environ, **WINDOW}, stdout=subprocess.DEVNULL,
                            stderr=subprocess.DEVNULL)


def end(process):
    """Waits for Firefox to end, which it does when its driver quits."""
    try:
        process.wait(ENDS_WITHIN_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
