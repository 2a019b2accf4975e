/// The limits of HTTP requests that follow from no contract.
package enum HTTPLimits {
    /// The maximum body size in bytes for routes without sign-in, and for those of auth; enough for a registration with
    /// a profile.
    ///
    /// Each connection may use this much memory without being counted.
    package static let openBodyBytesMax = 16 << 10

    /// The number of visible ASCII characters of an `Idempotency-Key`; a UUID has 36.
    package static let idempotencyKeyLength = 1...255

    /// Returns the maximum body size of a route that forwards to a method, in bytes.
    package static func bodyBytesMax(for method: Method) -> Int {
        method.access == .anyone || method.service == .auth ? openBodyBytesMax : Method.payloadBytesMax
    }
}
