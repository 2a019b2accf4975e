/// Whether the caller has a second factor, and how many recovery codes are left.
package struct AuthTotpStatus: Contract {
    package struct Reply: Codable, Sendable, Equatable {
        package var enabled: Bool
        package var recoveryCodesLeft: Int

        package init(enabled: Bool, recoveryCodesLeft: Int) {
            self.enabled = enabled
            self.recoveryCodesLeft = recoveryCodesLeft
        }
    }

    package static let method = Method("auth.totp.status", of: .auth, .read, .user)

    package init() {}
}

/// Makes the secret of a second factor (RFC 6238) for whoever shows their password again; nothing asks for codes before
/// one has been confirmed.
///
/// No key protects it, because its answer is a secret and none of these is stored as a reply. Beginning again replaces it.
package struct AuthTotpBegin: Contract {
    package struct Reply: Codable, Sendable {
        /// In base32, for those who type it in.
        package var secret: String
        /// The same for an authenticator app, usually as a QR code: `otpauth://totp/…`.
        package var uri: String

        package init(secret: String, uri: String) {
            self.secret = secret
            self.uri = uri
        }
    }

    package static let method = Method("auth.totp.begin", of: .auth, .singleWrite, .user)

    package var password: String

    package init(password: String) {
        self.password = password
    }
}

/// Switches the second factor on by a first code; answered with the recovery codes, which are shown this once.
package struct AuthTotpConfirm: Contract {
    package struct Reply: Codable, Sendable {
        package var recoveryCodes: [String]

        package init(recoveryCodes: [String]) {
            self.recoveryCodes = recoveryCodes
        }
    }

    package static let method = Method("auth.totp.confirm", of: .auth, .singleWrite, .user)

    package var code: String

    package init(code: String) {
        self.code = code
    }
}

/// Switches the second factor off, for whoever shows password and a code once more.
package struct AuthTotpRemove: Contract {
    package typealias Reply = Empty

    package static let method = Method("auth.totp.remove", of: .auth, .singleWrite, .user)

    package var password: String
    /// Of the authenticator app, or a recovery code.
    package var code: String

    package init(password: String, code: String) {
        self.password = password
        self.code = code
    }
}

/// Ends a sign-in whose password was right and that was answered `secondFactorRequired`.
package struct AuthLoginTotp: Contract {
    package typealias Reply = Session

    package static let method = Method("auth.login.totp", of: .auth, .singleWrite, .anyone)

    /// What `secondFactorRequired` came with.
    package var challenge: String
    /// Of the authenticator app, or a recovery code.
    package var code: String
    /// What the caller signs in with, in the words of its `User-Agent`.
    package var device: String?
    /// The caller's network address, as the gateway knows it; no HTTP body may bring it.
    package var client: String?

    package init(challenge: String, code: String, device: String? = nil, client: String? = nil) {
        self.challenge = challenge
        self.code = code
        self.device = device
        self.client = client
    }
}
