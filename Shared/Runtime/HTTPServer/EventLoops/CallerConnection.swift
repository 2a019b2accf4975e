package import NIOCore
import Synchronization

/// The connection from which a task reads requests, as far as routes need it.
package final class CallerConnection: Sendable {
    /// The connection of the current task; nil in tasks that read no requests.
    @TaskLocal package static var current: CallerConnection?

    private let channel: any Channel
    /// The progress of the current request's body.
    let body: BodyProgress
    /// The memory of that body, until the request is answered.
    private let lease = Mutex<BodyLease?>(nil)
    /// The peer's IP address.
    package let address: String?
    /// True if this process itself decrypts the connection.
    package let isEncrypted: Bool

    package init(_ channel: any Channel, body: BodyProgress = BodyProgress(), isEncrypted: Bool = false) {
        (self.channel, self.body, self.isEncrypted) = (channel, body, isEncrypted)
        address = channel.remoteAddress?.ipAddress
    }

    /// Closes the connection, or with HTTP/2 the stream, and drops unwritten bytes, for a response that the client does
    /// not read.
    package func end() { channel.close(promise: nil) }

    /// Closes the connection because other requests need the memory of its body; callable from any thread.
    package func evictBody() { channel.pipeline.fireUserInboundEventTriggered(RequestRefusal.bodyEvicted) }

    /// Holds the memory of a body until its request is answered.
    package func holdBody(_ body: BodyLease) { lease.withLock { $0 = body } }

    /// Releases the memory of the body.
    func releaseBody() {
        // The lease is released after the lock.
        _ = lease.withLock { lease in
            defer { lease = nil }
            return lease
        }
    }
}

/// Shares state between the response to a request and the reading of its body.
///
/// Both run on the connection's event loop, but in different code paths.
package final class BodyProgress: Sendable {
    private let isComing = Atomic(false)
    private let isLastAnswer = Atomic(false)

    package init() {}

    /// True while the body of the newest request is incomplete.
    var isUnderWay: Bool { isComing.load(ordering: .relaxed) }

    /// True if the connection closes after the current response.
    var isLast: Bool { isLastAnswer.load(ordering: .relaxed) }

    func hasBegun() { isComing.store(true, ordering: .relaxed) }
    func hasEnded() { isComing.store(false, ordering: .relaxed) }

    /// Closes the connection after the response that is about to be written.
    func endWithAnswer() { isLastAnswer.store(true, ordering: .relaxed) }
}
