package import Contracts
import Storage

extension AuthService {
    /// Ends the caller's session and voids its refresh tokens.
    package func logout(_ request: AuthLogout, _ context: RequestContext) async throws -> Empty {
        guard let principal = context.principal else { throw ServiceError(.unauthenticated, "Sign in first.") }
        let (nowS, marker) = (nowS, UUIDv7.make())
        let outcome = try await store.once(request, context) { transaction in
            let isEnded = try transaction.end(principal.session, of: principal.user, at: nowS)
            return SessionEndOutcome(marker: marker, count: isEnded ? 1 : 0)
        }
        if outcome.marker == marker { security.recordEnded(outcome.count, of: principal.user, .signedOut, context) }
        return Empty()
    }
}
