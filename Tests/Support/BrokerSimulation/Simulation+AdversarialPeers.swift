import BrokerCore
import Contracts

/// A peer that sends arbitrary messages.
struct AdversarialPeer {
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
    private static let tokensMax = 8

    mutating func runAdversarialPeer(_ adversarialPeer: Int) {
        guard injectsFaults else { return }
        schedule(in: random.milliseconds(1...60), .adversarialPeer(adversarialPeer))
        guard let link = adversarialPeers[adversarialPeer].link, !links[link].isLeftByPeer else {
            adversarialPeers[adversarialPeer].link = connect(
                adversarialPeers[adversarialPeer].process,
                to: adversarialPeers[adversarialPeer].broker
            )
            adversarialPeers[adversarialPeer].tokens = []
            return
        }
        send(randomMessage(adversarialPeer), over: link)
    }

    private mutating func randomMessage(_ adversarialPeer: Int) -> MessageToBroker {
        switch random.number(0...24) {
        case 0: return .ready(service: Plan.services[0], capacity: random.number(0...3), kind: .own)
        case 1: return .ready(service: Plan.plainService, capacity: 1, kind: .plain)
        case 2: return .disconnect
        case 3...6: return .reply(token(adversarialPeer))
        case 7, 8: return .partial(token(adversarialPeer))
        case 9, 10: return .busy(token(adversarialPeer))
        case 11, 12:
            let recent = brokers[adversarialPeers[adversarialPeer].broker].recentIDs
            return .cancel(id: recent.randomElement(using: &random) ?? adversarialID())
        case 13...16: return .heartbeat(capacity: random.oneIn(2) ? nil : random.number(0...3))
        default:
            return .request(
                id: adversarialID(),
                service: random.oneIn(2) ? Plan.services[0] : "unserved-\(random.number(1...30))",
                timeLeftMs: random.number(-100...3_000),
                retryable: random.oneIn(2),
                byteCount: random.number(0...20_000)
            )
        }
    }

    private mutating func adversarialID() -> UUIDv7 {
        lastID += 1
        return UUIDv7(high: 2, low: lastID)
    }

    /// Returns a token of an own attempt, the same with another epoch, a token of another peer, or an invented one.
    private mutating func token(_ adversarialPeer: Int) -> AttemptToken {
        let invented = AttemptToken(epoch: random.next(), number: random.next() % 64)
        switch random.number(0...7) {
        case 0...2: return adversarialPeers[adversarialPeer].tokens.randomElement(using: &random) ?? invented
        case 3:
            let own = adversarialPeers[adversarialPeer].tokens.last ?? invented
            return AttemptToken(epoch: own.epoch &+ 2, number: own.number)
        case 4, 5:
            return brokers[adversarialPeers[adversarialPeer].broker].recentTokens.randomElement(using: &random)
                ?? invented
        default: return invented
        }
    }

    mutating func receive(adversarialPeer: Int, _ link: Int, _ message: MessageToPeer) {
        switch message {
        case .request(let token, _, _, _):
            adversarialPeers[adversarialPeer].tokens.append(token)
            if adversarialPeers[adversarialPeer].tokens.count > Self.tokensMax {
                adversarialPeers[adversarialPeer].tokens.removeFirst()
            }
        case .end: if adversarialPeers[adversarialPeer].link == link { adversarialPeers[adversarialPeer].link = nil }
        default: return
        }
    }

    mutating func disconnectAdversarialPeers() {
        for adversarialPeer in adversarialPeers.indices {
            guard let link = adversarialPeers[adversarialPeer].link else { continue }
            leave(link)
            adversarialPeers[adversarialPeer].link = nil
        }
    }
}
