import Contracts

/// Handles the passage of time: deadlines, grace periods, heartbeats and silent workers.
extension BrokerCore {
    /// Handles a tick of the clock.
    mutating func tick(_ now: UInt64, _ actions: inout [BrokerAction]) {
        expireRequests(now, &actions)
        requests.shrink()
        for service in services.indices { services[service].counters.tick(now) }
        // All silent workers are removed before their requests are dispatched again. Otherwise one would get the
        // requests of another. Sorted, so that equal events always produce equal actions.
        let silent = sortedWorkers(where: { isTooSilent($0, $1, now) })
        for worker in silent {
            for service in workers[worker]?.services ?? [] { services[service].counters.lostWorkers += 1 }
            actions.append(.disconnect(worker: worker))
            let services = removeWorker(worker, now, &actions)
            if mutation == .asksTheSilent { for service in services { drainQueue(service, now, &actions) } }
        }
        // Requeued requests may have no time left to wait.
        if !silent.isEmpty { expireRequests(now, &actions) }
        let interval = limits.heartbeatIntervalNs
        for worker in sortedWorkers(where: { Deadline.elapsed(from: $1.lastHeartbeat, to: now) >= interval }) {
            workers[worker]?.lastHeartbeat = now
            actions.append(.heartbeat(worker: worker))
        }
        // Now dispatches the requeued requests. A worker that was held back may also be asked again.
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

    /// Resets all silence timers after the broker itself has slept.
    mutating func resetSilence(_ now: UInt64) {
        for worker in workers.keys { workers[worker]?.lastSeen = now }
    }

    // MARK: Requests

    /// Ends requests that are past their deadline, or that have waited too long for a service without workers.
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
                sendCancel(slot, worker, &actions)
                end(slot, .deadlineExceeded, &actions)
            }
        }
    }

    /// Returns whether a request has waited too long for a service without workers.
    ///
    /// The time counts from its arrival or the last worker's departure, whichever is later.
    private func isPastGrace(_ request: HeldRequest, _ now: UInt64) -> Bool {
        let graceNs = mutation == .givesNoGrace ? 0 : limits.graceNs
        guard Deadline.elapsed(from: request.arrivedAt, to: now) > graceNs, !services[request.service].hasWorkers,
            mutation != .forgetsGrace
        else { return false }
        return mutation == .givesNoGrace || mutation == .countsGraceFromArrival
            || Deadline.elapsed(from: services[request.service].lastServed, to: now) > graceNs
    }
}
