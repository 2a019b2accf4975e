"""The Python tools of the check, in .build/python and at pinned versions."""

import os
import pathlib
import subprocess
import sys

from pinned_packages import ROOT, PinnedPackages

PACKAGES = PinnedPackages(pathlib.Path(__file__).parent / "requirements.txt", "python")
DIRECTORY = PACKAGES.directory


def install():
    """Installs the tools with pip, if they are missing."""
    PACKAGES.install()


def environment():
    """Returns the environment in which the tools run."""
    path = os.pathsep.join([str(DIRECTORY), str(ROOT / "scripts" / "lib")])
    return os.environ | {"PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1", "NO_COLOR": "1"}


def run(program, *words, **options):
    """Runs a program of the directory, and returns its status."""
    # Programs of Python packages name the interpreter that installed them, which may be gone.
    command = [sys.executable, str(DIRECTORY / "bin" / program), *map(str, words)]
    return subprocess.run(command, env=environment() | options.pop("variables", {}), check=False, **options).returncode
