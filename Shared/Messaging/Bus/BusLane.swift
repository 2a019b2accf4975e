import Contracts
import Logging
import Synchronization

/// Carries the calls that are made on somebody else's event loop, over connections of its own.
///
/// Everything but the bus's entrance runs on that loop.
final class BusLane: Sendable {
    let mailbox: Mailbox
    private let host: any HostLoop
    private let state: State
    private let turns: Turns

    /// Whether the caller runs on the event loop.
    var isCurrent: Bool { host.isCurrent }

    init(_ host: any HostLoop) {
        self.host = host
        let state = State()
        let turns = Turns(host) { state.turn() }
        (self.state, self.turns) = (state, turns)
        mailbox = Mailbox { turns.schedule() }
    }

    /// Connects to the brokers; what was called before goes out then.
    ///
    /// - Throws: `SocketError` if an endpoint is none.
    func start(_ configuration: BusConfiguration, _ logger: Logger) async throws {
        let (host, state, mailbox) = (host, state, mailbox)
        let result: Result<Void, any Error> = await withCheckedContinuation { continuation in
            host.execute {
                continuation.resume(
                    returning: Result { try state.begin(configuration, host, mailbox, logger) }
                )
            }
        }
        try result.get()
    }

    /// Answers all who wait, and ends the connections.
    func stop() async {
        let (host, state) = (host, state)
        mailbox.post(.stop)
        await withCheckedContinuation { continuation in
            host.execute {
                state.turn()
                continuation.resume()
            }
        }
    }

    /// Has a turn taken soon, once for all who ask meanwhile: what one round of the event loop posts goes out together.
    private final class Turns: Sendable {
        private let host: any HostLoop
        private let take: @Sendable () -> Void
        private let isScheduled = Atomic(false)

        init(_ host: any HostLoop, take: @escaping @Sendable () -> Void) {
            self.host = host
            self.take = take
        }

        func schedule() {
            guard !isScheduled.exchange(true, ordering: .sequentiallyConsistent) else { return }
            host.execute { [self] in
                isScheduled.store(false, ordering: .sequentiallyConsistent)
                take()
            }
        }
    }

    /// What belongs to the event loop.
    @safe private final class State: @unchecked Sendable {
        // Nothing here is touched but on the event loop, so nothing guards it.
        private var loop: SocketLoop?
        private var host: (any HostLoop)?
        /// When the next turn comes by itself, on the monotonic clock.
        private var turnDue: UInt64?
        private var isTurning = false
        /// Whether there was something to do in the middle of a turn: a write that fails tells of the end at once.
        private var mustTurnAgain = false

        func begin(
            _ configuration: BusConfiguration,
            _ host: any HostLoop,
            _ mailbox: Mailbox,
            _ logger: Logger
        ) throws(SocketError) {
            let carrier = HostedCarrier(
                host: host,
                whenReady: { [weak self] in self?.turn() }
            )
            var links: [BrokerLink] = []
            for broker in configuration.brokers {
                links.append(try BrokerLink(broker.requests, .dealer, carrier))
            }
            let worker = WorkerSide([], instance: configuration.instance, mailbox, logger)
            loop = SocketLoop(links: links, events: [], worker, mailbox, logger, configuration.stopLimits)
            self.host = host
            turn()
        }

        /// Does what is to be done, and sees to it that time is minded.
        func turn() {
            guard !isTurning else {
                mustTurnAgain = true
                return
            }
            isTurning = true
            defer { isTurning = false }
            repeat {
                mustTurnAgain = false
                takeTurn()
            } while mustTurnAgain
        }

        private func takeTurn() {
            guard let loop else { return }
            var now = Deadline.monotonicNanoseconds()
            // What a stream holds already is told once; so it goes on until nothing is left.
            while loop.round(now), !loop.isStopped { now = Deadline.monotonicNanoseconds() }
            if loop.isStopped {
                self.loop = nil
                loop.finish()
            } else if let milliseconds = loop.nextTimeMs(now) {
                scheduleTurn(afterMilliseconds: milliseconds, now)
            }
        }

        /// Sees to it that a turn comes by then; one that comes later than that, such as at the end of a handshake's patience,
        /// is no help to a connection that was lost meanwhile.
        private func scheduleTurn(afterMilliseconds milliseconds: Int, _ now: UInt64) {
            let due = now + UInt64(milliseconds) * 1_000_000
            if let turnDue, turnDue <= due { return }
            turnDue = due
            host?.schedule(afterMilliseconds: milliseconds) { [weak self] in
                if self?.turnDue == due { self?.turnDue = nil }
                self?.turn()
            }
        }
    }
}

/// Carries a link's bytes on an event loop.
private struct HostedCarrier: LinkCarrier {
    let host: any HostLoop
    let whenReady: @Sendable () -> Void

    func carry(_ descriptor: Int32) throws(SocketError) -> any LinkStream {
        host.carry(descriptor, whenReady: whenReady)
    }
}
