import CLinux

#if canImport(Glibc)
import Glibc
#endif

/// Wakes a thread that polls sockets, from any other thread.
package final class WakeSignal: Sendable {
    /// Becomes readable after ``raise()``.
    package let descriptor: Int32

    package init() {
        descriptor = eventfd(0, Int32(EFD_NONBLOCK) | Int32(EFD_CLOEXEC))
        precondition(descriptor >= 0, "the system has no more file descriptors")
    }

    deinit {
        close(descriptor)
    }

    package func raise() {
        var one: UInt64 = 1
        _ = unsafe write(descriptor, &one, MemoryLayout<UInt64>.size)
    }

    /// Makes the descriptor unreadable again.
    package func clear() {
        var count: UInt64 = 0
        _ = unsafe read(descriptor, &count, MemoryLayout<UInt64>.size)
    }
}
