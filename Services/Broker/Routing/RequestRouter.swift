import BrokerCore
import Contracts
import Logging
import MessageBus
import Observability
import ZMTP

/// Routes requests and replies: turns messages into events of the state machine, and its actions into messages.
final class RequestRouter {
    /// The frames of the worker's message that is being handled, and the index at which the forwarded body begins.
    struct InboundMessage {
        let frames: FrameBuffer
        let body: Int
    }

    let sockets: BrokerSockets
    let store = FrameStore()
    var core: BrokerCore
    private let logger: Logger
    private var actions: [BrokerAction] = []
    var inboundMessage: InboundMessage?
    /// The requests held for external peers.
    var externalShares = ExternalShares()

    init(_ core: BrokerCore, _ sockets: BrokerSockets, _ logger: Logger) {
        self.core = core
        self.sockets = sockets
        self.logger = logger
    }

    /// The number of requests that wait or run.
    var heldCount: Int { core.heldCount }
    /// The number of invalid messages since the start.
    var badMessages = 0

    // MARK: Events

    /// Handles one message of Mealwire's own processes; returns false if it is invalid.
    func handleMessage(_ frames: FrameBuffer, from peer: Peer, _ now: UInt64) -> Bool {
        guard frames.count >= 2, let command = frames.byte(1) else { return false }
        if frames.frame(0, is: Majordomo.client) { return handleClientMessage(peer, command, frames, now) }
        if frames.frame(0, is: Majordomo.worker) {
            guard peer.permissions.areUnlimited || mayOffer(peer, command, frames) else { return true }
            return handleWorkerMessage(peer.id, command, frames, now)
        }
        return false
    }

    /// Reports to the state machine that a peer's connection has ended.
    func handleDisconnect(_ peer: PeerID, _ now: UInt64) { handle(.departed(peer), now) }

    /// Handles `MDPC02 | command | …`.
    private func handleClientMessage(_ peer: Peer, _ command: UInt8, _ frames: FrameBuffer, _ now: UInt64) -> Bool {
        switch Majordomo.ClientCommand(rawValue: command) {
        case .request where frames.count == 5:
            guard let service = frames.text(2), let routing = HeaderReader.routing(frames.bytes(3)) else {
                return false
            }
            if let error = Self.tooLong(frames) {
                answer(peer, routing.id, error)
                return true
            }
            if !peer.permissions.isOwnUser, let error = refusal(of: peer, routing.id, service, frames) {
                answer(peer, routing.id, error)
                return true
            }
            if service == BrokerStatus.service.rawValue {
                answerStatusRequest(frames, peer.id)
                return true
            }
            let body = frames.wire(from: 2)
            let request = IncomingRequest(
                id: routing.id,
                client: peer.id,
                service: service,
                timeLeftMs: routing.timeLeftMs,
                retryable: routing.retryable,
                body: BodyHandle(store.insert(body)),
                byteCount: FrameStore.memory(ofMessage: body.count)
            )
            handle(.request(request), now)
            return true
        case .cancel where frames.count == 3:
            guard let id = frames.text(2).flatMap(UUIDv7.init) else { return false }
            handle(.cancel(client: peer.id, id: id), now)
            return true
        default: return false
        }
    }

    /// Handles `MDPW02 | command | …`.
    private func handleWorkerMessage(_ peer: PeerID, _ command: UInt8, _ frames: FrameBuffer, _ now: UInt64) -> Bool {
        switch Majordomo.WorkerCommand(rawValue: command) {
        case .ready where frames.count == 4:
            guard let service = frames.text(2), let capacity = Self.number(frames, 3) else { return false }
            sockets.peers[peer]?.isWorker = true
            handle(.ready(worker: peer, service: service, capacity: capacity, kind: .own), now)
        case .partial where frames.count >= 5:
            guard let token = AttemptToken(frames.bytes(2)) else { return false }
            handle(.partial(worker: peer, token: token), now, InboundMessage(frames: frames, body: 4))
        case .final where frames.count == 6:
            guard let token = AttemptToken(frames.bytes(2)) else { return false }
            handle(.reply(worker: peer, token: token), now, InboundMessage(frames: frames, body: 4))
        case .busy where frames.count == 3:
            guard let token = AttemptToken(frames.bytes(2)) else { return false }
            handle(.busy(worker: peer, token: token), now)
        case .heartbeat:
            handle(.heartbeat(worker: peer, capacity: frames.count > 2 ? Self.number(frames, 2) : nil), now)
        case .disconnect: handle(.disconnect(worker: peer), now)
        default: return false
        }
        return true
    }

    private static func number(_ frames: FrameBuffer, _ index: Int) -> Int? {
        guard let value = frames.text(index).flatMap(Int.init), (0...1_000_000).contains(value) else { return nil }
        return value
    }

    // MARK: Actions

    /// Gives an event to the state machine and performs its actions.
    func handle(_ event: BrokerEvent, _ now: UInt64, _ message: InboundMessage? = nil) {
        inboundMessage = message
        core.handle(event, at: now, into: &actions)
        var index = 0
        while index < actions.count {
            perform(actions[index], now)
            index += 1
        }
        actions.removeAll(keepingCapacity: true)
        inboundMessage = nil
    }

    private func perform(_ action: BrokerAction, _ now: UInt64) {
        switch action {
        case .dispatch(let worker, let token, let body, let timeLeftMs, let waited):
            if dispatch(body.index, to: worker, token, waited ? timeLeftMs : nil) { return }
            // The worker reads nothing, or is about to be closed; the core handles that as soon as this event is done.
            core.handle(.departed(worker), at: now, into: &actions)
        case .answer(let client, _, let service): pass(to: client, .final, service)
        case .passPartial(let client, let service): pass(to: client, .partial, service)
        case .fail(let client, let id, let service, let reason): fail(client, id, service, reason)
        case .release(let body):
            store.release(body.index)
            resumeClients(body.index)
        case .cancel(let worker, let token): sendCancel(worker, token)
        case .heartbeat(let worker): sendHeartbeat(worker)
        case .disconnect(let worker): sendDisconnect(worker)
        case .dropReply: break
        case .logCrash(let id, let service):
            logger.error("a request crashed two workers", metadata: ["request": "\(id)", "service": "\(service)"])
        }
    }
}
