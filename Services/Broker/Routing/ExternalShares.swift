import BrokerCore

/// Bounds the memory that external peers use: each one, and all together, so that they cannot crowd out Mealwire's own
/// processes.
///
/// A client that has used its share is paused, and no request is shed: further ones wait in its socket.
struct ExternalShares {
    /// Requests of one client.
    private static let countMaxPerClient = 64
    /// Bytes of one client's requests.
    private static let bytesMaxPerClient = 4 << 20
    /// Bytes of all external requests: an eighth of what the broker holds.
    private static let bytesMax = BrokerLimits().heldBytesMax / 8

    private struct Request {
        let client: PeerID
        let bytes: Int
    }

    private var requests: [Int: Request] = [:]
    private var bytes = 0
    /// Clients that wait until all together hold less.
    private var waiting: Set<PeerID> = []

    /// Records a request; returns whether its client must be paused.
    mutating func add(_ body: Int, _ byteCount: Int, of peer: Peer) -> Bool {
        requests[body] = Request(client: peer.id, bytes: byteCount)
        bytes += byteCount
        peer.held.count += 1
        peer.held.bytes += byteCount
        if bytes >= Self.bytesMax { waiting.insert(peer.id) }
        return peer.held.count >= Self.countMaxPerClient || peer.held.bytes >= Self.bytesMaxPerClient
            || bytes >= Self.bytesMax
    }

    /// Removes a request; returns the clients to resume.
    mutating func remove(_ body: Int, _ peers: PeerDirectory) -> [PeerID] {
        guard !requests.isEmpty, let request = requests.removeValue(forKey: body) else { return [] }
        bytes -= request.bytes
        var resumed: [PeerID] = []
        if let peer = peers[request.client] {
            peer.held.count -= 1
            peer.held.bytes -= request.bytes
            let hasRoom =
                peer.held.count <= Self.countMaxPerClient / 2 && peer.held.bytes <= Self.bytesMaxPerClient / 2
            if hasRoom, !waiting.contains(peer.id) { resumed.append(peer.id) }
        }
        if bytes <= Self.bytesMax / 2, !waiting.isEmpty {
            resumed += waiting
            waiting = []
        }
        return resumed
    }
}
