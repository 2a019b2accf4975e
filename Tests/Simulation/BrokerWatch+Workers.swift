import BrokerCore
import Contracts

/// Checks what is sent to workers.
extension BrokerWatch {
    mutating func noteDispatch(
        _ worker: PeerID,
        _ token: AttemptToken,
        _ body: Int,
        _ timeLeftMs: Int
    ) throws(Breach) {
        try demand(body != expected.resend, .resendsRunOnce, "a resend goes to worker \(worker.number)")
        guard let holding = held[body], !holding.hasEnded, !expected.vanishing.contains(body) else {
            throw Breach(check: .noneAfterGivingUp, what: "what is over goes to worker \(worker.number)")
        }
        try demand(holding.hasBody, .bodiesAreReleased, "request \(holding.id.low) goes out after its release")
        try demand(holding.token == nil, .runsOnce, "request \(holding.id.low) runs already")
        try demand(isNew(token), .rightAnswers, "token \(token.number) is used again")
        guard let offer = workers[worker]?.offers[holding.service] else {
            throw Breach(check: .noneAfterDeparture, what: "worker \(worker.number) gets request \(holding.id.low)")
        }
        try demand(
            offer.inFlight < offer.capacity,
            .capacity,
            "worker \(worker.number) takes \(offer.capacity) and gets one more than \(offer.inFlight)"
        )
        try demand(
            offer.inFlightBytes < limits.workerBytesMax,
            .capacity,
            "worker \(worker.number) has \(offer.inFlightBytes) bytes and gets more"
        )
        try demand(offer.heldBackUntil <= now, .capacity, "worker \(worker.number) is asked while it is held back")
        if case .tick = event {
            try demand(!isTooSilent(worker), .silenceIsJudgedFairly, "worker \(worker.number) is silent and gets more")
        }
        for other in workers.values {
            guard let better = other.offers[holding.service], better.isFree(now) else { continue }
            try demand(offer.inFlight <= better.inFlight, .leastLoaded, "another has only \(better.inFlight)")
        }
        try noteAttempt(holding)
        try demand(
            holding.deadline > now && now + UInt64(timeLeftMs) * 1_000_000 <= holding.deadline,
            .answeredInTime,
            "request \(holding.id.low) goes to a worker with \(timeLeftMs) ms left"
        )
        try noteTurn(body, holding)
        held[body]?.attempts += 1
        held[body]?.token = token
        held[body]?.isInLane = false
        attempts[token] = Attempt(
            worker: worker,
            body: body,
            service: holding.service,
            byteCount: holding.byteCount
        )
        workers[worker]?.offers[holding.service]?.inFlight += 1
        workers[worker]?.offers[holding.service]?.inFlightBytes += holding.byteCount
    }

    private func noteAttempt(_ holding: Holding) throws(Breach) {
        try demand(
            holding.attempts == 0 || holding.repeatable,
            .runsOnce,
            "request \(holding.id.low), which may not be repeated, goes to a second worker"
        )
        try demand(
            !holding.isPartlyAnswered,
            .runsOnce,
            "request \(holding.id.low), of which a part was answered, is begun anew"
        )
        try demand(
            holding.attempts < limits.attemptsMax,
            .twoAttempts,
            "request \(holding.id.low) has attempt \(holding.attempts + 1)"
        )
    }

    private mutating func noteTurn(_ body: Int, _ holding: Holding) throws(Breach) {
        guard holding.isInLane else {
            let waiting = lanes.count(holding.service)
            return try demand(waiting == 0, .fairShares, "request \(holding.id.low) passes \(waiting) that wait")
        }
        switch lanes.takeTurn(body, of: holding.client, in: holding.service) {
        case .isOutOfOrder:
            throw Breach(check: .inOrder, what: "request \(holding.id.low) is not its client's first in the queue")
        case .overtook(let victim):
            throw Breach(
                check: .fairShares,
                what: "client \(holding.client.number) overtakes client \(victim.number) twice at \(holding.service)"
            )
        case nil: return
        }
    }

    mutating func noteDisconnect(_ worker: PeerID) throws(Breach) {
        if expected.reminded == worker {
            expected.reminded = nil
            return
        }
        if expected.stranger == worker {
            expected.stranger = nil
        } else if case .tick = event, let entry = workers[worker] {
            let silenceMs = (now - entry.lastHeard) / 1_000_000
            try demand(
                isTooSilent(worker),
                .silenceIsJudgedFairly,
                "worker \(worker.number) is given up after \(silenceMs) ms"
            )
        } else {
            throw Breach(check: .silenceIsJudgedFairly, what: "worker \(worker.number) is sent away for nothing")
        }
        loseWorker(worker)
    }

    /// Returns whether a worker has been silent for longer than its kind may be, while the broker was awake.
    func isTooSilent(_ worker: PeerID) -> Bool {
        guard let entry = workers[worker] else { return false }
        let isBusy = entry.offers.values.contains { $0.inFlight > 0 }
        let maxMs =
            switch entry.kind {
            case .own: limits.heartbeatIntervalMs * limits.livenessHeartbeats
            case .plain: isBusy ? limits.plainBusyMaxMs : limits.plainSilenceMaxMs
            }
        return now - entry.lastHeard > UInt64(maxMs) * 1_000_000
    }
}
