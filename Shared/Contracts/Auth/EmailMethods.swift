/// Requests a change of the e-mail address, effective once confirmed from the new address; requires the password again.
package struct AuthEmailChange: Contract {
    package typealias Reply = Empty

    package static let method = Method("auth.email.change", of: .auth, .keyedWrite, .user)

    package var email: String
    package var currentPassword: String

    package init(email: String, currentPassword: String) {
        self.email = email
        self.currentPassword = currentPassword
    }
}

/// Confirms a new e-mail address by the token that was sent to it.
///
/// The token is valid once, so a repeated request is rejected and changes nothing.
package struct AuthEmailConfirm: Contract {
    package typealias Reply = Empty

    package static let method = Method("auth.email.confirm", of: .auth, .singleWrite, .anyone)

    package var token: String

    package init(token: String) {
        self.token = token
    }
}
