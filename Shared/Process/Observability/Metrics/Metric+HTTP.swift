// Metrics of a gateway's HTTP requests, and of spans.
extension Metric {
    package static let httpSeconds = Metric(
        "http_request_duration_seconds",
        .histogram,
        by: ["method", "route"],
        bounds: Buckets.seconds,
        "Time from reading a request's head to the start of its response."
    )
    package static let httpRequests = Metric(
        "http_requests_total",
        .counter,
        by: ["method", "route", "status"],
        "Answered requests, by route and class of the status, such as `2xx`."
    )
    package static let httpProblems = Metric(
        "http_problems_total",
        .counter,
        by: ["code"],
        "Requests answered with a problem document, by its code; `overloaded` means shed."
    )
    package static let httpInFlight = Metric(
        "http_requests_in_flight",
        .gauge,
        "Requests without a response so far."
    )
    package static let liveListeners = Metric("live_listeners", .gauge, "Open streams of live events.")
    package static let liveListenersMax = Metric(
        "live_listeners_max",
        .gauge,
        "Maximum number of open streams of live events."
    )

    /// Label for requests without a route or with another method.
    package static let otherRoutes = "other"

    static let http = [httpSeconds, httpRequests, httpProblems, httpInFlight, liveListeners, liveListenersMax]

    package static let spansDropped = Metric(
        "spans_dropped_total",
        .counter,
        "Spans that this process dropped because its buffer was full."
    )
    package static let spansExported = Metric(
        "spans_exported_total",
        .counter,
        "Spans that the collector has accepted from this gateway."
    )
    package static let spansDiscarded = Metric(
        "spans_discarded_total",
        .counter,
        "Spans that the collector rejected, or that were dropped because it did not accept them in time."
    )
    package static let spanExportFailures = Metric(
        "span_export_failures_total",
        .counter,
        "Failed attempts to export spans to the collector."
    )
    package static let spansWaiting = Metric("spans_waiting", .gauge, "Spans that wait for export to the collector.")

    static let traces = [spansDropped, spansExported, spansDiscarded, spanExportFailures, spansWaiting]
}
