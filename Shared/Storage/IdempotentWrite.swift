package import Contracts
import Crypto
package import FoundationEssentials

extension Store {
    /// How long a key protects its write, in seconds: two days, longer than any client retries.
    package static let replyLifetimeS = 48 * 3_600

    /// Makes a change once per idempotency key: the same key again gets the stored reply and changes nothing.
    ///
    /// - Parameters:
    ///   - request: The contract; another payload under a used key is an error.
    ///   - context: Whose key. Without a key the change is simply made.
    ///   - body: The change. What it returns is stored and must hold no secret.
    /// - Returns: What the body returned, now or the first time.
    /// - Throws: `conflict` if the key was used with another payload, and what the body throws.
    package func once<Request: Contract, Stored: Codable & Sendable>(
        _ request: Request,
        _ context: RequestContext,
        _ body: @escaping @Sendable (SQLTransaction) throws -> Stored
    ) async throws -> Stored {
        guard let key = context.idempotencyKey else { return try await write(context, body) }
        let entry = ReplyEntry(
            caller: context.principal?.user.description ?? "anyone",
            method: Request.method.name,
            key: key,
            hash: try ReplyEntry.hash(of: request),
            formerHash: { try ReplyEntry.formerHash(of: request) }
        )
        return try await write(context) { transaction in
            if let stored = try entry.stored(in: transaction) {
                return try PayloadCoder.decodeReply(Stored.self, from: Array(stored))
            }
            let reply = try body(transaction)
            try entry.store(reply, in: transaction)
            return reply
        }
    }

    /// Forgets replies that are older than their lifetime.
    package func pruneReplies(now: Date = Date()) async throws {
        let oldest = Int(now.timeIntervalSince1970) - Self.replyLifetimeS
        _ = try await write { try $0.execute("DELETE FROM reply WHERE at < ?", [oldest]) }
    }
}

/// One line of the reply store: who did what under which key.
private struct ReplyEntry: Sendable {
    let caller: String
    let method: String
    let key: String
    let hash: Data
    /// What a version before this one has stored for the same request.
    let formerHash: @Sendable () throws -> Data

    /// Of the request's fields, in whatever order they came.
    static func hash(of request: some Encodable) throws -> Data {
        // It writes its fields in one order, and many times faster.
        guard request is any JSONWritable else { return try formerHash(of: request) }
        return Data(SHA256.hash(data: try PayloadCoder.encode(request)))
    }

    static func formerHash(of request: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return Data(SHA256.hash(data: try encoder.encode(request)))
    }

    func stored(in transaction: SQLTransaction) throws -> Data? {
        let stored = try transaction.reader.first(
            "SELECT hash, reply FROM reply WHERE caller = ? AND method = ? AND key = ?",
            binding: {
                $0.bind(caller)
                $0.bind(method)
                $0.bind(key)
            },
            { (hash: $0.bytes(0), reply: $0.bytes(1)) }
        )
        guard let stored else { return nil }
        guard try stored.hash == hash || stored.hash == formerHash() else {
            throw ServiceError(.conflict, "This idempotency key was used with another request before.")
        }
        return stored.reply
    }

    func store(_ reply: some Encodable, in transaction: SQLTransaction) throws {
        let payload = try PayloadCoder.encode(reply)
        try transaction.execute("INSERT INTO reply (caller, method, key, hash, reply, at) VALUES (?, ?, ?, ?, ?, ?)") {
            $0.bind(caller)
            $0.bind(method)
            $0.bind(key)
            $0.bind(hash)
            $0.bind(payload)
            $0.bind(Int(Date().timeIntervalSince1970))
        }
    }
}
