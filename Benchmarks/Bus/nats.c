/* Request and reply through nats-server with its own C client, for comparison with the bus.
 *
 *   nats worker URL                             returns each message
 *   nats client URL IN_FLIGHT BYTES SECONDS
 *
 * scripts/bench builds it: cc -O2 nats.c -lnats. The client receives answers on one inbox and sends the next request
 * from the callback, as fast as the library can. It prints "RESULT requests-per-second median-microseconds requests",
 * as forwarder.c does; the median is 0 with more than one in flight. */

#include <nats/nats.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

enum { LIFE_SECONDS = 3600, WARM_UP_MS = 300, PAYLOAD_MAX = 1 << 20, LATENCIES_MAX = 1 << 22 };

static const char SUBJECT[] = "benchmark.echo";

struct client {
    int bytes;
    uint64_t sent_at;
    uint64_t start;
    uint64_t end;
    uint64_t answers;
    uint64_t last;
    char inbox[64];
    char payload[PAYLOAD_MAX];
    uint32_t latencies[LATENCIES_MAX];
    volatile int is_done;
};

static uint64_t now_ns(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static void check(natsStatus status, const char *what) {
    if (status == NATS_OK) return;
    fprintf(stderr, "nats: %s: %s\n", what, natsStatus_GetText(status));
    exit(1);
}

static void send_back(natsConnection *connection, natsSubscription *subscription, natsMsg *message, void *closure) {
    (void)subscription, (void)closure;
    check(natsConnection_Publish(connection, natsMsg_GetReply(message), natsMsg_GetData(message),
                                 natsMsg_GetDataLength(message)), "reply");
    natsMsg_Destroy(message);
}

static void send_request(natsConnection *connection, struct client *client) {
    check(natsConnection_PublishRequest(connection, SUBJECT, client->inbox, client->payload, client->bytes), "request");
}

static void take_answer(natsConnection *connection, natsSubscription *subscription, natsMsg *message, void *closure) {
    (void)subscription;
    struct client *client = closure;
    uint64_t now = now_ns();
    if (natsMsg_GetDataLength(message) != client->bytes) check(NATS_ERR, "an answer of another size");
    natsMsg_Destroy(message);
    if (now >= client->start && now < client->end) {
        if (client->answers < LATENCIES_MAX) client->latencies[client->answers] = (uint32_t)(now - client->sent_at);
        client->answers++;
        client->last = now;
    }
    if (now >= client->end) client->is_done = 1;
    else send_request(connection, client);
    client->sent_at = now;
}

static int compare(const void *left, const void *right) {
    uint32_t first = *(const uint32_t *)left, second = *(const uint32_t *)right;
    return (first > second) - (first < second);
}

static void run_client(natsConnection *connection, int in_flight, int bytes, double seconds) {
    static struct client client;
    natsSubscription *subscription;
    client.bytes = bytes;
    memset(client.payload, 'x', (size_t)bytes);
    snprintf(client.inbox, sizeof client.inbox, "_INBOX.benchmark.%d", (int)getpid());
    client.start = now_ns() + WARM_UP_MS * 1000000u;
    client.end = client.start + (uint64_t)(seconds * 1e9);
    client.sent_at = now_ns();
    check(natsConnection_Subscribe(&subscription, connection, client.inbox, take_answer, &client), "subscribe");
    for (int index = 0; index < in_flight; index++) send_request(connection, &client);
    while (!client.is_done && now_ns() < client.end + 5000000000u) usleep(10000);
    if (!client.is_done || client.answers == 0) check(NATS_TIMEOUT, "no answer");
    usleep(100000);
    double rate = (double)client.answers / ((double)(client.last - client.start) / 1e9);
    qsort(client.latencies, client.answers, sizeof *client.latencies, compare);
    printf("RESULT %.0f %.2f %llu\n", rate, in_flight == 1 ? client.latencies[client.answers / 2] / 1000.0 : 0,
           (unsigned long long)client.answers);
}

static void run_worker(natsConnection *connection) {
    natsSubscription *subscription;
    check(natsConnection_Subscribe(&subscription, connection, SUBJECT, send_back, NULL), "subscribe");
    for (;;) pause();
}

/* The library either buffers outgoing messages or writes them at once. With many requests in flight, the fastest
 * combination is one side that buffers and one that does not. With one in flight, neither side may buffer. */
static natsConnection *connect_to(const char *url, int sends_at_once) {
    natsConnection *connection;
    natsOptions *options;
    check(natsOptions_Create(&options), "options");
    check(natsOptions_SetURL(options, url), url);
    check(natsOptions_SetSendAsap(options, sends_at_once), "options");
    check(natsConnection_Connect(&connection, options), url);
    natsOptions_Destroy(options);
    return connection;
}

int main(int count, char **arguments) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    alarm(LIFE_SECONDS);
    if (count == 3 && !strcmp(arguments[1], "worker")) {
        run_worker(connect_to(arguments[2], 1));
    } else if (count == 6 && !strcmp(arguments[1], "client") && atoi(arguments[4]) <= PAYLOAD_MAX) {
        int in_flight = atoi(arguments[3]);
        run_client(connect_to(arguments[2], in_flight == 1), in_flight, atoi(arguments[4]), atof(arguments[5]));
    } else {
        fprintf(stderr, "usage: nats worker URL | client URL IN_FLIGHT BYTES SECONDS\n");
        return 64;
    }
    return 0;
}
