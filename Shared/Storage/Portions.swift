import Contracts

extension Store {
    /// How many times as long as a portion took the writer is left to others: work in portions takes a fifth of it at most.
    private static let restsPerPortion: UInt64 = 4
    /// The longest rest, in nanoseconds: a portion that had to wait for others says little about its own work.
    private static let restNsMax: UInt64 = 50_000_000

    /// Repeats a write of bounded work until nothing is left of it, and leaves the writer to others in between.
    ///
    /// - Parameter portion: Writes the next part; returns whether there may be more.
    /// - Throws: What a portion throws; `CancellationError` if the task was cancelled.
    func inPortions(_ portion: () async throws -> Bool) async throws {
        while true {
            let startedAt = Deadline.monotonicNanoseconds()
            guard try await portion() else { return }
            let spentNs = Deadline.elapsed(from: startedAt, to: Deadline.monotonicNanoseconds())
            try await Task.sleep(for: .nanoseconds(Int64(min(spentNs * Self.restsPerPortion, Self.restNsMax))))
        }
    }
}
