"""The web app in a browser against a real stack."""

import glob
import os
import subprocess
import sys

from pinned_packages import ROOT, PinnedPackages

PACKAGES = PinnedPackages(os.path.join(os.path.dirname(os.path.abspath(__file__)), "requirements.txt"), "selenium")
# The packages of Debian that each browser needs, and a file of each.
PROGRAMS = {
    "chromium": {"chromium": "/usr/bin/chromium", "chromium-driver": "/usr/bin/chromedriver"},
    "firefox": {"firefox-esr": "/usr/bin/firefox-esr"},
    "webkit": {"webkit2gtk-driver": "/usr/bin/WebKitWebDriver",
               "gir1.2-webkit2-4.1": "/usr/lib/*/girepository-1.0/WebKit2-4.1.typelib",
               "python3-gi": "/usr/lib/python3/dist-packages/gi/__init__.py", "xvfb": "/usr/bin/Xvfb"},
}


def install(browser="chromium"):
    """Installs a browser with apt and selenium with pip, if they are missing, so that the modules can be imported."""
    missing = [package for package, path in PROGRAMS[browser].items() if not glob.glob(path)]
    if missing:
        subprocess.run([ROOT / "scripts" / "setup", *missing], check=True, stdout=sys.stderr)
    PACKAGES.install()
    if str(PACKAGES.directory) not in sys.path:
        sys.path.insert(0, str(PACKAGES.directory))
