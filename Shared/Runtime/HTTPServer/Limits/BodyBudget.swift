package import Contracts
import Synchronization

/// The memory for large request bodies, shared by all connections of a process.
package final class BodyBudget: Sendable {
    private struct State {
        var shares: BodyShares
        /// Notifies the connections of evicted bodies.
        var evictions: [Int: @Sendable () -> Void] = [:]
    }

    private let state: Mutex<State>

    package init(_ limits: BodyShares.Limits = BodyShares.Limits()) {
        state = Mutex(State(shares: BodyShares(limits)))
    }

    /// Registers a body.
    ///
    /// - Parameters:
    ///   - client: The client; the body uses its share.
    ///   - evict: Called if other bodies need the memory; from any thread.
    /// - Returns: A lease, which frees the memory when it is released.
    package func lease(for client: String, evict: @escaping @Sendable () -> Void) -> BodyLease {
        let number = state.withLock { state in
            let number = state.shares.begin(client)
            state.evictions[number] = evict
            return number
        }
        return BodyLease(self, number)
    }

    fileprivate func reserve(_ count: Int, for number: Int) throws(ServiceError) {
        let (verdict, evictions) = state.withLock { state in
            let verdict = state.shares.reserve(count, for: number)
            guard case .granted(let evicted) = verdict else { return (verdict, [@Sendable () -> Void]()) }
            return (verdict, evicted.compactMap { state.evictions.removeValue(forKey: $0) })
        }
        for evict in evictions { evict() }
        switch verdict {
        case .granted: return
        case .clientIsFull:
            throw ServiceError(
                .tooManyRequests,
                "You send too much data at once; retry when your other requests have ended."
            )
        case .isFull: throw Self.full
        }
    }

    fileprivate func free(_ count: Int, of number: Int) { state.withLock { $0.shares.free(count, of: number) } }

    fileprivate func finish(_ number: Int) {
        state.withLock { state in
            state.shares.finish(number)
            state.evictions[number] = nil
        }
    }

    fileprivate func end(_ number: Int) {
        // The closure is released after the lock.
        _ = state.withLock { state in
            state.shares.end(number)
            return state.evictions.removeValue(forKey: number)
        }
    }

    /// The error for a body without room.
    static let full = ServiceError(.overloaded, "Too many large bodies are being received; retry soon.")
}

/// The memory of one request's body, freed when this object is released.
package final class BodyLease: Sendable {
    private let budget: BodyBudget
    private let number: Int

    fileprivate init(_ budget: BodyBudget, _ number: Int) {
        (self.budget, self.number) = (budget, number)
    }

    /// Reserves memory.
    ///
    /// - Throws: `tooManyRequests` if the client's share is used up, `overloaded` if all memory is.
    package func reserve(_ count: Int) throws(ServiceError) { try budget.reserve(count, for: number) }

    /// Frees a part.
    package func free(_ count: Int) { budget.free(count, of: number) }

    /// Marks the body as complete.
    package func finish() { budget.finish(number) }

    deinit { budget.end(number) }
}
