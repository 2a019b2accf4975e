import BrokerCore
import Contracts

/// A broker's core and its oracle.
struct SimulatedBroker {
    /// Maximum number of recent attempts and requests that adversarial peers may use.
    static let recentMax = 32

    let process: Int
    let limits: BrokerLimits
    let mutation: BrokerMutation?
    /// The invariants to ignore.
    let ignored: Set<Invariant>
    /// How far its clock is ahead.
    var clockOffset: UInt64 = 0
    var core: BrokerCore
    var oracle: BrokerOracle
    /// The latest attempts and requests, which adversarial peers use in messages.
    var recentTokens: [AttemptToken] = []
    var recentIDs: [UUIDv7] = []

    init(process: Int, limits: BrokerLimits, mutation: BrokerMutation?, ignored: Set<Invariant>) {
        self.process = process
        self.limits = limits
        self.mutation = mutation
        self.ignored = ignored
        core = BrokerCore(epoch: 0, limits: limits, mutation: mutation)
        oracle = BrokerOracle(limits: limits, ignored: ignored)
    }

    /// Starts without the state of an earlier incarnation.
    mutating func begin(epoch: UInt64) {
        core = BrokerCore(epoch: epoch, limits: limits, mutation: mutation)
        oracle = BrokerOracle(limits: limits, ignored: ignored)
    }
}

/// Acts as the loop around a core: turns messages into events, and actions into messages.
extension Simulation {
    /// The loop notices a longer sleep.
    private static let pauseNs: UInt64 = 1_000_000_000

    mutating func arriveAtBroker(_ link: Int, _ message: MessageToBroker) throws(InvariantViolation) {
        guard !links[link].isLeftByBroker else { return }
        if case .end = message {
            links[link].isLeftByBroker = true
        } else if links[link].isCut || loses(message, over: link) {
            return
        }
        let broker = links[link].broker
        let peer = PeerID(UInt64(link))
        switch message {
        case .request(let id, let service, let timeLeftMs, let retryable, let byteCount):
            lastBody += 1
            let request = IncomingRequest(
                id: id,
                client: peer,
                service: service,
                timeLeftMs: timeLeftMs,
                retryable: retryable,
                body: BodyHandle(lastBody),
                byteCount: byteCount
            )
            brokers[broker].recentIDs.append(id)
            if brokers[broker].recentIDs.count > SimulatedBroker.recentMax { brokers[broker].recentIDs.removeFirst() }
            try passToCore(broker, .request(request))
        case .cancel(let id): try passToCore(broker, .cancel(client: peer, id: id))
        case .ready(let service, let capacity, let kind):
            try passToCore(broker, .ready(worker: peer, service: service, capacity: capacity, kind: kind))
        case .reply(let token): try passToCore(broker, .reply(worker: peer, token: token))
        case .partial(let token): try passToCore(broker, .partial(worker: peer, token: token))
        case .busy(let token): try passToCore(broker, .busy(worker: peer, token: token))
        case .heartbeat(let capacity): try passToCore(broker, .heartbeat(worker: peer, capacity: capacity))
        case .disconnect: try passToCore(broker, .disconnect(worker: peer))
        case .end: try passToCore(broker, .departed(peer))
        }
    }

    /// Passes an event to the core, and checks and performs its actions.
    mutating func passToCore(_ broker: Int, _ event: BrokerEvent) throws(InvariantViolation) {
        var actions: [BrokerAction] = []
        let time = now + brokers[broker].clockOffset
        brokers[broker].core.handle(event, at: time, into: &actions)
        trace.record(now - Self.beginning, "broker \(broker): \(event) -> \(actions)")
        try brokers[broker].oracle.begin(event, time)
        var unreachable: [PeerID] = []
        for action in actions {
            try brokers[broker].oracle.record(action)
            perform(action, broker, &unreachable)
        }
        try brokers[broker].oracle.finish(brokers[broker].core)
        for worker in unreachable { try passToCore(broker, .departed(worker)) }
    }

    private mutating func perform(_ action: BrokerAction, _ broker: Int, _ unreachable: inout [PeerID]) {
        switch action {
        case .dispatch(let worker, let token, let body, _, _):
            guard let tracked = brokers[broker].oracle.held[body.index] else { return }
            let link = Int(worker.number)
            if links[link].isCut || links[link].isLeftByPeer, !unreachable.contains(worker), random.oneIn(2) {
                // Writing fails before reading does.
                unreachable.append(worker)
            }
            sendToPeer(
                .request(token: token, id: tracked.id, service: tracked.service, retryable: tracked.retryable),
                over: link
            )
            brokers[broker].recentTokens.append(token)
            if brokers[broker].recentTokens.count > SimulatedBroker.recentMax {
                brokers[broker].recentTokens.removeFirst()
            }
        case .answer(let client, let id, _): sendToPeer(.answer(id: id), over: Int(client.number))
        case .passPartial(let client, _): sendToPeer(.partial, over: Int(client.number))
        case .fail(let client, let id, _, let reason): sendToPeer(.failure(id: id, reason), over: Int(client.number))
        case .cancel(let worker, let token): sendToPeer(.cancel(token), over: Int(worker.number))
        case .heartbeat(let worker): sendToPeer(.heartbeat, over: Int(worker.number))
        case .disconnect(let worker): sendToPeer(.disconnect, over: Int(worker.number))
        case .release, .dropReply, .logCrash: return
        }
    }

    // MARK: Time

    mutating func tick(_ broker: Int) throws(InvariantViolation) {
        try passToCore(broker, .tick)
        schedule(in: UInt64(Plan.tickUs) * 1_000, .tick(broker: broker))
    }

    /// Advances a broker's clock alone.
    ///
    /// If it jumps far, the broker behaves as after a sleep.
    mutating func jumpClock(_ broker: Int, by duration: UInt64) throws(InvariantViolation) {
        guard processStates[broker].isUp, !processStates[broker].isFrozen else { return }
        statistics.record(.clockJump)
        brokers[broker].clockOffset += duration
        if duration > Self.pauseNs { try passToCore(broker, .wokeUp) }
    }

    /// Wakes a broker.
    ///
    /// After a long sleep, it processes pending messages before it checks any timeout.
    mutating func wake(_ broker: Int, _ slept: UInt64, _ backlog: [SimulationEvent]) throws(InvariantViolation) {
        let isLong = slept > Self.pauseNs
        if isLong {
            try passToCore(broker, .wokeUp)
        } else {
            try passToCore(broker, .tick)
        }
        for event in random.oneIn(2) ? shuffled(backlog) : backlog {
            if case .tick = event { continue }
            try handle(event)
        }
        try tick(broker)
    }

    /// Shuffles the order of peers; messages of one peer stay in order.
    private mutating func shuffled(_ backlog: [SimulationEvent]) -> [SimulationEvent] {
        var peers: [Int] = []
        var byPeer: [Int: [SimulationEvent]] = [:]
        for case .arrivesAtBroker(let link, let message) in backlog {
            if byPeer[link] == nil { peers.append(link) }
            byPeer[link, default: []].append(.arrivesAtBroker(link: link, message))
        }
        peers.shuffle(using: &random)
        return peers.flatMap { byPeer[$0] ?? [] }
    }
}
