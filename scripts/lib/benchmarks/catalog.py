"""The food catalog with hundreds of thousands or millions of foods: import, search, barcodes, memory."""

import random
import resource
import shutil
import statistics
import sys
import time

from catalog_kit.large import barcode
from search_quality import judgements

from . import postgres
from .callers import Callers
from .catalog_stack import BARCODES, SEED, SOURCE_ROWS, Catalog, Imports
from mealwire_stack import processor_ns
from .table import Row, median_text, ratios
from .workbench import needs

MANY_ROWS = 3_000_000
SEARCHERS = 8
# Number of texts in the comparison: pgbench accepts no more scripts, and among millions of rows each text takes seconds
# to be tried in both ways.
COMPARED = {SOURCE_ROWS: postgres.QUERIES_MAX, MANY_ROWS: 48}
# More than a machine with two cores can answer.
NEW_TEXTS_A_SECOND = 4_000
# Longer beginnings of names are unrealistic.
NEW_TEXT_LENGTH = 40
# Duration of an import before searches beside it are measured.
IMPORT_RUNS_IN_SECONDS = 1
# The catalog itself, its file twice, and PostgreSQL's copy of the names with its index.
BYTES_OF_A_ROW = 2_500
# Milliseconds, megabytes and ratios.
LIMITS = {
    "search p99": {SOURCE_ROWS: 10, MANY_ROWS: 30},
    "barcode p99": 2,
    "import rows/s": 40_000,
    "memory": 150,
    "searches / PostgreSQL": 10,
    "searches with import / without": 0.5,
    "p99 with import / without": 2,
}


class Load:
    """Closed-loop requests of several callers.

    Each caller has its own share of the paths. With `once`, each measurement uses that many new paths, so that no path
    is ever requested twice.
    """

    def __init__(self, catalog, name, paths, connections=SEARCHERS, statuses=(200,), once=0):
        self.catalog, self.connections, self.statuses = catalog, connections, statuses
        self.name, self.all_paths, self.once = name, paths, once

    def next_paths(self):
        if not self.once:
            return self.all_paths
        paths, self.all_paths = self.all_paths[:self.once], self.all_paths[self.once:]
        if len(paths) < self.once:
            sys.exit("There are not enough new texts.")
        return paths

    def measure(self):
        """Returns requests a second, median and 99th percentile in ms, and the client's share of a processor.

        The last two values are the processor times per request of food-catalog and of the whole stack, in ms.
        """
        bench, catalog = self.catalog.bench, self.catalog
        callers = Callers(bench, f"http://127.0.0.1:{catalog.stack.port}", catalog.token(), self.name)
        of_catalog, of_stack = processor_ns(catalog.pid), catalog.stack.processor_seconds()
        before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
        times = callers.measure(self.next_paths(), self.connections, self.statuses, is_once=bool(self.once))
        after, seconds = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic() - begin
        used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        of_catalog = (processor_ns(catalog.pid) - of_catalog) / 1e6 / len(times)
        of_stack = (catalog.stack.processor_seconds() - of_stack) * 1_000 / len(times)
        percentiles = statistics.quantiles(times, n=100)
        return len(times) / bench.options.seconds, statistics.median(times), percentiles[-1], used / seconds, of_catalog, of_stack


def typed_queries():
    """Returns texts as typed letter by letter, in a fixed random order."""
    queries = judgements.typed(judgements.read())
    random.Random(SEED).shuffle(queries)
    return queries


def new_queries(catalog, count):
    """Returns distinct beginnings of names in the catalog, which no cache contains yet."""
    chosen, seen, texts = random.Random(SEED), set(), []
    names = catalog.names()
    while len(texts) < count:
        name = chosen.choice(names)[:NEW_TEXT_LENGTH]
        text = name[:chosen.randint(2, len(name))].strip().lower()
        if text not in seen and any(character.isalnum() for character in text):
            seen.add(text)
            texts.append(("en", text))
    return texts


def beside_import(catalog, search):
    """Returns a measurement of searches while an import updates every food."""
    def measure():
        with Imports(catalog):
            time.sleep(IMPORT_RUNS_IN_SECONDS)
            return search.measure()
    return measure


