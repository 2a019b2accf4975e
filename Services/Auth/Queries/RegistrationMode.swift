package import Contracts

extension AuthService {
    /// Who may make an account here.
    package func registrationMode(_ request: AuthRegistration, _ context: RequestContext) -> AuthRegistration.Reply {
        AuthRegistration.Reply(registration: settings.registration)
    }
}
