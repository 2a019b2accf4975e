import BrokerCore
import Contracts

/// Checks what is sent to workers.
extension BrokerOracle {
    mutating func recordDispatch(
        _ worker: PeerID,
        _ token: AttemptToken,
        _ body: Int,
        _ timeLeftMs: Int
    ) throws(InvariantViolation) {
        try require(body != expected.resend, .resendsRunOnce, "a resend goes to worker \(worker.number)")
        guard let tracked = held[body], !tracked.hasEnded, !expected.releases.contains(body) else {
            throw InvariantViolation(
                invariant: .endedRequestsAreDropped,
                detail: "an ended request goes to worker \(worker.number)"
            )
        }
        try require(tracked.hasBody, .bodiesAreReleased, "request \(tracked.id.low) is dispatched after its release")
        try require(tracked.token == nil, .runsOnce, "request \(tracked.id.low) runs already")
        try require(isNew(token), .rightAnswers, "token \(token.number) is used again")
        guard let offer = workers[worker]?.offers[tracked.service] else {
            throw InvariantViolation(
                invariant: .noneAfterDeparture,
                detail: "worker \(worker.number) gets request \(tracked.id.low)"
            )
        }
        try require(
            offer.inFlight < offer.capacity,
            .capacity,
            "worker \(worker.number) has capacity \(offer.capacity) and gets one more than \(offer.inFlight)"
        )
        try require(
            offer.inFlightBytes < limits.workerBytesMax,
            .capacity,
            "worker \(worker.number) has \(offer.inFlightBytes) bytes and gets more"
        )
        try require(
            offer.heldBackUntil <= now,
            .capacity,
            "worker \(worker.number) gets a request while it is held back"
        )
        if case .tick = event {
            try require(!isTooSilent(worker), .livenessIsFair, "worker \(worker.number) is silent and gets more")
        }
        for other in workers.values {
            guard let better = other.offers[tracked.service], better.isFree(now) else { continue }
            try require(offer.inFlight <= better.inFlight, .leastLoaded, "another has only \(better.inFlight)")
        }
        try checkAttempt(tracked)
        try require(
            tracked.deadline > now && now + UInt64(timeLeftMs) * 1_000_000 <= tracked.deadline,
            .answeredInTime,
            "request \(tracked.id.low) goes to a worker with \(timeLeftMs) ms left"
        )
        try recordTurn(body, tracked)
        held[body]?.attempts += 1
        held[body]?.token = token
        held[body]?.isInLane = false
        attempts[token] = Attempt(
            worker: worker,
            body: body,
            service: tracked.service,
            byteCount: tracked.byteCount
        )
        workers[worker]?.offers[tracked.service]?.inFlight += 1
        workers[worker]?.offers[tracked.service]?.inFlightBytes += tracked.byteCount
    }

    private func checkAttempt(_ tracked: TrackedRequest) throws(InvariantViolation) {
        try require(
            tracked.attempts == 0 || tracked.retryable,
            .runsOnce,
            "request \(tracked.id.low), which is not retryable, goes to a second worker"
        )
        try require(
            !tracked.isPartlyAnswered,
            .runsOnce,
            "request \(tracked.id.low) is started again after a partial answer"
        )
        try require(
            tracked.attempts < limits.attemptsMax,
            .twoAttempts,
            "request \(tracked.id.low) has attempt \(tracked.attempts + 1)"
        )
    }

    private mutating func recordTurn(_ body: Int, _ tracked: TrackedRequest) throws(InvariantViolation) {
        guard tracked.isInLane else {
            let waiting = lanes.count(tracked.service)
            return try require(
                waiting == 0,
                .fairShares,
                "request \(tracked.id.low) overtakes \(waiting) waiting requests"
            )
        }
        switch lanes.takeTurn(body, of: tracked.client, in: tracked.service) {
        case .isOutOfOrder:
            throw InvariantViolation(
                invariant: .inOrder,
                detail: "request \(tracked.id.low) is not its client's first in the queue"
            )
        case .overtook(let victim):
            throw InvariantViolation(
                invariant: .fairShares,
                detail: "client \(tracked.client.number) overtakes client \(victim.number) twice at \(tracked.service)"
            )
        case nil: return
        }
    }

    mutating func recordDisconnect(_ worker: PeerID) throws(InvariantViolation) {
        if expected.workerToReregister == worker {
            expected.workerToReregister = nil
            return
        }
        if expected.unknownWorker == worker {
            expected.unknownWorker = nil
        } else if case .tick = event, let entry = workers[worker] {
            let silenceMs = (now - entry.lastHeard) / 1_000_000
            try require(
                isTooSilent(worker),
                .livenessIsFair,
                "worker \(worker.number) is declared dead after \(silenceMs) ms"
            )
        } else {
            throw InvariantViolation(
                invariant: .livenessIsFair,
                detail: "worker \(worker.number) is disconnected without a reason"
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
