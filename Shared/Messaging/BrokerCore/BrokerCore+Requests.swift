import Contracts

/// Accepts, dispatches and ends requests.
extension BrokerCore {
    mutating func accept(_ request: IncomingRequest, _ now: UInt64, _ actions: inout [BrokerAction]) {
        if let slot = requests.slot(of: request.id), mutation != .runsResends {
            resend(request, slot, now, &actions)
            return
        }
        guard request.timeLeftMs > 0 else { return refuse(request, .deadlineExceeded, &actions) }
        guard let service = serviceIndex(request.service) else {
            return refuse(request, .overloaded(retryAfterMs: limits.retryAfterMs), &actions)
        }
        services[service].counters.received += 1
        let worker = mayStartAtOnce(request, service) ? freeWorker(service, now) : nil
        // A request that starts at once takes no room in the queue.
        if worker == nil, !mayWait(request, service, &actions) {
            services[service].counters.failed[.overloaded, default: 0] += 1
            return refuse(request, .overloaded(retryAfterMs: limits.retryAfterMs), &actions)
        }
        let slot = requests.insert(
            HeldRequest(
                id: request.id,
                client: request.client,
                service: service,
                body: request.body,
                byteCount: request.byteCount,
                arrivedAt: now,
                deadline: deadline(of: request, now),
                retryable: request.retryable,
                takesParts: request.takesParts
            )
        )
        if let worker {
            dispatch(slot, to: worker, now, &actions)
        } else {
            services[service].queue.append(slot, request.byteCount, of: laneOwner(slot))
        }
    }

    private func mayStartAtOnce(_ request: IncomingRequest, _ service: Int) -> Bool {
        guard services[service].queue.isEmpty else { return false }
        return mutation != .shedsDespiteIdleWorkers || hasByteRoom(for: request.byteCount)
    }

    private mutating func mayWait(
        _ request: IncomingRequest,
        _ service: Int,
        _ actions: inout [BrokerAction]
    ) -> Bool {
        makeByteRoom(for: request, in: service, &actions) && makeRoom(in: service, for: request.client, &actions)
    }

    private func deadline(of request: IncomingRequest, _ now: UInt64) -> UInt64 {
        now + UInt64(min(max(0, request.timeLeftMs), limits.timeLeftMaxMs)) * 1_000_000
    }

    /// Handles a resend of a held request: updates its return address, and its deadline if the new one is earlier.
    ///
    /// The sender has one deadline and sends the remaining time. A resend that stayed unread for longer states too much
    /// of it. The newest connection counts: a resend over an older one may be read later, and its address is no longer
    /// in use.
    private mutating func resend(
        _ request: IncomingRequest,
        _ slot: Int,
        _ now: UInt64,
        _ actions: inout [BrokerAction]
    ) {
        actions.append(.release(request.body))
        let held = requests.slots[slot]
        guard request.client.number >= held.client.number || mutation == .trustsOldConnections else { return }
        let deadline = deadline(of: request, now)
        if deadline < held.deadline, mutation != .keepsFirstDeadline {
            requests.update(slot) { $0.deadline = deadline }
        }
        guard request.client != held.client, mutation != .answersOldAddress else { return }
        if held.state == .queued {
            services[held.service].queue.move(
                slot,
                held.byteCount,
                from: lane(of: held.client),
                to: lane(of: request.client)
            )
        }
        requests.update(slot) { $0.client = request.client }
    }

    /// Returns the lane of a client's requests.
    func lane(of client: PeerID) -> PeerID { mutation == .unfairQueue ? PeerID(0) : client }

    func laneOwner(_ slot: Int) -> PeerID { lane(of: requests.slots[slot].client) }

    private func freeWorker(_ service: Int, _ now: UInt64) -> Int? {
        switch mutation {
        case nil: services[service].leastLoaded(now)
        case .ignoresCapacity where !services[service].registrations.isEmpty: 0
        case .prefersBusyWorkers: services[service].registrations.lastIndex { $0.isFree(now) }
        case .asksHeldBack: services[service].leastLoaded(.max)
        default: services[service].leastLoaded(now)
        }
    }

    /// Returns whether one more request of a client may wait.
    ///
    /// If the queue is full, it replaces the last request of a client that has clearly more waiting.
    private mutating func makeRoom(
        in service: Int,
        for client: PeerID,
        _ actions: inout [BrokerAction]
    ) -> Bool {
        let queue = services[service].queue
        guard queue.count >= limits.queueMaxPerService, mutation != .unboundedQueue else { return true }
        guard let (slot, laneCount) = queue.lastOfLongestLane(), laneCount > queue.count(of: client) + 1 else {
            if mutation == .shedsAnybody, let slot = queue.first {
                leaveQueue(slot)
                end(slot, .overloaded(retryAfterMs: limits.retryAfterMs), &actions)
                return true
            }
            return false
        }
        leaveQueue(slot)
        end(slot, .overloaded(retryAfterMs: limits.retryAfterMs), &actions)
        return true
    }

