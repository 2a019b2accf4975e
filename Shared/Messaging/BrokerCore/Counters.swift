import Observability

/// Counts what passed through a service's queue since the start.
struct ServiceCounters {
    var received = 0
    var answered = 0
    var failed: [FailureReason.Kind: Int] = [:]
    var retried = 0
    var lostWorkers = 0
    var times = TimeHistogram()
    /// The value of `received` at the last update of the rate, and its time.
    private var lastUpdate = (received: 0, at: UInt64(0))
    /// Requests per second, at the last update.
    private(set) var perSecond = 0

    /// Updates the rate once a second has passed.
    mutating func tick(_ now: UInt64) {
        let elapsedNs = now > lastUpdate.at ? now - lastUpdate.at : 0
        guard elapsedNs >= 1_000_000_000 else { return }
        perSecond = lastUpdate.at == 0 ? 0 : Int(Double(received - lastUpdate.received) * 1e9 / Double(elapsedNs))
        lastUpdate = (received, now)
    }
}

/// A histogram of times with eight steps per doubling: percentiles are accurate to 7 %, in fixed memory and a few
/// instructions.
struct TimeHistogram {
    private static let stepsPerDoubling = 8
    private static let doublings = 36

    private var counts = [UInt32](repeating: 0, count: stepsPerDoubling * doublings)
    private(set) var total = 0
    private(set) var totalNs: UInt64 = 0

    /// Records a time, in nanoseconds.
    ///
    /// Times below a microsecond share a step; so do those above a day.
    mutating func record(_ nanoseconds: UInt64) {
        counts[Self.index(nanoseconds / 1_000)] &+= 1
        total += 1
        totalNs &+= nanoseconds
    }

    /// The same counts with coarser bounds; see ``Buckets``.
    var buckets: [UInt64] {
        var buckets = [UInt64](repeating: 0, count: Buckets.timesCount)
        for (index, count) in counts.enumerated() where count > 0 {
            buckets[Buckets.index(ofNanoseconds: UInt64(Self.middle(index)) * 1_000)] += UInt64(count)
        }
        return buckets
    }

    /// Returns the time, in microseconds, that this percentage of the times does not exceed; nil if there are none.
    func percentile(_ percent: Int) -> Int? {
        guard total > 0 else { return nil }
        let wanted = max(1, (total * percent + 99) / 100)
        var counted = 0
        for (index, count) in counts.enumerated() {
            counted += Int(count)
            if counted >= wanted { return Self.middle(index) }
        }
        return nil
    }

    private static func index(_ microseconds: UInt64) -> Int {
        guard microseconds >= UInt64(stepsPerDoubling) else { return Int(microseconds) }
        let exponent = 63 - microseconds.leadingZeroBitCount
        let step = Int(microseconds >> UInt64(exponent - 3)) & (stepsPerDoubling - 1)
        return min((exponent - 2) * stepsPerDoubling + step, stepsPerDoubling * doublings - 1)
    }

    /// Returns the middle of the times that share an index.
    private static func middle(_ index: Int) -> Int {
        guard index >= stepsPerDoubling else { return index }
        let exponent = index / stepsPerDoubling + 2
        let lower = (stepsPerDoubling + index % stepsPerDoubling) << (exponent - 3)
        return lower + (1 << (exponent - 3)) / 2
    }
}
