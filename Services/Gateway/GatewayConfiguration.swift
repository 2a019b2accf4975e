import Configuration
import ServiceKit

/// Where the gateway listens, and what it tells of the set.
///
/// Configuration keys, from the command line, then the environment:
/// - `host` (string, `127.0.0.1`, `--host`, `MEALWIRE_HOST`): the address to listen on; `0.0.0.0` for every one.
/// - `port` (int, 8080, `--port`, `MEALWIRE_PORT`): the TCP port.
/// - `trusted.proxies` (int, 0, `--trusted-proxies`, `MEALWIRE_TRUSTED_PROXIES`): reverse proxies in front, each of which
///   adds to `X-Forwarded-For` from where it was called. With none, that header is what anybody makes up, and
///   `X-Forwarded-Proto`, too.
/// - `operator.name`, `operator.contact` (string, none, `MEALWIRE_OPERATOR_NAME`, `MEALWIRE_OPERATOR_CONTACT`): who runs
///   the set, and an e-mail address, a web address or a sentence; they stand in the privacy notice.
/// - `auth.sessionDays`: as auth has it; the privacy notice tells it.
/// - `public.url` (string, none, `--public-url`, `MEALWIRE_PUBLIC_URL`): under which browsers reach the set, such as
///   `https://food.example.org`. With HTTPS, their cookies are bound to it.
/// - `live.listeners` (int, 4000, `--live-listeners`, `MEALWIRE_LIVE_LISTENERS`): how many may listen for changes at
///   once; never more than half of the descriptors that the process may have.
/// - `metrics.token`: see ``MetricsAccess``; `traces.endpoint`, `traces.ratio`: see ``TraceSettings``.
struct GatewayConfiguration {
    let host: String
    let port: Int
    let trustedProxies: Int
    let privacy: PrivacyNotice
    let address: PublicAddress
    let live: LiveLimits
    let metrics: MetricsAccess
    let traces: TraceSettings

    init(_ reader: ConfigReader) throws {
        host = reader.string(forKey: "host", default: "127.0.0.1")
        port = try reader.number("port", in: 1...65_535, default: 8_080)
        trustedProxies = try reader.number("trusted.proxies", in: 0...10, default: 0)
        var figures = RetentionFigures()
        figures.sessionDays = try reader.number("auth.sessionDays", in: 1...3_650, default: figures.sessionDays)
        privacy = PrivacyNotice(
            operatorName: reader.string(forKey: "operator.name"),
            operatorContact: reader.string(forKey: "operator.contact"),
            figures: figures
        )
        var live = LiveLimits()
        let listeners = try reader.number("live.listeners", in: 1...1_000_000, default: live.listenersMax)
        live.listenersMax = min(listeners, DescriptorLimit.current / 2)
        self.live = live
        metrics = try MetricsAccess(reader, trustedProxies: trustedProxies)
        traces = try TraceSettings(reader)
        address = PublicAddress(url: reader.string(forKey: "public.url"), trustedProxies: trustedProxies)
    }
}
