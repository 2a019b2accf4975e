/* Makes one sync of the diary's write-ahead log fail on command, as the first sync after a failed write-back does.
 *
 * For LD_PRELOAD. FAILING_SYNC names a file. If it exists, the next sync removes it and fails. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static int fails(int file)
{
    const char *command = getenv("FAILING_SYNC"), *log = "/diary.sqlite-wal";
    char link[64], name[4096];
    ssize_t length;
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    length = readlink(link, name, sizeof name - 1);
    if (!command || length < (ssize_t)strlen(log)) return 0;
    name[length] = 0;
    /* Only one caller removes the file. */
    if (strcmp(name + length - strlen(log), log) != 0 || unlink(command) != 0) return 0;
    errno = EIO;
    return 1;
}

int fdatasync(int file)
{
    return fails(file) ? -1 : (int)syscall(SYS_fdatasync, file);
}

int fsync(int file)
{
    return fails(file) ? -1 : (int)syscall(SYS_fsync, file);
}
