import BrokerCore
import Contracts
import Logging
import Messaging

#if canImport(Glibc)
import Glibc
#endif

/// The broker's listeners and connections: takes peers in, writes to them, and lets them go.
final class BrokerSockets {
    /// How long a peer may take for its handshake, in nanoseconds.
    private static let handshakeMaxNs: UInt64 = 5_000_000_000
    /// Under which the poller reports that somebody wants the loop to wake up.
    static let wakeNumber: UInt64 = 0

    let poller: Poller
    private let listeners: [Door: StreamListener]
    private let logger: Logger
    private(set) var peers = PeerDirectory()
    /// Those to whom something is to be written at the end of the round.
    private var toFlush: [Peer] = []
    /// Those who left far too much unread.
    private(set) var overrun: [Peer] = []
    /// Those from whom reading goes on at the end of the round.
    private var toResume: [Peer] = []
    private let trustedUser = getuid()

    init(_ configuration: BrokerConfiguration, _ logger: Logger) throws(SocketError) {
        self.logger = logger
        poller = try Poller()
        var listeners: [Door: StreamListener] = [
            .requests: try StreamListener(configuration.requests),
            .eventsIn: try StreamListener(configuration.eventsIn),
            .eventsOut: try StreamListener(configuration.eventsOut),
        ]
        if let foreign = configuration.foreign { listeners[.foreign] = try StreamListener(foreign) }
        for (door, listener) in listeners { try poller.add(listener.descriptor, number: door.rawValue) }
        self.listeners = listeners
    }

    // MARK: Coming and going

    /// Takes in everybody who waits at a door; at all but the foreigners', the kernel must name the broker's own user.
    func takeIn(_ door: Door, _ now: UInt64) {
        while let (descriptor, credentials) = listeners[door]?.accept() {
            let connection = ZMTPConnection(
                descriptor,
                door.socketType,
                credentials: credentials,
                outgoingMax: door.outgoingMax,
                madeAt: now
            )
            guard door == .foreign || credentials?.user == trustedUser else {
                logger.warning(
                    "a peer of another user is turned away",
                    metadata: ["user": "\(credentials.map { "\($0.user)" } ?? "unknown")"]
                )
                continue
            }
            let peer = peers.add(door, connection)
            do {
                try poller.add(descriptor, number: peer.id.number)
                noteFlush(peer)
            } catch {
                logger.error("a peer cannot be watched", metadata: ["error": "\(error)"])
                peers.remove(peer.id)
            }
        }
    }

    /// Closes the connection to a peer.
    func close(_ peer: Peer) {
        poller.remove(peer.connection.descriptor)
        peers.remove(peer.id)
        overrun.removeAll { $0.id == peer.id }
        toResume.removeAll { $0.id == peer.id }
    }

    /// Those who should have said who they are by now.
    func lateComers(_ now: UInt64) -> [Peer] {
        peers.all.filter {
            !$0.connection.isOpen && Deadline.elapsed(from: $0.connection.madeAt, to: now) > Self.handshakeMaxNs
        }
    }

    // MARK: Writing

    /// A peer to write to; what is written goes out at the end of the round.
    func open(_ id: PeerID) -> Peer? {
        guard let peer = peers[id] else { return nil }
        noteFlush(peer)
        return peer
    }

    func noteFlush(_ peer: Peer) {
        guard !peer.connection.isFlushNoted else { return }
        peer.connection.isFlushNoted = true
        toFlush.append(peer)
    }

    /// Writes what the round had to say.
    func flush() {
        for peer in toFlush {
            peer.connection.isFlushNoted = false
            write(peer)
        }
        toFlush.removeAll(keepingCapacity: true)
    }

    /// Writes what waits for a peer, and has the poller tell when the rest can be written.
    func write(_ peer: Peer) {
        let connection = peer.connection
        let mustWait = connection.flush() == .mustWait
        if connection.refused > 0, peer.door != .eventsOut { overrun.append(peer) }
        guard mustWait != connection.isWaitingToWrite else { return }
        connection.isWaitingToWrite = mustWait
        watch(peer)
    }

    // MARK: Pausing

    /// Reads nothing more from a peer for now: what it goes on sending waits with it.
    func pause(_ peer: Peer) {
        peer.isPaused = true
        watch(peer)
    }

    /// Reads from a peer again, from the end of the round on.
    func resume(_ peer: Peer) {
        peer.isPaused = false
        watch(peer)
        toResume.append(peer)
    }

    /// Somebody whose messages that were read already can be handled now.
    func nextToResume() -> Peer? { toResume.popLast() }

    private func watch(_ peer: Peer) {
        let connection = peer.connection
        poller.watch(
            connection.descriptor,
            number: peer.id.number,
            reading: !peer.isPaused,
            writing: connection.isWaitingToWrite
        )
    }
}
