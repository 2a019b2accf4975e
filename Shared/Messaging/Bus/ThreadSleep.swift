import Synchronization

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
