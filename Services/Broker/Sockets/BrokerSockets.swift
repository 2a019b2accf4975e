import BrokerCore
import Contracts
import Logging
import MessageBus
import Observability
import ServiceKit
import ZMTP

#if canImport(Glibc)
import Glibc
#endif

/// Owns the broker's listeners and connections: accepts peers, writes to them, and closes them.
final class BrokerSockets {
    /// The time limit of a handshake, in nanoseconds.
    private static let handshakeMaxNs: UInt64 = 5_000_000_000
    /// The number under which the poller reports a wake-up of the loop.
    static let wakeNumber: UInt64 = 0

    /// External peers that may be connected at once; a bound that leaves descriptors for Mealwire's own processes.
    private static let externalPeersMax = min(256, descriptorsMax / 4)
    /// The limit of open descriptors of this process.
    private static let descriptorsMax: Int = {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1_024 }
        return Int(clamping: limit.rlim_cur)
    }()
    /// Unhandled bytes of a paused peer up to which it is read further, so that its PINGs are answered.
    private static let pausedUnhandledMax = 256 << 10
    /// Queued bytes from which a peer is written to in the middle of a round; it bounds the memory of a round.
    private static let earlyWriteMin = 256 << 10
    /// Handshakes that may be under way at once at one listener.
    private static let handshakesMax = 256

    let poller: Poller
    private let listeners: [UInt64: Listener]
    let accessControl: AccessControlReloader
    /// The directories of the sockets; other users that may connect must be able to pass them.
    ///
    /// Other files there belong to the directory's owner.
    private let directories: [String]
    private(set) var peers = PeerDirectory()
    /// Peers to write to at the end of the round.
    private var toFlush: [Peer] = []
    /// Peers that left too much unread.
    private var overrun: [Peer] = []
    /// Peers that no longer read, but may have sent something before.
    private var ending: [Peer] = []
    /// Peers to read from again at the end of the round.
    private var toResume: [Peer] = []
    /// The bytes that are queued for each peer and owner.
    private var outgoing = OutgoingShares<PeerID, PeerOwner>()
    private var rejections: RejectionLog

    init(_ configuration: BrokerConfiguration, _ logger: Logger) throws {
        poller = try Poller()
        let accessControl = try AccessControlReloader(
            configuration.peerPolicy,
            ownUser: configuration.ownUser,
            gatewayUser: configuration.gatewayUser,
            bridgeUser: configuration.bridgeUser,
            logger
        )
        self.accessControl = accessControl
        rejections = RejectionLog(logger)
        let run = configuration.lock.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        // If the parent is a data directory, it is opened as well; other parent directories are left as they are.
        directories = (run.last == "run" ? [run, run.dropLast()] : [run]).map { $0.joined(separator: "/") }
        listeners = try Listener.openAll(configuration)
        for (number, listener) in listeners { try poller.add(listener.socket.descriptor, number: number) }
        openToPermittedUsers()
    }

    // MARK: Accepting and closing

    /// Accepts all peers that wait at a listener; returns false if the number is not a listener's.
    ///
    /// Except at the endpoint for external peers, the kernel must report a user that may connect. A peer of another
    /// host gets its permissions by its key, which the bridge sends; until then it has none.
    func acceptPeers(_ number: UInt64, _ now: UInt64) -> Bool {
        guard number < PeerDirectory.firstNumber, let listener = listeners[number] else { return false }
        while let (descriptor, credentials) = listener.socket.accept() {
            let stream = SocketStream(descriptor)
            let connection = ZMTPConnection(
                stream,
                listener.role.socketType,
                credentials: credentials,
                outgoingMax: listener.role.outgoingMax,
                incomingMax: MessageLimits.relayedMax,
                madeAt: now
            )
            // An unfinished handshake must not keep another peer out.
            let isFull = listener.role == .external && peers.externalCount >= Self.externalPeersMax
            guard !isFull || closeOldestHandshake(at: number) else {
                rejections.record("too many external peers are connected")
                continue
            }
            guard let permissions = initialPermissions(at: listener, credentials) else {
                rejections.record("user \(credentials.map { "\($0.user)" } ?? "unknown") may not connect")
                continue
            }
            if listener.role == .external { closeHandshakeIfFull(at: number) }
            let peer = peers.add(listener, number, stream, connection, permissions)
            do {
                try poller.add(descriptor, number: peer.id.number)
                scheduleFlush(peer)
            } catch {
                rejections.record("a peer cannot be added to the poller: \(error)")
                peers.remove(peer.id)
            }
        }
        return true
    }

    /// Ends the oldest handshake at a listener for external peers when the maximum is under way.
    ///
    /// A valid peer finishes its handshake soon, so unfinished ones cannot block others.
    private func closeHandshakeIfFull(at listenerNumber: UInt64) {
        let unfinished = peers.all.lazy.filter { $0.listenerNumber == listenerNumber && !$0.connection.isOpen }.count
        if unfinished >= Self.handshakesMax { closeOldestHandshake(at: listenerNumber) }
    }

    /// Ends the oldest handshake at a listener; returns false if there is none.
    @discardableResult
    private func closeOldestHandshake(at listenerNumber: UInt64) -> Bool {
        let unfinished = peers.all.lazy.filter { $0.listenerNumber == listenerNumber && !$0.connection.isOpen }
        guard let oldest = unfinished.min(by: { $0.connection.madeAt < $1.connection.madeAt }) else { return false }
        rejections.record("too many handshakes are under way")
        close(oldest)
        return true
    }

    /// Assigns permissions after the handshake, when the peer's identity is known.
    ///
    /// - Returns: Whether the peer may stay connected.
    func admit(_ peer: Peer) -> Bool {
        peer.storeKey()
        // The list may have changed since the connection was accepted.
        guard let permissions = currentPermissions(of: peer) else { return false }
        if let key = peer.key {
            let connections = peers.all.lazy.filter { $0.role == peer.role && $0.key == key }.count
            guard connections <= PeerPolicy.connectionsPerKeyMax else { return false }
        }
        peer.permissions = permissions
        return true
    }

    /// Records a rejected action of a peer; the log gets one line a second, however many there are.
    func recordRejection(_ reason: String) { rejections.record(reason) }

    /// Writes the recorded rejections to the log.
    func logRejections() { rejections.flush() }

    /// Reads the list of peers again if it has changed.
    ///
    /// - Returns: Peers with changed or revoked permissions. They must be disconnected, and may connect again.
    func reloadAccessControl() -> [Peer] {
        guard accessControl.reloadIfChanged() else { return [] }
        openToPermittedUsers()
        return peers.all.filter { peer in
            peer.connection.isOpen && currentPermissions(of: peer) != peer.permissions
        }
    }

    private func openToPermittedUsers() {
        guard accessControl.list.hasUsers else { return }
        for directory in directories {
            var status = stat()
            // Under systemd, a group may create sockets in this directory; the sticky bit protects the broker's sockets
            // from it.
            let isShared = stat(directory, &status) == 0 && status.st_mode & S_ISVTX != 0
            chmod(directory, isShared ? 0o1711 | status.st_mode & 0o070 : 0o711)
        }
        for listener in listeners.values where listener.role != .external || listener.isForBridge {
            listener.socket.openToEveryUser()
        }
    }

    /// Closes the connection to a peer.
    func close(_ peer: Peer) {
        poller.remove(peer.stream.descriptor)
        peers.remove(peer.id)
        outgoing.remove(peer.id)
        overrun.removeAll { $0.id == peer.id }
        ending.removeAll { $0.id == peer.id }
        toResume.removeAll { $0.id == peer.id }
    }

    /// Returns peers with overdue handshakes, and idle external peers.
    ///
    /// Must be called once a second.
    func expiredPeers(_ now: UInt64) -> [Peer] {
        peers.all.filter { peer in
            guard peer.connection.isOpen else {
                return Deadline.elapsed(from: peer.connection.madeAt, to: now) > Self.handshakeMaxNs
            }
            return peer.role == .external && peer.idleTimeout.hasExpired(peer)
        }
    }

    // MARK: Writing

    /// Returns a peer to write to; its output is sent at the end of the round.
    func open(_ id: PeerID) -> Peer? {
        guard let peer = peers[id], !peer.isOverrun else { return nil }
        scheduleFlush(peer)
        if peer.connection.outgoingCount > Self.earlyWriteMin { write(peer) }
        return peer
    }

    func scheduleFlush(_ peer: Peer) {
        guard !peer.connection.isFlushScheduled else { return }
        peer.connection.isFlushScheduled = true
        toFlush.append(peer)
    }

    /// Returns a peer to disconnect because it left too much unread.
    func nextOverrun() -> Peer? { overrun.popLast() }

    /// Returns a peer that no longer reads, for reading the rest of its input.
    func nextEnding() -> Peer? { ending.popLast() }

    /// Writes the output of the round.
    func flush() {
        for peer in toFlush {
            peer.connection.isFlushScheduled = false
            if peers[peer.id] != nil { write(peer) }
        }
        toFlush.removeAll(keepingCapacity: true)
    }

    /// Writes a peer's queued output, and has the poller report when the rest can be written.
    func write(_ peer: Peer) {
        let connection = peer.connection
        let progress = connection.flush()
        let mustWait = progress == .mustWait
        if progress == .ended, !peer.isEnding {
            peer.isEnding = true
            ending.append(peer)
        }
        if connection.refused > 0, peer.role != .eventsOut { markOverrun(peer) }
        recordBacklog(of: peer)
        guard mustWait != connection.isWaitingToWrite else { return }
        connection.isWaitingToWrite = mustWait
        watch(peer)
    }

    /// Records a peer's queued bytes, and disconnects the peer that leaves too much unread.
    private func recordBacklog(of peer: Peer) {
        let byteCount = peer.connection.outgoingCount
        guard byteCount > 0 || peer.hasBacklog else { return }
        peer.hasBacklog = byteCount > 0
        let limited = !peer.permissions.isOfStack
        guard let id = outgoing.record(byteCount, for: peer.id, of: peer.owner, isLimited: limited),
            let slow = peers[id]
        else { return }
        markOverrun(slow)
    }

    /// Disconnects a peer that reads too slowly, at the end of the round.
    private func markOverrun(_ peer: Peer) {
        guard !peer.isEnding else { return }
        peer.isEnding = true
        peer.isOverrun = true
        overrun.append(peer)
    }

    // MARK: Pausing

    /// Stops handling a peer's messages for now; further input waits in the connection up to a limit, then in the
    /// socket.
    func pause(_ peer: Peer) {
        peer.isPaused = true
        watch(peer)
    }

    /// Handles a peer's messages again, from the end of the round on.
    func resume(_ peer: Peer) {
        peer.isPaused = false
        watch(peer)
        toResume.append(peer)
    }

    /// Returns a resumed peer with messages that were read already.
    func nextToResume() -> Peer? { toResume.popLast() }

    /// Whether a resumed peer is waiting to be handled.
    var hasResumedPeers: Bool { !toResume.isEmpty }

    /// Updates the events that the poller reports about a peer.
    func watch(_ peer: Peer) {
        let connection = peer.connection
        poller.watch(
            peer.stream.descriptor,
            number: peer.id.number,
            reading: !peer.isPaused || connection.unhandledCount < Self.pausedUnhandledMax,
            writing: connection.isWaitingToWrite
        )
    }
}
