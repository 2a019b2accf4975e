/// Asks sources outside for foods, where who runs the set has switched any on.
///
/// The words go to the sources; who asks does not. A source that fails does not spoil what the others answer.
package struct CatalogRemote: Contract {
    /// What the sources answered, those of one source in its own order.
    package struct Reply: Codable, Sendable, Equatable {
        package var items: [RemoteFood]
        package var sources: [Source]

        package init(items: [RemoteFood], sources: [Source]) {
            self.items = items
            self.sources = sources
        }
    }

    /// What became of the question at one source.
    package struct Source: Codable, Sendable, Equatable {
        /// The raw values of ``RemoteSourceName``.
        package var source: String
        /// The raw values of ``RemoteState``.
        package var state: String
        /// A sentence, where it did not answer.
        @Nullable package var reason: String?
        /// When it may be asked again, if it was not asked; in seconds.
        @Nullable package var retryAfterSeconds: Int?
        /// Foods that it found but that cannot be used, because nobody told their name or energy.
        package var leftOut: Int

        package init(
            source: RemoteSourceName,
            state: RemoteState,
            reason: String? = nil,
            retryAfterSeconds: Int? = nil,
            leftOut: Int = 0
        ) {
            self.source = source.rawValue
            self.state = state.rawValue
            self._reason = Nullable(wrappedValue: reason)
            self._retryAfterSeconds = Nullable(wrappedValue: retryAfterSeconds)
            self.leftOut = leftOut
        }
    }

    /// The shortest finds half of what a source has, and costs one of the few questions a minute.
    package static let queryLength = 2...100
    /// Foods of each source.
    package static let limits = 1...24
    package static let limitDefault = 12
    /// Tags of languages in use are far shorter.
    package static let languageLength = 2...35
    /// More than any source gets: the longest time-out that can be set, and the cache.
    package static let timeoutMs = 20_000

    package static let method = Method("catalog.remote", of: .catalogRemote, .read, .user, timeoutMs: timeoutMs)

    package var q: String
    /// One of those that are switched on; all of them if left out.
    package var source: String?
    package var limit: Int?
    package var language: String?

    package init(q: String, source: String? = nil, limit: Int? = nil, language: String? = nil) {
        self.q = q
        self.source = source
        self.limit = limit
        self.language = language
    }
}

/// How a question to a source ended.
package enum RemoteState: String, Codable, Sendable, CaseIterable {
    /// It answered, now or a while ago.
    case answered
    /// It took too long.
    case timedOut
    /// It could not be reached, hung up, or answered nothing that can be read.
    case failed
    /// It was not asked, because it has been asked as often as it allows.
    case tooManyRequests
    /// It was not asked, because it failed several times in a row.
    case resting
}
