import CSodium
package import Contracts
package import FoundationEssentials

/// The key under which secrets are kept that have to be read again, and so cannot be hashed.
///
/// It stands in a file beside the database, not in it: a copy or a backup of the database alone gives nobody a second
/// factor. Without the file codes of authenticator apps are refused, and recovery codes still sign in.
package struct SealingKey: Sendable {
    private static let keyByteCount = Int(crypto_aead_xchacha20poly1305_ietf_KEYBYTES)
    private static let nonceByteCount = Int(crypto_aead_xchacha20poly1305_ietf_NPUBBYTES)
    private static let tagByteCount = Int(crypto_aead_xchacha20poly1305_ietf_ABYTES)

    private let bytes: [UInt8]

    /// Nil unless the text is that of a key.
    init?(text: String) {
        guard let bytes = Base64URL.bytes(text, count: Self.keyByteCount) else { return nil }
        self.bytes = bytes
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// A new one.
    package static func make() -> SealingKey { SealingKey(bytes: RandomBytes.make(count: keyByteCount)) }

    var text: String { Base64URL.text(bytes) }

    /// Returns the key of one purpose; no key of a purpose tells this key or that of another purpose.
    func subkey(_ purpose: String) -> [UInt8] {
        [UInt8](Fingerprint.of(Array("mealwire \(purpose)".utf8), key: bytes))
    }

    /// A secret as it is kept: a random nonce, and XChaCha20-Poly1305 of the secret, bound to its user, so that nobody who
    /// can write the database can give one user the secret of another.
    package func seal(_ secret: [UInt8], of user: UserID) -> Data {
        let nonce = RandomBytes.make(count: Self.nonceByteCount)
        let bound = Self.bound(to: user)
        var box = [UInt8](repeating: 0, count: secret.count + Self.tagByteCount)
        // `box` has room for the secret and its tag; all other lengths are those of the arrays, so it cannot fail.
        _ = crypto_aead_xchacha20poly1305_ietf_encrypt(
            &box,
            nil,
            secret,
            UInt64(secret.count),
            bound,
            UInt64(bound.count),
            nil,
            nonce,
            bytes
        )
        return Data(nonce + box)
    }

    /// What was sealed; nil if it was sealed with another key, for another user, or changed since.
    package func open(_ sealed: Data, of user: UserID) -> [UInt8]? {
        guard sealed.count >= Self.nonceByteCount + Self.tagByteCount else { return nil }
        let nonce = [UInt8](sealed.prefix(Self.nonceByteCount))
        let box = [UInt8](sealed.dropFirst(Self.nonceByteCount))
        let bound = Self.bound(to: user)
        var secret = [UInt8](repeating: 0, count: box.count - Self.tagByteCount)
        // `secret` has the length of the box without its tag, which is there.
        let status = crypto_aead_xchacha20poly1305_ietf_decrypt(
            &secret,
            nil,
            nil,
            box,
            UInt64(box.count),
            bound,
            UInt64(bound.count),
            nonce,
            bytes
        )
        return status == 0 ? secret : nil
    }

    private static func bound(to user: UserID) -> [UInt8] { Array("mealwire totp \(user)".utf8) }
}
