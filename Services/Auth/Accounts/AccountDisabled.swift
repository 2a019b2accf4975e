import Contracts

extension AuthService {
    /// Told only to who has shown the password, or a token of the account.
    static let accountDisabled = ServiceError(
        .accountDisabled,
        "This account is disabled. Ask whoever runs this server to enable it again."
    )
}
