"""Every check of the project: where it runs, why there, and how long it may take.

`.ci/run` runs RUN before a change is merged. `scripts/ci/long` runs LONG before an issue counts as resolved and before a
release.
"""

import typing

# Bounds are some five times the time on two quiet cores: a machine beside other programs is slow, and a check that hangs
# must still be named.
MINUTE_S = 60


class Check(typing.NamedTuple):
    """A command that must end with status 0 within its bound."""

    name: str
    command: tuple
    # After this time the check has failed, and its processes are ended.
    bound_s: int
    # The reason for its place: a row of docs/reference/checks.md.
    why: str
    # The checks that must have passed before; it starts when they have.
    after: tuple = ()
    # Environment variables besides those of the caller.
    variables: dict = {}
    # Endless programs beside it, each of which keeps one processor busy.
    busy_programs: int = 0


SUITE_BOUND_S = 25 * MINUTE_S
# Both processors of a small machine have other work.
BUSY_PROGRAMS = 2
# Checks of one list run one after the other; both lists run side by side. The compiler rarely keeps two processors busy,
# so the checks of sources run beside it. Those that read what the compiler leaves wait for the last program that writes there.
RUN = (
    (
        Check("build", ("scripts/build",), 30 * MINUTE_S, "compiles the executables with warnings as errors"),
        Check("build-tests", ("scripts/build", "--tests"), 20 * MINUTE_S,
              "compiles tests, benchmarks and examples with warnings as errors"),
        Check("suite", ("scripts/test", "--skip-build"), SUITE_BOUND_S,
              "unit, storage, service and system tests: kills, restores, erasure, access, recorded requests"),
    ),
    (
        Check("format", ("scripts/format", "--check"), 5 * MINUTE_S, "format of the Swift sources, language of the documents"),
        Check("web", ("scripts/ci/check-web",), 10 * MINUTE_S, "the web app without a browser: format, lint, types, tests"),
        Check("catalog", ("scripts/data/make-starter-catalog", "--check"), 5 * MINUTE_S, "the starter catalog is the one that its sources give"),
        Check("contracts", ("scripts/ci/check-openapi", "--static"), 5 * MINUTE_S, "the OpenAPI document and the types for TypeScript are valid"),
        Check("units", ("scripts/ci/check-units",), 5 * MINUTE_S, "the units for systemd are valid and sandboxed"),
        Check("modules", ("scripts/ci/check-modules",), 5 * MINUTE_S, "modules depend on each other in one direction"),
        Check("devices", ("scripts/ci/devices-test",), 5 * MINUTE_S,
              "three devices with the queue of the web app against real services, with kills", after=("build-tests",)),
        Check("packages", ("scripts/packages-lock", "--check"), MINUTE_S, "the build has resolved the versions of compose/packages.lock",
              after=("suite",)),
        Check("documents", ("scripts/ci/docs-test",), 15 * MINUTE_S, "commands, links and names of tests in the documents are right",
              after=("suite",)),
    ),
)


def suites(count, name, why, **more):
    """The same suite several times, each a check of its own, so that a run can continue."""
    return tuple(Check(f"{name}-{number}", ("scripts/test", "--skip-build", *more.get("words", ())), SUITE_BOUND_S, why,
                       busy_programs=more.get("busy_programs", 0)) for number in range(1, count + 1))


LONG = (
    Check("build", ("scripts/build", "--tests"), 45 * MINUTE_S, "what all others run"),
    Check("api", ("scripts/ci/check-openapi", "--seed", "21"), 30 * MINUTE_S, "explores at random: requests of schemathesis to every operation"),
    Check("fuzz", ("scripts/ci/fuzz", "-max_total_time=60"), 10 * MINUTE_S, "explores at random: libFuzzer on the parsers"),
    Check("containers", ("scripts/ci/container-test",), 20 * MINUTE_S, "needs containers"),
    Check("boot", ("scripts/ci/booted-test",), 20 * MINUTE_S, "needs a container: a booted Debian with systemd"),
    Check("package", ("scripts/ci/package-test",), 60 * MINUTE_S, "needs a container: the packages, installed, upgraded, removed"),
    Check("hosts", ("scripts/ci/hosts-test",), 10 * MINUTE_S, "needs network namespaces, as containers do"),
    Check("portable-sql", ("scripts/ci/portable-sql",), 30 * MINUTE_S, "needs PostgreSQL: every statement of the services, prepared there"),
    Check("service", ("scripts/ci/service-test",), 120 * MINUTE_S, "builds a second tree: the tutorial's service, added, used, exported, erased"),
    Check("load", ("scripts/load-test", "--short", "--skip-build"), 5 * MINUTE_S, "measures: rates and times under load"),
    Check("rolling", ("scripts/ci/rolling-upgrade-test",), 10 * MINUTE_S, "measures: failed requests while processes are replaced under load"),
    Check("chaos", ("scripts/chaos", "--minutes", "2"), 15 * MINUTE_S, "explores at random: faults in a whole stack under load"),
    *(Check(f"browser-{name}", ("scripts/ci/browser-test", "--browser", name), 30 * MINUTE_S, "needs a browser: the flows of the web app")
      for name in ("chromium", "firefox", "webkit")),
    *suites(5, "suite", "repeats the suite on a quiet machine"),
    *suites(3, "suite-busy", "repeats the suite beside programs that keep the processors busy", busy_programs=BUSY_PROGRAMS),
    *suites(3, "suite-wide", "repeats the suite with twice as many tests at once", words=("--wide",)),
    *(Check(f"run-{number}", (".ci/run",), 90 * MINUTE_S, "repeats all of .ci/run") for number in range(1, 4)),
)
