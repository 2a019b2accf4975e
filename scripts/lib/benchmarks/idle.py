"""The cost of a stack without users, and its start time."""

import time

from .table import Row


def rows(bench):
    stack = bench.stack("idle")
    stack.start()
    stack.stop()
    starts = []
    for _ in range(bench.options.rounds):
        starts.append(stack.start())
        stack.stop()
    stack.start()
    time.sleep(2)
    before = stack.processor_seconds()
    time.sleep(bench.options.idle_seconds)
    share = 100 * (stack.processor_seconds() - before) / bench.options.idle_seconds
    memory = stack.memory_mb()
    stack.stop()
    return [
        Row("idle processor", [share], "<", 1, "%"),
        Row("idle memory", [memory], "<=", 150, "MB"),
        Row("start to ready", starts, "<=", 2, "s"),
    ]
