/// How long requests that a process still works on may take when it stops.
///
/// Together eight seconds: `mealwire up` kills a process nine seconds after it told it to stop, and the database is
/// closed behind the last request.
package struct StopLimits: Sendable {
    /// Time for handlers to end by themselves, in milliseconds; then they are cancelled.
    package var handlersMs = 7_000
    /// Time for cancelled handlers to end, in milliseconds; then the process goes on without them.
    package var cancelledMs = 1_000

    package init() {}

    var handlersNs: UInt64 { UInt64(handlersMs) * 1_000_000 }
    var cancelledNs: UInt64 { UInt64(cancelledMs) * 1_000_000 }
}
