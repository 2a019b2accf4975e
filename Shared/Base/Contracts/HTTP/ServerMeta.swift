public import JSONCoding

/// The reply of `GET /v1/meta`: the server's version and features, for clients of any version.
public struct ServerMeta: Codable, Sendable {
    public var version: String
    /// Methods that can be called over HTTP, and their groups: `diary`, `diary.entries`, `diary.entries.add`.
    public var features: [String]
    /// Null while auth is unavailable.
    @Nullable public var registration: RegistrationMode?
    /// The languages of the server's own texts.
    public var languages: [String]
    /// The accounts in which anyone may sign in with ``AuthLoginDemo``; omitted unless the server is a demonstration.
    public var demoAccounts: [DemoAccount]?

    public init(
        features: [String],
        registration: RegistrationMode?,
        languages: [String],
        demoAccounts: [DemoAccount]? = nil
    ) {
        version = Release.version
        self.features = features
        self.registration = registration
        self.languages = languages
        self.demoAccounts = demoAccounts
    }
}
