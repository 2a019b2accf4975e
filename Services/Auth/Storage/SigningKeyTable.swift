import FoundationEssentials
import Storage

extension SQLReader {
    /// The private keys, oldest first.
    func signingKeys() throws -> [Data] {
        try rows("SELECT private_key FROM signing_key ORDER BY generation").map { try $0.value("private_key") }
    }
}

extension SQLTransaction {
    /// Keeps the key if it is the first one.
    func keepFirstSigningKey(_ privateKey: Data, at nowS: Int) throws {
        try execute(
            """
            INSERT INTO signing_key (generation, private_key, created_at) VALUES (1, ?, ?)
            ON CONFLICT (generation) DO NOTHING
            """,
            [privateKey, nowS]
        )
    }
}
