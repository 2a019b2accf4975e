/// The measurements of a run.
struct LoadRecord: Sendable {
    /// Why sending stopped.
    enum StopReason: Sendable, Equatable {
        case time
        case interrupted
        /// The stack no longer sustained the rate, for the given reason (a part of a sentence).
        case saturated(String)
    }

    let recorder: LoadRecorder
    /// The duration of sending.
    let sentForS: Double
    /// The number of successful responses while requests were sent.
    let goodInTime: Int
    let stopReason: StopReason

    /// The share of due requests that succeeded in time.
    var rateShare: Double {
        let asked = recorder.whole.asked
        return asked > 0 ? Double(goodInTime) / Double(asked) : 0
    }

    /// Successful responses per second.
    var achievedRate: Double { sentForS > 0 ? Double(goodInTime) / sentForS : 0 }
}
