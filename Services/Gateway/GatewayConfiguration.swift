import HTTPServer
import Settings

/// The gateway's configuration; ``Settings/Gateway`` declares what it reads.
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
    /// Nil if the gateway speaks plain HTTP only.
    let https: HTTPSConfiguration?
    /// The certificate authority that devices may trust; nil if the operator offers none, or without HTTPS.
    let trust: TrustPages?
    let publicURL: String?

    init(_ settings: SettingsReader) throws {
        host = try settings.read(Settings.Gateway.host)
        port = try settings.read(Settings.Gateway.port)
        trustedProxies = try TrustedProxies(settings)
        connectionsPerAddress = try settings.read(Settings.Gateway.connectionsPerAddress)
        authRequestsPerMinute = try settings.read(Settings.Gateway.authRequestsPerMinute)
        var periods = RetentionPeriods()
        periods.sessionDays = try settings.read(Settings.Auth.sessionDays)
        let operatorContact = try settings.read(Settings.Gateway.operatorContact)
        privacy = try PrivacyNotice(
            operatorName: settings.read(Settings.Gateway.operatorName),
            operatorContact: operatorContact,
            periods: periods
        )
        publicURL = try settings.read(Settings.Gateway.publicURL)
        securityContact = SecurityContact(contact: operatorContact, publicURL: publicURL)
        var live = LiveLimits()
        live.listenersMax = min(try settings.read(Settings.Gateway.liveListeners), DescriptorLimit.current / 2)
        self.live = live
        beaconPoll = .seconds(try settings.read(Settings.Gateway.beaconPollS))
        metrics = try MetricsAccess(settings, trustedProxies: trustedProxies.count)
        traces = try TraceSettings(settings)
        https = try HTTPSConfiguration(settings)
        let authority = https == nil ? nil : try settings.read(Settings.Gateway.HTTPS.authority)
        trust = try authority.map { try TrustPages(authority: $0) }
        address = PublicAddress(url: publicURL, trustedProxies: trustedProxies)
    }
}
