package import Contracts
import Storage

extension AuthService {
    /// Whether an e-mail address has an account.
    package func emailStatus(
        _ request: AuthEmailStatus,
        _ context: RequestContext
    ) async throws -> AuthEmailStatus.Reply {
        guard let email = EmailAddress(request.email) else {
            throw ServiceError.invalid([FieldError("email", .wrongFormat, EmailAddress.rule)])
        }
        return AuthEmailStatus.Reply(registered: try await store.read { try $0.isRegistered(email.text) })
    }
}
