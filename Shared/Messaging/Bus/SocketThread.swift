import Contracts
import Logging
import Synchronization

/// The thread that owns a process's sockets.
final class SocketThread: Sendable {
    private let configuration: BusConfiguration
    private let services: [ServedService]
    private let mailbox: Mailbox
    private let sleep: ThreadSleep
    private let presence: Presence
    private let logger: Logger
    private let spans: SpanBuffer

    init(
        _ configuration: BusConfiguration,
        _ services: [ServedService],
        _ mailbox: Mailbox,
        _ sleep: ThreadSleep,
        _ presence: Presence,
        _ logger: Logger,
        _ spans: SpanBuffer
    ) {
        self.configuration = configuration
        self.services = services
        self.mailbox = mailbox
        self.sleep = sleep
        self.presence = presence
        self.logger = logger
        self.spans = spans
    }

    /// Runs until the loop has stopped or drained.
    func run() async throws {
        let (configuration, services, mailbox, sleep) = (configuration, services, mailbox, sleep)
        let (presence, logger, spans) = (presence, logger, spans)
        let result: Result<Void, any Error> = await withCheckedContinuation { continuation in
            OSThread.start {
                let result = Result {
                    let loop = try EpollRunner(configuration, services, mailbox, sleep, presence, logger, spans)
                    loop.run()
                }
                continuation.resume(returning: result)
            }
        }
        try result.get()
    }
}

/// Whether this process's services are available, readable from any thread.
final class Presence: Sendable {
    private let flag = Atomic(false)

    var isServing: Bool { flag.load(ordering: .relaxed) }

    func set(_ isServing: Bool) {
        if isServing != self.isServing { flag.store(isServing, ordering: .relaxed) }
    }
}
