/// A permission of a personal access token, such as `diary:read`.
///
/// No scope covers the account itself: tokens cannot manage accounts or create tokens. A service's scopes stand beside
/// its ``ServiceDescription``.
public struct Scope: RawRepresentable, Codable, Sendable, Hashable, CaseIterable {
    /// The scopes of all services.
    public static let allCases = ServiceDescription.all.flatMap(\.scopes)

    public let rawValue: String

    /// Creates a scope of a service.
    init(named name: String) {
        rawValue = name
    }

    /// Creates the scope with a name; nil if no service has it.
    public init?(rawValue: String) {
        guard let known = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
        self = known
    }
}
