package import Contracts
import FoundationEssentials
package import JWTKit

/// Verifies an access token's header, signature, issuer and audience (RFC 7519, RFC 9068), but not its times and
/// session.
package enum AccessTokenCheck {
    /// The current type of access tokens, and the type of versions before RFC 9068, which expire soon after an upgrade.
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

    /// Returns the key id in a token's header, which is read before the token is verified.
    ///
    /// - Parameter token: A signed token.
    /// - Returns: The key id; nil for a token of another algorithm or type, and for any other text.
    package static func keyID(of token: String) -> String? {
        struct Header: Decodable {
            let alg: String
            let kid: String
            let typ: String?
        }
        guard let part = token.split(separator: ".", omittingEmptySubsequences: false).first else { return nil }
        var base64 = String(part).replacing("-", with: "+").replacing("_", with: "/")
        base64 += String(repeating: "=", count: (4 - base64.count % 4) % 4)
        // A header that cannot be read makes the token invalid.
        guard let data = Data(base64Encoded: base64),
            let header = try? PayloadCoder.decodeReply(Header.self, from: Array(data)), header.alg == "EdDSA",
            header.typ.map(acceptedTypes.contains) ?? true
        else { return nil }
        return header.kid
    }

    /// Returns the claims of a token after verification of its signature, issuer and audience.
    ///
    /// - Parameters:
    ///   - token: A signed token.
    ///   - keyID: The result of ``keyID(of:)``.
    ///   - key: The key with that id.
    /// - Returns: The claims; the caller checks the times.
    /// - Throws: An error of JWTKit for a token that is forged, or of another issuer or audience.
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
