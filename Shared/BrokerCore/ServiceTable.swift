import DequeModule

/// One worker's offer of one service.
struct Registration {
    let worker: PeerID
    var capacity: Int
    var inFlight = 0

    var isFree: Bool { inFlight < capacity }
}

/// A service's workers and what waits for them.
struct ServiceEntry {
    let name: String
    var registrations: [Registration] = []
    /// In order of arrival; void tickets are passed over.
    var queue: Deque<Ticket> = []
    /// Tickets in the queue that are not void.
    var queuedCount = 0

    /// The least loaded worker with room, if any.
    func leastLoaded() -> Int? {
        var best: Int?
        var bestInFlight = Int.max
        for (index, registration) in registrations.enumerated()
        where registration.isFree && registration.inFlight < bestInFlight {
            best = index
            bestInFlight = registration.inFlight
            if bestInFlight == 0 { break }
        }
        return best
    }

    func index(of worker: PeerID) -> Int? {
        registrations.firstIndex { $0.worker == worker }
    }

    var hasWorkers: Bool { registrations.contains { $0.capacity > 0 } }
}

/// A worker process: which services it offers, and when it was heard of.
struct WorkerEntry {
    var services: [Int] = []
    var lastSeen: UInt64
    var lastHeartbeat: UInt64
}
