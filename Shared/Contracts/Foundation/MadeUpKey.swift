/// Makes idempotency keys for requests whose client has sent none, and recognizes them.
///
/// The bus resends such a request within its deadline, when a worker dies. No client ever learns the key, so that its reply has
/// to be kept for a short time only.
package enum MadeUpKey {
    /// Begins every made-up key.
    ///
    /// A client's key has visible ASCII characters only, so that no client can send a space. The mark is a part of the key and
    /// no field of the header, because a service of an older version refuses fields that it does not know.
    private static let mark = " "

    /// Returns a key that no other request has; later ones sort behind earlier ones.
    package static func make() -> String { mark + UUIDv7.make().description }

    /// Returns whether a process of Mealwire has made up a key.
    package static func isMadeUp(_ key: String) -> Bool { key.hasPrefix(mark) }
}
