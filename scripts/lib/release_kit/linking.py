"""Links the executables of a release build again, to find Swift's libraries beside them, and reads what they contain."""

import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "scripts" / "lib"))
from service_list import NAMES, SERVICES  # noqa: E402

EXECUTABLES = ("broker", "bridge", "gateway", *NAMES, "mealwire")
# The folder of Swift's libraries, beside the executables.
LIBRARIES = "swift"


class Failure(Exception):
    """A failed step, as a sentence."""


def service_resources():
    """Returns the folders that must be beside the executables."""
    of_services = (service.resources for service in SERVICES if service.resources)
    return (*of_services, "Mealwire_Gateway.resources", "Mealwire_WebApp.resources")


def run(command, **more):
    """Runs a command, and returns its output; fails with its errors."""
    result = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False, **more)
    if result.returncode != 0:
        raise Failure(f"`{' '.join(map(str, command))[:300]}` failed:\n{result.stdout[-4000:]}{result.stderr[-4000:]}")
    return result.stdout


def link_commands(scratch):
    """Returns SwiftPM's link command of each executable, by name."""
    manifest = pathlib.Path(scratch) / "release.yaml"
    try:
        text = manifest.read_text(encoding="utf-8")
    except OSError as error:
        raise Failure(f"{manifest} cannot be read ({error.strerror}): build with `scripts/build` first.") from error
    commands = {}
    for match in re.finditer(r'^  "C\.([^"]+)-release\.exe":\n(?:    .*\n)*?    args: (\[.*\])$', text, re.MULTILINE):
        words = json.loads(match.group(2))
        commands[os.path.basename(words[words.index("-o") + 1])] = words
    missing = [name for name in EXECUTABLES if name not in commands or not (pathlib.Path(scratch) / "release" / name).exists()]
    if missing:
        raise Failure(f"{', '.join(missing)} cannot be found in {scratch}: build with `scripts/build` first.")
    return commands


def without(words, *runs):
    """Removes the given sequences from a list of words; None matches any word."""
    kept, index = [], 0
    while index < len(words):
        for wanted in runs:
            if len(words) - index >= len(wanted) and all(want in (None, word) for want, word in zip(wanted, words[index:])):
                index += len(wanted)
                break
        else:
            kept.append(words[index])
            index += 1
    return kept


def link(words, output):
    """Links one executable and strips it; it looks for Swift's libraries in the folder beside it, and nowhere else."""
    command = without(words, ["-o", None], ["-Xlinker", "-rpath=$ORIGIN"], ["-g"])
    command += ["-no-toolchain-stdlib-rpath", "-Xlinker", f"-rpath=$ORIGIN/{LIBRARIES}", "-o", str(output)]
    run(command, cwd=ROOT)
    run(["strip", output])


def needed(path):
    """Returns the names of the libraries that a file names."""
    return re.findall(r"\(NEEDED\)\s+Shared library: \[([^\]]+)\]", run(["readelf", "--dynamic", "--wide", path]))


def runtime_directory(words):
    """Returns the directory of Swift's libraries of the compiler in a link command."""
    return pathlib.Path(os.path.realpath(words[0])).parents[1] / "lib" / "swift" / "linux"


def copy_libraries(executables, source, destination):
    """Copies and strips the libraries of Swift that executables need, directly or not; returns the names of all others."""
    destination.mkdir()
    others, waiting, seen = set(), list(executables), set()
    while waiting:
        for name in needed(waiting.pop()):
            if name in seen:
                continue
            seen.add(name)
            if not (source / name).exists():
                others.add(name)
                continue
            run(["strip", "--strip-unneeded", "-o", destination / name, source / name])
            (destination / name).chmod(0o644)
            waiting.append(destination / name)
    return sorted(others)


def linked_modules(words):
    """Returns the modules whose objects a link command names, as SwiftPM's build folders without `.build`."""
    lists = [word[1:] for word in words if word.startswith("@")]
    objects = [line.strip("'\"") for path in lists for line in pathlib.Path(path).read_text(encoding="utf-8").splitlines()]
    return {part.removesuffix(".build") for path in objects for part in pathlib.PurePath(path).parts if part.endswith(".build") and part != ".build"}
