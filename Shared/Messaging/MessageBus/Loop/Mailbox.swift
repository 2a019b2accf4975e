import Contracts
import Synchronization

/// A command from another thread to the owner of the sockets.
enum BusCommand: Sendable {
    case call(PendingCall)
    case cancelCall(UUIDv7)
    case reply(HeldTask, Result<EncodedReply, ServiceError>, endedAt: UInt64)
    case publish(topic: String, payload: [UInt8])
    case subscribe(topic: String, AsyncStream<[UInt8]>.Continuation)
    case metrics(@Sendable ([OfferedServiceMetrics]) -> Void)
    /// Resumes the continuation when the socket loop handles it; a liveness check.
    case checkLiveness(CheckedContinuation<Void, Never>)
    case drain
    case stop
}

/// Passes commands to the owner of the sockets.
final class Mailbox: Sendable {
    private let commands = Mutex<[BusCommand]>([])
    private let isClosed = Atomic(false)
    /// Wakes the owner of the sockets.
    private let wake: @Sendable () -> Void

    init(wake: @escaping @Sendable () -> Void) {
        self.wake = wake
    }

    /// Posts a command; returns false if the mailbox is closed.
    @discardableResult
    func post(_ command: BusCommand) -> Bool {
        let isTaken = commands.withLock { commands in
            guard !isClosed.load(ordering: .relaxed) else { return false }
            commands.append(command)
            return true
        }
        if isTaken { wake() }
        return isTaken
    }

    /// Closes the mailbox; returns the commands that were not handled.
    func close() -> [BusCommand] {
        commands.withLock { commands in
            isClosed.store(true, ordering: .relaxed)
            defer { commands = [] }
            return commands
        }
    }

    /// Moves the posted commands into an empty array, and reuses that array's memory.
    func take(into other: inout [BusCommand]) {
        commands.withLock { swap(&$0, &other) }
    }

    var isEmpty: Bool { commands.withLock { $0.isEmpty } }
}
