import Contracts
import Logging
import ZMTP

/// Drives the sockets: one round handles commands, receives, runs timers and writes.
///
/// It runs on the socket thread (``EpollRunner``), or on an external event loop (``EventLoopTransport``).
final class IOLoop {
    /// Reads in one round before commands and timers are handled.
    static let readsMax = 4
    /// Answers sent together: enough to share a system call, few enough that the caller has work meanwhile.
    static let answersTogether = 8
    /// The interval of deadline checks while calls are in flight or the process ends, in nanoseconds.
    static let deadlineCheckNs: UInt64 = 20_000_000
    /// The interval of reads from the event bus while the thread never sleeps, in nanoseconds.
    static let sideCheckNs: UInt64 = 2_000_000
    /// How long an idle process waits until its brokers have read that it accepts no more requests, in nanoseconds.
    static let settleMaxNs: UInt64 = 1_000_000_000
    /// How long the last events may take to be written before the process ends, in milliseconds.
    static let finalFlushMaxMs: UInt64 = 100

    /// The shortest pause between log lines about a broker that does not accept this process, in nanoseconds.
    static let failureLogPauseNs: UInt64 = 30_000_000_000

    let mailbox: Mailbox
    let logger: Logger
    let limits: StopLimits
    /// The links to the brokers' request endpoints, the preferred one first.
    let links: [BrokerLink]
    /// The links to their event buses; empty if only calls are sent.
    let events: [EventSockets]
    /// Called when a broker has registered the services, and when none is connected any more; nil if unused.
    var onServing: ((Bool) -> Void)?
    /// The last value passed to ``onServing``.
    private var isServing = false
    let frames = FrameBuffer()
    var subscriptions: [String: [AsyncStream<[UInt8]>.Continuation]] = [:]
    var calls = CallTable()
    /// The services that this process offers over these links; nil if it only calls others.
    var worker: WorkerSide?
    var gate = SpinGate()
    var commands: [BusCommand] = []
    var lastDeadlineCheck: UInt64 = 0
    var lastSideCheck: UInt64 = 0
    var lastFailureLog: UInt64 = 0
    /// When the drain began.
    var drainStart: UInt64?
    /// When the running handlers were cancelled.
    var stopStart: UInt64?
    var isStopped = false

    init(
        links: [BrokerLink],
        events: [EventSockets],
        _ worker: WorkerSide?,
        _ mailbox: Mailbox,
        _ logger: Logger,
        _ limits: StopLimits
    ) {
        self.limits = limits
        self.links = links
        self.events = events
        self.worker = worker
        self.mailbox = mailbox
        self.logger = logger
    }

    /// Runs one round; returns whether there was a command or a message.
    func round(_ now: UInt64) -> Bool {
        let hasCommands = takeCommands(now)
        let hasMessages = receive(now)
        runTimers(now)
        if onServing != nil { setServing(links.contains { $0.hasReadRegistration }) }
        flush()
        return hasCommands || hasMessages
    }

    func flush() {
        for link in links { link.flush() }
        for events in events { events.flush() }
    }

    /// Disconnects from the brokers and fails all pending calls.
    func finish() {
        setServing(false)
        for link in links { worker?.leave(link) }
        for events in events { events.flush(withinMilliseconds: Self.finalFlushMaxMs) }
        end()
        let now = Deadline.monotonicNanoseconds()
        for link in links { link.lose(now) }
    }

    private func setServing(_ isServing: Bool) {
        guard isServing != self.isServing else { return }
        self.isServing = isServing
        onServing?(isServing)
    }

    /// Fails all pending calls and completes pending commands, since no later round will.
    private func end() {
        let error = ServiceError(.unavailable, "This process is stopping.")
        calls.failAll(error)
        for command in mailbox.close() {
            switch command {
            case .call(let call): call.finish(.failure(error))
            case .metrics(let take): take([])
            case .checkLiveness(let continuation): continuation.resume()
            default: continue
            }
        }
    }

    // MARK: Commands

    func takeCommands(_ now: UInt64) -> Bool {
        mailbox.take(into: &commands)
        guard !commands.isEmpty else { return false }
        gate.recordRound(messages: commands.count, at: now)
        for command in commands { execute(command, now) }
        commands.removeAll(keepingCapacity: true)
        return true
    }

    private func execute(_ command: BusCommand, _ now: UInt64) {
        switch command {
        case .call(let call): calls.add(call, links, now)
        case .cancelCall(let id): calls.cancel(id, links)
        case .reply(let task, let result, let endedAt): worker?.finish(task, result, endedAt: endedAt, links)
        case .publish(let topic, let payload): for events in events { events.publish(topic, payload) }
        case .subscribe(let topic, let continuation):
            subscriptions[topic, default: []].append(continuation)
            for events in events { events.subscribe(topic) }
        case .metrics(let take): take(worker?.offered ?? [])
        case .checkLiveness(let continuation): continuation.resume()
        case .stop: if worker?.isIdle ?? true { isStopped = true } else { stopHandlers(now) }
        case .drain:
            drainStart = now
            worker?.beginDrain(links)
        }
    }

    // MARK: Receiving

    func receive(_ now: UInt64) -> Bool {
        var count = 0
        for index in links.indices { count += receive(from: index, now) }
        guard count > 0 else { return false }
        calls.deliver()
        gate.recordRound(messages: count, at: now)
        return true
    }

    private func receive(from index: Int, _ now: UInt64) -> Int {
        var count = 0
        for _ in 0..<Self.readsMax {
            let progress = links[index].receive(now)
            if progress == .ended { lose(index, now) }
            guard progress == .moved else { break }
            count += takeMessages(from: index, now)
        }
        return count
    }

    private func takeMessages(from index: Int, _ now: UInt64) -> Int {
        let link = links[index]
        let generation = link.generation
        var count = 0
        while true {
            switch link.next(frames, now) {
            case .nothing:
                if link.generation != generation { handleLoss(index, now) }
                return count
            case .opened:
                logConnected(index)
                worker?.register(link)
                link.requestPong()
                calls.sendWaiting(links)
            case .subscription: continue
            case .message:
                count += 1
                dispatch(link)
                if count % Self.answersTogether == 0 { link.flush() }
            }
        }
    }

    private func dispatch(_ link: BrokerLink) {
        guard frames.count >= 2, let command = frames.byte(1) else { return }
        if frames.frame(0, is: Majordomo.client) {
            if command == Majordomo.ClientCommand.final.rawValue { calls.receive(frames) }
        } else if frames.frame(0, is: Majordomo.worker) {
            switch Majordomo.WorkerCommand(rawValue: command) {
            case .request: worker?.receive(frames, link)
            case .cancel: worker?.cancel(frames)
            case .disconnect: worker?.register(link)
            default: return
            }
        }
    }
}
