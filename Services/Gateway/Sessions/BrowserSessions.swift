package import Contracts
import HTTPServer
package import HTTPTypes

/// Sessions of browsers, which store their tokens in cookies and send `X-Session: cookie`.
package struct BrowserSessions: Sendable {
    /// The only allowed value of the header.
    package static let wanted = "cookie"
    /// Methods that change nothing (RFC 9110 §9.2.1); other sites cannot read their responses.
    private static let safeMethods: Set<HTTPRequest.Method> = [.get, .head, .options]

    private let address: PublicAddress

    package init(_ address: PublicAddress) {
        self.address = address
    }

    package func cookies(for request: HTTPRequest) -> SessionCookies {
        SessionCookies(isSecure: address.isSecure(request.headerFields, ClientAddress.ofConnection))
    }

    /// Returns true if a request wants a session in cookies.
    ///
    /// - Throws: `malformed` for another value of the header; `forbidden` if another site sends the request.
    package func isRequested(by request: HTTPRequest) throws(ServiceError) -> Bool {
        guard let value = request.headerFields[.session] else { return false }
        guard value == Self.wanted else {
            let message = "X-Session must be \(Self.wanted), or be left out."
            throw ServiceError(.malformed, message, details: [FieldError("X-Session", .notAllowed, message)])
        }
        try requireOwnPage(request)
        return true
    }

    /// Returns the access token in a request's cookie; nil if there is none.
    ///
    /// - Throws: `forbidden` if the request is a write that another site may have sent.
    package func accessToken(of request: HTTPRequest) throws(ServiceError) -> String? {
        guard let token = cookies(for: request).value(.access, in: request.headerFields) else { return nil }
        if !Self.safeMethods.contains(request.method) { try requireOwnPage(request) }
        return token
    }

    /// Refuses requests from pages of other sites.
    ///
    /// The header alone is enough. A page of another site must send a preflight request first (CORS), which this server
    /// answers with 405, and forms cannot set the header. The origin headers of browsers are checked as well, because
    /// that costs nothing. Old browsers omit them but still send the preflight. Cookies with SameSite=Strict would not
    /// have come along anyway.
    package func requireOwnPage(_ request: HTTPRequest) throws(ServiceError) {
        guard request.headerFields[.session] == Self.wanted else {
            throw ServiceError(.forbidden, "With a session in cookies, writes need the header X-Session: cookie.")
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
    /// The kind of session that a client wants.
    static let session = HTTPField.Name("X-Session") ?? .eTag
    /// The relation of the request's origin to this site (Fetch Metadata, section 2.4).
    static let fetchSite = HTTPField.Name("Sec-Fetch-Site") ?? .eTag
}
