import Contracts
import Foundation

/// What somebody registers with, after every rule was applied.
struct Registration: Sendable {
    let email: EmailAddress
    let name: String
    let password: String
    let invitation: String?
    let profile: ProfileChange

    /// Applies every rule at once.
    ///
    /// - Throws: `invalid` with everything that is wrong.
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

    /// By what a repetition is told from another registration under the same key.
    ///
    /// The password is not in it, because a fast hash of it would be kept; who repeats shows it by signing in.
    var identity: Identity {
        Identity(email: email.text, name: name, invitation: invitation, profile: profile)
    }

    /// A registration without its password; see `identity`.
    struct Identity: Contract {
        typealias Reply = UserID

        static var method: Contracts.Method { AuthRegister.method }

        var email: String
        var name: String
        var invitation: String?
        var profile: ProfileChange
    }
}
