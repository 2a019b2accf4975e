import Contracts
import Foundation

/// A validated registration.
struct Registration: Sendable {
    let email: EmailAddress
    let name: String
    let password: String
    let invitation: String?
    let profile: ProfileChange

    /// Validates a request against all rules.
    ///
    /// - Throws: `invalid` with every broken rule.
    init(_ request: AuthRegister, today: PlainDate) throws(ServiceError) {
        var profile = request.profile
        profile.name = .unchanged
        let name = request.name.trimmingCharacters(in: .whitespacesAndNewlines).precomposedStringWithCanonicalMapping

        var checker = RuleChecker()
        let email = EmailAddress(request.email)
        checker.require(email != nil, "email", .wrongFormat, EmailAddress.rule)
        checker.require(name, length: ProfileRules.nameLength, "name")
        PasswordRules.check(request.password, confirmation: request.passwordConfirmation, &checker)
        let profileErrors = ProfileRules.errors(in: profile, today: today) { TimeZone(identifier: $0) != nil }
        let errors = checker.errors + profileErrors
        guard let email, errors.isEmpty else { throw .invalid(errors) }

        self.email = email
        self.name = name
        password = request.password
        invitation = request.invitation
        self.profile = profile
    }

    /// Distinguishes a repetition from another registration under the same idempotency key.
    ///
    /// It leaves out the password, because the database would store a fast hash of it. A repetition proves the password
    /// by signing in.
    var identity: Identity {
        Identity(email: email.text, name: name, invitation: invitation, profile: profile)
    }

    struct Identity: Contract {
        typealias Reply = UserID

        static var method: Contracts.Method { AuthRegister.method }

        var email: String
        var name: String
        var invitation: String?
        var profile: ProfileChange
    }
}
