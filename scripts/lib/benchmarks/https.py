"""POST /v1/calculator/target over plain HTTP, and over HTTPS with HTTP/2 and HTTP/1.1."""

import os
import re
import subprocess
import sys

from .pipeline import BODY, PATH
from .table import Row, columns, median_text, ratios
from .workbench import needs
from ports import free_port

CONNECTIONS = 64
# The handshakes of all connections happen before the measurement.
WARM_UP_SECONDS = 1


def load(bench, url, *words):
    """Returns a measurement of requests a second, one request at a time on each connection."""
    def measure():
        command = ["h2load", "-t1", f"-c{CONNECTIONS}", "-m1", f"-D{bench.options.seconds}",
                   f"--warm-up-time={WARM_UP_SECONDS}", "-d", bench.path("body.json"),
                   "-H", "content-type: application/json", *words, url + PATH]
        done = subprocess.run(bench.pinned(command, True), capture_output=True, text=True,
                              timeout=bench.options.seconds + 30)
        rate = re.search(r"^finished in .*?, ([\d.]+) req/s", done.stdout, re.MULTILINE)
        failed = re.search(r"(\d+) failed, (\d+) errored, (\d+) timeout", done.stdout)
        statuses = re.search(r"status codes: (\d+) 2xx, (\d+) 3xx, (\d+) 4xx, (\d+) 5xx", done.stdout)
        if done.returncode != 0 or not rate or not failed or any(map(int, failed.groups())):
            sys.exit(f"{' '.join(command)} failed:\n{done.stdout}{done.stderr}")
        if not statuses or int(statuses[1]) == 0 or any(map(int, statuses.groups()[1:])):
            sys.exit(f"{' '.join(command)} was answered with other statuses than 2xx:\n{done.stdout}")
        return (float(rate[1]),)
    return measure


def rows(bench):
    needs("h2load", "nghttp2-client")
    with open(bench.path("body.json"), "w", encoding="utf-8") as file:
        file.write(BODY)
    # The same stack serves both, so that a ratio compares nothing else.
    os.environ["MEALWIRE_HTTPS_PLAIN"] = "serve"
    stack, port = bench.stack("https"), free_port()
    stack.start("--https", "--https-port", str(port))
    plain, secure = f"http://127.0.0.1:{stack.port}", f"https://127.0.0.1:{port}"
    results = bench.rounds({
        "plain": load(bench, plain, "--h1"), "h2": load(bench, secure), "h1": load(bench, secure, "--h1"),
    })
    stack.stop()
    del os.environ["MEALWIRE_HTTPS_PLAIN"]
    rates = {name: columns(values)[0] for name, values in results.items()}
    bench.notes.append(f"https, {CONNECTIONS} connections: " + ", ".join([
        median_text("plain HTTP/1.1", rates["plain"], "a second"), median_text("HTTP/2", rates["h2"], "a second"),
        median_text("HTTPS with HTTP/1.1", rates["h1"], "a second")]))
    return [
        Row("https, HTTP/2, 64 connections / plain HTTP", ratios(rates["h2"], rates["plain"]), ">=", 0.6),
        Row("  the same with HTTP/1.1", ratios(rates["h1"], rates["plain"]), ">=", 0.6),
    ]
