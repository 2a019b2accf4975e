"""WebKitGTK, driven by selenium on a screen that exists in memory only."""

import contextlib
import os
import re
import subprocess
import tempfile

from selenium import webdriver
from selenium.common.exceptions import NoSuchWindowException
from selenium.webdriver.remote.client_config import ClientConfig

from .device import ANSWER_S, SCALES, SCRIPT_S, SIZES

DRIVER, SCREEN = "/usr/bin/WebKitWebDriver", "/usr/bin/Xvfb"
WINDOW = os.path.join(os.path.dirname(os.path.abspath(__file__)), "webkit_window.py")
# Holds the largest window.
SCREEN_SIZE = "1600x1600x24"
ENDS_WITHIN_S = 60
# Lines of the console: an address with line and column where there is one, the source, the level, and the message.
ERROR = re.compile(r"^(.* )?CONSOLE (\w+ )?ERROR ")
# WebKitGTK has no manifests, and reports their directive.
HARMLESS = "Unrecognized Content-Security-Policy directive 'manifest-src'."


class Screen:
    """A display of X11 without a device."""

    def __init__(self):
        reader, writer = os.pipe()
        command = [SCREEN, "-displayfd", str(writer), "-screen", "0", SCREEN_SIZE, "-nolisten", "tcp"]
        self.process = subprocess.Popen(command, pass_fds=[writer], stderr=subprocess.DEVNULL)
        os.close(writer)
        # The server writes its number when it accepts clients, and closes its end if it cannot start.
        with open(reader, encoding="ascii") as file:
            number = file.readline().strip()
        assert number, f"{SCREEN} did not start."
        self.name = f":{number}"

    def close(self):
        self.process.terminate()
        self.process.wait(ENDS_WITHIN_S)


class WebKit:
    """WebKitGTK with an empty profile and reduced motion."""

    NAME = "webkit"
    # A name for which WebKit offers what it offers over plain HTTP. The gateway is asked for it as a proxy.
    PLAIN_HOST = "mealwire.test"

    def __init__(self, size, port):
        with contextlib.ExitStack() as ends:
            self.directory = ends.enter_context(
                tempfile.TemporaryDirectory(prefix="mealwire-webkit-", ignore_cleanup_errors=True))
            screen = Screen()
            ends.callback(screen.close)
            service = webdriver.WebKitGTKService(DRIVER, env=environment(screen, size))
            ends.callback(service.stop)
            service.start()
            options = webdriver.WebKitGTKOptions()
            options.set_capability("browserName", "WebKitGTK")
            options.binary_location = WINDOW
            for argument in (self.directory, *map(str, SIZES[size]), f"http://127.0.0.1:{port}"):
                options.add_argument(argument)
            # The driver waits for a browser that could not start; this ends it.
            config = ClientConfig(service.service_url, timeout=ANSWER_S)
            self.driver = webdriver.Remote(options=options, client_config=config, command_executor=service.service_url)
            ends.callback(quit_browser, self.driver)
            self.driver.set_script_timeout(SCRIPT_S)
            self.ends = ends.pop_all()
        self.read = 0

    def set_size(self, size):
        """Sets the size of the window, which has nothing but the page."""
        self.driver.set_window_size(*SIZES[size])

    def errors(self):
        """Returns the errors of the console since the last call."""
        with open(os.path.join(self.directory, "console"), encoding="utf-8", errors="replace") as file:
            file.seek(self.read)
            lines = file.read().splitlines()
            self.read = file.tell()
        return [line for line in lines if ERROR.match(line) and HARMLESS not in line]

    def close(self):
        self.ends.close()


def quit_browser(driver):
    """Ends the browser. The driver may report the last window as missing afterwards."""
    with contextlib.suppress(NoSuchWindowException):
        driver.quit()


def environment(screen, size):
    """Returns the variables of the browser, for which there is no service of accessibility to connect to."""
    return {**os.environ, "DISPLAY": screen.name, "GDK_BACKEND": "x11", "GDK_SCALE": str(SCALES[size]),
            "NO_AT_BRIDGE": "1"}
