"""A second host in containers of its own, whose calculator answers calls of the first through two bridges."""

import os
import shutil

from .composition import USER
from .engine import Failure

# The user that compose.yaml gives to the bridge beside a broker.
BRIDGE_USER = 10003
BROKER_DATA = "STATE/data/broker"


def exchange_keys(near, far, operate):
    """Has the keys of both bridges made, and puts each where its container has its secrets."""
    data = near.directory(BROKER_DATA)
    # The bridge reads the list of peers there, as the head of compose.yaml has it.
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
    """Starts both bridges and the far calculator; their names, those that are to be stopped first in front."""
    address = f"tcp://127.0.0.1:{port}"
    near_bridge = {"environment": {"MEALWIRE_KEY_FILE": "/run/secrets/bridge.key", "MEALWIRE_LISTEN": address}}
    # On a host without a broker the bridge makes the sockets, so it has the user of those that connect to them.
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
            raise Failure(f"{name} ended with status {code} when it was told to stop.")
