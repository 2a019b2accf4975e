package import Contracts

// A database restored from a backup older than an erasure contains the erased user again if the erasure event was
// scrubbed. The subscriber then asks the source which users were erased. Reasons to ask are: the database is marked as
// restored, a scrubbed event was passed, a snapshot was loaded, or the first events of the source were applied.
extension SQLTransaction {
    /// Records a reason to ask the source about erasures.
    func requestAudit(of source: ServiceName) throws {
        try execute("UPDATE cursor SET audit_requests = audit_requests + 1 WHERE source = ?", [source.rawValue])
    }
}

extension Store {
    /// Returns the users in the list that were erased here.
    package func erased(among users: [UserID]) async throws -> [UserID] {
        let tombstones = tombstones
        return try await read { reader in try users.filter { try tombstones.hasTombstone(of: $0, reader) } }
    }

    /// Returns users that the subscriber has rows about, after a given user, in order.
    package func people(after user: UserID?, limit: Int, of eventSubscriber: EventSubscriber) async throws -> [UserID] {
        try await readAtLength { try eventSubscriber.people(user, limit, $0) }
    }

    /// Erases users that are known to be erased.
    ///
    /// Either the source has reported them, or the tombstones of this database list them: after a restore, tombstones
    /// are newer than the other rows.
    package func erase(_ users: [UserID], _ eventSubscriber: EventSubscriber) async throws {
        for user in users { try await eraseAhead(user, eventSubscriber) }
        try await write { transaction in
            for user in users { try transaction.erase(user, eventSubscriber.erase) }
        }
    }

    /// Ends an audit.
    ///
    /// A request recorded since `count` was read stays recorded.
    package func clearAuditRequests(_ count: Int64, of source: ServiceName) async throws {
        _ = try await write { transaction in
            try transaction.execute(
                "UPDATE cursor SET audit_requests = 0 WHERE source = ? AND audit_requests = ?",
                [source.rawValue, count]
            )
        }
    }
}
