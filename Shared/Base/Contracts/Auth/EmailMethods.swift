/// Requests a change of the e-mail address, effective once confirmed from the new address; requires the password again.
public struct AuthEmailChange: Contract {
    public typealias Reply = Empty

    public static let method = Method("auth.email.change", of: .auth, .keyedWrite, .user).route(
        .put,
        "/v1/auth/email",
        "Requests a change of the e-mail address, which takes effect once it is confirmed by mail.",
        success: .accepted,
        errors: [.invalid, .wrongCredentials, .conflict, .tooManyRequests]
    )

    public static let rules: Rules<Self> = [.email(\.email)]

    public var email: String
    public var currentPassword: String

    public init(email: String, currentPassword: String) {
        self.email = email
        self.currentPassword = currentPassword
    }
}

/// Confirms a new e-mail address by the token that was sent to it.
///
/// The token is valid once, so a repeated request is rejected and changes nothing.
public struct AuthEmailConfirm: Contract {
    public typealias Reply = Empty

    public static let method = Method("auth.email.confirm", of: .auth, .singleWrite, .anyone).route(
        .post,
        "/v1/auth/email/confirm",
        "Confirms an e-mail address by the token that was mailed to it.",
        success: .noContent,
        errors: [.invalid, .conflict, .tooManyRequests]
    )

    public var token: String

    public init(token: String) {
        self.token = token
    }
}

/// Requests a mail with a link to set a new password.
///
/// The reply does not reveal whether the address has an account. The only effect of a repeated request is another mail.
public struct AuthPasswordForgot: Contract {
    public typealias Reply = Empty

    public static let method = Method("auth.password.forgot", of: .auth, .singleWrite, .anyone).route(
        .post,
        "/v1/auth/password/forgot",
        "Requests a mail with a link that sets a new password.",
        success: .accepted,
        gatewayFields: ["client"],
        errors: [.invalid, .tooManyRequests],
        isSpecial: true
    )

    public static let rules: Rules<Self> = [.email(\.email)]

    public var email: String
    /// The caller's network address as the gateway sees it.
    public var client: String?

    public init(email: String, client: String? = nil) {
        self.email = email
        self.client = client
    }
}

/// Sets a new password by the token of a reset mail, and ends all sessions.
///
/// The token is valid once, so a repeated request is rejected and changes nothing.
public struct AuthPasswordReset: Contract {
    public typealias Reply = Empty

    public static let method = Method("auth.password.reset", of: .auth, .singleWrite, .anyone).route(
        .post,
        "/v1/auth/password/reset",
        "Sets a new password by a mailed token, and ends all sessions.",
        success: .noContent,
        gatewayFields: ["client"],
        errors: [.invalid, .tooManyRequests],
        isSpecial: true
    )

    /// Auth also refuses common passwords.
    public static let rules: Rules<Self> = [
        .password(\.password)
    ]

    public var token: String
    public var password: String
    /// The caller's network address as the gateway sees it; never accepted from an HTTP body.
    public var client: String?

    public init(token: String, password: String, client: String? = nil) {
        self.token = token
        self.password = password
        self.client = client
    }
}

extension API {
    /// The contracts of this file.
    static let emailMethods: [any Contract.Type] = [
        AuthPasswordForgot.self, AuthPasswordReset.self, AuthEmailChange.self, AuthEmailConfirm.self,
    ]
}
