// Metrics of the progress of services with each other's events.
extension Metric {
    package static let lastSequence = Metric(
        "events_last_sequence",
        .gauge,
        "The number of the newest event that the service has told."
    )
    package static let eventLag = Metric(
        "events_lag",
        .gauge,
        by: ["source"],
        "Events of a source that it has told and this service has not applied yet."
    )
    package static let eventLagSeconds = Metric(
        "events_lag_seconds",
        .gauge,
        by: ["source"],
        "For how long this service has been behind a source without a break; 0 if it is not."
    )
    package static let eventsApplied = Metric(
        "events_applied_total",
        .counter,
        by: ["source"],
        "Events of a source that this process has taken up."
    )
    package static let eventReloads = Metric(
        "events_reloads_total",
        .counter,
        by: ["source"],
        "Times that this process reloaded a source's snapshot instead of going on with its events."
    )
    package static let eventFailures = Metric(
        "events_failures_total",
        .counter,
        by: ["source"],
        "Attempts to take up events that failed and are made again; a source that is away fails them, too."
    )

    static let events = [lastSequence, eventLag, eventLagSeconds, eventsApplied, eventReloads, eventFailures]
}
