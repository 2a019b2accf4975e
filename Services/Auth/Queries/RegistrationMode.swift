package import Contracts

extension AuthService {
    /// Returns the registration mode of this server.
    package func registrationMode(_ request: AuthRegistration, _ context: RequestContext) -> AuthRegistration.Reply {
        AuthRegistration.Reply(registration: settings.registration)
    }
}