    private func refuse(_ request: IncomingRequest, _ reason: FailureReason, _ actions: inout [BrokerAction]) {
        actions.append(.fail(client: request.client, id: request.id, service: request.service, reason))
        actions.append(.release(request.body))
    }

    private mutating func dispatch(_ slot: Int, to index: Int, _ now: UInt64, _ actions: inout [BrokerAction]) {
        let service = requests.slots[slot].service
        services[service].registrations[index].inFlight += 1
        services[service].registrations[index].inFlightBytes += requests.slots[slot].byteCount
        let worker = services[service].registrations[index].worker
        let number = requests.beginAttempt(slot, worker: worker, isNumbered: mutation != .reusesTokens)
        let request = requests.slots[slot]
        if request.attempts > 1 { services[service].counters.retried += 1 }
        actions.append(
            .dispatch(
                worker: worker,
                token: AttemptToken(epoch: epoch, number: number),
                body: request.body,
                timeLeftMs: Int(Deadline.elapsed(from: now, to: request.deadline) / 1_000_000),
                waited: request.arrivedAt != now
            )
        )
        if !mayStoreCopies { releaseBody(slot, &actions) }
    }

    /// Dispatches waiting requests to workers with room.
    mutating func drainQueue(_ service: Int, _ now: UInt64, _ actions: inout [BrokerAction]) {
        while !services[service].queue.isEmpty, let worker = freeWorker(service, now) {
            guard let slot = services[service].queue.popFirst(isNewestFirst: mutation == .overtakesInLane) else {
                return
            }
            if requests.slots[slot].deadline <= now, mutation != .forgetsDeadlines {
                end(slot, .deadlineExceeded, &actions)
            } else {
                dispatch(slot, to: worker, now, &actions)
            }
        }
    }

    /// Ends a held request with an error.
    ///
    /// No other function does so.
    mutating func end(_ slot: Int, _ reason: FailureReason, _ actions: inout [BrokerAction]) {
        let request = requests.slots[slot]
        services[request.service].counters.failed[reason.kind, default: 0] += 1
        actions.append(
            .fail(client: request.client, id: request.id, service: services[request.service].name, reason)
        )
        discard(slot, &actions)
    }

    /// Drops the body of a request, unless it was dropped before.
    mutating func releaseBody(_ slot: Int, _ actions: inout [BrokerAction]) {
        guard requests.slots[slot].hasBody else { return }
        if mutation != .leaksBodies { actions.append(.release(requests.slots[slot].body)) }
        requests.dropBody(slot)
    }

    /// Forgets a request that no client waits for.
    ///
    /// While a worker has it, it still counts against that worker's capacity.
    private mutating func discard(_ slot: Int, _ actions: inout [BrokerAction]) {
        releaseBody(slot, &actions)
        if case .running(let worker) = requests.slots[slot].state {
            requests.orphan(slot, worker: worker)
            if mutation == .freesWorkersTooSoon {
                freeWorker(of: slot, worker)
                requests.remove(slot)
            }
        } else {
            requests.remove(slot)
        }
    }

    mutating func leaveQueue(_ slot: Int) {
        services[requests.slots[slot].service].queue.remove(slot, of: laneOwner(slot))
    }

    /// Puts a request back at the front: it has waited longest.
    mutating func requeue(_ slot: Int) {
        requests.markQueued(slot)
        let request = requests.slots[slot]
        services[request.service].queue.prepend(slot, request.byteCount, of: laneOwner(slot))
    }

    // MARK: Giving up

    mutating func cancel(_ client: PeerID, _ id: UUIDv7, _ now: UInt64, _ actions: inout [BrokerAction]) {
        guard let slot = requests.slot(of: id), requests.slots[slot].client == client || mutation == .anyoneCancels
        else { return }
        abandon(slot, &actions)
    }

    /// Ends a request that its client no longer wants answered.
    mutating func abandon(_ slot: Int, _ actions: inout [BrokerAction]) {
        switch requests.slots[slot].state {
        case .free, .orphaned: return
        case .queued:
            if mutation == .keepsCancelled { return }
            leaveQueue(slot)
        case .running(let worker): sendCancel(slot, worker, &actions)
        }
        discard(slot, &actions)
    }

    /// Tells a worker to stop an attempt.
    ///
    /// The protocol of plain workers has no such command.
    func sendCancel(_ slot: Int, _ worker: PeerID, _ actions: inout [BrokerAction]) {
        guard workers[worker]?.kind == .own else { return }
        let token = AttemptToken(epoch: epoch, number: requests.attemptNumber(slot))
        actions.append(.cancel(worker: worker, token: token))
    }
}
