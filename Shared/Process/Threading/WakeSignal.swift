import CLinux
import Synchronization

#if canImport(Glibc)
import Glibc
#endif

/// Wakes a thread that polls sockets, from any other thread.
///
/// A thread that announces its sleep (``prepareToSleep(if:)``) is woken by ``raiseIfSleeping()`` without a system call
/// while it is awake: a write for each message would cost more than the message.
package final class WakeSignal: Sendable {
    /// Becomes readable when the signal is raised.
    package let descriptor: Int32
    private let isSleeping = Atomic(false)

    package init() {
        descriptor = eventfd(0, Int32(EFD_NONBLOCK) | Int32(EFD_CLOEXEC))
        precondition(descriptor >= 0, "the system has no more file descriptors")
    }

    deinit {
        close(descriptor)
    }

    /// Makes the descriptor readable.
    package func raise() {
        var one: UInt64 = 1
        _ = unsafe write(descriptor, &one, MemoryLayout<UInt64>.size)
    }

    /// Makes the descriptor unreadable again.
    package func clear() {
        var count: UInt64 = 0
        _ = unsafe read(descriptor, &count, MemoryLayout<UInt64>.size)
    }

    /// Raises the signal if the thread sleeps or is about to.
    package func raiseIfSleeping() {
        if isSleeping.exchange(false, ordering: .sequentiallyConsistent) { raise() }
    }

    /// Announces that the thread is about to sleep: from here on ``raiseIfSleeping()`` wakes it.
    ///
    /// - Parameter mayStill: Checked after the announcement.
    /// - Returns: Whether the thread may sleep.
    package func prepareToSleep(if mayStill: () -> Bool) -> Bool {
        isSleeping.store(true, ordering: .sequentiallyConsistent)
        if mayStill() { return true }
        isSleeping.store(false, ordering: .sequentiallyConsistent)
        return false
    }

    /// Records that the thread is awake again.
    ///
    /// - Parameter wasRaised: Whether the signal woke it.
    package func didWake(wasRaised: Bool) {
        isSleeping.store(false, ordering: .sequentiallyConsistent)
        if wasRaised { clear() }
    }
}
