import Auth
import Contracts
import FoundationEssentials
import JWTKit
import TestSupport
import Testing

@Suite struct AccessTokenTests {
    @Test func `an access token names its user, roles and expiry`() async throws {
        try await AuthFixture.run { auth in
            let session = try await auth.register()
            let claims = try await auth.verified(session).claims
            let issuedAt = Int(auth.clock.now.timeIntervalSince1970)
            #expect(claims.iss == "mealwire")
            #expect(claims.sub == session.user.id)
            #expect(claims.roles == [.user])
            #expect(claims.iat == issuedAt)
            #expect(claims.exp == issuedAt + 15 * 60)
        }
    }

    @Test func `an access token names its audience and its type`() async throws {
        try await AuthFixture.run { auth in
            let session = try await auth.register()
            #expect(try await auth.verified(session).claims.aud == "mealwire-api")
            let header = try #require(session.accessToken.split(separator: ".").first)
            let json = try #require(Base64.bytes(header))
            #expect(String(decoding: json, as: UTF8.self).replacing("\\/", with: "/").contains(#""typ":"at+jwt""#))
        }
    }

    @Test func `tokens name the session of their sign-in`() async throws {
        try await AuthFixture.run { auth in
            let first = try await auth.register()
            let refreshed = try await auth.refresh(first.refreshToken)
            let other = try await auth.login()
            let session = try await auth.verified(first).claims.sid
            #expect(try await auth.verified(refreshed).claims.sid == session)
            #expect(try await auth.verified(other).claims.sid != session)
        }
    }

    @Test func `an altered token fails verification`() async throws {
        try await AuthFixture.run { auth in
            let ann = try await auth.register()
            let bob = try await auth.register(RegistrationBody(email: "bob@example.org"))
            var parts = ann.accessToken.split(separator: ".")
            parts[1] = try #require(bob.accessToken.split(separator: ".").dropFirst().first)
            let forged = parts.joined(separator: ".")
            let keys = try await auth.verificationKeys()
            await #expect(throws: (any Error).self) { try await keys.verify(forged, as: VerifiedToken.self) }
        }
    }

    @Test func `a token of another installation fails verification`() async throws {
        try await AuthFixture.run { here in
            let keys = try await here.verificationKeys()
            try await AuthFixture.run { there in
                let token = try await there.register().accessToken
                await #expect(throws: (any Error).self) { try await keys.verify(token, as: VerifiedToken.self) }
            }
        }
    }

    @Test func `an expired token fails verification`() async throws {
        try await AuthFixture.run { auth in
            auth.clock.advance(seconds: -16 * 60)
            let session = try await auth.register()
            await #expect(throws: (any Error).self) { try await auth.verified(session) }
        }
    }

    @Test func `a restarted service publishes the same key`() async throws {
        try await AuthFixture.run { auth in
            let session = try await auth.register()
            let before = auth.service.keys(AuthKeys(), .test()).keys
            let after = try await auth.restarted().keys(AuthKeys(), .test()).keys
            #expect(before == after)
            #expect(before.count == 1)
            #expect(before.first?.kid == (try await auth.verified(session)).kid)
        }
    }
}

extension AuthFixture {
    /// The published keys, as a gateway uses them.
    func verificationKeys() async throws -> JWTKeyCollection {
        let collection = JWTKeyCollection()
        for key in service.keys(AuthKeys(), .test()).keys {
            let publicKey = try EdDSA.PublicKey(x: key.x, curve: .ed25519)
            await collection.add(eddsa: publicKey, kid: JWKIdentifier(string: key.kid))
        }
        return collection
    }

    /// Verifies a session's access token, and returns its claims and the id of the key that signed it.
    @discardableResult
    func verified(_ session: Session) async throws -> (claims: AccessTokenClaims, kid: String?) {
        let keys = try await verificationKeys()
        let token = try await keys.verify(session.accessToken, as: VerifiedToken.self)
        let header = try DefaultJWTParser().parse(Array(session.accessToken.utf8), as: VerifiedToken.self).header
        return (token.claims, header.kid)
    }
}

/// The claims of a token that JWTKit has verified.
struct VerifiedToken: JWTPayload {
    let claims: AccessTokenClaims

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
