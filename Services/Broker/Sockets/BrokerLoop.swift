import BrokerCore
import Contracts
import Logging
import MessageBus
import Observability
import ServiceKit
import Threading
import ZMTP

/// Runs the broker's thread: turns socket input into events of the state machine, and runs the timers.
final class BrokerLoop {
    /// The interval at which deadlines are checked while requests are held, in nanoseconds.
    private static let tickNs: UInt64 = 10_000_000
    /// The longest wait while nothing is held, in milliseconds; heartbeat timers run in between.
    private static let sleepMaxMs = 500
    /// A round longer than this means that the process itself was suspended, in nanoseconds.
    private static let pauseNs: UInt64 = 1_000_000_000
    /// The interval at which idle and unfinished connections are closed, in nanoseconds.
    private static let sweepNs: UInt64 = 1_000_000_000
    /// Reads of a peer that is being closed: enough for the contents of a socket buffer, and a bound on a peer that
    /// continues to send.
    private static let lastReadsMax = 64
    /// How long shutdown waits until only retryable requests are held, in nanoseconds.
    private static let drainMaxNs: UInt64 = 5_000_000_000
    /// Rounds that read the input received during a suspension before any timeout is checked.
    private static let roundsAfterPause = 64

    private let stop: StopSignal
    private let logger: Logger
    private let sockets: BrokerSockets
    private let router: RequestRouter
    /// Identifies this broker.
    private let process: String
    private let frames = FrameBuffer()
    private var events = EventProxy()
    private var gate = SpinGate()
    private var lastTick: UInt64 = 0
    private var lastSweep: UInt64 = 0
    private var lastReport: UInt64 = 0
    /// When the stop signal was first seen; nil before.
    private var stopSeen: UInt64?

    init(_ configuration: BrokerConfiguration, _ stop: StopSignal, _ logger: Logger) throws {
        self.stop = stop
        self.logger = logger
        process = configuration.process
        sockets = try BrokerSockets(configuration, logger)
        let core = BrokerCore(
            epoch: .random(in: 1...UInt64.max),
            limits: configuration.limits,
            names: Array(RequestRouter.ownNames)
        )
        router = RequestRouter(core, sockets, logger)
        try sockets.poller.add(stop.wake.descriptor, number: BrokerSockets.wakeNumber)
    }

    func run() {
        var lastRound = Deadline.monotonicNanoseconds()
        while true {
            let now = Deadline.monotonicNanoseconds()
            stop.answer()
            if mayStop(now) { break }
            if Deadline.elapsed(from: lastRound, to: now) > Self.pauseNs { catchUp(now) }
            runTimers(now)
            sockets.flush()
            closeEndedPeers(now)
            lastRound = now
            waitForWork(now)
        }
        guard router.badMessages > 0 else { return }
        logger.notice("invalid messages received", metadata: ["count": "\(router.badMessages)"])
    }

    /// Returns whether the loop was asked to stop, and stopping leaves no request without an answer.
    ///
    /// Clients send retryable requests again, to the next broker. Other requests are waited for, and answered as
    /// unknown only after the limit.
    private func mayStop(_ now: UInt64) -> Bool {
        guard stop.isStopped else { return false }
        let since = stopSeen ?? now
        stopSeen = since
        return stop.isHurried || !router.core.holdsUnretryable
            || Deadline.elapsed(from: since, to: now) > Self.drainMaxNs
    }

    // MARK: Receiving

