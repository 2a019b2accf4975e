"""The list of statements that PostgreSQL refuses, each with the reason why it is there.

An ellipsis in a listed statement stands for any text, so that a further column changes no list.
"""

import json
import pathlib
import re
import tomllib

PATH = pathlib.Path(__file__).with_name("refusals.toml")
HEADING = """# Statements that PostgreSQL refuses, with the reason for each. "…" stands for any text. `scripts/ci/portable-sql` compares
# the list with what it finds; with --write it adds new ones without a reason, and removes those that are accepted or gone.
"""


def read(path=PATH):
    """Returns the reasons by statement."""
    if not path.exists():
        return {}
    groups = tomllib.loads(path.read_text(encoding="utf-8")).get("refusal", [])
    return {statement: group["because"] for group in groups for statement in group["statements"]}


def write(reasons, path=PATH):
    """Writes the reasons, each once with all its statements."""
    lines = [HEADING]
    for reason in sorted(set(reasons.values())):
        statements = sorted(statement for statement, other in reasons.items() if other == reason)
        lines += ["[[refusal]]", f"because = {_text(reason)}", "statements = ["]
        lines += [*(f"    {_text(statement)}," for statement in statements), "]", ""]
    path.write_text("\n".join(lines), encoding="utf-8")


def _text(text):
    # A JSON string is a basic string of TOML.
    return json.dumps(text, ensure_ascii=False)


def _matched(listed, found):
    """Returns the statements that a listed one stands for."""
    pattern = re.compile(".*".join(re.escape(part) for part in listed.split("…")))
    return [statement for statement in found if pattern.fullmatch(statement)]


def updated(reasons, found):
    """Returns the list without statements that are accepted or gone, and with new ones without a reason."""
    refused = {statement for statement, answer in found.items() if answer}
    kept = {listed: reason for listed, reason in reasons.items() if _matched(listed, refused)}
    known = {statement for listed in kept for statement in _matched(listed, refused)}
    return kept | dict.fromkeys(refused - known, "")


def findings(reasons, found):
    """Returns what is wrong, as sentences.

    `found` has for each statement what PostgreSQL says of it: a sentence, or None if it accepts it.
    """
    matched = {listed: _matched(listed, found) for listed in sorted(reasons)}
    known = {statement for statements in matched.values() for statement in statements}
    wrong = [f"refused, and not listed: {statement}\n    {answer}"
             for statement, answer in sorted(found.items()) if answer and statement not in known]
    for listed, statements in matched.items():
        if not reasons[listed].strip():
            wrong.append(f"listed without a reason: {listed}")
        if not statements:
            wrong.append(f"listed, but no test runs it: {listed}")
        wrong += [f"listed, but PostgreSQL accepts it: {statement}" for statement in statements if not found[statement]]
    return wrong
