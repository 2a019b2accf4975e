public import JSONCoding

/// Searches external sources for foods, if the operator has enabled any.
///
/// Sources receive the query, but not the identity of the user. The failure of one source does not affect the replies
/// of the others.
public struct CatalogRemote: Contract {
    /// The results of all sources; those of one source are in its own order.
    public struct Reply: Codable, Sendable, Equatable {
        public var items: [RemoteFood]
        public var sources: [Source]

        public init(items: [RemoteFood], sources: [Source]) {
            self.items = items
            self.sources = sources
        }
    }

    /// The outcome of the query at one source.
    public struct Source: Codable, Sendable, Equatable {
        /// A raw value of ``RemoteSourceName``.
        public var source: String
        /// A raw value of ``RemoteState``.
        public var state: String
        /// A sentence, if there is no answer.
        @Nullable public var reason: String?
        /// The time until another query is allowed, in seconds, if it was not queried.
        @Nullable public var retryAfterSeconds: Int?
        /// Number of foods that were found but are unusable because they lack a name or energy.
        public var leftOut: Int

        public init(
            source: RemoteSourceName,
            state: RemoteState,
            reason: String? = nil,
            retryAfterSeconds: Int? = nil,
            leftOut: Int = 0
        ) {
            self.source = source.rawValue
            self.state = state.rawValue
            self.reason = reason
            self.retryAfterSeconds = retryAfterSeconds
            self.leftOut = leftOut
        }
    }

    /// A shorter query would match half of a source, and use up one of the few queries allowed per minute.
    public static let queryLength = 2...100
    /// Maximum number of foods per source.
    public static let limits = 1...24
    public static let limitDefault = 12
    /// Language tags in use are far shorter.
    public static let languageLength = 2...35
    /// Longer than the maximum time-out of a source, to allow for the cache.
    public static let timeoutMs = 20_000

    public static let method = Method("catalog.remote", of: .catalogRemote, .read, .user, timeoutMs: timeoutMs).route(
        .get,
        "/v1/foods/remote",
        "Searches external sources for foods, if the operator has enabled any.",
        scope: .foodsRead,
        errors: [.invalid, .notFound]
    )

    /// Whether the source is enabled depends on the settings.
    public static let rules: Rules<Self> = [
        .query(\.q, queryLength),
        .remoteSource(\.source),
        .range(\.limit, limits),
        .length(\.language, languageLength),
    ]

    public var q: String
    /// An enabled source; all enabled ones by default.
    public var source: String?
    public var limit: Int?
    public var language: String?

    public init(q: String, source: String? = nil, limit: Int? = nil, language: String? = nil) {
        self.q = q
        self.source = source
        self.limit = limit
        self.language = language
    }
}

/// The outcome of a query at a source.
public enum RemoteState: String, Codable, Sendable, CaseIterable {
    /// It answered, now or earlier.
    case answered
    /// It did not answer in time.
    case timedOut
    /// It could not be reached, closed the connection, or sent an unreadable answer.
    case failed
    /// It was not queried, because its rate limit is reached.
    case tooManyRequests
    /// It was not queried, because of several consecutive failures.
    case resting
}

/// Stores a food of an external source in the catalog, where ordinary searches of all users find it.
///
/// One food is stored per source and source id, so storing it again updates it.
public struct CatalogRemoteImport: Contract {
    public typealias Reply = Food

    /// The range of the catalog for every source.
    public static let sourceIDLength = 1...100

    public static let method = Method(
        "catalog.remote.import",
        of: .catalogRemote,
        .keyedWrite,
        .user,
        timeoutMs: CatalogRemote.timeoutMs
    ).route(
        .post,
        "/v1/foods/remote",
        "Stores a food of an external source in the catalog, where searches of all users find it.",
        scope: .foodsWrite,
        success: .created,
        errors: [.invalid, .notFound, .conflict, .tooManyRequests]
    )

    public static let rules: Rules<Self> = [.length(\.sourceId, sourceIDLength), .remoteSource(\.source)]

    /// See ``RemoteFood``.
    public var source: String
    /// See ``RemoteFood``.
    public var sourceId: String

    public init(source: String, sourceId: String) {
        self.source = source
        self.sourceId = sourceId
    }
}

extension API {
    /// The contracts of this file.
    static let catalogRemote: [any Contract.Type] = [CatalogRemote.self, CatalogRemoteImport.self]
}
