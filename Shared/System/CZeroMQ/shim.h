#include <zmq.h>

// libzmq has this option in each build since 4.3.0, but zmq.h names it for builds of the draft API alone.
#ifndef ZMQ_ZAP_ENFORCE_DOMAIN
#define ZMQ_ZAP_ENFORCE_DOMAIN 93
#endif
