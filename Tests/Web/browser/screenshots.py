#!/usr/bin/env python3
"""Takes screenshots of every screen on a phone and on a desk, in both themes and three languages.

Usage: screenshots.py DIRECTORY [PART...]

A PART is a part of a variant's name, such as `phone` or `phone-dark-uk`; only those are taken. Installs
chromium, chromium-driver and selenium if they are missing.
"""

import itertools
import pathlib
import sys

import fixtures
from pages import opened
from visits import screens

from browser_kit.device import SIZES

# Messages of the browser that the visits cause: a server that is away, a session that is over, a refusal, an icon.
EXPECTED = ("ERR_EMPTY_RESPONSE", "ERR_CONNECTION", "401", "403", "409", "favicon")


def shoot(driver, path):
    path.parent.mkdir(parents=True, exist_ok=True)
    driver.save_screenshot(str(path))


def take(page, folder):
    """Takes all screenshots of a variant, and returns the errors that the browser has logged."""
    try:
        for name in screens(page):
            page.settle()
            shoot(page.driver, folder / f"{name}.png")
    except Exception:
        shoot(page.driver, folder / "failed.png")
        raise
    logged = [line["message"] for line in page.driver.get_log("browser") if line["level"] == "SEVERE"]
    return [message for message in logged if not any(known in message for known in EXPECTED)]


def main():
    if len(sys.argv) < 2 or sys.argv[1] in ("-h", "--help"):
        print(__doc__)
        sys.exit(0 if len(sys.argv) > 1 else 64)
    target, parts = pathlib.Path(sys.argv[1]), sys.argv[2:]
    failures = 0
    for size, language, theme in itertools.product(SIZES, fixtures.LANGUAGES, ("light", "dark")):
        variant = f"{size}-{theme}-{language}"
        if parts and not any(part in variant for part in parts):
            continue
        with opened(size, theme, language, has_lasting_toasts=True) as page:
            errors = take(page, target / variant)
        failures += len(errors)
        for error in errors:
            print(f"{variant}: {error}", file=sys.stderr)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
