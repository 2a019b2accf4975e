import Contracts
import DequeModule

/// The broker's state machine: takes what happened and the time, says what to do.
///
/// It knows no socket and no clock.
///
/// Promises: every request gets one terminal answer by its deadline; a worker never holds more than its capacity; at
/// most two attempts, and a second one only for what is repeatable; queues are bounded; what nobody sent an attempt for
/// is dropped.
package struct BrokerCore {
    package let limits: BrokerLimits
    private let epoch: UInt64
    var requests = RequestTable()
    var services: [ServiceEntry] = []
    private var serviceIndices: [String: Int] = [:]
    var workers: [PeerID: WorkerEntry] = [:]
    /// Answers to attempts that nobody waits for, since the start.
    package private(set) var unknownTokens = 0

    /// - Parameters:
    ///   - epoch: Random, drawn at start.
    ///   - limits: Bounds and waiting times.
    package init(epoch: UInt64, limits: BrokerLimits = BrokerLimits()) {
        self.epoch = epoch
        self.limits = limits
    }

    /// Requests that wait or run.
    package var heldCount: Int { requests.count }

    /// Whether a live worker offers the service.
    package func isServed(_ service: String) -> Bool {
        serviceIndices[service].map { services[$0].hasWorkers } ?? false
    }

    /// Takes one event at a time on the monotonic clock, in nanoseconds, and appends what is to be done, in order.
    package mutating func handle(_ event: BrokerEvent, at now: UInt64, into actions: inout [BrokerAction]) {
        switch event {
        case .request(let request): accept(request, now, &actions)
        case .ready(let worker, let service, let capacity): register(worker, service, capacity, now, &actions)
        case .reply(let worker, let token): finish(worker, token, now, &actions)
        case .busy(let worker, let token): takeBack(worker, token, now, &actions)
        case .heartbeat(let worker, let capacity): hear(worker, capacity, now, &actions)
        case .disconnect(let worker), .departed(let worker): depart(worker, now, &actions)
        case .cancel(let client, let id): cancel(client, id, now, &actions)
        case .tick: tick(now, &actions)
        case .wokeUp: forgiveSilence(now)
        }
    }

    // MARK: Requests

    private mutating func accept(_ request: IncomingRequest, _ now: UInt64, _ actions: inout [BrokerAction]) {
        if let slot = requests.slot(of: request.id) {
            // A resend of what is held: only its return address is new.
            requests.update(slot) { $0.client = request.client }
            actions.append(.release(request.body))
            return
        }
        let timeLeftMs = min(request.timeLeftMs, limits.timeLeftMaxMs)
        guard timeLeftMs > 0 else { return refuse(request, .deadlineExceeded, &actions) }
        guard let service = serviceIndex(request.service) else {
            return refuse(request, .overloaded(retryAfterMs: limits.retryAfterMs), &actions)
        }
        let worker = services[service].queuedCount == 0 ? services[service].leastLoaded() : nil
        if worker == nil, services[service].queuedCount >= limits.queueMaxPerService {
            return refuse(request, .overloaded(retryAfterMs: limits.retryAfterMs), &actions)
        }
        let slot = requests.insert(
            HeldRequest(
                id: request.id,
                client: request.client,
                service: service,
                body: request.body,
                arrivedAt: now,
                deadline: now + UInt64(timeLeftMs) * 1_000_000,
                repeatable: request.repeatable
            )
        )
        if let worker {
            dispatch(slot, to: worker, now, &actions)
        } else {
            services[service].queue.append(requests.ticket(for: slot))
            services[service].queuedCount += 1
        }
    }

    private mutating func refuse(
        _ request: IncomingRequest,
        _ reason: FailureReason,
        _ actions: inout [BrokerAction]
    ) {
        actions.append(.fail(client: request.client, id: request.id, service: request.service, reason))
        actions.append(.release(request.body))
    }

    private mutating func dispatch(_ slot: Int, to index: Int, _ now: UInt64, _ actions: inout [BrokerAction]) {
        let service = requests.slots[slot].service
        services[service].registrations[index].inFlight += 1
        let worker = services[service].registrations[index].worker
        let number = requests.beginAttempt(slot, worker: worker)
        let request = requests.slots[slot]
        actions.append(
            .dispatch(
                worker: worker,
                token: AttemptToken(epoch: epoch, number: number),
                body: request.body,
                timeLeftMs: Int(Deadline.elapsed(from: now, to: request.deadline) / 1_000_000),
                waited: request.arrivedAt != now
            )
        )
    }

    /// Hands waiting requests to workers with room.
    private mutating func drainQueue(_ service: Int, _ now: UInt64, _ actions: inout [BrokerAction]) {
        while services[service].queuedCount > 0, let worker = services[service].leastLoaded() {
            guard let ticket = services[service].queue.popFirst() else { return }
            guard requests.isValid(ticket) else { continue }
            let slot = ticket.slot
            services[service].queuedCount -= 1
            if requests.slots[slot].deadline <= now {
                end(slot, .deadlineExceeded, &actions)
            } else {
                dispatch(slot, to: worker, now, &actions)
            }
        }
        if services[service].queuedCount == 0 { services[service].queue.removeAll(keepingCapacity: true) }
    }

    /// The one place where a held request ends with an error.
    private mutating func end(_ slot: Int, _ reason: FailureReason, _ actions: inout [BrokerAction]) {
        let request = requests.slots[slot]
        actions.append(
            .fail(client: request.client, id: request.id, service: services[request.service].name, reason)
        )
        forget(slot, &actions)
    }

    private mutating func forget(_ slot: Int, _ actions: inout [BrokerAction]) {
        actions.append(.release(requests.slots[slot].body))
        requests.remove(slot)
    }

    /// Tickets of requests that left are passed over later; when they outnumber the others, they are swept out, so
    /// that the queue's memory stays within twice its bound.
    private mutating func leaveQueue(_ slot: Int) {
        let service = requests.slots[slot].service
        requests.update(slot) { $0.ticketNumber = 0 }
        services[service].queuedCount -= 1
        if services[service].queue.count > 2 * services[service].queuedCount + limits.queueMaxPerService {
            let requests = requests
            services[service].queue.removeAll { !requests.isValid($0) }
        }
    }

    private mutating func freeWorker(of slot: Int, _ worker: PeerID) {
        let service = requests.slots[slot].service
        if let index = services[service].index(of: worker) { services[service].registrations[index].inFlight -= 1 }
    }

    // MARK: Answers

    private mutating func finish(
        _ worker: PeerID,
        _ token: AttemptToken,
        _ now: UInt64,
        _ actions: inout [BrokerAction]
    ) {
        hear(worker, nil, now, &actions)
        guard let slot = runningSlot(worker, token) else {
            unknownTokens += 1
            actions.append(.dropReply)
            return
        }
        let service = requests.slots[slot].service
        actions.append(.answer(client: requests.slots[slot].client))
        freeWorker(of: slot, worker)
        forget(slot, &actions)
        drainQueue(service, now, &actions)
    }

    private mutating func takeBack(
        _ worker: PeerID,
        _ token: AttemptToken,
        _ now: UInt64,
        _ actions: inout [BrokerAction]
    ) {
        guard let slot = runningSlot(worker, token) else {
            unknownTokens += 1
            return
        }
        // It was never started, so it counts as no attempt.
        requests.update(slot) { $0.attempts -= 1 }
        freeWorker(of: slot, worker)
        requeue(slot)
    }

    private func runningSlot(_ worker: PeerID, _ token: AttemptToken) -> Int? {
        token.epoch == epoch ? requests.runningSlot(token.number, worker: worker) : nil
    }

    /// Puts a request back to the front: it has waited longest.
    private mutating func requeue(_ slot: Int) {
        let service = requests.slots[slot].service
        requests.update(slot) { $0.state = .queued }
        services[service].queue.prepend(requests.ticket(for: slot))
        services[service].queuedCount += 1
    }

    private mutating func cancel(
        _ client: PeerID,
        _ id: UUIDv7,
        _ now: UInt64,
        _ actions: inout [BrokerAction]
    ) {
        guard let slot = requests.slot(of: id), requests.slots[slot].client == client else { return }
        abandon(slot, now, &actions)
    }

    /// Nobody waits for the answer any more.
    private mutating func abandon(_ slot: Int, _ now: UInt64, _ actions: inout [BrokerAction]) {
        let service = requests.slots[slot].service
        switch requests.slots[slot].state {
        case .free: return
        case .queued: leaveQueue(slot)
        case .running(let worker): stopAttempt(slot, worker, &actions)
        }
        forget(slot, &actions)
        drainQueue(service, now, &actions)
    }

    private mutating func stopAttempt(_ slot: Int, _ worker: PeerID, _ actions: inout [BrokerAction]) {
        let token = AttemptToken(epoch: epoch, number: requests.attemptNumber(slot))
        actions.append(.cancel(worker: worker, token: token))
        freeWorker(of: slot, worker)
    }

    // MARK: Workers

    private mutating func register(
        _ worker: PeerID,
        _ name: String,
        _ capacity: Int,
        _ now: UInt64,
        _ actions: inout [BrokerAction]
    ) {
        guard let service = serviceIndex(name) else { return }
        var entry = workers[worker] ?? WorkerEntry(lastSeen: now, lastHeartbeat: now)
        entry.lastSeen = now
        if let index = services[service].index(of: worker) {
            services[service].registrations[index].capacity = capacity
        } else {
            guard entry.services.count < limits.servicesMaxPerWorker else { return }
            entry.services.append(service)
            services[service].registrations.append(Registration(worker: worker, capacity: capacity))
        }
        workers[worker] = entry
        drainQueue(service, now, &actions)
    }

    private mutating func hear(
        _ worker: PeerID,
        _ capacity: Int?,
        _ now: UInt64,
        _ actions: inout [BrokerAction]
    ) {
        guard workers[worker] != nil else {
            actions.append(.disconnect(worker: worker))
            return
        }
        workers[worker]?.lastSeen = now
        guard let capacity else { return }
        for service in workers[worker]?.services ?? [] {
            if let index = services[service].index(of: worker) {
                services[service].registrations[index].capacity = capacity
            }
            drainQueue(service, now, &actions)
        }
    }

    /// A peer is gone, as a worker, as a client, or as both.
    private mutating func depart(_ peer: PeerID, _ now: UInt64, _ actions: inout [BrokerAction]) {
        let offered = workers.removeValue(forKey: peer)?.services ?? []
        for service in offered { services[service].registrations.removeAll { $0.worker == peer } }
        // Departures are rare: looking at every slot is cheaper than keeping lists for each peer. What the peer itself
        // waits for goes first, the queued before the running, so that nothing of it is handed out on the way.
        let own = requests.slots.indices.filter {
            requests.slots[$0].state != .free && requests.slots[$0].client == peer
        }
        for slot in own where requests.slots[slot].state == .queued { abandon(slot, now, &actions) }
        for slot in own { abandon(slot, now, &actions) }
        for slot in requests.slots.indices where requests.slots[slot].state == .running(worker: peer) {
            lose(slot, now, &actions)
        }
        for service in offered { drainQueue(service, now, &actions) }
    }

    /// The worker of an attempt is gone.
    private mutating func lose(_ slot: Int, _ now: UInt64, _ actions: inout [BrokerAction]) {
        let request = requests.slots[slot]
        if !request.repeatable {
            end(slot, .outcomeUnknown, &actions)
        } else if request.attempts >= limits.attemptsMax {
            actions.append(.logCrash(id: request.id, service: services[request.service].name))
            end(slot, .workerCrashed, &actions)
        } else {
            requeue(slot)
        }
    }

    // MARK: Time

    private mutating func tick(_ now: UInt64, _ actions: inout [BrokerAction]) {
        expireRequests(now, &actions)
        for (worker, entry) in workers {
            if Deadline.elapsed(from: entry.lastSeen, to: now) > limits.silenceMaxNs {
                actions.append(.disconnect(worker: worker))
                depart(worker, now, &actions)
            } else if Deadline.elapsed(from: entry.lastHeartbeat, to: now) >= limits.heartbeatIntervalNs {
                workers[worker]?.lastHeartbeat = now
                actions.append(.heartbeat(worker: worker))
            }
        }
    }

    private mutating func expireRequests(_ now: UInt64, _ actions: inout [BrokerAction]) {
        guard requests.count > 0 else { return }
        for slot in requests.slots.indices {
            let request = requests.slots[slot]
            switch request.state {
            case .free: continue
            case .queued:
                let isOver = request.deadline <= now
                guard isOver || isPastGrace(request, now) else { continue }
                leaveQueue(slot)
                end(slot, isOver ? .deadlineExceeded : .unavailable, &actions)
            case .running(let worker):
                guard request.deadline <= now else { continue }
                stopAttempt(slot, worker, &actions)
                end(slot, .deadlineExceeded, &actions)
                drainQueue(request.service, now, &actions)
            }
        }
    }

    private func isPastGrace(_ request: HeldRequest, _ now: UInt64) -> Bool {
        Deadline.elapsed(from: request.arrivedAt, to: now) > limits.graceNs && !services[request.service].hasWorkers
    }

    private mutating func forgiveSilence(_ now: UInt64) {
        for worker in workers.keys { workers[worker]?.lastSeen = now }
    }

    // MARK: Names

    private mutating func serviceIndex(_ name: String) -> Int? {
        if let index = serviceIndices[name] { return index }
        if services.count < limits.servicesMax {
            services.append(ServiceEntry(name: name))
            serviceIndices[name] = services.count - 1
            return services.count - 1
        }
        // All places are taken: one that nobody offers or waits for makes room.
        guard let index = services.firstIndex(where: { $0.registrations.isEmpty && $0.queuedCount == 0 }) else {
            return nil
        }
        guard !requests.slots.contains(where: { $0.state != .free && $0.service == index }) else { return nil }
        serviceIndices[services[index].name] = nil
        services[index] = ServiceEntry(name: name)
        serviceIndices[name] = index
        return index
    }
}
