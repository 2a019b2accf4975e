import Contracts

/// A request, ready to be sent any number of times.
struct Call: Sendable {
    let verb: HTTPBinding.Verb
    /// Path and query, percent-encoded.
    let address: String
    var headers: [String: String] = [:]
    let body: TransportRequest.Body?
    /// Whether the request needs an access token.
    let needsSession: Bool
    /// Whether the request may be sent again if the outcome of an attempt is unknown.
    let isRepeatable: Bool
    /// The longest wait for the answer to one attempt; nil for a stream.
    let attemptTimeout: Duration?

    /// Creates the call of a contract.
    init(_ plan: RequestPlan, _ parts: RequestParts, key: String) {
        (verb, address) = (parts.verb, parts.address)
        body = parts.body.map { .bytes($0) }
        needsSession = plan.method.access == .user
        isRepeatable = plan.method.retryable
        attemptTimeout = plan.attemptTimeout
        headers["Accept"] = "application/json"
        headers["If-Match"] = parts.ifMatch
        if parts.body != nil { headers["Content-Type"] = "application/json" }
        if plan.method.effect == .keyedWrite { headers["Idempotency-Key"] = key }
    }

    /// Creates the call of a special route.
    ///
    /// - Parameters:
    ///   - route: The description of the route.
    ///   - parameters: The values of its path and query, by name; those without a value are left out.
    ///   - headers: Headers besides the usual ones.
    ///   - body: The body.
    ///   - isRepeatable: Whether the request may be sent again; by default for reads.
    ///   - attemptTimeout: The longest wait for an answer; nil for a stream.
    init(
        _ route: RouteDescription,
        _ parameters: [String: String] = [:],
        headers: [String: String] = [:],
        body: TransportRequest.Body? = nil,
        isRepeatable: Bool? = nil,
        attemptTimeout: Duration? = .milliseconds(Contracts.Method.defaultTimeoutMs)
    ) {
        verb = route.verb
        let path = route.path.split(separator: "/").map { part in
            part.hasPrefix("{")
                ? PercentEncoding.text(parameters[String(part.dropFirst().dropLast())] ?? "") : String(part)
        }
        let query = route.parameters.filter { $0.place == .query }.compactMap { parameter in
            parameters[parameter.name].map { "\(parameter.name)=\(PercentEncoding.text($0))" }
        }
        address = "/" + path.joined(separator: "/") + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
        self.headers = headers
        self.body = body
        needsSession = route.access == .user
        self.isRepeatable = isRepeatable ?? (route.verb == .get)
        self.attemptTimeout = attemptTimeout
    }

    /// Creates the call of a signed address, as replies contain it.
    init(signedAddress: String) {
        verb = .get
        address = signedAddress
        body = nil
        needsSession = false
        isRepeatable = true
        attemptTimeout = nil
    }
}
