"""The software bill of materials of what executables link, as CycloneDX 1.5."""

import json
import pathlib
import re
import subprocess

from . import linking, packages
from .tree import SYSTEM_LIBRARIES, release

# The licences of the Swift packages, by their names; a package that is linked and missing here fails a release. Each was
# read in the package's file LICENSE.
LICENCES = {
    "async-http-client": "Apache-2.0",
    "grdb.swift": "MIT",
    "hdrhistogram-swift": "Apache-2.0",
    "hummingbird": "Apache-2.0",
    "jwt-kit": "MIT",
    "swift-algorithms": "Apache-2.0 WITH Swift-exception",
    "swift-argument-parser": "Apache-2.0 WITH Swift-exception",
    "swift-asn1": "Apache-2.0",
    "swift-async-algorithms": "Apache-2.0 WITH Swift-exception",
    "swift-atomics": "Apache-2.0 WITH Swift-exception",
    "swift-certificates": "Apache-2.0",
    "swift-collections": "Apache-2.0 WITH Swift-exception",
    "swift-configuration": "Apache-2.0",
    "swift-crypto": "Apache-2.0",
    "swift-distributed-tracing": "Apache-2.0",
    "swift-http-structured-headers": "Apache-2.0",
    "swift-http-types": "Apache-2.0",
    "swift-log": "Apache-2.0",
    "swift-metrics": "Apache-2.0",
    "swift-nio": "Apache-2.0",
    "swift-nio-extras": "Apache-2.0",
    "swift-nio-http2": "Apache-2.0",
    "swift-nio-ssl": "Apache-2.0",
    "swift-nio-transport-services": "Apache-2.0",
    "swift-numerics": "Apache-2.0 WITH Swift-exception",
    "swift-service-context": "Apache-2.0",
    "swift-service-lifecycle": "Apache-2.0",
    "swift-system": "Apache-2.0 WITH Swift-exception",
}
# Those of the system's libraries, as their Debian packages state them. The executables contain nothing of them.
SYSTEM_LICENCES = {
    "libarchive13": "BSD-2-Clause", "libglpk40": "GPL-3.0-or-later", "libsodium23": "ISC", "libsqlite3-0": "blessing",
    "zlib1g": "Zlib", "libzmq5": "LGPL-3.0-or-later WITH static-linking exception", "libc6": "LGPL-2.1-or-later",
    "libgcc-s1": "GPL-3.0-or-later WITH GCC-exception-3.1", "libstdc++6": "GPL-3.0-or-later WITH GCC-exception-3.1",
}
# Swift's runtime and Foundation with the data of ICU, in the libraries beside the executables.
RUNTIME_LICENCE = "Apache-2.0 WITH Swift-exception"


def modules(scratch):
    """Returns the package of each module of other packages, from SwiftPM's description of the build."""
    found, output, text = {}, "", (pathlib.Path(scratch) / "release.yaml").read_text(encoding="utf-8")
    for line in text.splitlines():
        if line.startswith('  "'):
            output = ""
        elif line.startswith("    inputs:"):
            package = re.search(r"/checkouts/([^/]+)/", line)
            output = package.group(1).lower() if package else ""
        elif line.startswith("    outputs:") and output:
            for module in re.findall(r"/([^/]+)\.build/", line):
                found[module] = output
    return found


def linked_packages(root, scratch):
    """Returns the resolved packages of which an executable links a module, sorted by name."""
    owners, resolved = modules(scratch), {package.name: package for package in packages.resolved(root)}
    commands = linking.link_commands(scratch)
    names = {owners[module] for name in linking.EXECUTABLES for module in linking.linked_modules(commands[name]) if module in owners}
    without_licence = sorted(names - LICENCES.keys())
    if without_licence:
        raise linking.Failure(f"{', '.join(without_licence)} is linked, but LICENCES in scripts/lib/release_kit/sbom.py lacks it.")
    return [resolved[name] for name in sorted(names)]


def toolchain():
    """Returns the compiler's version, such as 6.3.1."""
    return re.search(r"Swift version (\S+)", linking.run(["swift", "--version"])).group(1)


def licence(text):
    # A licence that SPDX does not list has a name, not an identifier.
    return [{"expression": text}] if "static-linking" not in text else [{"license": {"name": text}}]


def swift_components(root, scratch):
    for package in linked_packages(root, scratch):
        address = package.location.removeprefix("https://").removesuffix(".git")
        yield {"type": "library", "name": package.name, "version": package.version, "licenses": licence(LICENCES[package.name]),
               "purl": f"pkg:swift/{address}@{package.version}",
               "externalReferences": [{"type": "vcs", "url": package.location}]}
    version = toolchain()
    yield {"type": "library", "name": "swift", "version": version, "licenses": licence(RUNTIME_LICENCE),
           "description": "Swift's runtime libraries, Dispatch and Foundation with ICU",
           "purl": f"pkg:swift/github.com/swiftlang/swift@{version}"}


def installed(names):
    """Returns name, version and architecture of the first package that is installed; None if none is."""
    for name in names:
        found = subprocess.run(["dpkg-query", "-W", "-f", "${Version} ${Architecture}", name], capture_output=True, text=True,
                               check=False)
        if found.returncode == 0 and found.stdout.strip():
            return name, *found.stdout.split()
    return None


def system_components(libraries):
    for names in sorted({SYSTEM_LIBRARIES[name] for name in libraries}):
        found = installed(names)
        if found:
            name, version, architecture = found
            yield {"type": "library", "name": name, "version": version, "licenses": licence(SYSTEM_LICENCES[names[0]]),
                   "scope": "required", "description": "a library of the system, not contained",
                   "purl": f"pkg:deb/debian/{name}@{version}?arch={architecture}"}


def document(root, scratch, libraries, version=None):
    """Returns the bill as text; it has no time and no random number, so that the same build gives the same text."""
    bill = {
        "bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
        "metadata": {
            "tools": {"components": [{"type": "application", "name": "swift", "version": toolchain()}]},
            "component": {"type": "application", "name": "mealwire", "version": version or release(),
                          "licenses": [{"license": {"id": "Apache-2.0"}}]},
        },
        "components": [*swift_components(root, scratch), *system_components(libraries)],
    }
    return json.dumps(bill, indent=2) + "\n"
