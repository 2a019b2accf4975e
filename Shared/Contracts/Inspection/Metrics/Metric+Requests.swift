// Metrics of a process's requests and calls.
extension Metric {
    package static let requestSeconds = Metric(
        "request_duration_seconds",
        .histogram,
        by: ["method"],
        bounds: Buckets.seconds,
        "From the moment at which the process read a request to the end of the work on it; its count is that of requests."
    )
    package static let requestsFailed = Metric(
        "requests_failed_total",
        .counter,
        by: ["method", "code"],
        "Requests that the process answered with an error, by the error's code; many are the caller's."
    )
    package static let requestsInFlight = Metric(
        "requests_in_flight",
        .gauge,
        by: ["queue"],
        "Requests that the process works on, by the name under which it takes them."
    )
    package static let requestsCapacity = Metric(
        "requests_capacity",
        .gauge,
        by: ["queue"],
        "Requests that the process takes at once under a name."
    )
    package static let callsInFlight = Metric(
        "calls_in_flight",
        .gauge,
        "Calls to other services whose answers the process waits for."
    )

    static let requests = [requestSeconds, requestsFailed, requestsInFlight, requestsCapacity, callsInFlight]
}
