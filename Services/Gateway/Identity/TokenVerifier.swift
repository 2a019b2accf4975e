import Contracts
import FoundationEssentials
import Hummingbird
import Synchronization

/// Says who calls: by an access token alone, without asking auth, or by a personal one.
final class TokenVerifier: Sendable {
    /// Tokens whose signature need not be checked again; each takes some hundred bytes.
    private static let cacheMax = 10_000
    /// No token of ours is nearly as long; longer ones are not looked at.
    private static let tokenLengthMax = 4_096

    private struct Verified {
        let principal: Principal
        let issuedAt: Int
        let expiresAt: Int
    }

    private let keys: KeyDirectory
    private let endedSessions: EndedSessions
    private let personalTokens: PersonalTokenVerifier
    /// Counts questions about tokens that auth may not know.
    private let unknownTokens: OpenRouteGate
    private let browsers: BrowserSessions
    private let cache = Mutex<[String: Verified]>([:])

    init(
        keys: KeyDirectory,
        endedSessions: EndedSessions,
        personalTokens: PersonalTokenVerifier,
        unknownTokens: OpenRouteGate,
        browsers: BrowserSessions
    ) {
        self.keys = keys
        self.endedSessions = endedSessions
        self.personalTokens = personalTokens
        self.unknownTokens = unknownTokens
        self.browsers = browsers
    }

    /// The caller of a request.
    ///
    /// - Parameters:
    ///   - request: With its token as a header, or else in a browser's cookie.
    ///   - scope: What a personal access token needs for it; nil if none is enough.
    /// - Returns: The user, their roles and the session.
    /// - Throws: `unauthenticated` without a token, or with one that is forged or has expired; `forbidden` with one that
    ///   lacks the scope, or for a change by cookie that another site may have sent; `tooManyRequests` for a client that
    ///   shows many tokens that auth does not know.
    func principal(of request: Request, for scope: Scope?) async throws(ServiceError) -> Principal {
        guard let header = request.headers[.authorization] else {
            if let token = try browsers.accessToken(of: request.head) {
                return try await principal(of: token, now: Int(Date().timeIntervalSince1970))
            }
            throw ServiceError(.unauthenticated, "Sign in first, and send the access token as Authorization: Bearer ….")
        }
        guard let token = Self.bearerToken(header) else { throw Self.forged }
        if PersonalTokenVerifier.isMeant(by: token) {
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

    /// Whether somebody who was let in may have lost the right to it, as far as can be told without asking anybody.
    ///
    /// Of personal access tokens only auth knows, so no doubt about them is found here.
    ///
    /// - Parameter request: By which they were let in.
    /// - Returns: False as long as the token is in force.
    func isDoubtful(_ request: Request) -> Bool {
        let found: String?
        if let header = request.headers[.authorization] {
            found = Self.bearerToken(header)
        } else {
            found = try? browsers.accessToken(of: request.head)
        }
        guard let token = found else { return true }
        if PersonalTokenVerifier.isMeant(by: token) { return false }
        guard let known = cache.withLock({ $0[token] }), known.expiresAt > Int(Date().timeIntervalSince1970) else {
            return true
        }
        return (try? endedSessions.refuse(known.principal.session, issuedAt: known.issuedAt)) ?? true
    }

    /// The caller that a token names.
    ///
    /// - Parameters:
    ///   - token: A signed token (RFC 7519).
    ///   - now: Seconds since 1970.
    /// - Returns: The user, their roles and the session.
    /// - Throws: `unauthenticated` for a token that is forged, has expired, or is of a session that is over.
    func principal(of token: String, now: Int) async throws(ServiceError) -> Principal {
        let verified: Verified
        if let known = cache.withLock({ $0[token] }) {
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
                issuedAt: claims.iat,
                // No token is good for longer, whatever it says; after that its key is looked for again.
                expiresAt: min(claims.exp, Int(Date().timeIntervalSince1970) + AccessTokenClaims.reachS)
            )
        } catch {
            throw Self.forged
        }
    }

    private static let forged = ServiceError(.unauthenticated, "The access token is not one of this server's.")
}
