"""Processes of other users; the kernel reports their ids."""

import os
import socket

from .sockets import ENDPOINT


def greeting_as(user, path):
    """Returns the first bytes that a process of a user reads from the broker; empty if it is refused."""
    with socket.socket(socket.AF_UNIX) as raw:
        raw.settimeout(5)
        own = os.getuid()
        os.setresuid(user, user, -1)
        try:
            raw.connect(path)
        finally:
            os.setresuid(own, own, -1)
        return raw.recv(64)


def this_user_is_refused():
    assert greeting_as(os.getuid(), ENDPOINT.removeprefix("ipc://")) == b""


def another_user_is_refused():
    path = ENDPOINT.removeprefix("ipc://")
    os.chmod(path, 0o777)  # So that the reported user id decides, and not the file's mode.
    assert len(greeting_as(0, path)) > 0
    assert greeting_as(65534, path) == b""


def a_listed_user_is_accepted():
    assert len(greeting_as(65534, ENDPOINT.removeprefix("ipc://"))) > 0
