package import Contracts
import Storage

extension AuthService {
    /// Returns the registration mode of this server, and the accounts of a demonstration.
    package func registrationMode(_ request: AuthRegistration, _ context: RequestContext) -> AuthRegistration.Reply {
        AuthRegistration.Reply(registration: settings.registration, demoAccounts: demoAccounts)
    }
}

extension AuthService {
    /// Returns whether an e-mail address has an account.
    package func emailStatus(
        _ request: AuthEmailStatus,
        _ context: RequestContext
    ) async throws -> AuthEmailStatus.Reply {
        guard settings.allowsEmailStatus else {
            throw ServiceError(.forbidden, "This server does not reveal which addresses have an account.")
        }
        guard let email = EmailAddress(request.email) else {
            throw ServiceError.invalid([FieldError("email", .wrongFormat, EmailAddress.rule)])
        }
        let hash = Fingerprint.of(Array(email.text.utf8))
        let client = NetworkClient(request.client, context)
        if let seconds = emailStatusLimiter.blockedForS(
            hash,
            client: client.text,
            isLocal: client.isLocal,
            at: nowS
        ) {
            throw ServiceError(
                .tooManyRequests,
                "Too many requests about e-mail addresses; try again later.",
                params: ["retryAfterSeconds": "\(seconds)"]
            )
        }
        return AuthEmailStatus.Reply(registered: try await store.read { try $0.isRegistered(email.text) })
    }
}
