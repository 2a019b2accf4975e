import Synchronization

/// The state of a run at the end of a second.
struct ProgressSnapshot: Sendable {
    let elapsedS: Double
    let ofS: Double
    /// The current target rate per second; nil in a closed loop.
    let askedRate: Double?
    let last: LoadSecond
    let failed: Int
    let missed: Int

    init(elapsedS: Double, ofS: Double, askedRate: Double?, last: LoadSecond, whole: LoadCounter) {
        self.elapsedS = elapsedS
        self.ofS = ofS
        self.askedRate = askedRate
        self.last = last
        failed = whole.errors.values.reduce(0, +)
        missed = whole.missed
    }
}

/// Stores the latest progress of a run for the display.
final class ProgressStore: Sendable {
    private let snapshot = Mutex<ProgressSnapshot?>(nil)

    func show(_ new: ProgressSnapshot) { snapshot.withLock { $0 = new } }

    var newest: ProgressSnapshot? { snapshot.withLock { $0 } }
}
