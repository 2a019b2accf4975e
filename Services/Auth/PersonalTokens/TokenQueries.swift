package import Contracts
import Logging
import Storage

extension AuthService {
    /// Returns the caller's personal access tokens, newest first.
    package func tokens(_ request: AuthTokensList, _ context: RequestContext) async throws -> AuthTokensList.Reply {
        let user = try context.user()
        return AuthTokensList.Reply(items: try await store.read { try $0.personalTokens(of: user) })
    }

    /// Returns the user and the scopes of a personal access token.
    ///
    /// - Throws: `unauthenticated` for a token that was never issued, was revoked, or has expired.
    package func verifyToken(
        _ request: AuthTokensVerify,
        _ context: RequestContext
    ) async throws -> AuthTokensVerify.Reply {
        let nowS = nowS
        guard let shown = PersonalTokenSecret(request.token),
            let token = try await store.read({ try $0.activeToken(shown, at: nowS) })
        else {
            throw ServiceError(.unauthenticated, "This token was revoked, has expired, or is not one of this server's.")
        }
        await recordUse(of: token, context)
        return AuthTokensVerify.Reply(id: token.id, user: token.user, scopes: token.scopes)
    }

    /// Stores the hour of the last use, at most once an hour; a failed write does not fail the request.
    private func recordUse(of token: ActiveToken, _ context: RequestContext) async {
        let hour = nowS - nowS % PersonalTokenLimits.useGranularityS
        guard token.usedAt ?? 0 < hour else { return }
        do {
            try await store.write(context) { try $0.recordUse(of: token.id, at: hour) }
        } catch {
            logger.warning("the use of a token could not be stored", metadata: ["error": "\(error)"])
        }
    }
}
