"""One to many calculators behind one broker: what they answer, how soon, and what each process spends on a request."""

import json
import math
import os
import statistics
import subprocess
import sys

from .bus import Broker
from .mealwire_set import processor_ns
from .pipeline import answers
from .plan import DAYS, TARGET, candidates
from .workbench import free_port, wait_until

CONNECTIONS = 64
# Of what a set takes at most, in the measurement of times and of processor time: nobody runs servers at their limit.
HALF = 0.5
SOMEBODY = "00000000-0000-7000-8000-000000000001"


class Rig:
    """A broker, a gateway and so many calculators, without the rest of a set."""

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
        """A run of `mealwire load`: its report, and with it the processor time for a request, in microseconds."""
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

    def place(self, way):
        return ["--queue", "--data", self.data] if way == "queue" else ["--url", f"http://127.0.0.1:{self.port}"]


class Scale:
    """All rigs, which take turns."""

    def __init__(self, bench):
        self.bench = bench
        self.rigs = [Rig(bench, count) for count in bench.options.workers]
        self.plan_file = bench.path("plan.json")
        with open(self.plan_file, "w", encoding="utf-8") as file:
            json.dump({"days": DAYS, "targets": [TARGET], "candidates": candidates()}, file)

    def measure(self):
        """For each part and each number of workers the medians of what was measured."""
        found = {}
        for part in self.bench.options.parts:
            measurements = {}
            for rig in self.rigs:
                measurements[rig.workers] = {"http": self.light(rig, "http"), "queue": self.light(rig, "queue"),
                                             "plan": self.plans(rig)}[part]
            results = self.bench.rounds(measurements)
            found[part] = {workers: medians(values) for workers, values in results.items()}
        return found

    def light(self, rig, way):
        """Targets: as many as come back, and then half as many in a steady rhythm."""
        duration = f"{self.bench.options.seconds}s"

        def measured():
            most = rig.load("calculator", *rig.place(way), "--closed-loop", "--connections", CONNECTIONS,
                            "--duration", duration)
            half = rig.load("calculator", *rig.place(way), "--poisson", "--rate", max(1, int(HALF * most["rate"])),
                            "--connections", CONNECTIONS, "--duration", duration)
            return {"most": most, "half": half}
        return measured

    def plans(self, rig):
        """Menus, each of which keeps a processor busy: here it is the workers that limit."""
        in_flight = 2 * max(self.bench.options.workers)

        def measured():
            return {"most": rig.load("call", *rig.place("queue"), "--method", "calculator.plan", "--request-file",
                                     self.plan_file, "--as", SOMEBODY, "--closed-loop", "--connections", in_flight,
                                     "--duration", f"{self.bench.options.seconds}s")}
        return measured


def medians(values):
    """Of measurements of one form, the median of each number."""
    first = values[0]
    if isinstance(first, dict):
        return {key: medians([value[key] for value in values]) for key in first}
    return statistics.median(values)


def predicted(us, processors):
    """Requests a second at which all processors would be busy (the utilisation law), the test's own work among it.

    A request costs less on busy processors, where one wake-up serves several: what costs at half load predict is a floor.
    """
    return processors * 1e6 / sum(us.values())


def waiting_p99_us(rate, us, processors):
    """The time within which 99 of 100 would be answered if all work waited in one queue for the processors (M/M/c); None if
    they cannot do all of it.
    """
    service = sum(us.values())
    busy = rate * service / 1e6
    if busy >= processors:
        # There is no such time; and JSON has no infinity.
        return None
    # Erlang's C: how likely it is that all are busy.
    below = sum(busy ** number / math.factorial(number) for number in range(processors))
    full = busy ** processors / math.factorial(processors) * processors / (processors - busy)
    waits = full / (full + below)
    clearing = (processors - busy) / service
    # The work itself has an exponential distribution, too: its tail and that of the wait, whichever is longer, tell the 99 %.
    return max(service * math.log(100), math.log(max(1, 100 * waits)) / clearing + service)


def model(found, processors):
    """What was measured beside what the model says, for each number of workers: lists of cells."""
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
    """What sets of several machines would carry, and what would be the limit: the broker is one thread."""
    broker, gateway, worker = us["broker"], us["gateway"], us["workers"]
    rows = []
    for count in (1, 3, 30):
        limits = {"the broker's thread": 1e6 / broker}
        if count == 1:
            limits["all processors"] = processors * 1e6 / (broker + gateway + worker)
        else:
            # One processor is the broker's; the others are shared by gateways and workers as their work asks.
            limits["gateways and workers"] = (processors * count - 1) * 1e6 / (gateway + worker)
        limit = min(limits, key=limits.get)
        rows.append({"machines": count, "rate": limits[limit], "limit": limit})
    return rows


def machine():
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        names = [line.split(":", 1)[1].strip() for line in file if line.startswith("model name")]
    return f"{os.cpu_count()} × {names[0] if names else 'unknown'}, load {os.getloadavg()[0]:.2f} before"
