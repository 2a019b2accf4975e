package import Contracts
import ServiceLifecycle
import Synchronization

/// Registers all open event streams of this gateway, and wakes them.
///
/// A graceful shutdown ends every stream. Otherwise the endless responses would keep the server from stopping.
package final class LiveHub: Service {
    /// The interval of checks for heartbeats, stuck writes and expired tokens.
    private static let tickInterval = Duration.seconds(1)

    private struct Seat {
        let user: UserID
        let wake: AsyncStream<Void>.Continuation
        /// Returns true if the user's access must be checked again.
        let isDoubtful: @Sendable () -> Bool
        /// Closes the connection.
        let end: @Sendable () -> Void
        /// Monotonic time in nanoseconds at which the running write began; nil while no write runs.
        var writingSince: UInt64?
        var isBeatDue = false
    }

    private struct State {
        var board: LiveStreamTable
        var seats: [Int: Seat] = [:]
        var seatsOfUser: [UserID: Int] = [:]
        var lastNumber = 0
        var lastBeat: UInt64
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
        state = Mutex(State(board: LiveStreamTable(name: name), lastBeat: now))
    }

    /// The number of registered streams, including those about to begin.
    package var count: Int { state.withLock { $0.seats.count } }

    // MARK: Registration

    /// Registers a stream; it receives no hints before ``join(_:after:)``.
    ///
    /// - Parameters:
    ///   - user: The user that receives the hints.
    ///   - isDoubtful: Returns true if the user's access must be checked again; called about once a second.
    ///   - end: Closes the connection of a client that does not read.
    /// - Returns: The registration, which ends when it is released.
    /// - Throws: `tooManyRequests` if the user has too many streams, `overloaded` if all users together have, and
    ///   `unavailable` if the gateway is stopping.
    package func listener(
        for user: UserID,
        isDoubtful: @escaping @Sendable () -> Bool,
        end: @escaping @Sendable () -> Void
    ) throws(ServiceError) -> LiveListener {
        let (wakes, wake) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let taken = state.withLock { state -> Result<Int, ServiceError> in
            if let refusal = refusal(of: user, state) { return .failure(refusal) }
            state.lastNumber += 1
            state.seats[state.lastNumber] = Seat(user: user, wake: wake, isDoubtful: isDoubtful, end: end)
            state.seatsOfUser[user, default: 0] += 1
            return .success(state.lastNumber)
        }
        return LiveListener(try taken.get(), user, wakes, in: self)
    }

    private func refusal(of user: UserID, _ state: State) -> ServiceError? {
        if state.isStopping { return ServiceError(.unavailable, "This gateway is stopping; reconnect soon.") }
        if state.seats.count >= limits.listenersMax {
            return ServiceError(.overloaded, "Too many event streams are open; try again later.")
        }
        guard state.seatsOfUser[user, default: 0] >= limits.ofUserMax else { return nil }
        return ServiceError(
            .tooManyRequests,
            "A user may have at most \(limits.ofUserMax) open streams; close one first.",
            params: ["max": "\(limits.ofUserMax)"]
        )
    }

    /// Starts the delivery of hints to a stream, from now on or from its client's last message.
    ///
    /// - Parameters:
    ///   - listener: A registered stream.
    ///   - lastID: The id of the client's last message, if any.
    /// - Returns: The id from which the client can resume before its first message; nil if the client sent an id.
    package func join(_ listener: LiveListener, after lastID: String?) -> String? {
        let (place, wake) = state.withLock { state in
            state.board.join(listener.number, listener.user, after: lastID)
            return (lastID == nil ? state.board.place : nil, state.seats[listener.number]?.wake)
        }
        wake?.yield()
        return place
    }

    /// Ends a registration, if it has not ended already.
    func leave(_ number: Int) {
        // These are released after the lock.
        let (seat, whenEmpty) = state.withLock { state -> (Seat?, AsyncStream<Void>.Continuation?) in
            guard let seat = state.seats.removeValue(forKey: number) else { return (nil, nil) }
            state.board.leave(number)
            let others = state.seatsOfUser[seat.user, default: 1] - 1
            state.seatsOfUser[seat.user] = others > 0 ? others : nil
            return (seat, state.seats.isEmpty ? state.whenEmpty : nil)
        }
        seat?.wake.finish()
        whenEmpty?.finish()
    }

    // MARK: Posting

    /// Posts hints about changes to the affected streams.
    package func post(_ hints: [(hint: LiveHint, audience: LiveAudience)]) {
        wake { state in
            var concerned: Set<Int> = []
            for (hint, audience) in hints { concerned.formUnion(state.board.post(hint, to: audience)) }
            return Array(concerned)
        }
    }

    /// Makes all clients fetch everything again, because a change may have been missed.
    package func resetAll() {
        wake { $0.board.resetAll() }
    }

    /// Wakes the streams for which access must be checked again.
    package func lookAgain() {
        let seats = state.withLock { Array($0.seats.values) }
        for seat in seats where seat.isDoubtful() { seat.wake.yield() }
    }

    private func wake(_ body: (inout State) -> [Int]) {
        let wakes = state.withLock { state in body(&state).compactMap { state.seats[$0]?.wake } }
        for wake in wakes { wake.yield() }
    }

    // MARK: Delivery

    /// Returns the work for a stream that was woken.
    package func turn(of listener: LiveListener) -> LiveTurn {
        state.withLock { state in
            let isBeatDue = state.seats[listener.number]?.isBeatDue ?? false
            state.seats[listener.number]?.isBeatDue = false
            let messages = state.board.take(listener.number).map { (state.board.id(of: $0.number), $0) }
            return LiveTurn(messages: messages, isBeatDue: isBeatDue, isOver: state.isStopping)
        }
    }

    /// Stores the time at which a write to a stream began; nil when it has ended.
    func note(_ listener: LiveListener, writingSince time: UInt64?) {
        state.withLock { $0.seats[listener.number]?.writingSince = time }
    }

    // MARK: Timers

    package func run() async throws {
        await cancelWhenGracefulShutdown {
            while (try? await Task.sleep(for: Self.tickInterval)) != nil {
                self.tick(now: Deadline.monotonicNanoseconds())
            }
        }
        await stop()
    }

    /// Runs the periodic checks: heartbeats, stuck writes and access.
    ///
    /// - Parameter now: Monotonic time in nanoseconds.
    package func tick(now: UInt64) {
        wake { state in
            guard Deadline.elapsed(from: state.lastBeat, to: now) >= limits.heartbeatNs else { return [] }
            state.lastBeat = now
            for number in state.seats.keys { state.seats[number]?.isBeatDue = true }
            return Array(state.seats.keys)
        }
        let stuck = state.withLock { state in
            state.seats.values.filter { seat in
                seat.writingSince.map { Deadline.elapsed(from: $0, to: now) > limits.writeNsMax } ?? false
            }
        }
        for seat in stuck { seat.end() }
        lookAgain()
    }

    /// Ends every stream and refuses new ones.
    private func stop() async {
        let (gone, whenEmpty) = AsyncStream.makeStream(of: Void.self)
        let wakes = state.withLock { state in
            state.isStopping = true
            state.whenEmpty = whenEmpty
            return state.seats.values.map(\.wake)
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
        let ends = state.withLock { $0.seats.values.map(\.end) }
        for end in ends { end() }
    }
}
