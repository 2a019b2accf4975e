extension Settings {
    /// The settings of the gateway.
    package enum Gateway {
        package static let host = Setting(
            "host",
            .text(form: nil),
            default: "127.0.0.1",
            of: [.gateway],
            "address to listen on; `0.0.0.0` for all",
            reason: "Without effect under `mealwire up`, which passes its own option."
        )
        package static let port = Setting(
            "port",
            in: 1...65_535,
            default: 8_080,
            of: [.gateway],
            "port to listen on",
            reason: "Without effect under `mealwire up`, which passes its own option."
        )
        package static let listenDescriptor = Setting(
            "listen.descriptor",
            in: 3...Int(Int32.max),
            of: [.gateway],
            "number of a socket that listens already; `mealwire up` sets it",
            reason: "Numbers below 3 are the standard streams."
        )
        package static let publicURL = Setting(
            "public.url",
            .text(form: "an address such as https://food.example.org"),
            of: [.gateway, .auth],
            "address that browsers use; for cookies, and for links in mail",
            reason:
                "With https, cookies are bound to it. Without the setting, mail has a code to enter instead of a link."
        )
        package static let operatorName = Setting(
            "operator.name",
            .text(form: nil),
            of: [.gateway],
            "the operator that the privacy notice names"
        )
        package static let operatorContact = Setting(
            "operator.contact",
            .text(form: nil),
            of: [.gateway],
            "an e-mail address, a web address or a sentence, which the privacy notice shows"
        )
        package static let trustedProxies = Setting(
            "trusted.proxies",
            in: 0...10,
            default: 0,
            of: [.gateway],
            "reverse proxies in front, each of which adds to `X-Forwarded-For`",
            reason: "Without a proxy the gateway ignores these headers, because any client can set them."
        )
        package static let trustedProxyAddresses = Setting(
            "trusted.proxyAddresses",
            .text(form: "addresses and networks separated by commas, such as 10.0.0.5,192.168.0.0/16"),
            fallback: "loopback and private networks",
            of: [.gateway],
            "addresses and networks of the nearest proxy; headers from others are ignored"
        )
        package static let connectionsPerAddress = Setting(
            "connections.perAddress",
            in: 0...1_000_000,
            default: 256,
            of: [.gateway],
            "open connections of one address, 0 for no limit; loopback and trusted proxies do not count",
            reason: "The default is some hundred kilobytes each at most, and far more than the browsers and apps of a "
                + "household open."
        )
        package static let authRequestsPerMinute = Setting(
            "auth.requestsPerMinute",
            in: 0...1_000_000,
            default: 120,
            of: [.gateway],
            "requests of one client to `/v1/auth` without sign-in, and as many with unknown tokens; 0 for no limit; "
                + "loopback does not count",
            reason: "A household or an office behind one address stays below the default."
        )
        package static let liveListeners = Setting(
            "live.listeners",
            in: 1...1_000_000,
            default: 4_000,
            of: [.gateway],
            "open streams of `GET /v1/events`",
            reason: "At most half of the descriptors that the process may have; each stream takes one, and some ten "
                + "kilobytes."
        )
        package static let beaconPollS = Setting(
            "beacon.poll.s",
            in: 1...3_600,
            unit: .seconds,
            default: 5,
            of: [.gateway],
            "time without a beacon after which the gateway asks for changes anyway, because beacons may be lost"
        )
        /// Shorter tokens can be guessed.
        package static let metricsTokenLengthMin = 16
        package static let metricsToken = Setting(
            "metrics.token",
            .secret(form: "\(metricsTokenLengthMin) characters at least; `openssl rand -hex 32` makes one"),
            of: [.gateway],
            "token for `/metrics` from other hosts, sent as `Authorization: Bearer …`",
            reason: "Shorter tokens can be guessed."
        )
        package static let metricsTokenFile = Setting(
            "metrics.token.file",
            .path,
            of: [.gateway],
            "a file that has this token as its first word"
        )
        package static let tracesEndpoint = Setting(
            "traces.endpoint",
            .text(form: "the address of a collector, such as http://127.0.0.1:4318"),
            of: [.gateway],
            "OpenTelemetry collector, OTLP over HTTP; without it nothing is recorded"
        )
        package static let tracesRatio = Setting(
            "traces.ratio",
            in: 0...1,
            default: 1.0,
            of: [.gateway],
            "share of requests without a `traceparent` header that are recorded"
        )
        package static let tracesHeaders = Setting(
            "traces.headers",
            .secret(form: "name=value, several separated by commas"),
            of: [.gateway],
            "headers that the collector requires"
        )

        static let all =
            [
                host.declaration, port.declaration, listenDescriptor.declaration, publicURL.declaration,
                operatorName.declaration, operatorContact.declaration, trustedProxies.declaration,
                trustedProxyAddresses.declaration, connectionsPerAddress.declaration, authRequestsPerMinute.declaration,
                liveListeners.declaration, beaconPollS.declaration, metricsToken.declaration,
                metricsTokenFile.declaration,
                tracesEndpoint.declaration, tracesRatio.declaration, tracesHeaders.declaration,
            ] + HTTPS.all
    }
}
