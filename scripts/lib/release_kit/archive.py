"""Makes the archive that runs from any directory."""

import os
import pathlib
import shutil
import subprocess

from . import tree
from .deb import architecture, normalise
from .linking import ROOT, Failure

# xz's own default. 9 makes it 3 % smaller, and needs 64 MB to unpack.
XZ_LEVEL = "-6"


def launcher():
    """Returns the script `bin/mealwire`, which knows the packages of libraries."""
    cases = [f"            {name}) found=\"{' '.join(reversed(packages))}\" ;;" for name, packages in sorted(tree.SYSTEM_LIBRARIES.items())]
    return (pathlib.Path(__file__).parent / "launcher.sh").read_text(encoding="utf-8").replace("@CASES@", "\n".join(cases))


def write_documents(root, documents):
    directory = root / "share" / "doc" / "mealwire"
    directory.mkdir(parents=True)
    for name, file in (("copyright", "copyright"), ("changelog", "CHANGELOG.md"), ("sbom", "sbom.cdx.json")):
        (directory / file).write_text(documents[name], encoding="utf-8")
    for name in ("LICENSE", "NOTICE"):
        shutil.copyfile(ROOT / name, directory / name)
    manual = root / "share" / "man" / "man1" / "mealwire.1"
    manual.parent.mkdir(parents=True)
    manual.write_text(documents["manual"], encoding="utf-8")


def pack(parent, name, output, epoch):
    """Packs a directory: sorted, without owner and with one time, compressed by one thread."""
    words = ["tar", "--create", "--format=gnu", "--sort=name", f"--mtime=@{epoch}", "--owner=0", "--group=0", "--numeric-owner",
             "--directory", str(parent), name]
    with open(output, "wb") as file:
        packing = subprocess.Popen(words, stdout=subprocess.PIPE, env=os.environ | {"LC_ALL": "C"})
        pressing = subprocess.run(["xz", XZ_LEVEL, "--threads=1", "--stdout"], stdin=packing.stdout, stdout=file, check=False)
        if packing.wait() != 0 or pressing.returncode != 0:
            raise Failure(f"{output} cannot be packed.")


def make(package, destination, work, documents, version, epoch):
    """Makes the `tar.xz` of a directory of `tree.fill`."""
    name = f"mealwire-{version}-{architecture()}"
    root = pathlib.Path(work) / name
    (root / "bin").mkdir(parents=True)
    (root / "bin" / "mealwire").write_text(launcher(), encoding="utf-8")
    shutil.copytree(package, root / "lib" / "mealwire", symlinks=True)
    write_documents(root, documents)
    normalise(root)
    output = pathlib.Path(destination) / f"{name}.tar.xz"
    pack(work, name, output, epoch)
    shutil.rmtree(root)
    return output
