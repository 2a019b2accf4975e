/* Adversarial peers without a valid key, which connect to a bridge's port on loopback for a limited time and rate.
 *
 *   strangers junk PORT SECONDS          200 connections a second, each with 1,000 random bytes
 *   strangers halves PORT SECONDS        300 connections with the first half of a greeting; closed ones are reopened
 *   strangers idle PORT SECONDS          1,000 silent connections; closed ones are reopened
 *   strangers handshakes PORT SECONDS    1,000 CURVE handshakes a second, each with an unlisted key
 *
 * scripts/bench builds it: cc -O2 strangers.c -lzmq. It ends with its parent, or after LIFE_SECONDS. At the end, or on
 * SIGTERM, it prints its connections a second. STRANGERS_SERVER_KEY holds the public key of the bridge. */

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "sockets.h"

enum {
    LIFE_SECONDS = 600,
    CONNECTIONS_MAX = 1000,
    JUNK_BYTES = 1000,
    /* Concurrent handshakes; each has 64 ms. */
    HANDSHAKES_AT_ONCE = 64,
    HANDSHAKES_PER_SECOND = 1000,
};

struct kind {
    const char *name;
    int connections, per_second, bytes, is_ended_by_us;
};

/* The first half of a ZMTP greeting has 10 bytes. */
static const struct kind KINDS[] = {
    {"junk", 50, 200, JUNK_BYTES, 1},
    {"halves", 300, 500, 10, 0},
    {"idle", CONNECTIONS_MAX, 1000, 0, 0},
};
static const unsigned char HALF_GREETING[10] = {0xFF, 0, 0, 0, 0, 0, 0, 0, 1, 0x7F};

static volatile sig_atomic_t is_stopping = 0;

static void stop(int signal) {
    (void)signal;
    is_stopping = 1;
}

/* Waits until the step is due; returns 0 when the time is over. */
static int wait_for(uint64_t start, uint64_t step, int per_second, int seconds) {
    uint64_t due = start + step * 1000000000u / (uint64_t)per_second, now = now_ns();
    if (due >= start + (uint64_t)seconds * 1000000000u) return 0;
    if (due > now) usleep((useconds_t)((due - now) / 1000));
    return !is_stopping;
}

static int connect_to(int port) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    /* Resets connections on close; otherwise thousands of ports would stay in TIME_WAIT. */
    struct linger linger = {.l_onoff = 1, .l_linger = 0};
    int descriptor = socket(AF_INET, SOCK_STREAM, 0);
    if (descriptor < 0) return -1;
    inet_pton(AF_INET, "127.0.0.1", &address.sin_addr);
    fcntl(descriptor, F_SETFL, O_NONBLOCK);
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, sizeof linger);
    if (connect(descriptor, (struct sockaddr *)&address, sizeof address) < 0 && errno != EINPROGRESS) {
        close(descriptor);
        return -1;
    }
    return descriptor;
}

static int is_ended(int descriptor) {
    char bytes[512];
    ssize_t count = recv(descriptor, bytes, sizeof bytes, MSG_DONTWAIT);
    return count == 0 || (count < 0 && errno != EAGAIN);
}

static uint64_t open_connections(const struct kind *kind, int port, int seconds) {
    static int descriptors[CONNECTIONS_MAX];
    unsigned char bytes[JUNK_BYTES];
    uint64_t start = now_ns(), count = 0;
    for (int index = 0; index < kind->connections; index++) descriptors[index] = -1;
    for (uint64_t step = 0; wait_for(start, step, kind->per_second, seconds); step++) {
        int *descriptor = &descriptors[step % (uint64_t)kind->connections];
        if (*descriptor >= 0 && !kind->is_ended_by_us && !is_ended(*descriptor)) continue;
        if (*descriptor >= 0) close(*descriptor);
        *descriptor = connect_to(port);
        if (*descriptor < 0) continue;
        count++;
        for (int index = 0; index < kind->bytes; index++) bytes[index] = (unsigned char)rand();
        if (!kind->is_ended_by_us) memcpy(bytes, HALF_GREETING, sizeof HALF_GREETING);
        /* On loopback the connection is established by now. */
        if (kind->bytes > 0) send(*descriptor, bytes, (size_t)kind->bytes, MSG_NOSIGNAL);
    }
    return count;
}

static uint64_t make_handshakes(int port, int seconds) {
    void *sockets[HANDSHAKES_AT_ONCE] = {NULL}, *context = zmq_ctx_new();
    char endpoint[64], secret[Z85_KEY_SIZE], public[Z85_KEY_SIZE];
    int never = -1, no_linger = 0;
    uint64_t start = now_ns(), count = 0;
    snprintf(endpoint, sizeof endpoint, "tcp://127.0.0.1:%d", port);
    check(zmq_curve_keypair(public, secret), "zmq_curve_keypair");
    const char *listener = getenv("STRANGERS_SERVER_KEY");
    if (!listener) {
        fprintf(stderr, "strangers: set STRANGERS_SERVER_KEY to the bridge's public key\n");
        exit(64);
    }
    for (uint64_t step = 0; wait_for(start, step, HANDSHAKES_PER_SECOND, seconds); step++) {
        void **socket = &sockets[step % HANDSHAKES_AT_ONCE];
        if (*socket) zmq_close(*socket);
        *socket = zmq_socket(context, ZMQ_DEALER);
        /* Closed sockets are released with a delay. */
        if (!*socket) continue;
        zmq_setsockopt(*socket, ZMQ_LINGER, &no_linger, sizeof no_linger);
        zmq_setsockopt(*socket, ZMQ_RECONNECT_IVL, &never, sizeof never);
        check(zmq_setsockopt(*socket, ZMQ_CURVE_SERVERKEY, listener, strlen(listener)), "ZMQ_CURVE_SERVERKEY");
        zmq_setsockopt(*socket, ZMQ_CURVE_PUBLICKEY, public, Z85_KEY_SIZE);
        zmq_setsockopt(*socket, ZMQ_CURVE_SECRETKEY, secret, Z85_KEY_SIZE);
        check(zmq_connect(*socket, endpoint), endpoint);
        count++;
    }
    return count;
}

static void use_all_descriptors(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) < 0) return;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
}

static int report(uint64_t count, uint64_t start) {
    printf("RESULT %.0f\n", (double)count / ((double)(now_ns() - start) / 1e9));
    return 0;
}

int main(int count, char **arguments) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    alarm(LIFE_SECONDS);
    signal(SIGTERM, stop);
    use_all_descriptors();
    int port = count == 4 ? atoi(arguments[2]) : 0, seconds = count == 4 ? atoi(arguments[3]) : 0;
    uint64_t start = now_ns();
    if (port > 0 && seconds > 0 && !strcmp(arguments[1], "handshakes")) {
        return report(make_handshakes(port, seconds), start);
    }
    for (size_t index = 0; port > 0 && seconds > 0 && index < sizeof KINDS / sizeof *KINDS; index++) {
        if (strcmp(arguments[1], KINDS[index].name)) continue;
        return report(open_connections(&KINDS[index], port, seconds), start);
    }
    fprintf(stderr, "usage: strangers junk | halves | idle | handshakes PORT SECONDS\n");
    return 64;
}
