/// Time limits for requests in progress when a process stops.
///
/// Together they are eight seconds: `mealwire up` kills a process nine seconds after telling it to stop, and the
/// database is closed after the last request.
package struct StopLimits: Sendable {
    /// Time for handlers to end by themselves, in milliseconds; then they are cancelled.
    package var handlersMs = 7_000
    /// Time for cancelled handlers to end, in milliseconds; then the process stops without waiting for them.
    package var cancelledMs = 1_000

    package init() {}

    var handlersNs: UInt64 { UInt64(handlersMs) * 1_000_000 }
    var cancelledNs: UInt64 { UInt64(cancelledMs) * 1_000_000 }
}
