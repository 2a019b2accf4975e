import Contracts

/// Registers workers, handles their answers, and removes them.
extension BrokerCore {
    mutating func register(
        _ worker: PeerID,
        _ name: String,
        _ capacity: Int,
        _ kind: WorkerKind,
        _ now: UInt64,
        _ actions: inout [BrokerAction]
    ) {
        if workers[worker] != nil, kind == .plain {
            // The protocol allows one READY of a plain worker, and prescribes this answer to a second one.
            actions.append(.disconnect(worker: worker))
            return departWorker(worker, now, &actions)
        }
        var entry = workers[worker] ?? WorkerEntry(kind: kind, lastSeen: now, lastHeartbeat: now)
        entry.lastSeen = now
        guard let service = serviceIndex(name) else {
            guard kind == .own else { return actions.append(.disconnect(worker: worker)) }
            // A disconnect now would make it register again at once, forever. The answer to its next heartbeat tells it
            // instead.
            entry.hasRejectedName = mutation != .forgetsRegistrations
            workers[worker] = entry
            return
        }
        if entry.services.contains(service) {
            services[service].setCapacity(capacity, of: worker, now)
        } else {
            guard entry.services.count < limits.servicesMaxPerWorker else { return }
            entry.services.append(service)
            let bytesMax = mutation == .ignoresWorkerBytes ? .max : limits.workerBytesMax
            services[service].registrations.append(
                Registration(worker: worker, capacity: capacity, bytesMax: bytesMax)
            )
        }
        workers[worker] = entry
        drainQueue(service, now, &actions)
    }

    /// Records a sign of life of a worker.
    private mutating func recordSignOfLife(_ worker: PeerID, _ now: UInt64, _ actions: inout [BrokerAction]) {
        guard let index = workers.index(forKey: worker) else { return actions.append(.disconnect(worker: worker)) }
        workers.values[index].lastSeen = now
    }

    /// Handles a heartbeat, which may state a new capacity.
    mutating func handleHeartbeat(
        _ worker: PeerID,
        _ capacity: Int?,
        _ now: UInt64,
        _ actions: inout [BrokerAction]
    ) {
        recordSignOfLife(worker, now, &actions)
        guard let entry = workers[worker] else { return }
        if entry.hasRejectedName {
            workers[worker]?.hasRejectedName = false
            actions.append(.disconnect(worker: worker))
        }
        guard let capacity, mutation != .ignoresNewCapacity else { return }
        for service in entry.services {
            services[service].setCapacity(capacity, of: worker, now)
            drainQueue(service, now, &actions)
        }
    }

    // MARK: Answers

    mutating func finish(_ worker: PeerID, _ token: AttemptToken, _ now: UInt64, _ actions: inout [BrokerAction]) {
        recordSignOfLife(worker, now, &actions)
        guard let (slot, isOrphan) = attempt(worker, token) else {
            unknownTokens += 1
            actions.append(.dropReply)
            return
        }
        let request = requests.slots[slot]
        if mutation != .leaksCapacity || !isOrphan { freeWorker(of: slot, worker) }
        if isOrphan {
            actions.append(.dropReply)
        } else {
            actions.append(.answer(client: request.client, id: request.id, service: services[request.service].name))
            services[request.service].counters.answered += 1
            services[request.service].counters.times.record(Deadline.elapsed(from: request.arrivedAt, to: now))
            if mutation == .answersTwice, request.attempts == 2 { actions.append(actions[actions.count - 1]) }
            releaseBody(slot, &actions)
        }
        requests.remove(slot)
        if mutation != .leavesWorkersIdle { drainQueue(request.service, now, &actions) }
    }

    /// Passes on a part of an answer; more follows.
    mutating func passPartial(
        _ worker: PeerID,
        _ token: AttemptToken,
        _ now: UInt64,
        _ actions: inout [BrokerAction]
    ) {
        recordSignOfLife(worker, now, &actions)
        guard let (slot, isOrphan) = attempt(worker, token), !isOrphan else {
            unknownTokens += 1
            actions.append(.dropReply)
            return
        }
        let request = requests.slots[slot]
        guard request.takesParts else { return }
        // The client has received a part of this attempt's answer: a second attempt would start over.
        if mutation != .retriesPartlyAnswered { requests.update(slot) { $0.isPartlyAnswered = true } }
        actions.append(.passPartial(client: request.client, service: services[request.service].name))
    }

