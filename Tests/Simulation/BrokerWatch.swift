import BrokerCore
import Contracts

/// Keeps its own books about one life of a broker, from the events and actions alone, and checks the promises by them.
struct BrokerWatch {
    /// A request that the broker holds.
    struct Holding {
        let id: UUIDv7
        var client: PeerID
        let service: String
        let repeatable: Bool
        let arrivedAt: UInt64
        var deadline: UInt64
        let byteCount: Int
        /// Whether the broker can hand it out again.
        var hasBody = true
        /// Begun and not handed back.
        var attempts = 0
        /// Ended by the departure of their worker.
        var lost = 0
        var isPartlyAnswered = false
        var hasEnded = false
        var isInLane = false
        /// Under which it runs.
        var token: AttemptToken?
    }

    /// What a worker has, also when nobody waits for it any more.
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
        /// When it was last heard of, or the broker woke up.
        var lastHeard: UInt64
        var offers: [String: Offer] = [:]
        /// There was no place for one of its names, and it has not been told.
        var lacksName = false
    }

    let limits: BrokerLimits
    private let ignored: Set<Check>
    var held: [Int: Holding] = [:]
    var bodies: [UUIDv7: Int] = [:]
    var attempts: [AttemptToken: Attempt] = [:]
    var workers: [PeerID: Worker] = [:]
    var lanes = FairShares()
    /// The time by the broker's own clock, and when it last looked at it for its own sake.
    var now: UInt64 = 0
    var lastTick: UInt64 = 0
    /// When a service last had a worker.
    var lastServed: [String: UInt64] = [:]
    /// The event at hand, and what has to come of it.
    var event = BrokerEvent.tick
    var expected = Expected()
    private var usedTokens: Set<AttemptToken> = []

    /// What has to come of an event.
    struct Expected {
        var incoming: Int?
        var resend: Int?
        /// Requests waiting for the service, before.
        var waitingBefore = 0
        var waitingBytesBefore = 0
        /// There is no place for the name of the service.
        var isNameRefused = false
        var answer: Int?
        var partial: Int?
        /// The reply at hand belongs to no attempt, or nobody waits for it.
        var isDropped = false
        /// What nobody waits for from now on.
        var vanishing: Set<Int> = []
        /// A worker who has to be told that the broker does not know it.
        var stranger: PeerID?
        /// A worker who has to be told to register again what found no place.
        var reminded: PeerID?
    }

    init(limits: BrokerLimits, ignored: Set<Check>) {
        self.limits = limits
        self.ignored = ignored
    }

    /// Fails with a breach unless the condition holds, or nobody minds.
    func demand(_ holds: Bool, _ check: Check, _ what: @autoclosure () -> String) throws(Breach) {
        guard holds || ignored.contains(check) else { throw Breach(check: check, what: what()) }
    }

    /// Bytes of the bodies of requests in any state, of those that wait, and of those that run.
    var bytes: (all: Int, waiting: Int, running: Int) {
        held.values.reduce(into: (0, 0, 0)) { sums, holding in
            guard holding.hasBody else { return }
            sums.all += holding.byteCount
            if holding.isInLane { sums.waiting += holding.byteCount }
            if holding.token != nil { sums.running += holding.byteCount }
        }
    }

    func isServed(_ service: String) -> Bool { workers.values.contains { $0.offers[service]?.capacity ?? 0 > 0 } }

    /// Whether every place for a name is taken by another that somebody offers or asks for.
    func isNameRefused(_ service: String) -> Bool {
        var names = Set(workers.values.flatMap(\.offers.keys))
        names.formUnion(held.values.map(\.service))
        names.formUnion(attempts.values.map(\.service))
        return names.count >= limits.servicesMax && !names.contains(service)
    }

    /// A token is used for one attempt only.
    mutating func isNew(_ token: AttemptToken) -> Bool { usedTokens.insert(token).inserted }
}
