import BrokerCore
import Messaging
import ServiceKit

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
    /// beacon. ``OutgoingShares`` bounds all connections together.
    var outgoingMax: Int {
        switch self {
        case .requests: OutgoingShares<PeerID, PeerOwner>.bytesMax
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
    /// The entrance through which it came, by its number.
    let entrance: UInt64
    let stream: SocketStream
    let connection: ZMTPConnection
    /// Whether a bridge speaks there for a process of another host.
    let isBridged: Bool
    /// What it may do at the doors of Mealwire's own processes.
    var rights: PeerRights
    /// How it speaks; known with its first message.
    var dialect: Dialect
    /// Requests of it that the broker holds, and their bytes; counted for foreign peers only.
    var held = HeldShare()
    /// Whether nothing more of it is handled until some of its requests are answered.
    var isPaused = false
    /// Whether it is known that the connection is at its end.
    var isEnding = false
    /// Whether it offers a service.
    var isWorker = false
    /// How long it has done nothing.
    var patience = Patience()

    /// Whether something waited to be written at the last look.
    var hasBacklog = false
    /// Whether it left too much unread; nothing more is sent to it.
    var isOverrun = false

    /// The holder of its share of what waits to be written.
    var owner: PeerOwner { rights.isOwnUser ? .ownProcess(id) : .identity(identity) }

    /// Who it is, however many connections it has.
    var identity: PeerIdentity {
        PeerIdentity(key: key, user: connection.credentials?.user)
    }

    /// The key by which the peer is known; nil if it is known by its user, and until its handshake is done.
    private(set) var key: CurveKey?

    /// Takes the key that a bridge names for the process for which it speaks; only a bridge is believed.
    func takeKey() {
        guard isBridged else { return }
        key = connection.announcedKey.flatMap { CurveKey($0) }
    }

    init(
        _ id: PeerID,
        _ origin: Entrance,
        _ entrance: UInt64,
        _ stream: SocketStream,
        _ connection: ZMTPConnection,
        _ rights: PeerRights
    ) {
        self.id = id
        door = origin.door
        isBridged = origin.isForBridge
        self.entrance = entrance
        self.stream = stream
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

    /// Version 0.1 knows no answers in parts.
    var takesParts: Bool {
        if case .plain(.v1, _) = self { false } else { true }
    }

    enum Version {
        case v1
        case v2
    }
}

/// Everybody who is connected, by number.
struct PeerDirectory {
    /// Numbers below are the poller's for other things than peers.
    static let firstNumber: UInt64 = 16

    private var peers: [PeerID: Peer] = [:]
    private var lastNumber = firstNumber
    private(set) var foreignCount = 0

    var all: Dictionary<PeerID, Peer>.Values { peers.values }

    subscript(id: PeerID) -> Peer? { peers[id] }

    /// Notes a new peer; its number is never used again.
    mutating func add(
        _ origin: Entrance,
        _ entrance: UInt64,
        _ stream: SocketStream,
        _ connection: ZMTPConnection,
        _ rights: PeerRights
    ) -> Peer {
        lastNumber += 1
        let peer = Peer(PeerID(lastNumber), origin, entrance, stream, connection, rights)
        peers[peer.id] = peer
        if peer.door == .foreign { foreignCount += 1 }
        return peer
    }

    mutating func remove(_ id: PeerID) {
        guard let peer = peers.removeValue(forKey: id) else { return }
        if peer.door == .foreign { foreignCount -= 1 }
    }
}

/// Who is behind a connection: the holder of a key, or a user of this host.
struct PeerIdentity: Hashable {
    let key: CurveKey?
    let user: UInt32?
}

/// The holder of a share of what waits to be written: each own process, and any other identity with all its connections.
enum PeerOwner: Hashable {
    case ownProcess(PeerID)
    case identity(PeerIdentity)
}

/// What the broker holds for somebody.
struct HeldShare {
    var count = 0
    var bytes = 0
}

/// How long a foreign peer has done nothing, in looks once a second.
struct Patience {
    /// A message that was begun goes on within this time; else it only fills memory.
    private static let unfinishedMax = 30
    /// Who neither offers anything nor waits for anything can connect again when it wants something.
    private static let idleMax = 600

    private var messages = 0
    private var looks = 0

    /// Looks once; whether the peer has done nothing for too long.
    mutating func isOver(_ peer: Peer) -> Bool {
        guard peer.connection.messages == messages, !peer.isPaused else {
            (messages, looks) = (peer.connection.messages, 0)
            return false
        }
        looks += 1
        if peer.connection.unhandledCount > 0 { return looks > Self.unfinishedMax }
        return looks > Self.idleMax && !peer.isWorker && peer.held.count == 0
    }
}
