import JSONCoding

/// Returns whether an e-mail address has an account, for forms that check this first.
public struct AuthEmailStatus: Contract {
    public struct Reply: Codable, Sendable {
        public var registered: Bool

        public init(registered: Bool) {
            self.registered = registered
        }
    }

    public static let http: HTTPBinding? = HTTPBinding(
        .post,
        "/v1/auth/email-status",
        "Returns whether an e-mail address has an account, where the server reveals that.",
        gatewayFields: ["client"],
        errors: [.invalid, .forbidden, .tooManyRequests],
        isSpecial: true
    )

    public static let method = Method("auth.email.status", of: .auth, .read, .anyone)

    public static let rules: Rules<Self> = [.email(\.email)]

    public var email: String
    /// The caller's network address as the gateway sees it; never accepted from an HTTP body.
    public var client: String?

    public init(email: String, client: String? = nil) {
        self.email = email
        self.client = client
    }
}

/// Registers an account and signs in.
///
/// The request may contain any field of the profile beside the account's own.
public struct AuthRegister: Contract {
    public typealias Reply = Session

    public static let http: HTTPBinding? = HTTPBinding(
        .post,
        "/v1/auth/register",
        "Creates an account and signs in; any field of the profile may be set too.",
        success: .created,
        gatewayFields: ["client", "device"],
        errors: [.invalid, .conflict, .registrationClosed, .invitationNeeded, .tooManyRequests],
        isSpecial: true
    )

    public static let method = Method("auth.register", of: .auth, .keyedWrite, .anyone)

    /// Auth also refuses common passwords, and checks the age that a birth date gives and the time zone.
    public static let rules: Rules<Self> = [
        .email(\.email),
        .trimmedLength(\.name, ProfileRules.nameLength),
        .password(\.password),
        .relation(
            \.passwordConfirmation,
            .mismatch,
            "{field} must equal password.",
            ["equals": "password"]
        ) { $0.passwordConfirmation == $0.password },
        .inside(\.profile, ProfileChange.rulesOfRegistration),
    ]

    public var email: String
    public var password: String
    public var passwordConfirmation: String
    public var name: String
    public var invitation: String?
    /// The caller's `User-Agent`.
    public var device: String?
    /// The caller's network address as the gateway sees it; never accepted from an HTTP body.
    public var client: String?
    /// Does not contain `name`, which is a field of the account.
    public var profile: ProfileChange

    /// Creates a registration.
    ///
    /// - Parameters:
    ///   - email: The address of the account.
    ///   - password: The password, which is its own confirmation.
    ///   - name: The name of the user.
    ///   - invitation: The code of an invitation, where the server requires one.
    ///   - profile: Fields of the profile; its `name` is not sent.
    public init(
        email: String,
        password: String,
        name: String,
        invitation: String? = nil,
        profile: ProfileChange = ProfileChange()
    ) {
        self.email = email
        self.password = password
        passwordConfirmation = password
        self.name = name
        self.invitation = invitation
        self.profile = profile
        self.profile.name = .unchanged
    }

    private enum CodingKeys: String, CodingKey {
        case email
        case password
        case passwordConfirmation
        case name
        case invitation
        case device
        case client
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        do {
            email = try container.decode(String.self, forKey: .email)
            password = try container.decode(String.self, forKey: .password)
            passwordConfirmation = try container.decode(String.self, forKey: .passwordConfirmation)
            name = try container.decode(String.self, forKey: .name)
            invitation = try container.decodeIfPresent(String.self, forKey: .invitation)
            device = try container.decodeIfPresent(String.self, forKey: .device)
            client = try container.decodeIfPresent(String.self, forKey: .client)
        } catch {
            ProfileChange.claimFields(in: decoder)
            throw error
        }
        profile = try ProfileChange(from: decoder)
    }

    public func encode(to encoder: any Encoder) throws {
        try profile.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(email, forKey: .email)
        try container.encode(password, forKey: .password)
        try container.encode(passwordConfirmation, forKey: .passwordConfirmation)
        try container.encode(name, forKey: .name)
        try container.encodeIfPresent(invitation, forKey: .invitation)
        try container.encodeIfPresent(device, forKey: .device)
        try container.encodeIfPresent(client, forKey: .client)
    }
}

/// Signs in with e-mail and password.
public struct AuthLogin: Contract {
    public typealias Reply = Session

    public static let http: HTTPBinding? = HTTPBinding(
        .post,
        "/v1/auth/login",
        "Signs in with e-mail address and password.",
        gatewayFields: ["client", "device"],
        errors: [.wrongCredentials, .secondFactorRequired, .accountDisabled, .conflict, .tooManyRequests],
        isSpecial: true
    )

    public static let method = Method("auth.login", of: .auth, .singleWrite, .anyone)

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

    public static let http: HTTPBinding? = HTTPBinding(
        .post,
        "/v1/auth/refresh",
        "Exchanges a refresh token for a new pair of tokens; the old one becomes invalid.",
        gatewayFields: ["client"],
        errors: [.unauthenticated, .accountDisabled, .tooManyRequests],
        isSpecial: true
    )

    public static let method = Method("auth.refresh", of: .auth, .singleWrite, .anyone)

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

    public static let http: HTTPBinding? = HTTPBinding(
        .post,
        "/v1/auth/logout",
        "Ends the caller's session.",
        success: .noContent,
        isSpecial: true
    )

    public static let method = Method("auth.logout", of: .auth, .keyedWrite, .user)

    public init() {}
}

/// Erases the caller's account and all data of the user in every service.
///
/// Requires the password again, because the erasure cannot be undone. A repeated request finds nothing to erase and has
/// the same reply. No stored reply is needed, which would retain the user's id.
public struct AuthAccountDelete: Contract {
    public typealias Reply = Empty

    public static let http: HTTPBinding? = HTTPBinding(
        .post,
        "/v1/account/deletion",
        "Erases the caller's account and all data of the user, after checking the password.",
        success: .accepted,
        errors: [.wrongCredentials, .tooManyRequests]
    )

    public static let method = Method("auth.account.delete", of: .auth, .keyedWrite, .user)

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

    public static let http: HTTPBinding? = HTTPBinding(
        .get,
        "/.well-known/jwks.json",
        "Returns the public keys that verify access tokens, as a JSON Web Key Set."
    )

    public static let method = Method("auth.keys", of: .auth, .read, .anyone)

    public init() {}
}

/// The rule for registration of accounts.
public enum RegistrationMode: String, Codable, Sendable, CaseIterable {
    case open
    /// Requires the code of an invitation.
    case invitation
    case closed
}

/// Returns the rule for registration, for forms that check this first.
package struct AuthRegistration: Contract {
    package struct Reply: Codable, Sendable, Equatable {
        package var registration: RegistrationMode

        package init(registration: RegistrationMode) {
            self.registration = registration
        }
    }

    package static let method = Method("auth.registration", of: .auth, .read, .anyone)

    package init() {}
}
