"""Makes the directory that `scripts/install`, the images of containers and the packages take: executables, units, installer."""

import concurrent.futures
import hashlib
import os
import pathlib
import re
import shutil

from . import linking
from .linking import EXECUTABLES, ROOT, Failure, service_resources

# Identifies the names and forms that processes exchange. Raise it if processes of this version and of the one before
# cannot run side by side: `scripts/install` then stops all of them for the upgrade.
BUS_VERSION = 3
# Concurrent links; each takes up to a gigabyte of memory.
LINKS_AT_ONCE = 2
# Libraries that a Debian system has or gets: by name, with the packages of which one must be installed. The second name
# is that of distributions with 64-bit times.
SYSTEM_LIBRARIES = {
    "libarchive.so.13": ("libarchive13", "libarchive13t64"),
    "libglpk.so.40": ("libglpk40",),
    "libsodium.so.23": ("libsodium23",),
    "libsqlite3.so.0": ("libsqlite3-0",),
    "libstdc++.so.6": ("libstdc++6",),
    "libz.so.1": ("zlib1g",),
    "libzmq.so.5": ("libzmq5",),
    "libgcc_s.so.1": ("libgcc-s1",),
    "libc.so.6": ("libc6",),
    "libm.so.6": ("libc6",),
    "ld-linux-x86-64.so.2": ("libc6",),
    "ld-linux-aarch64.so.1": ("libc6",),
}


def release():
    """Returns the version that stands in the sources."""
    text = (ROOT / "Shared" / "Base" / "Contracts" / "Release.swift").read_text(encoding="utf-8")
    return re.search(r'version = "([^"]+)"', text).group(1)


def build_version(binaries):
    """Returns the release with a digest that distinguishes its builds."""
    digest = hashlib.sha256()
    for path in sorted(path for path in binaries.rglob("*") if path.is_file()):
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return f"{release()}-{digest.hexdigest()[:8]}"


def fill(directory, scratch, version=None):
    """Fills a new directory from a build, and returns the names of the system's libraries that it needs."""
    directory, scratch = pathlib.Path(directory), pathlib.Path(scratch)
    build = (scratch / "release").resolve()
    binaries = directory / "bin"
    binaries.mkdir(parents=True)
    commands = linking.link_commands(scratch)
    with concurrent.futures.ThreadPoolExecutor(LINKS_AT_ONCE) as pool:
        links = [pool.submit(linking.link, commands[name], binaries / name) for name in EXECUTABLES]
        for done in links:
            done.result()
    source = linking.runtime_directory(commands["mealwire"])
    others = linking.copy_libraries([binaries / name for name in EXECUTABLES], source, binaries / linking.LIBRARIES)
    unknown = [name for name in others if name not in SYSTEM_LIBRARIES]
    if unknown:
        raise Failure(f"The executables need {', '.join(unknown)}. SYSTEM_LIBRARIES in scripts/lib/release_kit/tree.py "
                      "must name the Debian packages.")
    # Processes read these files, which must be beside their executables, at their start.
    for resources in service_resources():
        shutil.copytree(build / resources, binaries / resources)
    shutil.copytree(ROOT / "compose", directory / "compose", ignore=shutil.ignore_patterns("secrets", "state"))
    shutil.copy2(ROOT / "scripts" / "install", directory)
    (directory / "VERSION").write_text((version or build_version(binaries)) + "\n", encoding="utf-8")
    (directory / "BUS_VERSION").write_text(f"{BUS_VERSION}\n", encoding="utf-8")
    return others


def replace(directory, scratch, version=None):
    """Makes the directory anew; what was there stays until the new one is complete."""
    directory = os.path.abspath(directory)
    fresh = f"{directory}.new"
    shutil.rmtree(fresh, ignore_errors=True)
    others = fill(fresh, scratch, version)
    shutil.rmtree(directory, ignore_errors=True)
    os.rename(fresh, directory)
    return others


def size(directory):
    """Returns the bytes of all files of a directory."""
    return sum(path.stat().st_size for path in pathlib.Path(directory).rglob("*") if path.is_file())
