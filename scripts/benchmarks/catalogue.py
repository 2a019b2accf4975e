"""The food catalogue with hundreds of thousands of foods, or millions: import, search, barcodes, memory."""

import csv
import json
import os
import random
import resource
import shutil
import signal
import statistics
import subprocess
import sys
import threading
import time
import urllib.parse

from catalogue_kit.large import barcode
from search_quality import judgements

from . import postgres
from .logins import memory_mb, register
from .mealwire_set import MealwireSet, processor_ns
from .table import Row, median_text, ratios
from .workbench import ROOT, end, needs

SEARCHERS = 8
SEED = 1
# What both sides of the comparison are asked: PostgreSQL's client takes no more.
COMPARED = postgres.QUERIES_MAX
BARCODES = 5_000
IMPORT_WITHIN_SECONDS = 1_800
# So long an import runs before searches beside it are measured.
IMPORT_RUNS_IN_SECONDS = 1
# The catalogue itself, its file twice, and PostgreSQL's copy of the names with its index.
BYTES_OF_A_ROW = 2_500
MEMORY_INTERVAL_SECONDS = 0.1
# By rows: the limits. Comparison by comparison, they are those that Mealwire sets itself.
LIMITS = {
    "search p99": {390_000: 10, 3_000_000: 30},
    "barcode p99": 2,
    "import rows/s": 40_000,
    "memory": 150,
    "searches / PostgreSQL": 10,
    "searches with import / without": 0.5,
    "p99 with import / without": 2,
}
SCRIPT = """
local paths, next_path, requests = {paths}, {first}, {{}}
function init(arguments)
  for index, path in ipairs(paths) do
    requests[index] = wrk.format("GET", path, {{["Authorization"] = "Bearer {token}"}})
  end
end
function request()
  next_path = next_path % #requests + 1
  return requests[next_path]
end
function done(summary, latency, requests)
  io.write(string.format("RESULT %f %f %f %d %d\\n", summary.requests / (summary.duration / 1e6),
    latency:percentile(50), latency:percentile(99), summary.errors.status, summary.errors.connect + summary.errors.read
    + summary.errors.write + summary.errors.timeout))
end
"""


class Load:
    """Requests that are made again and again, one after the other, by so many at once."""

    def __init__(self, catalogue, name, paths, connections=SEARCHERS, status_errors=0):
        self.catalogue, self.connections, self.status_errors = catalogue, connections, status_errors
        self.script = catalogue.bench.path(f"{name}.lua")
        table = "{" + ",".join(json.dumps(path) for path in paths) + "}"
        with open(self.script, "w", encoding="ascii") as file:
            file.write(SCRIPT.format(paths=table, first=0, token=catalogue.token))

    def measure(self):
        """Requests a second, median and 99th percentile in milliseconds, the client's share of a processor, and for how
        many milliseconds food-catalog and the whole set ran for a request."""
        bench, port = self.catalogue.bench, self.catalogue.meals.port
        of_catalogue, of_set = processor_ns(self.catalogue.pid), self.catalogue.meals.processor_seconds()
        before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
        rate, median, last, refused, failed = bench.result(
            "wrk", "-t1", f"-c{self.connections}", f"-d{bench.options.seconds}s", "-s", self.script,
            f"http://127.0.0.1:{port}")
        after, seconds = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic() - begin
        # Without a limit of its own, every answer to a barcode that nobody has is a status of 404.
        expected = rate * bench.options.seconds if self.status_errors else 0
        if failed or abs(refused - expected) > 0.1 * expected + SEARCHERS:
            sys.exit(f"{refused:.0f} of the requests were refused and {failed:.0f} failed.")
        used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        requests = rate * bench.options.seconds
        of_catalogue = (processor_ns(self.catalogue.pid) - of_catalogue) / 1e6 / requests
        of_set = (self.catalogue.meals.processor_seconds() - of_set) * 1_000 / requests
        return rate, median / 1_000, last / 1_000, used / seconds, of_catalogue, of_set


class Memory(threading.Thread):
    """Watches what memory a process has, until it is stopped."""

    def __init__(self, pid):
        super().__init__(daemon=True)
        self.pid, self.anonymous, self.proportional, self.is_over = pid, 0, 0, threading.Event()

    def run(self):
        while not self.is_over.wait(MEMORY_INTERVAL_SECONDS):
            try:
                self.anonymous = max(self.anonymous, memory_mb(self.pid, "RssAnon"))
                with open(f"/proc/{self.pid}/smaps_rollup") as file:
                    self.proportional = max(self.proportional, next(
                        int(line.split()[1]) for line in file if line.startswith("Pss:")) / 1024)
            except OSError:
                return

    def stop(self):
        self.is_over.set()
        self.join()


