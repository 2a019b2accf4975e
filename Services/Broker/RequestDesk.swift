import BrokerCore
import Contracts
import Logging
import Messaging

/// Requests and replies: turns messages of the requests endpoint into events of the state machine, and its actions
/// into messages.
final class RequestDesk {
    private let sockets: BrokerSockets
    private let logger: Logger
    private let store = FrameStore()
    private var core: BrokerCore
    private var actions: [BrokerAction] = []
    /// The worker's message that is being handled; an answer is passed on from it.
    private var atHand: FrameBuffer?

    init(_ core: BrokerCore, _ sockets: BrokerSockets, _ logger: Logger) {
        self.core = core
        self.sockets = sockets
        self.logger = logger
    }

    /// Requests that wait or run.
    var heldCount: Int { core.heldCount }

    // MARK: Events

    /// Takes one message; false if it is none.
    func take(_ frames: FrameBuffer, from peer: PeerID, _ now: UInt64) -> Bool {
        guard frames.count >= 2, let command = frames.byte(1) else { return false }
        if frames.frame(0, is: Majordomo.client) { return takeFromClient(peer, command, frames, now) }
        if frames.frame(0, is: Majordomo.worker) { return takeFromWorker(peer, command, frames, now) }
        return false
    }

    /// A peer's connection has ended.
    func depart(_ peer: PeerID, _ now: UInt64) { feed(.departed(peer), now) }

    /// `MDPC02 | command | …`.
    private func takeFromClient(_ peer: PeerID, _ command: UInt8, _ frames: FrameBuffer, _ now: UInt64) -> Bool {
        switch Majordomo.ClientCommand(rawValue: command) {
        case .request where frames.count == 5:
            guard let service = frames.text(2), let routing = HeaderReader.routing(frames.bytes(3)) else {
                return false
            }
            let request = IncomingRequest(
                id: routing.id,
                client: peer,
                service: service,
                timeLeftMs: routing.timeLeftMs,
                repeatable: routing.repeatable,
                body: BodyHandle(store.keep(frames.wire(from: 3)))
            )
            feed(.request(request), now)
            return true
        case .cancel where frames.count == 3:
            guard let id = frames.text(2).flatMap(UUIDv7.init) else { return false }
            feed(.cancel(client: peer, id: id), now)
            return true
        default: return false
        }
    }

    /// `MDPW02 | command | …`.
    private func takeFromWorker(_ peer: PeerID, _ command: UInt8, _ frames: FrameBuffer, _ now: UInt64) -> Bool {
        switch Majordomo.WorkerCommand(rawValue: command) {
        case .ready where frames.count == 4:
            guard let service = frames.text(2), let capacity = Self.number(frames, 3) else { return false }
            feed(.ready(worker: peer, service: service, capacity: capacity), now)
        case .final where frames.count == 6:
            guard let token = AttemptToken(frames.bytes(2)) else { return false }
            atHand = frames
            feed(.reply(worker: peer, token: token), now)
            atHand = nil
        case .busy where frames.count == 3:
            guard let token = AttemptToken(frames.bytes(2)) else { return false }
            feed(.busy(worker: peer, token: token), now)
        case .heartbeat:
            feed(.heartbeat(worker: peer, capacity: frames.count > 2 ? Self.number(frames, 2) : nil), now)
        case .disconnect: feed(.disconnect(worker: peer), now)
        default: return false
        }
        return true
    }

    private static func number(_ frames: FrameBuffer, _ index: Int) -> Int? {
        guard let value = frames.text(index).flatMap(Int.init), (0...1_000_000).contains(value) else { return nil }
        return value
    }

    // MARK: Actions

    /// Gives an event to the state machine and does what it says.
    func feed(_ event: BrokerEvent, _ now: UInt64) {
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
            guard let connection = open(worker: worker, .cancel, more: true) else { return }
            token.withBytes { connection.send($0, more: false) }
        case .heartbeat(let worker): _ = open(worker: worker, .heartbeat, more: false)
        case .disconnect(let worker): _ = open(worker: worker, .disconnect, more: false)
        case .dropReply: break
        case .logCrash(let id, let service):
            logger.error("a request ended two workers", metadata: ["request": "\(id)", "service": "\(service)"])
        }
    }

    /// `MDPW02 | REQUEST | token | empty | header | payload`.
    private func dispatch(_ body: Int, to worker: PeerID, _ token: AttemptToken, _ timeLeftMs: Int?, _ now: UInt64) {
        guard let connection = open(worker: worker, .request, more: true) else {
            // It reads nothing, or is about to go; the core hears of it as soon as this event is done.
            core.handle(.departed(worker), at: now, into: &actions)
            return
        }
        token.withBytes { connection.send($0, more: true) }
        connection.send([], more: true)
        if let timeLeftMs, let (bytes, rest) = store.split(body), var header = HeaderReader.request(bytes) {
            header.timeLeftMs = timeLeftMs
            connection.send(HeaderWriter.encode(header), more: true)
            connection.sendWire(rest)
        } else {
            connection.sendWire(store.wire(body))
        }
    }

    /// `MDPC02 | FINAL | empty | header | payload`, from the worker's message at hand.
    ///
    /// A client that is gone gets nothing.
    private func answer(_ client: PeerID) {
        guard let atHand, let connection = open(client: client) else { return }
        connection.send([], more: true)
        connection.sendWire(atHand.wire(from: 4))
    }

    private func fail(_ client: PeerID, _ id: UUIDv7, _ service: String, _ reason: FailureReason) {
        let error = reason.serviceError(service: service)
        guard let payload = try? PayloadCoder.encode(error), let connection = open(client: client) else { return }
        let header = ReplyHeader(id: id, status: error.code.rawValue, instance: "broker")
        connection.send(Array(service.utf8), more: true)
        connection.send(HeaderWriter.encode(header), more: true)
        connection.send(payload, more: false)
    }

    /// Begins a message to a client; nil if it is gone.
    private func open(client: PeerID) -> ZMTPConnection? {
        guard let connection = sockets.open(client), connection.send(Majordomo.client, more: true) else { return nil }
        connection.send(Majordomo.ClientCommand.final.rawValue, more: true)
        return connection
    }

    /// Begins a message to a worker; nil if it is gone.
    private func open(worker: PeerID, _ command: Majordomo.WorkerCommand, more: Bool) -> ZMTPConnection? {
        guard let connection = sockets.open(worker), connection.send(Majordomo.worker, more: true) else { return nil }
        connection.send(command.rawValue, more: more)
        return connection
    }
}
