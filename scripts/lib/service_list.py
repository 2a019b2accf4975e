"""The services, from the list that `scripts/contracts` writes from their descriptions in Swift."""

import os
import typing

PATH = os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))), "compose", "services.txt")


class Service(typing.NamedTuple):
    """A service behind the broker; its name is that of its executable."""

    name: str
    has_database: bool
    # Several processes run side by side, each with a unit of its own.
    has_instances: bool
    # The bundle that must be beside the executable; None without one.
    resources: typing.Optional[str]


def read(text):
    """Returns the services of a list's text."""
    services = []
    for line in text.splitlines():
        if not line or line.startswith("#"):
            continue
        name, *words = line.split()
        resources = [word.removeprefix("resources=") for word in words if word.startswith("resources=")]
        services.append(Service(name, "database" in words, "instances" in words, resources[0] if resources else None))
    return tuple(services)


with open(PATH, encoding="utf-8") as _file:
    SERVICES = read(_file.read())
NAMES = tuple(service.name for service in SERVICES)
# Services with one process, so that their unit has the name of the service.
SINGLE = tuple(service.name for service in SERVICES if not service.has_instances)
WITH_DATABASE = tuple(service.name for service in SERVICES if service.has_database)
