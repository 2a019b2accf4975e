"""SQL as the services write it for SQLite, in PostgreSQL's form.

Only what never changes a result is translated: placeholders, and `INDEXED BY`, which forces SQLite to use an index.
"""

import re

_TOKEN = re.compile(r"""
    (?P<text>'(?:[^']|'')*')
  | (?P<name>"(?:[^"]|"")*")
  | (?P<comment>--[^\n]*|/\*.*?\*/)
  | (?P<place>\?(?P<number>\d*))
  | (?P<hint>\b(?:NOT\s+INDEXED|INDEXED\s+BY\s+\w+)\b)
  | (?P<end>;)
""", re.VERBOSE | re.DOTALL | re.IGNORECASE)
# A list of a length that a request decides.
_LIST = re.compile(r"(?<=\bIN \()\?(?:, \?)*(?=\))")


def postgresql(statement):
    """Returns a statement with PostgreSQL's placeholders and without hints and comments."""
    highest = 0

    def replaced(match):
        nonlocal highest
        if match["comment"] or match["hint"]:
            return " "
        if match["place"]:
            # SQLite gives a bare placeholder the number after the highest one so far.
            number = int(match["number"] or highest + 1)
            highest = max(highest, number)
            return f"${number}"
        return match[0]

    return _TOKEN.sub(replaced, statement)


def split(text):
    """Returns the statements of a text, without comments."""
    statements = [""]

    def sort(part, match):
        statements[-1] += part
        if match is None or match["comment"]:
            return
        if match["end"]:
            statements.append("")
        else:
            statements[-1] += match[0]

    position = 0
    for match in _TOKEN.finditer(text):
        sort(text[position:match.start()], match)
        position = match.end()
    sort(text[position:], None)
    return [statement.strip() for statement in statements if statement.strip()]


def normal(statement):
    """Returns a statement in one line, the same for every length of a list of placeholders."""
    return _LIST.sub("?, …", " ".join(" ".join(split(statement)).split()))
