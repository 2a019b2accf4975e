#!/usr/bin/env python3
"""Runs flows of the web app in Chromium, with recorded answers instead of a stack.

Usage: flows.py [PART...]

A PART is a part of a flow's name. Installs chromium, chromium-driver and selenium if they are missing.
"""

import sys
import traceback

from pages import opened  # It installs selenium, which the flows import.

from cases import FLOWS, OPTIONS  # noqa: I001


def run(flow):
    """Runs a flow in a browser of its own; returns whether it has passed, and prints what helps if it has not."""
    with opened("phone", "light", "en", **OPTIONS.get(flow, {})) as page:
        try:
            flow(page)
            print(f"ok      {flow.__name__}", flush=True)
            return True
        except Exception as error:
            print(f"FAILED  {flow.__name__}: {type(error).__name__} {str(error).splitlines()[:3]}")
            traceback.print_exc(limit=-3, chain=False)
            print(page.text[:400])
            print([line["message"] for line in page.driver.get_log("browser")][-5:], flush=True)
            return False


def main():
    if sys.argv[1:] in (["-h"], ["--help"]):
        print(__doc__)
        return
    chosen = [flow for flow in FLOWS if not sys.argv[1:] or any(part in flow.__name__ for part in sys.argv[1:])]
    passed = [run(flow) for flow in chosen]
    sys.exit(0 if passed and all(passed) else 1)


if __name__ == "__main__":
    main()
