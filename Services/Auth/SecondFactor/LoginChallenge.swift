import FoundationEssentials

/// What a sign-in goes on with whose password was right: 32 bytes that nobody can guess, of which only the hash is kept.
struct LoginChallenge: Sendable {
    /// 256 bits, as many as the hash that is kept of them.
    private static let byteCount = 32
    /// For how many seconds it is good: long enough to look for the phone.
    static let lifetimeS = 5 * 60
    /// Wrong codes, after which the password is asked for again, at the cost of a sign-in.
    static let attemptsMax = 5

    private let bytes: [UInt8]

    static func make() -> LoginChallenge { LoginChallenge(bytes: RandomBytes.make(count: byteCount)) }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Nil if the text was never a challenge.
    init?(_ text: String) {
        guard let bytes = Base64URL.bytes(text, count: Self.byteCount) else { return nil }
        self.bytes = bytes
    }

    var text: String { Base64URL.text(bytes) }
    var hash: Data { Fingerprint.of(bytes) }
}
