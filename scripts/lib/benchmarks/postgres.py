"""PostgreSQL's pg_trgm over the same foods, as other self-hosted trackers use it for their search."""

import csv
import json
import os
import shutil
import subprocess

import postgres_cluster
from postgres_cluster import DATABASE, Cluster

SETTINGS = {"shared_buffers": "512MB", "maintenance_work_mem": "512MB", "full_page_writes": "off",
            "synchronous_commit": "off", "max_wal_size": "4GB", "jit": "off"}
# Two ways; the faster one depends on the text.
WAYS = ("SELECT id, name FROM food WHERE name ILIKE {pattern} ORDER BY similarity(name, {text}) DESC LIMIT 20",
        "SELECT id, name FROM food WHERE name % {text} ORDER BY similarity(name, {text}) DESC LIMIT 20")
# A slower search is cancelled, and counts with this duration.
STATEMENT_TIMEOUT_MS = 5_000
# A search slower than this is not slow because of the disk alone.
SLOW_MS = 200
# pgbench's limit of scripts.
QUERIES_MAX = 128
LOAD_WITHIN_SECONDS = 1_200


def is_there():
    return postgres_cluster.is_there() and shutil.which("pgbench") is not None


class Postgres(Cluster):
    """A cluster that ends with the workbench."""

    def __init__(self, bench):
        super().__init__(SETTINGS, lambda words: bench.pinned(words, is_load=False))
        bench.exit_stack.enter_context(self)

    def load(self, files):
        """Loads and indexes the names, with brands in front, of all foods in CSV files that the catalog accepts."""
        path = os.path.join(self.directory, "names.csv")
        with open(path, "w", encoding="utf-8", newline="") as output:
            writer = csv.writer(output)
            for file_name in files:
                with open(file_name, encoding="utf-8", newline="") as file:
                    writer.writerows([" ".join(filter(None, [row.get("brand"), row["name"]]))]
                                     for row in csv.DictReader(file) if row["kcal"])
        os.chmod(path, 0o644)
        self.sql("CREATE EXTENSION pg_trgm; CREATE TABLE food (id serial PRIMARY KEY, name text NOT NULL);"
                 f"COPY food (name) FROM '{path}' (FORMAT csv);"
                 "CREATE INDEX food_name ON food USING gin (name gin_trgm_ops);", LOAD_WITHIN_SECONDS)
        self.sql("VACUUM ANALYZE food", LOAD_WITHIN_SECONDS)
        os.unlink(path)

    def choose(self, texts):
        """Writes a script for each text, with the way that is faster once everything is in memory.

        A way without results is rejected if the other one has results.
        """
        self.scripts = []
        for number, text in enumerate(texts[:QUERIES_MAX]):
            statements = [way.format(pattern=quoted(f"%{escaped(text)}%"), text=quoted(text)) for way in WAYS]
            script = os.path.join(self.directory, f"{number}.sql")
            with open(script, "w", encoding="utf-8") as file:
                file.write(min(statements, key=self.cost) + ";\n")
            os.chmod(script, 0o644)
            self.scripts.append(script)

    def cost(self, statement):
        """Returns whether a statement finds nothing, and its duration in milliseconds."""
        explained = (f"SET statement_timeout = {STATEMENT_TIMEOUT_MS};\n"
                     f"EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) {statement};\n")
        try:
            [plan] = json.loads(self.sql(explained))
            # The first run may have read from the disk.
            if plan["Execution Time"] < SLOW_MS:
                [plan] = json.loads(self.sql(explained))
            return plan["Plan"]["Actual Rows"] == 0, plan["Execution Time"]
        except subprocess.CalledProcessError:
            return True, STATEMENT_TIMEOUT_MS

    def processor_seconds(self):
        """Returns the processor time of all ended connections."""
        with open(f"/proc/{self.server.pid}/stat", encoding="ascii") as file:
            fields = file.read().rpartition(")")[2].split()
        return (int(fields[13]) + int(fields[14])) / os.sysconf("SC_CLK_TCK")

    def measure(self, searchers, seconds):
        """Returns a measurement of searches a second and the server's milliseconds per search."""
        def measure():
            before = self.processor_seconds()
            scripts = [word for script in self.scripts for word in ("-f", script)]
            done = self.run("pgbench", "-h", self.directory, "-n", "-M", "prepared", "-c", str(searchers), "-j", "1",
                            "-T", str(seconds), *scripts, DATABASE, timeout=seconds + 120)
            [rate] = [line.split()[2] for line in done.stdout.splitlines() if line.startswith("tps = ")]
            [count] = [line.split(":")[1].split("/")[0] for line in done.stdout.splitlines()
                       if line.startswith("number of transactions actually processed")]
            return float(rate), (self.processor_seconds() - before) * 1_000 / int(count)
        return measure


def escaped(text):
    """Escapes a text for LIKE."""
    return "".join("\\" + letter if letter in "\\%_" else letter for letter in text)


def quoted(text):
    # pgbench would read a colon as a variable; no judged query contains one.
    return "'" + text.replace("'", "''").replace(":", " ") + "'"
