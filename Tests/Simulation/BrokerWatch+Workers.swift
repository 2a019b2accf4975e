import BrokerCore
import Contracts

/// Checks what is sent to workers.
extension BrokerWatch {
    mutating func noteDispatch(
        _ worker: PeerID,
        _ token: AttemptToken,
        _ body: Int,
        _ timeLeftMs: Int
    ) throws(InvariantViolation) {
        try require(body != expected.resend, .resendsRunOnce, "a resend goes to worker \(worker.number)")
        guard let holding = held[body], !holding.hasEnded, !expected.vanishing.contains(body) else {
            throw InvariantViolation(
                invariant: .endedRequestsAreDropped,
                detail: "what is over goes to worker \(worker.number)"
            )
        }
        try require(holding.hasBody, .bodiesAreReleased, "request \(holding.id.low) goes out after its release")
        try require(holding.token == nil, .runsOnce, "request \(holding.id.low) runs already")
        try require(isNew(token), .rightAnswers, "token \(token.number) is used again")
        guard let offer = workers[worker]?.offers[holding.service] else {
            throw InvariantViolation(
                invariant: .noneAfterDeparture,
                detail: "worker \(worker.number) gets request \(holding.id.low)"
            )
        }
        try require(
            offer.inFlight < offer.capacity,
            .capacity,
            "worker \(worker.number) takes \(offer.capacity) and gets one more than \(offer.inFlight)"
        )
        try require(
            offer.inFlightBytes < limits.workerBytesMax,
            .capacity,
            "worker \(worker.number) has \(offer.inFlightBytes) bytes and gets more"
        )
        try require(offer.heldBackUntil <= now, .capacity, "worker \(worker.number) is asked while it is held back")
        if case .tick = event {
            try require(!isTooSilent(worker), .livenessIsFair, "worker \(worker.number) is silent and gets more")
        }
        for other in workers.values {
            guard let better = other.offers[holding.service], better.isFree(now) else { continue }
            try require(offer.inFlight <= better.inFlight, .leastLoaded, "another has only \(better.inFlight)")
        }
        try noteAttempt(holding)
        try require(
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

    private func noteAttempt(_ holding: Holding) throws(InvariantViolation) {
        try require(
            holding.attempts == 0 || holding.repeatable,
            .runsOnce,
            "request \(holding.id.low), which may not be repeated, goes to a second worker"
        )
        try require(
            !holding.isPartlyAnswered,
            .runsOnce,
            "request \(holding.id.low), of which a part was answered, is begun anew"
        )
        try require(
            holding.attempts < limits.attemptsMax,
            .twoAttempts,
            "request \(holding.id.low) has attempt \(holding.attempts + 1)"
        )
    }

    private mutating func noteTurn(_ body: Int, _ holding: Holding) throws(InvariantViolation) {
        guard holding.isInLane else {
            let waiting = lanes.count(holding.service)
            return try require(waiting == 0, .fairShares, "request \(holding.id.low) passes \(waiting) that wait")
        }
        switch lanes.takeTurn(body, of: holding.client, in: holding.service) {
        case .isOutOfOrder:
            throw InvariantViolation(
                invariant: .inOrder,
                detail: "request \(holding.id.low) is not its client's first in the queue"
            )
        case .overtook(let victim):
            throw InvariantViolation(
                invariant: .fairShares,
                detail: "client \(holding.client.number) overtakes client \(victim.number) twice at \(holding.service)"
            )
        case nil: return
        }
    }

    mutating func noteDisconnect(_ worker: PeerID) throws(InvariantViolation) {
        if expected.reminded == worker {
            expected.reminded = nil
            return
        }
        if expected.stranger == worker {
            expected.stranger = nil
        } else if case .tick = event, let entry = workers[worker] {
            let silenceMs = (now - entry.lastHeard) / 1_000_000
            try require(
                isTooSilent(worker),
                .livenessIsFair,
                "worker \(worker.number) is given up after \(silenceMs) ms"
            )
        } else {
            throw InvariantViolation(
                invariant: .livenessIsFair,
                detail: "worker \(worker.number) is sent away for nothing"
            )
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
