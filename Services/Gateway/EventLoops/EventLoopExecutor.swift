package import NIOCore

/// Runs tasks on the event loop of their connection.
///
/// So one thread reads, forwards and answers a request, without a switch to the thread pool and back.
package final class EventLoopExecutor: TaskExecutor {
    private let eventLoop: any EventLoop

    package init(_ eventLoop: any EventLoop) {
        self.eventLoop = eventLoop
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        eventLoop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
