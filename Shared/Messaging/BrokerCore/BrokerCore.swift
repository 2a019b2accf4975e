package import Contracts

/// The broker's state machine: receives events with their times, and returns actions.
///
/// It uses no sockets and no clock.
///
/// Guarantees:
/// - Every request gets one terminal answer by its deadline.
/// - A worker never has more requests than its capacity.
/// - A request has at most two attempts, and a second one only if it is retryable.
/// - Queues are bounded and shared fairly among clients.
/// - Answers without a matching attempt are dropped.
package struct BrokerCore {
    package let limits: BrokerLimits
    let epoch: UInt64
    var requests = RequestTable()
    var services: [ServiceEntry] = []
    var workers: [PeerID: WorkerEntry] = [:]
    private var serviceIndices: [String: Int] = [:]
    private let reservedNames: Set<String>
    /// Number of answers without a matching attempt since the start.
    package internal(set) var unknownTokens = 0
    /// A guarantee that is broken on purpose; nil in every process.
    let mutation: BrokerMutation?

    /// Creates a broker without requests.
    ///
    /// - Parameters:
    ///   - epoch: A random number drawn at the start.
    ///   - limits: Limits and waiting times.
    ///   - names: Services that always have an entry, so that unknown peers cannot use up all entries.
    ///   - mutation: The guarantee to break; only the simulation gives one, to test its own checks.
    package init(
        epoch: UInt64,
        limits: BrokerLimits = BrokerLimits(),
        names: [String] = [],
        mutation: BrokerMutation? = nil
    ) {
        self.epoch = epoch
        self.limits = limits
        self.mutation = mutation
        reservedNames = Set(names)
        for name in reservedNames.sorted() { _ = serviceIndex(name) }
    }

    /// Number of requests that wait or run and that a client waits for.
    package var heldCount: Int { requests.count }
    /// Whether a held request may run only once, so that its client would not know the outcome if the broker ended now.
    package var holdsUnretryable: Bool {
        requests.slots.contains { request in
            guard !request.retryable else { return false }
            switch request.state {
            case .queued, .running: return true
            case .free, .orphaned: return false
            }
        }
    }
    /// Number of slots that every tick scans; proportional to the number of held requests.
    package var slotCount: Int { requests.slots.count }
    /// Bytes of the bodies of held requests.
    package var heldBytes: Int { requests.byteCount }

    /// Returns whether a live worker offers the service.
    package func isServed(_ service: String) -> Bool {
        serviceIndices[service].map { services[$0].hasWorkers } ?? false
    }

    /// Returns the number of requests that wait for a service.
    package func queuedCount(_ service: String) -> Int {
        serviceIndices[service].map { services[$0].queue.count } ?? 0
    }

    /// Returns the client and service of a held request.
    package func holder(of id: UUIDv7) -> (client: PeerID, service: String)? {
        requests.slot(of: id).map { (requests.slots[$0].client, services[requests.slots[$0].service].name) }
    }

    /// Handles one event at a time on the monotonic clock, in nanoseconds, and appends the resulting actions in order.
    package mutating func handle(_ event: BrokerEvent, at now: UInt64, into actions: inout [BrokerAction]) {
        switch event {
        case .request(let request): accept(request, now, &actions)
        case .ready(let worker, let service, let capacity, let kind):
            register(worker, service, capacity, kind, now, &actions)
        case .reply(let worker, let token): finish(worker, token, now, &actions)
        case .partial(let worker, let token): passPartial(worker, token, now, &actions)
        case .busy(let worker, let token): requeueUnstarted(worker, token, now, &actions)
        case .heartbeat(let worker, let capacity): handleHeartbeat(worker, capacity, now, &actions)
        case .disconnect(let worker):
            if mutation != .dispatchesAfterDisconnect { departWorker(worker, now, &actions) }
        case .departed(let peer): depart(peer, now, &actions)
        case .cancel(let client, let id): cancel(client, id, now, &actions)
        case .tick: tick(now, &actions)
        case .wokeUp: if mutation != .judgesAfterSleep { resetSilence(now) }
        }
        requests.trim()
    }

    // MARK: Names

    /// Returns the index of a service's entry, creating it if there is room.
    mutating func serviceIndex(_ name: String) -> Int? {
        if let index = serviceIndices[name] { return index }
        if services.count < limits.servicesMax || mutation == .unboundedNames {
            services.append(ServiceEntry(name: name))
            serviceIndices[name] = services.count - 1
            return services.count - 1
        }
        // All entries are in use: an entry without workers and requests is replaced.
        let unused = services.indices.first { index in
            services[index].registrations.isEmpty && services[index].queue.isEmpty
                && !reservedNames.contains(services[index].name)
                && !requests.slots.contains { $0.state != .free && $0.service == index }
        }
        guard let index = unused else { return nil }
        serviceIndices[services[index].name] = nil
        services[index] = ServiceEntry(name: name)
        serviceIndices[name] = index
        return index
    }
}
