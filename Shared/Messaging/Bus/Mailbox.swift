import Contracts
import Synchronization

/// What other threads hand to the socket thread.
enum BusCommand: Sendable {
    case call(PendingCall)
    case cancelCall(UUIDv7)
    case reply(HeldTask, Result<[UInt8], ServiceError>, endedAt: UInt64)
    case publish(topic: String, payload: [UInt8])
    case subscribe(topic: String, AsyncStream<[UInt8]>.Continuation)
    case drain
    case stop
}

/// Runs something at the end of the current round of an event loop, or soon.
package typealias WakeScheduler = @Sendable (@escaping @Sendable () -> Void) -> Void

/// Carries commands to the socket thread, and wakes it, but only when it sleeps: a write to an eventfd for each
/// message would cost more than the message.
final class Mailbox: Sendable {
    /// Raised when there is something for a thread that sleeps.
    let wake = WakeSignal()
    private let commands = Mutex<[BusCommand]>([])
    private let isClosed = Atomic(false)
    private let isSleeping = Atomic(false)
    private let isWakeScheduled = Atomic(false)
    /// Where those who post collect what they have to do next; nil where they post from anywhere.
    private let schedule: WakeScheduler?

    init(_ schedule: WakeScheduler?) {
        self.schedule = schedule
    }

    /// Hands a command over; false if nobody takes commands any more.
    @discardableResult
    func post(_ command: BusCommand) -> Bool {
        let isTaken = commands.withLock { commands in
            guard !isClosed.load(ordering: .relaxed) else { return false }
            commands.append(command)
            return true
        }
        if isTaken { wakeThread() }
        return isTaken
    }

    /// Takes nothing from now on; what nobody has taken yet.
    func close() -> [BusCommand] {
        commands.withLock { commands in
            isClosed.store(true, ordering: .relaxed)
            defer { commands = [] }
            return commands
        }
    }

    private func wakeThread() {
        guard let schedule else { return wakeIfAsleep() }
        // All that one round of the event loop posts goes out together: one wake-up for many requests.
        guard isSleeping.load(ordering: .sequentiallyConsistent),
            !isWakeScheduled.exchange(true, ordering: .sequentiallyConsistent)
        else { return }
        schedule {
            self.isWakeScheduled.store(false, ordering: .sequentiallyConsistent)
            self.wakeIfAsleep()
        }
    }

    private func wakeIfAsleep() {
        if isSleeping.exchange(false, ordering: .sequentiallyConsistent) { wake.raise() }
    }

    /// Moves what has come into an empty array, whose memory is used again.
    func take(into other: inout [BusCommand]) {
        commands.withLock { swap(&$0, &other) }
    }

    /// Whether the thread may sleep: from here on a post wakes it.
    ///
    /// False if something came meanwhile.
    func prepareToSleep() -> Bool {
        isSleeping.store(true, ordering: .sequentiallyConsistent)
        if commands.withLock(\.isEmpty) { return true }
        isSleeping.store(false, ordering: .sequentiallyConsistent)
        return false
    }

    /// The thread is awake again.
    ///
    /// - Parameter wasRaised: Whether somebody woke it, and not something else.
    func didWake(wasRaised: Bool) {
        isSleeping.store(false, ordering: .sequentiallyConsistent)
        if wasRaised { wake.clear() }
    }
}
