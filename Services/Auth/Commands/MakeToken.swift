package import Contracts
import FoundationEssentials
import Storage

extension AuthService {
    /// Makes a personal access token of the caller's.
    package func makeToken(_ request: AuthTokensMake, _ context: RequestContext) async throws -> AuthTokensMake.Reply {
        let nowS = nowS
        let wanted = try PersonalTokenRequest(request, at: nowS)
        let (token, id) = (PersonalTokenSecret.make(), TokenID.make())
        let user = try await store.write(context) { transaction in
            let user = try requireOpenSession(context, at: nowS, transaction)
            try transaction.removeExpiredTokens(of: user, at: nowS)
            guard try transaction.reader.personalTokenCount(of: user) < PersonalTokenLimits.tokensMax else {
                throw ServiceError(
                    .conflict,
                    "Nobody has more than \(PersonalTokenLimits.tokensMax) tokens; revoke one that is not used any more.",
                    params: ["max": "\(PersonalTokenLimits.tokensMax)"]
                )
            }
            try transaction.keep(token, id, wanted, of: user, at: nowS)
            return user
        }
        security.note(.tokenMade(user: user, token: id), context)
        return AuthTokensMake.Reply(
            token: token.text,
            id: id,
            name: wanted.name,
            scopes: wanted.scopes,
            expiresAt: Timestamp.text(Date(timeIntervalSince1970: Double(wanted.expiresAt)))
        )
    }
}
