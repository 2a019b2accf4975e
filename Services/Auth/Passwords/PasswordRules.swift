import Contracts

/// What a password must be that somebody chooses, when they register or change it.
enum PasswordRules {
    /// Fewer characters are soon guessed; more than a passphrase has only make hashing dear.
    static let length = 8...128

    /// Gathers what is wrong with a password and its repetition.
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
            "password is one of those that are guessed first; take another one."
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
