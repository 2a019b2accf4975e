package import Contracts
import ServiceLifecycle
import Settings
import Synchronization

/// Registers all open event streams of this gateway, and wakes them.
///
/// A graceful shutdown ends every stream. Otherwise the endless responses would keep the server from stopping.
package final class LiveHub: Service {
    /// The interval of checks for heartbeats, stuck writes and expired tokens.
    private static let checkInterval = Duration.seconds(1)

    private struct Registration {
        let user: UserID
        let wake: AsyncStream<Void>.Continuation
        /// Returns true if the user's access must be checked again.
        let mayHaveLostAccess: @Sendable () -> Bool
        /// Closes the connection.
        let end: @Sendable () -> Void
        /// Monotonic time in nanoseconds at which the running write began; nil while no write runs.
        var writingSince: UInt64?
        var isHeartbeatDue = false
    }

    private struct State {
        var streams: LiveStreamTable
        var registrations: [Int: Registration] = [:]
        var registrationsOfUser: [UserID: Int] = [:]
        var lastNumber = 0
        var lastHeartbeat: UInt64
        var isStopping = false
        /// Finished when the last stream has ended during shutdown.
        var whenEmpty: AsyncStream<Void>.Continuation?
    }

    private let limits: LiveLimits
    private let state: Mutex<State>

    /// Makes a hub without streams.
    ///
    /// - Parameters:
    ///   - limits: The maximum number of streams and their timeouts.
    ///   - now: Monotonic time in nanoseconds.
    package init(limits: LiveLimits, now: UInt64 = Deadline.monotonicNanoseconds()) {
        self.limits = limits
        let name = UUIDv7.make().description.filter { $0 != "-" }
        state = Mutex(State(streams: LiveStreamTable(name: name), lastHeartbeat: now))
    }

    /// The number of registered streams, including those about to begin.
    package var count: Int { state.withLock { $0.registrations.count } }

    // MARK: Registration

    /// Registers a stream; it receives no hints before ``join(_:after:)``.
    ///
    /// - Parameters:
    ///   - user: The user that receives the hints.
    ///   - mayHaveLostAccess: Returns true if the user's access must be checked again; called about once a second.
    ///   - end: Closes the connection of a client that does not read.
    /// - Returns: The registration, which ends when it is released.
    /// - Throws: `tooManyRequests` if the user has too many streams, `overloaded` if all users together have, and
    ///   `unavailable` if the gateway is stopping.
    package func listener(
        for user: UserID,
        mayHaveLostAccess: @escaping @Sendable () -> Bool,
        end: @escaping @Sendable () -> Void
    ) throws(ServiceError) -> LiveListener {
        let (wakes, wake) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let taken = state.withLock { state -> Result<Int, ServiceError> in
            if let refusal = refusal(of: user, state) { return .failure(refusal) }
            state.lastNumber += 1
            state.registrations[state.lastNumber] = Registration(
                user: user,
                wake: wake,
                mayHaveLostAccess: mayHaveLostAccess,
                end: end
            )
            state.registrationsOfUser[user, default: 0] += 1
            return .success(state.lastNumber)
        }
        return LiveListener(try taken.get(), user, wakes, in: self)
    }

    private func refusal(of user: UserID, _ state: State) -> ServiceError? {
        if state.isStopping { return ServiceError(.unavailable, "This gateway is stopping; reconnect soon.") }
        if state.registrations.count >= limits.listenersMax {
            return ServiceError(.overloaded, "Too many event streams are open; try again later.")
        }
        guard state.registrationsOfUser[user, default: 0] >= limits.perUserMax else { return nil }
        return ServiceError(
            .tooManyRequests,
            "A user may have at most \(limits.perUserMax) open streams; close one first.",
            params: ["max": "\(limits.perUserMax)"]
        )
    }

    /// Starts the delivery of hints to a stream, from now on or from its client's last message.
    ///
    /// - Parameters:
    ///   - listener: A registered stream.
    ///   - lastID: The id of the client's last message, if any.
    /// - Returns: The id from which the client can resume before its first message; nil if the client sent an id.
    package func join(_ listener: LiveListener, after lastID: String?) -> String? {
        let (resumeID, wake) = state.withLock { state in
            state.streams.join(listener.number, listener.user, after: lastID)
            return (lastID == nil ? state.streams.resumeID : nil, state.registrations[listener.number]?.wake)
        }
        wake?.yield()
        return resumeID
    }

    /// Ends a registration, if it has not ended already.
    func leave(_ number: Int) {
        // These are released after the lock.
        let (registration, whenEmpty) = state.withLock { state -> (Registration?, AsyncStream<Void>.Continuation?) in
            guard let registration = state.registrations.removeValue(forKey: number) else { return (nil, nil) }
            state.streams.leave(number)
            let others = state.registrationsOfUser[registration.user, default: 1] - 1
            state.registrationsOfUser[registration.user] = others > 0 ? others : nil
            return (registration, state.registrations.isEmpty ? state.whenEmpty : nil)
        }
        registration?.wake.finish()
        whenEmpty?.finish()
    }

    // MARK: Posting

    /// Posts hints about changes to the affected streams.
    package func post(_ hints: [(hint: LiveHint, audience: LiveAudience)]) {
        wake { state in
            var concerned: Set<Int> = []
            for (hint, audience) in hints { concerned.formUnion(state.streams.post(hint, to: audience)) }
            return Array(concerned)
        }
    }

    /// Makes all clients fetch everything again, because a change may have been missed.
    package func resetAll() {
        wake { $0.streams.resetAll() }
    }

    /// Wakes the streams for which access must be checked again.
    package func recheckAccess() {
        let registrations = state.withLock { Array($0.registrations.values) }
        for registration in registrations where registration.mayHaveLostAccess() { registration.wake.yield() }
    }

    private func wake(_ body: (inout State) -> [Int]) {
        let wakes = state.withLock { state in body(&state).compactMap { state.registrations[$0]?.wake } }
        for wake in wakes { wake.yield() }
    }

    // MARK: Delivery

    /// Returns the work for a stream that was woken.
    package func takeWork(for listener: LiveListener) -> LiveWork {
        state.withLock { state in
            let isHeartbeatDue = state.registrations[listener.number]?.isHeartbeatDue ?? false
            state.registrations[listener.number]?.isHeartbeatDue = false
            let messages = state.streams.take(listener.number).map { (state.streams.id(of: $0.number), $0) }
            return LiveWork(messages: messages, isHeartbeatDue: isHeartbeatDue, isOver: state.isStopping)
        }
    }

    /// Stores the time at which a write to a stream began; nil when it has ended.
    func record(_ listener: LiveListener, writingSince time: UInt64?) {
        state.withLock { $0.registrations[listener.number]?.writingSince = time }
    }

    // MARK: Timers

    package func run() async throws {
        await cancelWhenGracefulShutdown {
            while (try? await Task.sleep(for: Self.checkInterval)) != nil {
                self.runChecks(now: Deadline.monotonicNanoseconds())
            }
        }
        await stop()
    }

    /// Runs the periodic checks: heartbeats, stuck writes and access.
    ///
    /// - Parameter now: Monotonic time in nanoseconds.
    package func runChecks(now: UInt64) {
        wake { state in
            guard Deadline.elapsed(from: state.lastHeartbeat, to: now) >= limits.heartbeatNs else { return [] }
            state.lastHeartbeat = now
            for number in state.registrations.keys { state.registrations[number]?.isHeartbeatDue = true }
            return Array(state.registrations.keys)
        }
        let stuck = state.withLock { state in
            state.registrations.values.filter { registration in
                registration.writingSince.map { Deadline.elapsed(from: $0, to: now) > limits.writeNsMax } ?? false
            }
        }
        for registration in stuck { registration.end() }
        recheckAccess()
    }

    /// Ends every stream and refuses new ones.
    private func stop() async {
        let (gone, whenEmpty) = AsyncStream.makeStream(of: Void.self)
        let wakes = state.withLock { state in
            state.isStopping = true
            state.whenEmpty = whenEmpty
            return state.registrations.values.map(\.wake)
        }
        if wakes.isEmpty { whenEmpty.finish() }
        for wake in wakes { wake.yield() }
        await withDiscardingTaskGroup { group in
            group.addTask { [stopMs = limits.stopMs] in
                try? await Task.sleep(for: .milliseconds(stopMs))
                whenEmpty.finish()
            }
            for await _ in gone {}
            group.cancelAll()
        }
        // Closes connections of clients that did not read in time.
        let ends = state.withLock { $0.registrations.values.map(\.end) }
        for end in ends { end() }
    }
}

