import Contracts
import Logging

/// What the socket thread does: one round takes commands, receives, minds the time, writes, and sleeps when there is
/// nothing.
final class SocketLoop {
    /// Reads of one round before commands and time have their turn.
    static let readsMax = 4
    /// Answers that go out together: enough to share a system call, few enough that the caller has work meanwhile.
    static let answersTogether = 8
    /// The longest sleep: a little more than the pause between two heartbeats of the broker, each of which is answered
    /// at once, so that an idle process wakes up once for both.
    static let sleepMaxMs = MessageLimits.heartbeatIntervalMs + 100
    /// How often deadlines are looked at while calls are under way.
    static let deadlineCheckNs: UInt64 = 20_000_000
    /// How often the event bus is looked at while the thread never sleeps.
    static let sideCheckNs: UInt64 = 2_000_000
    /// How long a drain waits for requests that are held.
    static let drainMaxNs: UInt64 = 8_000_000_000
    /// How long an idle process waits until its brokers have read that it takes no more requests.
    static let settleMaxNs: UInt64 = 1_000_000_000
    /// How long what was said last may take to get out before the process ends.
    static let farewellMaxMs: UInt64 = 100

    /// How often at most the log says that a broker does not let this process in.
    static let complaintPauseNs: UInt64 = 30_000_000_000

    /// Under which the poller reports that somebody wakes the thread; the brokers' connections follow.
    static let wakeNumber: UInt64 = 0
    /// For each broker: requests, publisher, subscriber.
    static let numbersPerBroker: UInt64 = 3

    let mailbox: Mailbox
    let logger: Logger
    let poller: Poller
    /// The brokers' queues, the preferred one first.
    let links: [BrokerLink]
    let events: [EventSockets]
    let frames = FrameBuffer()
    var subscriptions: [String: [AsyncStream<[UInt8]>.Continuation]] = [:]
    var calls = CallTable()
    var worker: WorkerSide
    var gate = SpinGate()
    var commands: [BusCommand] = []
    var lastDeadlineCheck: UInt64 = 0
    var lastSideCheck: UInt64 = 0
    var lastComplaint: UInt64 = 0
    /// When a drain began.
    var drainStart: UInt64?
    var isStopped = false

    init(
        _ configuration: BusConfiguration,
        _ services: [ServedService],
        _ mailbox: Mailbox,
        _ logger: Logger
    ) throws(SocketError) {
        self.mailbox = mailbox
        self.logger = logger
        let poller = try Poller()
        self.poller = poller
        var (links, events) = ([BrokerLink](), [EventSockets]())
        for (index, endpoints) in configuration.brokers.enumerated() {
            let first = Self.wakeNumber + 1 + UInt64(index) * Self.numbersPerBroker
            links.append(
                try BrokerLink(
                    endpoints.requests,
                    security: endpoints.security,
                    .dealer,
                    poller,
                    wake: mailbox.wake,
                    number: first
                )
            )
            events.append(
                try EventSockets(endpoints, poller, wake: mailbox.wake, numbers: (first + 1, first + 2))
            )
        }
        self.links = links
        self.events = events
        worker = WorkerSide(services, instance: configuration.instance, mailbox, logger)
        try poller.add(mailbox.wake.descriptor, number: Self.wakeNumber)
    }

    /// Works until the process stops or has drained.
    ///
    func run() {
        while !isStopped {
            let now = Deadline.monotonicNanoseconds()
            let hasCommands = takeCommands(now)
            let hasMessages = receive(now)
            mindTime(now)
            flush()
            if !hasCommands, !hasMessages { rest(now) }
        }
        for link in links { worker.leave(link) }
        for events in events { events.flush(withinMilliseconds: Self.farewellMaxMs) }
        end()
    }

    /// Answers all who wait: nobody else will.
    private func end() {
        let error = ServiceError(.unavailable, "This process is stopping.")
        calls.failAll(error)
        for command in mailbox.close() {
            if case .call(let call) = command { call.finish(.failure(error)) }
        }
    }

    // MARK: Commands

    func takeCommands(_ now: UInt64) -> Bool {
        mailbox.take(into: &commands)
        guard !commands.isEmpty else { return false }
        gate.noteRound(messages: commands.count, at: now)
        for command in commands { obey(command, now) }
        commands.removeAll(keepingCapacity: true)
        return true
    }

    private func obey(_ command: BusCommand, _ now: UInt64) {
        switch command {
        case .call(let call): calls.add(call, links, now)
        case .cancelCall(let id): calls.cancel(id, links)
        case .reply(let task, let result, let endedAt): worker.finish(task, result, endedAt: endedAt, links)
        case .publish(let topic, let payload): for events in events { events.publish(topic, payload) }
        case .subscribe(let topic, let continuation):
            subscriptions[topic, default: []].append(continuation)
            for events in events { events.subscribe(topic) }
        case .stop: isStopped = true
        case .drain:
            drainStart = now
            worker.beginDrain(links)
        }
    }

    // MARK: Receiving

    func receive(_ now: UInt64) -> Bool {
        var count = 0
        for index in links.indices { count += receive(from: index, now) }
        guard count > 0 else { return false }
        calls.deliver()
        gate.noteRound(messages: count, at: now)
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
                if link.generation != generation { isLost(index, now) }
                return count
            case .opened:
                worker.register(link)
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
        guard frames.count >= 2, !frames.isTooLong, let command = frames.byte(1) else { return }
        if frames.frame(0, is: Majordomo.client) {
            if command == Majordomo.ClientCommand.final.rawValue { calls.receive(frames) }
        } else if frames.frame(0, is: Majordomo.worker) {
            switch Majordomo.WorkerCommand(rawValue: command) {
            case .request: worker.receive(frames, link)
            case .cancel: worker.cancel(frames)
            case .disconnect: worker.register(link)
            default: return
            }
        }
    }
}
