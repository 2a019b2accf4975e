import Contracts
import Storage

extension SQLReader {
    /// Returns the sessions of a user, except one, that may still have a valid access token.
    func sessionsWithTokens(of user: UserID, except session: SessionID?, at nowS: Int) throws -> [SessionID] {
        try rows(
            "SELECT id FROM session WHERE account_id = ? AND id <> ? AND used_at > ?",
            [user.description, session?.description ?? "", nowS - AccessTokenClaims.reachS]
        ).compactMap { SessionID(try $0.value("id", as: String.self)) }
    }

    /// Returns the sessions that ended after a position, oldest first.
    ///
    /// It returns all of them if the position does not belong to this database.
    func endedSessions(after position: AuthEndedSessions.Position?, limit: Int) throws -> AuthEndedSessions.Reply {
        let epoch = try beacon().epoch
        let last: Int64 = try scalar("SELECT seq FROM sqlite_sequence WHERE name = 'ended_session'") ?? 0
        let isOurs = position.map { $0.epoch == epoch && $0.number <= last } ?? false
        let behind = isOurs ? position?.number ?? 0 : 0
        // One row more than the limit shows whether another page exists.
        let found = try rows(
            "SELECT number, session_id, ended_at FROM ended_session WHERE number > ? ORDER BY number LIMIT ?",
            [behind, limit + 1]
        )
        let page = found.prefix(limit)
        let isMore = found.count > limit
        let number = isMore ? try page.last?.value("number", as: Int64.self) ?? last : last
        return AuthEndedSessions.Reply(
            items: try page.compactMap { row in
                guard let id = SessionID(try row.value("session_id", as: String.self)) else { return nil }
                return AuthEndedSessions.Item(id: id, endedAt: try row.value("ended_at"))
            },
            position: AuthEndedSessions.Position(epoch: epoch, number: number),
            isMore: isMore
        )
    }
}

extension SQLTransaction {
    /// Stores and publishes ended sessions of a user, so that every gateway refuses their access tokens.
    func publishEnded(_ sessions: [SessionID], of user: UserID, at nowS: Int) throws {
        try storeEnded(sessions, at: nowS)
        for start in stride(from: 0, to: sessions.count, by: SessionsEnded.sessionsMax) {
            let part = sessions[start..<min(start + SessionsEnded.sessionsMax, sessions.count)]
            try emit(SessionsEnded(sessions: Array(part)), of: user)
        }
    }

    /// Stores ended sessions that another event of the same transaction publishes; deletes those with expired tokens.
    func storeEnded(_ sessions: [SessionID], at nowS: Int) throws {
        try execute("DELETE FROM ended_session WHERE ended_at <= ?", [nowS - AccessTokenClaims.reachS])
        for session in sessions {
            try execute(
                "INSERT INTO ended_session (session_id, ended_at) VALUES (?, ?) ON CONFLICT (session_id) DO NOTHING",
                [session.description, nowS]
            )
        }
    }
}
