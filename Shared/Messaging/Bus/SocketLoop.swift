import Contracts
import Logging

/// What the socket thread does: one round takes commands, receives, minds the time, writes, and sleeps when there is
/// nothing.
final class SocketLoop {
    /// Reads of one round before commands and time have their turn.
    private static let readsMax = 4
    /// Answers that go out together: enough to share a system call, few enough that the caller has work meanwhile.
    private static let answersTogether = 8
    /// The longest sleep: a little more than the pause between two heartbeats of the broker, each of which is answered
    /// at once, so that an idle process wakes up once for both.
    private static let sleepMaxMs = MessageLimits.heartbeatIntervalMs + 100
    /// How often deadlines are looked at while calls are under way.
    private static let deadlineCheckNs: UInt64 = 20_000_000
    /// How often the event bus is looked at while the thread never sleeps.
    private static let sideCheckNs: UInt64 = 2_000_000
    /// How long a drain waits for requests that are held.
    private static let drainMaxNs: UInt64 = 8_000_000_000
    /// How long an idle process waits until its brokers have read that it takes no more requests.
    private static let settleMaxNs: UInt64 = 1_000_000_000
    /// How long what was said last may take to get out before the process ends.
    private static let farewellMaxMs: UInt64 = 100

    /// How often at most the log says that a broker does not let this process in.
    private static let complaintPauseNs: UInt64 = 30_000_000_000

    /// Under which the poller reports that somebody wakes the thread; the brokers' connections follow.
    private static let wakeNumber: UInt64 = 0
    /// For each broker: requests, publisher, subscriber.
    private static let numbersPerBroker: UInt64 = 3

    private let mailbox: Mailbox
    private let logger: Logger
    private let poller: Poller
    /// The brokers' queues, the preferred one first.
    private let links: [BrokerLink]
    private let events: [EventSockets]
    private let frames = FrameBuffer()
    private var subscriptions: [String: [AsyncStream<[UInt8]>.Continuation]] = [:]
    private var calls = CallTable()
    private var worker: WorkerSide
    private var gate = SpinGate()
    private var commands: [BusCommand] = []
    private var lastDeadlineCheck: UInt64 = 0
    private var lastSideCheck: UInt64 = 0
    private var lastComplaint: UInt64 = 0
    /// When a drain began.
    private var drainStart: UInt64?
    private var isStopped = false

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

