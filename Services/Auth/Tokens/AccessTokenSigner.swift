import Contracts
import FoundationEssentials
import JWTKit

/// Signs access tokens; whoever has the public keys can verify them.
struct AccessTokenSigner: Sendable {
    private struct Entry: Sendable {
        var key: SigningKey
        var published: AuthKeys.PublicKey
    }

    private let collection: JWTKeyCollection
    /// Oldest first.
    private let entries: [Entry]

    /// - Parameter keys: All that the database has, oldest first.
    /// - Throws: `internalError` if there is none.
    init(_ keys: [SigningKey]) async throws {
        guard !keys.isEmpty else {
            throw ServiceError(.internalError, "The database of auth holds no signing key.")
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

    /// Every key whose tokens may be in use, or soon will be.
    func published(at nowS: Int) -> [AuthKeys.PublicKey] { current(at: nowS).map(\.published) }

    /// The same, with their times.
    func keys(at nowS: Int) -> [(kid: String, key: SigningKey)] {
        current(at: nowS).map { ($0.published.kid, $0.key) }
    }

    /// The token that says this, signed by the newest key whose time has come when the token is issued.
    func sign(_ claims: AccessTokenClaims) async throws -> String {
        // The oldest one signs before its time if a clock was set back.
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

    /// RFC 7638 and RFC 8037 §2: the hash of the key's required members in order, so that a kid belongs to one key.
    private static func thumbprint(of coordinate: String) -> String {
        Base64URL.text([UInt8](Fingerprint.of(Array(#"{"crv":"Ed25519","kty":"OKP","x":"\#(coordinate)"}"#.utf8))))
    }
}

/// The claims as JWTKit takes them; Contracts, where they are told to everybody, imports nothing.
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
