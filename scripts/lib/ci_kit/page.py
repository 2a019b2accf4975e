"""The page docs/reference/checks.md, from the lists of checks."""

import shlex

from .checks import LONG, RUN
from .runner import ROOT

PAGE = ROOT / "docs" / "reference" / "checks.md"
HEADING = """# Checks

Written by `scripts/ci/checks --page`; do not edit. `.ci/run` runs before each merge. `scripts/ci/long` runs before an issue counts as
resolved, and before a release: it has what measures, explores at random, repeats, or needs containers or a browser. A check
that does not end within its bound has failed.
"""


def rows(checks):
    for check in checks:
        command = shlex.join(check.command)
        if check.busy_programs:
            command += f" beside {check.busy_programs} busy programs"
        yield f"| {check.name} | `{command}` | {check.bound_s // 60} | {check.why} |"


def section(title, checks):
    return [f"## {title}", "", "| check | command | bound, minutes | why it is here |", "| --- | --- | --- | --- |", *rows(checks), ""]


def text():
    lines = [HEADING, *section("`.ci/run`", [check for lane in RUN for check in lane]), *section("`scripts/ci/long`", LONG)]
    return "\n".join(lines)


def write():
    PAGE.write_text(text(), encoding="utf-8")


def is_stale():
    return not PAGE.exists() or PAGE.read_text(encoding="utf-8") != text()
