/* Baselines for the message bus: processes that only forward the frames of requests over ipc. Other modes are peers
 * that speak full MDP/0.2 with Mealwire's headers, to measure its broker alone.
 *
 *   forwarder broker FRONT BACK                                   forwards without reading the frames
 *   forwarder bridge FRONT BACK                                   the same, but connects to BACK
 *   forwarder echo BACK                                           returns each message
 *   forwarder reply FRONT                                         the same, without a broker in between
 *   forwarder worker ENDPOINT WORKERS SERVICES                    Mealwire workers for benchmark-0, benchmark-1, …
 *   forwarder client ENDPOINT IN_FLIGHT BYTES SECONDS SERVICES    for either broker
 *
 * tcp endpoints use CURVE. With 0 services the client sends only the payload, as one frame.
 *
 * scripts/bench builds it: cc -O2 forwarder.c -lzmq. The client prints "RESULT requests-per-second
 * median-microseconds requests". The median is the latency of single requests; it is 0 with more than one in flight.
 * Every process ends with its parent, or after LIFE_SECONDS. */

#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "sockets.h"

enum {
    LIFE_SECONDS = 3600,
    WARM_UP_MS = 300,
    SILENCE_MAX_MS = 5000,
    WORKERS_MAX = 256,
    SERVICES_MAX = 64,
    PAYLOAD_MAX = 1 << 20,
    LATENCIES_MAX = 1 << 22,
    ID_LENGTH = 36,
    /* Offset of the id in a header, after {"id":" */
    ID_START = 7,
};

static const char CAPACITY[] = "128";

/* MARK: Forwarding */

static void run_broker(void *context, const char *front, const char *back, int binds_back) {
    zmq_proxy(open_socket(context, ZMQ_ROUTER, front, 1), open_socket(context, ZMQ_DEALER, back, binds_back), NULL);
}

static void run_echo(void *socket) {
    zmq_msg_t frames[FRAMES_MAX];
    for (;;) {
        int count = receive(socket, frames, 0);
        for (int index = 0; index < count; index++)
            check(zmq_msg_send(&frames[index], socket, index + 1 < count ? ZMQ_SNDMORE : 0), "zmq_msg_send");
    }
}

/* MARK: Mealwire's workers */

static void send_ready(void *socket, int service) {
    char name[32];
    int length = snprintf(name, sizeof name, "benchmark-%d", service);
    send_frame(socket, "MDPW02", 6, 1);
    send_frame(socket, "\1", 1, 1);
    send_frame(socket, name, (size_t)length, 1);
    send_frame(socket, CAPACITY, strlen(CAPACITY), 0);
}

static void send_heartbeat(void *socket) {
    send_frame(socket, "MDPW02", 6, 1);
    send_frame(socket, "\5", 1, 1);
    send_frame(socket, CAPACITY, strlen(CAPACITY), 0);
}

/* Turns MDPW02 | REQUEST | token | service | header | payload into MDPW02 | FINAL | token | empty | header | payload. */
static void answer(void *socket, zmq_msg_t frames[FRAMES_MAX]) {
    char header[96];
    const char *id = (const char *)zmq_msg_data(&frames[4]) + ID_START;
    if (zmq_msg_size(&frames[4]) < ID_START + ID_LENGTH) fail("a header without an id");
    int length = snprintf(header, sizeof header, "{\"id\":\"%.*s\",\"status\":\"ok\",\"instance\":\"c\"}",
                          ID_LENGTH, id);
    send_frame(socket, "MDPW02", 6, 1);
    send_frame(socket, "\4", 1, 1);
    zmq_msg_send(&frames[2], socket, ZMQ_SNDMORE);
    send_frame(socket, "", 0, 1);
    send_frame(socket, header, (size_t)length, 1);
    zmq_msg_send(&frames[5], socket, 0);
}

static void answer_all(void *socket) {
    zmq_msg_t frames[FRAMES_MAX];
    int count;
    while ((count = receive(socket, frames, ZMQ_DONTWAIT)) > 0) {
        if (count == 6 && *(char *)zmq_msg_data(&frames[1]) == 2) answer(socket, frames);
        release(frames, count);
    }
}

static void run_workers(void *context, const char *endpoint, int workers, int services) {
    static zmq_pollitem_t items[WORKERS_MAX];
    for (int index = 0; index < workers; index++) {
        void *socket = open_socket(context, ZMQ_DEALER, endpoint, 0);
        items[index] = (zmq_pollitem_t){.socket = socket, .events = ZMQ_POLLIN};
        send_ready(socket, index % services);
    }
    uint64_t heartbeat_due = now_ns() + 1000000000u;
    for (;;) {
        check(zmq_poll(items, workers, 100), "zmq_poll");
        for (int index = 0; index < workers; index++)
            if (items[index].revents & ZMQ_POLLIN) answer_all(items[index].socket);
        if (now_ns() < heartbeat_due) continue;
        heartbeat_due += 1000000000u;
        for (int index = 0; index < workers; index++) send_heartbeat(items[index].socket);
    }
}

/* MARK: The client */

struct client {
    void *socket;
    int services;
    int bytes;
    uint64_t sent;
    char header[160];
    char payload[PAYLOAD_MAX];
};

