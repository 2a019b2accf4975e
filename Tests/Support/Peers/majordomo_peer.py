#!/usr/bin/env python3
"""An independent peer of the Majordomo Protocol, on libzmq through pyzmq: majordomo_peer.py ENDPOINT SCENARIO [KEYS].

The keys are for a bridge: its public key, then the peer's public and secret key.

A scenario is a function without arguments of one of the modules below.
"""

import os
import sys

from majordomo import bounds, far, own, protocol, users

name = sys.argv[2]
scenario = next(getattr(module, name) for module in (protocol, users, bounds, own, far) if hasattr(module, name))
scenario()
print("ok")
# Exit at once: libzmq would wait for unsent messages of its sockets.
sys.stdout.flush()
os._exit(0)
