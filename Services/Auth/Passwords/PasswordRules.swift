import Contracts

/// The rules for new passwords, at registration and at a change.
enum PasswordRules {
    /// Shorter passwords are easy to guess; longer ones add hashing cost without adding strength.
    static let length = 8...128

    /// Checks a password and its confirmation, and adds every broken rule to the checker.
    static func check(_ password: String, confirmation: String, _ checker: inout RuleChecker) {
        checker.require(password, length: length, "password")
        checker.require(
            password.contains(where: \.isUppercase),
            "password",
            .wrongFormat,
            "password must have an upper-case letter.",
            ["needs": "upperCaseLetter"]
        )
        checker.require(
            !CommonPasswords.contains(password),
            "password",
            .tooCommon,
            "password is too common; choose another one."
        )
        checker.require(
            confirmation == password,
            "passwordConfirmation",
            .mismatch,
            "passwordConfirmation must equal password.",
            ["equals": "password"]
        )
    }
}

/// The most common passwords of at least eight characters; the length rule refuses shorter ones.
enum CommonPasswords {
    /// Built on first use, which takes some milliseconds, so that a start does not wait for it.
    private static let all = Set(text.split(whereSeparator: \.isWhitespace))

    /// Returns whether a password is among the most common ones, ignoring case.
    static func contains(_ password: String) -> Bool { all.contains(Substring(password.lowercased())) }
}
