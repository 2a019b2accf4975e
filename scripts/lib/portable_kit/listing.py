"""The list of statements that PostgreSQL refuses, each with the reason why it is there."""

import json
import pathlib
import tomllib

PATH = pathlib.Path(__file__).with_name("refusals.toml")
HEADING = """# Statements that PostgreSQL refuses, with the reason for each. `scripts/ci/portable-sql` compares it with what it finds;
# with --write it adds new ones without a reason, and removes those that are accepted or gone.
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
        lines += ["[[refusal]]", f"because = {_text(reason)}", "statements = [", *(f"    {_text(one)}," for one in statements), "]", ""]
    path.write_text("\n".join(lines), encoding="utf-8")


def _text(text):
    # A JSON string is a basic string of TOML.
    return json.dumps(text, ensure_ascii=False)


def findings(reasons, found):
    """Returns what is wrong, as sentences.

    `found` has for each statement what PostgreSQL says of it: a sentence, or None if it takes it.
    """
    wrong = [f"refused, and not listed: {statement}\n    {answer}"
             for statement, answer in sorted(found.items()) if answer and statement not in reasons]
    wrong += [f"listed without a reason: {statement}" for statement, reason in sorted(reasons.items()) if not reason.strip()]
    for statement in sorted(reasons):
        if statement not in found:
            wrong.append(f"listed, but no test runs it: {statement}")
        elif found[statement] is None:
            wrong.append(f"listed, but PostgreSQL takes it: {statement}")
    return wrong
