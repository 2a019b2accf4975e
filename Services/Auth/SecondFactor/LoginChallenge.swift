import FoundationEssentials

/// Continues a sign-in after the right password: 32 random bytes, of which only the hash is stored.
struct LoginChallenge: Sendable {
    /// 256 bits, the same number as the stored hash.
    private static let byteCount = 32
    /// Lifetime in seconds: long enough to fetch a phone.
    static let lifetimeS = 5 * 60
    /// Maximum number of wrong codes; after that, the sign-in starts again with the password.
    static let attemptsMax = 5

    private let bytes: [UInt8]

    static func make() -> LoginChallenge { LoginChallenge(bytes: RandomBytes.make(count: byteCount)) }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Parses a challenge; nil if the text cannot be one.
    init?(_ text: String) {
        guard let bytes = Base64URL.bytes(text, count: Self.byteCount) else { return nil }
        self.bytes = bytes
    }

    var text: String { Base64URL.text(bytes) }
    var hash: Data { Fingerprint.of(bytes) }
}
