/// Whether an e-mail address has an account, for forms that ask this first.
package struct AuthEmailStatus: Contract {
    package struct Reply: Codable, Sendable {
        package var registered: Bool

        package init(registered: Bool) {
            self.registered = registered
        }
    }

    package static let method = Method("auth.email.status", of: .auth, .read, .anyone)

    package var email: String
    /// The caller's network address, as the gateway knows it; no HTTP body may bring it.
    package var client: String?

    package init(email: String, client: String? = nil) {
        self.email = email
        self.client = client
    }
}

/// Makes an account and signs in.
///
/// Any field of the profile may stand beside the account's own.
package struct AuthRegister: Contract {
    package typealias Reply = Session

    package static let method = Method("auth.register", of: .auth, .keyedWrite, .anyone)

    package var email: String
    package var password: String
    package var passwordConfirmation: String
    package var name: String
    package var invitation: String?
    /// What the caller signs in with, in the words of its `User-Agent`.
    package var device: String?
    /// The caller's network address, as the gateway knows it; no HTTP body may bring it.
    package var client: String?
    /// `name` is the account's; it never stands in here.
    package var profile: ProfileChange

    private enum CodingKeys: String, CodingKey {
        case email
        case password
        case passwordConfirmation
        case name
        case invitation
        case device
        case client
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        email = try container.decode(String.self, forKey: .email)
        password = try container.decode(String.self, forKey: .password)
        passwordConfirmation = try container.decode(String.self, forKey: .passwordConfirmation)
        name = try container.decode(String.self, forKey: .name)
        invitation = try container.decodeIfPresent(String.self, forKey: .invitation)
        device = try container.decodeIfPresent(String.self, forKey: .device)
        client = try container.decodeIfPresent(String.self, forKey: .client)
        profile = try ProfileChange(from: decoder)
    }

    package func encode(to encoder: any Encoder) throws {
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
package struct AuthLogin: Contract {
    package typealias Reply = Session

    package static let method = Method("auth.login", of: .auth, .singleWrite, .anyone)

    package var email: String
    package var password: String
    /// What the caller signs in with, in the words of its `User-Agent`.
    package var device: String?
    /// The `deviceToken` of an earlier session on this device; failures of unknown clients do not block it.
    package var deviceToken: String?
    /// The caller's network address, as the gateway knows it; no HTTP body may bring it.
    package var client: String?

    package init(
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

/// Exchanges a refresh token for a new pair; the old one is used up.
package struct AuthRefresh: Contract {
    package typealias Reply = Session

    package static let method = Method("auth.refresh", of: .auth, .singleWrite, .anyone)

    package var refreshToken: String
    /// The caller's network address, as the gateway knows it; no HTTP body may bring it.
    package var client: String?

    package init(refreshToken: String, client: String? = nil) {
        self.refreshToken = refreshToken
        self.client = client
    }
}

/// Ends the caller's session.
package struct AuthLogout: Contract {
    package typealias Reply = Empty

    package static let method = Method("auth.logout", of: .auth, .keyedWrite, .user)

    package init() {}
}

/// Erases the caller's account and, through it, everything that any service keeps about them.
///
/// The password is asked for again, because nothing brings an account back. A repetition finds nothing left to erase and
/// is answered alike, so it needs no stored reply, which would keep the user's id.
package struct AuthAccountDelete: Contract {
    package typealias Reply = Empty

    package static let method = Method("auth.account.delete", of: .auth, .keyedWrite, .user)

    package var password: String

    package init(password: String) {
        self.password = password
    }
}

/// The public keys with which access tokens are verified, as a JSON Web Key Set (RFC 7517).
package struct AuthKeys: Contract {
    package struct Reply: Codable, Sendable {
        package var keys: [PublicKey]

        package init(keys: [PublicKey]) {
            self.keys = keys
        }
    }

    /// An Ed25519 public key (RFC 8037).
    package struct PublicKey: Codable, Sendable, Equatable {
        package var kty = "OKP"
        package var crv = "Ed25519"
        package var alg = "EdDSA"
        package var use = "sig"
        package var kid: String
        /// 32 bytes, base64url without padding.
        package var x: String

        package init(kid: String, x: String) {
            self.kid = kid
            self.x = x
        }
    }

    package static let method = Method("auth.keys", of: .auth, .read, .anyone)

    package init() {}
}
