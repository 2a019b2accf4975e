import Contracts
import Crypto
import FoundationEssentials
import JSONCoding

/// A reply stored in the transaction of its change, identified by caller, method and key.
struct StoredReply: Sendable {
    let caller: String
    let method: String
    let key: String
    let hash: Data

    /// Returns the hash of the request's fields, independent of their order in the received JSON.
    static func hash(of request: some Encodable) throws -> Data {
        // Foundation's encoder sorts the fields of other types, which takes many times longer.
        if request is any OrderedJSON { return Data(SHA256.hash(data: try PayloadCoder.encode(request))) }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return Data(SHA256.hash(data: try encoder.encode(request)))
    }

    /// Returns the stored reply; nil if there is none under this key.
    ///
    /// - Throws: `conflict` if the key was used with another request.
    func payload(in transaction: SQLTransaction) throws -> Data? {
        guard let stored = try row(Self.select, transaction) else { return nil }
        guard stored.hash == hash else {
            throw ServiceError(.conflict, "This idempotency key was used with another request before.")
        }
        return stored.reply
    }

    /// Stores a reply for a number of seconds, in the transaction of its change.
    func store(_ payload: [UInt8], for lifetimeS: Int, in transaction: SQLTransaction) throws {
        try transaction.execute(
            "INSERT INTO stored_reply (caller, method, key, hash, reply, expires) VALUES (?, ?, ?, ?, ?, ?)"
        ) {
            $0.bind(caller)
            $0.bind(method)
            $0.bind(key)
            $0.bind(hash)
            $0.bind(payload)
            $0.bind(Int(Date().timeIntervalSince1970) + lifetimeS)
        }
    }

    private static let select = "SELECT hash, reply FROM stored_reply WHERE caller = ? AND method = ? AND key = ?"

    private func row(_ sql: String, _ transaction: SQLTransaction) throws -> (hash: Data, reply: Data)? {
        try transaction.reader.first(
            sql,
            binding: {
                $0.bind(caller)
                $0.bind(method)
                $0.bind(key)
            },
            { (hash: $0.bytes(0), reply: $0.bytes(1)) }
        )
    }
}
