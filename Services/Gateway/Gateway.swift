import Contracts
import Hummingbird
import HummingbirdCore
import Logging
import Messaging
import NIOCore
import NIOPosix
import ServiceLifecycle

/// HTTP on one side, messages on the other.
struct Gateway {
    let bus: MessageBus
    let keys: KeyDirectory
    let endedSessions: EndedSessions
    /// Who listens for changes, and what tells of these.
    let live: LiveHub
    let feeds: [LiveFeed]
    private let logger: Logger
    private let configuration: GatewayConfiguration
    private let browsers: BrowserSessions

    init(bus: MessageBus, configuration: GatewayConfiguration, logger: Logger) {
        self.bus = bus
        self.configuration = configuration
        browsers = BrowserSessions(configuration.address)
        self.logger = logger
        keys = KeyDirectory(bus: bus, logger: logger)
        let live = LiveHub(limits: configuration.live)
        self.live = live
        feeds = [
            LiveFeed(of: LiveEvents(of: .diary, types: LiveHint.diaryTypes, bus: bus), hub: live, logger: bus.logger),
            LiveFeed(
                of: LiveEvents(of: .profile, types: LiveHint.profileTypes, bus: bus),
                hub: live,
                logger: bus.logger
            ),
            LiveFeed(of: LiveBoards(bus: bus), hub: live, logger: bus.logger),
        ]
        endedSessions = EndedSessions(bus: bus, logger: logger) { live.lookAgain() }
    }

    func server(_ group: MultiThreadedEventLoopGroup) -> some Service {
        Application(
            router: table().router,
            server: HTTPServerBuilder { PinnedConnections(responder: $0) },
            configuration: ApplicationConfiguration(
                address: .hostname(configuration.host, port: configuration.port),
                serverName: "Mealwire"
            ),
            eventLoopGroupProvider: .shared(group),
            logger: quiet(logger)
        )
    }

    /// Asks auth as the gateway, for no user in particular.
    private var personalTokens: PersonalTokenVerifier {
        let bus = bus
        return PersonalTokenVerifier(ask: { request throws(ServiceError) in try await bus.call(request, .own()) })
    }

    /// Every route, in the router that answers it.
    func table() -> RouteTable {
        let router = Router()
        router.add(middleware: ProblemMiddleware(logger: logger))
        let tokens = TokenVerifier(
            keys: keys,
            endedSessions: endedSessions,
            personalTokens: personalTokens,
            browsers: browsers
        )
        let forwarder = Forwarder(bus: bus, tokens: tokens)
        var table = RouteTable(router: router, forwarder: forwarder)
        table.addAPI()
        SessionRoutes(forwarder: forwarder, browsers: browsers).add(to: &table)
        LogoutRoute(forwarder: forwarder, browsers: browsers).add(to: &table)
        ForgottenPasswordRoute(forwarder: forwarder, trustedProxies: configuration.trustedProxies).add(to: &table)
        ProfileImageRoutes(forwarder: forwarder).add(to: &table)
        FoodImageRoutes(forwarder: forwarder).add(to: &table)
        DiaryImageRoutes(forwarder: forwarder).add(to: &table)
        DiaryFileRoutes(forwarder: forwarder).add(to: &table)
        ExportRoute(forwarder: forwarder).add(to: &table)
        LiveRoute(hub: live, feeds: feeds, tokens: tokens).add(to: &table)
        HealthRoutes(bus: bus, endedSessions: endedSessions).add(to: &table)
        PrivacyRoute(notice: configuration.privacy).add(to: &table)
        MetaRoute(bus: bus).add(to: &table)
        table.refuseOtherMethods()
        return table
    }

    /// What Hummingbird notes of its own start is of no use to those who run a set.
    private func quiet(_ logger: Logger) -> Logger {
        var logger = logger
        logger.logLevel = max(logger.logLevel, .notice)
        return logger
    }
}
