import Contracts
import FoundationEssentials
import Storage

/// A past, present or future key that signs access tokens; times are in seconds since 1970.
struct SigningKey: Sendable {
    /// Counts up from 1.
    var generation: Int
    var privateKey: Data
    var madeAt: Int
    /// When it starts to sign; before that, it is only published.
    var signsAt: Int
    /// When it stops being published; nil while no other key follows.
    var retiresAt: Int?
}

extension SQLReader {
    /// Returns the keys, oldest first.
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
    /// Inserts the key if there is none; the very first key may have retired long ago.
    func insertFirstSigningKey(_ privateKey: Data, at nowS: Int) throws {
        try execute(
            """
            INSERT INTO signing_key (generation, private_key, created_at, signs_at)
            SELECT 1, ?, ?, ? WHERE NOT EXISTS (SELECT 1 FROM signing_key)
            """,
            [privateKey, nowS, nowS]
        )
    }

    /// Inserts a key that follows all others.
    func insertSigningKey(_ privateKey: Data, at nowS: Int) throws {
        try execute(
            """
            INSERT INTO signing_key (generation, private_key, created_at, signs_at)
            SELECT max(generation) + 1, ?, ?, ? FROM signing_key
            """,
            [privateKey, nowS, nowS]
        )
    }

    /// Activates the newest key at a time, and retires the earlier ones when the last of their tokens has expired.
    func activateNewestSigningKey(at signsAt: Int) throws {
        try execute(
            "UPDATE signing_key SET signs_at = ? WHERE generation = (SELECT max(generation) FROM signing_key)",
            [signsAt]
        )
        try execute(
            """
            UPDATE signing_key SET retires_at = CASE WHEN retires_at < ?1 THEN retires_at ELSE ?1 END
            WHERE generation < (SELECT max(generation) FROM signing_key)
            """,
            [signsAt + AccessTokenClaims.reachS]
        )
    }

    /// Deletes all keys but the newest, which has just been inserted and signs from now on.
    func removeAllSigningKeysButNewest() throws {
        demandCleanUp()
        try execute("DELETE FROM signing_key WHERE generation < (SELECT max(generation) FROM signing_key)")
    }

    /// Deletes retired keys.
    func removeRetiredSigningKeys(at nowS: Int) throws {
        try execute("DELETE FROM signing_key WHERE retires_at <= ?", [nowS])
    }
}
