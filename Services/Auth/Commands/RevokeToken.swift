package import Contracts
import Storage

extension AuthService {
    /// Revokes one of the caller's personal access tokens; gateways refuse it within a second.
    package func revokeToken(_ request: AuthTokensRevoke, _ context: RequestContext) async throws -> Empty {
        let (user, nowS) = (try context.user(), nowS)
        let reply = try await store.once(request, context) { transaction in
            let user = try requireOpenSession(context, at: nowS, transaction)
            guard try transaction.revoke(request.id, of: user) else {
                throw ServiceError(.notFound, "None of your tokens has this id.")
            }
            return Empty()
        }
        security.record(.tokenRevoked(user: user, token: request.id), context)
        return reply
    }
}
