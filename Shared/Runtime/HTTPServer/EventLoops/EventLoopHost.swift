package import MessageBus
package import NIOCore
import NIOPosix

/// Lets the bus carry calls on an event loop that also reads and writes HTTP.
package struct EventLoopHost: EventLoopAdapter {
    private let eventLoop: any EventLoop

    package init(_ eventLoop: any EventLoop) {
        self.eventLoop = eventLoop
    }

    package var isCurrent: Bool { eventLoop.inEventLoop }

    package func execute(_ body: @escaping @Sendable () -> Void) { eventLoop.execute(body) }

    package func schedule(afterMilliseconds milliseconds: Int, _ body: @escaping @Sendable () -> Void) {
        eventLoop.scheduleTask(in: .milliseconds(Int64(milliseconds)), body)
    }

    package func openStream(_ descriptor: Int32, whenReady: @escaping @Sendable () -> Void) -> any LinkStream {
        ChannelStream(descriptor, eventLoop, whenReady: whenReady)
    }
}

/// Runs tasks on the event loop of their connection.
///
/// So one thread reads and forwards a request and responds to it, without a switch to the thread pool and back.
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
