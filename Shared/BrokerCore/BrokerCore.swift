package import Contracts

/// The broker's state machine: takes what happened and the time, says what to do.
///
/// It knows no socket and no clock.
///
/// Promises: every request gets one terminal answer by its deadline; a worker never holds more than its capacity; at
/// most two attempts, and a second one only for what is repeatable; queues are bounded, and shared fairly among
/// clients; what nobody sent an attempt for is dropped.
package struct BrokerCore {
    package let limits: BrokerLimits
    let epoch: UInt64
    var requests = RequestTable()
    var services: [ServiceEntry] = []
    var workers: [PeerID: WorkerEntry] = [:]
    private var serviceIndices: [String: Int] = [:]
    private let keptNames: Set<String>
    /// Answers to attempts that nobody waits for, since the start.
    package internal(set) var unknownTokens = 0
    /// A guarantee that is broken on purpose; tests alone set it.
    package var mutation: BrokerMutation?

    /// - Parameters:
    ///   - epoch: Random, drawn at start.
    ///   - limits: Bounds and waiting times.
    ///   - names: Services that have a place whatever else is asked for, so that strangers cannot take them all.
    package init(epoch: UInt64, limits: BrokerLimits = BrokerLimits(), names: [String] = []) {
        self.epoch = epoch
        self.limits = limits
        keptNames = Set(names)
        for name in keptNames.sorted() { _ = serviceIndex(name) }
    }

    /// Requests that wait or run, and that somebody waits for.
    package var heldCount: Int { requests.count }
    /// Whether one of these may run only once, so that its client would not know what became of it if the broker ended now.
    package var holdsUnrepeatable: Bool {
        requests.slots.contains { request in
            guard !request.repeatable else { return false }
            switch request.state {
            case .queued, .running: return true
            case .free, .orphaned: return false
            }
        }
    }
    /// Slots that every look at the clock walks over; in proportion to what is held.
    package var slotCount: Int { requests.slots.count }
    /// Bytes of the bodies of these.
    package var heldBytes: Int { requests.byteCount }

    /// Whether a live worker offers the service.
    package func isServed(_ service: String) -> Bool {
        serviceIndices[service].map { services[$0].hasWorkers } ?? false
    }

    /// Requests that wait for a service.
    package func queuedCount(_ service: String) -> Int {
        serviceIndices[service].map { services[$0].queue.count } ?? 0
    }

    /// Who waits for the answer to a request that is held, and whose service it is for.
    package func holder(of id: UUIDv7) -> (client: PeerID, service: String)? {
        requests.slot(of: id).map { (requests.slots[$0].client, services[requests.slots[$0].service].name) }
    }

    /// Takes one event at a time on the monotonic clock, in nanoseconds, and appends what is to be done, in order.
    package mutating func handle(_ event: BrokerEvent, at now: UInt64, into actions: inout [BrokerAction]) {
        switch event {
        case .request(let request): accept(request, now, &actions)
        case .ready(let worker, let service, let capacity, let kind):
            register(worker, service, capacity, kind, now, &actions)
        case .reply(let worker, let token): finish(worker, token, now, &actions)
        case .partial(let worker, let token): passPartial(worker, token, now, &actions)
        case .busy(let worker, let token): takeBack(worker, token, now, &actions)
        case .heartbeat(let worker, let capacity): takeHeartbeat(worker, capacity, now, &actions)
        case .disconnect(let worker):
            if mutation != .dispatchesAfterDisconnect { departWorker(worker, now, &actions) }
        case .departed(let peer): depart(peer, now, &actions)
        case .cancel(let client, let id): cancel(client, id, now, &actions)
        case .tick: tick(now, &actions)
        case .wokeUp: if mutation != .judgesAfterSleep { forgiveSilence(now) }
        }
        requests.trim()
    }

    // MARK: Names

    /// The index of a service's entry, which is made if there is room.
    mutating func serviceIndex(_ name: String) -> Int? {
        if let index = serviceIndices[name] { return index }
        if services.count < limits.servicesMax || mutation == .unboundedNames {
            services.append(ServiceEntry(name: name))
            serviceIndices[name] = services.count - 1
            return services.count - 1
        }
        // All places are taken: one that nobody offers or waits for makes room.
        let unused = services.indices.first { index in
            services[index].registrations.isEmpty && services[index].queue.isEmpty
                && !keptNames.contains(services[index].name)
                && !requests.slots.contains { $0.state != .free && $0.service == index }
        }
        guard let index = unused else { return nil }
        serviceIndices[services[index].name] = nil
        services[index] = ServiceEntry(name: name)
        serviceIndices[name] = index
        return index
    }
}
