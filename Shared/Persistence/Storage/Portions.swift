import Contracts

extension Store {
    /// The pause after a portion, as a multiple of its duration: portions use a fifth of the writer's time at most.
    private static let pauseFactor: UInt64 = 4
    /// The longest pause, in nanoseconds.
    ///
    /// A portion that waited for other writes says little about its own work.
    private static let pauseNsMax: UInt64 = 50_000_000

    /// Repeats a write of bounded work until none is left, with pauses for other writes.
    ///
    /// - Parameter portion: Writes the next portion; returns whether more may be left.
    /// - Throws: What a portion throws; `CancellationError` if the task was cancelled.
    func inPortions(_ portion: () async throws -> Bool) async throws {
        while true {
            let startedAt = Deadline.monotonicNanoseconds()
            guard try await portion() else { return }
            let spentNs = Deadline.elapsed(from: startedAt, to: Deadline.monotonicNanoseconds())
            try await Task.sleep(for: .nanoseconds(Int64(min(spentNs * Self.pauseFactor, Self.pauseNsMax))))
        }
    }
}
