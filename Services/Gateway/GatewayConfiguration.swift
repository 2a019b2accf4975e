import Configuration
import ServiceKit

/// The gateway's configuration.
///
/// Configuration keys, from the command line, then the environment:
/// - `host` (string, `127.0.0.1`, `--host`, `MEALWIRE_HOST`): the address to listen on; `0.0.0.0` for every one.
/// - `port` (int, 8080, `--port`, `MEALWIRE_PORT`): the TCP port.
/// - `trusted.proxies`, `trusted.proxyAddresses`: see ``TrustedProxies``. Without a proxy, `X-Forwarded-For` and
///   `X-Forwarded-Proto` are not trusted, because any client can set them.
/// - `connections.perAddress` (int, 256, `--connections-per-address`, `MEALWIRE_CONNECTIONS_PER_ADDRESS`): connections
///   that one address may have open, 0 for no limit. Loopback and trusted proxies are not counted.
/// - `auth.requestsPerMinute` (int, 120, `--auth-requests-per-minute`, `MEALWIRE_AUTH_REQUESTS_PER_MINUTE`): requests
///   of one client to routes of `/v1/auth` that need no sign-in, and as many with personal tokens that auth does not
///   know; 0 for no limit; see ``OpenRouteRateLimiter``.
/// - `operator.name`, `operator.contact` (string, none, `MEALWIRE_OPERATOR_NAME`, `MEALWIRE_OPERATOR_CONTACT`): the
///   operator's name, and an e-mail address, a web address or a sentence. The privacy notice shows both.
/// - `auth.sessionDays`: same meaning as in auth; the privacy notice shows it.
/// - `public.url` (string, none, `--public-url`, `MEALWIRE_PUBLIC_URL`): the address that browsers use, such as
///   `https://food.example.org`. With HTTPS, their cookies are bound to it.
/// - `live.listeners` (int, 4000, `--live-listeners`, `MEALWIRE_LIVE_LISTENERS`): the maximum number of open event
///   streams; at most half of the descriptors that the process may have.
/// - `beacon.poll.s` (int, 5, `--beacon-poll-s`, `MEALWIRE_BEACON_POLL_S`): the gateway asks a service for changes
///   after this many seconds without a beacon, because beacons may be lost.
/// - `metrics.token`: see ``MetricsAccess``; `traces.endpoint`, `traces.ratio`: see ``TraceSettings``.
struct GatewayConfiguration {
    let host: String
    let port: Int
    let trustedProxies: TrustedProxies
    let connectionsPerAddress: Int
    let authRequestsPerMinute: Int
    let privacy: PrivacyNotice
    let securityContact: SecurityContact?
    let address: PublicAddress
    let live: LiveLimits
    let beaconPoll: Duration
    let metrics: MetricsAccess
    let traces: TraceSettings

    init(_ reader: ConfigReader) throws {
        host = reader.string(forKey: "host", default: "127.0.0.1")
        port = try reader.number("port", in: 1...65_535, default: 8_080)
        trustedProxies = try TrustedProxies(reader)
        connectionsPerAddress = try reader.number(
            "connections.perAddress",
            in: 0...1_000_000,
            default: ConnectionLimiter.perAddressDefault
        )
        authRequestsPerMinute = try reader.number(
            "auth.requestsPerMinute",
            in: 0...1_000_000,
            default: OpenRouteRateLimiter.perMinuteDefault
        )
        var periods = RetentionPeriods()
        periods.sessionDays = try reader.number("auth.sessionDays", in: 1...3_650, default: periods.sessionDays)
        let operatorContact = reader.string(forKey: "operator.contact")
        privacy = PrivacyNotice(
            operatorName: reader.string(forKey: "operator.name"),
            operatorContact: operatorContact,
            periods: periods
        )
        let publicURL = reader.string(forKey: "public.url")
        securityContact = SecurityContact(contact: operatorContact, publicURL: publicURL)
        var live = LiveLimits()
        let listeners = try reader.number("live.listeners", in: 1...1_000_000, default: live.listenersMax)
        live.listenersMax = min(listeners, DescriptorLimit.current / 2)
        self.live = live
        beaconPoll = .seconds(try reader.number("beacon.poll.s", in: 1...3_600, default: 5))
        metrics = try MetricsAccess(reader, trustedProxies: trustedProxies.count)
        traces = try TraceSettings(reader)
        address = PublicAddress(url: publicURL, trustedProxies: trustedProxies)
    }
}
