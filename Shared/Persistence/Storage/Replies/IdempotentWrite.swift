package import Contracts
import FoundationEssentials

extension Store {
    /// How long a key protects its write, in seconds: two days, longer than any client retries.
    package static let replyLifetimeS = 48 * 3_600
    /// How long a generated key protects its write beyond its request's deadline, in seconds.
    ///
    /// The bus resends only within the deadline. The minute covers late answers and adjusted clocks.
    package static let generatedReplyMarginS = 60

    /// Performs a change once per idempotency key, and returns the stored reply itself.
    ///
    /// For a method that replies what its change has returned. Its reply is encoded once, to be stored.
    ///
    /// - Parameters:
    ///   - request: The contract; another payload under a used key is an error.
    ///   - context: The request's context with the key. Without a key the change is always performed.
    ///   - body: The change. Its result must not contain secrets.
    /// - Returns: The reply, from now or from the first time.
    /// - Throws: `conflict` if the key was used with another payload, and what the body throws.
    package func writeReply<Request: Contract>(
        to request: Request,
        _ context: RequestContext,
        _ body: @escaping @Sendable (SQLTransaction) throws -> Request.Reply
    ) async throws -> WrittenReply<Request.Reply> {
        try await written(request, context, body)
    }

    /// Performs a change once per idempotency key.
    ///
    /// A repeated key returns the stored result and changes nothing.
    ///
    /// - Parameters:
    ///   - request: The contract; another payload under a used key is an error.
    ///   - context: The request's context with the key. Without a key the change is always performed.
    ///   - body: The change. Its result is stored and must not contain secrets.
    /// - Returns: The result of the body, from now or from the first time.
    /// - Throws: `conflict` if the key was used with another payload, and what the body throws.
    package func writeIdempotently<Request: Contract, Stored: Codable & Sendable>(
        _ request: Request,
        _ context: RequestContext,
        _ body: @escaping @Sendable (SQLTransaction) throws -> Stored
    ) async throws -> Stored {
        try await written(request, context, body).value
    }

    private func written<Request: Contract, Stored: Codable & Sendable>(
        _ request: Request,
        _ context: RequestContext,
        _ body: @escaping @Sendable (SQLTransaction) throws -> Stored
    ) async throws -> WrittenReply<Stored> {
        guard let key = context.idempotencyKey else {
            return try await write(context) { try WrittenReply(try body($0)) }
        }
        let entry = StoredReply(
            caller: context.principal?.user.description ?? "anyone",
            method: Request.method.name,
            key: key,
            hash: try StoredReply.hash(of: request)
        )
        return try await write(context) { transaction in
            if let stored = try entry.payload(in: transaction) { return try WrittenReply(stored: Array(stored)) }
            let reply = try WrittenReply(try body(transaction))
            try entry.store(reply.encoded.payload, for: Self.lifetimeS(of: context, key), in: transaction)
            return reply
        }
    }

    /// Returns how long to store the reply to a request from now on, in seconds.
    private static func lifetimeS(of context: RequestContext, _ key: String) -> Int {
        guard GeneratedKey.isGenerated(key) else { return replyLifetimeS }
        // Rounded up. A long deadline does not exceed the lifetime of a client's key.
        return min(context.deadline.millisecondsLeft / 1_000 + 1 + generatedReplyMarginS, replyLifetimeS)
    }
}
