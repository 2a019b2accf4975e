"""All flows: the FLOWS of each module of this folder; each is a function of the pages of a browser."""

import importlib
import pkgutil

AREAS = [importlib.import_module(f"{__name__}.{area.name}") for area in pkgutil.iter_modules(__path__)]
FLOWS = tuple(flow for area in AREAS for flow in area.FLOWS)
# Options of the browsers of some flows.
OPTIONS = {flow: options for area in AREAS for flow, options in getattr(area, "OPTIONS", {}).items()}