/* Sends MDPC02 | REQUEST | service | header | payload. The last twelve digits of the id are a counter. */
static void send_request(struct client *client) {
    if (client->services == 0) {
        client->sent++;
        return send_frame(client->socket, client->payload, (size_t)client->bytes, 0);
    }
    char name[32];
    int name_length = snprintf(name, sizeof name, "benchmark-%d", (int)(client->sent % (uint64_t)client->services));
    uint64_t number = client->sent++;
    for (int digit = 0; digit < 12; digit++) {
        client->header[ID_START + ID_LENGTH - 1 - digit] = "0123456789abcdef"[number & 15];
        number >>= 4;
    }
    send_frame(client->socket, "MDPC02", 6, 1);
    send_frame(client->socket, "\1", 1, 1);
    send_frame(client->socket, name, (size_t)name_length, 1);
    send_frame(client->socket, client->header, strlen(client->header), 1);
    send_frame(client->socket, client->payload, (size_t)client->bytes, 0);
}

/* Waits for an answer. Exits unless it is a success that returns the payload. */
static void receive_answer(struct client *client) {
    zmq_msg_t frames[FRAMES_MAX];
    int count = receive(client->socket, frames, 0), expected = client->services == 0 ? 1 : 5;
    zmq_msg_t *payload = &frames[expected - 1];
    if (count != expected || zmq_msg_size(payload) != (size_t)client->bytes) {
        if (count != expected) fprintf(stderr, "forwarder: no answer\n");
        else fprintf(stderr, "forwarder: %.*s\n", (int)zmq_msg_size(payload), (char *)zmq_msg_data(payload));
        exit(1);
    }
    release(frames, count);
}

static void exchange_until(struct client *client, uint64_t end, uint64_t *answers, uint32_t *latencies) {
    uint64_t now = now_ns();
    while (now < end) {
        receive_answer(client);
        uint64_t then = now_ns();
        if (latencies && *answers < LATENCIES_MAX) latencies[*answers] = (uint32_t)(then - now);
        ++*answers;
        send_request(client);
        now = then;
    }
}

static int compare(const void *left, const void *right) {
    uint32_t first = *(const uint32_t *)left, second = *(const uint32_t *)right;
    return (first > second) - (first < second);
}

static double median_us(uint32_t *latencies, uint64_t count) {
    if (count > LATENCIES_MAX) count = LATENCIES_MAX;
    if (count == 0) return 0;
    qsort(latencies, count, sizeof *latencies, compare);
    return latencies[count / 2] / 1000.0;
}

static void run_client(void *context, const char *endpoint, int in_flight, int bytes, double seconds, int services) {
    static struct client client;
    static uint32_t latencies[LATENCIES_MAX];
    int silence_ms = SILENCE_MAX_MS;
    client.socket = open_socket(context, ZMQ_DEALER, endpoint, 0);
    zmq_setsockopt(client.socket, ZMQ_RCVTIMEO, &silence_ms, sizeof silence_ms);
    client.services = services;
    client.bytes = bytes;
    memset(client.payload, 'x', (size_t)bytes);
    client.payload[0] = client.payload[bytes - 1] = '"';
    snprintf(client.header, sizeof client.header,
             "{\"id\":\"%08x-0000-7000-8000-000000000000\",\"timeLeftMs\":5000,\"retryable\":true,"
             "\"method\":\"benchmark.echo\"}", (unsigned)getpid());

    uint64_t warm = 0, answers = 0;
    for (int index = 0; index < in_flight; index++) send_request(&client);
    exchange_until(&client, now_ns() + WARM_UP_MS * 1000000u, &warm, NULL);
    uint64_t start = now_ns();
    exchange_until(&client, start + (uint64_t)(seconds * 1e9), &answers, in_flight == 1 ? latencies : NULL);
    double rate = (double)answers / ((double)(now_ns() - start) / 1e9);
    for (int index = 0; index < in_flight; index++) receive_answer(&client);
    printf("RESULT %.0f %.2f %llu\n", rate, in_flight == 1 ? median_us(latencies, answers) : 0,
           (unsigned long long)client.sent);
}

/* MARK: Start */

static int number(const char *text, int least, int most) {
    int value = atoi(text);
    if (value >= least && value <= most) return value;
    fprintf(stderr, "forwarder: %s is not between %d and %d\n", text, least, most);
    exit(64);
}

int main(int count, char **arguments) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    alarm(LIFE_SECONDS);
    void *context = zmq_ctx_new();
    const char *mode = count > 1 ? arguments[1] : "";
    if (!strcmp(mode, "broker") && count == 4) {
        run_broker(context, arguments[2], arguments[3], 1);
    } else if (!strcmp(mode, "bridge") && count == 4) {
        run_broker(context, arguments[2], arguments[3], 0);
    } else if (!strcmp(mode, "echo") && count == 3) {
        run_echo(open_socket(context, ZMQ_DEALER, arguments[2], 0));
    } else if (!strcmp(mode, "reply") && count == 3) {
        run_echo(open_socket(context, ZMQ_ROUTER, arguments[2], 1));
    } else if (!strcmp(mode, "worker") && count == 5) {
        run_workers(context, arguments[2], number(arguments[3], 1, WORKERS_MAX), number(arguments[4], 1, SERVICES_MAX));
    } else if (!strcmp(mode, "client") && count == 7) {
        run_client(context, arguments[2], number(arguments[3], 1, 1000), number(arguments[4], 2, PAYLOAD_MAX),
                   atof(arguments[5]), number(arguments[6], 0, SERVICES_MAX));
    } else {
        fprintf(stderr, "usage: forwarder broker FRONT BACK | bridge FRONT BACK | echo BACK | reply FRONT |"
                        " worker ENDPOINT WORKERS SERVICES | client ENDPOINT IN_FLIGHT BYTES SECONDS SERVICES\n");
        return 64;
    }
    return 0;
}
