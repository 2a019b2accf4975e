// What Swift's Glibc module leaves out: the descriptor that wakes a sleeping thread, and the poller.
#include <sys/epoll.h>
#include <sys/eventfd.h>
