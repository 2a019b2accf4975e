/// One worker's offer of one service.
struct Registration {
    let worker: PeerID
    var capacity: Int
    /// Maximum bytes that the worker may have at once; see ``BrokerLimits/workerBytesMax``.
    let bytesMax: Int
    var inFlight = 0
    /// Bytes of the requests in flight.
    var inFlightBytes = 0
    /// The worker returned an unstarted attempt and gets no requests until this time.
    var heldBackUntil: UInt64 = 0

    func isFree(_ now: UInt64) -> Bool { inFlight < capacity && inFlightBytes < bytesMax && heldBackUntil <= now }
}

/// A service's workers and waiting requests.
struct ServiceEntry {
    let name: String
    var registrations: [Registration] = []
    var queue = FairQueue()
    var counters = ServiceCounters()
    /// When the service last had a worker.
    ///
    /// Not updated while it has one.
    private(set) var lastServed: UInt64 = 0

    /// Returns the index of the least loaded worker with room, if any.
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

    /// Whether the service was ever offered or requested.
    var wasUsed: Bool { counters.received > 0 || lastServed > 0 || !registrations.isEmpty }

    var hasWorkers: Bool { registrations.contains { $0.capacity > 0 } }

    /// Updates the capacity of a worker.
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

/// A worker process: the services that it offers, and its last signs of life.
struct WorkerEntry {
    let kind: WorkerKind
    var services: [Int] = []
    var lastSeen: UInt64
    var lastHeartbeat: UInt64
    /// One of its service names had no room; it is asked to register again at its next heartbeat.
    var hasRejectedName = false
}
