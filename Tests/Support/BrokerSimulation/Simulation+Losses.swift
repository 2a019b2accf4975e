import BrokerCore
import Contracts

/// Single messages that are lost or duplicated.
///
/// Messages essential for an attempt or a registration are lost only with their connection, as in any stream.
extension Simulation {
    /// Returns whether a message of a peer gets lost.
    mutating func loses(_ message: MessageToBroker, over link: Int) -> Bool {
        guard chanceToLose() else { return false }
        switch message {
        case .end: return false
        case .request(let id, _, _, _, _): stopVerifyingDeadline(link, id)
        case .cancel, .partial, .heartbeat, .disconnect: break
        case .ready, .reply, .busy: cut(link)
        }
        statistics.record(.lostMessage)
        return true
    }

    /// Returns whether a message of a broker gets lost.
    mutating func loses(_ message: MessageToPeer, over link: Int) -> Bool {
        guard chanceToLose() else { return false }
        switch message {
        case .end: return false
        case .answer(let id), .failure(let id, _): stopVerifyingDeadline(link, id)
        case .cancel, .partial, .heartbeat, .disconnect: break
        case .request: cut(link)
        }
        statistics.record(.lostMessage)
        return true
    }

    private mutating func chanceToLose() -> Bool {
        guard injectsFaults, let count = plan.losesOneIn else { return false }
        return random.oneIn(count)
    }

    /// Stops checking a call's deadline, because its answer may be lost.
    private mutating func stopVerifyingDeadline(_ link: Int, _ id: UUIDv7) {
        guard let client = clientIndex(links[link].peer) else { return }
        clients[client].calls[id]?.verifiesDeadline = false
    }

    /// Returns whether a message is duplicated, directly after the first.
    ///
    /// No sender duplicates a request that is not retryable.
    mutating func isDuplicated(_ message: MessageToBroker, over link: Int) -> Bool {
        guard injectsFaults, let count = plan.duplicatesOneIn, random.oneIn(count) else { return false }
        switch message {
        case .end: return false
        case .request(_, _, _, retryable: false, _): return false
        case .request(let id, _, _, _, _):
            if let client = clientIndex(links[link].peer) { clients[client].exchanges[id]?.sent += 1 }
        default: break
        }
        statistics.record(.duplicatedMessage)
        return true
    }
}
