import CSodium

/// A public key of Curve25519, by which CURVE of libzmq knows a peer.
package struct CurveKey: Hashable, Sendable, CustomStringConvertible {
    static let byteCount = 32
    /// Room for a key.
    fileprivate static let empty = [UInt8](repeating: 0, count: byteCount)

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
        Self.startLibrary()
        var (publicKey, secret) = (CurveKey.empty, CurveKey.empty)
        _ = crypto_box_keypair(&publicKey, &secret)
        guard let key = CurveKey(bytes: publicKey) else { preconditionFailure("a key has 32 bytes") }
        return CurveKeyPair(publicKey: key, secret: secret)
    }

    /// Reads a secret key in Z85 and works out its public one; nil if the text is none.
    package init?(secretText: String) {
        guard let secret = Z85.decode(secretText), secret.count == CurveKey.byteCount else { return nil }
        Self.startLibrary()
        var publicKey = CurveKey.empty
        guard crypto_scalarmult_base(&publicKey, secret) == 0, let key = CurveKey(bytes: publicKey) else {
            return nil
        }
        self.init(publicKey: key, secret: secret)
    }

    /// The secret key in Z85, to be written to a file that only its owner may read.
    package var secretText: String { Z85.encode(secret) }

    /// Readies the library; may be called again and again.
    private static func startLibrary() {
        let status = sodium_init()
        precondition(status >= 0, "libsodium does not start: the system gives no random numbers")
    }
}

extension CurveKeyPair: CustomStringConvertible, CustomDebugStringConvertible {
    /// The public key alone, because descriptions are written to logs.
    package var description: String { "the pair of \(publicKey)" }
    package var debugDescription: String { description }
}
