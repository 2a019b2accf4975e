import BrokerCore
import Contracts

/// Tracks the state of one broker process from its events and actions alone, and checks the guarantees against it.
struct BrokerOracle {
    /// A request that the broker holds.
    struct TrackedRequest {
        let id: UUIDv7
        var client: PeerID
        let service: String
        let retryable: Bool
        let arrivedAt: UInt64
        var deadline: UInt64
        let byteCount: Int
        /// Whether the broker can dispatch it again.
        var hasBody = true
        /// The number of attempts that were started and not returned.
        var attempts = 0
        /// The number of attempts that ended with the departure of their worker.
        var lost = 0
        var isPartlyAnswered = false
        var hasEnded = false
        var isInLane = false
        /// The token of the running attempt.
        var token: AttemptToken?
    }

    /// An attempt that a worker has, even if no client waits for it any more.
    struct Attempt {
        let worker: PeerID
        let body: Int
        let service: String
        let byteCount: Int
    }

    struct Offer {
        var capacity: Int
        let bytesMax: Int
        var inFlight = 0
        var inFlightBytes = 0
        var heldBackUntil: UInt64 = 0

        func isFree(_ now: UInt64) -> Bool {
            inFlight < capacity && inFlightBytes < bytesMax && heldBackUntil <= now
        }
    }

    struct Worker {
        let kind: WorkerKind
        /// When the broker last received a message from it, or woke up.
        var lastHeard: UInt64
        var offers: [String: Offer] = [:]
        /// One of its service names had no room, and it has not been told.
        var hasRejectedName = false
    }

    let limits: BrokerLimits
    private let ignored: Set<Invariant>
    var held: [Int: TrackedRequest] = [:]
    var bodies: [UUIDv7: Int] = [:]
    var attempts: [AttemptToken: Attempt] = [:]
    var workers: [PeerID: Worker] = [:]
    var lanes = LaneTracker()
    /// The time on the broker's own clock, and the time of its last tick.
    var now: UInt64 = 0
    var lastTick: UInt64 = 0
    /// When a service last had a worker.
    var lastServed: [String: UInt64] = [:]
    /// The current event, and the actions that it requires.
    var event = BrokerEvent.tick
    var expected = Expected()
    private var usedTokens: Set<AttemptToken> = []

    /// The actions that an event requires.
    struct Expected {
        var incoming: Int?
        var resend: Int?
        /// Requests that waited for the service before the event.
        var waitingBefore = 0
        var waitingBytesBefore = 0
        /// There is no room for the name of the service.
        var isNameRefused = false
        var answer: Int?
        var partial: Int?
        /// The current reply belongs to no attempt, or no client waits for it.
        var isDropped = false
        /// Requests that no client waits for any more.
        var releases: Set<Int> = []
        /// A worker that must be told that the broker does not know it.
        var unknownWorker: PeerID?
        /// A worker that must be asked to register a rejected name again.
        var workerToReregister: PeerID?
    }

    init(limits: BrokerLimits, ignored: Set<Invariant>) {
        self.limits = limits
        self.ignored = ignored
    }

    /// Throws a violation unless the condition holds or the invariant is ignored.
    func require(_ holds: Bool, _ invariant: Invariant, _ detail: @autoclosure () -> String) throws(InvariantViolation)
    {
        guard holds || ignored.contains(invariant) else {
            throw InvariantViolation(invariant: invariant, detail: detail())
        }
    }

    /// Bytes of the bodies of all requests, of waiting ones, and of running ones.
    var bytes: (all: Int, waiting: Int, running: Int) {
        held.values.reduce(into: (0, 0, 0)) { sums, tracked in
            guard tracked.hasBody else { return }
            sums.all += tracked.byteCount
            if tracked.isInLane { sums.waiting += tracked.byteCount }
            if tracked.token != nil { sums.running += tracked.byteCount }
        }
    }

    func isServed(_ service: String) -> Bool { workers.values.contains { $0.offers[service]?.capacity ?? 0 > 0 } }

    /// Returns whether all entries for names are used by other names that have workers or requests.
    func isNameRefused(_ service: String) -> Bool {
        var names = Set(workers.values.flatMap(\.offers.keys))
        names.formUnion(held.values.map(\.service))
        names.formUnion(attempts.values.map(\.service))
        return names.count >= limits.servicesMax && !names.contains(service)
    }

    /// Records a token; returns false if it was used before.
    mutating func isNew(_ token: AttemptToken) -> Bool { usedTokens.insert(token).inserted }
}

/// Checks each action against the recorded state.
extension BrokerOracle {
    mutating func record(_ action: BrokerAction) throws(InvariantViolation) {
        switch action {
        case .dispatch(let worker, let token, let body, let timeLeftMs, _):
            try recordDispatch(worker, token, body.index, timeLeftMs)
        case .answer(let client, let id, _): try recordAnswer(client, id)
        case .passPartial(let client, _): try recordPartial(client)
        case .fail(let client, let id, _, let reason): try recordFailure(client, id, reason)
        case .release(let body): try recordRelease(body.index)
        case .cancel(let worker, let token):
            // A worker that has just departed cannot receive it.
            if case .departed(worker) = event { return }
            try require(
                attempts[token]?.worker == worker,
                .noneAfterDeparture,
                "a worker gets the cancellation of another's attempt"
            )
        case .heartbeat(let worker):
            try require(workers[worker] != nil, .noneAfterDeparture, "a heartbeat goes to worker \(worker.number)")
        case .disconnect(let worker): try recordDisconnect(worker)
        case .dropReply:
            try require(expected.isDropped, .answeredOnce, "an awaited answer is dropped")
            expected.isDropped = false
        case .logCrash: return
        }
    }
}
