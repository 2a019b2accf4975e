import BrokerCore
import Contracts
import MessageBus
import Observability
import ZMTP

/// Handles external peers of the Majordomo Protocol: versions 0.1 (ZeroMQ RFC 7) and 0.2 (RFC 18), and the management
/// interface (RFC 8).
///
/// External peers act for no user. They exchange arbitrary requests among themselves, and may call those methods of
/// Mealwire's services that need no user. A peer behind a bridge calls and offers only what the list of peers names for
/// its key.
extension RequestRouter {
    /// The deadline of a request, which the protocol does not carry: the longest time that a worker may be busy.
    private static let timeLeftMs = BrokerLimits().plainBusyMaxMs
    /// The prefix of the names that the broker itself serves.
    private static let managementPrefix = "mmi."
    private static let serviceNameLengthMax = 255

    /// Handles one message; returns false if it is invalid.
    func handleExternalMessage(_ frames: FrameBuffer, from peer: Peer, _ now: UInt64) -> Bool {
        let hasDelimiter = frames.count > 0 && frames.bytes(0).isEmpty
        let first = hasDelimiter ? 1 : 0
        guard frames.count > first + 1 else { return false }
        if frames.frame(first, is: Majordomo.clientV1) {
            peer.dialect = .plain(version: .v1, hasDelimiter: hasDelimiter)
            return handleRequest(frames, service: first + 1, from: peer, now)
        }
        if frames.frame(first, is: Majordomo.client) {
            peer.dialect = .plain(version: .v2, hasDelimiter: hasDelimiter)
            guard frames.byte(first + 1) == Majordomo.ClientCommand.request.rawValue else { return false }
            return handleRequest(frames, service: first + 2, from: peer, now)
        }
        guard let command = frames.byte(first + 1) else { return false }
        if frames.frame(first, is: Majordomo.workerV1) {
            peer.dialect = .plain(version: .v1, hasDelimiter: hasDelimiter)
            guard let command = Majordomo.WorkerCommandV1(rawValue: command) else { return false }
            return handleExternalWorker(frames, Self.sameCommand(command), rest: first + 2, from: peer, now)
        }
        if frames.frame(first, is: Majordomo.worker) {
            peer.dialect = .plain(version: .v2, hasDelimiter: hasDelimiter)
            guard let command = Majordomo.WorkerCommand(rawValue: command) else { return false }
            return handleExternalWorker(frames, command, rest: first + 2, from: peer, now)
        }
        return false
    }

    /// Releases a request; resumes external clients that waited for it.
    func resumeClients(_ body: Int) {
        for id in externalShares.remove(body, sockets.peers) {
            if let peer = sockets.peers[id], peer.isPaused { sockets.resume(peer) }
        }
    }

    // MARK: Clients

    private func handleRequest(_ frames: FrameBuffer, service index: Int, from peer: Peer, _ now: UInt64) -> Bool {
        guard frames.count > index + 1, let service = frames.text(index), !service.isEmpty,
            service.utf8.count <= Self.serviceNameLengthMax
        else { return false }
        if service.hasPrefix(Self.managementPrefix) {
            answerManagementRequest(service, frames.text(index + 1) ?? "", peer)
            return true
        }
        guard !peer.isBridged || peer.permissions.mayCall(service) else {
            refuseCall(frames, service: index, of: peer)
            return true
        }
        guard let body = body(of: frames, service: index, isOwn: Self.ownNames.contains(service)) else { return false }
        if externalShares.add(body, frames.wire(from: index).count, of: peer) { sockets.pause(peer) }
        let request = IncomingRequest(
            id: UUIDv7.make(),
            client: peer.id,
            service: service,
            timeLeftMs: Self.timeLeftMs,
            // The protocol assumes that every worker is idempotent.
            retryable: !Self.ownNames.contains(service),
            body: BodyHandle(body),
            byteCount: FrameStore.memory(ofMessage: frames.wire(from: index).count),
            takesParts: peer.dialect.takesParts
        )
        handle(.request(request), now)
        return true
    }

    /// Stores the service's name and the body of a request.
    ///
    /// For a service of Mealwire the body must be header and payload, and the header is marked as external.
    private func body(of frames: FrameBuffer, service index: Int, isOwn: Bool) -> Int? {
        guard isOwn else { return store.insert(frames.wire(from: index)) }
        guard frames.count == index + 3, frames.bytes(index + 2).count <= MessageLimits.payloadMax,
            var header = HeaderReader.request(frames.bytes(index + 1))
        else { return nil }
        header.principal = nil
        // An external peer must not influence traces.
        header.traceparent = nil
        header.external = true
        let bytes = HeaderWriter.encode(header)
        guard bytes.count <= MessageLimits.headerMax else { return nil }
        return store.insert([frames.array(index), bytes], frames.wire(from: index + 2))
    }

    static let ownNames = Set((ServiceName.reserved + [BrokerStatus.service]).map(\.rawValue))

    /// Answers the requests of RFC 8: 200 or 404 from live workers, 501 for all else.
    private func answerManagementRequest(_ service: String, _ argument: String, _ peer: Peer) {
        let isKnown = !peer.isBridged || peer.permissions.mayCall(argument) || peer.permissions.mayOffer(argument)
        let status = service == "mmi.service" ? (isKnown && core.isServed(argument) ? "200" : "404") : "501"
        guard begin(peer, client: .final, service) else { return }
        peer.connection.send(Array(status.utf8), more: false)
        sockets.scheduleFlush(peer)
    }

    // MARK: Workers

    private static func sameCommand(_ command: Majordomo.WorkerCommandV1) -> Majordomo.WorkerCommand {
        switch command {
        case .ready: .ready
        case .request: .request
        case .reply: .final
        case .heartbeat: .heartbeat
        case .disconnect: .disconnect
        }
    }

    private func handleExternalWorker(
        _ frames: FrameBuffer,
        _ command: Majordomo.WorkerCommand,
        rest: Int,
        from peer: Peer,
        _ now: UInt64
    ) -> Bool {
        let worker = peer.id
        switch command {
        case .ready where frames.count == rest + 1: return handleReady(frames, rest, peer, now)
        case .final where frames.count > rest + 2, .partial where frames.count > rest + 2:
            guard let token = AttemptToken(frames.bytes(rest)) else { return false }
            let event = command == .final ? BrokerEvent.reply : BrokerEvent.partial
            handle(event(worker, token), now, InboundMessage(frames: frames, body: rest + 2))
        case .heartbeat: handle(.heartbeat(worker: worker, capacity: nil), now)
        case .disconnect: handle(.disconnect(worker: worker), now)
        case .request:
            // A valid command, but not one that a worker may send.
            sendDisconnect(worker)
            handle(.disconnect(worker: worker), now)
        default: return false
        }
        return true
    }

    /// Registers a worker: one service, one request at a time; the broker's own names are reserved.
    private func handleReady(_ frames: FrameBuffer, _ index: Int, _ peer: Peer, _ now: UInt64) -> Bool {
        let worker = peer.id
        guard let service = frames.text(index), !service.isEmpty, service.utf8.count <= Self.serviceNameLengthMax else {
            return false
        }
        if Self.ownNames.contains(service) || service.hasPrefix(Self.managementPrefix) {
            sendDisconnect(worker)
        } else if peer.isBridged, !peer.permissions.mayOffer(service) {
            sockets.recordRejection("a peer may not offer \(service.prefix(100))")
            sendDisconnect(worker)
        } else {
            peer.isWorker = true
            handle(.ready(worker: worker, service: service, capacity: 1, kind: .plain), now)
        }
        return true
    }
}
