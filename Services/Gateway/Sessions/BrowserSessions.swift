package import Contracts
package import HTTPTypes

/// Sessions of browsers, which keep their tokens in cookies and say so by `X-Session: cookie`.
package struct BrowserSessions: Sendable {
    /// The header's only value.
    package static let wanted = "cookie"
    /// What changes nothing (RFC 9110 §9.2.1), and whose answers no other site can read.
    private static let safeMethods: Set<HTTPRequest.Method> = [.get, .head, .options]

    private let address: PublicAddress

    package init(_ address: PublicAddress) {
        self.address = address
    }

    package func cookies(for request: HTTPRequest) -> SessionCookies {
        SessionCookies(isSecure: address.isSecure(request.headerFields, ClientAddress.ofConnection))
    }

    /// Whether a caller wants a session in cookies.
    ///
    /// - Throws: `malformed` for a header that says something else; `forbidden` if another site asks.
    package func areWanted(by request: HTTPRequest) throws(ServiceError) -> Bool {
        guard let value = request.headerFields[.session] else { return false }
        guard value == Self.wanted else {
            let message = "X-Session must be \(Self.wanted), or be left out."
            throw ServiceError(.malformed, message, details: [FieldError("X-Session", .notAllowed, message)])
        }
        try requireOwnPage(request)
        return true
    }

    /// The access token in a request's cookie; nil if there is none.
    ///
    /// - Throws: `forbidden` where the request would change something and another site may have sent it.
    package func accessToken(of request: HTTPRequest) throws(ServiceError) -> String? {
        guard let token = cookies(for: request).value(.access, in: request.headerFields) else { return nil }
        if !Self.safeMethods.contains(request.method) { try requireOwnPage(request) }
        return token
    }

    /// Refuses what one of this server's own pages has not sent.
    ///
    /// The header alone is enough: a page of another site may send it only after asking first (CORS), which is answered
    /// with 405 here, and no form can send it at all. What the browser itself says about where a request comes from is
    /// checked besides, because it costs nothing; browsers that say nothing are old, and still ask first. And a cookie of
    /// SameSite=Strict would not have come along.
    package func requireOwnPage(_ request: HTTPRequest) throws(ServiceError) {
        guard request.headerFields[.session] == Self.wanted else {
            throw ServiceError(.forbidden, "With a session in cookies, what changes something needs X-Session: cookie.")
        }
        if let site = request.headerFields[.fetchSite], site != "same-origin" { throw Self.fromElsewhere }
        guard let origin = request.headerFields[.origin] else { return }
        if !address.isOwn(origin, request, ClientAddress.ofConnection) { throw Self.fromElsewhere }
    }

    private static let fromElsewhere = ServiceError(
        .forbidden,
        "This comes from a page of another site. If it does not, set the public URL to the address of this server."
    )
}

extension HTTPField.Name {
    /// How a client wants its session.
    static let session = HTTPField.Name("X-Session") ?? .eTag
    /// Where browsers say a request comes from (Fetch Metadata, section 2.4).
    static let fetchSite = HTTPField.Name("Sec-Fetch-Site") ?? .eTag
}
