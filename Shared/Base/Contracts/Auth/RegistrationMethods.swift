import JSONCoding

/// Registers an account and signs in.
///
/// The request may contain any field of the profile beside the account's own.
public struct AuthRegister: Contract {
    public typealias Reply = Session

    public static let method = Method("auth.register", of: .auth, .keyedWrite, .anyone).route(
        .post,
        "/v1/auth/register",
        "Creates an account and signs in; any field of the profile may be set too.",
        success: .created,
        gatewayFields: ["client", "device"],
        errors: [.invalid, .conflict, .registrationClosed, .invitationNeeded, .tooManyRequests],
        isSpecial: true
    )

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
        // The name belongs to the account; a profile that has it, too, would be encoded with two members of that name.
        profile.name = .unchanged
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

/// The rule for registration of accounts.
public enum RegistrationMode: String, Codable, Sendable, CaseIterable {
    case open
    /// Requires the code of an invitation.
    case invitation
    case closed
}

/// Returns the rule for registration, for forms that check this first, and the accounts of a demonstration.
package struct AuthRegistration: Contract {
    package struct Reply: Codable, Sendable, Equatable {
        package var registration: RegistrationMode
        /// The accounts of a demonstration; nil for another server.
        package var demoAccounts: [DemoAccount]?

        package init(registration: RegistrationMode, demoAccounts: [DemoAccount]? = nil) {
            self.registration = registration
            self.demoAccounts = demoAccounts
        }
    }

    package static let method = Method("auth.registration", of: .auth, .read, .anyone)

    package init() {}
}

extension API {
    /// The contracts of this file.
    static let registrationMethods: [any Contract.Type] = [AuthRegister.self, AuthRegistration.self]
}
