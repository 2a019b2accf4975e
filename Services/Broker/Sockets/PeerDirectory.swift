import BrokerCore
import ServiceKit
import ZMTP

/// A connected peer.
final class Peer {
    let id: PeerID
    let role: EndpointRole
    /// The number of the listener that accepted it.
    let listenerNumber: UInt64
    let stream: SocketStream
    let connection: ZMTPConnection
    /// Whether a bridge connects for a process of another host.
    let isBridged: Bool
    /// What it may do at the endpoints of Mealwire's own processes.
    var permissions: Permissions
    /// Its dialect of the protocol; known from its first message on.
    var dialect: Dialect
    /// The requests that the broker holds for it, and their bytes; counted only for external peers.
    var held = HeldShare()
    /// Whether its messages wait until some of its requests are answered.
    var isPaused = false
    /// Whether the connection is about to be closed.
    var isEnding = false
    /// Whether it offers a service.
    var isWorker = false
    /// Measures how long it has been idle.
    var idleTimeout = IdleTimeout()

    /// Whether output was queued at the last check.
    var hasBacklog = false
    /// Whether it left too much unread; nothing more is sent to it.
    var isOverrun = false

    /// The owner of its queued output.
    var owner: PeerOwner { permissions.isOwnUser ? .ownProcess(id) : .identity(identity) }

    /// Identifies the peer over all its connections.
    var identity: PeerIdentity {
        PeerIdentity(key: key, user: connection.credentials?.user)
    }

    /// The peer's key; nil if its user identifies it, and until the handshake is done.
    private(set) var key: CurveKey?

    /// Stores the key that a bridge announces for a process of another host; ignored from any other peer.
    func storeKey() {
        guard isBridged else { return }
        key = connection.announcedKey.flatMap { CurveKey($0) }
    }

    init(
        _ id: PeerID,
        _ listener: Listener,
        _ listenerNumber: UInt64,
        _ stream: SocketStream,
        _ connection: ZMTPConnection,
        _ permissions: Permissions
    ) {
        self.id = id
        role = listener.role
        isBridged = listener.isForBridge
        self.listenerNumber = listenerNumber
        self.stream = stream
        self.connection = connection
        self.permissions = permissions
        dialect = .own
    }
}

/// The variant of the Majordomo Protocol that a peer uses.
enum Dialect: Equatable {
    /// Version 0.2 with a header before each payload.
    case own
    /// Version 0.1 or 0.2, with or without an empty first frame, which REQ sockets send.
    case plain(version: Version, hasDelimiter: Bool)

    /// Version 0.1 has no partial replies.
    var takesParts: Bool {
        if case .plain(.v1, _) = self { false } else { true }
    }

    enum Version {
        case v1
        case v2
    }
}

/// All connected peers, by number.
struct PeerDirectory {
    /// Lower numbers are the poller's numbers for wake-ups and listeners.
    static let firstNumber: UInt64 = 16

    private var peers: [PeerID: Peer] = [:]
    private var lastNumber = firstNumber
    private(set) var externalCount = 0

    var all: Dictionary<PeerID, Peer>.Values { peers.values }

    subscript(id: PeerID) -> Peer? { peers[id] }

    /// Adds a new peer; its number is never used again.
    mutating func add(
        _ listener: Listener,
        _ listenerNumber: UInt64,
        _ stream: SocketStream,
        _ connection: ZMTPConnection,
        _ permissions: Permissions
    ) -> Peer {
        lastNumber += 1
        let peer = Peer(PeerID(lastNumber), listener, listenerNumber, stream, connection, permissions)
        peers[peer.id] = peer
        if peer.role == .external { externalCount += 1 }
        return peer
    }

    mutating func remove(_ id: PeerID) {
        guard let peer = peers.removeValue(forKey: id) else { return }
        if peer.role == .external { externalCount -= 1 }
    }
}

/// Identifies a peer: the holder of a key, or a user of this host.
struct PeerIdentity: Hashable {
    let key: CurveKey?
    let user: UInt32?
}

/// The owner of queued output: each own process by itself, any other identity with all its connections.
enum PeerOwner: Hashable {
    case ownProcess(PeerID)
    case identity(PeerIdentity)
}

/// The requests that the broker holds for one peer.
struct HeldShare {
    var count = 0
    var bytes = 0
}

/// Measures how long an external peer has been idle, in checks of one second each.
struct IdleTimeout {
    /// Seconds within which an unfinished message must continue; otherwise it only uses memory.
    private static let unfinishedMax = 30
    /// Seconds after which a peer that neither offers a service nor waits for an answer is disconnected.
    ///
    /// It can connect again.
    private static let idleMax = 600

    private var messages = 0
    private var checks = 0

    /// Counts one check; returns whether the peer has been idle for too long.
    mutating func hasExpired(_ peer: Peer) -> Bool {
        guard peer.connection.messages == messages, !peer.isPaused else {
            (messages, checks) = (peer.connection.messages, 0)
            return false
        }
        checks += 1
        if peer.connection.unhandledCount > 0 { return checks > Self.unfinishedMax }
        return checks > Self.idleMax && !peer.isWorker && peer.held.count == 0
    }
}
