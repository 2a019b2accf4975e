import Foundation

/// An e-mail address in the one form by which accounts are told apart: trimmed, lower-cased, NFC.
struct EmailAddress: Hashable, Sendable {
    /// RFC 5321 §4.5.3.1: a path has at most 256 bytes, two of which are its brackets.
    static let bytesMax = 254
    /// RFC 5321 §4.5.3.1.1.
    static let localBytesMax = 64
    /// RFC 1035 §2.3.4.
    static let labelBytesMax = 63

    /// RFC 5322 §3.2.3: what may stand in a local part besides letters, digits and dots.
    private static let localMarks: Set<Character> = Set("!#$%&'*+-/=?^_`{|}~")

    /// The rule in a sentence, for whoever broke it.
    static let rule = "email must be an e-mail address, such as ann@example.org."

    let text: String

    /// Nil if the text does not look like an address.
    ///
    /// Letters of any script are taken (RFC 6531); quoted local parts, comments and bare hosts are not.
    init?(_ raw: String) {
        let text = Self.normalised(raw)
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard text.utf8.count <= Self.bytesMax, parts.count == 2, Self.isLocal(parts[0]), Self.isDomain(parts[1])
        else { return nil }
        self.text = text
    }

    /// The form in which texts are compared, whether they look like addresses or not.
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
