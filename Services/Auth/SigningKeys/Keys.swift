package import Contracts

extension AuthService {
    /// Returns the public keys that verify access tokens.
    package func keys(_ request: AuthKeys, _ context: RequestContext) -> AuthKeys.Reply {
        AuthKeys.Reply(keys: keyRing.current.published(at: nowS))
    }
}
