package import Messaging
import Synchronization

/// What other threads want of the loop's thread: that it stops, or that it shows that it is at work.
package final class StopSignal: Sendable {
    /// Wakes the loop's thread, which clears it whenever its poller reports it: a wake may come behind what it is for.
    package let wake = WakeSignal()
    private let flag = Atomic(false)
    private let hurry = Atomic(false)
    private let isAsked = Atomic(false)
    /// Who waits for a sign of life; nil once nobody gives any.
    private let waiting = Mutex<[CheckedContinuation<Void, Never>]?>([])

    package init() {}

    var isStopped: Bool { flag.load(ordering: .relaxed) }
    /// Whether it is to stop without waiting for anything.
    var isHurried: Bool { hurry.load(ordering: .relaxed) }

    func stop(atOnce: Bool = false) {
        hurry.store(atOnce, ordering: .relaxed)
        flag.store(true, ordering: .relaxed)
        wake.raise()
    }

    /// Comes back when the loop's thread has gone round, or has ended.
    package func goRound() async {
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

    /// Answers those who wait; for the loop's thread, once a round.
    func answer() {
        guard isAsked.load(ordering: .relaxed), isAsked.exchange(false, ordering: .acquiring) else { return }
        let answered = waiting.withLock { waiting in
            defer { waiting = waiting.map { _ in [] } }
            return waiting ?? []
        }
        for continuation in answered { continuation.resume() }
    }

    /// The loop's thread has ended: nobody waits for it any more.
    func end() {
        let answered = waiting.withLock { waiting in
            defer { waiting = nil }
            return waiting ?? []
        }
        for continuation in answered { continuation.resume() }
    }
}
