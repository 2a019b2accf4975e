import BrokerCore

/// Records events and the actions that they require.
extension BrokerOracle {
    /// Records an event before the core's actions.
    mutating func begin(_ event: BrokerEvent, _ now: UInt64) throws(InvariantViolation) {
        self.event = event
        self.now = now
        expected = Expected()
        recordServed()
        switch event {
        case .request(let request): beginRequest(request)
        case .ready(let worker, let service, let capacity, let kind):
            beginReady(worker, service, capacity, kind)
        case .reply(let worker, let token): beginReply(worker, token)
        case .partial(let worker, let token): beginPartial(worker, token)
        case .busy(let worker, let token): beginBusy(worker, token)
        case .heartbeat(let worker, let capacity):
            recordSignOfLife(worker)
            if workers[worker]?.hasRejectedName ?? false { expected.workerToReregister = worker }
            workers[worker]?.hasRejectedName = false
            if let capacity, let offers = workers[worker]?.offers {
                for service in offers.keys { workers[worker]?.offers[service]?.capacity = capacity }
            }
        case .disconnect(let worker): loseWorker(worker)
        case .departed(let peer):
            for (body, tracked) in held where tracked.client == peer { expectRelease(body, tracked) }
            loseWorker(peer)
        case .cancel(let client, let id):
            if let body = bodies[id], let tracked = held[body], tracked.client == client {
                expectRelease(body, tracked)
            }
        case .tick: lastTick = now
        case .wokeUp: for worker in workers.keys { workers[worker]?.lastHeard = now }
        }
    }

    /// Records that no client waits for a request any more.
    ///
    /// Without a body it needs no release.
    private mutating func expectRelease(_ body: Int, _ tracked: TrackedRequest) {
        if tracked.hasBody {
            expected.releases.insert(body)
        } else {
            discard(body, tracked)
        }
    }

    mutating func discard(_ body: Int, _ tracked: TrackedRequest) {
        held[body] = nil
        if bodies[tracked.id] == body { bodies[tracked.id] = nil }
    }

    private mutating func recordServed() {
        for worker in workers.values {
            for (service, offer) in worker.offers where offer.capacity > 0 { lastServed[service] = now }
        }
    }

    private mutating func beginRequest(_ request: IncomingRequest) {
        let body = request.body.index
        let deadline = now + UInt64(min(max(0, request.timeLeftMs), limits.timeLeftMaxMs)) * 1_000_000
        expected.waitingBefore = lanes.count(request.service)
        expected.waitingBytesBefore = bytes.waiting
        if let first = bodies[request.id], let tracked = held[first] {
            expected.resend = body
            // A late message over an older connection does not move the answer back there.
            guard request.client.number >= tracked.client.number else { return }
            held[first]?.deadline = min(tracked.deadline, deadline)
            guard request.client != tracked.client else { return }
            if tracked.isInLane { lanes.move(first, from: tracked.client, to: request.client, in: tracked.service) }
            held[first]?.client = request.client
        } else {
            expected.incoming = body
            expected.isNameRefused = isNameRefused(request.service)
            held[body] = TrackedRequest(
                id: request.id,
                client: request.client,
                service: request.service,
                retryable: request.retryable,
                arrivedAt: now,
                deadline: deadline,
                byteCount: request.byteCount
            )
            bodies[request.id] = body
        }
    }

    private mutating func beginReady(_ worker: PeerID, _ service: String, _ capacity: Int, _ kind: WorkerKind) {
        if workers[worker] != nil, kind == .plain {
            // The protocol allows one READY of a plain worker.
            expected.unknownWorker = worker
            return
        }
        var entry = workers[worker] ?? Worker(kind: kind, lastHeard: now)
        entry.lastHeard = now
        if isNameRefused(service) {
            if kind == .plain {
                expected.unknownWorker = worker
                return
            }
            entry.hasRejectedName = true
            workers[worker] = entry
            return
        }
        entry.offers[service, default: Offer(capacity: capacity, bytesMax: limits.workerBytesMax)].capacity = capacity
        workers[worker] = entry
    }

    private mutating func beginReply(_ worker: PeerID, _ token: AttemptToken) {
        recordSignOfLife(worker)
        guard let attempt = finishAttempt(worker, token) else {
            expected.isDropped = true
            return
        }
        guard held[attempt.body]?.token == token else {
            expected.isDropped = true
            return
        }
        expected.answer = attempt.body
    }

    private mutating func beginPartial(_ worker: PeerID, _ token: AttemptToken) {
        recordSignOfLife(worker)
        guard let attempt = attempts[token], attempt.worker == worker, held[attempt.body]?.token == token else {
            expected.isDropped = true
            return
        }
        expected.partial = attempt.body
        held[attempt.body]?.isPartlyAnswered = true
    }

    private mutating func beginBusy(_ worker: PeerID, _ token: AttemptToken) {
        recordSignOfLife(worker)
        guard let attempt = finishAttempt(worker, token) else { return }
        workers[worker]?.offers[attempt.service]?.heldBackUntil = now + UInt64(limits.holdBackMs) * 1_000_000
        guard held[attempt.body]?.token == token else { return }
        held[attempt.body]?.attempts -= 1
        requeue(attempt.body)
    }

    // MARK: Workers

    private mutating func recordSignOfLife(_ worker: PeerID) {
        if workers[worker] == nil { expected.unknownWorker = worker }
        workers[worker]?.lastHeard = now
    }

    /// Records that a worker has finished an attempt; returns nil if it does not have it.
    private mutating func finishAttempt(_ worker: PeerID, _ token: AttemptToken) -> Attempt? {
        guard let attempt = attempts[token], attempt.worker == worker else { return nil }
        attempts[token] = nil
        workers[worker]?.offers[attempt.service]?.inFlight -= 1
        workers[worker]?.offers[attempt.service]?.inFlightBytes -= attempt.byteCount
        return attempt
    }

    /// Removes a worker; its requests are lost or wait again.
    mutating func loseWorker(_ worker: PeerID) {
        workers[worker] = nil
        for (token, attempt) in attempts where attempt.worker == worker {
            attempts[token] = nil
            guard held[attempt.body]?.token == token else { continue }
            held[attempt.body]?.lost += 1
            requeue(attempt.body)
        }
    }

    /// Records that a request waits again, before all others.
    private mutating func requeue(_ body: Int) {
        guard let tracked = held[body] else { return }
        held[body]?.token = nil
        held[body]?.isInLane = true
        lanes.requeue(body, of: tracked.client, in: tracked.service)
    }
}
