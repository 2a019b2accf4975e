// Metrics of a process's requests and calls.
extension Metric {
    package static let requestSeconds = Metric(
        "request_duration_seconds",
        .histogram,
        by: ["method"],
        bounds: Buckets.seconds,
        "Time from reading a request to the end of the work on it; the count is the number of requests."
    )
    package static let requestsFailed = Metric(
        "requests_failed_total",
        .counter,
        by: ["method", "code"],
        "Requests answered with an error, by error code; many are errors of the caller."
    )
    package static let requestsInFlight = Metric(
        "requests_in_flight",
        .gauge,
        by: ["queue"],
        "Requests that the process is handling, by the name of their queue."
    )
    package static let requestsCapacity = Metric(
        "requests_capacity",
        .gauge,
        by: ["queue"],
        "Requests that the process accepts at once from a queue."
    )
    package static let callsInFlight = Metric(
        "calls_in_flight",
        .gauge,
        "Calls to other services without a reply so far."
    )

    static let requests = [requestSeconds, requestsFailed, requestsInFlight, requestsCapacity, callsInFlight]
}
