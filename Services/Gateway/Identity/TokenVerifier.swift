import Contracts
import FoundationEssentials
import HTTPServer
import Hummingbird
import Synchronization

/// Authenticates requests: by an access token, without a call to auth, or by a personal access token.
final class TokenVerifier: Sendable {
    /// The maximum of cached tokens with a verified signature; each takes some hundred bytes.
    private static let cacheMax = 10_000
    /// Longer tokens are refused unread; valid ones are much shorter.
    private static let tokenLengthMax = 4_096

    private struct Verified {
        let principal: Principal
        let keyID: String
        let issuedAt: Int
        let expiresAt: Int
    }

    private let keys: KeyDirectory
    private let endedSessions: EndedSessions
    private let personalTokens: PersonalTokenVerifier
    /// Counts calls for tokens that auth may not know.
    private let unknownTokens: OpenRouteRateLimiter
    private let browsers: BrowserSessions
    private let cache = Mutex<[String: Verified]>([:])

    init(
        keys: KeyDirectory,
        endedSessions: EndedSessions,
        personalTokens: PersonalTokenVerifier,
        unknownTokens: OpenRouteRateLimiter,
        browsers: BrowserSessions
    ) {
        self.keys = keys
        self.endedSessions = endedSessions
        self.personalTokens = personalTokens
        self.unknownTokens = unknownTokens
        self.browsers = browsers
    }

    /// Returns the principal of a request.
    ///
    /// - Parameters:
    ///   - request: A request with a token in a header, or in a browser's cookie.
    ///   - scope: The scope that a personal access token needs; nil if the route accepts none.
    /// - Returns: The user, their roles and the session.
    /// - Throws: `unauthenticated` without a token, or with one that is forged or has expired. `forbidden` if the scope
    ///   is missing, or for a write by cookie that another site may have sent. `tooManyRequests` for a client that
    ///   sends many tokens unknown to auth.
    func principal(of request: Request, for scope: Scope?) async throws(ServiceError) -> Principal {
        guard let header = request.headers[.authorization] else {
            if let token = try browsers.accessToken(of: request.head) {
                return try await principal(of: token, now: Int(Date().timeIntervalSince1970))
            }
            throw ServiceError(.unauthenticated, "Sign in first, and send the access token as Authorization: Bearer ….")
        }
        guard let token = Self.bearerToken(header) else { throw Self.forged }
        if PersonalTokenVerifier.isPersonalToken(token) {
            return try await personalTokens.principal(of: token, for: scope) { () throws(ServiceError) in
                try unknownTokens.check(
                    request.headers,
                    peer: ClientAddress.ofConnection,
                    now: Deadline.monotonicNanoseconds()
                )
            }
        }
        return try await principal(of: token, now: Int(Date().timeIntervalSince1970))
    }

    private static func bearerToken(_ header: String) -> String? {
        guard header.utf8.count <= tokenLengthMax, header.lowercased().hasPrefix("bearer ") else { return nil }
        return String(header.dropFirst("bearer ".count))
    }

    /// Returns true if an authenticated request may have lost its access, as far as is known without a call.
    ///
    /// Only auth knows about personal access tokens, so they are never doubtful here.
    ///
    /// - Parameter request: The authenticated request.
    /// - Returns: False while the token is valid.
    func mayHaveLostAccess(_ request: Request) -> Bool {
        let found: String?
        if let header = request.headers[.authorization] {
            found = Self.bearerToken(header)
        } else {
            // A cookie that cannot be read gives no access.
            found = try? browsers.accessToken(of: request.head)
        }
        guard let token = found else { return true }
        if PersonalTokenVerifier.isPersonalToken(token) { return false }
        guard let known = cache.withLock({ $0[token] }), known.expiresAt > Int(Date().timeIntervalSince1970),
            keys.isKnown(known.keyID)
        else { return true }
        // An error is the refusal itself.
        return (try? endedSessions.refuse(known.principal.session, issuedAt: known.issuedAt)) ?? true
    }

    /// Returns the principal of an access token.
    ///
    /// - Parameters:
    ///   - token: A signed token (RFC 7519).
    ///   - now: Seconds since 1970.
    /// - Returns: The user, their roles and the session.
    /// - Throws: `unauthenticated` for a token that is forged or expired, of a removed key, or with an ended session.
    func principal(of token: String, now: Int) async throws(ServiceError) -> Principal {
        let verified: Verified
        if let known = cache.withLock({ $0[token] }), keys.isKnown(known.keyID) {
            verified = known
        } else {
            verified = try await verify(token)
            cache.withLock { cache in
                if cache.count >= Self.cacheMax { cache.removeAll(keepingCapacity: true) }
                cache[token] = verified
            }
        }
        guard verified.expiresAt > now else {
            throw ServiceError(.unauthenticated, "The access token has expired; get a new one with the refresh token.")
        }
        let session = verified.principal.session
        guard try !endedSessions.refuse(session, issuedAt: verified.issuedAt) else {
            throw ServiceError(.unauthenticated, "This session is over; sign in again.")
        }
        return verified.principal
    }

    private func verify(_ token: String) async throws(ServiceError) -> Verified {
        guard let keyID = AccessTokenCheck.keyID(of: token), let key = try await keys.key(keyID) else {
            throw Self.forged
        }
        do {
            let claims = try await AccessTokenCheck.claims(of: token, keyID: keyID, key: key)
            return Verified(
                principal: Principal(user: claims.sub, roles: claims.roles, session: claims.sid),
                keyID: keyID,
                issuedAt: claims.iat,
                // The validity is bounded whatever the token says; after that, its key is looked up again.
                expiresAt: min(claims.exp, Int(Date().timeIntervalSince1970) + AccessTokenClaims.reachS)
            )
        } catch {
            throw Self.forged
        }
    }

    private static let forged = ServiceError(.unauthenticated, "The access token was not issued by this server.")
}
