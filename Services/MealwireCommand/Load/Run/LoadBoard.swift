import Synchronization

/// How a run stands at the end of a second.
struct LoadLook: Sendable {
    let elapsedS: Double
    let ofS: Double
    /// Requests a second that are asked for now; nil where there is no rate.
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

/// Where a run shows how it stands, for whoever looks.
final class LoadBoard: Sendable {
    private let look = Mutex<LoadLook?>(nil)

    func show(_ new: LoadLook) { look.withLock { $0 = new } }

    var newest: LoadLook? { look.withLock { $0 } }
}
