import CSodium
package import Contracts
package import FoundationEssentials

/// The key that encrypts secrets which have to be read again, and so cannot be hashed.
///
/// It is stored in a file beside the database: a copy of the database alone contains no usable second factor. Without
/// the file, codes of authenticator apps are refused, and recovery codes still sign in.
package struct SealingKey: Sendable {
    private static let keyByteCount = Int(crypto_aead_xchacha20poly1305_ietf_KEYBYTES)
    private static let nonceByteCount = Int(crypto_aead_xchacha20poly1305_ietf_NPUBBYTES)
    private static let tagByteCount = Int(crypto_aead_xchacha20poly1305_ietf_ABYTES)

    private let bytes: [UInt8]

    /// Parses a key; nil if the text is none.
    init?(text: String) {
        guard let bytes = Base64URL.bytes(text, count: Self.keyByteCount) else { return nil }
        self.bytes = bytes
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Returns a new random key.
    package static func make() -> SealingKey { SealingKey(bytes: RandomBytes.make(count: keyByteCount)) }

    var text: String { Base64URL.text(bytes) }

    /// Returns a subkey for one purpose; a subkey reveals neither this key nor other subkeys.
    func subkey(_ purpose: String) -> [UInt8] {
        [UInt8](Fingerprint.of(Array("mealwire \(purpose)".utf8), key: bytes))
    }

    /// Encrypts a secret: a random nonce, and XChaCha20-Poly1305 of the secret, bound to its user.
    ///
    /// The binding prevents an attacker with write access to the database from giving one user the secret of another.
    package func seal(_ secret: [UInt8], of user: UserID) -> Data {
        let nonce = RandomBytes.make(count: Self.nonceByteCount)
        let bound = Self.bound(to: user)
        var box = [UInt8](repeating: 0, count: secret.count + Self.tagByteCount)
        // `box` has room for the secret and its tag; all other lengths are those of the arrays, so the call cannot
        // fail.
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

    /// Decrypts a secret; nil if it was sealed with another key or for another user, or was changed since.
    package func open(_ sealed: Data, of user: UserID) -> [UInt8]? {
        guard sealed.count >= Self.nonceByteCount + Self.tagByteCount else { return nil }
        let nonce = [UInt8](sealed.prefix(Self.nonceByteCount))
        let box = [UInt8](sealed.dropFirst(Self.nonceByteCount))
        let bound = Self.bound(to: user)
        var secret = [UInt8](repeating: 0, count: box.count - Self.tagByteCount)
        // `secret` has the length of the box without its tag; the guard above ensures that the tag exists.
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
