// What Swift's Glibc module leaves out: the descriptor that wakes a sleeping thread, the poller, and the allocator.
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <fcntl.h>
#include <malloc.h>
#include <sys/syscall.h>
#include <unistd.h>

// `renameat2` with RENAME_EXCHANGE, which is 2 in <linux/fs.h>: two names change places in one step.
static inline int mealwire_exchange_names(const char *one, const char *other) {
    return (int)syscall(SYS_renameat2, AT_FDCWD, one, AT_FDCWD, other, 2);
}

// Gives each block of at least this size pages of its own, for the life of the process; returns 1 on success.
static inline int mealwire_map_large_blocks(int bytes) {
    return mallopt(M_MMAP_THRESHOLD, bytes);
}

// Keeps up to this size at the end of each heap when blocks are freed; returns 1 on success.
static inline int mealwire_keep_freed_end(int bytes) {
    return mallopt(M_TRIM_THRESHOLD, bytes);
}

// Returns freed pages of the heap to the system, also those between blocks in use; returns 1 if there were any.
static inline int mealwire_return_freed_pages(void) {
    return malloc_trim(0);
}
