// Metrics of a broker's queues.
extension Metric {
    package static let brokerSeconds = Metric(
        "broker_request_duration_seconds",
        .histogram,
        by: ["queue"],
        bounds: Buckets.seconds,
        "Time from the arrival of a request at the broker to its reply, including the queue; accurate to 7 %."
    )
    package static let brokerReceived = Metric(
        "broker_requests_total",
        .counter,
        by: ["queue"],
        "Requests received for a service."
    )
    package static let brokerFailed = Metric(
        "broker_requests_failed_total",
        .counter,
        by: ["queue", "code"],
        "Requests failed by the broker itself, by error code; `overloaded` means shed."
    )
    package static let brokerRetried = Metric(
        "broker_requests_retried_total",
        .counter,
        by: ["queue"],
        "Attempts after the first."
    )
    package static let brokerLostWorkers = Metric(
        "broker_workers_lost_total",
        .counter,
        by: ["queue"],
        "Workers lost without a disconnect message."
    )
    package static let brokerWorkers = Metric(
        "broker_workers",
        .gauge,
        by: ["queue"],
        "Processes that offer a service."
    )
    package static let brokerCapacity = Metric(
        "broker_capacity",
        .gauge,
        by: ["queue"],
        "Requests that all workers of a service accept at once."
    )
    package static let brokerInFlight = Metric(
        "broker_requests_in_flight",
        .gauge,
        by: ["queue"],
        "Requests that workers are handling."
    )
    package static let brokerQueued = Metric(
        "broker_requests_queued",
        .gauge,
        by: ["queue"],
        "Requests that wait for a worker."
    )
    package static let brokerHeld = Metric("broker_held_requests", .gauge, "Requests that wait or run, in all queues.")
    package static let brokerHeldBytes = Metric("broker_held_bytes", .gauge, "Size of the requests that wait or run.")
    package static let brokerPeers = Metric("broker_peers", .gauge, "Connections to the broker.")
    package static let brokerLateAnswers = Metric(
        "broker_late_answers_total",
        .counter,
        "Replies to attempts that were no longer awaited."
    )
    package static let brokerBadMessages = Metric(
        "broker_bad_messages_total",
        .counter,
        "Messages that violated the protocol and were dropped."
    )

    /// Label for all queues of names that are not Mealwire's, so that external workers cannot create time series.
    package static let otherQueues = "other"

    static let broker = [
        brokerSeconds, brokerReceived, brokerFailed, brokerRetried, brokerLostWorkers, brokerWorkers, brokerCapacity,
        brokerInFlight, brokerQueued, brokerHeld, brokerHeldBytes, brokerPeers, brokerLateAnswers, brokerBadMessages,
    ]
}
