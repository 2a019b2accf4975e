import Contracts
import Logging
import Synchronization
import ZMTP

/// Sends the calls of an external event loop over connections of its own.
///
/// Everything except posting to the mailbox runs on that loop.
final class EventLoopTransport: Sendable {
    let mailbox: Mailbox
    private let host: any EventLoopAdapter
    private let state: State
    private let turns: TurnScheduler

    /// Whether the caller runs on the event loop.
    var isCurrent: Bool { host.isCurrent }

    init(_ host: any EventLoopAdapter) {
        self.host = host
        let state = State()
        let turns = TurnScheduler(host) { state.turn() }
        (self.state, self.turns) = (state, turns)
        mailbox = Mailbox { turns.schedule() }
    }

    /// Connects to the brokers; calls made before are sent then.
    ///
    /// - Throws: `SocketError` if an endpoint is invalid.
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

    /// Fails all pending calls and closes the connections.
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

    /// Schedules one turn; calls before it runs are merged.
    ///
    /// All commands that one round of the event loop posts are sent together.
    private final class TurnScheduler: Sendable {
        private let host: any EventLoopAdapter
        private let take: @Sendable () -> Void
        private let isScheduled = Atomic(false)

        init(_ host: any EventLoopAdapter, take: @escaping @Sendable () -> Void) {
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

    /// The state that is confined to the event loop.
    @safe private final class State: @unchecked Sendable {
        // No lock: only the event loop accesses this state.
        private var loop: IOLoop?
        private var host: (any EventLoopAdapter)?
        /// When the next scheduled turn is due, on the monotonic clock.
        private var turnDue: UInt64?
        private var isTurning = false
        /// Whether a turn was requested during a turn; a failing write reports the end of its connection at once.
        private var mustTurnAgain = false

        func begin(
            _ configuration: BusConfiguration,
            _ host: any EventLoopAdapter,
            _ mailbox: Mailbox,
            _ logger: Logger
        ) throws(SocketError) {
            let whenReady: @Sendable () -> Void = { [weak self] in self?.turn() }
            var links: [BrokerLink] = []
            for broker in configuration.brokers {
                links.append(try BrokerLink(broker.requests, .dealer) { host.openStream($0, whenReady: whenReady) })
            }
            loop = IOLoop(links: links, events: [], nil, mailbox, logger, configuration.stopLimits)
            self.host = host
            turn()
        }

        /// Handles commands and input, and schedules the next timer.
        func turn() {
            guard !isTurning else {
                mustTurnAgain = true
                return
            }
            isTurning = true
            defer { isTurning = false }
            repeat {
                mustTurnAgain = false
                runTurn()
            } while mustTurnAgain
        }

        private func runTurn() {
            guard let loop else { return }
            var now = Deadline.monotonicNanoseconds()
            // A stream reports buffered input only once, so rounds repeat until nothing is left.
            while loop.round(now), !loop.isStopped { now = Deadline.monotonicNanoseconds() }
            if loop.isStopped {
                self.loop = nil
                loop.finish()
            } else if let milliseconds = loop.nextTimeMs(now) {
                scheduleTurn(afterMilliseconds: milliseconds, now)
            }
        }

        /// Schedules a turn, unless an earlier one is scheduled.
        ///
        /// A later one is not enough: a connection that was lost meanwhile must not wait for the timeout of a
        /// handshake.
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
