import BrokerCore
import Contracts
import Logging
import Messaging

/// The broker's sockets around its state machine: turns messages into events, and actions into messages.
final class BrokerLoop {
    /// Messages received in one round before time and events have their turn.
    private static let receiveMax = 256
    /// How often deadlines are looked at while requests are held.
    private static let tickNs: UInt64 = 10_000_000
    /// The longest sleep while nothing is held; heartbeats are minded in between.
    private static let sleepMaxMs = 500
    /// How often the monitor and the event bus are looked at while the loop never sleeps.
    private static let sideCheckNs: UInt64 = 1_000_000

    /// A round that took longer means that the process itself stood still.
    private static let pauseNs: UInt64 = 1_000_000_000
    /// Rounds of receiving before somebody is declared gone.
    private static let roundsBeforeDeparture = 16

    private let stop: StopSignal
    private let logger: Logger
    private let context: ZMQContext
    private let router: ZMQSocket
    private let reports: ZMQSocket
    private let events: EventProxy
    private let frames = FrameBuffer()
    private let store = FrameStore()
    private var core: BrokerCore
    private var peers = PeerDirectory()
    private var departures = DepartureWatch()
    private var actions: [BrokerAction] = []
    private var gate = SpinGate()
    private var poller = Poller()
    private var lastTick: UInt64 = 0
    private var lastSideCheck: UInt64 = 0
    private var badMessages = 0

    init(_ configuration: BrokerConfiguration, _ stop: StopSignal, _ logger: Logger) throws(ZMQError) {
        self.stop = stop
        self.logger = logger
        context = try ZMQContext()
        router = try ZMQSocket(.router, context)
        try router.setRouterMandatory()
        reports = try router.monitor(MonitorEvent.disconnected)
        try router.bind(configuration.requests)
        events = try EventProxy(configuration, context)
        core = BrokerCore(epoch: .random(in: 1...UInt64.max), limits: configuration.limits)
        try poller.add(router)
        try poller.add(reports)
        try poller.add(events.publishers)
        try poller.add(events.subscribers)
        poller.add(descriptor: stop.wake.descriptor)
    }

    deinit {
        router.stopMonitor()
    }

    func run() {
        var lastRound = Deadline.monotonicNanoseconds()
        while !stop.isStopped {
            let now = Deadline.monotonicNanoseconds()
            if Deadline.elapsed(from: lastRound, to: now) > Self.pauseNs { feed(.wokeUp, now) }
            lastRound = now
            mindTime(now)
            // Receiving comes last: see `Poller`. Nothing is sent between it and the sleep.
            if !receive(now) { rest(now) }
        }
        if badMessages > 0 { logger.notice("messages that were no messages", metadata: ["count": "\(badMessages)"]) }
    }

    // MARK: Receiving

    private func receive(_ now: UInt64) -> Bool {
        var count = 0
        while count < Self.receiveMax, frames.receive(from: router) {
            count += 1
            if !take(now) { badMessages += 1 }
        }
        if count > 0 { gate.noteRound(messages: count, at: now) }
        return count > 0
    }

    /// Takes one message; false if it is none.
    private func take(_ now: UInt64) -> Bool {
        guard frames.count >= 3, !frames.isTooLong, let command = frames.byte(2) else { return false }
        let peer = peers.sender(of: frames)
        guard peer.isTrusted else { return false }
        if frames.frame(1, is: Majordomo.client) { return takeFromClient(peer, command, now) }
        if frames.frame(1, is: Majordomo.worker) { return takeFromWorker(peer, command, now) }
        return false
    }

    /// `address | MDPC02 | command | …`.
    private func takeFromClient(_ peer: Peer, _ command: UInt8, _ now: UInt64) -> Bool {
        switch Majordomo.ClientCommand(rawValue: command) {
        case .request where frames.count == 6:
            guard let service = frames.text(3), let routing = HeaderReader.routing(frames.bytes(4)) else {
                return false
            }
            let request = IncomingRequest(
                id: routing.id,
                client: peer.id,
                service: service,
                timeLeftMs: routing.timeLeftMs,
                repeatable: routing.repeatable,
                body: BodyHandle(store.keep(frames, header: 4, payload: 5))
            )
            feed(.request(request), now)
            return true
        case .cancel where frames.count == 4:
            guard let id = frames.text(3).flatMap(UUIDv7.init) else { return false }
            feed(.cancel(client: peer.id, id: id), now)
            return true
        default: return false
        }
    }

    /// `address | MDPW02 | command | …`.
    private func takeFromWorker(_ peer: Peer, _ command: UInt8, _ now: UInt64) -> Bool {
        switch Majordomo.WorkerCommand(rawValue: command) {
        case .ready where frames.count == 5:
            guard let service = frames.text(3), let capacity = number(4) else { return false }
            feed(.ready(worker: peer.id, service: service, capacity: capacity), now)
        case .final where frames.count == 7:
            guard let token = AttemptToken(frames.bytes(3)) else { return false }
            feed(.reply(worker: peer.id, token: token), now)
        case .busy where frames.count == 4:
            guard let token = AttemptToken(frames.bytes(3)) else { return false }
            feed(.busy(worker: peer.id, token: token), now)
        case .heartbeat: feed(.heartbeat(worker: peer.id, capacity: frames.count > 3 ? number(3) : nil), now)
        case .disconnect: feed(.disconnect(worker: peer.id), now)
        default: return false
        }
        return true
    }

    private func number(_ frame: Int) -> Int? {
        guard let value = frames.text(frame).flatMap(Int.init), (0...1_000_000).contains(value) else { return nil }
        return value
    }

    // MARK: Actions

