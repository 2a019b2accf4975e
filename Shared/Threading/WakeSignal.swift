import CLinux
import Synchronization

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

/// Wakes the socket thread only if it sleeps: a write to an eventfd for each message would cost more than the message.
final class ThreadSleep: Sendable {
    /// Raised to wake the sleeping thread.
    let signal = WakeSignal()
    private let isSleeping = Atomic(false)

    /// Announces work; may be called from any thread.
    func wake() {
        if isSleeping.exchange(false, ordering: .sequentiallyConsistent) { signal.raise() }
    }

    /// Announces that the thread is about to sleep: from here on ``wake()`` wakes it.
    ///
    /// - Parameter mayStill: Checked after the announcement.
    /// - Returns: Whether the thread may sleep.
    func prepare(if mayStill: () -> Bool) -> Bool {
        isSleeping.store(true, ordering: .sequentiallyConsistent)
        if mayStill() { return true }
        isSleeping.store(false, ordering: .sequentiallyConsistent)
        return false
    }

    /// Records that the thread is awake again.
    ///
    /// - Parameter wasRaised: Whether the signal woke it.
    func didWake(wasRaised: Bool) {
        isSleeping.store(false, ordering: .sequentiallyConsistent)
        if wasRaised { signal.clear() }
    }
}
