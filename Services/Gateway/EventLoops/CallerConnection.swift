package import NIOCore
import Synchronization

/// The connection on which a task reads requests, as far as answers need to know of it.
package final class CallerConnection: Sendable {
    /// The present task's; nil for one that reads no requests.
    @TaskLocal package static var current: CallerConnection?

    private let channel: any Channel
    /// How far the body of the present request has come.
    let body: BodyProgress
    /// The memory of that body, until it is answered.
    private let lease = Mutex<BodyLease?>(nil)
    /// The IP address at its other end.
    let address: String?

    package init(_ channel: any Channel, body: BodyProgress = BodyProgress()) {
        (self.channel, self.body) = (channel, body)
        address = channel.remoteAddress?.ipAddress
    }

    /// Closes it, and drops what is not written yet: for an answer that nobody reads.
    func end() { channel.close(promise: nil) }

    /// Ends it because the memory of its body is needed for others; from any thread.
    func evictBody() { channel.pipeline.fireUserInboundEventTriggered(RequestRefusal.bodyEvicted) }

    /// Keeps the memory of a body until its request is answered.
    func keep(_ body: BodyLease) { lease.withLock { $0 = body } }

    /// Gives the memory of a body back.
    func forgetBody() {
        // Released after the lock is.
        _ = lease.withLock { lease in
            defer { lease = nil }
            return lease
        }
    }
}
