"""Flows of the screens of late.py."""

import importlib.util
import pathlib
import struct
import tempfile
import zlib

import fixtures
import late
from pages import set_theme

LEFT = ("0001101", "0011001", "0010011", "0111101", "0100011", "0110001", "0101111", "0111011", "0110111", "0001011")


def barcode(digits, scale=4, height=160, margin=60):
    """A PNG of an EAN-8 code."""
    right = ["".join("10"[int(bit)] for bit in code) for code in LEFT]
    modules = "101" + "".join(LEFT[int(d)] for d in digits[:4]) + "01010" + "".join(right[int(d)] for d in digits[4:]) + "101"
    row = b"\xff" * margin + b"".join((b"\x20" if bit == "1" else b"\xf0") * scale for bit in modules) + b"\xff" * margin
    rows = [b"\xff" * len(row)] * margin + [row] * height + [b"\xff" * len(row)] * margin
    chunk = lambda kind, data: struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    head = struct.pack(">IIBBBBB", len(row), len(rows), 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"".join(b"\0" + line for line in rows))) + chunk(b"IEND", b"")


def look_at(page, visits):
    """axe finds nothing in both themes, and nothing scrolls sideways at 320 px and with 200 % text."""
    source = (pathlib.Path(importlib.util.find_spec("axe_playwright_python").origin).parent / "axe.min.js").read_text()
    run = "axe.run().then(result => arguments[0](result.violations.map(v => v.id + ': ' + v.nodes.map(n => n.html).slice(0, 3).join(' | '))))"
    faults = []
    for visit in visits:
        for name in visit(page):
            for theme in ("light", "dark"):
                set_theme(page.driver, theme, True)
                page.driver.execute_cdp_cmd("Runtime.evaluate", {"expression": source})
                faults += [f"{name} {theme}: {found}" for found in page.driver.execute_async_script(run)]
            for width, scale in ((320, "100%"), (360, "200%")):
                page.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": width, "height": 700, "deviceScaleFactor": 1, "mobile": True})
                page.driver.execute_script(f"document.documentElement.style.fontSize = '{scale}'")
                wide = page.driver.execute_script("return document.documentElement.scrollWidth")
                outside = page.driver.execute_script("""
                  return [...document.querySelectorAll('#app *')].filter((e) => e.getBoundingClientRect().right > arguments[0] + 1)
                    .map((e) => e.tagName + '.' + e.getAttribute('class')).slice(0, 6)""", width)
                faults += [f"{name} is {wide} wide at {width} with {scale}: {outside}"] if wide > width else []
            page.driver.execute_script("document.documentElement.style.fontSize = ''")
            page.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": 360, "height": 780, "deviceScaleFactor": 1, "mobile": True})
    assert faults == [], "\n".join(faults)


def late_screens(page):
    """The screens of late.py are accessible and fit."""
    page.sign_in()
    look_at(page, (late.screens,))


def unknown_code_by_photo(page):
    """A photo of a code that no food has leads to the form with this code."""
    page.sign_in()
    page.open(f"/scan/{fixtures.TODAY}/dinner")
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "code.png"
        file.write_bytes(barcode("96385074"))
        page.wait(".scan input[type=file]").send_keys(str(file))
        page.until(lambda driver: driver.current_url.endswith("/foods/code/96385074"))
    assert page.wait("#food-code").get_property("value") == "96385074"


def logged_again(page):
    """What History logs again is a write of this device, and survives a lost connection."""
    page.sign_in()
    page.open("/history")
    page.wait(".history-day .icon-button-soft")
    page.server.backend.is_away = True
    page.click(".history-day .icon-button-soft")
    page.wait(".toast")
    page.server.backend.is_away = False
    page.driver.execute_script("document.dispatchEvent(new Event('visibilitychange'))")
    page.until(lambda driver: any(path.startswith("/diary/entries/") for _, path, _ in page.server.backend.writes))


def hostile_names_later(page):
    """Names of other people are text on the screens of parts, too."""
    page.server.backend.is_hostile = True
    page.sign_in()
    for path in ("/foods", "/foods/recipes", "/foods/healthy", f"/foods/own/{late.FOOD}", f"/foods/recipes/{late.RECIPE}", "/history", "/plan", f"/plan/{late.PLAN}"):
        page.open(path)
        page.until(lambda driver: "onerror=" in driver.page_source and driver.find_elements("css selector", "main h1"))
    assert page.driver.execute_script("return window.hacked") is None


FLOWS = (late_screens, unknown_code_by_photo, logged_again, hostile_names_later)
