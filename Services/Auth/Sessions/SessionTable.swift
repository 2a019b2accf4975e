import Contracts
import FoundationEssentials
import Storage

/// The lifetimes of sessions and their tokens, in seconds.
struct SessionLifetimes: Sendable {
    /// How long a used refresh token is accepted again while its successor is unused: the reply may have been lost.
    static let graceS = 30

    /// The maximum time between two uses.
    var idleS: Int
    /// The maximum time since the sign-in.
    var maxS: Int
}

/// The result of a refresh token.
enum Rotation: Sendable {
    case renewed(SessionID, Account, RefreshToken)
    /// The token was used before, so another client has a copy. The session is ended.
    case reused(SessionID, UserID)
    /// Its account is disabled.
    case disabled(UserID)
    /// The token was never issued, or its session is over.
    case unknown
}

extension SQLReader {
    /// Returns whether a session of a user is open.
    func isOpen(_ session: SessionID, of user: UserID, usedAfterS: Int) throws -> Bool {
        try row(
            """
            SELECT 1 FROM session s JOIN account a ON a.id = s.account_id
            WHERE s.id = ? AND s.account_id = ? AND s.used_at > ? AND a.disabled_at IS NULL
            """,
            [session.description, user.description, usedAfterS]
        ) != nil
    }

    /// Returns the start of a user's session, in seconds since 1970; nil if there is none.
    func startTime(of session: SessionID, of user: UserID) throws -> Int? {
        try scalar(
            "SELECT created_at FROM session WHERE id = ? AND account_id = ?",
            [session.description, user.description]
        )
    }
}

extension SQLTransaction {
    /// Begins a session, and deletes expired ones.
    func begin(
        _ signIn: SignIn,
        on device: String?,
        _ lifetimes: SessionLifetimes,
        at nowS: Int
    ) throws {
        try execute(
            "DELETE FROM session WHERE used_at <= ? OR (account_id = ? AND created_at <= ?)",
            [nowS - lifetimes.idleS, signIn.account.id.description, nowS - lifetimes.maxS]
        )
        try execute(
            "INSERT INTO session (id, account_id, created_at, used_at, device) VALUES (?, ?, ?, ?, ?)",
            [signIn.session.description, signIn.account.id.description, nowS, nowS, device]
        )
        try insert(signIn.token, of: signIn.session)
    }

    /// Ends a session of a user; returns false if there is none.
    @discardableResult
    func end(_ session: SessionID, of user: UserID, at nowS: Int) throws -> Bool {
        let ended = try execute(
            "DELETE FROM session WHERE id = ? AND account_id = ?",
            [session.description, user.description]
        )
        if ended > 0 { try publishEnded([session], of: user, at: nowS) }
        return ended > 0
    }

    /// Ends all sessions of a user, optionally except one; returns their number.
    @discardableResult
    func endSessions(of user: UserID, except session: SessionID?, at nowS: Int) throws -> Int {
        try publishEnded(
            try reader.sessionsWithTokens(of: user, except: session, at: nowS),
            of: user,
            at: nowS
        )
        return try execute(
            "DELETE FROM session WHERE account_id = ? AND id <> ?",
            [user.description, session?.description ?? ""]
        )
    }

    /// Exchanges a refresh token for its successor, which is derived from the nonce unless the token has one already.
    func rotate(
        _ token: RefreshToken,
        nonce: Data,
        _ lifetimes: SessionLifetimes,
        at nowS: Int
    ) throws -> Rotation {
        guard let stored = try storedToken(token, lifetimes, at: nowS),
            let account = try reader.account(stored.user)
        else { return .unknown }
        guard !account.isDisabled else { return .disabled(account.id) }
        guard let usedAt = stored.usedAt, let usedNonce = stored.nonce else {
            let successor = token.successor(nonce)
            try use(token, nonce, at: nowS)
            try insert(successor, of: stored.session)
            try touch(stored.session, lifetimes, at: nowS)
            return .renewed(stored.session, account, successor)
        }
        let successor = token.successor(usedNonce)
        guard nowS - usedAt <= SessionLifetimes.graceS, try isUnused(successor) else {
            try end(stored.session, of: stored.user, at: nowS)
            return .reused(stored.session, stored.user)
        }
        return .renewed(stored.session, account, successor)
    }

    private struct StoredToken {
        var session: SessionID
        var user: UserID
        var usedAt: Int?
        var nonce: Data?
    }

    private func storedToken(
        _ token: RefreshToken,
        _ lifetimes: SessionLifetimes,
        at nowS: Int
    ) throws -> StoredToken? {
        guard
            let row = try row(
                """
                SELECT t.session_id, s.account_id, t.used_at, t.successor_nonce
                FROM refresh_token t JOIN session s ON s.id = t.session_id
                WHERE t.hash = ? AND s.used_at > ? AND s.created_at > ?
                """,
                [token.hash, nowS - lifetimes.idleS, nowS - lifetimes.maxS]
            )
        else { return nil }
        guard let session = SessionID(try row.value("session_id", as: String.self)),
            let user = UserID(try row.value("account_id", as: String.self))
        else { throw ServiceError(.internalError, "The auth database contains a session with an invalid id.") }
        return StoredToken(
            session: session,
            user: user,
            usedAt: row.optional("used_at"),
            nonce: row.optional("successor_nonce")
        )
    }

    private func insert(_ token: RefreshToken, of session: SessionID) throws {
        try execute(
            "INSERT INTO refresh_token (hash, session_id) VALUES (?, ?)",
            [token.hash, session.description]
        )
    }

    private func use(_ token: RefreshToken, _ nonce: Data, at nowS: Int) throws {
        try execute(
            "UPDATE refresh_token SET used_at = ?, successor_nonce = ? WHERE hash = ?",
            [nowS, nonce, token.hash]
        )
    }

    private func isUnused(_ token: RefreshToken) throws -> Bool {
        try row("SELECT 1 FROM refresh_token WHERE hash = ? AND used_at IS NULL", [token.hash]) != nil
    }

    /// Stores the use of a session, and deletes tokens that were used longer ago than the idle lifetime.
    ///
    /// Otherwise a session that is used every quarter of an hour would gather tokens without limit. A deleted token
    /// counts as never issued.
    private func touch(_ session: SessionID, _ lifetimes: SessionLifetimes, at nowS: Int) throws {
        try execute(
            "UPDATE session SET used_at = CASE WHEN used_at < ?1 THEN ?1 ELSE used_at END WHERE id = ?2",
            [nowS, session.description]
        )
        try execute(
            "DELETE FROM refresh_token WHERE session_id = ? AND used_at <= ?",
            [session.description, nowS - lifetimes.idleS]
        )
    }
}
