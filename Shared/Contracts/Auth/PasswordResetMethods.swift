/// Asks for a mail by which somebody who has forgotten their password can set another one.
///
/// The answer is the same whether the address has an account. A repetition may bring a second mail, and nothing else.
package struct AuthPasswordForgot: Contract {
    package typealias Reply = Empty

    package static let method = Method("auth.password.forgot", of: .auth, .singleWrite, .anyone)

    package var email: String
    /// From which network address the caller asks, as the gateway knows it.
    package var client: String?

    package init(email: String, client: String? = nil) {
        self.email = email
        self.client = client
    }
}

/// Sets another password by the token of such a mail, and ends all sessions.
///
/// The token is good once, so a repetition is refused and changes nothing.
package struct AuthPasswordReset: Contract {
    package typealias Reply = Empty

    package static let method = Method("auth.password.reset", of: .auth, .singleWrite, .anyone)

    package var token: String
    package var password: String
    /// The caller's network address, as the gateway knows it; no HTTP body may bring it.
    package var client: String?

    package init(token: String, password: String, client: String? = nil) {
        self.token = token
        self.password = password
        self.client = client
    }
}
