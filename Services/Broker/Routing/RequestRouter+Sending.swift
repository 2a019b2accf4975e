import BrokerCore
import Contracts
import MessageBus
import ZMTP

/// Sends messages to workers and clients, each in its own dialect.
extension RequestRouter {
    // MARK: To workers

    /// Sends `MDPW02 | REQUEST | token | service | header | payload` to Mealwire's own workers.
    ///
    /// A process may offer several services, and runs only methods of the one that was called.
    ///
    /// External workers get `token | empty | body …`, as their protocol defines.
    ///
    /// - Parameters:
    ///   - body: The index in the store of the service's name and the request's frames.
    ///   - worker: The receiver.
    ///   - token: The token of this attempt.
    ///   - timeLeftMs: The remaining time for the header of a request that has waited, in milliseconds.
    /// - Returns: False if nothing can be sent to the worker.
    func dispatch(_ body: Int, to worker: PeerID, _ token: AttemptToken, _ timeLeftMs: Int?) -> Bool {
        guard let peer = sockets.open(worker), begin(peer, worker: .request, more: true) else { return false }
        let connection = peer.connection
        token.withBytes { connection.send($0, more: true) }
        guard let (service, content) = FrameStore.split(store.wire(body)) else { return false }
        if peer.dialect == .own {
            connection.send(service, more: true)
        } else {
            connection.send([], more: true)
        }
        if let timeLeftMs, peer.dialect == .own, let (bytes, rest) = FrameStore.split(content),
            var header = HeaderReader.request(bytes)
        {
            header.timeLeftMs = timeLeftMs
            connection.send(HeaderWriter.encode(header), more: true)
            connection.sendWire(rest)
        } else {
            connection.sendWire(content)
        }
        return true
    }

    /// Sends `MDPW02 | CANCEL | token`; external peers have no such command.
    func sendCancel(_ worker: PeerID, _ token: AttemptToken) {
        guard let peer = sockets.open(worker), begin(peer, worker: .cancel, more: true) else { return }
        token.withBytes { peer.connection.send($0, more: false) }
    }

    func sendHeartbeat(_ worker: PeerID) {
        guard let peer = sockets.open(worker) else { return }
        _ = begin(peer, worker: .heartbeat, more: false)
    }

    func sendDisconnect(_ worker: PeerID) {
        guard let peer = sockets.open(worker) else { return }
        _ = begin(peer, worker: .disconnect, more: false)
    }

    private func begin(_ peer: Peer, worker command: Majordomo.WorkerCommand, more: Bool) -> Bool {
        let connection = peer.connection
        switch peer.dialect {
        case .own:
            guard connection.send(Majordomo.worker, more: true) else { return false }
            return connection.send(command.rawValue, more: more)
        case .plain(let version, let hasDelimiter):
            guard let byte = Self.byte(command, version), !hasDelimiter || connection.send([], more: true) else {
                return false
            }
            guard connection.send(version == .v1 ? Majordomo.workerV1 : Majordomo.worker, more: true) else {
                return false
            }
            return connection.send(byte, more: more)
        }
    }

    /// Returns a command's number in a version; nil if the version lacks it.
    private static func byte(_ command: Majordomo.WorkerCommand, _ version: Dialect.Version) -> UInt8? {
        if version == .v2 {
            return command.rawValue <= Majordomo.WorkerCommand.disconnect.rawValue ? command.rawValue : nil
        }
        switch command {
        case .ready: return Majordomo.WorkerCommandV1.ready.rawValue
        case .request: return Majordomo.WorkerCommandV1.request.rawValue
        case .final: return Majordomo.WorkerCommandV1.reply.rawValue
        case .heartbeat: return Majordomo.WorkerCommandV1.heartbeat.rawValue
        case .disconnect: return Majordomo.WorkerCommandV1.disconnect.rawValue
        case .partial, .cancel, .busy: return nil
        }
    }

    // MARK: To clients

    /// Forwards the body of the worker's current message as `MDPC02 | FINAL or PARTIAL | service or empty | body …`.
    ///
    /// A disconnected client gets nothing. A client of version 0.1, which has no partial replies, gets only the final
    /// one.
    func pass(to client: PeerID, _ command: Majordomo.ClientCommand, _ service: String) {
        guard let inboundMessage, let peer = sockets.open(client), begin(peer, client: command, service) else { return }
        peer.connection.sendWire(inboundMessage.frames.wire(from: inboundMessage.body))
    }

    /// Sends an error of the queue to one of Mealwire's own processes; external peers get nothing, since their
    /// protocol has no error reply.
    func fail(_ client: PeerID, _ id: UUIDv7, _ service: String, _ reason: FailureReason) {
        let error = reason.serviceError(service: service)
        guard let peer = sockets.open(client), peer.dialect == .own, begin(peer, client: .final, service)
        else { return }
        let header = ReplyHeader(id: id, status: error.code.rawValue, instance: "broker")
        peer.connection.send(HeaderWriter.encode(header), more: true)
        peer.connection.send(error.payload, more: false)
    }

    /// Begins a message to a client; returns false if it cannot be sent.
    func begin(_ peer: Peer, client command: Majordomo.ClientCommand, _ service: String) -> Bool {
        let connection = peer.connection
        switch peer.dialect {
        case .own:
            guard connection.send(Majordomo.client, more: true) else { return false }
            connection.send(command.rawValue, more: true)
            return connection.send([], more: true)
        case .plain(.v1, _) where command != .final: return false
        case .plain(let version, let hasDelimiter):
            guard !hasDelimiter || connection.send([], more: true) else { return false }
            guard connection.send(version == .v1 ? Majordomo.clientV1 : Majordomo.client, more: true) else {
                return false
            }
            if version == .v2 { connection.send(command.rawValue, more: true) }
            return connection.send(Array(service.utf8), more: true)
        }
    }
}
