/// What a run has shown.
struct LoadRecord: Sendable {
    /// Why nothing more was sent.
    enum StopReason: Sendable, Equatable {
        case time
        case interrupted
        /// The set did not follow any more; with a part of a sentence.
        case saturated(String)
    }

    let recorder: LoadRecorder
    /// How long requests were sent.
    let sentForS: Double
    /// Answered well while requests were sent.
    let goodInTime: Int
    let stopReason: StopReason

    /// Of the requests that were due, how many were answered well in time.
    var rateShare: Double {
        let asked = recorder.whole.asked
        return asked > 0 ? Double(goodInTime) / Double(asked) : 0
    }

    /// Good answers a second.
    var achievedRate: Double { sentForS > 0 ? Double(goodInTime) / sentForS : 0 }
}
