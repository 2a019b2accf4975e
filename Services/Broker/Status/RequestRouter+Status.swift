import BrokerCore
import Contracts
import MessageBus
import Observability
import ZMTP

/// Answers requests of Mealwire's own processes to the broker itself.
extension RequestRouter {
    /// Answers a request to the broker itself: `MDPC02 | REQUEST | broker | header | payload`.
    func answerStatusRequest(_ frames: FrameBuffer, _ client: PeerID) {
        guard let header = HeaderReader.request(frames.bytes(3)), let peer = sockets.open(client) else { return }
        do {
            let payload = try PayloadCoder.encode(try status(header, frames.array(4)))
            reply(to: peer, header.id, ReplyHeader.ok, payload)
        } catch {
            let failure =
                error as? ServiceError ?? ServiceError(.internalError, "The status cannot be encoded: \(error)")
            reply(to: peer, header.id, failure.code.rawValue, failure.payload)
        }
    }

    private func status(_ header: RequestHeader, _ payload: [UInt8]) throws -> BrokerStatus.Reply {
        guard header.method == BrokerStatus.method.name else {
            throw ServiceError(.unknownMethod, "The broker has no method \(header.method.prefix(100)).")
        }
        guard header.principal == nil else {
            throw ServiceError(.forbidden, "\(header.method) is for Mealwire's own processes.")
        }
        _ = try PayloadCoder.decode(BrokerStatus.self, from: payload)
        return BrokerStatus.Reply(
            held: core.heldCount,
            heldBytes: core.heldBytes,
            peers: sockets.peers.all.count,
            lateAnswers: core.unknownTokens,
            badMessages: badMessages,
            services: core.queueStatus()
        )
    }

    private func reply(to peer: Peer, _ id: UUIDv7, _ status: String, _ payload: [UInt8]) {
        guard begin(peer, client: .final, BrokerStatus.service.rawValue) else { return }
        peer.connection.send(HeaderWriter.encode(ReplyHeader(id: id, status: status, instance: "broker")), more: true)
        peer.connection.send(payload, more: false)
    }
}
