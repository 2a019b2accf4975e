import Contracts
import FoundationEssentials
import Storage

/// How many tokens somebody may have, and how exactly their use is kept.
enum PersonalTokenLimits {
    /// One for each script that a person can look after; the list of them is one answer.
    static let tokensMax = 20
    /// In seconds: an hour tells which token is still used, costs one write an hour, and is no record of somebody's day.
    static let useGranularityS = 3_600
}

/// A token that is in force, as the gateway needs it.
struct TokenInForce: Sendable {
    var id: TokenID
    var user: UserID
    var scopes: [String]
    /// The hour of the last use.
    var usedAt: Int?
}

extension SQLReader {
    /// A user's tokens, newest first, those that have expired included.
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

    /// Whose token this is; nil if it is none, was revoked, or has expired.
    func owner(of token: PersonalTokenSecret, at nowS: Int) throws -> TokenInForce? {
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
        return TokenInForce(
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
    func keep(
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

    /// Makes room: what has expired is of no more use than to tell its owner why a script stands still.
    func removeTokens(of user: UserID) throws {
        try execute("DELETE FROM personal_token WHERE account_id = ?", [user.description])
    }

    func removeExpiredTokens(of user: UserID, at nowS: Int) throws {
        try execute(
            "DELETE FROM personal_token WHERE account_id = ? AND expires_at <= ?",
            [user.description, nowS]
        )
    }

    /// Removes a token of a user's; false if there is none.
    func revoke(_ token: TokenID, of user: UserID) throws -> Bool {
        try execute(
            "DELETE FROM personal_token WHERE id = ? AND account_id = ?",
            [token.description, user.description]
        ) > 0
    }

    func noteUse(of token: TokenID, at seconds: Int) throws {
        try execute(
            "UPDATE personal_token SET used_at = ? WHERE id = ? AND (used_at IS NULL OR used_at < ?)",
            [seconds, token.description, seconds]
        )
    }
}
