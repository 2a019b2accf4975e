package import Contracts
import FoundationEssentials
package import JWTKit

/// Verifies what an access token itself says (RFC 7519, RFC 9068), apart from its time and its session.
package enum AccessTokenCheck {
    /// The type of present access tokens, and the one of versions before RFC 9068, which expire soon after an upgrade.
    private static let acceptedTypes: Set = [AccessTokenClaims.type, "JWT"]

    private struct Payload: JWTPayload {
        let claims: AccessTokenClaims

        init(from decoder: any Decoder) throws { claims = try AccessTokenClaims(from: decoder) }
        func encode(to encoder: any Encoder) throws { try claims.encode(to: encoder) }
        func verify(using algorithm: some JWTAlgorithm) throws {
            guard claims.iss == AccessTokenClaims.issuer else {
                throw JWTError.claimVerificationFailure(failedClaim: nil, reason: "another issuer")
            }
            guard claims.aud ?? AccessTokenClaims.audience == AccessTokenClaims.audience else {
                throw JWTError.claimVerificationFailure(failedClaim: nil, reason: "another audience")
            }
        }
    }

    /// Returns the key id in a token's header, which is read before anything is verified.
    ///
    /// - Parameter token: A signed token.
    /// - Returns: Nil for a token of another algorithm or type, and for a text that is no token.
    package static func keyID(of token: String) -> String? {
        struct Header: Decodable {
            let alg: String
            let kid: String
            let typ: String?
        }
        guard let part = token.split(separator: ".", omittingEmptySubsequences: false).first else { return nil }
        var base64 = String(part).replacing("-", with: "+").replacing("_", with: "/")
        base64 += String(repeating: "=", count: (4 - base64.count % 4) % 4)
        guard let data = Data(base64Encoded: base64),
            let header = try? PayloadCoder.decodeReply(Header.self, from: Array(data)), header.alg == "EdDSA",
            header.typ.map(acceptedTypes.contains) ?? true
        else { return nil }
        return header.kid
    }

    /// Returns the claims of a token after its signature, issuer and audience have been verified.
    ///
    /// - Parameters:
    ///   - token: A signed token.
    ///   - keyID: What ``keyID(of:)`` has returned for it.
    ///   - key: The key of that id.
    /// - Returns: The claims; the caller compares the times.
    /// - Throws: what JWTKit throws for a token that is forged, or of another issuer or audience.
    package static func claims(
        of token: String,
        keyID: String,
        key: EdDSA.PublicKey
    ) async throws -> AccessTokenClaims {
        let collection = JWTKeyCollection()
        await collection.add(eddsa: key, kid: JWKIdentifier(string: keyID))
        return try await collection.verify(token, as: Payload.self).claims
    }
}
