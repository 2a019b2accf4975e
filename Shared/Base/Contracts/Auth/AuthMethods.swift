import JSONCoding

/// Returns whether an e-mail address has an account, for forms that check this first.
public struct AuthEmailStatus: Contract {
    public struct Reply: Codable, Sendable {
        public var registered: Bool

        public init(registered: Bool) {
            self.registered = registered
        }
    }

    public static let method = Method("auth.email.status", of: .auth, .read, .anyone).route(
        .post,
        "/v1/auth/email-status",
        "Returns whether an e-mail address has an account, where the server reveals that.",
        gatewayFields: ["client"],
        errors: [.invalid, .forbidden, .tooManyRequests],
        isSpecial: true
    )

    public static let rules: Rules<Self> = [.email(\.email)]

    public var email: String
    /// The caller's network address as the gateway sees it; never accepted from an HTTP body.
    public var client: String?

    public init(email: String, client: String? = nil) {
        self.email = email
        self.client = client
    }
}

/// Signs in with e-mail and password.
public struct AuthLogin: Contract {
    public typealias Reply = Session

    public static let method = Method("auth.login", of: .auth, .singleWrite, .anyone).route(
        .post,
        "/v1/auth/login",
        "Signs in with e-mail address and password.",
        gatewayFields: ["client", "device"],
        errors: [.wrongCredentials, .secondFactorRequired, .accountDisabled, .conflict, .tooManyRequests],
        isSpecial: true
    )

    public var email: String
    public var password: String
    /// The caller's `User-Agent`.
    public var device: String?
    /// The `deviceToken` of an earlier session on this device; failed sign-ins of unknown clients do not block it.
    public var deviceToken: String?
    /// The caller's network address as the gateway sees it; never accepted from an HTTP body.
    public var client: String?

    public init(
        email: String,
        password: String,
        device: String? = nil,
        deviceToken: String? = nil,
        client: String? = nil
    ) {
        self.email = email
        self.password = password
        self.device = device
        self.deviceToken = deviceToken
        self.client = client
    }
}

/// Exchanges a refresh token for a new pair; the old one becomes invalid.
public struct AuthRefresh: Contract {
    public typealias Reply = Session

    public static let method = Method("auth.refresh", of: .auth, .singleWrite, .anyone).route(
        .post,
        "/v1/auth/refresh",
        "Exchanges a refresh token for a new pair of tokens; the old one becomes invalid.",
        gatewayFields: ["client"],
        errors: [.unauthenticated, .accountDisabled, .tooManyRequests],
        isSpecial: true
    )

    public var refreshToken: String
    /// The caller's network address as the gateway sees it; never accepted from an HTTP body.
    public var client: String?

    public init(refreshToken: String, client: String? = nil) {
        self.refreshToken = refreshToken
        self.client = client
    }
}

/// Ends the caller's session.
public struct AuthLogout: Contract {
    public typealias Reply = Empty

    public static let method = Method("auth.logout", of: .auth, .keyedWrite, .user).route(
        .post,
        "/v1/auth/logout",
        "Ends the caller's session.",
        success: .noContent,
        isSpecial: true
    )

    public init() {}
}

/// Erases the caller's account and all data of the user in every service.
///
/// Requires the password again, because the erasure cannot be undone. A repeated request finds nothing to erase and has
/// the same reply. No stored reply is needed, which would retain the user's id.
public struct AuthAccountDelete: Contract {
    public typealias Reply = Empty

    public static let method = Method("auth.account.delete", of: .auth, .keyedWrite, .user).route(
        .post,
        "/v1/account/deletion",
        "Erases the caller's account and all data of the user, after checking the password.",
        success: .accepted,
        errors: [.wrongCredentials, .tooManyRequests]
    )

    public var password: String

    public init(password: String) {
        self.password = password
    }
}

/// The public keys with which access tokens are verified, as a JSON Web Key Set (RFC 7517).
public struct AuthKeys: Contract {
    public struct Reply: Codable, Sendable {
        public var keys: [PublicKey]

        public init(keys: [PublicKey]) {
            self.keys = keys
        }
    }

    /// An Ed25519 public key (RFC 8037).
    public struct PublicKey: Codable, Sendable, Equatable {
        public var kty = "OKP"
        public var crv = "Ed25519"
        public var alg = "EdDSA"
        public var use = "sig"
        public var kid: String
        /// 32 bytes, base64url without padding.
        public var x: String

        public init(kid: String, x: String) {
            self.kid = kid
            self.x = x
        }
    }

    public static let method = Method("auth.keys", of: .auth, .read, .anyone).route(
        .get,
        "/.well-known/jwks.json",
        "Returns the public keys that verify access tokens, as a JSON Web Key Set."
    )

    public init() {}
}

extension API {
    /// The contracts of this file.
    static let authMethods: [any Contract.Type] = [
        AuthEmailStatus.self, AuthLogin.self, AuthRefresh.self, AuthLogout.self, AuthKeys.self, AuthAccountDelete.self,
    ]
}
