package import Contracts
package import HTTPServer
package import HTTPTypes
package import Logging
import Synchronization

/// Limits the rate of one client on `/v1/auth` routes that need no sign-in, and of its tokens that auth does not know.
///
/// Each such request may cost a password hash, a mail or a call to auth. Clients on this host are not limited: load
/// tests run there, and so may an undeclared reverse proxy, about which one warning is logged.
package final class OpenRouteRateLimiter: Sendable {
    /// The path prefix of the limited routes.
    package static let pathPrefix = "/v1/auth/"

    private let isLimited: Bool
    private let limiter: Mutex<ClientRateLimiter>
    private let proxies: TrustedProxies
    private let logger: Logger
    private let hasWarned = Atomic(false)

    /// Makes a limiter.
    ///
    /// - Parameters:
    ///   - perMinute: Requests of one client; 0 for no limit.
    ///   - proxies: The proxies in front.
    ///   - logger: Logs a warning about an undeclared proxy.
    package init(perMinute: Int, proxies: TrustedProxies, logger: Logger) {
        isLimited = perMinute > 0
        limiter = Mutex(ClientRateLimiter(perMinute: perMinute))
        (self.proxies, self.logger) = (proxies, logger)
    }

    /// Counts a request.
    ///
    /// - Parameters:
    ///   - headers: The request's headers.
    ///   - peer: The peer's IP address; nil on a Unix socket.
    ///   - now: Monotonic time in nanoseconds.
    /// - Throws: `tooManyRequests`, with the seconds to wait.
    package func check(_ headers: HTTPFields, peer: String?, now: UInt64) throws(ServiceError) {
        warn(headers, peer)
        guard isLimited, let client = ClientAddress.text(headers, peer, trustedProxies: proxies),
            !ClientAddress.isLoopback(client), let waitNs = limiter.withLock({ $0.take(client, now: now) })
        else { return }
        let seconds = Int(waitNs / 1_000_000_000) + 1
        throw ServiceError(
            .tooManyRequests,
            "Too many requests of this kind come from your address; try again in \(seconds) s.",
            params: ["retryAfterSeconds": "\(seconds)"]
        )
    }

    private func warn(_ headers: HTTPFields, _ peer: String?) {
        guard headers[.forwardedFor] != nil, !proxies.trusts(peer),
            !hasWarned.exchange(true, ordering: .relaxed)
        else { return }
        let peer = peer ?? "a Unix socket"
        logger.warning(
            """
            a request from \(peer) carries X-Forwarded-For, which is ignored: if the peer is a reverse proxy, declare it \
            with --trusted-proxies and --trusted-proxy-addresses; otherwise all its clients count as one
            """
        )
    }
}
