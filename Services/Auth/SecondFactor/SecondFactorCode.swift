import Contracts

/// What somebody shows besides their password.
enum SecondFactorCode: Sendable {
    case timeBased(String)
    case recovery(RecoveryCode)

    /// More than anybody types with spaces and hyphens in between; longer texts are not looked at.
    private static let lengthMax = 64

    /// Tells the two apart by their looks.
    ///
    /// - Throws: `invalid` for what is neither; that is no guess, and counted nowhere.
    init(_ text: String) throws(ServiceError) {
        let signs = text.utf8.count <= Self.lengthMax ? text.filter { $0 != " " && $0 != "-" } : ""
        if signs.utf8.count == TimeBasedCodes.digits, signs.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            self = .timeBased(signs)
        } else if let code = RecoveryCode(signs) {
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
