import FoundationEssentials

/// Proves that a mail was received: 32 random bytes, of which only the hash is stored.
package struct MailToken: Sendable {
    /// The only purpose that a token is valid for.
    enum Purpose: String, Sendable {
        case passwordReset
        case emailChange
        case addressConfirmation
    }

    /// Lifetime in seconds from the time of sending: one hour.
    ///
    /// Most mail arrives and is read within it. After that, an attacker that opens the mailbox finds no valid token.
    package static let lifetimeS = 3_600
    /// 256 bits, the same number as the stored hash.
    private static let byteCount = 32

    private let bytes: [UInt8]

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    static func make() -> MailToken { MailToken(bytes: RandomBytes.make(count: byteCount)) }

    /// Parses a token; nil if the text cannot be one.
    ///
    /// Ignores white space, which copying from a mail may add.
    init?(_ text: String) {
        let text = text.filter { !$0.isWhitespace }
        guard let bytes = Base64URL.bytes(text, count: Self.byteCount) else { return nil }
        self.bytes = bytes
    }

    var text: String { Base64URL.text(bytes) }
    var hash: Data { Fingerprint.of(bytes) }
}
