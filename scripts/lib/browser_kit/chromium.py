"""Chromium, driven by selenium."""

from selenium import webdriver

# Width and height of the page's content.
SIZES = {"phone": (360, 780), "desk": (1280, 800)}
# Long enough for a machine that builds at the same time.
WAIT_S = 30
# A script in the page may wait for several answers.
SCRIPT_S = 120


def chromium(size, *arguments, logs=("browser",)):
    """Starts Chromium with an empty profile, a size, additional arguments, and kinds of logs; motion is reduced."""
    options = webdriver.ChromeOptions()
    options.binary_location = "/usr/lib/chromium/chromium"
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--lang=en",
                     "--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream", *arguments):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {kind: "ALL" for kind in logs})
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService("/usr/bin/chromedriver"))
    driver.set_script_timeout(SCRIPT_S)
    set_size(driver, size)
    return driver


def set_size(driver, size, theme="light"):
    """Sets what the page of a window learns of the device: its size, its theme, and whether it has a mouse."""
    (width, height), is_phone = SIZES[size], size == "phone"
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
        "width": width, "height": height, "deviceScaleFactor": 2 if is_phone else 1, "mobile": is_phone})
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [
        {"name": "prefers-color-scheme", "value": theme},
        {"name": "prefers-reduced-motion", "value": "reduce"},
        {"name": "hover", "value": "none" if is_phone else "hover"}]})
