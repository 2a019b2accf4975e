import Contracts

/// What comes with time: deadlines, graces, heartbeats, and the silence of the dead.
extension BrokerCore {
    /// Some time went by.
    mutating func tick(_ now: UInt64, _ actions: inout [BrokerAction]) {
        expireRequests(now, &actions)
        requests.shrink()
        for service in services.indices { services[service].counters.tick(now) }
        // All who are silent go before anything of theirs is handed on, or one would get what another had. Sorted, so
        // that the same events always make the same actions.
        let silent = sortedWorkers(where: { isTooSilent($0, $1, now) })
        for worker in silent {
            for service in workers[worker]?.services ?? [] { services[service].counters.lostWorkers += 1 }
            actions.append(.disconnect(worker: worker))
            let services = removeWorker(worker, now, &actions)
            if mutation == .asksTheSilent { for service in services { drainQueue(service, now, &actions) } }
        }
        // What has just come back may have no time left to wait.
        if !silent.isEmpty { expireRequests(now, &actions) }
        let interval = limits.heartbeatIntervalNs
        for worker in sortedWorkers(where: { Deadline.elapsed(from: $1.lastHeartbeat, to: now) >= interval }) {
            workers[worker]?.lastHeartbeat = now
            actions.append(.heartbeat(worker: worker))
        }
        // Now what came back is handed on; and a worker that was held back may be asked again.
        for service in services.indices where !services[service].queue.isEmpty { drainQueue(service, now, &actions) }
    }

    private func sortedWorkers(where isMeant: (PeerID, WorkerEntry) -> Bool) -> [PeerID] {
        workers.filter { isMeant($0.key, $0.value) }.keys.sorted { $0.number < $1.number }
    }

    private func isTooSilent(_ worker: PeerID, _ entry: WorkerEntry, _ now: UInt64) -> Bool {
        mutation != .keepsSilentWorkers
            && Deadline.elapsed(from: entry.lastSeen, to: now) > silenceMaxNs(worker, entry)
    }

    private func silenceMaxNs(_ worker: PeerID, _ entry: WorkerEntry) -> UInt64 {
        guard entry.kind == .plain, mutation != .hurriesPlainWorkers else { return limits.silenceMaxNs }
        let isBusy = entry.services.contains { service in
            services[service].index(of: worker).map { services[service].registrations[$0].inFlight > 0 } ?? false
        }
        return isBusy ? limits.plainBusyMaxNs : limits.plainSilenceMaxNs
    }

    /// The broker has slept, and nobody is to blame for its not having heard of him.
    mutating func forgiveSilence(_ now: UInt64) {
        for worker in workers.keys { workers[worker]?.lastSeen = now }
    }

    // MARK: Requests

    /// Ends what has no time left, or has waited too long for a service without workers.
    private mutating func expireRequests(_ now: UInt64, _ actions: inout [BrokerAction]) {
        guard requests.count > 0 else { return }
        for slot in requests.slots.indices {
            let request = requests.slots[slot]
            switch request.state {
            case .free, .orphaned: continue
            case .queued:
                let isOver = request.deadline <= now && mutation != .forgetsDeadlines
                guard isOver || isPastGrace(request, now) else { continue }
                leaveQueue(slot)
                end(slot, isOver ? .deadlineExceeded : .unavailable, &actions)
            case .running(let worker):
                guard request.deadline <= now, mutation != .forgetsDeadlines else { continue }
                tellToStop(slot, worker, &actions)
                end(slot, .deadlineExceeded, &actions)
            }
        }
    }

    /// Whether a request has waited too long for a service without workers: since it came, or since the last worker went.
    private func isPastGrace(_ request: HeldRequest, _ now: UInt64) -> Bool {
        let graceNs = mutation == .givesNoGrace ? 0 : limits.graceNs
        guard Deadline.elapsed(from: request.arrivedAt, to: now) > graceNs, !services[request.service].hasWorkers,
            mutation != .forgetsGrace
        else { return false }
        return mutation == .givesNoGrace || mutation == .countsGraceFromArrival
            || Deadline.elapsed(from: services[request.service].lastServed, to: now) > graceNs
    }
}
