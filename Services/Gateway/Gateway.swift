import ContractDocuments
import Contracts
import HTTPServer
import Hummingbird
import Logging
import MessageBus
import NIOCore
import NIOPosix
import Observability
import ServiceKit
import ServiceLifecycle
import Settings

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
    /// Samples the metrics for admins.
    let monitor: SystemMonitor
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
        monitor = SystemMonitor(collector)
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
        keys = KeyDirectory(bus: bus, pollInterval: poll) { live.recheckAccess() }
        feeds = ServiceDescription.all.filter { !$0.liveEvents.isEmpty }.map { service in
            LiveFeed(of: service, bus: bus, hub: live, pollInterval: poll)
        }
        endedSessions = EndedSessions(bus: bus, pollInterval: poll) { live.recheckAccess() }
        let (httpMetrics, exporter, most) = (httpMetrics, exporter, configuration.live.listenersMax)
        own.add {
            var metrics = httpMetrics.snapshot()
            metrics.add(.liveListeners, live.count)
            metrics.add(.liveListenersMax, most)
            if let exporter { metrics.add(exporter.metrics()) }
            return metrics
        }
    }

    /// The listening descriptors that a supervisor has passed; the server opens what is missing.
    struct Sockets {
        var plain: Int32?
        var secure: Int32?
    }

    /// Builds the servers: one for plain HTTP, and one for HTTPS if it is configured.
    ///
    /// - Parameters:
    ///   - group: The event loops that read and write connections.
    ///   - sockets: Listening descriptors.
    /// - Returns: The servers, and the service that renews the certificate.
    /// - Throws: `CertificateFailure` if the certificate cannot be used; `RouteRefusal` for contradictory routes.
    func servers(
        _ group: MultiThreadedEventLoopGroup,
        on sockets: Sockets
    ) throws -> (servers: [HTTPServer], reloader: CertificateReloader?) {
        let routes = try table().router.buildResponder()
        let shared = SharedLimits(
            limiter: ConnectionLimiter(max: configuration.connectionsPerAddress, proxies: configuration.trustedProxies)
        )
        guard let https = configuration.https else {
            return ([server(routes, configuration.port, sockets.plain, group, shared)], nil)
        }
        let reloader = try CertificateReloader(
            certificatePath: https.certificatePath,
            keyPath: https.keyPath,
            logger: logger
        )
        let security = ConnectionSecurity(strictTransport: https.strictTransport) { reloader.context }
        let trust = configuration.trust
        let trusting = TrustResponder(routes, trust)
        let secure = server(trusting, https.port, sockets.secure, group, shared, security)
        let plain =
            switch https.plainPort {
            case .serve: server(trusting, configuration.port, sockets.plain, group, shared)
            case .redirect:
                server(
                    RedirectResponder(routes, trust, port: https.port, publicURL: configuration.publicURL),
                    configuration.port,
                    sockets.plain,
                    group,
                    shared
                )
            }
        return ([plain, secure], reloader)
    }

    /// Limits that all ports share.
    private struct SharedLimits {
        let limiter: ConnectionLimiter
        let unread = UnreadResponses()
    }

    private func server(
        _ responder: some HTTPResponder<BasicRequestContext>,
        _ port: Int,
        _ socket: Int32?,
        _ group: MultiThreadedEventLoopGroup,
        _ shared: SharedLimits,
        _ security: ConnectionSecurity? = nil
    ) -> HTTPServer {
        HTTPServer(
            responder,
            at: socket.map(HTTPServer.BindTarget.inherited) ?? .address(host: configuration.host, port: port),
            group: group,
            logger: quiet(logger),
            limiter: shared.limiter,
            unread: shared.unread,
            security: security,
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
        for owner in ImageOwners.all { try ImageRoutes(forwarder: forwarder).add(owner, to: &table) }
        try FoodPictureRoute(forwarder: forwarder).add(to: &table)
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
        try SystemRoute(monitor: monitor, tokens: tokens).add(to: &table)
        try DocumentRoutes().add(to: &table)
        if let webApp {
            let routes = WebAppRoutes(webApp)
            routes.add(to: table.router)
            table.router.add(middleware: WebAppPages(routes, besides: table.listed.map(\.path)))
        }
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
