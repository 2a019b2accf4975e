/// Makes idempotency keys for requests without a client's key, and recognises them.
///
/// The bus retries such a request within its deadline if a worker dies. No client knows the key, so its reply is stored
/// for a short time only.
package enum GeneratedKey {
    /// The first character of every generated key.
    ///
    /// A client's key has visible ASCII characters only, so no client can send a space. The mark is part of the key and
    /// not a header field, because a service of an older version rejects unknown fields.
    private static let mark = " "

    /// Returns a unique key; later keys sort after earlier ones.
    package static func make() -> String { mark + UUIDv7.make().description }

    /// Returns whether a key was made by a process of Mealwire.
    package static func isGenerated(_ key: String) -> Bool { key.hasPrefix(mark) }
}
