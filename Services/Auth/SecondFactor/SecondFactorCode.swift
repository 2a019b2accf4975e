import Contracts

/// The code that a user enters in addition to the password.
enum SecondFactorCode: Sendable {
    case timeBased(String)
    case recovery(RecoveryCode)

    /// In bytes, above the length of any code with spaces and hyphens; longer texts are not examined.
    private static let lengthMax = 64

    /// Parses a code, and distinguishes the two kinds by their form.
    ///
    /// - Throws: `invalid` for a text of neither form, which does not count as a guess.
    init(_ text: String) throws(ServiceError) {
        let characters = text.utf8.count <= Self.lengthMax ? text.filter { $0 != " " && $0 != "-" } : ""
        if characters.utf8.count == TimeBasedCodes.digits, characters.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            self = .timeBased(characters)
        } else if let code = RecoveryCode(characters) {
            self = .recovery(code)
        } else {
            throw .invalid([
                FieldError(
                    "code",
                    .wrongFormat,
                    "code must be the six digits of your authenticator app, or a recovery code of 24 letters and digits."
                )
            ])
        }
    }
}