class Catalogue:
    """A set with a large catalogue, and its file."""

    def __init__(self, bench, rows):
        self.bench, self.wanted_rows = bench, rows
        self.file = self.made_file()
        self.changed_file, self.barcodes, self.rows = self.changed_copy()
        self.meals = MealwireSet(bench, f"catalogue-{rows}")
        self.meals.start()
        _, self.token = register(self.meals.port, 1)
        self.pid = self.process()
        self.memory = Memory(self.pid)
        self.memory.start()
        bench.stack.callback(self.memory.stop)

    def process(self):
        for pid in self.meals.processes():
            with open(f"/proc/{pid}/cmdline", "rb") as file:
                if os.path.basename(file.read().split(b"\0")[0]) == b"food-catalog":
                    return pid
        raise SystemExit("food-catalog does not run.")

    def made_file(self):
        path = self.bench.path(f"large-{self.wanted_rows}.csv")
        command = [os.path.join(ROOT, "scripts", "make-large-catalogue"), path]
        if self.bench.options.fooddata:
            command += ["--from", self.bench.options.fooddata]
        # Without the count it is what the source has: 390,000 with the starter catalogue.
        if self.wanted_rows > 390_000:
            command += ["--rows", str(self.wanted_rows)]
        subprocess.run(command, check=True, stderr=subprocess.DEVNULL, timeout=IMPORT_WITHIN_SECONDS)
        return path

    def changed_copy(self):
        """A copy in which all foods are a little different, some of their barcodes, and how many rows there are."""
        path, barcodes, chosen, rows = self.bench.path(f"changed-{self.wanted_rows}.csv"), [], random.Random(SEED), 0
        with open(self.file, encoding="utf-8", newline="") as file, open(path, "w", encoding="utf-8", newline="") as out:
            reader = csv.DictReader(file)
            writer = csv.DictWriter(out, reader.fieldnames, lineterminator="\n")
            writer.writeheader()
            for row in reader:
                rows += 1
                if row["barcode"] and row["kcal"] and len(barcodes) < BARCODES and chosen.random() < 0.05:
                    barcodes.append(row["barcode"])
                row["sodiumMg"] = str(float(row["sodiumMg"] or 0) + 1)
                writer.writerow(row)
        return path, barcodes, rows

    def import_command(self, file):
        return [self.bench.binary("mealwire"), "foods", "import", "catalogue", file, "--data", self.meals.directory,
                "--report", self.bench.path("refused.csv")]

    def fill(self):
        """Imports the file; rows a second."""
        begin = time.monotonic()
        subprocess.run(self.import_command(self.file), check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                       timeout=IMPORT_WITHIN_SECONDS)
        return self.rows / (time.monotonic() - begin)

    def search_paths(self, queries):
        return ["/v1/foods?" + urllib.parse.urlencode({"q": text, "language": language}) for language, text in queries]


class BesideImport:
    """Searches while every food is brought up to date, by turns to one state and to the other."""

    def __init__(self, catalogue, load):
        self.catalogue, self.load, self.round = catalogue, load, 0

    def measure(self):
        self.round += 1
        file = self.catalogue.changed_file if self.round % 2 else self.catalogue.file
        command = self.catalogue.import_command(file)
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            time.sleep(IMPORT_RUNS_IN_SECONDS)
            result = self.load.measure()
            if process.poll() is not None:
                sys.exit("The import was over before the searches beside it.")
        finally:
            process.send_signal(signal.SIGINT)
            try:
                process.wait(30)
            except subprocess.TimeoutExpired:
                end(process)
        return result


def typed_queries():
    """What people have typed, letter by letter, in an order that is always the same."""
    queries = judgements.typed(judgements.read())
    random.Random(SEED).shuffle(queries)
    return queries


