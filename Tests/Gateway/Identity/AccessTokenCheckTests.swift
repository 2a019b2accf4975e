import Contracts
import Gateway
import JWTKit
import Testing

/// Verification of access tokens.
struct AccessTokenCheckTests {
    private static let keyID = "k1"

    /// Claims of a token; tests may omit or falsify any field.
    private struct Claims: JWTPayload {
        var iss: String? = AccessTokenClaims.issuer
        var aud: String? = AccessTokenClaims.audience
        var sub = UserID.make()
        var sid = SessionID.make()
        var roles = [Role.user]
        var iat = 1_700_000_000
        var exp = 1_700_000_900

        func verify(using algorithm: some JWTAlgorithm) {}
    }

    private let key: EdDSA.PrivateKey

    init() throws { key = try EdDSA.PrivateKey(curve: .ed25519) }

    private func token(_ claims: Claims, type: String? = AccessTokenClaims.type) async throws -> String {
        let keys = JWTKeyCollection()
        await keys.add(eddsa: key, kid: JWKIdentifier(string: Self.keyID))
        let fields: [String: JWTHeaderField] = type.map { ["typ": .string($0)] } ?? ["typ": .null]
        return try await keys.sign(claims, kid: JWKIdentifier(string: Self.keyID), header: JWTHeader(fields: fields))
    }

    private func isAccepted(_ token: String) async -> Bool {
        guard let keyID = AccessTokenCheck.keyID(of: token) else { return false }
        return await (try? AccessTokenCheck.claims(of: token, keyID: keyID, key: key.publicKey)) != nil
    }

    @Test func `an access token is accepted, also one of a version without audience and type`() async throws {
        let claims = Claims()
        let token = try await token(claims)
        #expect(AccessTokenCheck.keyID(of: token) == Self.keyID)
        let verified = try await AccessTokenCheck.claims(of: token, keyID: Self.keyID, key: key.publicKey)
        #expect(verified.sub == claims.sub && verified.sid == claims.sid && verified.exp == claims.exp)
        #expect(await isAccepted(try await self.token(Claims(aud: nil), type: "JWT")))
    }

    @Test func `a token of another issuer or audience is refused`() async throws {
        #expect(await !isAccepted(try await token(Claims(iss: "another"))))
        #expect(await !isAccepted(try await token(Claims(iss: nil))))
        #expect(await !isAccepted(try await token(Claims(aud: "another-api"))))
    }

    @Test(arguments: ["dpop+jwt", "id+jwt", "", "AT+JWT "])
    func `a token of another type is refused`(type: String) async throws {
        let token = try await token(Claims(), type: type)
        #expect(AccessTokenCheck.keyID(of: token) == nil)
    }

    @Test func `a token of another key is refused`() async throws {
        let other = try AccessTokenCheckTests()
        #expect(await !isAccepted(try await other.token(Claims())))
    }
}
