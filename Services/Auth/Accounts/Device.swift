import Foundation

/// What somebody signed in with, as their client names itself.
enum Device {
    /// Browsers name themselves in some 120 characters; it is shown in a list, and anybody can send anything.
    static let lengthMax = 200

    /// The text to keep: one line, cut where it is too long; nil if nothing is left.
    static func name(of userAgent: String?) -> String? {
        let scalars = (userAgent ?? "").unicodeScalars
            .filter { !CharacterSet.controlCharacters.contains($0) }
            .prefix(lengthMax)
        let name = String(String.UnicodeScalarView(scalars)).trimmingCharacters(in: .whitespaces)
        return name.isEmpty ? nil : name
    }
}
