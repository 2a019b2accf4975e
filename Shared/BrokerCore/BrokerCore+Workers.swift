import Contracts

/// How workers come, answer, fall silent and go.
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
            // The protocol knows one READY of a plain worker; a second one is answered as it says.
            actions.append(.disconnect(worker: worker))
            return departWorker(worker, now, &actions)
        }
        var entry = workers[worker] ?? WorkerEntry(kind: kind, lastSeen: now, lastHeartbeat: now)
        entry.lastSeen = now
        guard let service = serviceIndex(name) else {
            guard kind == .own else { return actions.append(.disconnect(worker: worker)) }
            // It would register again at once, for ever; it is told by the answer to its heartbeat.
            entry.lacksName = mutation != .forgetsRegistrations
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

    /// A worker lives.
    private mutating func hear(_ worker: PeerID, _ now: UInt64, _ actions: inout [BrokerAction]) {
        guard let index = workers.index(forKey: worker) else { return actions.append(.disconnect(worker: worker)) }
        workers.values[index].lastSeen = now
    }

    /// A worker lives, and may say how much it takes from now on.
    mutating func takeHeartbeat(
        _ worker: PeerID,
        _ capacity: Int?,
        _ now: UInt64,
        _ actions: inout [BrokerAction]
    ) {
        hear(worker, now, &actions)
        guard let entry = workers[worker] else { return }
        if entry.lacksName {
            workers[worker]?.lacksName = false
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
        hear(worker, now, &actions)
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
            services[request.service].counters.times.note(Deadline.elapsed(from: request.arrivedAt, to: now))
            if mutation == .answersTwice, request.attempts == 2 { actions.append(actions[actions.count - 1]) }
            releaseBody(slot, &actions)
        }
        requests.remove(slot)
        if mutation != .leavesWorkersIdle { drainQueue(request.service, now, &actions) }
    }

    /// A part of an answer; more follows.
    mutating func passPartial(
        _ worker: PeerID,
        _ token: AttemptToken,
        _ now: UInt64,
        _ actions: inout [BrokerAction]
    ) {
        hear(worker, now, &actions)
        guard let (slot, isOrphan) = attempt(worker, token), !isOrphan else {
            unknownTokens += 1
            actions.append(.dropReply)
            return
        }
        let request = requests.slots[slot]
        guard request.takesParts else { return }
        // The client has seen a part of this attempt's answer: a second attempt would begin it anew.
        if mutation != .beginsAnew { requests.update(slot) { $0.isPartlyAnswered = true } }
        actions.append(.passPartial(client: request.client, service: services[request.service].name))
    }

    /// An attempt comes back unstarted.
    mutating func takeBack(_ worker: PeerID, _ token: AttemptToken, _ now: UInt64, _ actions: inout [BrokerAction]) {
        hear(worker, now, &actions)
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
            // It says that it did not begin what it has half answered.
            requests.wait(slot)
            end(slot, .outcomeUnknown, &actions)
        } else if !requests.slots[slot].hasBody {
            // It was not begun, and no copy of it is left for another worker.
            requests.wait(slot)
            end(slot, .overloaded(retryAfterMs: limits.retryAfterMs), &actions)
        } else {
            // It was never started, so it counts as no attempt.
            if mutation != .countsHandedBack { requests.update(slot) { $0.attempts -= 1 } }
            requeue(slot)
            if mutation == .countsHandedBack, requests.slots[slot].attempts >= limits.attemptsMax {
                leaveQueue(slot)
                end(slot, .workerCrashed, &actions)
            }
        }
        drainQueue(service, now, &actions)
    }

    /// The attempt that a worker has under a token, and whether nobody waits for it any more.
    private func attempt(_ worker: PeerID, _ token: AttemptToken) -> (slot: Int, isOrphan: Bool)? {
        guard token.epoch == epoch || mutation == .acceptsOldEpochs, let slot = requests.slot(ofAttempt: token.number)
        else { return nil }
        switch requests.slots[slot].state {
        case .running(let holder) where holder == worker || mutation == .acceptsForeignTokens: return (slot, false)
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

    /// A peer is gone, as a worker, as a client, or as both.
    mutating func depart(_ peer: PeerID, _ now: UInt64, _ actions: inout [BrokerAction]) {
        // Departures are rare: looking at every slot is cheaper than keeping lists for each peer. What the peer itself
        // waits for goes first, so that nothing of it is handed out on the way.
        for service in workers[peer]?.services ?? [] { services[service].counters.lostWorkers += 1 }
        for slot in requests.slots.indices where requests.slots[slot].client == peer { abandon(slot, &actions) }
        departWorker(peer, now, &actions)
    }

    mutating func departWorker(_ peer: PeerID, _ now: UInt64, _ actions: inout [BrokerAction]) {
        for service in removeWorker(peer, now, &actions) { drainQueue(service, now, &actions) }
    }

    /// Takes back what a worker had, without handing it to others yet; the services that it offered.
    mutating func removeWorker(_ peer: PeerID, _ now: UInt64, _ actions: inout [BrokerAction]) -> [Int] {
        guard let entry = workers.removeValue(forKey: peer) else { return [] }
        for service in entry.services { services[service].remove(peer, now) }
        for slot in requests.slots.indices {
            switch requests.slots[slot].state {
            case .running(peer): lose(slot, now, &actions)
            case .orphaned(peer): requests.remove(slot)
            default: continue
            }
        }
        return entry.services
    }

    /// The worker of an attempt is gone.
    private mutating func lose(_ slot: Int, _ now: UInt64, _ actions: inout [BrokerAction]) {
        let request = requests.slots[slot]
        // No worker has it any more; what happens next decides about it.
        requests.wait(slot)
        if mutation == .losesRequestsOfDeadWorkers {
            releaseBody(slot, &actions)
            requests.remove(slot)
        } else if !request.repeatable || request.isPartlyAnswered, mutation != .repeatsUnrepeatable {
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
