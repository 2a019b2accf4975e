"""Flows of foods: a barcode by photo."""

import pathlib
import struct
import tempfile
import zlib

import fixtures

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


FLOWS = (unknown_code_by_photo,)
