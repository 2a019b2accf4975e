import Contracts
import FoundationEssentials
import Storage

/// A key that signs access tokens, has signed or will; times are seconds since 1970.
struct SigningKey: Sendable {
    /// Counts up from 1.
    var generation: Int
    var privateKey: Data
    var madeAt: Int
    /// Before, it is only published.
    var signsAt: Int
    /// From when it is published no longer; nil while no other follows it.
    var retiresAt: Int?
}

extension SQLReader {
    /// The keys, oldest first.
    func signingKeys() throws -> [SigningKey] {
        try rows("SELECT * FROM signing_key ORDER BY generation").map { row in
            SigningKey(
                generation: try row.value("generation"),
                privateKey: try row.value("private_key"),
                madeAt: try row.value("created_at"),
                signsAt: try row.value("signs_at"),
                retiresAt: row.optional("retires_at")
            )
        }
    }
}

extension SQLTransaction {
    /// Keeps the key if there is none; the first one of all may have retired long since.
    func keepFirstSigningKey(_ privateKey: Data, at nowS: Int) throws {
        try execute(
            """
            INSERT INTO signing_key (generation, private_key, created_at, signs_at)
            SELECT 1, ?, ?, ? WHERE NOT EXISTS (SELECT 1 FROM signing_key)
            """,
            [privateKey, nowS, nowS]
        )
    }

    /// Keeps a key that follows all others.
    func keepSigningKey(_ privateKey: Data, at nowS: Int) throws {
        try execute(
            """
            INSERT INTO signing_key (generation, private_key, created_at, signs_at)
            SELECT max(generation) + 1, ?, ?, ? FROM signing_key
            """,
            [privateKey, nowS, nowS]
        )
    }

    /// Has the newest key sign from a moment on, and those before it retire when the last of their tokens is void.
    func startNewestSigningKey(at signsAt: Int) throws {
        try execute(
            "UPDATE signing_key SET signs_at = ? WHERE generation = (SELECT max(generation) FROM signing_key)",
            [signsAt]
        )
        try execute(
            """
            UPDATE signing_key SET retires_at = min(coalesce(retires_at, ?1), ?1)
            WHERE generation < (SELECT max(generation) FROM signing_key)
            """,
            [signsAt + AccessTokenClaims.reachS]
        )
    }

    /// Forgets keys that have retired.
    func removeRetiredSigningKeys(at nowS: Int) throws {
        try execute("DELETE FROM signing_key WHERE retires_at <= ?", [nowS])
    }
}
