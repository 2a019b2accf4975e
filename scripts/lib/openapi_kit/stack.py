"""A stack in a temporary directory, with limits that do not end a test early."""

import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request

from .source import FoodSource
from .tools import ROOT

# Below the ports that the system gives to outgoing connections, so that no client takes the port meanwhile.
PORTS = range(15_000, 32_000)
READY_WITHIN_S = 120
STOPS_WITHIN_S = 60
POLL_INTERVAL_S = 0.1
METRICS_TOKEN = "0123456789abcdef"
SETTINGS = {
    # Without an address, security.txt is 404.
    "MEALWIRE_OPERATOR_CONTACT": "security@example.org",
    "MEALWIRE_AUTH_ACCESS_TOKEN_MINUTES": "60",
    # Otherwise, signing in to an account of the demonstration is always refused.
    "MEALWIRE_DEMO": "true",
    "MEALWIRE_AUTH_ARGON2_MEMORY_MIB": "7",
    "MEALWIRE_AUTH_ARGON2_PASSES": "1",
    "MEALWIRE_AUTH_REGISTRATIONS_PER_CLIENT": "100000",
    "MEALWIRE_AUTH_REQUESTS_PER_MINUTE": "0",
    # Each request has an address of its own in X-Forwarded-For.
    "MEALWIRE_TRUSTED_PROXIES": "1",
    # Behind a proxy, no program on this host reads metrics without a token.
    "MEALWIRE_METRICS_TOKEN": METRICS_TOKEN,
    "MEALWIRE_CATALOG_REMOTE_OPENFOODFACTS": "on",
    "MEALWIRE_CATALOG_REMOTE_CONTACT": "check@example.org",
}


def free_port():
    for port in random.sample(PORTS, 100):
        with socket.socket() as candidate:
            try:
                candidate.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    sys.exit("100 ports are in use.")


class Stack:
    """Starts `mealwire up`, and ends it with its data."""

    def __init__(self, binaries):
        self.program = binaries / "mealwire"
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"

    def __enter__(self):
        self.directory = tempfile.mkdtemp(prefix="mealwire-openapi-")
        self.data = os.path.join(self.directory, "data")
        self.log = open(os.path.join(self.directory, "log"), "w+", encoding="utf-8")
        command = [self.program, "up", "--data", self.data, "--port", str(self.port)]
        self.source = FoodSource()
        settings = SETTINGS | {"MEALWIRE_CATALOG_REMOTE_OPENFOODFACTS_URL": self.source.url}
        self.process = subprocess.Popen(command, cwd=ROOT, env=os.environ | settings, stdin=subprocess.DEVNULL,
                                        stdout=self.log, stderr=self.log)
        self.wait_until_ready()
        return self

    def wait_until_ready(self):
        deadline = time.monotonic() + READY_WITHIN_S
        while time.monotonic() < deadline and self.process.poll() is None:
            try:
                with urllib.request.urlopen(f"{self.url}/health/ready", timeout=5):
                    return
            except OSError:
                time.sleep(POLL_INTERVAL_S)
        self.log.seek(0)
        text = self.log.read()
        self.__exit__()
        sys.exit(f"The stack did not become ready:\n{text}")

    def __exit__(self, *error):
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(STOPS_WITHIN_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.source.shut_down()
        self.log.close()
        shutil.rmtree(self.directory, ignore_errors=True)

    def make_staff(self, email):
        """Gives an account the role of an administrator."""
        subprocess.run([self.program, "admin", "users", "role", email, "admin", "--data", self.data], check=True,
                       stdout=subprocess.DEVNULL)
