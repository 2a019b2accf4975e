"""Processes of other users, for which the kernel vouches."""

import os
import socket

from .sockets import ENDPOINT


def greeting_as(user, path):
    """What a process of a user first reads from the broker; nothing if it is turned away."""
    with socket.socket(socket.AF_UNIX) as raw:
        raw.settimeout(5)
        own = os.getuid()
        os.setresuid(user, user, -1)
        try:
            raw.connect(path)
        finally:
            os.setresuid(own, own, -1)
        return raw.recv(64)


def this_user_is_turned_away():
    assert greeting_as(os.getuid(), ENDPOINT.removeprefix("ipc://")) == b""


def another_user_is_turned_away():
    path = ENDPOINT.removeprefix("ipc://")
    os.chmod(path, 0o777)  # So that it is the kernel's word that decides, and not the file's mode.
    assert len(greeting_as(0, path)) > 0
    assert greeting_as(65534, path) == b""


def another_user_is_let_in_by_the_list():
    assert len(greeting_as(65534, ENDPOINT.removeprefix("ipc://"))) > 0