    /// Waits for input and handles it; returns the number of messages.
    private func work(waitMs: Int) -> Int {
        let count = sockets.poller.wait(milliseconds: sockets.hasResumedPeers ? 0 : waitMs)
        guard count > 0 || sockets.hasResumedPeers else { return 0 }
        let now = Deadline.monotonicNanoseconds()
        var messages = 0
        for index in 0..<count {
            let report = sockets.poller.report(index)
            if report.number == BrokerSockets.wakeNumber {
                // The next round reads the stop signal; while the signal is raised, no wait blocks.
                stop.wake.clear()
            } else if sockets.acceptPeers(report.number, now) {
                continue
            } else if let peer = sockets.peers[PeerID(report.number)] {
                if report.isWritable { sockets.write(peer) }
                if report.isReadable { messages += read(peer, now) }
            }
        }
        while let peer = sockets.nextToResume() { messages += handle(peer, now) }
        if messages > 0 { gate.recordRound(messages: messages, at: now) }
        sockets.flush()
        closeEndedPeers(now)
        return messages
    }

    /// Reads once from a peer; the poller reports the peer again if there is more.
    private func read(_ peer: Peer, _ now: UInt64) -> Int {
        switch peer.connection.receive() {
        case .mustWait: return 0
        case .ended:
            // Everything that the peer sent before the end has been read.
            disconnect(peer, now)
            return 0
        case .moved: return handle(peer, now)
        }
    }

    /// Handles the messages that were read; disconnects a peer that violates the protocol.
    private func handle(_ peer: Peer, _ now: UInt64) -> Int {
        do {
            return try handleMessages(of: peer, now)
        } catch {
            sockets.recordRejection("a peer violates ZMTP: \(error)")
            disconnect(peer, now)
            return 0
        }
    }

    private func handleMessages(of peer: Peer, _ now: UInt64) throws(ZMTPViolation) -> Int {
        var count = 0
        if peer.isPaused { try answerPings(of: peer) }
        while !peer.isPaused {
            switch try peer.connection.next(frames) {
            case .nothing:
                // An answer to a greeting or a PING may be queued.
                if peer.connection.outgoingCount > 0 { sockets.scheduleFlush(peer) }
                return count
            case .opened:
                guard sockets.admit(peer) else { throw .notListed }
                if peer.role == .eventsIn { EventProxy.subscribeToAll(of: peer.connection) }
            case .subscription(let topic, let isWanted): try subscribe(peer, topic, isWanted)
            case .message:
                count += 1
                if peer.role == .eventsOut, let (topic, isWanted) = EventProxy.subscription(in: frames) {
                    try subscribe(peer, topic, isWanted)
                } else if !handleMessage(peer, now) {
                    router.badMessages += 1
                }
            }
        }
        return count
    }

    /// Adds or removes a subscription, received as a command or as a message.
    ///
    /// - Throws: `ZMTPViolation.tooManyTopics` if the peer has too many subscriptions.
    private func subscribe(_ peer: Peer, _ topic: [UInt8], _ isWanted: Bool) throws(ZMTPViolation) {
        guard maySubscribe(peer, topic) else {
            return sockets.recordRejection("a peer may not subscribe to this topic")
        }
        guard peer.role == .eventsOut else { return }
        guard events.updateSubscription(topic, isWanted: isWanted, by: peer.id) else { throw .tooManyTopics }
    }

    /// Answers the PINGs of a paused peer, so that the peer knows that the broker is alive.
    private func answerPings(of peer: Peer) throws(ZMTPViolation) {
        try peer.connection.answerPings()
        sockets.scheduleFlush(peer)
        sockets.watch(peer)
    }

    /// Handles one message; returns false if it is invalid.
    private func handleMessage(_ peer: Peer, _ now: UInt64) -> Bool {
        switch peer.role {
        case .requests: return router.handleMessage(frames, from: peer, now)
        case .external: return router.handleExternalMessage(frames, from: peer, now)
        case .eventsOut: return false
        case .eventsIn:
            guard peer.permissions.areUnlimited || peer.permissions.mayPublish(frames.text(0) ?? "") else {
                sockets.recordRejection("a peer may not publish on this topic")
                return true
            }
            for id in events.subscribers(of: frames) { sockets.open(id)?.connection.sendWire(frames.wire(from: 0)) }
            if frames.bytes(0).elementsEqual(MetricsQuestion.topic.utf8) { publishMetrics(now) }
            return true
        }
    }

