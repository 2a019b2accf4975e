package import Contracts
import Storage

extension AuthService {
    /// Returns whether the caller's sign-in requires a code, and how many recovery codes are left.
    package func totpStatus(_ request: AuthTotpStatus, _ context: RequestContext) async throws -> AuthTotpStatus.Reply {
        let user = try context.user()
        return try await store.read { reader in
            AuthTotpStatus.Reply(
                enabled: try reader.totp(of: user)?.isConfirmed ?? false,
                recoveryCodesLeft: try reader.recoveryCodesLeft(of: user)
            )
        }
    }
}
