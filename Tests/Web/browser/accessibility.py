#!/usr/bin/env python3
"""Checks every screen with axe in both themes and three languages, and that none scrolls sideways on narrow phones.

Usage: accessibility.py [PART...]

A PART is a part of a variant's name, such as `phone` or `desk-uk`; only those are checked. Needs the Python package
axe-playwright-python; installs chromium, chromium-driver and selenium if they are missing.
"""

import importlib.util
import itertools
import pathlib
import sys

import fixtures
from pages import opened
from visits import screens

from browser_kit.chromium import set_metrics, set_theme
from browser_kit.device import SIZES

AXE = """
const describe = ({ id, nodes }) => `${id}: ${nodes.map(({ html, any }) => [html, ...any.map(({ message }) => message)].join(" ")).slice(0, 3).join(" | ")}`;
axe.run().then(({ violations }) => arguments[0](violations.map(describe)));
"""
# The width of the page, and elements beyond its right edge; the fixed bars are as wide as the page.
OVERFLOW = """
const isBeyond = (element) => {
  const range = document.createRange();
  range.selectNodeContents(element);
  return Math.max(element.getBoundingClientRect().right, range.getBoundingClientRect().right) > arguments[0] + 1;
};
const beyond = [...document.querySelectorAll("main *, dialog[open] *")].filter(isBeyond);
return [document.documentElement.scrollWidth, beyond.map((element) => `${element.tagName}.${element.getAttribute("class")}`).slice(-6)];
"""
# Widths in pixels with sizes of text: the narrowest phone, and text of 200 % (WCAG 2.2, 1.4.4 and 1.4.10).
NARROW = ((320, "100%"), (360, "200%"), (640, "200%"))


def axe_source():
    """The script of axe, from its Python package."""
    package = pathlib.Path(importlib.util.find_spec("axe_playwright_python").origin).parent
    return (package / "axe.min.js").read_text()


def findings(page, size, source):
    """What axe finds on the shown screen, in both themes."""
    for theme in ("light", "dark"):
        set_theme(page.driver, theme, size == "phone")
        # Colours change over some frames; axe must not measure those between.
        page.settle()
        # The policy forbids scripts of others on the page, so axe comes by the debugger.
        page.driver.execute_cdp_cmd("Runtime.evaluate", {"expression": source})
        yield from (f"{theme} {found}" for found in page.driver.execute_async_script(AXE))


def overflows(page):
    """Where the shown screen scrolls sideways."""
    for width, scale in NARROW:
        set_metrics(page.driver, width, 700, True)
        page.driver.execute_script(f"document.documentElement.style.fontSize = '{scale}'")
        wide, beyond = page.driver.execute_script(OVERFLOW, width)
        if wide > width:
            yield f"{wide} px wide at {width} px with {scale} text: {beyond}"
    page.driver.execute_script("document.documentElement.style.fontSize = ''")
    set_metrics(page.driver, *SIZES["phone"], True)


def main():
    if sys.argv[1:] in (["-h"], ["--help"]):
        print(__doc__)
        return
    source = axe_source()
    checked = faults = 0
    for size, language in itertools.product(SIZES, fixtures.LANGUAGES):
        variant = f"{size}-{language}"
        if sys.argv[1:] and not any(part in variant for part in sys.argv[1:]):
            continue
        with opened(size, "light", language, has_lasting_toasts=True) as page:
            for name in screens(page):
                page.settle()
                found = [*findings(page, size, source), *(overflows(page) if size == "phone" else ())]
                for fault in found:
                    print(f"{variant} {name}: {fault}", flush=True)
                checked += 1
                faults += len(found)
    print(f"{checked} screens checked, {faults} findings")
    sys.exit(1 if faults or not checked else 0)


if __name__ == "__main__":
    main()
