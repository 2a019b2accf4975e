public import Contracts

/// A request with the key under which it takes effect once.
///
/// Create the intent when the user decides, and keep it until it has an answer: sent again, even after a restart of the
/// app, it changes nothing twice. It is `Codable` for this purpose. A read, and a write that takes no key, ignores the
/// key.
public struct Intent<Request: Contract>: Codable, Sendable {
    /// What to do.
    public let request: Request
    /// The value of `Idempotency-Key`: 1 to 255 visible ASCII characters.
    public let key: String

    /// Creates an intent.
    ///
    /// - Parameters:
    ///   - request: What to do.
    ///   - key: The key; by default a new UUID.
    public init(_ request: Request, key: String = UUIDv7.make().description) {
        self.request = request
        self.key = key
    }
}