    private func takeCommands(_ now: UInt64) -> Bool {
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

    private func receive(_ now: UInt64) -> Bool {
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

    // MARK: Time

    private func mindTime(_ now: UInt64) {
        if Deadline.elapsed(from: lastSideCheck, to: now) > Self.sideCheckNs { readSides(now) }
        if calls.count > 0, Deadline.elapsed(from: lastDeadlineCheck, to: now) > Self.deadlineCheckNs {
            lastDeadlineCheck = now
            calls.expire(now, links)
            loseFrozen(now)
        } else if calls.count == 0, worker.isWorker {
            loseFrozen(now)
        }
        worker.sendHeartbeats(links, now)
        for index in links.indices {
            if links[index].isOverrun { lose(index, now) }
            let failure = links[index].connectIfDue(now)
            if let failure = events[index].connectIfDue(now) ?? failure { complain(index, "\(failure)", now) }
        }
        if let drainStart, isDrained(since: drainStart, now) { isStopped = true }
    }

    /// Whether nothing runs any more and the brokers have everything, or all patience is at an end.
    private func isDrained(since start: UInt64, _ now: UInt64) -> Bool {
        let drainedNs = Deadline.elapsed(from: start, to: now)
        guard drainedNs <= Self.drainMaxNs, worker.isWorker else { return true }
        return worker.isIdle && (drainedNs > Self.settleMaxNs || links.allSatisfy(\.isSettled))
    }

    /// Gives up brokers that stand still: soon where somebody waits for an answer, later where one only serves.
    private func loseFrozen(_ now: UInt64) {
        for (index, link) in links.enumerated() {
            let hasCalls = calls.hasCalls(over: index)
            guard hasCalls || worker.isWorker else { continue }
            let silenceNs = hasCalls ? Self.askWhileWaitingNs : Self.askWhileServingNs
            let patienceNs = hasCalls ? Self.patienceWhileWaitingNs : Self.patienceWhileServingNs
            if link.isFrozen(askAfter: silenceNs, patience: patienceNs, now) { lose(index, now) }
        }
    }

    /// A broker answers within a millisecond; half a second of silence while calls are under way is worth a question.
    private static let askWhileWaitingNs: UInt64 = 500_000_000
    private static let patienceWhileWaitingNs: UInt64 = 500_000_000
    /// A broker sends its workers a heartbeat each second; the same patience as the broker has with them.
    private static let askWhileServingNs = UInt64(MessageLimits.heartbeatIntervalMs) * 1_500_000
    private static let patienceWhileServingNs =
        UInt64(MessageLimits.heartbeatIntervalMs * MessageLimits.livenessHeartbeats) * 1_000_000

    private func lose(_ index: Int, _ now: UInt64) {
        links[index].lose(now)
        isLost(index, now)
    }

    /// A broker is gone: what may be repeated is sent again to the next one, the rest is answered.
    private func isLost(_ index: Int, _ now: UInt64) {
        guard links[index].wasUp else { return complain(index, Self.refusal, now) }
        logger.notice("the connection to a broker is lost; looking for it again", metadata: ["broker": "\(index + 1)"])
        calls.linkLost(index, now)
        calls.sendWaiting(links)
    }

    /// Says now and then why there is no connection to a broker; no call went there.
    private func complain(_ index: Int, _ reason: String, _ now: UInt64) {
        guard Deadline.elapsed(from: lastComplaint, to: now) > Self.complaintPauseNs else { return }
        lastComplaint = now
        logger.warning("no connection to a broker", metadata: ["broker": "\(index + 1)", "reason": "\(reason)"])
    }

    /// Why a broker ends connections before messages can flow.
    private static let refusal = "it ends connections at once; does its list of peers have this process's key?"

    // MARK: Writing and sleeping

    private func flush() {
        for link in links { link.flush() }
        for events in events { events.flush() }
    }

    private func rest(_ now: UInt64) {
        if calls.count <= SpinGate.inFlightMax, gate.isOpen(at: now), spin(until: now + SpinGate.spinNs) { return }
        guard mailbox.prepareToSleep() else { return }
        let count = poller.wait(milliseconds: sleepMs(now))
        var (isWoken, hasEvents) = (false, false)
        for index in 0..<count {
            let number = poller.report(index).number
            if number == Self.wakeNumber { isWoken = true }
            if number != Self.wakeNumber, number % Self.numbersPerBroker != 1 { hasEvents = true }
        }
        mailbox.didWake(wasRaised: isWoken)
        if hasEvents { readSides(Deadline.monotonicNanoseconds()) }
    }

    private func sleepMs(_ now: UInt64) -> Int {
        var wait = calls.count > 0 ? Int(Self.deadlineCheckNs / 1_000_000) : Self.sleepMaxMs
        for index in links.indices {
            let due = min(links[index].attemptDue ?? .max, events[index].attemptDue ?? .max)
            guard due != .max else { continue }
            wait = min(wait, Int(Deadline.elapsed(from: now, to: due) / 1_000_000) + 1)
        }
        return wait
    }

    /// Looks at what comes besides requests and replies.
    private func readSides(_ now: UInt64) {
        lastSideCheck = now
        for events in events {
            events.receive(frames, now) { topic, payload in
                for continuation in subscriptions[topic] ?? [] { continuation.yield(payload) }
            }
        }
    }

    /// Looks for work for a short while; whether there is some.
    private func spin(until end: UInt64) -> Bool {
        var now = Deadline.monotonicNanoseconds()
        while now < end {
            if takeCommands(now) || receive(now) {
                flush()
                return true
            }
            SpinGate.giveWay()
            now = Deadline.monotonicNanoseconds()
        }
        return false
    }
}
