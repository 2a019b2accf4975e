import BrokerCore
import Contracts
import Testing

/// Throws long random sequences of events at the core and checks its promises after each.
struct RandomEventsTests {
    private struct Generator: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            // SplitMix64 (Steele, Lea and Flood, 2014).
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
    }

    /// What the outside knows: who holds what, and which requests have been answered.
    private struct Outside {
        var held: [PeerID: [AttemptToken]] = [:]
        var capacity: [PeerID: Int] = [:]
        var answers: [UInt64: Int] = [:]
        var sent: UInt64 = 0

        mutating func note(_ actions: [BrokerAction]) {
            for action in actions {
                switch action {
                case .dispatch(let worker, let token, _, _, _): held[worker, default: []].append(token)
                case .fail(_, let id, _, _): answers[id.low, default: 0] += 1
                default: break
                }
            }
        }
    }

    @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8])
    func `every request gets one answer and no worker more than its capacity`(seed: UInt64) {
        var generator = Generator(state: seed)
        var broker = CoreFixture { $0.queueMaxPerService = 20 }
        var outside = Outside()
        var bodies = (kept: 0, released: 0)
        for _ in 0..<4_000 {
            let actions = step(&broker, &outside, &generator, &bodies.kept)
            outside.note(actions)
            bodies.released += actions.releases
            for (worker, tokens) in outside.held { #expect(tokens.count <= outside.capacity[worker] ?? 0) }
            #expect(bodies.kept - bodies.released == broker.core.heldCount)
        }
        // No faults any more: everything ends by its deadline.
        outside.note(broker.advance(ms: 10_000))
        #expect(broker.core.heldCount == 0)
        for number in 1...outside.sent { #expect(outside.answers[number] == 1, "request \(number), seed \(seed)") }
    }

    private func step(
        _ broker: inout CoreFixture,
        _ outside: inout Outside,
        _ generator: inout Generator,
        _ kept: inout Int
    ) -> [BrokerAction] {
        let worker = PeerID(.random(in: 1...4, using: &generator))
        switch Int.random(in: 0..<12, using: &generator) {
        case 0...5:
            outside.sent += 1
            kept += 1
            return broker.request(outside.sent, repeatable: .random(using: &generator))
        case 6...8:
            guard let token = outside.held[worker]?.randomElement(using: &generator) else { return [] }
            outside.held[worker]?.removeAll { $0 == token }
            let actions = broker.feed(.reply(worker: worker, token: token))
            // Which request it was is told by what is no longer held; each answer is one.
            noteAnswer(&outside, actions, token)
            return actions
        case 9:
            guard outside.capacity[worker] == nil else { return [] }
            outside.capacity[worker] = Int.random(in: 1...3, using: &generator)
            return broker.ready(worker.number, capacity: outside.capacity[worker] ?? 1)
        case 10:
            outside.held[worker] = nil
            outside.capacity[worker] = nil
            return broker.feed(.departed(worker))
        default:
            for (worker, _) in outside.capacity { _ = broker.feed(.heartbeat(worker: worker, capacity: nil)) }
            return broker.advance(ms: Int.random(in: 1...300, using: &generator))
        }
    }

    private func noteAnswer(_ outside: inout Outside, _ actions: [BrokerAction], _ token: AttemptToken) {
        for case .release(let body) in actions where actions.answeredClients == [PeerID(100)] {
            // Bodies are numbered like requests.
            outside.answers[UInt64(body.index), default: 0] += 1
            return
        }
    }
}
