"""The Swift packages of a build: those that it resolved, and those of compose/packages.lock."""

import json
import pathlib
import typing

LOCK = pathlib.Path("compose") / "packages.lock"
HEADING = """# Written by scripts/packages-lock from Package.resolved; do not edit.
# Each line is a Swift package with its version, direct or indirect.
"""


class Unresolved(Exception):
    """There is no list of resolved packages."""


class Package(typing.NamedTuple):
    """A resolved package; its name is SwiftPM's identity, in lower case."""

    name: str
    version: str
    location: str
    revision: str


def resolved(root):
    """Returns the packages of Package.resolved, by name."""
    path = pathlib.Path(root) / "Package.resolved"
    if not path.exists():
        raise Unresolved(f"{path.name} is missing. Build with `scripts/build`, or run `swift package resolve`, first.")
    found = []
    for pin in json.loads(path.read_text(encoding="utf-8"))["pins"]:
        state = pin["state"]
        found.append(Package(pin["identity"], state.get("version") or state["revision"], pin["location"], state["revision"]))
    return sorted(found)


def locked(root):
    """Returns the versions of compose/packages.lock, by name."""
    lines = (pathlib.Path(root) / LOCK).read_text(encoding="utf-8").splitlines()
    return dict(line.split() for line in lines if line and not line.startswith("#"))


def write_lock(root):
    lines = [f"{package.name} {package.version}\n" for package in resolved(root)]
    (pathlib.Path(root) / LOCK).write_text(HEADING + "".join(lines), encoding="utf-8")


def differences(root):
    """Returns a sentence for each package that the build resolved differently."""
    wanted, found = locked(root), {package.name: package.version for package in resolved(root)}
    sentences = []
    for name in sorted(wanted.keys() | found.keys()):
        if wanted.get(name) != found.get(name):
            sentences.append(f"{name}: the build resolved {found.get(name, 'no version')}, but {LOCK} has "
                             f"{wanted.get(name, 'no version')}. If this is intended, run scripts/packages-lock.")
    return sentences
