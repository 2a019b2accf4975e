"""The Majordomo Protocol between clients and workers of both versions."""

import zmq

from .sockets import (ASK, CONTEXT, DISCONNECT, END, FINAL, HEARTBEAT, PART, PARTIAL, READY, REQUEST, TIMEOUT_MS, ask_until,
                      connect, dealer, manage, receive, send, worker)


def two_of_version_2():
    client, peer = dealer(), worker(b"echo2")
    send(client, b"MDPC02", ASK, b"echo2", b"one", b"", b"three")
    request = receive(peer)
    assert request[:2] == [b"MDPW02", REQUEST] and request[3:] == [b"", b"one", b"", b"three"], request
    send(peer, b"MDPW02", PARTIAL, request[2], b"", b"a part")
    send(peer, b"MDPW02", FINAL, request[2], b"", b"the", b"end")
    assert receive(client) == [b"MDPC02", PART, b"echo2", b"a part"]
    assert receive(client) == [b"MDPC02", END, b"echo2", b"the", b"end"]


def client_of_version_1_and_worker_of_version_2():
    client, peer = CONTEXT.socket(zmq.REQ), worker(b"echo12")
    client.linger, client.rcvtimeo = 0, TIMEOUT_MS
    connect(client)
    send(client, b"MDPC01", b"echo12", b"hello")
    request = receive(peer)
    send(peer, b"MDPW02", PARTIAL, request[2], b"", b"unknown to version 1")
    send(peer, b"MDPW02", FINAL, request[2], b"", b"world")
    assert client.recv_multipart() == [b"MDPC01", b"echo12", b"world"]


def client_of_version_2_and_worker_of_version_1():
    client, peer = dealer(), dealer()
    send(peer, b"", b"MDPW01", READY, b"echo21")
    ask_until(b"200", b"echo21")
    send(client, b"MDPC02", ASK, b"echo21", b"hello")
    request = peer.recv_multipart()
    while request[2] == bytes([4]):
        request = peer.recv_multipart()
    assert request[:3] == [b"", b"MDPW01", REQUEST] and request[4:] == [b"", b"hello"], request
    send(peer, b"", b"MDPW01", bytes([3]), request[3], b"", b"world")
    assert receive(client) == [b"MDPC02", END, b"echo21", b"world"]


def many_at_once_and_none_is_shed():
    # A worker gets one request at a time. With one worker, a busy machine would switch processes 5,000 times.
    client, workers = dealer(), zmq.Poller()
    for _ in range(16):
        workers.register(worker(b"many"), zmq.POLLIN)
    for number in range(5000):
        send(client, b"MDPC02", ASK, b"many", b"%d" % number)
    answered = 0
    while answered < 5000:
        for peer, _ in workers.poll(TIMEOUT_MS):
            message = peer.recv_multipart()
            if message[1] == REQUEST:
                send(peer, b"MDPW02", FINAL, message[2], b"", message[4])
                answered += 1
    assert sorted(int(receive(client)[3]) for _ in range(5000)) == list(range(5000))


def management():
    assert manage(b"mmi.service", b"not offered")[3] == b"404"
    assert manage(b"mmi.anything", b"x")[3] == b"501"


def disconnected_as_the_protocol_says():
    for frames in ([HEARTBEAT], [FINAL, b"0123456789abcdef", b"", b"x"], [READY, b"diary"],
                   [READY, b"calorie-calculator-batch"], [READY, b"mmi.service"]):
        socket = dealer()
        send(socket, b"MDPW02", *frames)
        # Must be the first answer. An accepted worker would get a heartbeat, and be disconnected later for its silence.
        assert receive(socket, skip=()) == [b"MDPW02", DISCONNECT], frames
    again = worker(b"again")
    send(again, b"MDPW02", READY, b"again")
    assert receive(again) == [b"MDPW02", DISCONNECT]
    ask_until(b"404", b"again")


def junk_is_dropped():
    socket = dealer()
    for frames in ([b""], [b"", b""], [b"MDPC02"], [b"MDPC02", b"\xff", b"x"], [b"MDPC02", ASK, b"", b"x"], [b"x"] * 40,
                   [b"MDPW02", b"\x63"], [b"MDPC02", ASK, b"\xff\xfe", b"x"], [b"MDPC02", ASK, b"diary", b"x", b"y"]):
        send(socket, *frames)
    send(socket, b"MDPC02", ASK, b"mmi.service", b"diary")
    assert receive(socket)[2] == b"mmi.service"


def a_departed_worker_passes_its_request_on():
    first = worker(b"relay")
    client = dealer()
    send(client, b"MDPC02", ASK, b"relay", b"hello")
    receive(first)
    second = dealer()
    send(second, b"MDPW02", READY, b"relay")
    first.close()
    request = receive(second)
    send(second, b"MDPW02", FINAL, request[2], b"", b"world")
    assert receive(client)[3] == b"world"


def an_answer_of_many_parts():
    client, peer = dealer(), worker(b"parts")
    send(client, b"MDPC02", ASK, b"parts", b"hello")
    request = receive(peer)
    send(peer, b"MDPW02", FINAL, request[2], b"", *[b"%d" % part for part in range(50)])
    assert receive(client)[3:] == [b"%d" % part for part in range(50)]


def what_waited_is_handled_when_the_rest_has_expired():
    client = dealer()
    for _ in range(70):
        send(client, b"MDPC02", ASK, b"not offered", b"x")
    send(client, b"MDPC02", ASK, b"mmi.service", b"echo")
    assert receive(client)[2] == b"mmi.service"
