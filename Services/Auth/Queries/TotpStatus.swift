package import Contracts
import Storage

extension AuthService {
    /// Whether a code is asked of the caller, too, when they sign in.
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
