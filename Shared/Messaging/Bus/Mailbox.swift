import Contracts
import Synchronization

/// What other threads hand to whoever has the sockets.
enum BusCommand: Sendable {
    case call(PendingCall)
    case cancelCall(UUIDv7)
    case reply(HeldTask, Result<[UInt8], ServiceError>, endedAt: UInt64)
    case publish(topic: String, payload: [UInt8])
    case subscribe(topic: String, AsyncStream<[UInt8]>.Continuation)
    case figures(@Sendable ([OfferedFigures]) -> Void)
    /// Somebody wants to know whether whoever has the sockets goes on working.
    case goRound(CheckedContinuation<Void, Never>)
    case drain
    case stop
}

/// Carries commands to whoever has the sockets.
final class Mailbox: Sendable {
    private let commands = Mutex<[BusCommand]>([])
    private let isClosed = Atomic(false)
    /// Has the other side look into the mailbox.
    private let wake: @Sendable () -> Void

    init(wake: @escaping @Sendable () -> Void) {
        self.wake = wake
    }

    /// Hands a command over; false if nobody takes commands any more.
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

    /// Takes nothing from now on; what nobody has taken yet.
    func close() -> [BusCommand] {
        commands.withLock { commands in
            isClosed.store(true, ordering: .relaxed)
            defer { commands = [] }
            return commands
        }
    }

    /// Moves what has come into an empty array, whose memory is used again.
    func take(into other: inout [BusCommand]) {
        commands.withLock { swap(&$0, &other) }
    }

    var isEmpty: Bool { commands.withLock { $0.isEmpty } }
}
