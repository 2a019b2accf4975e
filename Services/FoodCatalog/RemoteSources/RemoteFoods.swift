package import Contracts
package import Logging
package import MessageBus
package import ServiceKit
package import Storage

/// Foods of remote sources, which are asked only on request and only if enabled.
package struct RemoteFoods: Sendable {
    /// Requests that may wait for sources at once, besides those for pictures.
    ///
    /// Waiting is cheap; the request rate has its own limit.
    package static let capacity = 16 + ServerLimit.remotePicturesAtOnce.value
    /// Maximum duration of a barcode look-up in milliseconds, since a user is waiting with the package in front of
    /// them.
    package static let lookUpMs = 2_500
    /// Interval at which the cache is swept.
    static let sweepInterval = Duration.seconds(600)

    /// Stores a food in the catalog, checked and flagged like any other food of a source.
    package typealias StoreFood = @Sendable (ImportedFood, _ source: String) async throws -> Food

    let clients: [RemoteSourceClient]
    /// Nil if no picture may be fetched.
    package let pictures: RemotePictures?
    let store: Store
    let timeoutMs: Int
    let storeInCatalog: StoreFood
    private let http: RemoteHTTP?
    private let cache: RemoteCache
    let clocks: RemoteSourceClient.Clocks
    private let logger: Logger

    /// Creates a client for each enabled source, and an HTTP client if any server may be asked.
    ///
    /// - Parameters:
    ///   - settings: The enabled sources.
    ///   - store: The catalog's store.
    ///   - logger: Receives failures of sources.
    ///   - clocks: The clocks.
    ///   - storeInCatalog: Stores a food in the catalog.
    package init(
        _ settings: RemoteSettings,
        store: Store,
        logger: Logger,
        clocks: RemoteSourceClient.Clocks = RemoteSourceClient.Clocks(),
        storeInCatalog: @escaping StoreFood
    ) {
        let cache = RemoteCache(store: store)
        let mayAsk = !settings.sources.isEmpty || !settings.pictureServers.isEmpty
        let http = mayAsk ? RemoteHTTP(contact: settings.contact, logger: logger) : nil
        clients = settings.sources.compactMap { source in
            http.map { RemoteSourceClient(source, http: $0, cache: cache, clocks: clocks, logger: logger) }
        }
        pictures = http.flatMap { http in
            if settings.pictureServers.isEmpty { return nil }
            return RemotePictures(
                settings.pictureServers,
                timeoutMs: settings.pictureTimeoutMs,
                http: http,
                clocks: clocks,
                logger: logger
            )
        }
        timeoutMs = settings.timeoutMs
        self.store = store
        self.storeInCatalog = storeInCatalog
        self.http = http
        self.cache = cache
        self.clocks = clocks
        self.logger = logger
    }

    /// Serves the enabled sources under an endpoint name of their own, so that a slow source does not block searches.
    static func serve(
        _ settings: RemoteSettings,
        _ store: Store,
        _ vocabulary: VocabularyCache,
        _ process: ServiceProcess
    ) async throws -> RemoteFoods {
        let remote = RemoteFoods(settings, store: store, logger: process.logger) { food, source in
            try await RemoteFoodWriter.store(food, of: source, in: store, vocabulary)
        }
        process.atEnd { try remote.shutDown() }
        if let pictures = remote.pictures { process.metrics.add { await pictures.metricSet } }
        try await remote.clearIfDisabled()
        try process.serveBulk(.catalogRemote, capacityDefault: capacity, remote.endpoints)
        if let sweeper = remote.sweeper { process.add(sweeper) }
        return remote
    }

    /// Whether any source is enabled.
    package var isEnabled: Bool { !clients.isEmpty }

    /// The endpoints of ``ServiceName/catalogRemote``.
    package var endpoints: [Endpoint] {
        [
            .handle(CatalogRemote.self) { try await find($0, for: $1.principal?.user) },
            .handle(CatalogRemoteImport.self) { try await importFood($0, for: $1.principal?.user) },
            .handle(CatalogRemotePicture.self, picture),
        ]
    }

    /// The task that deletes old answers from the cache; nil if no source is enabled.
    package var sweeper: PeriodicTask? {
        guard isEnabled else { return nil }
        return PeriodicTask("deleting old remote answers", every: Self.sweepInterval, logger: logger) {
            try await cache.sweep(at: clocks.wall())
        }
    }

    /// Clears the cache if no source is enabled any more.
    package func clearIfDisabled() async throws {
        if !isEnabled { try await cache.clear() }
    }

    /// Closes all connections; call it after the last question.
    package func shutDown() throws {
        try http?.shutDown()
    }

    /// Returns the clients of the requested sources.
    ///
    /// - Parameter source: The raw value of a source name; nil for all enabled sources.
    /// - Returns: At least one client.
    /// - Throws: `notFound` if the source is disabled, and `invalid` if it does not exist.
    func clients(for source: String?) throws(ServiceError) -> [RemoteSourceClient] {
        guard let source else {
            if clients.isEmpty { throw Self.disabledError(RemoteSourceName.allCases) }
            return clients
        }
        guard let name = RemoteSourceName(rawValue: source) else {
            let names = RemoteSourceName.allCases.map(\.rawValue).joined(separator: ", ")
            throw .invalid([
                FieldError("source", .notAllowed, "source must be one of \(names).", params: ["allowed": names])
            ])
        }
        guard let client = clients.first(where: { $0.source.name == name }) else { throw Self.disabledError([name]) }
        return [client]
    }

    /// Returns the error for disabled sources; not `unavailable`, since a retry does not help.
    private static func disabledError(_ sources: [RemoteSourceName]) -> ServiceError {
        let titles = sources.map(\.title).joined(separator: " and ")
        let settings = sources.map(\.settings).joined(separator: ", or ")
        return ServiceError(
            .notFound,
            "\(titles) cannot be asked: this is switched off. The operator of the server can enable it with \(settings).",
            params: ["reason": "switchedOff", "sources": sources.map(\.rawValue).joined(separator: ",")]
        )
    }
}

extension RemoteSourceName {
    /// The settings that enable the source.
    fileprivate var settings: String {
        switch self {
        case .openFoodFacts: "MEALWIRE_CATALOG_REMOTE_OPENFOODFACTS=on and MEALWIRE_CATALOG_REMOTE_CONTACT"
        case .edamam: "MEALWIRE_CATALOG_REMOTE_EDAMAM_ID and MEALWIRE_CATALOG_REMOTE_EDAMAM_KEY"
        }
    }
}
