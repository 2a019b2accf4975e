import Contracts
import FoundationEssentials
import JWTKit
import Storage

/// Signs access tokens; whoever has the public keys can verify them.
struct AccessTokenSigner: Sendable {
    private let keys: JWTKeyCollection
    private let kid: JWKIdentifier
    /// Every key whose tokens may still be in use; the last one signs.
    let published: [AuthKeys.PublicKey]

    /// Takes the keys from the database and makes the first one where there is none.
    static func load(from store: Store, now: Date) async throws -> AccessTokenSigner {
        let candidate = try EdDSA.PrivateKey()
        let seconds = Int(now.timeIntervalSince1970)
        let seeds = try await store.write { transaction in
            try transaction.keepFirstSigningKey(candidate.rawRepresentation, at: seconds)
            return try transaction.reader.signingKeys()
        }
        return try await AccessTokenSigner(seeds: seeds)
    }

    private init(seeds: [Data]) async throws {
        let collection = JWTKeyCollection()
        var published: [AuthKeys.PublicKey] = []
        for seed in seeds {
            let key = try EdDSA.PrivateKey(d: Base64URL.text([UInt8](seed)), curve: .ed25519)
            let coordinate = Base64URL.text([UInt8](key.publicKey.rawRepresentation))
            let kid = Self.thumbprint(of: coordinate)
            await collection.add(eddsa: key, kid: JWKIdentifier(string: kid))
            published.append(AuthKeys.PublicKey(kid: kid, x: coordinate))
        }
        guard let newest = published.last else {
            throw ServiceError(.internalError, "The database of auth holds no signing key.")
        }
        keys = collection
        kid = JWKIdentifier(string: newest.kid)
        self.published = published
    }

    /// The token that says this, signed.
    func sign(_ claims: AccessTokenClaims) async throws -> String {
        try await keys.sign(AccessTokenPayload(claims: claims), kid: kid)
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
