/// Rules that methods of accounts share.
extension Rule {
    /// Requires an e-mail address.
    static func email<Field: RuleField & Sendable>(_ path: Path<Field>) -> Rule where Field.RuleValue == String {
        custom(path, .wrongFormat, EmailText.message, documentedAs: .format("email")) { text in
            EmailText.isAddress(text.trimmingWhiteSpace.lowercased())
        }
    }

    /// Describes a code of the second factor or a recovery code, with spaces and hyphens; auth parses it.
    static func secondFactorCode<Field: RuleField & Sendable>(_ path: Path<Field>) -> Rule
    where Field.RuleValue == String {
        let recovery = "([A-Za-z2-7][ -]*)"
        let pattern = "^[ -]*(([0-9][ -]*){6}|\(recovery){16}|\(recovery){24})$"
        return .documented(path, [("", .pattern(pattern)), ("", .length(6...64))])
    }

    /// Requires a new password with enough characters and an upper-case letter.
    static func password<Field: RuleField & Sendable>(_ path: Path<Field>) -> Rule where Field.RuleValue == String {
        .all([
            .length(path, PasswordLimits.length),
            .custom(
                path,
                .wrongFormat,
                "{field} must have an upper-case letter.",
                ["needs": "upperCaseLetter"]
            ) { $0.contains(where: \.isUppercase) },
        ])
    }
}

/// The limits of new passwords.
package enum PasswordLimits {
    /// Shorter passwords are easy to guess; longer ones add hashing cost without adding strength.
    package static let length = 8...128
}

/// The form of e-mail addresses.
package enum EmailText {
    /// RFC 5321 §4.5.3.1: a path has at most 256 bytes, two of which are its brackets.
    private static let bytesMax = 254
    /// RFC 5321 §4.5.3.1.1.
    private static let localBytesMax = 64
    /// RFC 1035 §2.3.4.
    private static let labelBytesMax = 63

    /// RFC 5322 §3.2.3: characters of a local part besides letters, digits and dots.
    private static let localMarks: Set<Character> = Set("!#$%&'*+-/=?^_`{|}~")

    /// The error message for another text.
    static let message = "{field} must be an e-mail address, such as ann@example.org."

    /// Returns whether a trimmed text looks like an address.
    ///
    /// Accepts letters of any script (RFC 6531); rejects quoted local parts, comments and bare hosts.
    package static func isAddress(_ text: String) -> Bool {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        return text.utf8.count <= bytesMax && parts.count == 2 && isLocal(parts[0]) && isDomain(parts[1])
    }

    private static func isLocal(_ local: Substring) -> Bool {
        guard local.utf8.count <= localBytesMax else { return false }
        return local.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { atom in
            !atom.isEmpty && atom.allSatisfy { $0.isLetter || $0.isNumber || localMarks.contains($0) }
        }
    }

    private static func isDomain(_ domain: Substring) -> Bool {
        let labels = domain.split(separator: ".", omittingEmptySubsequences: false)
        guard labels.count >= 2, let last = labels.last, last.contains(where: \.isLetter) else { return false }
        return labels.allSatisfy { label in
            !label.isEmpty && label.utf8.count <= labelBytesMax && label.first != "-" && label.last != "-"
                && label.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" }
        }
    }
}
