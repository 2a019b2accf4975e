import Synchronization

/// Runs an event loop on a thread of its own until it is asked to stop.
package final class LoopThread: Sendable {
    private let stop: StopSignal
    private let working = Atomic(false)

    /// - Parameter stop: Ends the loop, which has to check it.
    package init(stop: StopSignal) { self.stop = stop }

    /// Whether the loop has been created and has not ended.
    package var isWorking: Bool { working.load(ordering: .relaxed) }

    /// Returns when the loop has responded, or has ended.
    package func checkLiveness() async { await stop.checkLiveness() }

    /// Creates the loop on a new thread, runs it there, and returns when it has ended.
    ///
    /// May be called once.
    ///
    /// - Parameters:
    ///   - make: Creates the loop, which belongs to the new thread.
    ///   - body: Runs the loop until the stop signal.
    /// - Throws: The errors of `make` and `body`.
    package func run<Loop>(
        _ make: @escaping @Sendable () throws -> Loop,
        _ body: @escaping @Sendable (Loop) throws -> Void
    ) async throws {
        try await OSThread.run { [self] in
            defer {
                working.store(false, ordering: .relaxed)
                stop.end()
            }
            let loop = try make()
            working.store(true, ordering: .relaxed)
            try body(loop)
        }
    }
}
