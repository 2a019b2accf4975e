import Foundation

/// A normalized e-mail address: trimmed, lower-cased, NFC.
///
/// Accounts are distinguished by this form.
struct EmailAddress: Hashable, Sendable {
    /// RFC 5321 §4.5.3.1: a path has at most 256 bytes, two of which are its brackets.
    static let bytesMax = 254
    /// RFC 5321 §4.5.3.1.1.
    static let localBytesMax = 64
    /// RFC 1035 §2.3.4.
    static let labelBytesMax = 63

    /// RFC 5322 §3.2.3: characters of a local part besides letters, digits and dots.
    private static let localMarks: Set<Character> = Set("!#$%&'*+-/=?^_`{|}~")

    /// The error detail for an invalid address.
    static let rule = "email must be an e-mail address, such as ann@example.org."

    let text: String

    /// Parses an address; nil if the text does not look like one.
    ///
    /// Accepts letters of any script (RFC 6531); rejects quoted local parts, comments and bare hosts.
    init?(_ raw: String) {
        let text = Self.normalised(raw)
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard text.utf8.count <= Self.bytesMax, parts.count == 2, Self.isLocal(parts[0]), Self.isDomain(parts[1])
        else { return nil }
        self.text = text
    }

    /// Returns the normalized form of a text, whether or not it is an address.
    static func normalised(_ raw: String) -> String {
        raw.trimmingCharacters(in: .whitespacesAndNewlines).lowercased().precomposedStringWithCanonicalMapping
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
