package import Messaging
package import NIOCore
import NIOPosix

/// Lets the bus carry calls on an event loop that also reads and writes HTTP.
package struct EventLoopHost: HostLoop {
    private let eventLoop: any EventLoop

    package init(_ eventLoop: any EventLoop) {
        self.eventLoop = eventLoop
    }

    package var isCurrent: Bool { eventLoop.inEventLoop }

    package func execute(_ body: @escaping @Sendable () -> Void) { eventLoop.execute(body) }

    package func schedule(afterMilliseconds milliseconds: Int, _ body: @escaping @Sendable () -> Void) {
        eventLoop.scheduleTask(in: .milliseconds(Int64(milliseconds)), body)
    }

    package func carry(_ descriptor: Int32, whenReady: @escaping @Sendable () -> Void) -> any LinkStream {
        ChannelStream(descriptor, eventLoop, whenReady: whenReady)
    }
}
