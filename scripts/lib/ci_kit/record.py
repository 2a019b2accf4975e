"""The record of the last long run, docs/benchmarks/long-run.md."""

import datetime
import os
import re
import subprocess

from .runner import PASSED, ROOT

PAGE = ROOT / "docs" / "benchmarks" / "long-run.md"
# The line that `sentence` reads.
STATE = re.compile(r"^Commit `(\w+)` of (\d{4}-\d{2}-\d{2}): (.+)$", re.MULTILINE)
SHORT = 10


def git(*words):
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()


def commit():
    """The commit that is checked out."""
    return git("rev-parse", f"--short={SHORT}", "HEAD")


def is_changed():
    """Whether files differ from the commit."""
    return bool(git("status", "--porcelain"))


def counts(checks, outcomes):
    """How many checks of a run have passed and failed, and how many are still to run."""
    passed = sum(outcomes[check.name].state == PASSED for check in checks if check.name in outcomes)
    found = sum(check.name in outcomes for check in checks)
    return passed, found - passed, len(checks) - found


def write(checks, outcomes, tested, begun):
    """Writes the record of a run of the commit `tested`; `begun` is its date."""
    passed, failed, left = counts(checks, outcomes)
    state = "all checks passed" if passed == len(checks) else f"{passed} passed, {failed} failed, {left} not run"
    rows = []
    for check in checks:
        outcome = outcomes.get(check.name)
        ended = f"{outcome.state} {outcome.detail}".strip() if outcome else "not run"
        rows.append(f"| {check.name} | {ended} | {f'{outcome.seconds:.0f}' if outcome else ''} | {check.why} |")
    PAGE.write_text("\n".join([
        "# The last long run", "",
        "Written by `scripts/ci/long`, which continues where it stopped. Each check is a command of `scripts/lib/ci_kit/checks.py`.", "",
        f"Commit `{tested}` of {begun}: {state}", "",
        f"Machine: {os.cpu_count()} processors.", "",
        "| check | result | seconds | why it is here |", "| --- | --- | --- | --- |", *rows, ""]), encoding="utf-8")


def sentence():
    """Says of which commit the last long run was, how old it is, and how it ended."""
    found = STATE.search(PAGE.read_text(encoding="utf-8")) if PAGE.exists() else None
    if not found:
        return "There is no record of a long run (scripts/ci/long)."
    days = (datetime.date.today() - datetime.date.fromisoformat(found[2])).days
    return f"The last long run was of commit {found[1]}, {days} days ago: {found[3]}."
