"""The files and lines that a tutorial adds, read from its page.

A block that is marked with a file is a part of the working copy:

    ```swift file=Services/Moods/Schema.swift            a new file
    ```swift file=Package.swift after="let services = [" lines after the only line that begins so; also `before`

Anchors are JSON strings. Inserted lines get the indentation of the line with the anchor.
"""

import json
import pathlib
import re
import typing

BLOCK = re.compile(r"^```\w+ file=(\S+)(?: (after|before)=(\"[^\n]*\"))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Refusal(Exception):
    """A block that does not fit the working copy."""


class Block(typing.NamedTuple):
    """A new file, or lines beside a line of a file that exists."""

    path: str
    # None for a new file.
    place: str | None
    anchor: str
    text: str

    @property
    def is_new(self):
        return self.place is None

    def apply(self, root):
        """Writes the file or the lines into a working copy."""
        file = root / self.path
        if self.is_new:
            if file.exists():
                raise Refusal(f"{self.path} exists already.")
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(self.text)
            return
        lines = file.read_text().splitlines(keepends=True)
        found = [index for index, line in enumerate(lines) if line.lstrip().startswith(self.anchor)]
        if len(found) != 1:
            raise Refusal(f"{self.path} has {len(found)} lines that begin with `{self.anchor}`, not one.")
        anchor = lines[found[0]]
        # What a list contains is indented once more than the line that opens it.
        deeper = "    " if self.place == "after" and anchor.rstrip().endswith(("[", "(", "{")) else ""
        indentation = anchor[:len(anchor) - len(anchor.lstrip())] + deeper
        added = [indentation + line if line.strip() else line for line in self.text.splitlines(keepends=True)]
        index = found[0] + (self.place == "after")
        file.write_text("".join(lines[:index] + added + lines[index:]))


def blocks(page):
    """Returns the blocks of a page, in their order."""
    found = BLOCK.findall(pathlib.Path(page).read_text())
    return [Block(path, place or None, json.loads(anchor) if anchor else "", text) for path, place, anchor, text in found]


def places(page):
    """Returns the numbered rows of the page's tables of places."""
    return re.findall(r"^\| \d+ \| (.*)$", pathlib.Path(page).read_text(), re.MULTILINE)


def unnamed(page):
    """Returns the files that exist and are changed by a block, but are in no row of the tables of places."""
    rows = "\n".join(places(page))
    # A file with a language in its name may be named by its ending alone: `more.en.json`, `.uk.json`.
    names = {block.path: re.sub(r".*/(?:more(?=\.(?!en)))?", "", block.path) for block in blocks(page) if not block.is_new}
    return sorted(path for path, name in names.items() if name not in rows)
