import BrokerCore
import Contracts

/// Checks each action against the recorded state.
extension BrokerWatch {
    mutating func note(_ action: BrokerAction) throws(InvariantViolation) {
        switch action {
        case .dispatch(let worker, let token, let body, let timeLeftMs, _):
            try noteDispatch(worker, token, body.index, timeLeftMs)
        case .answer(let client, let id, _): try noteAnswer(client, id)
        case .passPartial(let client, _): try notePartial(client)
        case .fail(let client, let id, _, let reason): try noteFailure(client, id, reason)
        case .release(let body): try noteRelease(body.index)
        case .cancel(let worker, let token):
            // A worker that has just departed cannot receive it.
            if case .departed(worker) = event { return }
            try require(attempts[token]?.worker == worker, .noneAfterDeparture, "a worker is told of another's attempt")
        case .heartbeat(let worker):
            try require(workers[worker] != nil, .noneAfterDeparture, "a heartbeat goes to worker \(worker.number)")
        case .disconnect(let worker): try noteDisconnect(worker)
        case .dropReply:
            try require(expected.isDropped, .answeredOnce, "an answer that somebody waits for is dropped")
            expected.isDropped = false
        case .logCrash: return
        }
    }
}
