"""Makes the base of the images without a registry: Debian's minimal system with the stack's libraries."""

import os
import shutil

from .engine import run

LIBRARIES = "libsqlite3-0,libzmq5,libsodium23,libarchive13,zlib1g,libglpk40,libstdc++6"
# Files that no process of the stack reads.
LEFT_OUT = ("usr/share/doc", "usr/share/man", "usr/share/locale", "usr/share/info", "usr/share/perl5", "usr/share/bash-completion",
            "usr/share/keyrings", "usr/share/zoneinfo/right", "usr/share/zoneinfo/posix", "usr/lib/x86_64-linux-gnu/gconv",
            "usr/lib/x86_64-linux-gnu/perl-base", "usr/lib/apt", "var/cache", "var/lib/apt", "var/lib/dpkg", "var/log")


def make_base(archive, work):
    """Makes an archive of Debian's minimal system, without unnecessary files."""
    system = os.path.join(work, "system")
    with open("/etc/os-release", encoding="utf-8") as file:
        release = dict(line.rstrip().split("=", 1) for line in file if "=" in line)["VERSION_CODENAME"].strip('"')
    run(["debootstrap", "--variant=minbase", f"--include={LIBRARIES}", release, system, *mirror(release)], timeout=600)
    for path in LEFT_OUT:
        shutil.rmtree(os.path.join(system, path), ignore_errors=True)
    for path in ("var/cache", "var/log"):
        os.makedirs(os.path.join(system, path))
    run(["tar", "--create", "--file", archive, "--directory", system, "--exclude=./dev/*", "--exclude=./proc/*", "."])
    shutil.rmtree(system)


def mirror(release):
    """Returns the package mirror of this machine."""
    for path in ["/etc/apt/sources.list", *sources("/etc/apt/sources.list.d")]:
        try:
            with open(path, encoding="utf-8") as file:
                text = file.read()
        except OSError:
            continue
        for line in text.splitlines():
            words = [word for word in line.split() if not word.startswith("[") and not word.endswith("]")]
            if words[:1] == ["deb"] and len(words) > 2 and words[2] == release:
                return [words[1]]
        for stanza in text.split("\n\n"):
            fields = dict(line.split(":", 1) for line in stanza.splitlines() if ":" in line and not line.startswith("#"))
            if release in fields.get("Suites", "").split() and fields.get("URIs"):
                return [fields["URIs"].split()[0]]
    return []


def sources(directory):
    return [os.path.join(directory, name) for name in sorted(os.listdir(directory))] if os.path.isdir(directory) else []
