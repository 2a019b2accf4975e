import Contracts

/// The most common passwords of at least eight characters; the length rule refuses shorter ones.
enum CommonPasswords {
    /// Built on first use, which takes some milliseconds, so that a start does not wait for it.
    private static let all = Set(text.split(whereSeparator: \.isWhitespace))

    /// Returns whether a password is among the most common ones, ignoring case.
    static func contains(_ password: String) -> Bool { all.contains(Substring(password.lowercased())) }

    /// Refuses one of the most common passwords as a new one.
    ///
    /// - Throws: `invalid` with the field `password`.
    static func refuse(_ password: String) throws(ServiceError) {
        guard contains(password) else { return }
        throw .invalid([FieldError("password", .tooCommon, "password is too common; choose another one.")])
    }
}
