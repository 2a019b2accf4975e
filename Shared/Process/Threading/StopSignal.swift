import Synchronization

/// Tells an event loop's thread, from other threads, to stop or to respond.
package final class StopSignal: Sendable {
    /// Wakes the loop's thread, which clears it whenever its poller reports it: a wake may arrive after the state that
    /// it announces.
    package let wake = WakeSignal()
    private let flag = Atomic(false)
    private let hurry = Atomic(false)
    private let isAsked = Atomic(false)
    /// Pending calls of ``checkLiveness()``; nil once the loop has ended.
    private let waiting = Mutex<[CheckedContinuation<Void, Never>]?>([])

    package init() {}

    /// Whether the loop must stop.
    package var isStopped: Bool { flag.load(ordering: .relaxed) }
    /// Whether the loop must stop without waiting for anything.
    package var isHurried: Bool { hurry.load(ordering: .relaxed) }

    /// Stops the loop.
    ///
    /// - Parameter atOnce: Whether it must stop without waiting for anything.
    package func stop(atOnce: Bool = false) {
        hurry.store(atOnce, ordering: .relaxed)
        flag.store(true, ordering: .relaxed)
        wake.raise()
    }

    /// Returns when the loop's thread has responded, or has ended.
    package func checkLiveness() async {
        await withCheckedContinuation { continuation in
            let isTaken = waiting.withLock { waiting in
                waiting?.append(continuation)
                return waiting != nil
            }
            guard isTaken else { return continuation.resume() }
            isAsked.store(true, ordering: .releasing)
            wake.raise()
        }
    }

    /// Responds to calls of ``checkLiveness()``; for the loop's thread, once a round.
    package func answer() {
        guard isAsked.load(ordering: .relaxed), isAsked.exchange(false, ordering: .acquiring) else { return }
        let answered = waiting.withLock { waiting in
            defer { waiting = waiting.map { _ in [] } }
            return waiting ?? []
        }
        for continuation in answered { continuation.resume() }
    }

    /// Records that the loop's thread has ended, and responds to all calls of ``checkLiveness()`` from now on.
    package func end() {
        let answered = waiting.withLock { waiting in
            defer { waiting = nil }
            return waiting ?? []
        }
        for continuation in answered { continuation.resume() }
    }
}
