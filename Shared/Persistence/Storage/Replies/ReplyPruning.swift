package import FoundationEssentials

extension Store {
    /// Maximum replies removed per transaction: some milliseconds of the writer, as each is overwritten.
    private static let repliesAtOnceMax = 200

    /// Removes replies older than their lifetime, in portions; uses the writer only if there are any.
    ///
    /// - Parameter now: The current time.
    /// - Throws: `ServiceError`; `CancellationError` if the task was cancelled. The rest is then removed at the next
    ///   call.
    package func pruneReplies(now: Date = Date()) async throws {
        let nowS = Int(now.timeIntervalSince1970)
        let probe = "SELECT 1 FROM stored_reply WHERE expires < ? LIMIT 1"
        guard try await read({ try $0.row(probe, [nowS]) != nil }) else { return }
        try await inPortions {
            // Replies that a power cut restores are removed again.
            try await write(durability: .replayable) { transaction in
                try transaction.execute(
                    """
                    DELETE FROM stored_reply WHERE id IN (
                        SELECT id FROM stored_reply WHERE expires < ? ORDER BY expires LIMIT ?
                    )
                    """,
                    [nowS, Self.repliesAtOnceMax]
                ) == Self.repliesAtOnceMax
            }
        }
    }
}
