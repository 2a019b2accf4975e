package import Contracts
import Logging
import Storage

extension AuthService {
    /// Revokes one of the caller's personal access tokens; within a second no gateway takes it any more.
    package func revokeToken(_ request: AuthTokensRevoke, _ context: RequestContext) async throws -> Empty {
        let nowS = nowS
        let reply = try await store.once(request, context) { transaction in
            let user = try requireOpenSession(context, at: nowS, transaction)
            guard try transaction.revoke(request.id, of: user) else {
                throw ServiceError(.notFound, "None of your tokens has this id.")
            }
            return Empty()
        }
        logger.notice(
            "a personal access token was revoked",
            metadata: ["token": "\(request.id)", "request": "\(context.id)"]
        )
        return reply
    }
}
