import Contracts
import HTTPTypes
import Hummingbird
import JSONCoding

/// Makes responses that set or delete a browser's session cookies.
struct BrowserSession {
    /// A session without its tokens.
    private struct Body: Encodable {
        let accessTokenExpiresAt: String
        let user: SessionUser
        @Nullable var profileMissing: [String]?
        let recoveryCodesLeft: Int?
    }

    let cookies: SessionCookies

    /// Returns a session's data and sets its cookies.
    func startResponse(_ session: Session, _ status: HTTPResponse.Status, key: String?) throws -> Response {
        let body = Body(
            accessTokenExpiresAt: session.accessTokenExpiresAt,
            user: session.user,
            profileMissing: session.profileMissing,
            recoveryCodesLeft: session.recoveryCodesLeft
        )
        let response = Forwarder.response(status, try PayloadCoder.encode(body), key: key)
        return Self.adding(cookies.setting(session), to: response)
    }

    /// Returns the refresh token as a field for a body that has none.
    func refreshField(of request: Request) throws(ServiceError) -> [PayloadBuilder.Field] {
        guard let token = cookies.value(.refresh, in: request.headers) else {
            throw ServiceError(.unauthenticated, "There is no session in this browser's cookies; sign in again.")
        }
        return [try PayloadBuilder.Field("refreshToken", token)]
    }

    /// Returns the known device's credential as a field; empty if the browser has none.
    func deviceFields(of request: Request) throws(ServiceError) -> [PayloadBuilder.Field] {
        guard let token = cookies.value(.device, in: request.headers) else { return [] }
        return [try PayloadBuilder.Field("deviceToken", token)]
    }

    /// Deletes the cookies of an ended session.
    func endResponse(_ response: Response) -> Response { Self.adding(cookies.deleting(), to: response) }

    private static func adding(_ cookies: [String], to response: Response) -> Response {
        var response = response
        for cookie in cookies { response.headers.append(HTTPField(name: .setCookie, value: cookie)) }
        response.headers[.cacheControl] = "no-store"
        return response
    }
}

extension BrowserSessions {
    /// Returns the session that a browser begins or continues; nil for a client that wants tokens.
    func session(of request: Request) throws(ServiceError) -> BrowserSession? {
        try isRequested(by: request.head) ? BrowserSession(cookies: cookies(for: request.head)) : nil
    }

    /// Returns the session of a request's cookies; nil if there are none.
    func knownSession(of request: Request) -> BrowserSession? {
        let cookies = cookies(for: request.head)
        return cookies.areMissing(in: request.headers) ? nil : BrowserSession(cookies: cookies)
    }
}
