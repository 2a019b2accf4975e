import Contracts
import FoundationEssentials
import Images
package import Logging
package import Observability

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
    private var requests: TokenBucket
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
        requests = TokenBucket(perMinute: ServerLimit.remotePicturesPerMinute.value, at: clocks.monotonic())
    }

    /// Returns whether a picture may be fetched, without a request.
    package nonisolated func isAllowed(_ address: String) -> Bool {
        RemoteRequest(pictureAt: address, allowed: servers) != nil
    }

    /// Returns a picture from the cache or from its server; nil if there is none, or within the limits none arrives.
    package func picture(at address: String) async -> RemotePicture? {
        guard let request = RemoteRequest(pictureAt: address, allowed: servers) else { return nil }
        if let known = cache.picture(at: address, now: clocks.monotonic()) {
            count(.cached)
            return known
        }
        // It is counted once, by the caller that sent the request.
        if let task = inFlight[address] { return await task.value }
        guard inFlight.count < ServerLimit.remotePicturesAtOnce.value, admit(request) else {
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
    private func admit(_ request: RemoteRequest) -> Bool {
        let (now, server) = (clocks.monotonic(), request.server)
        var breaker = breakers[server] ?? CircuitBreaker()
        guard breaker.wait(at: now) == 0, requests.take(at: now), breaker.admit(at: now) else { return false }
        breakers[server] = breaker
        return true
    }

    private func fetch(_ request: RemoteRequest) async -> RemotePicture? {
        let outcome = await Self.outcome(of: request, http, timeoutMs: timeoutMs)
        let failure: RemoteFailure? = if case .failure(let failure) = outcome { failure } else { nil }
        count(Outcome(failure))
        switch failure {
        // Only these say that the server is down; others concern one picture.
        case .timedOut?, .unreachable?:
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
