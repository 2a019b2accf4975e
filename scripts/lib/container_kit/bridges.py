"""A second host in containers of its own; its calculator answers calls of the first host through two bridges."""

import os
import shutil

from .composition import USER
from .engine import Failure

# The user that compose.yaml gives to a bridge beside a broker.
BRIDGE_USER = 10003
BROKER_DATA = "STATE/data/broker"


def exchange_keys(near, far, operate):
    """Creates the keys of both bridges, and copies each into the secrets of its container."""
    data = near.directory(BROKER_DATA)
    # The bridge reads the list of peers there, as described at the beginning of compose.yaml.
    os.chmod(data, 0o711)
    for words in (("bridge",), ("far", "--offers", "calorie-calculator")):
        operate("mealwire", "keys", "make", *words, "--data", "/srv/mealwire/data/broker")
    os.makedirs(far.secrets, mode=0o711)
    keys = os.path.join(data, "keys")
    for source, directory, name, user in (("bridge.key", near.secrets, "bridge.key", BRIDGE_USER),
                                          ("far.key", far.secrets, "bridge.key", USER),
                                          ("bridge.pub", far.secrets, "far-bridge.pub", USER)):
        path = os.path.join(directory, name)
        shutil.copyfile(os.path.join(keys, source), path)
        os.chown(path, user, user)
        os.chmod(path, 0o400)


def start(engine, near, far, has_limits, port):
    """Starts both bridges and the far calculator; returns their names in the order for stopping."""
    address = f"tcp://127.0.0.1:{port}"
    near_bridge = {"environment": {"MEALWIRE_KEY_FILE": "/run/secrets/bridge.key", "MEALWIRE_LISTEN": address}}
    # On a host without a broker the bridge creates the sockets, so it runs as the user of the connecting processes.
    far_bridge = {
        "user": f"{USER}:{USER}",
        "secrets": ["bridge.key", "far-bridge.pub"],
        "environment": {"MEALWIRE_KEY_FILE": "/run/secrets/bridge.key", "MEALWIRE_CONNECT": address,
                        "MEALWIRE_FAR_KEY_FILE": "/run/secrets/far-bridge.pub"},
    }
    engine.start("bridge", near.words("bridge", has_limits, "host", near_bridge))
    engine.start("far-bridge", far.words("bridge", has_limits, "host", far_bridge))
    engine.start("far-calculator", far.words("calorie-calculator", has_limits))
    return ["far-calculator", "far-bridge", "bridge"]


def stop(engine, composition, names):
    for name in names:
        code = engine.stop(name, composition.grace_s("bridge"))
        if code != 0:
            raise Failure(f"{name} exited with status {code} when stopped.")
