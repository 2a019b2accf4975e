"""Makes the Debian package: the tree of scripts/package, the command, its manual page, and scripts that call the installer."""

import email.utils
import os
import pathlib
import re
import shutil

from . import linking, papers, tree
from .linking import ROOT, run

SOURCE = pathlib.Path(__file__).parent / "debian"
# Where the package's files are. `install` links them into /usr/lib/mealwire/VERSION, where versions are side by side:
# dpkg removes the files of the version before while its processes still run.
PAYLOAD = pathlib.PurePosixPath("usr/lib/mealwire-package")
# The oldest glibc that an executable may need: that of Debian 12.
GLIBC_MAX = (2, 36)


def architecture():
    return run(["dpkg", "--print-architecture"]).strip()


def glibc(binaries):
    """Returns the newest version of glibc's symbols that the files need."""
    versions = set()
    for path in binaries.rglob("*"):
        if path.is_file() and path.read_bytes()[:4] == b"\x7fELF":
            versions |= {tuple(map(int, found.split("."))) for found in re.findall(r"GLIBC_(\d+\.\d+)", run(["readelf", "--version-info", "--wide", path]))}
    newest = max(versions)
    if newest > GLIBC_MAX:
        raise linking.Failure(f"The executables need glibc {'.'.join(map(str, newest))}: build on Debian 12.")
    return ".".join(map(str, newest))


def depends(libraries, binaries):
    """Returns the packages that must be installed, with alternatives."""
    names = sorted({tree.SYSTEM_LIBRARIES[name] for name in libraries} - {("libc6",)})
    return ", ".join([f"libc6 (>= {glibc(binaries)})", "passwd", *(" | ".join(names) for names in names)])


def normalise(root):
    """Gives each file the mode that it must have, whatever the umask of the builder is."""
    for directory, _, files in os.walk(root):
        os.chmod(directory, 0o755)
        for name in files:
            path = pathlib.Path(directory, name)
            if path.is_symlink():
                continue
            head = path.open("rb").read(4)
            is_program = head[:2] == b"#!" or head == b"\x7fELF" and not re.search(r"\.so(\.|$)", name)
            path.chmod(0o755 if is_program else 0o644)


def control(version, libraries, root):
    binaries = root / PAYLOAD / "bin"
    values = {"VERSION": version, "ARCHITECTURE": architecture(), "DEPENDS": depends(libraries, binaries),
              "SIZE": str(-(-tree.size(root) // 1024))}
    text = (SOURCE / "control.in").read_text(encoding="utf-8")
    return re.sub(r"@([A-Z]+)@", lambda match: values[match.group(1)], text)


def write_documents(root, version, documents, epoch):
    share = root / "usr" / "share"
    pages, places = share / "man" / "man1", share / "doc" / "mealwire"
    for directory in (pages, places, share / "lintian" / "overrides"):
        directory.mkdir(parents=True)
    papers.write_compressed(pages / "mealwire.1", documents["manual"])
    papers.write_compressed(places / "CHANGELOG.md", documents["changelog"])
    papers.write_compressed(places / "changelog", papers.debian_changelog(version, email.utils.formatdate(epoch)))
    (places / "copyright").write_text(documents["copyright"], encoding="utf-8")
    papers.write_compressed(places / "sbom.cdx.json", documents["sbom"])
    shutil.copyfile(SOURCE / "lintian-overrides", share / "lintian" / "overrides" / "mealwire")


def write_scripts(root, version, libraries):
    directory = root / "DEBIAN"
    directory.mkdir()
    (directory / "control").write_text(control(version, libraries, root), encoding="utf-8")
    for name in ("postinst", "prerm"):
        shutil.copyfile(SOURCE / name, directory / name)
    installer = (ROOT / "scripts" / "install").read_text(encoding="utf-8")
    (directory / "postrm").write_text((SOURCE / "postrm.head").read_text(encoding="utf-8") + installer.split("\n", 1)[1], encoding="utf-8")
    sums = run(["sh", "-c", "find usr -type f -print0 | LC_ALL=C sort -z | xargs -0 md5sum"], cwd=root)
    (directory / "md5sums").write_text(sums, encoding="utf-8")


def make(package, destination, work, documents, version, libraries, epoch):
    """Makes the `.deb` of a directory of `tree.fill`; `documents` are texts by name, `epoch` is the time of all files."""
    root = pathlib.Path(work) / "deb"
    shutil.copytree(package, root / PAYLOAD, symlinks=True)
    command = root / "usr" / "bin" / "mealwire"
    command.parent.mkdir()
    text = (ROOT / "compose" / "systemd" / "mealwire.sh").read_text(encoding="utf-8")
    command.write_text(text.replace("/usr/local", "/usr"), encoding="utf-8")
    write_documents(root, version, documents, epoch)
    normalise(root)
    write_scripts(root, version, libraries)
    normalise(root / "DEBIAN")
    output = pathlib.Path(destination) / f"mealwire_{version}_{architecture()}.deb"
    # One thread, because the result of xz depends on their number.
    run(["dpkg-deb", "--root-owner-group", "-Zxz", "--threads-max=1", "--build", root, output],
        env=os.environ | {"SOURCE_DATE_EPOCH": str(epoch), "LC_ALL": "C"})
    shutil.rmtree(root)
    return output
