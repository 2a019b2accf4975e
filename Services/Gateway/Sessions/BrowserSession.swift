import Contracts
import HTTPTypes
import Hummingbird

/// The answer to a browser about its session.
struct BrowserSession {
    /// A session without its tokens.
    private struct Body: Encodable {
        let accessTokenExpiresAt: String
        let user: SessionUser
        @Nullable var profileMissing: [String]?
        let recoveryCodesLeft: Int?
    }

    let cookies: SessionCookies

    /// Tells a browser who is signed in, and has it keep the tokens.
    func begun(_ session: Session, _ status: HTTPResponse.Status, key: String?) throws -> Response {
        let body = Body(
            accessTokenExpiresAt: session.accessTokenExpiresAt,
            user: session.user,
            profileMissing: session.profileMissing,
            recoveryCodesLeft: session.recoveryCodesLeft
        )
        let response = Forwarder.response(status, try PayloadCoder.encode(body), key: key)
        return Self.adding(cookies.keeping(session), to: response)
    }

    /// The refresh token as the field of a body that has none.
    func refreshField(of request: Request) throws(ServiceError) -> [PayloadBuilder.Field] {
        guard let token = cookies.value(.refresh, in: request.headers) else {
            throw ServiceError(.unauthenticated, "There is no session in this browser's cookies; sign in again.")
        }
        return [try PayloadBuilder.Field("refreshToken", token, .text)]
    }

    /// Returns the credential of a known device as the field of a body; nothing if the browser has none.
    func deviceFields(of request: Request) throws(ServiceError) -> [PayloadBuilder.Field] {
        guard let token = cookies.value(.device, in: request.headers) else { return [] }
        return [try PayloadBuilder.Field("deviceToken", token, .text)]
    }

    /// Has a browser forget a session that is over.
    func ended(_ response: Response) -> Response { Self.adding(cookies.forgetting(), to: response) }

    private static func adding(_ cookies: [String], to response: Response) -> Response {
        var response = response
        for cookie in cookies { response.headers.append(HTTPField(name: .setCookie, value: cookie)) }
        response.headers[.cacheControl] = "no-store"
        return response
    }
}

extension BrowserSessions {
    /// The session that a browser asks for, or goes on with; nil for a caller that wants tokens.
    func session(of request: Request) throws(ServiceError) -> BrowserSession? {
        try areWanted(by: request.head) ? BrowserSession(cookies: cookies(for: request.head)) : nil
    }

    /// The session that a browser's cookies are of; nil if it has sent none.
    func knownSession(of request: Request) -> BrowserSession? {
        let cookies = cookies(for: request.head)
        return cookies.areMissing(in: request.headers) ? nil : BrowserSession(cookies: cookies)
    }
}
