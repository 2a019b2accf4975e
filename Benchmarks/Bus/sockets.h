/* Sockets of libzmq and messages of several frames, shared by the C programs of scripts/bench.
 *
 * tcp sockets use CURVE. A listener accepts every key, because no ZAP handler checks them. */

#ifndef MEALWIRE_BENCHMARK_SOCKETS_H
#define MEALWIRE_BENCHMARK_SOCKETS_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <zmq.h>

enum {
    FRAMES_MAX = 8,
    /* 32 bytes as Z85, and the terminating zero. */
    Z85_KEY_SIZE = 41,
};

static inline void fail(const char *what) {
    fprintf(stderr, "%s: %s\n", what, zmq_strerror(zmq_errno()));
    exit(1);
}

static inline void check(int status, const char *what) {
    if (status < 0) fail(what);
}

static inline uint64_t now_ns(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

/* Both ends derive the listener's key pair from this secret, which protects nothing. */
static const uint8_t LISTENER_SECRET[32] = "The yardstick's key is no secret";

static inline void use_curve(void *socket, int binds) {
    char secret[Z85_KEY_SIZE], public[Z85_KEY_SIZE], own_secret[Z85_KEY_SIZE], own_public[Z85_KEY_SIZE];
    int yes = 1;
    if (!zmq_z85_encode(secret, LISTENER_SECRET, sizeof LISTENER_SECRET)) fail("zmq_z85_encode");
    if (binds) {
        check(zmq_setsockopt(socket, ZMQ_CURVE_SERVER, &yes, sizeof yes), "ZMQ_CURVE_SERVER");
        check(zmq_setsockopt(socket, ZMQ_CURVE_SECRETKEY, secret, Z85_KEY_SIZE), "ZMQ_CURVE_SECRETKEY");
        return;
    }
    check(zmq_curve_public(public, secret), "zmq_curve_public");
    check(zmq_curve_keypair(own_public, own_secret), "zmq_curve_keypair");
    check(zmq_setsockopt(socket, ZMQ_CURVE_SERVERKEY, public, Z85_KEY_SIZE), "ZMQ_CURVE_SERVERKEY");
    check(zmq_setsockopt(socket, ZMQ_CURVE_PUBLICKEY, own_public, Z85_KEY_SIZE), "ZMQ_CURVE_PUBLICKEY");
    check(zmq_setsockopt(socket, ZMQ_CURVE_SECRETKEY, own_secret, Z85_KEY_SIZE), "ZMQ_CURVE_SECRETKEY");
}

static inline void *open_socket(void *context, int type, const char *endpoint, int binds) {
    void *socket = zmq_socket(context, type);
    if (!socket) fail("zmq_socket");
    int linger = 0;
    zmq_setsockopt(socket, ZMQ_LINGER, &linger, sizeof linger);
    if (!strncmp(endpoint, "tcp:", 4)) use_curve(socket, binds);
    check(binds ? zmq_bind(socket, endpoint) : zmq_connect(socket, endpoint), endpoint);
    return socket;
}

static inline void send_frame(void *socket, const void *bytes, size_t count, int more) {
    check(zmq_send(socket, bytes, count, more ? ZMQ_SNDMORE : 0), "zmq_send");
}

/* Receives all frames of one message; returns 0 if there is none. */
static inline int receive(void *socket, zmq_msg_t frames[FRAMES_MAX], int flags) {
    for (int count = 0; count < FRAMES_MAX; count++) {
        zmq_msg_init(&frames[count]);
        if (zmq_msg_recv(&frames[count], socket, count ? 0 : flags) < 0) {
            if (zmq_errno() == EAGAIN) return 0;
            fail("zmq_msg_recv");
        }
        if (!zmq_msg_more(&frames[count])) return count + 1;
    }
    fprintf(stderr, "a message has more frames than expected\n");
    exit(1);
}

static inline void release(zmq_msg_t frames[FRAMES_MAX], int count) {
    for (int index = 0; index < count; index++) zmq_msg_close(&frames[index]);
}

#endif
