import Contracts
import Logging
import Synchronization

#if canImport(Glibc)
import Glibc
#endif

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

/// Starts a thread of the operating system; sockets want one that nobody else blocks.
package enum OwnThread {
    private final class Body {
        let run: () -> Void

        init(_ run: @escaping () -> Void) {
            self.run = run
        }
    }

    /// Runs the body on a new thread, once.
    package static func start(_ body: @escaping @Sendable () -> Void) {
        var thread = pthread_t()
        // The new thread takes the reference over.
        let argument = unsafe Unmanaged.passRetained(Body(body)).toOpaque()
        let status = unsafe pthread_create(
            &thread,
            nil,
            { argument in
                if let argument = unsafe argument {
                    unsafe Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
                }
                return nil
            },
            argument
        )
        precondition(status == 0, "the system gives no more threads")
        pthread_detach(thread)
    }
}
