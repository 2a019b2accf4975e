package import Contracts
import ServiceLifecycle
import Synchronization

/// Everybody who listens at this gateway, and what wakes them.
///
/// A graceful shutdown ends every stream: an answer without an end would otherwise keep the server from stopping.
package final class LiveHub: Service {
    /// How often is looked for what is due: signs of life, readers who do not read, tokens that have expired.
    private static let tickInterval = Duration.seconds(1)

    private struct Seat {
        let user: UserID
        let wake: AsyncStream<Void>.Continuation
        /// Whether the right to listen may be gone.
        let isDoubtful: @Sendable () -> Bool
        /// Closes the connection.
        let end: @Sendable () -> Void
        /// On a clock that never goes back, in nanoseconds; nil while nothing is being written.
        var writingSince: UInt64?
        var isBeatDue = false
    }

    private struct State {
        var board: LiveBoard
        var seats: [Int: Seat] = [:]
        var seatsOfUser: [UserID: Int] = [:]
        var lastNumber = 0
        var lastBeat: UInt64
        var isStopping = false
        /// Told when the last listener has gone during a stop.
        var whenEmpty: AsyncStream<Void>.Continuation?
    }

    private let limits: LiveLimits
    private let state: Mutex<State>

    /// Makes one without listeners.
    ///
    /// - Parameters:
    ///   - limits: How many may listen, and for how long what may take.
    ///   - now: On a clock that never goes back, in nanoseconds.
    package init(limits: LiveLimits, now: UInt64 = Deadline.monotonicNanoseconds()) {
        self.limits = limits
        let name = UUIDv7.make().description.filter { $0 != "-" }
        state = Mutex(State(board: LiveBoard(name: name), lastBeat: now))
    }

    /// How many listen, or are about to.
    package var count: Int { state.withLock { $0.seats.count } }

    // MARK: Coming and going

    /// Takes a place among those who listen; nothing is heard before ``join(_:after:)``.
    ///
    /// - Parameters:
    ///   - user: Whose hints are heard.
    ///   - isDoubtful: Whether the right to listen may be gone; asked about once a second.
    ///   - end: Closes the connection, for who reads nothing any more.
    /// - Returns: The place, which is free again when it is released.
    /// - Throws: `tooManyRequests` where the user has as many as may be, `overloaded` where all together have, and
    ///   `unavailable` when the gateway is stopping.
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
        if state.isStopping { return ServiceError(.unavailable, "This gateway is stopping; come again soon.") }
        if state.seats.count >= limits.listenersMax {
            return ServiceError(.overloaded, "As many listen for changes as can; come again later.")
        }
        guard state.seatsOfUser[user, default: 0] >= limits.ofUserMax else { return nil }
        return ServiceError(
            .tooManyRequests,
            "At most \(limits.ofUserMax) streams of one user are open at once; close one first.",
            params: ["max": "\(limits.ofUserMax)"]
        )
    }

    /// Has hints come to a listener from now on, or from where they were.
    ///
    /// - Parameters:
    ///   - listener: Who has a place.
    ///   - lastID: The id of the last message that they have, if any.
    /// - Returns: The id from which they can go on if they hear nothing; nil if they have one of their own.
    package func join(_ listener: LiveListener, after lastID: String?) -> String? {
        let (place, wake) = state.withLock { state in
            state.board.join(listener.number, listener.user, after: lastID)
            return (lastID == nil ? state.board.place : nil, state.seats[listener.number]?.wake)
        }
        wake?.yield()
        return place
    }

    /// Frees a place, if it is not free already.
    func leave(_ number: Int) {
        // Released after the lock is.
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

    // MARK: Telling

    /// Tells everybody whom they concern about changes.
    package func post(_ hints: [(hint: LiveHint, audience: LiveAudience)]) {
        wake { state in
            var concerned: Set<Int> = []
            for (hint, audience) in hints { concerned.formUnion(state.board.post(hint, to: audience)) }
            return Array(concerned)
        }
    }

    /// Has everybody fetch everything anew, because some change may have been missed.
    package func resetAll() {
        wake { $0.board.resetAll() }
    }

    /// Wakes those of whom the right to listen may be gone, so that it is checked.
    package func lookAgain() {
        let seats = state.withLock { Array($0.seats.values) }
        for seat in seats where seat.isDoubtful() { seat.wake.yield() }
    }

    private func wake(_ body: (inout State) -> [Int]) {
        let wakes = state.withLock { state in body(&state).compactMap { state.seats[$0]?.wake } }
        for wake in wakes { wake.yield() }
    }

    // MARK: Listening

    /// What there is to do for a listener who was woken.
    package func turn(of listener: LiveListener) -> LiveTurn {
        state.withLock { state in
            let isBeatDue = state.seats[listener.number]?.isBeatDue ?? false
            state.seats[listener.number]?.isBeatDue = false
            let messages = state.board.take(listener.number).map { (state.board.id(of: $0.number), $0) }
            return LiveTurn(messages: messages, isBeatDue: isBeatDue, isOver: state.isStopping)
        }
    }

    /// Remembers since when something is being written to a listener; nil for when it has been.
    func note(_ listener: LiveListener, writingSince time: UInt64?) {
        state.withLock { $0.seats[listener.number]?.writingSince = time }
    }

    // MARK: Time

    package func run() async throws {
        await cancelWhenGracefulShutdown {
            while (try? await Task.sleep(for: Self.tickInterval)) != nil {
                self.tick(now: Deadline.monotonicNanoseconds())
            }
        }
        await stop()
    }

    /// Does what is due.
    ///
    /// - Parameter now: On a clock that never goes back, in nanoseconds.
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

    /// Ends every stream, and lets nobody in any more.
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
        // Who reads nothing has had their time.
        let ends = state.withLock { $0.seats.values.map(\.end) }
        for end in ends { end() }
    }
}
