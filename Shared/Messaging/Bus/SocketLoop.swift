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
    /// How long what was said last may take to get out before the process ends.
    private static let farewellMaxMs: Int32 = 100

    /// Under which the poller reports what.
    private enum Number {
        static let wake: UInt64 = 0
        static let requests: UInt64 = 1
        static let publisher: UInt64 = 2
        static let subscriber: UInt64 = 3
    }

    private let mailbox: Mailbox
    private let logger: Logger
    private let poller: Poller
    private let events: EventSockets
    private let link: BrokerLink
    private let frames = FrameBuffer()
    private var calls = CallTable()
    private var worker: WorkerSide
    private var gate = SpinGate()
    private var commands: [BusCommand] = []
    private var lastDeadlineCheck: UInt64 = 0
    private var lastSideCheck: UInt64 = 0
    private var drainDeadline: UInt64?
    private var isStopped = false

    init(
        _ configuration: BusConfiguration,
        _ services: [ServedService],
        _ mailbox: Mailbox,
        _ logger: Logger
    ) throws(SocketError) {
        self.mailbox = mailbox
        self.logger = logger
        poller = try Poller()
        events = try EventSockets(configuration, poller, numbers: (Number.publisher, Number.subscriber))
        link = try BrokerLink(configuration.requests, .dealer, poller, number: Number.requests)
        worker = WorkerSide(services, instance: configuration.instance, mailbox, logger)
        try poller.add(mailbox.wake.descriptor, number: Number.wake)
    }

    /// Works until the process stops or has drained.
    ///
    /// - Throws: `SocketError` if no connection can be made, for another reason than that the broker is away.
    func run() throws(SocketError) {
        defer { calls.failAll(ServiceError(.unavailable, "This process is stopping.")) }
        while !isStopped {
            let now = Deadline.monotonicNanoseconds()
            let hasCommands = takeCommands(now)
            let hasMessages = receive(now)
            try mindTime(now)
            flush()
            if !hasCommands, !hasMessages { rest(now) }
        }
        if link.isUp { worker.leave(link) }
        events.flush(withinMilliseconds: Self.farewellMaxMs)
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
        case .call(let call): calls.add(call, link, now)
        case .cancelCall(let id): calls.cancel(id, link)
        case .reply(let task, let result): worker.finish(task, result, link)
        case .publish(let topic, let payload): events.publish(topic, payload)
        case .subscribe(let topic, let continuation): events.subscribe(topic, continuation)
        case .stop: isStopped = true
        case .drain:
            drainDeadline = now + Self.drainMaxNs
            worker.beginDrain(link)
        }
    }

    // MARK: Receiving

    private func receive(_ now: UInt64) -> Bool {
        var count = 0
        for _ in 0..<Self.readsMax {
            let progress = link.receive(now)
            if progress == .ended { lostBroker(now) }
            guard progress == .moved else { break }
            count += takeMessages(now)
        }
        guard count > 0 else { return false }
        calls.deliver()
        gate.noteRound(messages: count, at: now)
        return true
    }

    private func takeMessages(_ now: UInt64) -> Int {
        var count = 0
        let generation = link.generation
        while true {
            switch link.next(frames, now) {
            case .nothing:
                if link.generation != generation { brokerIsLost() }
                return count
            case .opened: linkCameUp()
            case .subscription: continue
            case .message:
                count += 1
                dispatch()
                if count % Self.answersTogether == 0 { link.flush() }
            }
        }
    }

    private func dispatch() {
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

    private func mindTime(_ now: UInt64) throws(SocketError) {
        if Deadline.elapsed(from: lastSideCheck, to: now) > Self.sideCheckNs { readSides(now) }
        if calls.count > 0, Deadline.elapsed(from: lastDeadlineCheck, to: now) > Self.deadlineCheckNs {
            lastDeadlineCheck = now
            calls.expire(now, link)
        }
        if link.isUp {
            worker.sendHeartbeat(link, now)
            let silenceNs = Deadline.elapsed(from: link.lastHeard, to: now)
            if worker.isWorker, silenceNs > Self.silenceMaxNs { lostBroker(now) }
        }
        try link.connectIfDue(now)
        try events.connectIfDue(now)
        if let drainDeadline, worker.isIdle || now > drainDeadline { isStopped = true }
    }

    private static var silenceMaxNs: UInt64 {
        UInt64(MessageLimits.heartbeatIntervalMs * (MessageLimits.livenessHeartbeats + 1)) * 1_000_000
    }

    private func lostBroker(_ now: UInt64) {
        link.lose(now)
        brokerIsLost()
    }

    /// The broker is gone: what may be repeated is sent again to the next one, the rest is answered.
    private func brokerIsLost() {
        logger.notice("the connection to the broker is lost; looking for it again")
        calls.linkLost()
    }

    private func linkCameUp() {
        worker.register(link)
        calls.sendWaiting(link)
    }

    // MARK: Writing and sleeping

    private func flush() {
        link.flush()
        events.flush()
    }

    private func rest(_ now: UInt64) {
        if calls.count <= SpinGate.inFlightMax, gate.isOpen(at: now), spin(until: now + SpinGate.spinNs) { return }
        guard mailbox.prepareToSleep() else { return }
        let numbers = (0..<poller.wait(milliseconds: sleepMs(now))).map { poller.report($0).number }
        mailbox.didWake(wasRaised: numbers.contains(Number.wake))
        if numbers.contains(where: { $0 >= Number.publisher }) { readSides(Deadline.monotonicNanoseconds()) }
    }

    private func sleepMs(_ now: UInt64) -> Int {
        let longest = calls.count > 0 ? Int(Self.deadlineCheckNs / 1_000_000) : Self.sleepMaxMs
        guard let due = [link.attemptDue, events.attemptDue].compactMap(\.self).min() else { return longest }
        return min(longest, Int(Deadline.elapsed(from: now, to: due) / 1_000_000) + 1)
    }

    /// Looks at what comes besides requests and replies.
    private func readSides(_ now: UInt64) {
        lastSideCheck = now
        events.receive(frames, now)
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
