import Synchronization

/// Wakes the socket thread, but only when it sleeps: a write to an eventfd for each message would cost more than the
/// message.
final class ThreadSleep: Sendable {
    /// Raised when there is something for a thread that sleeps.
    let signal = WakeSignal()
    private let isSleeping = Atomic(false)

    /// There is something to do; may be called from any thread.
    func wake() {
        if isSleeping.exchange(false, ordering: .sequentiallyConsistent) { signal.raise() }
    }

    /// Says that the thread is about to sleep: from here on ``wake()`` wakes it.
    ///
    /// - Parameter mayStill: Looked at after that has been said.
    /// - Returns: Whether it may sleep.
    func prepare(if mayStill: () -> Bool) -> Bool {
        isSleeping.store(true, ordering: .sequentiallyConsistent)
        if mayStill() { return true }
        isSleeping.store(false, ordering: .sequentiallyConsistent)
        return false
    }

    /// The thread is awake again.
    ///
    /// - Parameter wasRaised: Whether somebody woke it, and not something else.
    func didWake(wasRaised: Bool) {
        isSleeping.store(false, ordering: .sequentiallyConsistent)
        if wasRaised { signal.clear() }
    }
}
