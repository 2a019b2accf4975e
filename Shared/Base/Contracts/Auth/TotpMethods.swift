/// Returns whether the caller has a second factor, and how many recovery codes are left.
public struct AuthTotpStatus: Contract {
    public struct Reply: Codable, Sendable, Equatable {
        public var enabled: Bool
        public var recoveryCodesLeft: Int

        public init(enabled: Bool, recoveryCodesLeft: Int) {
            self.enabled = enabled
            self.recoveryCodesLeft = recoveryCodesLeft
        }
    }

    public static let method = Method("auth.totp.status", of: .auth, .read, .user).route(
        .get,
        "/v1/auth/totp",
        "Returns whether the caller has a second factor, and the number of recovery codes left."
    )

    public init() {}
}

/// Creates the secret of a second factor (RFC 6238); requires the password again.
///
/// The factor is active only after a first code was confirmed.
///
/// Not idempotent, because the reply is a secret, and such replies are never stored. Another call replaces the secret.
public struct AuthTotpBegin: Contract {
    public struct Reply: Codable, Sendable {
        /// The secret in base32, for typing.
        public var secret: String
        /// The secret for an authenticator app, usually shown as a QR code: `otpauth://totp/…`.
        public var uri: String

        public init(secret: String, uri: String) {
            self.secret = secret
            self.uri = uri
        }
    }

    public static let method = Method("auth.totp.begin", of: .auth, .singleWrite, .user).route(
        .post,
        "/v1/auth/totp",
        "Creates the secret of a second factor, after checking the password.",
        errors: [.wrongCredentials, .conflict, .tooManyRequests]
    )

    public var password: String

    public init(password: String) {
        self.password = password
    }
}

/// Enables the second factor by a first code; returns the recovery codes, which are shown only in this reply.
public struct AuthTotpConfirm: Contract {
    public struct Reply: Codable, Sendable {
        public var recoveryCodes: [String]

        public init(recoveryCodes: [String]) {
            self.recoveryCodes = recoveryCodes
        }
    }

    public static let method = Method("auth.totp.confirm", of: .auth, .singleWrite, .user).route(
        .post,
        "/v1/auth/totp/confirm",
        "Enables the second factor by a first code, and returns the recovery codes.",
        errors: [.invalid, .wrongCredentials, .notFound, .conflict, .tooManyRequests]
    )

    public static let rules: Rules<Self> = [.secondFactorCode(\.code)]

    public var code: String

    public init(code: String) {
        self.code = code
    }
}

/// Disables the second factor; requires the password and a code.
public struct AuthTotpRemove: Contract {
    public typealias Reply = Empty

    public static let method = Method("auth.totp.remove", of: .auth, .singleWrite, .user).route(
        .delete,
        "/v1/auth/totp",
        "Disables the second factor, after checking the password and a code.",
        success: .noContent,
        fields: .body,
        errors: [.invalid, .wrongCredentials, .notFound, .conflict, .tooManyRequests]
    )

    public static let rules: Rules<Self> = [.secondFactorCode(\.code)]

    public var password: String
    /// A code of the authenticator app, or a recovery code.
    public var code: String

    public init(password: String, code: String) {
        self.password = password
        self.code = code
    }
}

/// Completes a sign-in with a correct password that was answered with `secondFactorRequired`.
public struct AuthLoginTotp: Contract {
    public typealias Reply = Session

    public static let method = Method("auth.login.totp", of: .auth, .singleWrite, .anyone).route(
        .post,
        "/v1/auth/login/totp",
        "Completes a sign-in with a code of the second factor.",
        gatewayFields: ["client", "device"],
        errors: [.invalid, .unauthenticated, .wrongCredentials, .accountDisabled, .tooManyRequests],
        isSpecial: true
    )

    public static let rules: Rules<Self> = [.secondFactorCode(\.code)]

    /// The challenge from the error `secondFactorRequired`.
    public var challenge: String
    /// A code of the authenticator app, or a recovery code.
    public var code: String
    /// The caller's `User-Agent`.
    public var device: String?
    /// The caller's network address as the gateway sees it; never accepted from an HTTP body.
    public var client: String?

    public init(challenge: String, code: String, device: String? = nil, client: String? = nil) {
        self.challenge = challenge
        self.code = code
        self.device = device
        self.client = client
    }
}

extension API {
    /// The contracts of this file.
    static let totpMethods: [any Contract.Type] = [
        AuthTotpStatus.self, AuthTotpBegin.self, AuthTotpConfirm.self, AuthTotpRemove.self, AuthLoginTotp.self,
    ]
}
