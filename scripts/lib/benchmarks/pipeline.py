"""POST /v1/calculator/target through the whole stack, and through its baselines."""

import sys
import urllib.request

from .table import Row, columns, median_text, ratios
from .workbench import needs, wait_until
from ports import free_port

PATH = "/v1/calculator/target"
BODY = '{"sex":"female","age":30,"heightCm":165,"weightKg":65,"activityLevel":"light","goal":"lose"}'
SCRIPT = f"""wrk.method = "POST"
wrk.body = '{BODY}'
wrk.headers["Content-Type"] = "application/json"
done = function(summary, latency, requests)
  io.write(string.format("RESULT %f %f %d\\n", summary.requests / (summary.duration / 1e6),
    latency:percentile(50), summary.errors.status + summary.errors.connect + summary.errors.read
    + summary.errors.write + summary.errors.timeout))
end
"""


def answers(port):
    try:
        request = urllib.request.Request(f"http://127.0.0.1:{port}{PATH}", BODY.encode(),
                                         {"Content-Type": "application/json"})
        urllib.request.urlopen(request, timeout=5).read()
        return True
    except OSError:
        return False


def load(bench, port, connections):
    """Returns a measurement of requests a second and median latency in microseconds."""
    def measure():
        command = ["wrk", "-t1", f"-c{connections}", f"-d{bench.options.seconds}s", "-s", bench.path("post.lua")]
        rate, median, errors = bench.result(*command, f"http://127.0.0.1:{port}{PATH}")
        if errors:
            sys.exit(f"{errors:.0f} requests to port {port} failed.")
        return rate, median
    return measure


def start_one_process(bench):
    port = free_port()
    bench.start(bench.binary("OneProcess"), str(port))
    return port


def start_hops(bench):
    """Starts two fronts for one calculating process, with default and tuned clients; returns their ports."""
    standard, tuned, path = free_port(), free_port(), bench.path("hop.sock")
    bench.start(bench.binary("HTTPHop"), "back", path)
    bench.start(bench.standard_hop(), str(standard), path)
    bench.start(bench.binary("HTTPHop"), "front", str(tuned), path)
    return standard, tuned


def rows(bench):
    needs("wrk", "wrk")
    with open(bench.path("post.lua"), "w") as file:
        file.write(SCRIPT)
    stack = bench.stack("pipeline")
    stack.start()
    one, (hop, tuned) = start_one_process(bench), start_hops(bench)
    for port in (one, hop, tuned, stack.port):
        wait_until(lambda: answers(port), f"port {port}")
    results = bench.rounds({
        "one": load(bench, one, 64), "stack": load(bench, stack.port, 64), "hop": load(bench, hop, 64),
        "tuned": load(bench, tuned, 64),
        "one alone": load(bench, one, 1), "stack alone": load(bench, stack.port, 1),
    })
    stack.stop()
    rate, _ = columns(results["stack"])
    one_rate, _ = columns(results["one"])
    hop_rate, _ = columns(results["hop"])
    tuned_rate, _ = columns(results["tuned"])
    _, latency = columns(results["stack alone"])
    _, one_latency = columns(results["one alone"])
    bench.notes.append("pipeline, 64 connections: " + ", ".join([
        median_text("Mealwire", rate, "a second"), median_text("one process", one_rate, "a second"),
        median_text("hop by HTTP", hop_rate, "a second"), median_text("tuned hop", tuned_rate, "a second")]))
    bench.notes.append("pipeline, 1 connection: " + ", ".join([
        median_text("Mealwire", latency, "µs"), median_text("one process", one_latency, "µs")]))
    return [
        Row("pipeline, 64 connections / one process", ratios(rate, one_rate), ">=", 0.68),
        Row("pipeline, 64 connections / hop by HTTP", ratios(rate, hop_rate), ">=", 2.8),
        Row("  the same, hop with a client tuned for it", ratios(rate, tuned_rate), ">=", 1),
        Row("pipeline, 1 connection, median / one process", ratios(latency, one_latency), "<=", 2),
    ]
