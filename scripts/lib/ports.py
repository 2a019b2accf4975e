"""Free TCP ports of this host."""

import random
import socket
import sys

# Below the ports that the system gives to outgoing connections, so that no client takes the port meanwhile.
PORTS = range(15_000, 32_000)
TRIES = 100


def free_port(rng=random):
    """Returns a port on which nothing listens, chosen at random, so that programs side by side rarely choose the same one."""
    for port in rng.sample(PORTS, TRIES):
        with socket.socket() as candidate:
            try:
                candidate.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    sys.exit(f"{TRIES} ports are in use.")
