package import Contracts
import FoundationEssentials
package import Logging
package import Observability
import StoredImages

/// Fetches pictures of foods from other servers, for clients that must not reveal themselves to those.
///
/// It asks only the servers that the operator allows, so an address in the catalog, which anyone may have written,
/// never leads into the server's own network. A redirect must stay at the same server.
package actor RemotePictures {
    /// What became of a picture that was asked for; the raw value is the label of its metric.
    private enum Outcome: String, CaseIterable {
        case fetched
        case cached
        case limited
        case timedOut
        case unreachable
        case refused
        case unreadable

        init(_ failure: RemoteFailure?) {
            self =
                switch failure {
                case nil: .fetched
                case .timedOut: .timedOut
                case .unreachable: .unreachable
                case .refused, .wrongKey, .tooManyRequests, .resting: .refused
                case .tooLarge, .badRedirect, .unreadable: .unreadable
                }
        }
    }

    private let servers: [RemoteAddress]
    private let timeoutMs: Int
    private let http: RemoteHTTP
    private let clocks: RemoteSourceClient.Clocks
    private let logger: Logger
    private var cache = PictureCache()
    private var inFlight: [String: Task<RemotePicture?, Never>] = [:]
    private var requests: SharedTokenBucket
    /// The end of the pause that a server has asked for, by its address.
    private var pausedUntil: [String: UInt64] = [:]
    /// The callers that wait for a picture.
    private var waiting = 0
    /// A breaker for each server, by its address.
    private var breakers: [String: CircuitBreaker] = [:]
    private var counts: [Outcome: Int] = [:]

    /// Creates an empty cache.
    ///
    /// - Parameters:
    ///   - servers: The allowed servers.
    ///   - timeoutMs: Maximum duration of a request in milliseconds.
    ///   - http: Sends the requests.
    ///   - clocks: The clocks.
    ///   - logger: Receives failures, without addresses.
    package init(
        _ servers: [RemoteAddress],
        timeoutMs: Int,
        http: RemoteHTTP,
        clocks: RemoteSourceClient.Clocks,
        logger: Logger
    ) {
        self.servers = servers
        self.timeoutMs = timeoutMs
        self.http = http
        self.clocks = clocks
        self.logger = logger
        requests = SharedTokenBucket(perMinute: ServerLimit.remotePicturesPerMinute.value, at: clocks.monotonic())
    }

    /// Returns whether a picture may be fetched, without a request.
    package nonisolated func isAllowed(_ address: String) -> Bool {
        RemoteRequest(pictureAt: address, allowed: servers) != nil
    }

    /// Returns a picture from the cache or from its server.
    ///
    /// - Parameters:
    ///   - address: The address of the picture.
    ///   - user: The user that sees it, by whom requests are limited, too.
    /// - Returns: The picture; nil if there is none, or within the limits none arrives.
    package func picture(at address: String, for user: UserID) async -> RemotePicture? {
        guard let request = RemoteRequest(pictureAt: address, allowed: servers) else { return nil }
        if let known = cache.picture(at: address, now: clocks.monotonic()) {
            count(.cached)
            return known
        }
        // Callers that wait for the request of another one count, too: each holds a place of the service.
        guard waiting < ServerLimit.remotePicturesAtOnce.value else {
            count(.limited)
            return nil
        }
        waiting += 1
        defer { waiting -= 1 }
        // It is counted once, by the caller that sent the request.
        if let task = inFlight[address] { return await task.value }
        guard admit(request, for: user) else {
            count(.limited)
            return nil
        }
        // Other callers may wait for the task, so it does not end with the first one; its duration is bounded.
        let task = Task { await fetch(request) }
        inFlight[address] = task
        let picture = await task.value
        inFlight[address] = nil
        cache.insert(picture, at: address, now: clocks.monotonic())
        return picture
    }

    /// The number of pictures since the start, by outcome.
    package var metricSet: MetricSet {
        var metricSet = MetricSet()
        for outcome in Outcome.allCases { metricSet.add(.remotePictures, by: [outcome.rawValue], counts[outcome] ?? 0) }
        return metricSet
    }

    private func count(_ outcome: Outcome) { counts[outcome, default: 0] += 1 }

    /// Returns whether the limits admit a request; an admitted one must be reported to its breaker.
    private func admit(_ request: RemoteRequest, for user: UserID) -> Bool {
        let (now, server) = (clocks.monotonic(), request.server)
        var breaker = breakers[server] ?? CircuitBreaker()
        guard now >= pausedUntil[server] ?? 0 else { return false }
        guard breaker.wait(at: now) == 0, requests.take(for: user, at: now), breaker.admit(at: now) else {
            return false
        }
        breakers[server] = breaker
        return true
    }

    private func fetch(_ request: RemoteRequest) async -> RemotePicture? {
        let outcome = await Self.outcome(of: request, http, timeoutMs: timeoutMs)
        let failure: RemoteFailure? = if case .failure(let failure) = outcome { failure } else { nil }
        count(Outcome(failure))
        switch failure {
        case .tooManyRequests(let seconds)?:
            let seconds = min(max(1, seconds), RemoteRequestLimiter.maximumRetryAfterSeconds)
            pausedUntil[request.server] = clocks.monotonic() + UInt64(seconds) * 1_000_000_000
        case let failure? where failure.isOfServer:
            breakers[request.server, default: CircuitBreaker()].failed(at: clocks.monotonic())
        default: breakers[request.server, default: CircuitBreaker()].succeeded()
        }
        // An address shows what users eat, so it is not logged.
        if let failure { logger.info("a picture was not fetched", metadata: ["reason": "\(failure)"]) }
        // The failure is logged above; without a picture, the caller sends a drawing.
        return try? outcome.get()
    }

    /// Fetches, checks and cleans a picture on the thread pool, because megabytes take milliseconds.
    @concurrent
    private static func outcome(
        of request: RemoteRequest,
        _ http: RemoteHTTP,
        timeoutMs: Int
    ) async -> Result<RemotePicture, RemoteFailure> {
        do throws(RemoteFailure) {
            let response = try await http.get(request, timeoutMs: timeoutMs)
            try response.checkStatus()
            let limits = ImageLimits(bytesMax: ServerLimit.remotePictureBytes.value)
            // Every reason for which a picture is refused has the same effect: the caller sends a drawing.
            guard let image = try? Image(cleaning: response.body, limits: limits) else {
                throw RemoteFailure.unreadable
            }
            return .success(RemotePicture(contentType: image.format.mediaType, bytes: image.bytes))
        } catch {
            return .failure(error)
        }
    }
}

extension RemoteRequest {
    /// The server that it goes to, as scheme, host and port.
    fileprivate var server: String { "\(url.scheme ?? "")://\(url.host() ?? ""):\(url.port ?? 0)" }
}
