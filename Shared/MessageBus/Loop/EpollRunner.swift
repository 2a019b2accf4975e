import Contracts
import Logging

/// Runs a socket loop on its own thread, which sleeps when there is nothing to do.
final class EpollRunner {
    /// The longest sleep, in milliseconds.
    ///
    /// It is slightly longer than the broker's heartbeat interval. Each heartbeat is answered at once, so an idle
    /// process wakes up once for both.
    private static let sleepMaxMs = MessageLimits.heartbeatIntervalMs + 100
    /// The number under which the poller reports a wake-up; the numbers of the links follow.
    private static let wakeNumber: UInt64 = 0
    /// Each broker has three links: requests, publisher, subscriber.
    private static let numbersPerBroker: UInt64 = 3

    private let loop: IOLoop
    private let poller: Poller
    private let sleep: ThreadSleep

    init(
        _ configuration: BusConfiguration,
        _ services: [ServedService],
        _ mailbox: Mailbox,
        _ sleep: ThreadSleep,
        _ presence: Presence,
        _ logger: Logger,
        _ spans: SpanBuffer
    ) throws(SocketError) {
        self.sleep = sleep
        let poller = try Poller()
        self.poller = poller
        func transport(_ number: UInt64) -> PolledLinkTransport {
            PolledLinkTransport(poller: poller, number: number)
        }
        var (links, events) = ([BrokerLink](), [EventSockets]())
        for (index, broker) in configuration.brokers.enumerated() {
            let first = Self.wakeNumber + 1 + UInt64(index) * Self.numbersPerBroker
            links.append(try BrokerLink(broker.requests, .dealer, transport(first)))
            events.append(
                try EventSockets(broker, publisher: transport(first + 1), subscriber: transport(first + 2))
            )
        }
        let worker = WorkerSide(services, instance: configuration.instance, mailbox, logger, spans)
        loop = IOLoop(links: links, events: events, worker, mailbox, logger, configuration.stopLimits)
        loop.presence = presence
        try poller.add(sleep.signal.descriptor, number: Self.wakeNumber)
    }

    /// Runs until the process stops or has drained.
    func run() {
        while !loop.isStopped {
            let now = Deadline.monotonicNanoseconds()
            if !loop.round(now) { waitForWork(now) }
        }
        loop.finish()
    }

    private func waitForWork(_ now: UInt64) {
        if loop.calls.count <= SpinGate.inFlightMax, loop.gate.isOpen(at: now), spin(until: now + SpinGate.spinNs) {
            return
        }
        guard sleep.prepare(if: { loop.mailbox.isEmpty }) else { return }
        let count = poller.wait(milliseconds: min(loop.nextTimeMs(now) ?? Self.sleepMaxMs, Self.sleepMaxMs))
        var (isWoken, hasEvents) = (false, false)
        for index in 0..<count {
            let number = poller.report(index).number
            if number == Self.wakeNumber { isWoken = true }
            if number != Self.wakeNumber, number % Self.numbersPerBroker != 1 { hasEvents = true }
        }
        sleep.didWake(wasRaised: isWoken)
        if hasEvents { loop.readSides(Deadline.monotonicNanoseconds()) }
    }

    /// Polls for work for a short time; returns whether there was some.
    private func spin(until end: UInt64) -> Bool {
        var now = Deadline.monotonicNanoseconds()
        while now < end {
            if loop.takeCommands(now) || loop.receive(now) {
                loop.flush()
                return true
            }
            SpinGate.yieldProcessor()
            now = Deadline.monotonicNanoseconds()
        }
        return false
    }
}
