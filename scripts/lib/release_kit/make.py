#!/usr/bin/env python3
"""Makes the packages from the build of the commit beside it; `scripts/release` calls it.

Usage: make.py DIRECTORY --only PART… [--base FILE]
"""

import argparse
import datetime
import hashlib
import os
import pathlib
import shutil
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from container_kit.base import make_base  # noqa: E402
from container_kit.engine import Failure as EngineFailure  # noqa: E402
from release_kit import archive, deb, image, linking, packages, papers, sbom, tree  # noqa: E402
from release_kit.linking import ROOT  # noqa: E402


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("directory", type=pathlib.Path)
    parser.add_argument("--only", action="append")
    parser.add_argument("--base", type=pathlib.Path)
    return parser.parse_args()


def version(time):
    """Returns the version of the packages; until there is a release, it has the time and the commit."""
    commit = os.environ["MEALWIRE_RELEASE_COMMIT"]
    return f"{tree.release()}~{time:%Y%m%d%H%M}.{commit}" if commit else tree.release()


def papers_of(package, scratch, libraries, name, time):
    return {
        "copyright": papers.copyright_text(ROOT, scratch, "libglpk.so.40" in libraries),
        "changelog": papers.changelog(name),
        "manual": papers.manual(package / "bin" / "mealwire", name, f"{time:%Y-%m-%d}"),
        "sbom": sbom.document(ROOT, scratch, libraries, name),
    }


def report(name, base):
    """Returns what the packages were built with."""
    compiler = linking.run(["swift", "--version"]).splitlines()[0]
    lines = [f"version: {name}", f"compiler: {compiler}", f"system: {system()}", f"time of the commit: {os.environ['SOURCE_DATE_EPOCH']}"]
    if base:
        lines.append(f"base of the image: sha256:{hashlib.sha256(base.read_bytes()).hexdigest()}")
    return "\n".join([*lines, "", "packages:", *(f"  {package.name} {package.version}" for package in packages.resolved(ROOT)), ""])


def system():
    with open("/etc/os-release", encoding="utf-8") as file:
        return dict(line.rstrip().split("=", 1) for line in file if "=" in line)["PRETTY_NAME"].strip('"')


def make(options, work):
    differences = packages.differences(ROOT)
    if differences:
        raise linking.Failure("\n".join(differences))
    epoch = int(os.environ["SOURCE_DATE_EPOCH"])
    time = datetime.datetime.fromtimestamp(epoch, datetime.timezone.utc)
    name, scratch, package = version(time), ROOT / ".build", work / "package"
    libraries = tree.replace(package, os.path.realpath(scratch), name)
    documents = papers_of(package, scratch, libraries, name, time)
    fresh = options.directory.with_name(options.directory.name + ".new")
    shutil.rmtree(fresh, ignore_errors=True)
    fresh.mkdir(parents=True)
    if "deb" in options.only:
        deb.make(package, fresh, work, documents, name, libraries, epoch)
    if "tar" in options.only:
        archive.make(package, fresh, work, documents, name, epoch)
    base = options.base
    if "image" in options.only:
        if not base:
            make_base(str(work / "base.tar"), str(work))
            base = work / "base.tar"
        image.make(package, base, fresh, work, documents, name, epoch, f"{time:%Y-%m-%dT%H:%M:%SZ}")
    (fresh / f"mealwire-{name}.cdx.json").write_text(documents["sbom"], encoding="utf-8")
    (fresh / "CHANGELOG.md").write_text(documents["changelog"], encoding="utf-8")
    (fresh / "BUILD.txt").write_text(report(name, base), encoding="utf-8")
    sums = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in sorted(fresh.iterdir())]
    (fresh / "SHA256SUMS").write_text("".join(sums), encoding="utf-8")
    shutil.rmtree(options.directory, ignore_errors=True)
    fresh.rename(options.directory)
    for path in sorted(options.directory.iterdir()):
        print(f"{path.stat().st_size / 1e6:8.1f} MB  {path}")


def main():
    options = arguments()
    # Beside the build, where there is room.
    with tempfile.TemporaryDirectory(dir=ROOT.parent) as work:
        try:
            make(options, pathlib.Path(work))
        except (linking.Failure, packages.Unresolved, EngineFailure) as failure:
            sys.exit(str(failure))


if __name__ == "__main__":
    main()
