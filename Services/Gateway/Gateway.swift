import ContractDocuments
import Contracts
import Hummingbird
import Logging
import MessageBus
import NIOCore
import NIOPosix
import Observability
import ServiceKit
import ServiceLifecycle

/// Translates between HTTP and messages on the bus.
struct Gateway {
    let bus: MessageBus
    let keys: KeyDirectory
    let endedSessions: EndedSessions
    /// Open event streams, and the feeds that supply them with hints.
    let live: LiveHub
    let feeds: [LiveFeed]
    /// Collects metrics from all processes.
    let collector: MetricsCollector
    /// Sends trace spans to an OTLP collector; nil if none is configured.
    let exporter: TraceExporter?
    private let httpMetrics = HTTPMetrics()
    private let tracer: Tracer?
    private let logger: Logger
    private let configuration: GatewayConfiguration
    private let browsers: BrowserSessions
    private let webApp: WebAppFiles?

    /// Makes a gateway.
    ///
    /// - Parameters:
    ///   - bus: Carries the requests.
    ///   - configuration: The settings.
    ///   - own: Collects the metrics of this process.
    ///   - logger: Logs what clients cannot see.
    ///   - webApp: The files of the web app; nil to serve the API alone.
    init(
        bus: MessageBus,
        configuration: GatewayConfiguration,
        own: ProcessMetrics,
        logger: Logger,
        webApp: WebAppFiles? = nil
    ) {
        self.bus = bus
        collector = MetricsCollector(bus: bus, own: own)
        let (traces, spans) = (configuration.traces, bus.spans)
        exporter = traces.endpoint.map { TraceExporter($0, traces, bus: bus) }
        tracer = traces.endpoint.map { _ in Tracer(ratio: traces.ratio, spans: spans) }
        self.configuration = configuration
        browsers = BrowserSessions(configuration.address)
        self.webApp = webApp
        self.logger = logger
        let live = LiveHub(limits: configuration.live)
        self.live = live
        let poll = configuration.beaconPoll
        keys = KeyDirectory(bus: bus, logger: logger, pollInterval: poll) { live.recheckAccess() }
        let sources: [any LiveSource] = [
            LiveEventSource(of: .diary, types: LiveHint.diaryTypes, bus: bus),
            LiveEventSource(of: .profile, types: LiveHint.profileTypes, bus: bus),
            LiveLeaderboardSource(bus: bus),
        ]
        feeds = sources.map { LiveFeed(of: $0, hub: live, logger: bus.logger, pollInterval: poll) }
        endedSessions = EndedSessions(bus: bus, logger: logger, pollInterval: poll) { live.recheckAccess() }
        let (httpMetrics, exporter, most) = (httpMetrics, exporter, configuration.live.listenersMax)
        own.add {
            var metrics = httpMetrics.snapshot()
            metrics.add(.liveListeners, live.count)
            metrics.add(.liveListenersMax, most)
            if let exporter { metrics.add(exporter.metrics()) }
            return metrics
        }
    }

    /// Builds the HTTP server.
    ///
    /// - Parameters:
    ///   - group: The event loops that read and write connections.
    ///   - socket: A listening descriptor; nil to listen on the configured address.
    /// - Returns: The server.
    /// - Throws: An error for routes that contradict each other.
    func server(_ group: MultiThreadedEventLoopGroup, on socket: Int32?) throws -> HTTPServer {
        HTTPServer(
            try table().router.buildResponder(),
            at: socket.map(HTTPServer.BindTarget.inherited)
                ?? .address(host: configuration.host, port: configuration.port),
            group: group,
            logger: quiet(logger),
            limiter: ConnectionLimiter(max: configuration.connectionsPerAddress, proxies: configuration.trustedProxies),
            prepare: { [keys, endedSessions] in await Self.waitForAuth(keys, endedSessions) }
        )
    }

    /// The longest time that new connections wait in the kernel until auth responds.
    ///
    /// After it, requests are answered with an error.
    private static let authWithin = Duration.seconds(5)

    /// Waits for auth's keys and ended sessions, so that a new process does not answer its first requests with 503.
    private static func waitForAuth(_ keys: KeyDirectory, _ endedSessions: EndedSessions) async {
        let end = ContinuousClock.now + authWithin
        while !(keys.isFilled && endedSessions.isCaughtUp), ContinuousClock.now < end {
            guard (try? await Task.sleep(for: .milliseconds(10))) != nil else { return }
        }
    }

    /// Calls auth as the gateway itself, without a user.
    private var personalTokens: PersonalTokenVerifier {
        let bus = bus
        return PersonalTokenVerifier(ask: { request throws(ServiceError) in try await bus.call(request, .own()) })
    }

    /// Makes a rate limiter with counters of its own, at the configured rate for one client.
    private func rateLimiter() -> OpenRouteRateLimiter {
        OpenRouteRateLimiter(
            perMinute: configuration.authRequestsPerMinute,
            proxies: configuration.trustedProxies,
            logger: logger
        )
    }

    /// Returns every route, registered in a new router.
    ///
    /// - Throws: `RouteRefusal` for routes that contradict each other or their contracts, or that have no code.
    func table() throws -> RouteTable {
        let router = Router(options: [.autoGenerateHeadEndpoints])
        router.add(middleware: ProblemMiddleware(logger: logger, metrics: httpMetrics))
        let tokens = TokenVerifier(
            keys: keys,
            endedSessions: endedSessions,
            personalTokens: personalTokens,
            unknownTokens: rateLimiter(),
            browsers: browsers
        )
        let forwarder = Forwarder(bus: bus, tokens: tokens)
        var table = RouteTable(
            router: router,
            catalog: try RouteCatalog(),
            metrics: httpMetrics,
            tracer: tracer,
            rateLimiter: rateLimiter()
        )
        try table.addForwarded(by: forwarder)
        let clients = ClientField(trustedProxies: configuration.trustedProxies)
        try SessionRoutes(forwarder: forwarder, browsers: browsers, clients: clients).add(to: &table)
        try LogoutRoute(forwarder: forwarder, browsers: browsers).add(to: &table)
        try ClientRoutes(forwarder: forwarder, clients: clients).add(to: &table)
        try ProfileImageRoutes(forwarder: forwarder).add(to: &table)
        try FoodImageRoutes(forwarder: forwarder).add(to: &table)
        try DiaryImageRoutes(forwarder: forwarder).add(to: &table)
        try DiaryFileRoutes(forwarder: forwarder).add(to: &table)
        try ExportRoute(forwarder: forwarder).add(to: &table)
        try StartRoute(forwarder: forwarder).add(to: &table)
        try OfflineFoodsRoute(forwarder: forwarder).add(to: &table)
        try LiveRoute(hub: live, feeds: feeds, tokens: tokens).add(to: &table)
        try HealthRoutes(bus: bus, endedSessions: endedSessions).add(to: &table)
        try PrivacyRoute(notice: configuration.privacy).add(to: &table)
        try SecurityTextRoute(contact: configuration.securityContact).add(to: &table)
        try MetaRoute(bus: bus).add(to: &table)
        try MetricsRoute(collector: collector, access: configuration.metrics).add(to: &table)
        try DocumentRoutes().add(to: &table)
        if let webApp { WebAppRoutes(webApp).add(to: table.router) }
        try table.finish()
        return table
    }

    /// Suppresses Hummingbird's log line for each request.
    private func quiet(_ logger: Logger) -> Logger {
        var logger = logger
        logger.logLevel = max(logger.logLevel, .notice)
        return logger
    }
}
