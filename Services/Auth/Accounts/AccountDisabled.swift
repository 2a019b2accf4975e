import Contracts

extension AuthService {
    /// The error for a disabled account.
    ///
    /// Returned only to clients that have sent the right password or a token of the account.
    static let accountDisabled = ServiceError(
        .accountDisabled,
        "This account is disabled. Ask the operator of this server to enable it again."
    )
}
