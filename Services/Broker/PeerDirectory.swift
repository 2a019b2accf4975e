import BrokerCore
import Messaging

/// The endpoints of the broker; each lets in whom it is for.
enum Door: UInt64, CaseIterable {
    /// Requests and replies of Mealwire's own processes.
    case requests = 1
    /// Where events are handed in.
    case eventsIn = 2
    /// Where events come out.
    case eventsOut = 3

    /// The broker's side of the pattern.
    var socketType: SocketType {
        switch self {
        case .requests: .router
        case .eventsIn: .xsub
        case .eventsOut: .xpub
        }
    }

    /// What may wait for a peer that does not read, in bytes.
    ///
    /// A worker's capacity and a client's calls in flight bound what waits for them; one that leaves this much unread is
    /// taken for frozen, disconnected, and sends again. A subscriber misses events instead, and finds out by the next
    /// beacon.
    var outgoingMax: Int {
        switch self {
        case .requests: 64 << 20
        case .eventsIn: 64 << 10
        case .eventsOut: 1 << 20
        }
    }
}

/// Somebody who is connected.
final class Peer {
    let id: PeerID
    let door: Door
    let connection: ZMTPConnection

    init(_ id: PeerID, _ door: Door, _ connection: ZMTPConnection) {
        self.id = id
        self.door = door
        self.connection = connection
    }
}

/// Everybody who is connected, by number.
struct PeerDirectory {
    /// Numbers below are the poller's for other things than peers.
    private static let firstNumber: UInt64 = 16

    private var peers: [PeerID: Peer] = [:]
    private var lastNumber = firstNumber

    var all: Dictionary<PeerID, Peer>.Values { peers.values }

    subscript(id: PeerID) -> Peer? { peers[id] }

    /// Notes a new peer; its number is never used again.
    mutating func add(_ door: Door, _ connection: ZMTPConnection) -> Peer {
        lastNumber += 1
        let peer = Peer(PeerID(lastNumber), door, connection)
        peers[peer.id] = peer
        return peer
    }

    mutating func remove(_ id: PeerID) { peers[id] = nil }
}
