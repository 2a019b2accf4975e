package import Contracts
import Storage

extension AuthService {
    /// Ends the caller's session; its refresh tokens are void from now on.
    package func logout(_ request: AuthLogout, _ context: RequestContext) async throws -> Empty {
        guard let principal = context.principal else { throw ServiceError(.unauthenticated, "Sign in first.") }
        return try await store.once(request, context) { transaction in
            try transaction.end(principal.session, of: principal.user)
            return Empty()
        }
    }
}
