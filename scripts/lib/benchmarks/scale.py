"""One or more calculators behind one broker: throughput, latency, and processor time of each process per request."""

import json
import math
import os
import statistics
import subprocess
import sys

from .bus import Broker
from mealwire_stack import processor_ns
from .pipeline import answers
from .plan import DAYS, TARGET, candidates
from .workbench import wait_until
from ports import free_port

CONNECTIONS = 64
# Share of the maximum rate at which latency and processor time are measured, since no server runs at its limit.
HALF = 0.5
ANY_USER = "00000000-0000-7000-8000-000000000001"


class Rig:
    """A broker, a gateway and a number of calculators, without the other services."""

    def __init__(self, bench, workers):
        self.bench, self.workers, self.port = bench, workers, free_port()
        broker = Broker(bench, f"scale-{workers}")
        self.data = broker.data
        self.processes = {
            "gateway": [bench.start(bench.binary("gateway"), "--data", self.data, "--port", str(self.port))],
            "broker": [broker.process],
            "workers": [bench.start(bench.binary("calorie-calculator"), "--data", self.data, "--instance", f"worker-{number}")
                        for number in range(1, workers + 1)],
        }
        wait_until(lambda: answers(self.port), f"the gateway before {workers} calculators")

    def load(self, *words):
        """Runs `mealwire load`; returns its report with the processor time per request, in microseconds."""
        path = self.bench.path("load.json")
        before = self.used()
        command = [self.bench.binary("mealwire"), "load", *map(str, words), "--quiet", "--json", path, "--seed", "1"]
        done = subprocess.run(self.bench.pinned(command, True), capture_output=True, text=True,
                              timeout=self.bench.options.seconds + 60)
        if done.returncode != 0:
            sys.exit(f"{' '.join(command)} failed:\n{done.stdout}{done.stderr}")
        with open(path, encoding="utf-8") as file:
            report = json.load(file)
        good = report["all"]["good"]
        if report["all"]["errors"] or not good:
            sys.exit(f"{' '.join(command)}: {report['all']['errors'] or 'no answer'}")
        if report["all"]["missed"]:
            sys.exit(f"{' '.join(command)}: {report['all']['missed']} requests could not be sent")
        spent = {name: (after - before[name]) / 1_000 / good for name, after in self.used().items()}
        spent["load"] = report["processes"][-1]["usPerRequest"]
        return {"rate": report["achievedRate"], "p50Us": report["all"]["latency"]["p50Us"],
                "p99Us": report["all"]["latency"]["p99Us"], "us": spent}

    def used(self):
        return {name: sum(processor_ns(process.pid) for process in group) for name, group in self.processes.items()}

    def target(self, way):
        return ["--queue", "--data", self.data] if way == "queue" else ["--url", f"http://127.0.0.1:{self.port}"]


class Scale:
    """All rigs, measured in turn."""

    def __init__(self, bench):
        self.bench = bench
        self.rigs = [Rig(bench, count) for count in bench.options.workers]
        self.plan_file = bench.path("plan.json")
        with open(self.plan_file, "w", encoding="utf-8") as file:
            json.dump({"days": DAYS, "targets": [TARGET], "candidates": candidates()}, file)

    def measure(self):
        """Returns the medians for each part and each number of workers."""
        found = {}
        for part in self.bench.options.parts:
            measurements = {}
            for rig in self.rigs:
                measurements[rig.workers] = {"http": self.targets(rig, "http"), "queue": self.targets(rig, "queue"),
                                             "plan": self.plans(rig)}[part]
            results = self.bench.rounds(measurements)
            found[part] = {workers: medians(values) for workers, values in results.items()}
        return found

    def targets(self, rig, way):
        """Returns a measurement of targets: in a closed loop, then at half that rate."""
        duration = f"{self.bench.options.seconds}s"

        def measured():
            most = rig.load("calculator", *rig.target(way), "--closed-loop", "--connections", CONNECTIONS,
                            "--duration", duration)
            half = rig.load("calculator", *rig.target(way), "--poisson", "--rate", max(1, int(HALF * most["rate"])),
                            "--connections", CONNECTIONS, "--duration", duration)
            return {"most": most, "half": half}
        return measured

    def plans(self, rig):
        """Returns a measurement of plans, each of which keeps a processor busy, so that the workers are the limit."""
        in_flight = 2 * max(self.bench.options.workers)

        def measured():
            return {"most": rig.load("call", *rig.target("queue"), "--method", "calculator.plan", "--request-file",
                                     self.plan_file, "--as", ANY_USER, "--closed-loop", "--connections", in_flight,
                                     "--duration", f"{self.bench.options.seconds}s")}
        return measured


def medians(values):
    """Returns the median of each number over measurements of one shape."""
    first = values[0]
    if isinstance(first, dict):
        return {key: medians([value[key] for value in values]) for key in first}
    return statistics.median(values)


def predicted(us, processors):
    """Predicts the requests a second at which all processors are busy (utilization law), including the test's own work.

    A request costs less on busy processors, where one wake-up serves several requests, so this is a lower bound.
    """
    return processors * 1e6 / sum(us.values())


def waiting_p99_us(rate, us, processors):
    """Returns the 99th percentile of the latency if all work waits in one queue for the processors (M/M/c).

    Returns None if the processors cannot do all of the work.
    """
    service = sum(us.values())
    busy = rate * service / 1e6
    if busy >= processors:
        # None instead of infinity, which JSON does not have.
        return None
    # Erlang C: the probability that all processors are busy.
    below = sum(busy ** number / math.factorial(number) for number in range(processors))
    full = busy ** processors / math.factorial(processors) * processors / (processors - busy)
    waits = full / (full + below)
    clearing = (processors - busy) / service
    # The service time is exponential, too. The longer tail, of the service or of the wait, determines the 99 %.
    return max(service * math.log(100), math.log(max(1, 100 * waits)) / clearing + service)


def model(found, processors):
    """Compares the measurements with the model: one row for each part and number of workers."""
    rows = []
    for part in ("http", "queue"):
        for workers, result in found.get(part, {}).items():
            us, us_at_most = ({name: value for name, value in result[load]["us"].items() if part == "http" or name != "gateway"}
                              for load in ("half", "most"))
            says = predicted(us, processors)
            rows.append({"part": part, "workers": workers, "measured": result["most"]["rate"], "predicted": says,
                         "errorPercent": 100 * (says / result["most"]["rate"] - 1),
                         "busyPercent": 100 * result["most"]["rate"] / predicted(us_at_most, processors),
                         "p99Us": result["half"]["p99Us"],
                         "predictedP99Us": waiting_p99_us(result["half"]["rate"], us, processors)})
    return rows


def machines(us, processors):
    """Predicts the throughput of stacks on several machines, and its limit; the broker uses one thread."""
    broker, gateway, worker = us["broker"], us["gateway"], us["workers"]
    rows = []
    for count in (1, 3, 30):
        limits = {"the broker's thread": 1e6 / broker}
        if count == 1:
            limits["all processors"] = processors * 1e6 / (broker + gateway + worker)
        else:
            # The broker takes one processor; gateways and workers share the others in proportion to their work.
            limits["gateways and workers"] = (processors * count - 1) * 1e6 / (gateway + worker)
        limit = min(limits, key=limits.get)
        rows.append({"machines": count, "rate": limits[limit], "limit": limit})
    return rows


def machine():
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        names = [line.split(":", 1)[1].strip() for line in file if line.startswith("model name")]
    return f"{os.cpu_count()} × {names[0] if names else 'unknown'}, load {os.getloadavg()[0]:.2f} before"
