#!/usr/bin/env python3
"""An independent peer of the Majordomo Protocol, on libzmq through pyzmq: majordomo_peer.py ENDPOINT SCENARIO [KEYS].

The keys are those of a bridge: its public key, then the peer's public and secret one.

A scenario is a function without arguments of one of the modules below.
"""

import os
import sys

from majordomo import bounds, far, own, protocol, users

name = sys.argv[2]
scenario = next(getattr(module, name) for module in (protocol, users, bounds, own, far) if hasattr(module, name))
scenario()
print("ok")
# At once: libzmq would wait for whatever its sockets still have in hand.
sys.stdout.flush()
os._exit(0)
