extension Settings.Gateway {
    /// The settings of HTTPS.
    package enum HTTPS {
        /// What the plain port does while HTTPS is on.
        package enum PlainPort: String, CaseIterable, Sendable {
            /// Redirects to HTTPS; it serves only health checks and the page of the certificate authority.
            case redirect
            /// Serves everything, as without HTTPS.
            case serve
        }

        package static let port = Setting(
            "https.port",
            in: 1...65_535,
            of: [.gateway],
            "port for HTTPS, with HTTP/2 and HTTP/1.1; without it the gateway speaks plain HTTP only",
            reason: "Needs `https.certificate` and `https.key`."
        )
        package static let listenDescriptor = Setting(
            "https.listen.descriptor",
            in: 3...Int(Int32.max),
            of: [.gateway],
            "number of a socket that listens already for HTTPS; `mealwire up` sets it",
            reason: "Numbers below 3 are the standard streams."
        )
        package static let certificate = Setting(
            "https.certificate",
            .path,
            of: [.gateway],
            "PEM file with the certificate of the server, then those of its issuers",
            reason: "The gateway reads the file again after a change, without a restart."
        )
        package static let key = Setting(
            "https.key",
            .path,
            of: [.gateway],
            "PEM file with the private key of the certificate, not encrypted"
        )
        package static let authority = Setting(
            "https.authority",
            .path,
            of: [.gateway],
            "PEM file with the certificate authority that the page `/trust` offers to devices"
        )
        package static let plainPort = Setting(
            "https.plain",
            default: PlainPort.redirect,
            of: [.gateway],
            "what the plain port does while HTTPS is on: redirect to it, or serve as before",
            reason: "`/health/live`, `/health/ready` and `/trust` are always served."
        )
        package static let hstsDays = Setting(
            "https.hsts.days",
            in: 0...730,
            unit: .days,
            default: 0,
            of: [.gateway],
            "days for which browsers must use HTTPS for this host (`Strict-Transport-Security`), 0 for none",
            reason: "A browser that has seen the header cannot go back to plain HTTP before the days are over."
        )

        static let all = [
            port.declaration, listenDescriptor.declaration, certificate.declaration, key.declaration,
            authority.declaration, plainPort.declaration, hstsDays.declaration,
        ]
    }
}
