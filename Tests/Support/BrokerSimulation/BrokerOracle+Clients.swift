import BrokerCore
import Contracts

/// Checks answers to clients, and the release of requests.
extension BrokerOracle {
    mutating func recordAnswer(_ client: PeerID, _ id: UUIDv7) throws(InvariantViolation) {
        guard let body = bodies[id], let tracked = held[body], !tracked.hasEnded else {
            throw InvariantViolation(invariant: .answeredOnce, detail: "request \(id.low) is answered again")
        }
        try require(expected.answer == body, .rightAnswers, "another worker answers request \(id.low)")
        try require(tracked.client == client, .rightAnswers, "the answer to \(id.low) goes to \(client.number)")
        expected.answer = nil
        finish(body)
    }

    mutating func recordPartial(_ client: PeerID) throws(InvariantViolation) {
        let tracked = expected.partial.flatMap { held[$0] }
        try require(tracked?.client == client, .rightAnswers, "a part of an answer comes from another worker")
        expected.partial = nil
    }

    mutating func recordFailure(_ client: PeerID, _ id: UUIDv7, _ reason: FailureReason) throws(InvariantViolation) {
        guard let body = bodies[id], let tracked = held[body], !tracked.hasEnded else {
            throw InvariantViolation(
                invariant: .answeredOnce,
                detail: "request \(id.low) is answered again with \(reason)"
            )
        }
        try require(tracked.client == client, .rightAnswers, "the error of \(id.low) goes to \(client.number)")
        let isTruthful =
            switch reason {
            case .overloaded: try isShedForValidReason(body, tracked)
            case .unavailable: isPastGrace(tracked) && !isServed(tracked.service)
            case .deadlineExceeded: tracked.deadline <= now
            case .workerCrashed: tracked.lost >= limits.attemptsMax
            case .outcomeUnknown:
                tracked.isPartlyAnswered || tracked.lost > 0 && !(tracked.retryable && tracked.hasBody)
            }
        try require(
            isTruthful,
            .truthfulErrors,
            "request \(id.low) fails as \(reason) after \(tracked.lost) lost workers"
        )
        finish(body)
    }

    func isPastGrace(_ tracked: TrackedRequest) -> Bool {
        let start = max(tracked.arrivedAt, lastServed[tracked.service] ?? 0)
        return now - min(now, start) > UInt64(limits.graceMs) * 1_000_000
    }

    /// Records that the client has its answer.
    private mutating func finish(_ body: Int) {
        guard let tracked = held[body] else { return }
        held[body]?.hasEnded = true
        held[body]?.token = nil
        leaveLane(tracked, body)
        if !tracked.hasBody { discard(body, tracked) }
    }

    private mutating func leaveLane(_ tracked: TrackedRequest, _ body: Int) {
        guard tracked.isInLane else { return }
        held[body]?.isInLane = false
        lanes.remove(body, of: tracked.client, in: tracked.service, wasTurn: tracked.deadline <= now)
    }

    mutating func recordRelease(_ body: Int) throws(InvariantViolation) {
        if expected.resend == body {
            expected.resend = nil
            return
        }
        guard let tracked = held[body] else {
            throw InvariantViolation(invariant: .bodiesAreReleased, detail: "body \(body) is released twice")
        }
        if tracked.token != nil, !tracked.hasEnded, !expected.releases.contains(body) {
            return try recordDroppedCopy(body, tracked)
        }
        try require(
            tracked.hasEnded || expected.releases.contains(body),
            .answeredOnce,
            "request \(tracked.id.low) is forgotten without an answer"
        )
        leaveLane(tracked, body)
        expected.releases.remove(body)
        discard(body, tracked)
    }
}
