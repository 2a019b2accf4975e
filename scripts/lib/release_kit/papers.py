"""The copyright file, the changelog and the manual page of a package."""

import gzip
import json
import pathlib
import re

from . import linking, sbom
from .linking import ROOT

# A line of a licence that Debian has in /usr/share/common-licenses.
APACHE = "Apache License"
GLPK = """The executable calorie-calculator of this package uses GLPK (package libglpk40), which is under the GNU General Public
License, version 3 or later. As distributed together with GLPK, that executable is therefore under these terms, too;
/usr/share/common-licenses/GPL-3 has their text. `scripts/release --without-glpk` builds a package without GLPK and
without menus.
"""


def texts(checkout):
    """Returns the notices of a package, and its licence unless the system has its text."""
    for path in sorted(checkout.iterdir()):
        if path.is_file() and re.match(r"(LICEN[CS]E|NOTICE|COPYING)", path.name, re.IGNORECASE):
            text = path.read_text(encoding="utf-8", errors="replace").strip()
            if APACHE not in text[:400]:
                yield path.name, text


def copyright_text(root, scratch, has_glpk):
    """Returns the copyright file: the licence, that of GLPK, and every linked package with its licence and notices."""
    linked = sbom.linked_packages(root, scratch)
    lines = ["Mealwire", "",
             "Copyright 2026 The Mealwire authors", "License: Apache-2.0 (/usr/share/common-licenses/Apache-2.0)", ""]
    if has_glpk:
        lines += [GLPK]
    notice = (ROOT / "NOTICE").read_text(encoding="utf-8")
    lines += ["Notices of Mealwire", "-------------------", notice.split("Licensed under", 1)[1].split("\n\n", 1)[1].strip(), ""]
    lines += ["Linked packages", "---------------",
              f"swift {sbom.toolchain()} (runtime, Dispatch, Foundation with ICU): {sbom.RUNTIME_LICENCE}"]
    lines += [f"{package.name} {package.version}: {sbom.LICENCES[package.name]}" for package in linked]
    lines += ["", "Apache-2.0 is in /usr/share/common-licenses/Apache-2.0. The Swift exception: as an exception, if you use this Software",
              "to compile your source code and portions of this Software are embedded into the binary product as a result, you",
              "may redistribute such product without providing attribution as would otherwise be required by Sections 4(a), 4(b)",
              "and 4(d) of the License.", ""]
    checkouts = {path.name.lower(): path for path in (pathlib.Path(scratch) / "checkouts").iterdir()}
    for package in linked:
        for name, text in texts(checkouts[package.name]):
            lines += [f"{package.name}: {name}", "-" * (len(package.name) + len(name) + 2), text, ""]
    return "\n".join(lines)


def changelog(version):
    """Returns the section of CHANGELOG.md for a version: that of its number, or what is not released yet."""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    sections = dict(re.findall(r"^## \[?([^\]\n ]+)\]?[^\n]*\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL))
    number = version.split("~")[0]
    return f"# Mealwire {version}\n{sections.get(version) or sections.get(number) or sections['Unreleased']}"


def debian_changelog(version, date):
    """Returns Debian's changelog of one entry; `date` is in the form of RFC 5322."""
    return (f"mealwire ({version}) unstable; urgency=medium\n\n  * See /usr/share/doc/mealwire/CHANGELOG.md.gz.\n\n"
            f" -- The Mealwire authors <mealwire@mealwire.invalid>  {date}\n")


def roff(text):
    """Returns text for a manual page: control characters of roff are escaped."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-")
    return "\n".join(("\\&" + line if line.startswith((".", "'")) else line) for line in escaped.split("\n"))


def options_of(command):
    """Yields the arguments of a command that its help shows: how they are written, and what they mean."""
    for argument in command.get("arguments", []):
        if not argument.get("shouldDisplay"):
            continue
        names = [("-" if name["kind"] == "short" else "--") + name["name"] for name in argument.get("names") or []]
        value = f"<{argument['valueName']}>"
        shown = f"{', '.join(names)}{'' if argument['kind'] == 'flag' else ' ' + value}" if names else value
        yield shown, argument.get("abstract", "")


def commands_of(command, words=()):
    """Yields each command with its words, the subcommands after it."""
    words = (*words, command["commandName"])
    yield words, command
    for inner in command.get("subcommands", []):
        if inner.get("shouldDisplay", True) and inner["commandName"] != "help":
            yield from commands_of(inner, words)


def manual(program, version, date):
    """Returns the manual page mealwire(1), from the command line's description of itself; `date` such as 2026-11-28."""
    root = json.loads(linking.run([program, "--experimental-dump-help"]))["command"]
    lines = [f'.TH MEALWIRE 1 "{date}" "mealwire {version}" "User Commands"', ".SH NAME", f"mealwire \\- {roff('run and inspect a calorie and nutrition tracker')}",
             ".SH SYNOPSIS", ".B mealwire", ".I command", "[options]", ".SH DESCRIPTION", roff(root["abstract"]), ".SH COMMANDS"]
    for words, command in commands_of(root):
        if len(words) == 1:
            continue
        lines += [f".SS {roff(' '.join(words))}", roff(command.get("abstract", ""))]
        if command.get("discussion"):
            lines += [".PP", roff(command["discussion"])]
        for shown, abstract in options_of(command):
            lines += [".TP", f".B {roff(shown)}", roff(abstract) or "\\&"]
    lines += [".SH FILES", ".TP", ".I /etc/mealwire/mealwire.conf", "Settings of the stack under systemd.", ".TP",
              ".I /var/lib/mealwire", "Its data, one directory for each service.", ".TP", ".I /var/backups/mealwire", "Its backups."]
    return "\n".join(lines) + "\n"


def write_compressed(path, text):
    """Writes a file as Debian's policy wants it: compressed as far as possible, without name and time."""
    path.with_name(path.name + ".gz").write_bytes(gzip.compress(text.encode(), 9, mtime=0))
