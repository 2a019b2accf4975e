"""The pictures of the app in README.md: which screens, what they show, and how they are stored."""

import io
import urllib.parse

from PIL import Image

from .app import ask
from .chromium import set_size

# What Anna has for lunch. The demonstration logs only the breakfast of today.
LUNCH, LUNCH_G = "Chicken curry", 230
SEARCH = "soup"
# A picture of a palette is a third as large as one of all colours.
COLOURS = 256
# Without these rounds, the palette misses the colour of the background by a little.
ROUNDS = 8
# What a visitor of the repository loads for one picture.
MAX_BYTES = 120_000
# Returns, after the next frame is drawn, whether all that is seen is there.
IS_SETTLED = """
const done = arguments[0];
requestAnimationFrame(() => requestAnimationFrame(() => done(
  document.querySelector("main h1") !== null
  && document.querySelector(".skeleton, .toast") === null
  && document.fonts.status === "loaded"
  && [...document.images].every((image) => image.complete || image.getBoundingClientRect().top >= innerHeight)
)));
"""


def food(app, name):
    """Returns the first food that a search for its name finds."""
    return app.ask(f"/v1/foods?limit=1&q={urllib.parse.quote(name)}")["items"][0]


def log_lunch(app):
    body = {"meal": "lunch", "foodId": food(app, LUNCH)["id"], "grams": LUNCH_G}
    ask(app.driver, "/v1/diary/days/today/entries", "POST", body)


def today(app):
    app.open("/")
    app.sees(LUNCH, ".meals")


def add(app):
    app.open(f"/add/{app.date}/dinner")
    app.type("#search", SEARCH)
    app.until(lambda driver: len(app.found(".add-list .row", SEARCH.capitalize())) > 3)
    # The mark of the cursor blinks.
    app.driver.execute_script("document.activeElement.blur()")


def amount(app):
    app.open(f"/amount/{app.date}/dinner/{food(app, SEARCH)['id']}")
    app.wait(".quantity .chip")
    app.wait(".numbers .bar-before")


def progress(app):
    app.open(f"/progress/month/{app.date}")
    app.wait(".chart-plot")
    app.wait(".chart-expected")


def menu(app):
    app.open("/plan")
    app.tap('.plan .rows a[href^="/plan/"]')
    app.wait(".plan-dish")


def target(app):
    app.open("/target")
    app.wait(".target-step")


# The name of each picture's file, in the order of README.md, with its screen and its theme.
PICTURES = (("today", today, "light"), ("add", add, "light"), ("amount", amount, "light"),
            ("progress", progress, "light"), ("menu", menu, "dark"), ("target", target, "light"))


def store(shot, path):
    """Stores a screenshot with few colours, so that it is small; returns its bytes."""
    picture = Image.open(io.BytesIO(shot)).convert("RGB")
    picture = picture.quantize(COLOURS, kmeans=ROUNDS, dither=Image.Dither.NONE)
    picture.save(path, optimize=True)
    size = path.stat().st_size
    assert size <= MAX_BYTES, f"{path} has {size} bytes, which is more than {MAX_BYTES}."
    return size


def take(app, directory):
    """Signs in as the first user of the demonstration, and takes all pictures; yields each path and its bytes."""
    app.driver.execute_cdp_cmd("Emulation.setScrollbarsHidden", {"hidden": True})
    app.open("/")
    app.tap(".welcome-form .button-wide:not(.button-main)")
    app.wait(".summary .large-number")
    app.date = app.ask("/v1/diary/days/today")["date"]
    log_lunch(app)
    for name, screen, theme in PICTURES:
        set_size(app.driver, app.size, theme)
        screen(app)
        app.until(lambda driver: driver.execute_async_script(IS_SETTLED))
        path = directory / f"web-{name}.png"
        yield path, store(app.driver.get_screenshot_as_png(), path)
