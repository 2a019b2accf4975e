import Calendar
package import Contracts
import FoundationEssentials
import Storage

extension AuthService {
    /// Returns the sessions of the caller, newest first.
    package func sessions(
        _ request: AuthSessionsList,
        _ context: RequestContext
    ) async throws -> AuthSessionsList.Reply {
        let (user, session) = (try context.user(), context.principal?.session)
        let limit = request.limit ?? AuthSessionsList.limitDefault
        let (usedAfterS, begunAfterS) = (nowS - lifetimes.idleS, nowS - lifetimes.maxS)
        let found = try await store.read { reader in
            // One row more than the limit shows whether another page exists.
            try reader.sessions(
                of: user,
                before: request.cursor,
                usedAfterS: usedAfterS,
                begunAfterS: begunAfterS,
                limit: limit + 1
            )
        }
        var items = Array(found.prefix(limit))
        for index in items.indices { items[index].isCurrent = items[index].id == session }
        return AuthSessionsList.Reply(items: items, nextCursor: found.count > limit ? items.last?.id : nil)
    }
}

extension SQLReader {
    /// Returns a page of a user's open sessions, newest first.
    func sessions(
        of user: UserID,
        before session: SessionID?,
        usedAfterS: Int,
        begunAfterS: Int,
        limit: Int
    ) throws -> [AuthSessionsList.Item] {
        // A tilde sorts after every id.
        try rows(
            """
            SELECT id, device, created_at, used_at FROM session
            WHERE account_id = ? AND id < ? AND used_at > ? AND created_at > ? ORDER BY id DESC LIMIT ?
            """,
            [user.description, session?.description ?? "~", usedAfterS, begunAfterS, limit]
        ).compactMap { row in
            guard let id = SessionID(try row.value("id", as: String.self)) else { return nil }
            return AuthSessionsList.Item(
                id: id,
                device: row.optional("device"),
                createdAt: Self.time(try row.value("created_at")),
                lastUsedAt: Self.time(try row.value("used_at"))
            )
        }
    }

    private static func time(_ seconds: Int) -> String {
        Timestamp.text(Date(timeIntervalSince1970: Double(seconds)))
    }
}

extension AuthService {
    /// Returns the ended sessions; gateways refuse their access tokens.
    package func endedSessions(
        _ request: AuthEndedSessions,
        _ context: RequestContext
    ) async throws -> AuthEndedSessions.Reply {
        try await store.read { try $0.endedSessions(after: request.after, limit: AuthEndedSessions.pageMax) }
    }
}
