import BrokerCore
import Contracts

/// Checks answers to clients, and the release of requests.
extension BrokerWatch {
    mutating func noteAnswer(_ client: PeerID, _ id: UUIDv7) throws(InvariantViolation) {
        guard let body = bodies[id], let holding = held[body], !holding.hasEnded else {
            throw InvariantViolation(invariant: .answeredOnce, detail: "request \(id.low) is answered again")
        }
        try require(expected.answer == body, .rightAnswers, "another worker answers request \(id.low)")
        try require(holding.client == client, .rightAnswers, "the answer to \(id.low) goes to \(client.number)")
        expected.answer = nil
        finish(body)
    }

    mutating func notePartial(_ client: PeerID) throws(InvariantViolation) {
        let holding = expected.partial.flatMap { held[$0] }
        try require(holding?.client == client, .rightAnswers, "a part of an answer comes from another worker")
        expected.partial = nil
    }

    mutating func noteFailure(_ client: PeerID, _ id: UUIDv7, _ reason: FailureReason) throws(InvariantViolation) {
        guard let body = bodies[id], let holding = held[body], !holding.hasEnded else {
            throw InvariantViolation(
                invariant: .answeredOnce,
                detail: "request \(id.low) is answered again with \(reason)"
            )
        }
        try require(holding.client == client, .rightAnswers, "the error of \(id.low) goes to \(client.number)")
        let isTruthful =
            switch reason {
            case .overloaded: try isShedRightly(body, holding)
            case .unavailable: isPastGrace(holding) && !isServed(holding.service)
            case .deadlineExceeded: holding.deadline <= now
            case .workerCrashed: holding.lost >= limits.attemptsMax
            case .outcomeUnknown:
                holding.isPartlyAnswered || holding.lost > 0 && !(holding.repeatable && holding.hasBody)
            }
        try require(
            isTruthful,
            .truthfulErrors,
            "request \(id.low) is told \(reason), \(holding.lost) workers left with it"
        )
        finish(body)
    }

    func isPastGrace(_ holding: Holding) -> Bool {
        let start = max(holding.arrivedAt, lastServed[holding.service] ?? 0)
        return now - min(now, start) > UInt64(limits.graceMs) * 1_000_000
    }

    /// Records that the client has its answer.
    private mutating func finish(_ body: Int) {
        guard let holding = held[body] else { return }
        held[body]?.hasEnded = true
        held[body]?.token = nil
        leaveLane(holding, body)
        if !holding.hasBody { forget(body, holding) }
    }

    private mutating func leaveLane(_ holding: Holding, _ body: Int) {
        guard holding.isInLane else { return }
        held[body]?.isInLane = false
        lanes.remove(body, of: holding.client, in: holding.service, wasTurn: holding.deadline <= now)
    }

    mutating func noteRelease(_ body: Int) throws(InvariantViolation) {
        if expected.resend == body {
            expected.resend = nil
            return
        }
        guard let holding = held[body] else {
            throw InvariantViolation(invariant: .bodiesAreReleased, detail: "body \(body) is released twice")
        }
        if holding.token != nil, !holding.hasEnded, !expected.vanishing.contains(body) {
            return try noteDroppedCopy(body, holding)
        }
        try require(
            holding.hasEnded || expected.vanishing.contains(body),
            .answeredOnce,
            "request \(holding.id.low) is forgotten without an answer"
        )
        leaveLane(holding, body)
        expected.vanishing.remove(body)
        forget(body, holding)
    }
}
