import Calendar
import Contracts
import Foundation

/// A session that was begun or renewed, before its tokens are sent.
struct SignIn: Sendable {
    var account: Account
    var session: SessionID
    var token: RefreshToken
}

extension AuthService {
    private static let secondsPerMinute = 60
    private static let secondsPerDay = 86_400

    var lifetimes: SessionLifetimes {
        SessionLifetimes(
            idleS: settings.sessionDays * Self.secondsPerDay,
            maxS: settings.sessionMaxDays * Self.secondsPerDay
        )
    }

    /// Returns the reply to a sign-in, with a fresh access token.
    func issue(_ signIn: SignIn) async throws -> Session {
        let account = signIn.account
        let issuedAt = nowS
        let expiresAt = issuedAt + settings.accessTokenMinutes * Self.secondsPerMinute
        let claims = AccessTokenClaims(
            sub: account.id,
            sid: signIn.session,
            roles: account.roles,
            iat: issuedAt,
            exp: expiresAt
        )
        return Session(
            accessToken: try await keyRing.current.sign(claims),
            accessTokenExpiresAt: Timestamp.text(Date(timeIntervalSince1970: Double(expiresAt))),
            refreshToken: signIn.token.text,
            user: SessionUser(id: account.id, email: account.email, name: account.name, roles: account.roles),
            deviceToken: deviceTokens.make(for: account.id, session: signIn.session, at: issuedAt)
        )
    }
}

/// The device of a session, as the client names it in its user agent.
enum Device {
    /// In characters: browsers send about 120; the limit bounds what an arbitrary client can store.
    static let lengthMax = 200

    /// Returns the user agent without control characters, cut to the maximum length; nil if nothing is left.
    static func name(of userAgent: String?) -> String? {
        let scalars = (userAgent ?? "").unicodeScalars
            .filter { !CharacterSet.controlCharacters.contains($0) }
            .prefix(lengthMax)
        let name = String(String.UnicodeScalarView(scalars)).trimmingCharacters(in: .whitespaces)
        return name.isEmpty ? nil : name
    }
}
