import BrokerCore
import Contracts

/// Single messages that are lost or come twice.
///
/// What an attempt or a registration hangs on is lost only with its connection, as over any stream.
extension Simulation {
    /// Whether a message of a peer gets lost on its way.
    mutating func loses(_ message: UpMessage, over link: Int) -> Bool {
        guard chanceToLose() else { return false }
        switch message {
        case .end: return false
        case .request(let id, _, _, _, _): resign(link, id)
        case .cancel, .partial, .heartbeat, .disconnect: break
        case .ready, .reply, .busy: cut(link)
        }
        tally.note(.lostMessage)
        return true
    }

    /// Whether a message of a broker gets lost on its way.
    mutating func loses(_ message: DownMessage, over link: Int) -> Bool {
        guard chanceToLose() else { return false }
        switch message {
        case .end: return false
        case .answer(let id), .failure(let id, _): resign(link, id)
        case .cancel, .partial, .heartbeat, .disconnect: break
        case .request: cut(link)
        }
        tally.note(.lostMessage)
        return true
    }

    private mutating func chanceToLose() -> Bool {
        guard isStormy, let count = plan.losesOneIn else { return false }
        return random.oneIn(count)
    }

    /// Nobody can keep the promise of an answer any more; the client does not insist on it.
    private mutating func resign(_ link: Int, _ id: UUIDv7) {
        guard let client = clientIndex(links[link].peer) else { return }
        clients[client].calls[id]?.isPatient = false
    }

    /// Whether a message comes once more, right behind the first; no sender does that with what may not be repeated.
    mutating func comesTwice(_ message: UpMessage, over link: Int) -> Bool {
        guard isStormy, let count = plan.doublesOneIn, random.oneIn(count) else { return false }
        switch message {
        case .end: return false
        case .request(_, _, _, repeatable: false, _): return false
        case .request(let id, _, _, _, _):
            if let client = clientIndex(links[link].peer) { clients[client].exchanges[id]?.sent += 1 }
        default: break
        }
        tally.note(.doubledMessage)
        return true
    }
}
