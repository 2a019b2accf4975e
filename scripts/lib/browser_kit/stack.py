"""A stack with a web app of its own, whose processes are stopped, killed and replaced during a test."""

import os
import re
import shutil
import signal
import sys
import urllib.request

from benchmarks.workbench import wait_until
from mealwire_stack import Stack

# The bundle of resources of the app, and the app's folder in it.
BUNDLE, WEB = "Mealwire_WebApp.resources", "Web"
DIGEST = re.compile(rb"/app/([0-9a-f]{8,})/app\.js")


def make_binaries(source, target, web):
    """Links the executables of a build in a new directory, with a copy of the app of another directory.

    The gateway reads the app from the directory of its executable, so a test can change its own copy.
    """
    os.makedirs(target)
    has_app = False
    for entry in os.scandir(source) if os.path.isdir(source) else ():
        path = os.path.join(target, entry.name)
        if entry.name.endswith(".resources"):
            if entry.name == BUNDLE:
                shutil.copytree(entry.path, path, ignore=shutil.ignore_patterns(WEB))
                shutil.copytree(web, os.path.join(path, WEB))
                has_app = True
            else:
                os.symlink(os.path.realpath(entry.path), path)
        elif entry.is_file() and "." not in entry.name and os.access(entry.path, os.X_OK):
            link(entry.path, path)
    if not has_app:
        sys.exit(f"{source} has no build with the web app: scripts/build")


def link(source, target):
    """Makes a hard link, because a symbolic one would lead the executable back to its own directory; else a copy."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)


class AppStack(Stack):
    """A stack that serves a copy of the app."""

    def __init__(self, bench, name, options):
        bench.binaries = bench.path("bin")
        make_binaries(os.path.abspath(options.binaries), bench.binaries, options.web)
        super().__init__(bench.binary("mealwire"), bench.path(name))
        self.bench = bench
        bench.exit_stack.callback(self.stop)
        self.versions = 1

    def pid(self, name):
        """Returns the id of a process by its name in the stack; None while it does not run."""
        for pid in self.processes():
            try:
                with open(f"/proc/{pid}/cmdline", "rb") as file:
                    words = file.read().decode().split("\0")
            except OSError:
                continue
            if "--instance" in words and words[words.index("--instance") + 1] == name:
                return pid
        return None

    def kill(self, name):
        """Ends a process with SIGKILL, once it runs. The supervisor starts it again."""
        wait_until(lambda: self.pid(name), name)
        pid = self.pid(name)
        if pid is not None:
            os.kill(pid, signal.SIGKILL)
            wait_until(lambda: self.pid(name) != pid, f"another {name}")

    def pause(self, name):
        """Stops a process without ending it, as on a line that loses everything; returns its id."""
        wait_until(lambda: self.pid(name), name)
        pid = self.pid(name)
        os.kill(pid, signal.SIGSTOP)
        return pid

    def resume(self, pid):
        os.kill(pid, signal.SIGCONT)

    def digest(self):
        """Returns the version of the app that is served; None while the gateway does not answer."""
        try:
            with urllib.request.urlopen(f"{self.url}/", timeout=5) as answer:
                return DIGEST.search(answer.read())[1].decode()
        except OSError:
            return None

    def change_app(self):
        """Serves another version of the app; returns its digest."""
        before = self.digest()
        self.versions += 1
        # The digest is that of the sources, so a comment is enough.
        with open(os.path.join(self.bench.binaries, BUNDLE, WEB, "app.js"), "a", encoding="utf-8") as file:
            file.write(f"// Version {self.versions}.\n")
        self.kill("gateway")
        wait_until(lambda: self.digest() not in (None, before), "the other version of the app")
        return self.digest()