    private func feed(_ event: BrokerEvent, _ now: UInt64) {
        core.handle(event, at: now, into: &actions)
        var index = 0
        while index < actions.count {
            perform(actions[index], now)
            index += 1
        }
        actions.removeAll(keepingCapacity: true)
    }

    private func perform(_ action: BrokerAction, _ now: UInt64) {
        switch action {
        case .dispatch(let worker, let token, let body, let timeLeftMs, let waited):
            dispatch(body.index, to: worker, token, waited ? timeLeftMs : nil, now)
        case .answer(let client): answer(client)
        case .fail(let client, let id, let service, let reason): fail(client, id, service, reason)
        case .release(let body): store.release(body.index)
        case .cancel(let worker, let token):
            guard sendWorker(worker, .cancel, more: true) else { return }
            router.send(token.bytes, more: false)
        case .heartbeat(let worker): sendWorker(worker, .heartbeat, more: false)
        case .disconnect(let worker): sendWorker(worker, .disconnect, more: false)
        case .dropReply: break
        case .logCrash(let id, let service):
            logger.error("a request ended two workers", metadata: ["request": "\(id)", "service": "\(service)"])
        }
    }

    /// `address | MDPW02 | REQUEST | token | empty | header | payload`.
    private func dispatch(_ body: Int, to worker: PeerID, _ token: AttemptToken, _ timeLeftMs: Int?, _ now: UInt64) {
        guard sendWorker(worker, .request, more: true) else {
            // It went away a moment ago; the core hears of it as soon as this event is done.
            core.handle(.departed(worker), at: now, into: &actions)
            return
        }
        router.send(token.bytes, more: true)
        router.send([], more: true)
        if let timeLeftMs, let header = HeaderReader.request(store.header(body)) {
            var header = header
            header.timeLeftMs = timeLeftMs
            router.send(HeaderWriter.encode(header), more: true)
        } else {
            store.sendHeader(body, to: router)
        }
        store.sendPayload(body, to: router)
    }

    /// `address | MDPC02 | FINAL | service | header | payload`, from the worker's message at hand.
    ///
    /// A client that is gone gets nothing.
    private func answer(_ client: PeerID) {
        guard sendClient(client, .final) else { return }
        router.send([], more: true)
        frames.forward(5, to: router, more: true)
        frames.forward(6, to: router, more: false)
    }

    private func fail(_ client: PeerID, _ id: UUIDv7, _ service: String, _ reason: FailureReason) {
        let error = reason.serviceError(service: service)
        guard let payload = try? PayloadCoder.encode(error), sendClient(client, .final) else { return }
        router.send(Array(service.utf8), more: true)
        router.send(
            HeaderWriter.encode(ReplyHeader(id: id, status: error.code.rawValue, instance: "broker")),
            more: true
        )
        router.send(payload, more: false)
    }

    private func sendClient(_ client: PeerID, _ command: Majordomo.ClientCommand) -> Bool {
        guard let peer = peers[client], router.send(peer.address, more: true) else { return false }
        router.send(Majordomo.client, more: true)
        return router.send(command.rawValue, more: true)
    }

    @discardableResult
    private func sendWorker(_ worker: PeerID, _ command: Majordomo.WorkerCommand, more: Bool) -> Bool {
        guard let peer = peers[worker], router.send(peer.address, more: true) else { return false }
        router.send(Majordomo.worker, more: true)
        return router.send(command.rawValue, more: more)
    }

    // MARK: Time and departures

    private func mindTime(_ now: UInt64) {
        if Deadline.elapsed(from: lastSideCheck, to: now) > Self.sideCheckNs { readSides(now) }
        if Deadline.elapsed(from: lastTick, to: now) > Self.tickNs {
            lastTick = now
            feed(.tick, now)
        }
    }

    /// Looks at what comes besides requests and replies.
    ///
    /// Each empty look costs a system call, so it is not done in every round.
    private func readSides(_ now: UInt64) {
        lastSideCheck = now
        events.run(frames)
        readReports(now)
    }

    private func readReports(_ now: UInt64) {
        while frames.receive(from: reports) {
            guard let report = MonitorEvent(frames) else { continue }
            departures.suspect(peers.peers(on: report.descriptor), now)
        }
        guard !departures.isEmpty else { return }
        // What a peer sent before it went comes first; it was on its way before the report, so a few rounds hold it.
        for _ in 0..<Self.roundsBeforeDeparture where !receive(now) { break }
        for peer in departures.check(now, isReachable: isReachable) {
            feed(.departed(peer), now)
            peers.remove(peer)
        }
    }

    private func isReachable(_ id: PeerID) -> Bool {
        guard let peer = peers[id], router.send(peer.address, more: true) else { return false }
        router.send(Majordomo.client, more: true)
        return router.send(Majordomo.ClientCommand.probe.rawValue, more: false)
    }

    // MARK: Sleeping

    private func rest(_ now: UInt64) {
        if core.heldCount <= SpinGate.inFlightMax, gate.isOpen(at: now), spin(until: now + SpinGate.spinNs) { return }
        poller.wait(milliseconds: sleepMs)
        if (1...3).contains(where: poller.isReadable) { readSides(Deadline.monotonicNanoseconds()) }
    }

    private var sleepMs: Int {
        if !departures.isEmpty { return 1 }
        return core.heldCount > 0 ? Int(Self.tickNs / 1_000_000) : Self.sleepMaxMs
    }

    private func spin(until end: UInt64) -> Bool {
        var now = Deadline.monotonicNanoseconds()
        while now < end {
            if receive(now) { return true }
            SpinGate.giveWay()
            now = Deadline.monotonicNanoseconds()
        }
        return false
    }
}
