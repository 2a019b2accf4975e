/// The rule for registration of accounts.
package enum RegistrationMode: String, Codable, Sendable, CaseIterable {
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
