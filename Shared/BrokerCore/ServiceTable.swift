/// One worker's offer of one service.
struct Registration {
    let worker: PeerID
    var capacity: Int
    /// Bytes that the worker may have at once; see ``BrokerLimits/workerBytesMax``.
    let bytesMax: Int
    var inFlight = 0
    /// Bytes of the requests in flight.
    var inFlightBytes = 0
    /// It handed something back unstarted; until then it is asked for nothing.
    var heldBackUntil: UInt64 = 0

    func isFree(_ now: UInt64) -> Bool { inFlight < capacity && inFlightBytes < bytesMax && heldBackUntil <= now }
}

/// A service's workers and what waits for them.
struct ServiceEntry {
    let name: String
    var registrations: [Registration] = []
    var queue = FairQueue()
    var counters = ServiceCounters()
    /// When it last had a worker, unless it has one.
    private(set) var lastServed: UInt64 = 0

    /// The least loaded worker with room, if any.
    func leastLoaded(_ now: UInt64) -> Int? {
        var best: Int?
        var bestInFlight = Int.max
        for (index, registration) in registrations.enumerated()
        where registration.isFree(now) && registration.inFlight < bestInFlight {
            best = index
            bestInFlight = registration.inFlight
            if bestInFlight == 0 { break }
        }
        return best
    }

    func index(of worker: PeerID) -> Int? {
        registrations.firstIndex { $0.worker == worker }
    }

    /// Whether anybody has ever offered it or asked for it.
    var wasUsed: Bool { counters.received > 0 || lastServed > 0 || !registrations.isEmpty }

    var hasWorkers: Bool { registrations.contains { $0.capacity > 0 } }

    /// A worker states another capacity.
    mutating func setCapacity(_ capacity: Int, of worker: PeerID, _ now: UInt64) {
        guard let index = index(of: worker) else { return }
        if hasWorkers { lastServed = now }
        registrations[index].capacity = capacity
    }

    mutating func remove(_ worker: PeerID, _ now: UInt64) {
        if hasWorkers { lastServed = now }
        registrations.removeAll { $0.worker == worker }
    }
}

/// A worker process: which services it offers, and when it was heard of.
struct WorkerEntry {
    let kind: WorkerKind
    var services: [Int] = []
    var lastSeen: UInt64
    var lastHeartbeat: UInt64
    /// One of its names found no place; it is asked to register anew when it is heard of.
    var lacksName = false
}
