import NIOCore
import ServiceLifecycle

/// Runs tasks on the event loop that reads and writes their connections: a request is read, forwarded and answered on
/// one thread, instead of being handed to a pool of others and back.
final class EventLoopExecutor: TaskExecutor {
    private let eventLoop: any EventLoop

    init(_ eventLoop: any EventLoop) {
        self.eventLoop = eventLoop
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        eventLoop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}

/// A service whose tasks all run on an executor.
struct PinnedService<Base: Service>: Service {
    let base: Base
    let executor: EventLoopExecutor

    func run() async throws {
        try await withTaskExecutorPreference(executor) {
            try await base.run()
        }
    }
}