    /// Publishes this broker's metrics after a process asked for all metrics.
    private func publishMetrics(_ now: UInt64) {
        guard Deadline.elapsed(from: lastReport, to: now) >= MetricsReport.pauseNs else { return }
        lastReport = now
        let topic = Array(MetricsReport.topic(of: BrokerStatus.service).utf8)
        let subscribers = events.subscribers(of: topic)
        // Texts and finite numbers can always be encoded.
        guard !subscribers.isEmpty,
            let payload = try? PayloadCoder.encode(router.metricsReport(ProcessMetrics.ofSystem(), of: process))
        else { return }
        for id in subscribers {
            guard let connection = sockets.open(id)?.connection, connection.send(topic, more: true) else { continue }
            connection.send(payload, more: false)
        }
    }

    /// Returns whether a peer may subscribe to a topic, given as bytes.
    private func maySubscribe(_ peer: Peer, _ topic: some Collection<UInt8>) -> Bool {
        peer.permissions.areUnlimited || peer.permissions.maySubscribe(String(decoding: topic, as: UTF8.self))
    }

    private func disconnect(_ peer: Peer, _ now: UInt64) {
        sockets.close(peer)
        switch peer.role {
        case .requests, .external: router.handleDisconnect(peer.id, now)
        case .eventsOut: events.remove(peer.id)
        case .eventsIn: return
        }
    }

    /// Disconnects peers that left too much unread, and peers that cannot be written to.
    private func closeEndedPeers(_ now: UInt64) {
        while let peer = sockets.nextOverrun() {
            sockets.recordRejection("a peer reads too slowly")
            disconnect(peer, now)
        }
        // Handling these messages may queue output, and so find further peers to disconnect.
        while let peer = sockets.nextEnding() { readRemainingInput(peer, now) }
        sockets.flush()
    }

    /// Handles what a peer sent before it disconnected, without giving it new work.
    private func readRemainingInput(_ peer: Peer, _ now: UInt64) {
        if peer.isWorker { router.handle(.heartbeat(worker: peer.id, capacity: 0), now) }
        for _ in 0..<Self.lastReadsMax {
            guard sockets.peers[peer.id] != nil, peer.connection.receive() == .moved else { break }
            _ = handle(peer, now)
        }
        if sockets.peers[peer.id] != nil { disconnect(peer, now) }
    }

    // MARK: Time

    /// Reads the input received while the broker itself was suspended, before any timeout is checked.
    private func catchUp(_ now: UInt64) {
        router.handle(.wokeUp, now)
        for _ in 0..<Self.roundsAfterPause where work(waitMs: 0) == 0 { return }
    }

    private func runTimers(_ now: UInt64) {
        if Deadline.elapsed(from: lastTick, to: now) > Self.tickNs {
            lastTick = now
            router.handle(.tick, now)
        }
        if Deadline.elapsed(from: lastSweep, to: now) > Self.sweepNs {
            lastSweep = now
            for peer in sockets.expiredPeers(now) + sockets.reloadAccessControl() { disconnect(peer, now) }
            sockets.logRejections()
        }
    }

    // MARK: Sleeping

    private func waitForWork(_ now: UInt64) {
        if router.heldCount <= SpinGate.inFlightMax, gate.isOpen(at: now), spin(until: now + SpinGate.spinNs) { return }
        _ = work(waitMs: router.heldCount > 0 ? Int(Self.tickNs / 1_000_000) : Self.sleepMaxMs)
    }

    /// Polls for work for a short time; returns whether there was some.
    private func spin(until end: UInt64) -> Bool {
        var now = Deadline.monotonicNanoseconds()
        while now < end {
            if work(waitMs: 0) > 0 { return true }
            SpinGate.yieldProcessor()
            now = Deadline.monotonicNanoseconds()
        }
        return false
    }
}
