package import Contracts

/// The version of a resource that a request requires, and its form as an entity tag (RFC 9110, section 8.8.3).
package enum EntityTag: Equatable, Sendable {
    /// `*`: any version.
    case any
    /// The version in a strong entity tag: `"3"`.
    case version(Int)

    /// The name of the request's header in errors.
    private static let header = "If-Match"

    /// Parses `If-Match`; nil if there is no header.
    ///
    /// Weak tags never match (section 13.1.1), and no resource here has several versions at once, so a list is refused.
    ///
    /// - Throws: `malformed` for every text but `*` and a tag of an earlier response.
    package init?(ifMatch text: String?) throws(ServiceError) {
        guard let text else { return nil }
        guard text != "*" else {
            self = .any
            return
        }
        // Writes the number again, so that `+3`, `03` and a number without quotes are refused.
        guard let version = Int(text.dropFirst().dropLast()), version >= 0, text == Self.text(version) else {
            let message = "If-Match must be * or one ETag from an earlier response, such as \"3\" in its quotes."
            throw ServiceError(.malformed, message, details: [FieldError(Self.header, .wrongFormat, message)])
        }
        self = .version(version)
    }

    /// Returns the version that `If-Match` requires; nil if there is no header, or it allows any version.
    ///
    /// - Throws: `malformed`, as ``init(ifMatch:)``.
    static func version(ifMatch text: String?) throws(ServiceError) -> Int? {
        guard case .version(let version) = try EntityTag(ifMatch: text) else { return nil }
        return version
    }

    /// Returns the entity tag of a version.
    static func text(_ version: Int) -> String { "\"\(version)\"" }
}
