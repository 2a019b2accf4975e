"""Peers of other hosts, which a bridge accepts by their keys."""

import zmq

from .own import header
from .sockets import ASK, CONTEXT, KEYS, TIMEOUT_MS, connect, dealer, receive, send

REFUSALS = (zmq.EVENT_DISCONNECTED | zmq.EVENT_HANDSHAKE_FAILED_AUTH | zmq.EVENT_HANDSHAKE_FAILED_PROTOCOL
            | zmq.EVENT_HANDSHAKE_FAILED_NO_DETAIL)


def is_refused(keys):
    """Waits for two events of refused connections; returns True if there was no answer."""
    socket = CONTEXT.socket(zmq.DEALER)
    socket.linger = 0
    monitor = socket.get_monitor_socket(REFUSALS)
    monitor.rcvtimeo = TIMEOUT_MS
    connect(socket, keys)
    send(socket, b"MDPC02", ASK, b"mmi.service", b"echo")
    for _ in range(2):
        monitor.recv_multipart()
    try:
        socket.recv_multipart(zmq.NOBLOCK)
    except zmq.Again:
        return True
    finally:
        # In this order: libzmq's thread sends events until then, and blocks for good if the receiver is closed before.
        socket.disable_monitor()
        socket.close()
        monitor.close()


def unlisted_keys_are_refused():
    assert is_refused([KEYS[0], *zmq.curve_keypair()]), "a key that is not listed got an answer"
    assert is_refused([]), "a peer without a key got an answer"
    client = dealer()
    send(client, b"MDPC02", ASK, b"mmi.service", b"echo")
    assert receive(client)[2] == b"mmi.service"


def own_services_answer():
    client = dealer()
    for length in (0, 1, 250, 100_000, 900_000):
        text = b"a" * length
        send(client, b"MDPC02", ASK, b"leaderboard", header(), b'{"text":"' + text + b'"}')
        assert text in receive(client)[4]
