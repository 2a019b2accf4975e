"""Processor time of a request, compared with the executables of another version."""

import contextlib
import copy
import datetime
import os
import random
import statistics
import sys

from .catalog import Load, typed_queries
from .catalog_stack import SOURCE_ROWS, Catalog
from .diary import DONE, MEALS, PEOPLE, READS, Writes, load, log_entry, settle
from .logins import register
from .pipeline import BODY, PATH
from .table import Row, ratios
from .workbench import Workbench, needs

CONNECTIONS = 64
# A smaller difference is within the noise of a shared machine.
LIMIT = 1.05
# Measurements of a `Version`, with their names in the table.
KINDS = {"target": "a target", "write": "a write", "day": "a day of 20 entries",
         "searched": "a search among 390,000 foods"}
# Entries of the day that is read: those of a person who logs each food of five small meals.
DAY_ENTRIES = 20
TARGETS = f"""
wrk.method = "POST"
wrk.body = '{BODY}'
wrk.headers["Content-Type"] = "application/json"
""" + DONE


class Version:
    """The stacks of one set of executables."""

    def __init__(self, bench):
        self.bench = bench
        self.stack = bench.stack("stack")
        self.stack.start()
        tokens = [register(self.stack.port, number)[1] for number in range(PEOPLE)]
        self.writes = Writes(bench, self.stack.port, tokens)
        # A user without other writes, so that the day has the same entries on both sides.
        self.reader = register(self.stack.port, PEOPLE)[1]
        self.read_day = datetime.date.today() - datetime.timedelta(1)
        for number in range(DAY_ENTRIES):
            entry = {"meal": MEALS[number % len(MEALS)], "name": f"Bread {number}", "kcal": 80 + number}
            log_entry(self.stack.port, self.reader, self.read_day, entry)
        self.catalog = Catalog(bench, SOURCE_ROWS)
        self.catalog.fill()
        self.search = Load(self.catalog, "search", self.catalog.search_paths(typed_queries()))

    def microseconds(self, measure):
        """Returns the processor time of a request in all processes of the stack, with the work that follows it."""
        before = self.stack.processor_seconds()
        requests = measure()[3]
        settle(self.stack.directory)
        return (self.stack.processor_seconds() - before) * 1e6 / requests

    def target(self):
        return self.microseconds(lambda: load(self.bench, self.stack.port, TARGETS, CONNECTIONS, PATH))

    def write(self):
        return self.microseconds(self.writes.measure)

    def day(self):
        return self.microseconds(lambda: load(
            self.bench, self.stack.port, READS.format(token=self.reader), CONNECTIONS,
            f"/v1/diary/days/{self.read_day}"))

    def searched(self):
        return self.search.measure()[5] * 1_000


@contextlib.contextmanager
def other_workbench(bench):
    """A workbench with the executables of the other version."""
    options = copy.copy(bench.options)
    options.binaries = options.against
    with Workbench(options) as other:
        yield other


def rows(bench):
    needs("wrk", "wrk")
    needs("h2load", "nghttp2-client")
    if not bench.options.against:
        sys.exit("versions needs --against DIR, the directory of the other version's executables.")
    if not os.path.exists(os.path.join(bench.options.against, "mealwire")):
        sys.exit(f"{bench.options.against} has no executables of Mealwire.")
    with other_workbench(bench) as other:
        sides = {"new": Version(bench), "old": Version(other)}
        # Neither side is always the first one: a machine may be faster at the start of a round.
        order = random.sample(list(sides), len(sides))
        results = bench.rounds({
            (side, kind): getattr(sides[side], kind) for kind in KINDS for side in order})
        for kind, what in KINDS.items():
            bench.notes.append(f"processor time of {what}: " + ", ".join(
                f"{side} {statistics.median(results[side, kind]):,.0f} µs" for side in sides))
        return [
            Row(f"{what}, processor time, new / old", ratios(results["new", kind], results["old", kind]), "<=", LIMIT)
            for kind, what in KINDS.items()]
