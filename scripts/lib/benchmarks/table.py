"""Rows of measurements with their limits."""

import operator
import statistics

COMPARISONS = {">=": operator.ge, "<=": operator.le, ">": operator.gt, "<": operator.lt}


class Row:
    """A measurement: one value for each round; the median must be within the limit."""

    def __init__(self, name, values, comparison, limit, unit="x"):
        self.name, self.values, self.unit = name, list(values), unit
        self.comparison, self.limit = comparison, limit

    @property
    def is_met(self):
        return COMPARISONS[self.comparison](statistics.median(self.values), self.limit)

    def __str__(self):
        spread = f"{min(self.values):.2f} … {max(self.values):.2f}" if len(self.values) > 1 else ""
        limit = f"{self.comparison} {self.limit:g}"
        met = "met" if self.is_met else "MISSED"
        median = statistics.median(self.values)
        return f"{self.name:<44} {median:>8.2f} {self.unit:<3} {limit:<8} {met:<7} {spread}".rstrip()


HEADING = f"{'figure':<44} {'median':>8}     {'limit':<8} {'':<7} min … max"


def ratios(above, below):
    """Divides round by round: both sides of a ratio were measured within the same minute."""
    return [first / second for first, second in zip(above, below)]


def columns(results):
    """Transposes the results of a client: lists of requests a second, medians in microseconds, requests."""
    return [list(column) for column in zip(*results)]


def median_text(name, values, unit):
    return f"{name} {statistics.median(values):,.0f} {unit}"
