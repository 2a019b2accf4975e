"""Writes a page of docs/benchmarks from the measured parts."""

import os
import platform
import statistics
import subprocess


class Part:
    """The rows and notes of one measured part."""

    def __init__(self, title, rows, notes):
        self.title, self.rows, self.notes = title, rows, notes


def markdown(parts, options, date, summary):
    """Returns the page of a run: machine, method, and one table for each part."""
    sections = [_heading(options, date, summary), *(_section(part) for part in parts)]
    return "\n".join(sections)


def _heading(options, date, summary):
    day = f"{date.day} {date:%B %Y}"
    lines = [f"# Benchmarks of {day}", "",
             f"Machine: {_processor()}, {os.cpu_count()} processors, {_memory_gb()} GB of memory, "
             f"Linux {platform.release().split('-')[0]}, {_swift()}.",
             f"Source: commit `{_commit()}`, release build.",
             f"Method: {options.rounds} rounds of {options.seconds} s, {summary}.",
             "Mealwire and its baselines take turns in each round, and the median counts.", ""]
    return "\n".join(lines)


def _section(part):
    lines = [f"## {part.title}", "", "| figure | median | least … most | limit | |", "| --- | --- | --- | --- | --- |",
             *(_cells(row) for row in part.rows), ""]
    if part.notes:
        lines += ["Absolute medians and notes:", "", *(f"- {note.strip()}" for note in part.notes), ""]
    return "\n".join(lines)


def _cells(row):
    unit = "" if row.unit == "x" else f" {row.unit}"
    spread = f"{min(row.values):.2f} … {max(row.values):.2f}" if len(row.values) > 1 else ""
    comparison = row.comparison.replace("<=", "≤").replace(">=", "≥")
    met = "met" if row.is_met else "**missed**"
    return f"| {row.name} | {statistics.median(row.values):.2f}{unit} | {spread} | {comparison} {row.limit:g} | {met} |"


def _processor():
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        for line in file:
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    return platform.machine()


def _memory_gb():
    return round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30)


def _commit():
    return _first_line("git", "rev-parse", "--short=8", "HEAD") or "unknown"


def _swift():
    line = _first_line("swift", "--version") or "Swift"
    words = line.split()
    return f"Swift {words[words.index('version') + 1]}" if "version" in words else line


def _first_line(*command):
    try:
        result = subprocess.run(command, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return None
    return next(iter(result.stdout.splitlines()), None)
