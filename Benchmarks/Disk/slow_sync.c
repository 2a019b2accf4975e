/* Delays each sync of a file by SLOW_SYNC_US microseconds, as a disk that really writes does.
 *
 * For LD_PRELOAD. The sync itself is performed as usual. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static void delay(void)
{
    const char *text = getenv("SLOW_SYNC_US");
    long us = text ? atol(text) : 0;
    struct timespec time = {us / 1000000, us % 1000000 * 1000};
    if (us > 0) nanosleep(&time, NULL);
}

int fdatasync(int file)
{
    delay();
    return (int)syscall(SYS_fdatasync, file);
}

int fsync(int file)
{
    delay();
    return (int)syscall(SYS_fsync, file);
}
