package import Contracts

extension AuthService {
    /// The public keys with which access tokens are verified.
    package func keys(_ request: AuthKeys, _ context: RequestContext) -> AuthKeys.Reply {
        AuthKeys.Reply(keys: keyRing.current.published(at: nowS))
    }
}
