import Foundation

/// The device of a session, as the client names it in its user agent.
enum Device {
    /// In characters: browsers send about 120; the limit bounds what an arbitrary client can store.
    static let lengthMax = 200

    /// Returns the user agent without control characters, cut to the maximum length; nil if nothing is left.
    static func name(of userAgent: String?) -> String? {
        let scalars = (userAgent ?? "").unicodeScalars
            .filter { !CharacterSet.controlCharacters.contains($0) }
            .prefix(lengthMax)
        let name = String(String.UnicodeScalarView(scalars)).trimmingCharacters(in: .whitespaces)
        return name.isEmpty ? nil : name
    }
}
