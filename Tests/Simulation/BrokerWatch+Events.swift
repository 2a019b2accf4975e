import BrokerCore
import Contracts

/// Records events and the actions that they require.
extension BrokerWatch {
    /// Records an event before the core's actions.
    mutating func begin(_ event: BrokerEvent, _ now: UInt64) throws(InvariantViolation) {
        self.event = event
        self.now = now
        expected = Expected()
        noteServed()
        switch event {
        case .request(let request): beginRequest(request)
        case .ready(let worker, let service, let capacity, let kind):
            beginReady(worker, service, capacity, kind)
        case .reply(let worker, let token): beginReply(worker, token)
        case .partial(let worker, let token): beginPartial(worker, token)
        case .busy(let worker, let token): beginBusy(worker, token)
        case .heartbeat(let worker, let capacity):
            hear(worker)
            if workers[worker]?.lacksName ?? false { expected.reminded = worker }
            workers[worker]?.lacksName = false
            if let capacity, let offers = workers[worker]?.offers {
                for service in offers.keys { workers[worker]?.offers[service]?.capacity = capacity }
            }
        case .disconnect(let worker): loseWorker(worker)
        case .departed(let peer):
            for (body, holding) in held where holding.client == peer { vanish(body, holding) }
            loseWorker(peer)
        case .cancel(let client, let id):
            if let body = bodies[id], let holding = held[body], holding.client == client { vanish(body, holding) }
        case .tick: lastTick = now
        case .wokeUp: for worker in workers.keys { workers[worker]?.lastHeard = now }
        }
    }

    /// Records that no client waits for a request any more.
    ///
    /// Without a body it needs no release.
    private mutating func vanish(_ body: Int, _ holding: Holding) {
        if holding.hasBody {
            expected.vanishing.insert(body)
        } else {
            forget(body, holding)
        }
    }

    mutating func forget(_ body: Int, _ holding: Holding) {
        held[body] = nil
        if bodies[holding.id] == body { bodies[holding.id] = nil }
    }

    private mutating func noteServed() {
        for worker in workers.values {
            for (service, offer) in worker.offers where offer.capacity > 0 { lastServed[service] = now }
        }
    }

    private mutating func beginRequest(_ request: IncomingRequest) {
        let body = request.body.index
        let deadline = now + UInt64(min(max(0, request.timeLeftMs), limits.timeLeftMaxMs)) * 1_000_000
        expected.waitingBefore = lanes.count(request.service)
        expected.waitingBytesBefore = bytes.waiting
        if let first = bodies[request.id], let holding = held[first] {
            expected.resend = body
            // A late message over an older connection does not move the answer back there.
            guard request.client.number >= holding.client.number else { return }
            held[first]?.deadline = min(holding.deadline, deadline)
            guard request.client != holding.client else { return }
            if holding.isInLane { lanes.move(first, from: holding.client, to: request.client, in: holding.service) }
            held[first]?.client = request.client
        } else {
            expected.incoming = body
            expected.isNameRefused = isNameRefused(request.service)
            held[body] = Holding(
                id: request.id,
                client: request.client,
                service: request.service,
                repeatable: request.repeatable,
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
            expected.stranger = worker
            return
        }
        var entry = workers[worker] ?? Worker(kind: kind, lastHeard: now)
        entry.lastHeard = now
        if isNameRefused(service) {
            if kind == .plain {
                expected.stranger = worker
                return
            }
            entry.lacksName = true
            workers[worker] = entry
            return
        }
        entry.offers[service, default: Offer(capacity: capacity, bytesMax: limits.workerBytesMax)].capacity = capacity
        workers[worker] = entry
    }

    private mutating func beginReply(_ worker: PeerID, _ token: AttemptToken) {
        hear(worker)
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
        hear(worker)
        guard let attempt = attempts[token], attempt.worker == worker, held[attempt.body]?.token == token else {
            expected.isDropped = true
            return
        }
        expected.partial = attempt.body
        held[attempt.body]?.isPartlyAnswered = true
    }

    private mutating func beginBusy(_ worker: PeerID, _ token: AttemptToken) {
        hear(worker)
        guard let attempt = finishAttempt(worker, token) else { return }
        workers[worker]?.offers[attempt.service]?.heldBackUntil = now + UInt64(limits.holdBackMs) * 1_000_000
        guard held[attempt.body]?.token == token else { return }
        held[attempt.body]?.attempts -= 1
        comeBack(attempt.body)
    }

    // MARK: Workers

    private mutating func hear(_ worker: PeerID) {
        if workers[worker] == nil { expected.stranger = worker }
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
            comeBack(attempt.body)
        }
    }

    /// Records that a request waits again, before all others.
    private mutating func comeBack(_ body: Int) {
        guard let holding = held[body] else { return }
        held[body]?.token = nil
        held[body]?.isInLane = true
        lanes.giveBack(body, of: holding.client, in: holding.service)
    }
}
