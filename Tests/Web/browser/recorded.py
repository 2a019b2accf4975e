"""Who answers a request of the app with what was recorded: the modules of AREAS, in their order.

An area has `answer(request)`, which returns the value of a JSON answer, an `Answer` with another status, or None for a
request of another area. A module of the app is one more name in AREAS.
"""

import importlib
import typing

AREAS = ("device", "daily", "features", "users", "people", "late")


class Request(typing.NamedTuple):
    """A request to the API: its path without `/v1`, its query by name, and its body."""

    method: str
    path: str
    query: dict
    body: dict
    # The version of If-Match; None without one.
    version: int | None
    # The state of the recorded server.
    backend: object
    # The name that foods and people have while a test looks for markup; else None.
    hostile: str | None


class Answer(typing.NamedTuple):
    """An answer with another status than 200. Of a problem, the value has `code`, `params`, and `current` of a 412."""

    status: int
    value: dict | None = None


def answer(request):
    """Returns the answer of the first area that has one; None if none has."""
    for area in AREAS:
        found = importlib.import_module(area).answer(request)
        if found is not None:
            return found if isinstance(found, Answer) else Answer(200, found)
    return None
