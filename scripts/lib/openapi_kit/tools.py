"""The Python tools of the check, in .build/python and at pinned versions."""

import importlib.metadata
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]
DIRECTORY = ROOT / ".build" / "python"
REQUIREMENTS = pathlib.Path(__file__).parent / "requirements.txt"


def missing():
    """Returns the pinned requirements that the directory does not have."""
    found = {}
    for item in importlib.metadata.distributions(path=[str(DIRECTORY)]):
        found[item.metadata["Name"].lower().replace("_", "-")] = item.version
    wanted = dict(line.split("==") for line in REQUIREMENTS.read_text().split())
    return [name for name, version in wanted.items() if found.get(name) != version]


def install():
    """Installs the tools with pip, if they are missing."""
    if not missing():
        return
    DIRECTORY.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--root-user-action",
               "ignore", "--upgrade", "--target", DIRECTORY, "-r", REQUIREMENTS]
    if subprocess.run(command, check=False).returncode != 0:
        sys.exit(f"The tools of {REQUIREMENTS} could not be installed with pip.")


def environment():
    """Returns the environment in which the tools run."""
    path = os.pathsep.join([str(DIRECTORY), str(ROOT / "scripts" / "lib")])
    return os.environ | {"PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1", "NO_COLOR": "1"}


def run(program, *words, **options):
    """Runs a program of the directory, and returns its status."""
    # Programs of Python packages name the interpreter that installed them, which may be gone.
    command = [sys.executable, str(DIRECTORY / "bin" / program), *map(str, words)]
    return subprocess.run(command, env=environment() | options.pop("variables", {}), check=False, **options).returncode
