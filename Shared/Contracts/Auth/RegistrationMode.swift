/// Who may make an account.
package enum RegistrationMode: String, Codable, Sendable, CaseIterable {
    case open
    /// Whoever has the code of an invitation.
    case invitation
    case closed
}

/// Who may make an account here, for forms that ask this first.
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
