"""The web app in Chromium against a real stack."""

import os
import subprocess
import sys

from pinned_packages import ROOT, PinnedPackages

PACKAGES = PinnedPackages(os.path.join(os.path.dirname(os.path.abspath(__file__)), "requirements.txt"), "selenium")
PROGRAMS = {"chromium": "/usr/bin/chromium", "chromium-driver": "/usr/bin/chromedriver"}


def install():
    """Installs Chromium with apt and selenium with pip, if they are missing, so that the modules can be imported."""
    missing = [package for package, path in PROGRAMS.items() if not os.path.exists(path)]
    if missing:
        subprocess.run([ROOT / "scripts" / "setup", *missing], check=True, stdout=sys.stderr)
    PACKAGES.install()
    if str(PACKAGES.directory) not in sys.path:
        sys.path.insert(0, str(PACKAGES.directory))
