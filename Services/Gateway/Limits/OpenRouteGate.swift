package import Contracts
package import HTTPTypes
package import Logging
import Synchronization

/// Limits how often one client may call routes of `/v1/auth` that need no sign-in, or show tokens that auth does not know.
///
/// Each such request may cost a password hash, a mail or a question to auth. Callers of this host are not counted: load tests run there, and
/// so does a reverse proxy that was not declared, of which the log warns once.
package final class OpenRouteGate: Sendable {
    /// Twice a second on average and 120 at once: a household or an office behind one address stays below it, since a
    /// client signs in rarely and refreshes its session every 15 minutes.
    package static let perMinuteDefault = 120
    /// What the limited routes begin with.
    package static let pathPrefix = "/v1/auth/"

    private let isLimited: Bool
    private let rates: Mutex<RequestRates>
    private let proxies: TrustedProxies
    private let logger: Logger
    private let hasWarned = Atomic(false)

    /// - Parameters:
    ///   - perMinute: Requests of one client; 0 for any number.
    ///   - proxies: The proxies in front.
    ///   - logger: Hears of a proxy that was not declared.
    package init(perMinute: Int, proxies: TrustedProxies, logger: Logger) {
        isLimited = perMinute > 0
        rates = Mutex(RequestRates(perMinute: perMinute))
        (self.proxies, self.logger) = (proxies, logger)
    }

    /// Counts a request.
    ///
    /// - Parameters:
    ///   - headers: The request's.
    ///   - peer: The IP address at the other end of its connection; nil on a Unix socket.
    ///   - now: On a clock that never goes back, in nanoseconds.
    /// - Throws: `tooManyRequests`, with the seconds to wait.
    package func check(_ headers: HTTPFields, peer: String?, now: UInt64) throws(ServiceError) {
        warn(headers, peer)
        guard isLimited, let client = ClientAddress.text(headers, peer, trustedProxies: proxies),
            !ClientAddress.isLoopback(client), let waitNs = rates.withLock({ $0.take(client, now: now) })
        else { return }
        let seconds = Int(waitNs / 1_000_000_000) + 1
        throw ServiceError(
            .tooManyRequests,
            "Too many requests of this kind come from your address; try again in \(seconds) s.",
            params: ["retryAfterSeconds": "\(seconds)"]
        )
    }

    private func warn(_ headers: HTTPFields, _ peer: String?) {
        guard headers[.forwardedFor] != nil, !proxies.believe(peer),
            !hasWarned.exchange(true, ordering: .relaxed)
        else { return }
        let peer = peer ?? "a Unix socket"
        logger.warning(
            """
            a request from \(peer) carries X-Forwarded-For, which is ignored: if a reverse proxy stands there, declare it \
            by --trusted-proxies and --trusted-proxy-addresses, or all its clients count as one
            """
        )
    }
}

extension ClientAddress {
    private static let loopback6 = network("::1")

    /// Whether ``text(_:_:trustedProxies:)`` has found a caller of this host.
    static func isLoopback(_ client: String) -> Bool {
        client == loopback6 || IPAddress(client)?.isLoopback ?? false
    }
}
