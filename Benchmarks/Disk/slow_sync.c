/* Has each sync of a file take some time longer, as on a disk that really writes: SLOW_SYNC_US microseconds.
 *
 * For LD_PRELOAD; the sync itself is done as ever. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static void rest(void)
{
    const char *text = getenv("SLOW_SYNC_US");
    long us = text ? atol(text) : 0;
    struct timespec time = {us / 1000000, us % 1000000 * 1000};
    if (us > 0) nanosleep(&time, NULL);
}

int fdatasync(int file)
{
    rest();
    return (int)syscall(SYS_fdatasync, file);
}

int fsync(int file)
{
    rest();
    return (int)syscall(SYS_fsync, file);
}
