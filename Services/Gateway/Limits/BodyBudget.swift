package import Contracts
import Synchronization

/// The memory for request bodies, shared by all connections of a gateway.
package final class BodyBudget: Sendable {
    private struct State {
        var shares: BodyShares
        /// How the connections of bodies are told that these have lost their memory.
        var evictions: [Int: @Sendable () -> Void] = [:]
    }

    private let state: Mutex<State>

    package init(_ limits: BodyShares.Limits = BodyShares.Limits()) {
        state = Mutex(State(shares: BodyShares(limits)))
    }

    /// Begins a body.
    ///
    /// - Parameters:
    ///   - client: Whose share it takes from.
    ///   - evict: Called if the body loses its memory to others; from any thread.
    /// - Returns: The body's memory, which is given back when this is released.
    package func lease(for client: String, evict: @escaping @Sendable () -> Void) -> BodyLease {
        let number = state.withLock { state in
            let number = state.shares.begin(client)
            state.evictions[number] = evict
            return number
        }
        return BodyLease(self, number)
    }

    fileprivate func take(_ count: Int, for number: Int) throws(ServiceError) {
        let (verdict, evictions) = state.withLock { state in
            let verdict = state.shares.take(count, for: number)
            guard case .granted(let evicted) = verdict else { return (verdict, [@Sendable () -> Void]()) }
            return (verdict, evicted.compactMap { state.evictions.removeValue(forKey: $0) })
        }
        for evict in evictions { evict() }
        switch verdict {
        case .granted: return
        case .clientIsFull:
            throw ServiceError(.tooManyRequests, "You send too much at once; send this again when the rest has come.")
        case .isFull: throw Self.full
        }
    }

    fileprivate func give(_ count: Int, of number: Int) { state.withLock { $0.shares.give(count, of: number) } }

    fileprivate func finish(_ number: Int) {
        state.withLock { state in
            state.shares.finish(number)
            state.evictions[number] = nil
        }
    }

    fileprivate func end(_ number: Int) {
        // Released after the lock is.
        _ = state.withLock { state in
            state.shares.end(number)
            return state.evictions.removeValue(forKey: number)
        }
    }

    /// What a client is told whose body has no room.
    static let full = ServiceError(.overloaded, "Too many large bodies come at once; send this again soon.")
}

/// The memory of one request's body; given back when this is released.
package final class BodyLease: Sendable {
    private let budget: BodyBudget
    private let number: Int

    fileprivate init(_ budget: BodyBudget, _ number: Int) {
        (self.budget, self.number) = (budget, number)
    }

    /// Takes memory.
    ///
    /// - Throws: `tooManyRequests` where the client has no more, `overloaded` where there is none.
    package func take(_ count: Int) throws(ServiceError) { try budget.take(count, for: number) }

    /// Gives a part back.
    package func give(_ count: Int) { budget.give(count, of: number) }

    /// Notes that the body has come whole.
    package func finish() { budget.finish(number) }

    deinit { budget.end(number) }
}
