/// Requests a mail with a link to set a new password.
///
/// The reply does not reveal whether the address has an account. The only effect of a repeated request is another mail.
package struct AuthPasswordForgot: Contract {
    package typealias Reply = Empty

    package static let method = Method("auth.password.forgot", of: .auth, .singleWrite, .anyone)

    package var email: String
    /// The caller's network address as the gateway sees it.
    package var client: String?

    package init(email: String, client: String? = nil) {
        self.email = email
        self.client = client
    }
}

/// Sets a new password by the token of a reset mail, and ends all sessions.
///
/// The token is valid once, so a repeated request is rejected and changes nothing.
package struct AuthPasswordReset: Contract {
    package typealias Reply = Empty

    package static let method = Method("auth.password.reset", of: .auth, .singleWrite, .anyone)

    package var token: String
    package var password: String
    /// The caller's network address as the gateway sees it; never accepted from an HTTP body.
    package var client: String?

    package init(token: String, password: String, client: String? = nil) {
        self.token = token
        self.password = password
        self.client = client
    }
}
