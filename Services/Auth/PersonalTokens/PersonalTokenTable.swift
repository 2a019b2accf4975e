import Calendar
import Contracts
import FoundationEssentials
import Storage

/// The limits of personal access tokens.
enum PersonalTokenLimits {
    /// Tokens per user: one for each script that a person can maintain; all fit into one reply.
    static let tokensMax = ServerLimit.tokens.value
    /// In seconds: an hour shows which tokens are in use, costs one write an hour, and reveals little about the user's
    /// day.
    static let useGranularityS = 3_600
}

/// A valid token, as the gateway needs it.
struct ActiveToken: Sendable {
    var id: TokenID
    var user: UserID
    var scopes: [String]
    /// The start of the hour of the last use, in seconds since 1970.
    var usedAt: Int?
}

extension SQLReader {
    /// Returns a user's tokens, newest first, including expired ones.
    func personalTokens(of user: UserID) throws -> [PersonalToken] {
        try rows(
            """
            SELECT id, name, scopes, created_at, expires_at, used_at FROM personal_token
            WHERE account_id = ? ORDER BY id DESC
            """,
            [user.description]
        ).compactMap { row in
            guard let id = TokenID(try row.value("id", as: String.self)) else { return nil }
            return PersonalToken(
                id: id,
                name: try row.value("name"),
                scopes: Self.scopes(try row.value("scopes")).compactMap(Scope.init(rawValue:)),
                createdAt: Self.time(try row.value("created_at")),
                expiresAt: Self.time(try row.value("expires_at")),
                lastUsedAt: row.optional("used_at", as: Int.self).map(Self.time)
            )
        }
    }

    /// Returns a token with its user; nil if it was never issued, was revoked, or has expired.
    func activeToken(_ token: PersonalTokenSecret, at nowS: Int) throws -> ActiveToken? {
        guard
            let row = try row(
                """
                SELECT personal_token.id, account_id, scopes, used_at
                FROM personal_token JOIN account ON account.id = account_id
                WHERE hash = ? AND expires_at > ? AND disabled_at IS NULL
                """,
                [token.hash, nowS]
            ), let id = TokenID(try row.value("id", as: String.self)),
            let user = UserID(try row.value("account_id", as: String.self))
        else { return nil }
        return ActiveToken(
            id: id,
            user: user,
            scopes: Self.scopes(try row.value("scopes")),
            usedAt: row.optional("used_at")
        )
    }

    func personalTokenCount(of user: UserID) throws -> Int {
        try scalar("SELECT count(*) FROM personal_token WHERE account_id = ?", [user.description]) ?? 0
    }

    private static func scopes(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }

    private static func time(_ seconds: Int) -> String {
        Timestamp.text(Date(timeIntervalSince1970: Double(seconds)))
    }
}

extension SQLTransaction {
    func insert(
        _ token: PersonalTokenSecret,
        _ id: TokenID,
        _ request: PersonalTokenRequest,
        of user: UserID,
        at nowS: Int
    ) throws {
        try execute(
            """
            INSERT INTO personal_token (id, account_id, hash, name, scopes, created_at, expires_at)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """,
            [
                id.description, user.description, token.hash, request.name,
                request.scopes.map(\.rawValue).joined(separator: " "), nowS, request.expiresAt,
            ]
        )
    }

    /// Removes all tokens of a user.
    func removeTokens(of user: UserID) throws {
        try execute("DELETE FROM personal_token WHERE account_id = ?", [user.description])
    }

    /// Removes a user's expired tokens, which only show the user why a script stopped.
    func removeExpiredTokens(of user: UserID, at nowS: Int) throws {
        try execute(
            "DELETE FROM personal_token WHERE account_id = ? AND expires_at <= ?",
            [user.description, nowS]
        )
    }

    /// Removes a token of a user; returns false if there is none.
    func revoke(_ token: TokenID, of user: UserID) throws -> Bool {
        try execute(
            "DELETE FROM personal_token WHERE id = ? AND account_id = ?",
            [token.description, user.description]
        ) > 0
    }

    func recordUse(of token: TokenID, at seconds: Int) throws {
        try execute(
            "UPDATE personal_token SET used_at = ? WHERE id = ? AND (used_at IS NULL OR used_at < ?)",
            [seconds, token.description, seconds]
        )
    }
}
