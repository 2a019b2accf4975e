import Contracts
import FoundationEssentials
import JWTKit

/// Signs access tokens, which the public keys verify.
struct AccessTokenSigner: Sendable {
    private struct Entry: Sendable {
        var key: SigningKey
        var published: AuthKeys.PublicKey
    }

    private let collection: JWTKeyCollection
    /// Oldest first.
    private let entries: [Entry]

    /// - Parameter keys: All keys in the database, oldest first.
    /// - Throws: `internalError` if there is none.
    init(_ keys: [SigningKey]) async throws {
        guard !keys.isEmpty else {
            throw ServiceError(.internalError, "The auth database contains no signing key.")
        }
        let collection = JWTKeyCollection()
        var entries: [Entry] = []
        for key in keys {
            let pair = try EdDSA.PrivateKey(d: Base64URL.text([UInt8](key.privateKey)), curve: .ed25519)
            let coordinate = Base64URL.text([UInt8](pair.publicKey.rawRepresentation))
            let kid = Self.thumbprint(of: coordinate)
            await collection.add(eddsa: pair, kid: JWKIdentifier(string: kid))
            entries.append(Entry(key: key, published: AuthKeys.PublicKey(kid: kid, x: coordinate)))
        }
        self.collection = collection
        self.entries = entries
    }

    /// Returns every public key with tokens in use, now or soon.
    func published(at nowS: Int) -> [AuthKeys.PublicKey] { current(at: nowS).map(\.published) }

    /// Returns the same keys with their times.
    func keys(at nowS: Int) -> [(kid: String, key: SigningKey)] {
        current(at: nowS).map { ($0.published.kid, $0.key) }
    }

    /// Returns the signed token of some claims, with the newest key that is active at the time of issue.
    func sign(_ claims: AccessTokenClaims) async throws -> String {
        // If the clock was set back, no key may be active; the oldest one then signs.
        let entry = entries.last { $0.key.signsAt <= claims.iat } ?? entries[0]
        return try await collection.sign(
            AccessTokenPayload(claims: claims),
            kid: JWKIdentifier(string: entry.published.kid),
            header: JWTHeader(fields: ["typ": .string(AccessTokenClaims.type)])
        )
    }

    private func current(at nowS: Int) -> [Entry] {
        entries.filter { $0.key.retiresAt.map { $0 > nowS } ?? true }
    }

    /// Returns the hash of the key's required members in order (RFC 7638, RFC 8037 §2), so that a kid identifies one
    /// key.
    private static func thumbprint(of coordinate: String) -> String {
        Base64URL.text([UInt8](Fingerprint.of(Array(#"{"crv":"Ed25519","kty":"OKP","x":"\#(coordinate)"}"#.utf8))))
    }
}

/// Adapts the claims to JWTKit; Contracts, which defines them, imports no other module.
private struct AccessTokenPayload: JWTPayload {
    let claims: AccessTokenClaims

    init(claims: AccessTokenClaims) {
        self.claims = claims
    }

    init(from decoder: any Decoder) throws {
        claims = try AccessTokenClaims(from: decoder)
    }

    func encode(to encoder: any Encoder) throws {
        try claims.encode(to: encoder)
    }

    func verify(using algorithm: some JWTAlgorithm) throws {
        try ExpirationClaim(value: Date(timeIntervalSince1970: Double(claims.exp))).verifyNotExpired()
    }
}
