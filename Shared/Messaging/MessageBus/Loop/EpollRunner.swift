import Contracts
import Logging
import Threading
import ZMTP

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
    private let signal: WakeSignal

    /// - Parameters:
    ///   - configuration: The brokers.
    ///   - worker: The services that this process offers; nil if it only calls others.
    ///   - mailbox: Passes commands from other threads.
    ///   - signal: Wakes this thread when the mailbox has a command.
    ///   - logger: Logs lost connections.
    ///   - onServing: Called when a broker has registered the services, and when none is connected any more.
    /// - Throws: `SocketError` if an endpoint is invalid or there are no descriptors.
    init(
        _ configuration: BusConfiguration,
        _ worker: WorkerSide?,
        _ mailbox: Mailbox,
        _ signal: WakeSignal,
        _ logger: Logger,
        onServing: @escaping (Bool) -> Void
    ) throws(SocketError) {
        self.signal = signal
        let poller = try Poller()
        self.poller = poller
        func transport(_ number: UInt64) -> LinkTransport {
            { descriptor throws(SocketError) in try PolledStream(descriptor, poller, number: number) }
        }
        var (links, events) = ([BrokerLink](), [EventSockets]())
        for (index, broker) in configuration.brokers.enumerated() {
            let first = Self.wakeNumber + 1 + UInt64(index) * Self.numbersPerBroker
            links.append(try BrokerLink(broker.requests, .dealer, transport(first)))
            events.append(
                try EventSockets(broker, publisher: transport(first + 1), subscriber: transport(first + 2))
            )
        }
        loop = IOLoop(links: links, events: events, worker, mailbox, logger, configuration.stopLimits)
        loop.onServing = onServing
        try poller.add(signal.descriptor, number: Self.wakeNumber)
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
        guard signal.prepareToSleep(if: { loop.mailbox.isEmpty }) else { return }
        let count = poller.wait(milliseconds: min(loop.nextTimeMs(now) ?? Self.sleepMaxMs, Self.sleepMaxMs))
        var (isWoken, hasEvents) = (false, false)
        for index in 0..<count {
            let number = poller.report(index).number
            if number == Self.wakeNumber { isWoken = true }
            if number != Self.wakeNumber, number % Self.numbersPerBroker != 1 { hasEvents = true }
        }
        signal.didWake(wasRaised: isWoken)
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
