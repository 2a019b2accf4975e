import Contracts
import Foundation

/// A normalized e-mail address: trimmed, lower-cased, NFC.
///
/// Accounts are distinguished by this form.
struct EmailAddress: Hashable, Sendable {
    /// The error detail for an invalid address.
    static let rule = "email must be an e-mail address, such as ann@example.org."

    let text: String

    /// Parses an address; nil if the text does not look like one.
    ///
    /// Accepts letters of any script (RFC 6531); rejects quoted local parts, comments and bare hosts.
    init?(_ raw: String) {
        let text = Self.normalised(raw)
        guard EmailText.isAddress(text) else { return nil }
        self.text = text
    }

    /// Returns the normalized form of a text, whether or not it is an address.
    static func normalised(_ raw: String) -> String {
        raw.trimmingCharacters(in: .whitespacesAndNewlines).lowercased().precomposedStringWithCanonicalMapping
    }
}