/// A registered event stream; the registration ends when this object is released.
package final class LiveListener: Sendable {
    let number: Int
    let user: UserID
    /// Yields when there is work for the stream; several wakes may be merged.
    let wakes: AsyncStream<Void>
    private let hub: LiveHub

    init(_ number: Int, _ user: UserID, _ wakes: AsyncStream<Void>, in hub: LiveHub) {
        self.number = number
        self.user = user
        self.wakes = wakes
        self.hub = hub
    }

    deinit { hub.leave(number) }
}

/// The work for a stream that was woken.
package struct LiveWork: Sendable {
    package let messages: [(id: String, message: LiveMessage)]
    /// True if a heartbeat is due.
    let isHeartbeatDue: Bool
    /// True if the stream must end.
    let isOver: Bool

    /// The bytes to write; may be empty.
    var bytes: [UInt8] {
        get throws {
            if messages.isEmpty { return isHeartbeatDue ? ServerSentEvents.heartbeat : [] }
            return try messages.flatMap { try ServerSentEvents.bytes($0.message, id: $0.id) }
        }
    }
}

/// Limits of event streams.
package struct LiveLimits: Sendable {
    /// Streams of one user: a few devices with a few pages each, and at most what a browser opens to one server by
    /// HTTP/1.1.
    package var perUserMax = ServerLimit.userStreams.value
    /// Streams of all users.
    package var listenersMax = Settings.Gateway.liveListeners.standard
    /// The interval of heartbeats, in nanoseconds.
    ///
    /// It is less than the minute after which proxies and home routers drop silent connections.
    package var heartbeatNs: UInt64 = 15_000_000_000
    /// The longest time for one write to a client that does not read, in nanoseconds.
    package var writeNsMax: UInt64 = 30_000_000_000
    /// How long shutdown waits for streams to end, in milliseconds; the last write has only a few bytes.
    package var stopMs = 2_000

    package init() {}
}
