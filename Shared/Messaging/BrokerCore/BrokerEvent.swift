package import Contracts

/// Identifies a connected process.
///
/// The socket loop assigns increasing numbers and never reuses one.
package struct PeerID: Hashable, Sendable {
    package let number: UInt64

    package init(_ number: UInt64) {
        self.number = number
    }
}

/// Identifies the frames of a request in the socket loop.
package struct BodyHandle: Hashable, Sendable {
    package let index: Int

    package init(_ index: Int) {
        self.index = index
    }
}

/// Identifies one dispatch of a request to a worker.
///
/// The worker echoes it. Replies are routed only by the broker's own table.
package struct AttemptToken: Hashable, Sendable {
    /// Drawn at the broker's start, to distinguish replies to an earlier broker process.
    package let epoch: UInt64
    /// The slot of the request, and a count that no later attempt repeats.
    package let number: UInt64

    package init(epoch: UInt64, number: UInt64) {
        self.epoch = epoch
        self.number = number
    }
}

/// A request as received from a client.
package struct IncomingRequest: Sendable {
    package var id: UUIDv7
    package var client: PeerID
    package var service: String
    package var timeLeftMs: Int
    package var retryable: Bool
    package var body: BodyHandle
    /// Size of the body in bytes.
    package var byteCount: Int
    /// Whether the client accepts partial answers; if not, they are dropped.
    package var takesParts: Bool

    package init(
        id: UUIDv7,
        client: PeerID,
        service: String,
        timeLeftMs: Int,
        retryable: Bool,
        body: BodyHandle,
        byteCount: Int = 0,
        takesParts: Bool = true
    ) {
        self.id = id
        self.client = client
        self.service = service
        self.timeLeftMs = timeLeftMs
        self.retryable = retryable
        self.body = body
        self.byteCount = byteCount
        self.takesParts = takesParts
    }
}

/// The protocol of a worker.
package enum WorkerKind: Sendable, Equatable {
    /// A process of Mealwire: states its capacity, always sends heartbeats, and can be asked to stop an attempt.
    case own
    /// A peer of the plain Majordomo Protocol: one request at a time, without heartbeats meanwhile.
    case plain
}

/// An event on the broker's sockets or clock.
package enum BrokerEvent: Sendable {
    case request(IncomingRequest)
    /// A worker offers a service and states its capacity.
    case ready(worker: PeerID, service: String, capacity: Int, kind: WorkerKind)
    /// A worker finished an attempt; the socket loop has the answer's frames.
    case reply(worker: PeerID, token: AttemptToken)
    /// A worker sent a part of its answer; the socket loop has its frames.
    case partial(worker: PeerID, token: AttemptToken)
    /// A worker returns an attempt that it did not start.
    case busy(worker: PeerID, token: AttemptToken)
    /// A worker is alive; a capacity, if given, applies from now on.
    case heartbeat(worker: PeerID, capacity: Int?)
    /// A worker leaves voluntarily.
    case disconnect(worker: PeerID)
    /// The connection of a peer has ended.
    case departed(PeerID)
    /// A client no longer wants an answer.
    case cancel(client: PeerID, id: UUIDv7)
    /// Time has passed.
    case tick
    /// The broker itself was suspended: no worker is declared dead for silence during that time.
    case wokeUp
}

/// An action for the socket loop.
package enum BrokerAction: Sendable, Equatable {
    /// Send the request to a worker; if it waited, with the remaining time.
    case dispatch(worker: PeerID, token: AttemptToken, body: BodyHandle, timeLeftMs: Int, waited: Bool)
    /// Send the worker's current answer to the client.
    case answer(client: PeerID, id: UUIDv7, service: String)
    /// Send the current part of the worker's answer to the client.
    case passPartial(client: PeerID, service: String)
    /// Answer the client with an error.
    case fail(client: PeerID, id: UUIDv7, service: String, FailureReason)
    /// Drop the frames of a request.
    case release(BodyHandle)
    /// Tell a worker to stop an attempt that no client waits for.
    case cancel(worker: PeerID, token: AttemptToken)
    case heartbeat(worker: PeerID)
    /// Tell a worker to register again: the broker does not know it.
    case disconnect(worker: PeerID)
    /// Drop the current answer, which belongs to no attempt.
    case dropReply
    /// Log that two workers crashed with a retryable request.
    case logCrash(id: UUIDv7, service: String)
}

/// Why a request gets no reply from a worker.
package enum FailureReason: Sendable, Equatable {
    /// The service's queue is full.
    case overloaded(retryAfterMs: Int)
    /// No worker registered within the grace period.
    case unavailable
    case deadlineExceeded
    /// Two workers crashed with the request.
    case workerCrashed
    /// A worker crashed with the request, which is not retryable.
    case outcomeUnknown

    /// A reason without its values, for counting; named like the error's code.
    enum Kind: String {
        case overloaded
        case unavailable
        case deadlineExceeded
        case workerCrashed
        case outcomeUnknown
    }

    var kind: Kind {
        switch self {
        case .overloaded: .overloaded
        case .unavailable: .unavailable
        case .deadlineExceeded: .deadlineExceeded
        case .workerCrashed: .workerCrashed
        case .outcomeUnknown: .outcomeUnknown
        }
    }
}
