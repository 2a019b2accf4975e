import Synchronization

/// Generates strictly increasing times for ids, whatever the wall clock does.
///
/// Uses an atomic integer instead of a lock, because every request makes ids.
package final class GrowingTime: Sendable {
    /// How far the wall clock may step back before ids follow it, in nanoseconds: 10 s.
    ///
    /// Time synchronisation steps by seconds at most. After a larger, manual step the true time matters more than the
    /// order: ids show when a request was sent.
    package static let stepBackMaxNs: UInt64 = 10_000_000_000

    private let last = Atomic<UInt64>(0)

    package init() {}

    /// Returns the time of the next id.
    ///
    /// It is the wall clock's time. If the clock stands still or has stepped back by at most ``stepBackMaxNs``, it is
    /// one nanosecond after the last result. Making an id takes longer than a nanosecond, so the result never runs
    /// ahead of a running clock.
    ///
    /// - Parameter wallNs: The wall clock, in nanoseconds since 1970.
    /// - Returns: The time, in nanoseconds since 1970.
    package func next(_ wallNs: UInt64) -> UInt64 {
        var known = last.load(ordering: .relaxed)
        while true {
            let mustFollow = wallNs > known || known - wallNs > Self.stepBackMaxNs
            let time = mustFollow ? wallNs : known + 1
            let (isStored, found) = last.weakCompareExchange(expected: known, desired: time, ordering: .relaxed)
            if isStored { return time }
            known = found
        }
    }
}
