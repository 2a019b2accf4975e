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
        guard let service = serviceIndex(name) else {
            // One of Mealwire's own would register again at once, for ever; it is told by the answer to its heartbeat.
            if kind == .plain { actions.append(.disconnect(worker: worker)) }
            return
        }
        var entry = workers[worker] ?? WorkerEntry(kind: kind, lastSeen: now, lastHeartbeat: now)
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

    /// A worker lives.
    mutating func hear(_ worker: PeerID, _ capacity: Int?, _ now: UInt64, _ actions: inout [BrokerAction]) {
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

    // MARK: Answers

    mutating func finish(_ worker: PeerID, _ token: AttemptToken, _ now: UInt64, _ actions: inout [BrokerAction]) {
        hear(worker, nil, now, &actions)
        guard let (slot, isOrphan) = attempt(worker, token) else {
            unknownTokens += 1
            actions.append(.dropReply)
            return
        }
        let request = requests.slots[slot]
        freeWorker(of: slot, worker)
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
        drainQueue(request.service, now, &actions)
    }

    /// A part of an answer; more follows.
    mutating func passPartial(
        _ worker: PeerID,
        _ token: AttemptToken,
        _ now: UInt64,
        _ actions: inout [BrokerAction]
    ) {
        hear(worker, nil, now, &actions)
        guard let (slot, isOrphan) = attempt(worker, token), !isOrphan else {
            unknownTokens += 1
            actions.append(.dropReply)
            return
        }
        let request = requests.slots[slot]
        // The client has seen a part of this attempt's answer: a second attempt would begin it anew.
        requests.update(slot) { $0.repeatable = false }
        actions.append(.passPartial(client: request.client, service: services[request.service].name))
    }

    /// An attempt comes back unstarted.
    mutating func takeBack(_ worker: PeerID, _ token: AttemptToken, _ now: UInt64, _ actions: inout [BrokerAction]) {
        hear(worker, nil, now, &actions)
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
        guard token.epoch == epoch, let slot = requests.slot(ofAttempt: token.number) else { return nil }
        switch requests.slots[slot].state {
        case .running(let holder) where holder == worker || mutation == .acceptsForeignTokens: return (slot, false)
        case .orphaned(let holder) where holder == worker: return (slot, true)
        default: return nil
        }
    }

    mutating func freeWorker(of slot: Int, _ worker: PeerID) {
        let service = requests.slots[slot].service
        if let index = services[service].index(of: worker) { services[service].registrations[index].inFlight -= 1 }
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
        guard let entry = workers.removeValue(forKey: peer) else { return }
        for service in entry.services { services[service].registrations.removeAll { $0.worker == peer } }
        for slot in requests.slots.indices {
            switch requests.slots[slot].state {
            case .running(peer): lose(slot, now, &actions)
            case .orphaned(peer): requests.remove(slot)
            default: continue
            }
        }
        for service in entry.services { drainQueue(service, now, &actions) }
    }

    /// The worker of an attempt is gone.
    private mutating func lose(_ slot: Int, _ now: UInt64, _ actions: inout [BrokerAction]) {
        let request = requests.slots[slot]
        // No worker has it any more; what happens next decides about it.
        requests.update(slot) { $0.state = .queued }
        if mutation == .losesRequestsOfDeadWorkers {
            releaseBody(slot, &actions)
            requests.remove(slot)
        } else if !request.repeatable, mutation != .repeatsUnrepeatable {
            end(slot, .outcomeUnknown, &actions)
        } else if request.attempts >= limits.attemptsMax, mutation != .retriesForEver {
            actions.append(.logCrash(id: request.id, service: services[request.service].name))
            end(slot, .workerCrashed, &actions)
        } else {
            requeue(slot)
        }
    }

    // MARK: Time

    mutating func tick(_ now: UInt64, _ actions: inout [BrokerAction]) {
        expireRequests(now, &actions)
        for (worker, entry) in workers {
            if Deadline.elapsed(from: entry.lastSeen, to: now) > silenceMaxNs(worker, entry) {
                for service in entry.services { services[service].counters.lostWorkers += 1 }
                actions.append(.disconnect(worker: worker))
                departWorker(worker, now, &actions)
            } else if Deadline.elapsed(from: entry.lastHeartbeat, to: now) >= limits.heartbeatIntervalNs {
                workers[worker]?.lastHeartbeat = now
                actions.append(.heartbeat(worker: worker))
            }
        }
        for service in services.indices { services[service].counters.tick(now) }
        // A worker that was held back may be asked again.
        for service in services.indices where !services[service].queue.isEmpty { drainQueue(service, now, &actions) }
    }

    private func silenceMaxNs(_ worker: PeerID, _ entry: WorkerEntry) -> UInt64 {
        guard entry.kind == .plain else { return limits.silenceMaxNs }
        let isBusy = entry.services.contains { service in
            services[service].index(of: worker).map { services[service].registrations[$0].inFlight > 0 } ?? false
        }
        return isBusy ? limits.plainBusyMaxNs : limits.plainSilenceMaxNs
    }

    mutating func forgiveSilence(_ now: UInt64) {
        for worker in workers.keys { workers[worker]?.lastSeen = now }
    }
}