    /// Takes back an attempt that the worker did not start.
    mutating func requeueUnstarted(
        _ worker: PeerID,
        _ token: AttemptToken,
        _ now: UInt64,
        _ actions: inout [BrokerAction]
    ) {
        recordSignOfLife(worker, now, &actions)
        guard let (slot, isOrphan) = attempt(worker, token) else {
            unknownTokens += 1
            return
        }
        let service = requests.slots[slot].service
        freeWorker(of: slot, worker)
        if let index = services[service].index(of: worker) {
            services[service].registrations[index].heldBackUntil = now + limits.holdBackNs
        }
        if isOrphan {
            requests.remove(slot)
        } else if requests.slots[slot].isPartlyAnswered {
            // The worker claims not to have started what it has partly answered.
            requests.markQueued(slot)
            end(slot, .outcomeUnknown, &actions)
        } else if !requests.slots[slot].hasBody {
            // It was not started, and no copy of it is left for another worker.
            requests.markQueued(slot)
            end(slot, .overloaded(retryAfterMs: limits.retryAfterMs), &actions)
        } else {
            // It was never started, so it does not count as an attempt.
            if mutation != .countsRequeued { requests.update(slot) { $0.attempts -= 1 } }
            requeue(slot)
            if mutation == .countsRequeued, requests.slots[slot].attempts >= limits.attemptsMax {
                leaveQueue(slot)
                end(slot, .workerCrashed, &actions)
            }
        }
        drainQueue(service, now, &actions)
    }

    /// Returns the slot of a worker's attempt by its token, and whether the request is orphaned.
    private func attempt(_ worker: PeerID, _ token: AttemptToken) -> (slot: Int, isOrphan: Bool)? {
        guard token.epoch == epoch || mutation == .acceptsOldEpochs, let slot = requests.slot(ofAttempt: token.number)
        else { return nil }
        switch requests.slots[slot].state {
        case .running(let holder) where holder == worker || mutation == .acceptsTokensOfOthers: return (slot, false)
        case .orphaned(let holder) where holder == worker: return (slot, true)
        default: return nil
        }
    }

    mutating func freeWorker(of slot: Int, _ worker: PeerID) {
        let service = requests.slots[slot].service
        guard let index = services[service].index(of: worker) else { return }
        services[service].registrations[index].inFlight -= 1
        services[service].registrations[index].inFlightBytes -= requests.slots[slot].byteCount
    }

    // MARK: Departure

    /// Removes a peer, as a worker, as a client, or as both.
    mutating func depart(_ peer: PeerID, _ now: UInt64, _ actions: inout [BrokerAction]) {
        // Departures are rare: scanning every slot is cheaper than maintaining lists per peer. The peer's own requests
        // end first, so that none of them is dispatched in the process.
        for service in workers[peer]?.services ?? [] { services[service].counters.lostWorkers += 1 }
        for slot in requests.slots.indices where requests.slots[slot].client == peer { abandon(slot, &actions) }
        departWorker(peer, now, &actions)
    }

    mutating func departWorker(_ peer: PeerID, _ now: UInt64, _ actions: inout [BrokerAction]) {
        for service in removeWorker(peer, now, &actions) { drainQueue(service, now, &actions) }
    }

    /// Removes a worker and requeues its requests without dispatching them; returns the services that it offered.
    mutating func removeWorker(_ peer: PeerID, _ now: UInt64, _ actions: inout [BrokerAction]) -> [Int] {
        guard let entry = workers.removeValue(forKey: peer) else { return [] }
        for service in entry.services { services[service].remove(peer, now) }
        for slot in requests.slots.indices {
            switch requests.slots[slot].state {
            case .running(peer): handleLostWorker(slot, now, &actions)
            case .orphaned(peer): requests.remove(slot)
            default: continue
            }
        }
        return entry.services
    }

    /// Handles the loss of the worker of an attempt.
    private mutating func handleLostWorker(_ slot: Int, _ now: UInt64, _ actions: inout [BrokerAction]) {
        let request = requests.slots[slot]
        // No worker has the request any more; the following branches decide about it.
        requests.markQueued(slot)
        if mutation == .losesRequestsOfDeadWorkers {
            releaseBody(slot, &actions)
            requests.remove(slot)
        } else if !request.retryable || request.isPartlyAnswered, mutation != .retriesUnretryable {
            end(slot, .outcomeUnknown, &actions)
        } else if !request.hasBody {
            end(slot, .outcomeUnknown, &actions)
        } else if request.attempts >= limits.attemptsMax, mutation != .retriesForEver {
            actions.append(.logCrash(id: request.id, service: services[request.service].name))
            end(slot, .workerCrashed, &actions)
        } else {
            requeue(slot)
        }
    }
}
