#include <zmq.h>
// The descriptor that wakes a thread which polls ZeroMQ sockets.
#include <sys/eventfd.h>
