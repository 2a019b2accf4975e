"""Chromium, driven by selenium."""

from selenium import webdriver

from .device import SCALES, SCRIPT_S, SIZES


class Chromium:
    """Chromium with an empty profile and reduced motion."""

    NAME = "chromium"
    # Chromium trusts an address of this machine as it trusts HTTPS; of another name it does not know that.
    PLAIN_HOST = "mealwire.test"

    def __init__(self, size, port):
        names = (f"--host-resolver-rules=MAP {self.PLAIN_HOST} 127.0.0.1", "--disable-features=HttpsUpgrades")
        self.driver = chromium(size, *names)

    def set_size(self, size):
        """Sets the size of the page in the current window."""
        set_size(self.driver, size)

    def errors(self):
        """Returns the errors of the console since the last call."""
        return [line["message"] for line in self.driver.get_log("browser") if line["level"] == "SEVERE"]

    def close(self):
        self.driver.quit()


def chromium(size, *arguments, language="en", theme="light", script=None, logs=("browser",), waits_for_load=True):
    """Starts Chromium with an empty profile and reduced motion.

    `size` is a name of SIZES, `arguments` are further ones of Chromium, and `logs` the kinds of logs that are kept. The
    script runs in each document before those of the page. Without `waits_for_load`, a navigation returns at once.
    """
    options = webdriver.ChromeOptions()
    options.binary_location = "/usr/lib/chromium/chromium"
    options.page_load_strategy = "normal" if waits_for_load else "none"
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", f"--lang={language}",
                     "--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream", *arguments):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {kind: "ALL" for kind in logs})
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService("/usr/bin/chromedriver"))
    driver.set_script_timeout(SCRIPT_S)
    set_size(driver, size, theme)
    if script:
        driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": script})
    return driver


def set_size(driver, size, theme="light"):
    """Sets all that the page of a window learns of the device."""
    set_metrics(driver, *SIZES[size], size == "phone")
    set_theme(driver, theme, size == "phone")


def set_metrics(driver, width, height, is_phone):
    """Sets the size of the page in its pixels; phones have two pixels of the screen for each."""
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
        "width": width, "height": height, "mobile": is_phone,
        "deviceScaleFactor": SCALES["phone" if is_phone else "desk"]})


def set_theme(driver, theme, is_phone):
    """Sets what the page can query of the device: its theme, reduced motion, and whether it has a mouse."""
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [
        {"name": "prefers-color-scheme", "value": theme},
        {"name": "prefers-reduced-motion", "value": "reduce"},
        {"name": "hover", "value": "none" if is_phone else "hover"}]})
