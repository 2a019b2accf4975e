package import Contracts
package import Logging
package import Messaging
package import ServiceKit
package import Storage

/// Foods of sources outside: asked for when somebody says so, and never while nothing is switched on.
package struct RemoteFoods: Sendable {
    /// Requests that wait for sources at once: waiting costs nothing, and how often sources are asked has its own limit.
    package static let capacity = 16
    /// How long a barcode may take: somebody stands there with a package in hand.
    package static let lookUpMs = 2_500
    /// How often the cache is swept.
    static let sweepInterval = Duration.seconds(600)

    /// Puts a food into the catalogue, checked and flagged like any other of a source.
    package typealias Keep = @Sendable (ImportedFood, _ source: String) async throws -> Food

    let desks: [RemoteDesk]
    let timeoutMs: Int
    let keepInCatalogue: Keep
    private let http: RemoteHTTP?
    private let cache: RemoteCache
    private let clocks: RemoteDesk.Clocks
    private let logger: Logger

    /// Makes what is switched on; a client for HTTP only if something is.
    ///
    /// - Parameters:
    ///   - settings: What is switched on.
    ///   - store: The catalogue's database.
    ///   - logger: Hears of sources that do not answer.
    ///   - clocks: The time.
    ///   - keep: Puts a food into the catalogue.
    package init(
        _ settings: RemoteSettings,
        store: Store,
        logger: Logger,
        clocks: RemoteDesk.Clocks = RemoteDesk.Clocks(),
        keep: @escaping Keep
    ) {
        let cache = RemoteCache(store: store)
        let http = settings.sources.isEmpty ? nil : RemoteHTTP(contact: settings.contact, logger: logger)
        desks = settings.sources.compactMap { source in
            http.map { RemoteDesk(source, http: $0, cache: cache, clocks: clocks, logger: logger) }
        }
        timeoutMs = settings.timeoutMs
        keepInCatalogue = keep
        self.http = http
        self.cache = cache
        self.clocks = clocks
        self.logger = logger
    }

    /// Whether any source may be asked.
    package var isOn: Bool { !desks.isEmpty }

    /// What is answered under ``ServiceName/catalogRemote``.
    package var endpoints: [Endpoint] {
        [
            .handle(CatalogRemote.self) { request, _ in try await find(request) },
            .handle(CatalogRemoteKeep.self) { request, _ in try await keep(request) },
        ]
    }

    /// Forgets old answers from time to time; nil while nothing is switched on.
    package var sweeper: RegularTask? {
        guard isOn else { return nil }
        return RegularTask("old remote answers are forgotten", every: Self.sweepInterval, logger: logger) {
            try await cache.sweep(at: clocks.wall())
        }
    }

    /// Forgets what sources answered when they were switched on, if none is any more.
    package func forgetIfOff() async throws {
        if !isOn { try await cache.clear() }
    }

    /// Closes connections, after the last question.
    package func shutDown() throws {
        try http?.shutDown()
    }

    /// The desks that a request means.
    ///
    /// - Parameter source: The raw value of a name; nil for all that are switched on.
    /// - Returns: At least one.
    /// - Throws: `notFound` if that is switched off, and `invalid` if there is no such source.
    func desks(for source: String?) throws(ServiceError) -> [RemoteDesk] {
        guard let source else {
            if desks.isEmpty { throw Self.switchedOff(RemoteSourceName.allCases) }
            return desks
        }
        guard let name = RemoteSourceName(rawValue: source) else {
            let names = RemoteSourceName.allCases.map(\.rawValue).joined(separator: ", ")
            throw .invalid([
                FieldError("source", .notAllowed, "source must be one of \(names).", params: ["allowed": names])
            ])
        }
        guard let desk = desks.first(where: { $0.source.name == name }) else { throw Self.switchedOff([name]) }
        return [desk]
    }

    /// Not `unavailable`, since trying again does not help.
    private static func switchedOff(_ sources: [RemoteSourceName]) -> ServiceError {
        let titles = sources.map(\.title).joined(separator: " and ")
        let ways = sources.map(\.way).joined(separator: ", or ")
        return ServiceError(
            .notFound,
            "\(titles) cannot be asked here: that is switched off. Who runs the server can switch it on: \(ways).",
            params: ["reason": "switchedOff", "sources": sources.map(\.rawValue).joined(separator: ",")]
        )
    }
}

extension RemoteSourceName {
    /// How it is switched on.
    fileprivate var way: String {
        switch self {
        case .openFoodFacts: "MEALWIRE_CATALOG_REMOTE_OPENFOODFACTS=on and MEALWIRE_CATALOG_REMOTE_CONTACT"
        case .edamam: "MEALWIRE_CATALOG_REMOTE_EDAMAM_ID and MEALWIRE_CATALOG_REMOTE_EDAMAM_KEY"
        }
    }
}