def measured(bench, rows, name):
    directory = bench.parent_directory
    needed, free = rows * BYTES_OF_A_ROW, shutil.disk_usage(directory).free
    if free < needed:
        sys.exit(f"{rows:,} foods need {needed / 1e9:.0f} GB in {directory}, and {free / 1e9:.0f} GB are free.")
    catalog, queries = Catalog(bench, rows), typed_queries()
    imported = catalog.fill()
    search = Load(catalog, "search", catalog.search_paths(queries))
    known = [f"/v1/foods/barcode/{gtin}" for gtin in catalog.barcodes]
    # The numbers of unknown barcodes follow those of all rows.
    unknown = [f"/v1/foods/barcode/{barcode(10 ** 9 + number)}" for number in range(BARCODES)]
    once = NEW_TEXTS_A_SECOND * bench.options.seconds
    # One more for the round that warms up.
    texts = new_queries(catalog, once * (bench.options.rounds + 1))
    results = bench.rounds({
        "search": search.measure,
        "new": Load(catalog, "new", catalog.search_paths(texts), once=once).measure,
        "hit": Load(catalog, "hit", known).measure,
        "miss": Load(catalog, "miss", unknown, statuses=(404,)).measure,
        "one": Load(catalog, "one", known, connections=1).measure,
    })
    beside = bench.rounds({"without": search.measure, "with": beside_import(catalog, search)})
    rates, medians, lasts, shares, of_catalog, of_stack = zip(*results["search"])
    new = list(zip(*results["new"]))
    bench.notes += [
        f"{name} new texts: {statistics.median(new[0]):,.0f} a second, p50 {statistics.median(new[1]):.1f} ms, "
        f"p99 {statistics.median(new[2]):.1f} ms, processor time {statistics.median(new[4]):.2f} ms in food-catalog",
        f"{name} searches by {SEARCHERS} callers: " + ", ".join([
            median_text("", rates, "a second").strip(), f"p50 {statistics.median(medians):.1f} ms",
            f"p99 {statistics.median(lasts):.1f} ms", f"the client used {100 * statistics.median(shares):.0f} % of a core",
            f"processor time of a search {statistics.median(of_catalog):.2f} ms in food-catalog and "
            f"{statistics.median(of_stack):.2f} ms in the whole stack"]),
        f"{name} barcodes: " + ", ".join(
            f"{what} {statistics.median(result[2] for result in results[key]):.2f} ms"
            for key, what in (("hit", "p99 of hits by 8 callers"), ("miss", "of misses"), ("one", "by one caller"))),
        f"{name} searches during an import: " + ", ".join(
            f"{key} {statistics.median(result[0] for result in beside[key]):,.0f} a second, p99 "
            f"{statistics.median(result[2] for result in beside[key]):.1f} ms" for key in ("without", "with")),
    ]
    catalog.memory.stop()
    figures = [
        Row(f"{name} import, rows a second", [imported], ">=", LIMITS["import rows/s"], ""),
        Row(f"{name} search p99, {SEARCHERS} callers", lasts, "<=", LIMITS["search p99"][rows], "ms"),
        Row(f"{name} search p99, new texts", [result[2] for result in results["new"]], "<=",
            LIMITS["search p99"][rows], "ms"),
        *(Row(f"{name} barcode p99, {what}", [result[2] for result in results[key]], "<=", LIMITS["barcode p99"], "ms")
          for key, what in (("one", "1 caller"), ("hit", "hits, 8 callers"), ("miss", "misses, 8 callers"))),
        Row(f"{name} peak private memory", [catalog.memory.anonymous], "<=", LIMITS["memory"], "MB"),
        Row(f"{name} peak proportional memory (Pss)", [catalog.memory.proportional], "<=", LIMITS["memory"], "MB"),
        *(Row(f"{name} {what} during import / without",
              ratios([result[column] for result in beside["with"]], [result[column] for result in beside["without"]]),
              comparison, LIMITS[f"{what} with import / without"])
          for what, column, comparison in (("searches", 0, ">="), ("p99", 2, "<="))),
    ]
    return figures + compared(bench, catalog, queries, name)


def compared(bench, catalog, queries, name):
    """Compares searches a second with pg_trgm, for the same English texts over the same names."""
    if not postgres.is_there():
        bench.notes.append(f"{name} PostgreSQL was not measured: apt-get install postgresql-15")
        return []
    texts = [query for query in queries if query[0] == "en"][:COMPARED[catalog.wanted_rows]]
    other = postgres.Postgres(bench)
    other.load([judgements.STARTER, catalog.file])
    other.choose([text for _, text in texts])
    results = bench.rounds({
        "mealwire": Load(catalog, "compared", catalog.search_paths(texts)).measure,
        "postgres": other.measure(SEARCHERS, max(bench.options.seconds, 5)),
    })
    rates = {key: [result[0] for result in results[key]] for key in results}
    bench.notes.append(
        f"{name} " + ", ".join(
            median_text(key, rates[key], "searches a second") + " with "
            f"{statistics.median(result[-1] for result in results[key]):.1f} ms of processor time" for key in results)
        + f" for the same {len(texts)} texts; Mealwire through its whole HTTP path, PostgreSQL over its socket")
    return [Row(f"{name} searches / pg_trgm", ratios(rates["mealwire"], rates["postgres"]),
                ">=", LIMITS["searches / PostgreSQL"])]


def rows(bench):
    needs("h2load", "nghttp2-client")
    return measured(bench, SOURCE_ROWS, "390k foods:")


def large_rows(bench):
    needs("h2load", "nghttp2-client")
    return measured(bench, MANY_ROWS, "3M foods:")
