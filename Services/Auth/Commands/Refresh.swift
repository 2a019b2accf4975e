package import Contracts
import Storage

extension AuthService {
    /// Exchanges a refresh token for a new pair of tokens.
    ///
    /// A token that was used before ends its session, except for a short time in which its reply may have been lost.
    package func refresh(_ request: AuthRefresh, _ context: RequestContext) async throws -> Session {
        guard let token = RefreshToken(request.refreshToken) else { throw Self.sessionExpired }
        let nonce = RefreshToken.makeNonce()
        let (nowS, lifetimes, client) = (nowS, lifetimes, NetworkClient(request.client, context))
        let rotation = try await store.write(context) { transaction in
            try transaction.rotate(token, nonce: nonce, lifetimes, at: nowS)
        }
        switch rotation {
        case .renewed(let session, let account, let successor):
            return try await issue(SignIn(account: account, session: session, token: successor))
        case .reused(let session, let user):
            security.record(.refreshTokenReused(user: user, session: session), context, client)
            security.recordEnded(1, of: user, .tokenReused, context)
            throw Self.sessionExpired
        case .disabled(let user):
            security.record(.disabledLogin(user: user), context, client)
            throw Self.accountDisabled
        case .unknown:
            throw Self.sessionExpired
        }
    }

    private static let sessionExpired = ServiceError(.unauthenticated, "This session is over; sign in again.")
}
