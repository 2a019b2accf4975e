import CSodium
import FoundationEssentials

/// Renews a session: 32 random bytes, of which only the hash is stored.
struct RefreshToken: Sendable {
    /// 256 bits, the same number as the stored hash.
    static let byteCount = 32

    private let bytes: [UInt8]

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Returns the first token of a session.
    static func make() -> RefreshToken { RefreshToken(bytes: RandomBytes.make(count: byteCount)) }

    /// Parses a token; nil if the text cannot be one.
    init?(_ text: String) {
        guard let bytes = Base64URL.bytes(text, count: Self.byteCount) else { return nil }
        self.bytes = bytes
    }

    var text: String { Base64URL.text(bytes) }
    var hash: Data { Fingerprint.of(bytes) }

    /// Returns the token that follows this one: BLAKE2b of a random nonce, keyed with this token.
    ///
    /// Only a client with this token can compute it again. So a client that lost a reply gets the same successor, and
    /// the chain of a session never forks. The database contains nothing from which a token could be computed.
    func successor(_ nonce: Data) -> RefreshToken {
        let nonce = [UInt8](nonce)
        var next = [UInt8](repeating: 0, count: Self.byteCount)
        // All lengths are those of the arrays, and within libsodium's limits (16…64 bytes), so the call cannot fail.
        _ = crypto_generichash(&next, next.count, nonce, UInt64(nonce.count), bytes, bytes.count)
        return RefreshToken(bytes: next)
    }

    /// Returns a random nonce, which makes each successor unique.
    static func makeNonce() -> Data { Data(RandomBytes.make(count: byteCount)) }
}
