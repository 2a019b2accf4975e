package import Contracts

/// A connected process, as the socket loop numbers them: one after the other, and a number is never used twice.
package struct PeerID: Hashable, Sendable {
    package let number: UInt64

    package init(_ number: UInt64) {
        self.number = number
    }
}

/// Where the socket loop keeps the frames of a request.
package struct BodyHandle: Hashable, Sendable {
    package let index: Int

    package init(_ index: Int) {
        self.index = index
    }
}

/// One hand-over of a request to a worker.
///
/// A worker echoes it; replies are routed by the broker's own table only.
package struct AttemptToken: Hashable, Sendable {
    /// Drawn at the broker's start, so that replies to an earlier broker are told apart.
    package let epoch: UInt64
    /// Slot of the request and a count that no later attempt repeats.
    package let number: UInt64

    package init(epoch: UInt64, number: UInt64) {
        self.epoch = epoch
        self.number = number
    }
}

/// A request as it comes from a client.
package struct IncomingRequest: Sendable {
    package var id: UUIDv7
    package var client: PeerID
    package var service: String
    package var timeLeftMs: Int
    package var repeatable: Bool
    package var body: BodyHandle
    /// Bytes that the body takes.
    package var byteCount: Int
    /// Whether its client takes an answer in parts; if not, they are passed over.
    package var takesParts: Bool

    package init(
        id: UUIDv7,
        client: PeerID,
        service: String,
        timeLeftMs: Int,
        repeatable: Bool,
        body: BodyHandle,
        byteCount: Int = 0,
        takesParts: Bool = true
    ) {
        self.id = id
        self.client = client
        self.service = service
        self.timeLeftMs = timeLeftMs
        self.repeatable = repeatable
        self.body = body
        self.byteCount = byteCount
        self.takesParts = takesParts
    }
}

/// What may be expected of a worker.
package enum WorkerKind: Sendable, Equatable {
    /// A process of Mealwire: states its capacity, sends heartbeats always, and can be told to stop.
    case own
    /// Any peer of the Majordomo Protocol: one request at a time, and silent meanwhile.
    case plain
}

/// Something that happened on the broker's sockets.
package enum BrokerEvent: Sendable {
    case request(IncomingRequest)
    /// A worker offers a service and says how many requests it takes at once.
    case ready(worker: PeerID, service: String, capacity: Int, kind: WorkerKind)
    /// A worker finished an attempt; its answer's frames are with the socket loop.
    case reply(worker: PeerID, token: AttemptToken)
    /// A worker has a part of its answer; its frames are with the socket loop.
    case partial(worker: PeerID, token: AttemptToken)
    /// A worker hands an attempt back unstarted.
    case busy(worker: PeerID, token: AttemptToken)
    /// A worker lives; with a capacity, it takes that many from now on.
    case heartbeat(worker: PeerID, capacity: Int?)
    /// A worker leaves on its own account.
    case disconnect(worker: PeerID)
    /// The connection of a peer is gone.
    case departed(PeerID)
    /// A client no longer wants an answer.
    case cancel(client: PeerID, id: UUIDv7)
    /// Time went by.
    case tick
    /// The broker itself stood still: nobody is declared dead for a silence that it slept through.
    case wokeUp
}

/// What the socket loop has to do.
package enum BrokerAction: Sendable, Equatable {
    /// Send the request to a worker; if it waited, with the time that is left.
    case dispatch(worker: PeerID, token: AttemptToken, body: BodyHandle, timeLeftMs: Int, waited: Bool)
    /// Send the worker's answer, which is at hand, to the client.
    case answer(client: PeerID, id: UUIDv7, service: String)
    /// Send a part of the worker's answer, which is at hand, to the client.
    case passPartial(client: PeerID, service: String)
    /// Answer the client with an error.
    case fail(client: PeerID, id: UUIDv7, service: String, FailureReason)
    /// Drop the frames of a request.
    case release(BodyHandle)
    /// Tell a worker that nobody waits for an attempt.
    case cancel(worker: PeerID, token: AttemptToken)
    case heartbeat(worker: PeerID)
    /// Tell a worker to register anew: the broker does not know it.
    case disconnect(worker: PeerID)
    /// The answer at hand belongs to no attempt.
    case dropReply
    /// A repeatable request ended two workers; it is worth a line in the log.
    case logCrash(id: UUIDv7, service: String)
}

/// Why a request gets no reply from a worker.
package enum FailureReason: Sendable, Equatable {
    /// The service's queue is full.
    case overloaded(retryAfterMs: Int)
    /// No worker came within the grace.
    case unavailable
    case deadlineExceeded
    /// Two workers died with it.
    case workerCrashed
    /// A worker died with it, and it may not be repeated.
    case outcomeUnknown

    /// A reason without its figures, for counting; named like the error's code.
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
