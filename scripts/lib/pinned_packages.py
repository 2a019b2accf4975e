"""Python packages that scripts use, at pinned versions and in directories of .build."""

import importlib.metadata
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]


class PinnedPackages:
    """The packages of one file of requirements, in a directory of their own."""

    def __init__(self, requirements, name):
        """`requirements` is the path of a file with lines such as `selenium==4.51.0`, `name` that of the directory."""
        self.requirements = pathlib.Path(requirements)
        self.directory = ROOT / ".build" / name

    def missing(self):
        """Returns the requirements that the directory does not have."""
        found = {}
        for item in importlib.metadata.distributions(path=[str(self.directory)]):
            found[item.metadata["Name"].lower().replace("_", "-")] = item.version
        wanted = dict(line.split("==") for line in self.requirements.read_text().split())
        return [name for name, version in wanted.items() if found.get(name) != version]

    def install(self):
        """Installs the packages with pip, if any is missing."""
        if not self.missing():
            return
        self.directory.mkdir(parents=True, exist_ok=True)
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check",
                   "--root-user-action", "ignore", "--upgrade", "--target", self.directory, "-r", self.requirements]
        if subprocess.run(command, check=False).returncode != 0:
            sys.exit(f"The packages of {self.requirements} could not be installed with pip.")
