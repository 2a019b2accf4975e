"""What a set costs that nobody uses, and how soon it is ready."""

import time

from .mealwire_set import MealwireSet
from .table import Row


def rows(bench):
    meals = MealwireSet(bench, "idle")
    meals.start()
    meals.stop()
    starts = []
    for _ in range(bench.options.rounds):
        starts.append(meals.start())
        meals.stop()
    meals.start()
    time.sleep(2)
    before = meals.processor_seconds()
    time.sleep(bench.options.idle_seconds)
    share = 100 * (meals.processor_seconds() - before) / bench.options.idle_seconds
    memory = meals.memory_mb()
    meals.stop()
    return [
        Row("idle processor", [share], "<", 1, "%"),
        Row("idle memory", [memory], "<=", 150, "MB"),
        Row("start to ready", starts, "<=", 2, "s"),
    ]
