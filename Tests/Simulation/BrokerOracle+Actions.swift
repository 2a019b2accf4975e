import BrokerCore
import Contracts

/// Checks each action against the recorded state.
extension BrokerOracle {
    mutating func record(_ action: BrokerAction) throws(InvariantViolation) {
        switch action {
        case .dispatch(let worker, let token, let body, let timeLeftMs, _):
            try recordDispatch(worker, token, body.index, timeLeftMs)
        case .answer(let client, let id, _): try recordAnswer(client, id)
        case .passPartial(let client, _): try recordPartial(client)
        case .fail(let client, let id, _, let reason): try recordFailure(client, id, reason)
        case .release(let body): try recordRelease(body.index)
        case .cancel(let worker, let token):
            // A worker that has just departed cannot receive it.
            if case .departed(worker) = event { return }
            try require(
                attempts[token]?.worker == worker,
                .noneAfterDeparture,
                "a worker gets the cancellation of another's attempt"
            )
        case .heartbeat(let worker):
            try require(workers[worker] != nil, .noneAfterDeparture, "a heartbeat goes to worker \(worker.number)")
        case .disconnect(let worker): try recordDisconnect(worker)
        case .dropReply:
            try require(expected.isDropped, .answeredOnce, "an awaited answer is dropped")
            expected.isDropped = false
        case .logCrash: return
        }
    }
}
