"""Statements as PostgreSQL judges them."""

import json
import pathlib

from . import dialect

_DIRECTORY = pathlib.Path(__file__).parent
# The functions of SQLite that the services may use, and those of the check itself.
_FUNCTIONS = [(_DIRECTORY / name).read_text(encoding="utf-8") for name in ("functions.sql", "refusal.sql")]
_SETTINGS = """
SET client_min_messages = error;
SET plan_cache_mode = force_generic_plan;
DROP SCHEMA public CASCADE;
CREATE SCHEMA public;
"""
_JUDGED_WITHIN_SECONDS = 300


def _quoted(text):
    return "'" + text.replace("'", "''") + "'"


def refusals(cluster, schema, statements):
    """Makes the schema of a service, and returns what PostgreSQL says of each statement: a sentence, or None.

    The statements of the schema are judged, too. The keys are the statements in one line.
    """
    script, keys = [_SETTINGS, *_FUNCTIONS], []
    for function, texts in (("refusal_of_change", schema), ("refusal", statements)):
        for text in texts:
            keys.append(dialect.normal(text))
            script.append(f"SELECT coalesce(to_json({function}({_quoted(dialect.postgresql(text))})), 'null');")
    answers = [json.loads(line) for line in cluster.sql("\n".join(script), _JUDGED_WITHIN_SECONDS).splitlines()]
    if len(answers) != len(keys):
        raise RuntimeError(f"PostgreSQL judges {len(answers)} of {len(keys)} statements.")
    found = {}
    for key, answer in zip(keys, answers):
        # Lists of several lengths are one statement, which is refused if one of them is.
        found[key] = found.get(key) or answer
    return found
