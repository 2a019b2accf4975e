"""GET /v1/start, the one request of an app's first screen, with ten years of entries behind it."""

import statistics
import sys
import urllib.parse

from .diary import Diaries, YEARS, log_entry
from .table import Row
from .workbench import needs

PATH = "/v1/start"
# Milliseconds.
LIMIT = 8
# Devices of one household that start at the same time, as a note.
DEVICES = 4


# Words of foods that are logged before the measurement: the answer then has as many recent foods as it may have.
WORDS = ("bread", "apple", "milk", "chicken", "rice")
RECENTS = 50


def log_foods(diaries, owner):
    """Logs the foods of the words today, with amounts of which the answer tells the newest."""
    token = diaries.owners[owner]
    for word in WORDS:
        query = urllib.parse.urlencode({"q": word, "limit": RECENTS // len(WORDS)})
        for food in diaries.ask(token, f"/v1/foods?{query}")["items"]:
            log_entry(diaries.stack.port, token, "today", {"meal": "lunch", "foodId": food["id"], "grams": 80})


def rows(bench):
    needs("wrk", "wrk")
    diaries = Diaries(bench)
    for owner in ("new", "old"):
        log_foods(diaries, owner)
        answer = diaries.ask(diaries.owners[owner], PATH)
        if answer["unavailable"] or len(answer["recents"]) < RECENTS:
            sys.exit(f"{PATH} has {len(answer['recents'] or [])} recent foods, and lacks {answer['unavailable']}.")
    results = bench.rounds({
        "new": diaries.read("new", PATH), "old": diaries.read("old", PATH), "devices": diaries.read("old", PATH, DEVICES),
    })
    diaries.stack.stop()
    medians = {name: statistics.median(result[1] for result in results[name]) for name in results}
    last = statistics.median(result[2] for result in results["devices"])
    bench.notes.append(f"start, one connection: median {medians['old']:.2f} ms with {YEARS} years behind it, "
                       f"{medians['new']:.2f} ms of a new diary; {DEVICES} connections: median "
                       f"{medians['devices']:.2f} ms, p99 {last:.2f} ms")
    return [Row(f"start, p99 after {YEARS} years", [result[2] for result in results["old"]], "<=", LIMIT, "ms")]
