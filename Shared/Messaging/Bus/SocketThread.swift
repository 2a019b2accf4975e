import Contracts
import Logging
import Synchronization

/// The thread that owns a process's sockets.
final class SocketThread: Sendable {
    private let configuration: BusConfiguration
    private let services: [ServedService]
    private let mailbox: Mailbox
    private let sleep: ThreadSleep
    private let logger: Logger

    init(
        _ configuration: BusConfiguration,
        _ services: [ServedService],
        _ mailbox: Mailbox,
        _ sleep: ThreadSleep,
        _ logger: Logger
    ) {
        self.configuration = configuration
        self.services = services
        self.mailbox = mailbox
        self.sleep = sleep
        self.logger = logger
    }

    /// Runs until the loop has stopped or drained.
    func run() async throws {
        let (configuration, services, mailbox, sleep, logger) = (configuration, services, mailbox, sleep, logger)
        let result: Result<Void, any Error> = await withCheckedContinuation { continuation in
            OwnThread.start {
                let result = Result {
                    let loop = try PolledLoop(configuration, services, mailbox, sleep, logger)
                    loop.run()
                }
                continuation.resume(returning: result)
            }
        }
        try result.get()
    }
}
