package import FoundationEssentials

extension Store {
    /// Maximum replies removed per transaction: some milliseconds of the writer, as each is overwritten.
    private static let repliesAtOnceMax = 200
    /// The same for replies in the former table, each of which lies on a page of its own.
    private static let formerRepliesAtOnceMax = 50

    /// Removes replies older than their lifetime, in portions.
    ///
    /// - Parameter now: The current time.
    /// - Throws: `ServiceError`; `CancellationError` if the task was cancelled. The rest is then removed at the next
    ///   call.
    package func pruneReplies(now: Date = Date()) async throws {
        let nowS = Int(now.timeIntervalSince1970)
        try await prune(
            "SELECT 1 FROM stored_reply WHERE expires < ? LIMIT 1",
            """
            DELETE FROM stored_reply WHERE id IN (
                SELECT id FROM stored_reply WHERE expires < ? ORDER BY expires LIMIT ?
            )
            """,
            before: nowS,
            atOnce: Self.repliesAtOnceMax
        )
        try await prune(
            "SELECT 1 FROM reply WHERE at < ? LIMIT 1",
            """
            DELETE FROM reply WHERE (caller, method, key) IN (
                SELECT caller, method, key FROM reply WHERE at < ? ORDER BY at LIMIT ?
            )
            """,
            before: nowS - Self.replyLifetimeS,
            atOnce: Self.formerRepliesAtOnceMax
        )
    }

    /// Removes old rows in portions; uses the writer only if there are any.
    private func prune(_ probe: String, _ delete: String, before oldestS: Int, atOnce: Int) async throws {
        guard try await read({ try $0.row(probe, [oldestS]) != nil }) else { return }
        try await inPortions {
            // Replies that a power cut restores are removed again.
            try await write(durability: .replayable) { try $0.execute(delete, [oldestS, atOnce]) == atOnce }
        }
    }
}
