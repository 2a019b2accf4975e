import Contracts
import Logging

/// What the socket thread does: one round takes commands, receives, minds the time, and sleeps when there is nothing.
final class SocketLoop {
    /// Messages received in one round before commands and time have their turn.
    private static let receiveMax = 64
    /// Answers that go out together: enough to share a wake-up, few enough that the caller has work meanwhile.
    private static let answersTogether = 8
    /// The longest sleep: a little more than the pause between two heartbeats of the broker, each of which is answered
    /// at once, so that an idle process wakes up once for both.
    private static let sleepMaxMs = MessageLimits.heartbeatIntervalMs + 100
    /// How often deadlines are looked at while calls are under way.
    private static let deadlineCheckNs: UInt64 = 20_000_000
    /// How often the monitor and the event bus are looked at while the thread never sleeps.
    private static let sideCheckNs: UInt64 = 2_000_000
    /// How long a drain waits for requests that are held.
    private static let drainMaxNs: UInt64 = 8_000_000_000

    private let mailbox: Mailbox
    private let logger: Logger
    private let configuration: BusConfiguration
    private let context: ZMQContext
    private let events: EventSockets
    private let frames = FrameBuffer()
    private var link: BrokerLink
    private var calls = CallTable()
    private var worker: WorkerSide
    private var gate = SpinGate()
    private var commands: [BusCommand] = []
    private var poller: Poller
    private var lastDeadlineCheck: UInt64 = 0
    private var lastSideCheck: UInt64 = 0
    private var drainDeadline: UInt64?
    private var isStopped = false

    init(
        _ configuration: BusConfiguration,
        _ services: [ServedService],
        _ mailbox: Mailbox,
        _ logger: Logger
    ) throws(ZMQError) {
        self.mailbox = mailbox
        self.logger = logger
        self.configuration = configuration
        context = try ZMQContext()
        events = try EventSockets(configuration, context)
        link = try BrokerLink(configuration.requests, number: 0, context)
        worker = WorkerSide(services, instance: configuration.instance, mailbox, logger)
        poller = try Self.makePoller(link, events, mailbox)
    }

    func run() {
        while !isStopped {
            let now = Deadline.monotonicNanoseconds()
            let hasCommands = takeCommands(now)
            mindTime(now)
            // Receiving comes last: see `Poller`. Nothing is sent between it and the sleep.
            let isBusy = receive(now) || hasCommands
            if !isBusy { rest(now) }
        }
        calls.failAll(ServiceError(.unavailable, "This process is stopping."))
        if link.isUp { worker.leave(link) }
    }

    // MARK: Commands

    private func takeCommands(_ now: UInt64) -> Bool {
        mailbox.take(into: &commands)
        guard !commands.isEmpty else { return false }
        gate.noteRound(messages: commands.count, at: now)
        for command in commands { obey(command) }
        commands.removeAll(keepingCapacity: true)
        return true
    }

    private func obey(_ command: BusCommand) {
        switch command {
        case .call(let call): calls.add(call, link.isUp && !link.isLost ? link : nil)
        case .cancelCall(let id): calls.cancel(id, link)
        case .reply(let task, let result): worker.finish(task, result, link)
        case .publish(let topic, let payload): events.publish(topic, payload)
        case .subscribe(let topic, let continuation): events.subscribe(topic, continuation)
        case .stop: isStopped = true
        case .drain:
            drainDeadline = Deadline.monotonicNanoseconds() + Self.drainMaxNs
            worker.beginDrain(link)
        }
    }

    // MARK: Receiving

    private func receive(_ now: UInt64) -> Bool {
        var count = 0
        while count < Self.receiveMax, frames.receive(from: link.socket) {
            count += 1
            link.lastHeard = now
            dispatch()
            if count % Self.answersTogether == 0 { worker.sendAnswers(link) }
        }
        guard count > 0 else { return false }
        calls.deliver()
        worker.sendAnswers(link)
        gate.noteRound(messages: count, at: now)
        return true
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

    private func mindTime(_ now: UInt64) {
        if Deadline.elapsed(from: lastSideCheck, to: now) > Self.sideCheckNs { readSides(now) }
        if calls.count > 0, Deadline.elapsed(from: lastDeadlineCheck, to: now) > Self.deadlineCheckNs {
            lastDeadlineCheck = now
            calls.expire(now, link)
        }
        if link.isUp {
            worker.sendHeartbeat(link, now)
            if worker.isWorker, Deadline.elapsed(from: link.lastHeard, to: now) > Self.silenceMaxNs { link.lose() }
        }
        if link.isLost { replaceLink() }
        if let drainDeadline, worker.isIdle || now > drainDeadline { isStopped = true }
    }

    private static var silenceMaxNs: UInt64 {
        UInt64(MessageLimits.heartbeatIntervalMs * (MessageLimits.livenessHeartbeats + 1)) * 1_000_000
    }

    /// The broker is gone: what may be repeated is sent again to the next one, the rest is answered.
    private func replaceLink() {
        logger.notice("the connection to the broker is lost; looking for it again")
        do {
            link = try BrokerLink(configuration.requests, number: link.number + 1, context)
            poller = try Self.makePoller(link, events, mailbox)
            calls.linkLost()
        } catch {
            logger.critical("no new connection can be made", metadata: ["error": "\(error)"])
            isStopped = true
        }
    }

    private func linkCameUp() {
        worker.register(link)
        calls.sendWaiting(link)
    }

    // MARK: Sleeping

    private func rest(_ now: UInt64) {
        if calls.count <= SpinGate.inFlightMax, gate.isOpen(at: now), spin(until: now + SpinGate.spinNs) { return }
        guard mailbox.prepareToSleep() else { return }
        poller.wait(milliseconds: calls.count > 0 ? Int(Self.deadlineCheckNs / 1_000_000) : Self.sleepMaxMs)
        mailbox.didWake()
        guard poller.isReadable(1) || poller.isReadable(2) else { return }
        readSides(Deadline.monotonicNanoseconds())
    }

    /// Looks at what comes besides requests and replies.
    private func readSides(_ now: UInt64) {
        lastSideCheck = now
        if link.readReports(frames) { linkCameUp() }
        events.receive(frames)
    }

    /// Looks for work for a short while; whether there is some.
    private func spin(until end: UInt64) -> Bool {
        var now = Deadline.monotonicNanoseconds()
        while now < end {
            if takeCommands(now) || receive(now) { return true }
            SpinGate.giveWay()
            now = Deadline.monotonicNanoseconds()
        }
        return false
    }

    private static func makePoller(_ link: BrokerLink, _ events: EventSockets, _ mailbox: Mailbox) throws(ZMQError)
        -> Poller
    {
        var poller = Poller()
        try poller.add(link.socket)
        try poller.add(link.reports)
        try poller.add(events.subscriber)
        poller.add(descriptor: mailbox.wake.descriptor)
        return poller
    }
}
