import CSodium

/// A public key of Curve25519: who somebody is in CurveZMQ.
package struct CurveKey: Hashable, Sendable, CustomStringConvertible {
    static let byteCount = 32

    /// The key itself: 32 bytes.
    package let bytes: [UInt8]

    /// Takes a key as it is; nil if it has not 32 bytes.
    package init?(bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = bytes
    }

    /// Reads the 40 characters (Z85) by which ZeroMQ shows keys; nil if the text is none.
    package init?(_ text: String) {
        guard let bytes = Z85.decode(text) else { return nil }
        self.init(bytes: bytes)
    }

    /// The key in Z85.
    package var description: String { Z85.encode(bytes) }
}

/// A secret key with its public one.
package struct CurveKeyPair: Sendable {
    package let publicKey: CurveKey
    /// The secret key: 32 bytes.
    package let secret: [UInt8]

    private init(publicKey: CurveKey, secret: [UInt8]) {
        self.publicKey = publicKey
        self.secret = secret
    }

    /// Makes a new pair.
    package static func make() -> CurveKeyPair {
        CurveBox.start()
        var (publicKey, secret) = (CurveBox.empty, CurveBox.empty)
        _ = unsafe crypto_box_keypair(&publicKey, &secret)
        guard let key = CurveKey(bytes: publicKey) else { preconditionFailure("a key has 32 bytes") }
        return CurveKeyPair(publicKey: key, secret: secret)
    }

    /// Reads a secret key in Z85 and works out its public one; nil if the text is none.
    package init?(secretText: String) {
        guard let secret = Z85.decode(secretText), secret.count == CurveKey.byteCount else { return nil }
        CurveBox.start()
        var publicKey = CurveBox.empty
        guard unsafe crypto_scalarmult_base(&publicKey, secret) == 0, let key = CurveKey(bytes: publicKey) else {
            return nil
        }
        self.init(publicKey: key, secret: secret)
    }

    /// The secret key in Z85, to be written to a file that nobody else may read.
    package var secretText: String { Z85.encode(secret) }

    /// What this side shares with the holder of another key.
    func shared(with other: CurveKey) throws(ZMTPViolation) -> CurveBox {
        var key = CurveBox.empty
        guard unsafe crypto_box_beforenm(&key, other.bytes, secret) == 0 else { throw .wrongKey }
        return CurveBox(key: key)
    }
}
