import CSodium
import FoundationEssentials

/// What a client stays signed in with: 32 bytes that nobody can guess, of which only the hash is kept.
struct RefreshToken: Sendable {
    /// 256 bits, as many as the hash that is kept of them.
    static let byteCount = 32

    private let bytes: [UInt8]

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The first token of a session.
    static func make() -> RefreshToken { RefreshToken(bytes: RandomBytes.make(count: byteCount)) }

    /// Nil if the text was never a token.
    init?(_ text: String) {
        guard let bytes = Base64URL.bytes(text, count: Self.byteCount) else { return nil }
        self.bytes = bytes
    }

    var text: String { Base64URL.text(bytes) }
    var hash: Data { Fingerprint.of(bytes) }

    /// The token that follows this one: keyed BLAKE2b of a random nonce, the key being this token.
    ///
    /// Only who holds this token can work it out again. So a client whose answer was lost gets the very same successor,
    /// and the chain of a session never forks, while the database has nothing from which a token could be made.
    func successor(_ nonce: Data) -> RefreshToken {
        let nonce = [UInt8](nonce)
        var next = [UInt8](repeating: 0, count: Self.byteCount)
        // All lengths are those of the arrays, and within libsodium's limits (16…64 bytes), so it cannot fail.
        _ = crypto_generichash(&next, next.count, nonce, UInt64(nonce.count), bytes, bytes.count)
        return RefreshToken(bytes: next)
    }

    /// What makes a successor another one each time.
    static func makeNonce() -> Data { Data(RandomBytes.make(count: byteCount)) }
}
