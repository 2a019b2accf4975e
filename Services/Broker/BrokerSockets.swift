import BrokerCore
import Contracts
import Logging
import Messaging
import ServiceKit

#if canImport(Glibc)
import Glibc
#endif

/// The broker's listeners and connections: takes peers in, writes to them, and lets them go.
final class BrokerSockets {
    /// How long a peer may take for its handshake, in nanoseconds.
    private static let handshakeMaxNs: UInt64 = 5_000_000_000
    /// Under which the poller reports that somebody wants the loop to wake up.
    static let wakeNumber: UInt64 = 0

    /// Foreign peers that may be connected at once: never so many that Mealwire's own find no descriptor left.
    private static let foreignersMax = min(256, descriptorsMax / 4)
    /// Descriptors that this process may have.
    private static let descriptorsMax: Int = {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1_024 }
        return Int(clamping: limit.rlim_cur)
    }()
    /// What is read of a paused peer before nothing more is: its PINGs are answered as long.
    private static let pausedUnhandledMax = 256 << 10
    /// What waits for a peer at the beginning of a message before it is written in the middle of a round: a round that has
    /// much to say does not keep all of it.
    private static let earlyWriteMin = 256 << 10
    /// Handshakes that may be under way at once; more are none of ours.
    private static let handshakesMax = 256

    let poller: Poller
    private let entrances: [UInt64: Entrance]
    let policy: PolicyWatch
    /// Where the sockets lie, which others must be able to pass if they may come in; what else lies there is its owner's.
    private let directories: [String]
    private(set) var peers = PeerDirectory()
    /// Those to whom something is to be written at the end of the round.
    private var toFlush: [Peer] = []
    /// Those who left far too much unread.
    private var overrun: [Peer] = []
    /// Those who read no more, but may have said something before.
    private var ending: [Peer] = []
    /// Those from whom reading goes on at the end of the round.
    private var toResume: [Peer] = []
    /// What waits to be written.
    private var outgoing = OutgoingShares<PeerID, PeerOwner>()
    private var complaints: RejectionLog

    init(_ configuration: BrokerConfiguration, _ logger: Logger) throws {
        poller = try Poller()
        let policy = try PolicyWatch(
            configuration.peerPolicy,
            ownUser: configuration.ownUser,
            gatewayUser: configuration.gatewayUser,
            bridgeUser: configuration.bridgeUser,
            logger
        )
        self.policy = policy
        complaints = RejectionLog(logger)
        let run = configuration.lock.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        // In a data directory of its own it is that, too; what lies around other places is nobody's business here.
        directories = (run.last == "run" ? [run, run.dropLast()] : [run]).map { $0.joined(separator: "/") }
        entrances = try Entrance.all(configuration)
        for (number, entrance) in entrances { try poller.add(entrance.listener.descriptor, number: number) }
        openToOthers()
    }

    // MARK: Coming and going

    /// Takes in everybody who waits at an entrance; false if the number is none.
    ///
    /// But for the foreigners' socket, the kernel must name a user that may come in. For peers of other hosts it is the key
    /// that counts, which the bridge tells; until then nothing is allowed.
    func takeIn(_ number: UInt64, _ now: UInt64) -> Bool {
        guard number < PeerDirectory.firstNumber, let entrance = entrances[number] else { return false }
        while let (descriptor, credentials) = entrance.listener.accept() {
            let stream = SocketStream(descriptor)
            let connection = ZMTPConnection(
                stream,
                entrance.door.socketType,
                credentials: credentials,
                outgoingMax: entrance.door.outgoingMax,
                incomingMax: MessageLimits.relayedMax,
                madeAt: now
            )
            // A handshake that is not finished keeps no peer out.
            let isFull = entrance.door == .foreign && peers.foreignCount >= Self.foreignersMax
            guard !isFull || closeOldestHandshake(at: number) else {
                complaints.record("there are as many foreign peers as may be")
                continue
            }
            guard let rights = firstRights(at: entrance, credentials) else {
                complaints.record("user \(credentials.map { "\($0.user)" } ?? "unknown") may not come in")
                continue
            }
            if entrance.door == .foreign { makeRoom(at: number) }
            let peer = peers.add(entrance, number, stream, connection, rights)
            do {
                try poller.add(descriptor, number: peer.id.number)
                noteFlush(peer)
            } catch {
                complaints.record("a peer cannot be watched: \(error)")
                peers.remove(peer.id)
            }
        }
        return true
    }

    /// Ends the oldest handshake at an entrance for strangers if as many are under way as may be: whoever belongs here is
    /// done with it soon, and those who are not cannot keep anybody out.
    private func makeRoom(at entrance: UInt64) {
        let unfinished = peers.all.lazy.filter { $0.entrance == entrance && !$0.connection.isOpen }.count
        if unfinished >= Self.handshakesMax { closeOldestHandshake(at: entrance) }
    }

    /// Ends the oldest handshake at an entrance; false if there is none.
    @discardableResult
    private func closeOldestHandshake(at entrance: UInt64) -> Bool {
        let unfinished = peers.all.lazy.filter { $0.entrance == entrance && !$0.connection.isOpen }
        guard let oldest = unfinished.min(by: { $0.connection.madeAt < $1.connection.madeAt }) else { return false }
        complaints.record("too many handshakes are under way")
        close(oldest)
        return true
    }

    /// The handshake of a peer is done: now it is known who it is.
    ///
    /// - Returns: Whether it may stay.
    func admit(_ peer: Peer) -> Bool {
        peer.takeKey()
        // The list may have changed since it was taken in.
        guard let rights = currentRights(of: peer) else { return false }
        if let key = peer.key {
            let connections = peers.all.lazy.filter { $0.door == peer.door && $0.key == key }.count
            guard connections <= PeerPolicy.connectionsPerKeyMax else { return false }
        }
        peer.rights = rights
        return true
    }

    /// A peer did what none of ours does; said in the log once a second, however often it happens.
    func complain(_ reason: String) { complaints.record(reason) }

    /// Says in the log what there was to complain about.
    func sayComplaints() { complaints.flush() }

    /// Looks whether the list of who may come in has changed.
    ///
    /// - Returns: Those who have other rights now, or none: they are to go, and may come again with what they have.
    func reloadPolicy() -> [Peer] {
        guard policy.reloadIfChanged() else { return [] }
        openToOthers()
        return peers.all.filter { peer in
            peer.connection.isOpen && currentRights(of: peer) != peer.rights
        }
    }

    private func openToOthers() {
        guard policy.register.hasUsers else { return }
        for directory in directories {
            var status = stat()
            // Under systemd, a group may make sockets beside the broker's, and the sticky bit keeps it from the broker's.
            let isShared = stat(directory, &status) == 0 && status.st_mode & S_ISVTX != 0
            chmod(directory, isShared ? 0o1711 | status.st_mode & 0o070 : 0o711)
        }
        for entrance in entrances.values where entrance.door != .foreign || entrance.isForBridge {
            entrance.listener.openToEveryUser()
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

    /// Those who should have said who they are by now, and foreigners who hold a connection for nothing.
    ///
    /// To be asked once a second.
    func overstayers(_ now: UInt64) -> [Peer] {
        peers.all.filter { peer in
            guard peer.connection.isOpen else {
                return Deadline.elapsed(from: peer.connection.madeAt, to: now) > Self.handshakeMaxNs
            }
            return peer.door == .foreign && peer.patience.isOver(peer)
        }
    }

    // MARK: Writing

    /// A peer to write to; what is written goes out at the end of the round.
    func open(_ id: PeerID) -> Peer? {
        guard let peer = peers[id], !peer.isOverrun else { return nil }
        noteFlush(peer)
        if peer.connection.outgoingCount > Self.earlyWriteMin { write(peer) }
        return peer
    }

    func noteFlush(_ peer: Peer) {
        guard !peer.connection.isFlushNoted else { return }
        peer.connection.isFlushNoted = true
        toFlush.append(peer)
    }

    /// Somebody who left far too much unread, and is to go.
    func nextOverrun() -> Peer? { overrun.popLast() }

    /// Somebody who reads no more, and is to be heard out.
    func nextEnding() -> Peer? { ending.popLast() }

    /// Writes what the round had to say.
    func flush() {
        for peer in toFlush {
            peer.connection.isFlushNoted = false
            if peers[peer.id] != nil { write(peer) }
        }
        toFlush.removeAll(keepingCapacity: true)
    }

    /// Writes what waits for a peer, and has the poller tell when the rest can be written.
    func write(_ peer: Peer) {
        let connection = peer.connection
        let progress = connection.flush()
        let mustWait = progress == .mustWait
        if progress == .ended, !peer.isEnding {
            peer.isEnding = true
            ending.append(peer)
        }
        if connection.refused > 0, peer.door != .eventsOut { giveUp(peer) }
        noteBacklog(of: peer)
        guard mustWait != connection.isWaitingToWrite else { return }
        connection.isWaitingToWrite = mustWait
        watch(peer)
    }

    /// Records what still waits for a peer, and gives up the one that leaves too much unread.
    private func noteBacklog(of peer: Peer) {
        let byteCount = peer.connection.outgoingCount
        guard byteCount > 0 || peer.hasBacklog else { return }
        peer.hasBacklog = byteCount > 0
        let limited = !peer.rights.isOfStack
        guard let id = outgoing.record(byteCount, for: peer.id, of: peer.owner, isLimited: limited),
            let slow = peers[id]
        else { return }
        giveUp(slow)
    }

    /// Ends a peer that reads too little, at the end of the round.
    private func giveUp(_ peer: Peer) {
        guard !peer.isEnding else { return }
        peer.isEnding = true
        peer.isOverrun = true
        overrun.append(peer)
    }

    // MARK: Pausing

    /// Handles nothing more of a peer for now: what it goes on sending waits here for a bit, and then with it.
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

    /// Whether somebody waits to be resumed.
    var hasToResume: Bool { !toResume.isEmpty }

    /// Has the poller tell what is of interest about a peer.
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