def measured(bench, rows):
    needed, free = rows * BYTES_OF_A_ROW, shutil.disk_usage("/tmp").free
    if free < needed:
        sys.exit(f"{rows:,} foods need {needed / 1e9:.0f} GB in /tmp, and {free / 1e9:.0f} GB are free.")
    catalogue, queries, name = Catalogue(bench, rows), typed_queries(), f"{rows:,} foods:"
    imported = catalogue.fill()
    search = Load(catalogue, "search", catalogue.search_paths(queries))
    known = [f"/v1/foods/barcode/{gtin}" for gtin in catalogue.barcodes]
    # Their numbers follow those of all rows.
    unknown = [f"/v1/foods/barcode/{barcode(10 ** 9 + number)}" for number in range(BARCODES)]
    results = bench.rounds({
        "search": search.measure,
        "hit": Load(catalogue, "hit", known).measure,
        "miss": Load(catalogue, "miss", unknown, status_errors=1).measure,
        "one": Load(catalogue, "one", known, connections=1).measure,
    })
    beside = bench.rounds({"without": search.measure, "with": BesideImport(catalogue, search).measure})
    rates, medians, lasts, shares, of_catalogue, of_set = zip(*results["search"])
    bench.notes += [
        f"{name} searches by {SEARCHERS} at once: " + ", ".join([
            median_text("", rates, "a second").strip(), f"p50 {statistics.median(medians):.1f} ms",
            f"p99 {statistics.median(lasts):.1f} ms", f"the client took {100 * statistics.median(shares):.0f} % of a core",
            f"processor time of a search {statistics.median(of_catalogue):.2f} ms in food-catalog and "
            f"{statistics.median(of_set):.2f} ms in the whole set"]),
        f"{name} barcodes: " + ", ".join(
            f"{what} {statistics.median(result[2] for result in results[key]):.2f} ms"
            for key, what in (("hit", "p99 of hits by 8 at once"), ("miss", "of misses"), ("one", "by one alone"))),
        f"{name} searches beside an import: " + ", ".join(
            f"{key} {statistics.median(result[0] for result in beside[key]):,.0f} a second, p99 "
            f"{statistics.median(result[2] for result in beside[key]):.1f} ms" for key in ("without", "with")),
    ]
    catalogue.memory.stop()
    figures = [
        Row(f"{name} import, rows a second", [imported], ">=", LIMITS["import rows/s"], ""),
        Row(f"{name} search p99, 8 at once", lasts, "<=", LIMITS["search p99"][rows], "ms"),
        Row(f"{name} barcode p99, hits", [result[2] for result in results["hit"]], "<=", LIMITS["barcode p99"], "ms"),
        Row(f"{name} barcode p99, misses", [result[2] for result in results["miss"]], "<=", LIMITS["barcode p99"], "ms"),
        Row(f"{name} peak of private memory", [catalogue.memory.anonymous], "<=", LIMITS["memory"], "MB"),
        Row(f"{name} peak of all memory (Pss)", [catalogue.memory.proportional], "<=", LIMITS["memory"], "MB"),
        Row(f"{name} searches beside an import / without",
            ratios([result[0] for result in beside["with"]], [result[0] for result in beside["without"]]),
            ">=", LIMITS["searches with import / without"]),
        Row(f"{name} p99 beside an import / without",
            ratios([result[2] for result in beside["with"]], [result[2] for result in beside["without"]]),
            "<=", LIMITS["p99 with import / without"]),
    ]
    return figures + compared(bench, catalogue, queries, name)


def compared(bench, catalogue, queries, name):
    """Searches a second beside pg_trgm's, of the same English texts over the same names."""
    if not postgres.is_there():
        bench.notes.append(f"{name} PostgreSQL is not there (apt-get install postgresql-15): not compared")
        return []
    texts = [query for query in queries if query[0] == "en"][:COMPARED]
    other = postgres.Postgres(bench)
    other.load([judgements.STARTER, catalogue.file])
    other.choose([text for _, text in texts])
    results = bench.rounds({
        "mealwire": Load(catalogue, "compared", catalogue.search_paths(texts)).measure,
        "postgres": other.measure(SEARCHERS, max(bench.options.seconds, 5)),
    })
    rates = {key: [result[0] for result in results[key]] for key in results}
    bench.notes.append(
        f"{name} " + ", ".join(
            median_text(key, rates[key], "searches a second") + " with "
            f"{statistics.median(result[-1] for result in results[key]):.1f} ms of processor time" for key in results)
        + f" of the same {len(texts)} texts; Mealwire's over HTTP with all that takes, PostgreSQL's over its socket")
    return [Row(f"{name} searches / PostgreSQL's pg_trgm", ratios(rates["mealwire"], rates["postgres"]),
                ">=", LIMITS["searches / PostgreSQL"])]


def rows(bench):
    needs("wrk", "wrk")
    figures = measured(bench, 390_000)
    return figures


def large_rows(bench):
    needs("wrk", "wrk")
    return measured(bench, 3_000_000)
