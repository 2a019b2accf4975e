package import Contracts

// A database that is restored from before an erasure has the user again, when the event of the erasure is scrubbed. So
// the source is asked whom it has erased, when there is reason to: the database is marked as restored, a scrubbed event
// was passed, or a snapshot was loaded.
extension SQLTransaction {
    /// Notes a reason to ask.
    func doubt(_ source: ServiceName) throws {
        try execute("UPDATE cursor SET doubts = doubts + 1 WHERE source = ?", [source.rawValue])
    }
}

extension Store {
    /// Which of some users were erased here.
    package func erased(among users: [UserID]) async throws -> [UserID] {
        let tombstones = tombstones
        return try await read { reader in try users.filter { try tombstones.hasOne(of: $0, reader) } }
    }

    /// People of whom something is held, behind one, in order.
    package func people(after user: UserID?, limit: Int, of follower: EventFollower) async throws -> [UserID] {
        try await readAtLength { try follower.people(user, limit, $0) }
    }

    /// Erases users of whom it is known that they are: a source has said so, or the tombstones here do, which are newer than the
    /// rest of a restored database.
    package func erase(_ users: [UserID], _ follower: EventFollower) async throws {
        for user in users { try await eraseAhead(user, follower) }
        try await write { transaction in
            for user in users { try transaction.erase(user, follower.erase) }
        }
    }

    /// Ends an audit; a reason that came up meanwhile stays one.
    package func settle(_ doubts: Int64, of source: ServiceName) async throws {
        _ = try await write { transaction in
            try transaction.execute(
                "UPDATE cursor SET doubts = 0 WHERE source = ? AND doubts = ?",
                [source.rawValue, doubts]
            )
        }
    }
}
