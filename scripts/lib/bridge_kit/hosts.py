"""Hosts that bridges connect, represented by data directories: keys, permissions and ports."""

import os
import shutil
import subprocess

KEYS_WITHIN_S = 60


def exchange_keys(mealwire, near, far, name, *rights):
    """Creates the keys of both bridges in the near directory, and copies the far bridge's keys to the far directory.

    `rights` are arguments of `mealwire keys make`: what processes of the far host may offer and call.
    """
    keys = os.path.join(near, "keys")
    if not os.path.exists(os.path.join(keys, "bridge.key")):
        run(mealwire, "keys", "make", "bridge", "--data", near)
    run(mealwire, "keys", "make", name, "--data", near, *rights)
    far_keys = os.path.join(far, "keys")
    os.makedirs(far_keys, mode=0o700, exist_ok=True)
    for source, copy in ((f"{name}.key", "bridge.key"), ("bridge.pub", "far-bridge.pub")):
        shutil.copy2(os.path.join(keys, source), os.path.join(far_keys, copy))


def exchange_keys_back(mealwire, near, far, name):
    """Permits the near bridge to connect to the far one, for everything, so that it can use a broker there.

    To be called after exchange_keys() with the same name.
    """
    keys = os.path.join(near, "keys")
    run(mealwire, "keys", "allow", "near", os.path.join(keys, "bridge.pub"), "--data", far,
        "--offers", "*", "--calls", "*", "--speaks-for-users")
    shutil.copy2(os.path.join(keys, f"{name}.pub"), os.path.join(keys, "far-bridge.pub"))


def run(*command):
    result = subprocess.run(command, capture_output=True, text=True, timeout=KEYS_WITHIN_S, check=False)
    if result.returncode != 0:
        raise RuntimeError(f"`{' '.join(command)}` failed: {result.stdout}{result.stderr}")
