// Metrics of a gateway's HTTP requests, and of spans.
extension Metric {
    package static let httpSeconds = Metric(
        "http_request_duration_seconds",
        .histogram,
        by: ["method", "route"],
        bounds: Buckets.seconds,
        "From the moment at which a request's head was read to that at which its answer begins."
    )
    package static let httpRequests = Metric(
        "http_requests_total",
        .counter,
        by: ["method", "route", "status"],
        "Requests that were answered, by route and class of the status, such as `2xx`."
    )
    package static let httpProblems = Metric(
        "http_problems_total",
        .counter,
        by: ["code"],
        "Requests that were answered with a problem document, by its code; `overloaded` are those that were shed."
    )
    package static let httpInFlight = Metric(
        "http_requests_in_flight",
        .gauge,
        "Requests whose answers have not begun."
    )
    package static let liveListeners = Metric("live_listeners", .gauge, "Streams of live events that are open.")
    package static let liveListenersMax = Metric(
        "live_listeners_max",
        .gauge,
        "Streams of live events that may be open at once."
    )

    /// Label for requests without a route or with another method.
    package static let otherRoutes = "other"

    static let http = [httpSeconds, httpRequests, httpProblems, httpInFlight, liveListeners, liveListenersMax]

    package static let spansDropped = Metric(
        "spans_dropped_total",
        .counter,
        "Spans of traces that this process has let go because more came than could be passed on."
    )
    package static let spansExported = Metric(
        "spans_exported_total",
        .counter,
        "Spans that the collector has taken from this gateway."
    )
    package static let spansDiscarded = Metric(
        "spans_discarded_total",
        .counter,
        "Spans that the collector refused, or that gave way because it did not take them in time."
    )
    package static let spanExportFailures = Metric(
        "span_export_failures_total",
        .counter,
        "Attempts to hand spans to the collector that failed."
    )
    package static let spansWaiting = Metric("spans_waiting", .gauge, "Spans that wait to be handed to the collector.")

    static let traces = [spansDropped, spansExported, spansDiscarded, spanExportFailures, spansWaiting]
}
