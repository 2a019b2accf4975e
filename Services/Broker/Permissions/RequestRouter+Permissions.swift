import BrokerCore
import Contracts
import MessageBus
import ZMTP

/// Checks the permissions of peers that do not have all.
extension RequestRouter {
    /// Returns whether a worker's message may be handled; a service that it may not offer is ignored and logged.
    func mayOffer(_ peer: Peer, _ command: UInt8, _ frames: FrameBuffer) -> Bool {
        guard command == Majordomo.WorkerCommand.ready.rawValue, frames.count > 2, let service = frames.text(2) else {
            return true
        }
        if peer.permissions.mayOffer(service) { return true }
        sockets.recordRejection("a peer may not offer \(service.prefix(100))")
        return false
    }

    /// Returns the error for a request that is not permitted; nil if it is.
    func refusal(of peer: Peer, _ id: UUIDv7, _ service: String, _ frames: FrameBuffer) -> ServiceError? {
        // A resent request takes over the answer, so it must come from the identity that sent the first one.
        if let holder = core.holder(of: id),
            holder.service != service || sockets.peers[holder.client]?.identity != peer.identity
        {
            return ServiceError(.conflict, "A request of another peer with this id is under way.")
        }
        guard peer.permissions.mayCall(service) else {
            return Self.forbidden(service)
        }
        guard !peer.permissions.isOwnUser else { return nil }
        let header = HeaderReader.request(frames.bytes(3))
        // The permissions to call a service and to act for its users do not make a peer an operator of the stack.
        if let header, API.isForOperator(header.method) {
            return ServiceError(.forbidden, "\(header.method) is reserved for the user that the broker runs as.")
        }
        guard !peer.permissions.speaksForUsers else { return nil }
        guard let header, header.principal == nil else {
            return ServiceError(.forbidden, "The broker's list of peers does not let this process act for users.")
        }
        return nil
    }

    /// Refuses a request of an external peer for a service that its key may not call.
    ///
    /// For a service of Mealwire it gets an error in the form of that service. Otherwise the protocol has no error
    /// reply, and the request stays unanswered.
    func refuseCall(_ frames: FrameBuffer, service index: Int, of peer: Peer) {
        let service = frames.text(index) ?? ""
        sockets.recordRejection("a peer may not call \(service.prefix(100))")
        guard Self.ownNames.contains(service), frames.count == index + 3,
            let routing = HeaderReader.routing(frames.bytes(index + 1))
        else { return }
        answer(peer, routing.id, Self.forbidden(service), service: service)
    }

    private static func forbidden(_ service: String) -> ServiceError {
        ServiceError(.forbidden, "The broker's list of peers does not let this process call \(service).")
    }

    /// Returns the error for a request that is too large for any worker; nil if its size is valid.
    static func tooLong(_ frames: FrameBuffer) -> ServiceError? {
        if frames.bytes(3).count > MessageLimits.headerMax {
            return ServiceError(.malformed, "The header of a request has at most \(MessageLimits.headerMax) bytes.")
        }
        if frames.bytes(4).count > MessageLimits.payloadMax {
            return ServiceError(.tooLarge, "One message holds at most \(MessageLimits.payloadMax) bytes.")
        }
        return nil
    }

    /// Answers a request with an error before it enters the queue.
    func answer(_ peer: Peer, _ id: UUIDv7, _ error: ServiceError, service: String = "") {
        sockets.scheduleFlush(peer)
        guard begin(peer, client: .final, service) else { return }
        peer.connection.send(
            HeaderWriter.encode(ReplyHeader(id: id, status: error.code.rawValue, instance: "broker")),
            more: true
        )
        peer.connection.send(error.payload, more: false)
    }
}
