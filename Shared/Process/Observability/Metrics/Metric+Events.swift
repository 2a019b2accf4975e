// Metrics of the progress of services with each other's events.
extension Metric {
    package static let lastSequence = Metric(
        "events_last_sequence",
        .gauge,
        "Sequence number of the newest event that the service has published."
    )
    package static let eventLag = Metric(
        "events_lag",
        .gauge,
        by: ["source"],
        "Published events of a source that this service has not applied yet."
    )
    package static let eventLagSeconds = Metric(
        "events_lag_seconds",
        .gauge,
        by: ["source"],
        "Time for which this service has been continuously behind a source; 0 if it is not."
    )
    package static let eventsApplied = Metric(
        "events_applied_total",
        .counter,
        by: ["source"],
        "Events of a source that this process has applied."
    )
    package static let eventReloads = Metric(
        "events_reloads_total",
        .counter,
        by: ["source"],
        "Times that this process reloaded a source's snapshot instead of continuing with its events."
    )
    package static let eventFailures = Metric(
        "events_failures_total",
        .counter,
        by: ["source"],
        "Failed attempts to apply events, which are retried; includes those with an unavailable source."
    )

    static let events = [lastSequence, eventLag, eventLagSeconds, eventsApplied, eventReloads, eventFailures]
}
