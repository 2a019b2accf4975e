import BrokerCore
import Messaging

/// The endpoints of the broker; each lets in whom it is for.
enum Door {
    /// Requests and replies of Mealwire's own processes.
    case requests
    /// Where events are handed in.
    case eventsIn
    /// Where events come out.
    case eventsOut
    /// Requests and replies of anybody who speaks the Majordomo Protocol; there only if asked for.
    case foreign

    /// The broker's side of the pattern.
    var socketType: SocketType {
        switch self {
        case .requests, .foreign: .router
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
        case .foreign: 8 << 20
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
    /// What it may do at the doors of Mealwire's own processes.
    var rights: PeerRights
    /// How it speaks; known with its first message.
    var dialect: Dialect
    /// Requests of it that the broker holds; counted for foreign peers only.
    var heldCount = 0
    /// Whether nothing more is read from it until some of its requests are answered.
    var isPaused = false

    init(_ id: PeerID, _ door: Door, _ connection: ZMTPConnection, _ rights: PeerRights) {
        self.id = id
        self.door = door
        self.connection = connection
        self.rights = rights
        dialect = .own
    }
}

/// How a peer speaks the Majordomo Protocol.
enum Dialect: Equatable {
    /// Version 0.2 with a header before each payload.
    case own
    /// Version 0.1 or 0.2; with an empty frame before the rest, as REQ sockets send it, or without.
    case plain(version: Version, hasDelimiter: Bool)

    enum Version {
        case v1
        case v2
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
    mutating func add(_ door: Door, _ connection: ZMTPConnection, _ rights: PeerRights) -> Peer {
        lastNumber += 1
        let peer = Peer(PeerID(lastNumber), door, connection, rights)
        peers[peer.id] = peer
        return peer
    }

    mutating func remove(_ id: PeerID) { peers[id] = nil }
}
