import FoundationEssentials

/// What somebody shows to prove that they got a mail: 32 bytes that nobody can guess, of which only the hash is kept.
package struct MailToken: Sendable {
    /// What a token is good for, and for nothing else.
    enum Purpose: String, Sendable {
        case passwordReset
        case emailChange
        case addressConfirmation
    }

    /// How long a token is good for, in seconds from when its mail is sent: an hour, in which most mail arrives and is
    /// read, and after which a mailbox that somebody else opens holds nothing.
    package static let lifetimeS = 3_600
    /// 256 bits, as many as the hash that is kept of them.
    private static let byteCount = 32

    private let bytes: [UInt8]

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    static func make() -> MailToken { MailToken(bytes: RandomBytes.make(count: byteCount)) }

    /// Nil if the text was never a token.
    ///
    /// White space around it is what copying out of a mail brings along.
    init?(_ text: String) {
        let text = text.filter { !$0.isWhitespace }
        guard let bytes = Base64URL.bytes(text, count: Self.byteCount) else { return nil }
        self.bytes = bytes
    }

    var text: String { Base64URL.text(bytes) }
    var hash: Data { Fingerprint.of(bytes) }
}
