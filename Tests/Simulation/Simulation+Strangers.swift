import BrokerCore
import Contracts

/// A peer that sends arbitrary messages.
struct SimulatedStranger {
    let process: Int
    let broker: Int
    var link: Int?
    /// Tokens of attempts that it really received.
    var tokens: [AttemptToken] = []

    init(process: Int, broker: Int) {
        self.process = process
        self.broker = broker
    }
}

extension Simulation {
    private static let tokensKept = 8

    mutating func act(_ stranger: Int) {
        guard isStormy else { return }
        schedule(in: random.milliseconds(1...60), .stranger(stranger))
        guard let link = strangers[stranger].link, !links[link].isLeftByPeer else {
            strangers[stranger].link = connect(strangers[stranger].process, to: strangers[stranger].broker)
            strangers[stranger].tokens = []
            return
        }
        send(anything(stranger), over: link)
    }

    private mutating func anything(_ stranger: Int) -> UpMessage {
        switch random.number(0...24) {
        case 0: return .ready(service: Plan.services[0], capacity: random.number(0...3), kind: .own)
        case 1: return .ready(service: Plan.plainService, capacity: 1, kind: .plain)
        case 2: return .disconnect
        case 3...6: return .reply(token(stranger))
        case 7, 8: return .partial(token(stranger))
        case 9, 10: return .busy(token(stranger))
        case 11, 12:
            let rumours = brokers[strangers[stranger].broker].recentIDs
            return .cancel(id: rumours.randomElement(using: &random) ?? foreignID())
        case 13...16: return .heartbeat(capacity: random.oneIn(2) ? nil : random.number(0...3))
        default:
            return .request(
                id: foreignID(),
                service: random.oneIn(2) ? Plan.services[0] : "nobody-\(random.number(1...30))",
                timeLeftMs: random.number(-100...3_000),
                repeatable: random.oneIn(2),
                byteCount: random.number(0...20_000)
            )
        }
    }

    private mutating func foreignID() -> UUIDv7 {
        lastID += 1
        return UUIDv7(high: 2, low: lastID)
    }

    /// Returns a token of an own attempt, the same with another epoch, a token of another peer, or an invented one.
    private mutating func token(_ stranger: Int) -> AttemptToken {
        let invented = AttemptToken(epoch: random.next(), number: random.next() % 64)
        switch random.number(0...7) {
        case 0...2: return strangers[stranger].tokens.randomElement(using: &random) ?? invented
        case 3:
            let own = strangers[stranger].tokens.last ?? invented
            return AttemptToken(epoch: own.epoch &+ 2, number: own.number)
        case 4, 5: return brokers[strangers[stranger].broker].recentTokens.randomElement(using: &random) ?? invented
        default: return invented
        }
    }

    mutating func receive(stranger: Int, _ link: Int, _ message: DownMessage) {
        switch message {
        case .request(let token, _, _, _):
            strangers[stranger].tokens.append(token)
            if strangers[stranger].tokens.count > Self.tokensKept { strangers[stranger].tokens.removeFirst() }
        case .end: if strangers[stranger].link == link { strangers[stranger].link = nil }
        default: return
        }
    }

    mutating func dismissStrangers() {
        for stranger in strangers.indices {
            guard let link = strangers[stranger].link else { continue }
            leave(link)
            strangers[stranger].link = nil
        }
    }
}
